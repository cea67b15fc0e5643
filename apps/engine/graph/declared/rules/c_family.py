"""C and C++, which call each other: one space of all files, namespaces in it, and what a file includes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from apps.engine.facts import FileFacts, Import
from apps.engine.graph.declared.rules.base import Imported, Rules
from apps.engine.graph.modules import ModuleMaps, ancestors, folder_of

_FOLDERS = (
    "",
    "include/",
    "src/",
    "lib/",
    "source/",
    "inc/",
    "includes/",
)  # where headers are looked for below each folder above
_WRAPPERS = """
unique_ptr shared_ptr weak_ptr optional reference_wrapper scoped_refptr scoped_ptr intrusive_ptr not_null observer_ptr RefPtr
raw_ptr
"""
_HELD = "front back at top value lock load value_or get"


@dataclass(slots=True)
class CFamily(Rules):
    """All files in the outermost space; who sees whom is a matter of includes and of linkage."""

    def homes(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        return dict.fromkeys(files, "")

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        found = Imported()
        for item in facts.imports:
            if item.kind == "include":
                continue
            if item.alias:
                found.names[item.alias] = item.module
            for name in item.names:
                if name.name == "*":
                    found.stars.append(item.module)
                else:
                    found.names[name.name] = f"{item.module}.{name.name}"
        return found

    def file_of(self, path: str, item: Import, files: Mapping[str, FileFacts]) -> str:
        return included(path, item.module, files) if item.kind == "include" else ""


def included(path: str, module: str, files: Collection[str]) -> str:
    """The file that an include of another names: beside it, or below a folder above it; "" for one from elsewhere."""
    for place in _places(path, module.strip("<>")):
        if place in files:
            return place
    return ""


def _places(path: str, module: str) -> Iterator[str]:
    for above in ancestors(folder_of(path)):
        for folder in _FOLDERS:
            whole = _plain(f"{above}/{folder}{module}")
            if whole:
                yield whole


def _plain(path: str) -> str:
    """A path without ``.`` and ``..``, "" where it leaves the repository."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


RULES = CFamily(
    supers=frozenset(),
    parent_spaces=True,
    calls_construct=True,
    outside_of_types=True,
    wrappers=frozenset(_WRAPPERS.split()),
    unwrapping=frozenset(_HELD.split()),
)
