"""PHP: namespaces that the files say themselves, functions that fall back to the global ones, rows of Eloquent's tables."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from apps.engine.facts import FileFacts, Import
from apps.engine.graph.declared.rules.base import Imported, Rules
from apps.engine.graph.modules import ModuleMaps, folder_of

_PRIMITIVES = """
int integer float double string bool boolean array iterable callable mixed object void never null false true resource scalar
numeric list class-string non-empty-string positive-int array-key key-of value-of
"""
_NO_CLASSES = frozenset(_PRIMITIVES.split())
_HANDING = "app resolve make makeWith get build mock partialMock spy createMock createStub getMock getContainer instance fake"
_QUERIES = """
query newQuery where whereIn whereNotIn whereNull whereNotNull whereHas whereDoesntHave whereBetween whereDate whereRaw
whereKey whereColumn whereExists whereNot orWhere orWhereIn orWhereHas with withCount withTrashed withoutTrashed onlyTrashed
withoutGlobalScope withoutGlobalScopes load loadMissing loadCount orderBy orderByDesc orderByRaw latest oldest inRandomOrder
groupBy having havingRaw join leftJoin select selectRaw addSelect distinct limit take skip offset when unless tap
lockForUpdate find findOrFail findMany findOrNew first firstOrFail firstOrCreate firstOrNew firstWhere updateOrCreate create
forceCreate createQuietly make sole get all paginate simplePaginate cursorPaginate cursor lazy chunk each filter reject
sortBy sortByDesc values unique keyBy fresh refresh replicate factory createOne count createMany state recycle for has
afterCreating withPivot withTimestamps as using on last random
"""
_ROWS = """
find findOrFail findOrNew first firstOrFail firstOrCreate firstOrNew firstWhere updateOrCreate create forceCreate createQuietly
make sole fresh refresh replicate createOne last
"""
_RELATIONS = """
hasOne hasMany belongsTo belongsToMany hasOneThrough hasManyThrough morphOne morphMany morphToMany morphedByMany
"""


class Php(Rules):
    """A class that nothing imports is of the file's own namespace; a function or constant may be a global one as well."""

    def elsewhere(self, name: str, space: str, *, as_type: bool) -> str:
        if name.startswith("$") or (as_type and name in _NO_CLASSES):
            return ""
        is_class = as_type or (name[:1].isupper() and not name.isupper())
        return f"{space}.{name}" if is_class and space else name

    def other_names(self, name: str) -> tuple[str, ...]:
        return (f"scope{name[:1].upper()}{name[1:]}",)

    def file_of(self, path: str, item: Import, files: Mapping[str, FileFacts]) -> str:
        if item.kind != "include":
            return ""
        for folder in (folder_of(path), ""):
            found = posixpath.normpath(posixpath.join(folder, item.module.lstrip("/")))
            if found in files:
                return found
        return ""

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        found = Imported()
        for item in facts.imports:
            for name in item.names:
                found.names[name.alias or name.name] = f"{item.module}.{name.name}" if item.module else name.name
        return found


RULES = Php(
    selfs=frozenset({"this", "self", "static"}),
    supers=frozenset({"parent"}),
    implicit_members=False,
    overloads=False,
    included_first=True,
    inherited_constructors=True,
    constructor_member="__construct",
    enum_members=frozenset({"cases", "from", "tryFrom"}),
    enum_space="BackedEnum",
    invoked="__invoke",
    root="\\",
    handing=frozenset(_HANDING.split()),
    stores=frozenset({"Model", "Authenticatable", "Pivot", "MorphPivot", "User"}),
    queries=frozenset(_QUERIES.split()),
    relations=frozenset(_RELATIONS.split()),
    rows=frozenset({"hasOne", "belongsTo", "hasOneThrough", "morphOne"}),
    unwrapping=frozenset(_ROWS.split()),
)
