"""C#: namespaces seen from inside outwards, usings of a file and of its whole project, extension methods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.engine.facts import FileFacts
from apps.engine.graph.declared.dotnet_projects import PROJECTS
from apps.engine.graph.declared.rules.base import Imported, Rules
from apps.engine.graph.declared.rules.dotnet_types import KNOWN
from apps.engine.graph.modules import ModuleMaps, ancestors, folder_of

LANGUAGE = "C#"
KEYWORDS = {
    "bool": "Boolean", "byte": "Byte", "sbyte": "SByte", "char": "Char", "decimal": "Decimal", "double": "Double",
    "float": "Single", "int": "Int32", "uint": "UInt32", "long": "Int64", "ulong": "UInt64", "short": "Int16",
    "ushort": "UInt16", "object": "Object", "string": "String",
}  # fmt: skip
WRAPPERS = frozenset({"Task", "ValueTask", "Nullable"})
# What well-known types of elsewhere are besides, as far as it doesn't show in their names.
ABOVE: Mapping[str, frozenset[str]] = {
    "WebApplication": frozenset({"IApplicationBuilder", "IEndpointRouteBuilder", "IHost"}),
    "ConfigurationManager": frozenset({"IConfiguration", "IConfigurationBuilder", "IConfigurationRoot"}),
    "String": frozenset({"IEnumerable", "IComparable", "IConvertible"}),
    "ControllerBase": frozenset({"Controller"}),
    "DbSet": frozenset({"IQueryable", "IEnumerable"}),
    "->": frozenset({"Delegate", "Func", "Action", "MulticastDelegate"}),
}
_PREDEFINED = {word: f"System.{name}" for word, name in KEYWORDS.items()}
_HELD = """
First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Max MaxBy Min MinBy Dequeue Peek Pop
FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync LastAsync LastOrDefaultAsync Find FindAsync FindLast Value
Result CurrentValue Current GetValueOrDefault GetAwaiter ConfigureAwait GetResult WaitAsync Unwrap Get
"""
_KEPT = """
Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Distinct DistinctBy Reverse Concat Union
Intersect Except Append Prepend ToList ToArray ToHashSet ToListAsync ToArrayAsync AsEnumerable AsQueryable AsNoTracking
AsNoTrackingWithIdentityResolution AsTracking AsSplitQuery AsSingleQuery Include ThenInclude IgnoreQueryFilters TagWith
AsAsyncEnumerable FindAll DefaultIfEmpty AsReadOnly FromSql FromSqlRaw FromSqlInterpolated ToImmutableList AsParallel Values
IgnoreAutoIncludes
"""
_GIVING = """
GetRequiredService GetService GetRequiredKeyedService GetKeyedService Deserialize DeserializeAsync DeserializeObject
ReadFromJsonAsync GetFromJsonAsync Get GetValue CreateInstance Of For Resolve ToObject
"""


@dataclass(slots=True)
class CSharp(Rules):
    """Namespaces and usings.

    `known` are the types of well-known libraries by namespace, `keeping` members of collections that give another of the same,
    `giving` generic methods that give one of the type they are called with.
    """

    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    keeping: frozenset[str] = frozenset()
    giving: frozenset[str] = frozenset()

    def imported(self, facts: FileFacts, home: str, spaces: frozenset[str], maps: ModuleMaps) -> Imported:
        found = Imported(names=dict(_PREDEFINED))
        for item in facts.imports:
            if item.kind == "global":
                continue  # `shared` brings it to every file
            module = _within(item.module, home, spaces)
            if item.alias:
                found.names[item.alias] = module
            else:
                found.stars.append(module)
        return found

    def projects(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, str]:
        """The folder of the project of every file, "" for none."""
        folders = frozenset(maps.prefixes.get(LANGUAGE, {}).get(PROJECTS, ()))
        return {path: next((item for item in ancestors(folder_of(path)) if item in folders), "") for path in files}

    def shared(self, files: Mapping[str, FileFacts], maps: ModuleMaps) -> dict[str, Imported]:
        """What the files of a project get without importing it themselves, by path."""
        usings = maps.prefixes.get(LANGUAGE, {})
        homes = self.projects(files, maps)
        by_project: dict[str, Imported] = defaultdict(Imported)
        for name, folders in sorted(usings.items()):
            for folder in folders if name != PROJECTS else ():
                by_project[folder].stars.append(name)
        for path in sorted(files):
            held = by_project[homes[path]]
            for item in files[path].imports:
                if item.kind != "global":
                    continue
                if item.alias:
                    held.names.setdefault(item.alias, item.module)
                elif item.module not in held.stars:
                    held.stars.append(item.module)
        return {path: by_project[home] for path, home in homes.items()}


def _within(module: str, home: str, spaces: frozenset[str]) -> str:
    """A using's namespace may be named from one of those around the file's own."""
    if module in spaces:
        return module
    here = home
    while here:
        if f"{here}.{module}" in spaces:
            return f"{here}.{module}"
        here = here.rpartition(".")[0]
    return module


RULES = CSharp(
    supers=frozenset({"base"}),
    parent_spaces=True,
    wrappers=WRAPPERS,
    unwrapping=frozenset(_HELD.split()),
    keeping=frozenset(_KEPT.split()),
    known=KNOWN,
    giving=frozenset(_GIVING.split()),
)
