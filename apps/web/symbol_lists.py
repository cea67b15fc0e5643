"""Edges as lists that people read: one row a symbol, grouped by file or package, a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.codegraph.selectors import LINES, LISTS, ON_A_PAGE, Brief, TieList
from apps.engine import facts
from apps.engine.graph.packages import package_of

TITLES = {
    "callers": gettext_noop("Called by"),
    "callees": gettext_noop("Calls"),
    "external": gettext_noop("Calls outside the repository"),
    "handlers": gettext_noop("Routes to"),
    "bases": gettext_noop("Extends"),
    "subclasses": gettext_noop("Extended by"),
    "overrides": gettext_noop("Overrides"),
    "overridden": gettext_noop("Overridden by"),
    "reads": gettext_noop("Models it reads"),
    "writes": gettext_noop("Models it writes"),
    "read-by": gettext_noop("Read by"),
    "written-by": gettext_noop("Written by"),
    "uses": gettext_noop("Refers to without calling"),
    "used-by": gettext_noop("Referred to by"),
    "imports": gettext_noop("Imports from the repository"),
    "imports-outside": gettext_noop("Imports from outside"),
    "imported-by": gettext_noop("Imported by"),
}
_SURE = {"exact": 0, "inferred": 1}


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol, or something outside (`brief` None), with the lines that show the tie; `more` counts those left out."""

    symbol: str
    name: str
    brief: Brief | None
    path: str  # of the lines
    lines: tuple[int, ...]
    more: int
    resolution: str


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of one file, or of one package (`dependency` is the one it belongs to)."""

    name: str
    rows: tuple[Row, ...]
    dependency: facts.Dependency | None = None

    @property
    def is_a_file(self) -> bool:
        """Whether it holds nothing but the file itself."""
        return len(self.rows) == 1 and self.rows[0].symbol == self.name


@dataclass(frozen=True, slots=True)
class Section:
    """A page of a list under a heading.  `total` counts the rows of all pages."""

    key: str
    title: str
    groups: tuple[Group, ...]
    total: int
    page: int
    page_count: int

    @property
    def shown(self) -> int:
        """How many rows there are up to the end of this page."""
        return min(self.page * ON_A_PAGE, self.total)

    @property
    def following(self) -> int:
        """How many rows the next page has."""
        return min(ON_A_PAGE, self.total - self.shown)


def section_of(key: str, found: TieList, briefs: Mapping[str, Brief], dependencies: Mapping[str, facts.Dependency]) -> Section:
    """A list as people read it: what is in the repository by file, what is outside by package."""
    inside = [edge for edge in found.edges if not edge.is_external]
    outside = [edge for edge in found.edges if edge.is_external]
    if LISTS[key].direction == "in":
        groups = _by_file(inside, briefs, found.lines, lambda edge: edge.source)
    else:
        groups = _by_file(inside, briefs, found.lines, lambda edge: edge.target)
    groups += _by_package(outside, dependencies, found.lines)
    return Section(key, _(TITLES[key]), tuple(groups), found.ends, found.page, found.page_count)


def _by_package(
    edges: Iterable[facts.Edge], dependencies: Mapping[str, facts.Dependency], lines: Mapping[str, int]
) -> list[Group]:
    grouped: dict[str, list[facts.Edge]] = {}
    owners: dict[str, facts.Dependency] = {}
    for edge in edges:
        owner = dependencies.get(edge.target)
        name = package_of(edge.target) if owner is None else owner.name
        grouped.setdefault(name, []).append(edge)
        if owner is not None:
            owners[name] = owner
    return [
        Group(name, tuple(_rows(found, {}, lines, lambda edge: edge.target)), owners.get(name))
        for name, found in sorted(grouped.items())
    ]


def _by_file(
    edges: Iterable[facts.Edge], briefs: Mapping[str, Brief], lines: Mapping[str, int], end: Callable[[facts.Edge], str]
) -> list[Group]:
    grouped: dict[str, list[facts.Edge]] = {}
    for edge in edges:
        grouped.setdefault(_path(end(edge), briefs), []).append(edge)
    return [Group(path, tuple(_rows(found, briefs, lines, end))) for path, found in sorted(grouped.items())]


def _rows(
    edges: Iterable[facts.Edge], briefs: Mapping[str, Brief], lines: Mapping[str, int], end: Callable[[facts.Edge], str]
) -> list[Row]:
    grouped: dict[str, list[facts.Edge]] = {}
    for edge in edges:
        grouped.setdefault(end(edge), []).append(edge)
    rows = []
    for symbol, found in grouped.items():
        brief = briefs.get(symbol)
        given = tuple(sorted({edge.line for edge in found if edge.line})[:LINES])
        surest = min((edge.resolution for edge in found), key=lambda word: (_SURE.get(word, 2), word))
        name = symbol if brief is None else brief.qualified
        more = max(lines.get(symbol, 0) - LINES, 0)
        rows.append(Row(symbol, name, brief, _path(found[0].source, briefs), given, more, surest))
    return sorted(rows, key=lambda row: (0, row.brief.line, row.symbol) if row.brief else (1, 0, row.symbol))


def _path(symbol: str, briefs: Mapping[str, Brief]) -> str:
    brief = briefs.get(symbol)
    return symbol.partition("#")[0] if brief is None else brief.path
