"""Edges as lists that people read: one row a symbol, grouped by file or package, a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.codegraph.selectors import Brief
from apps.engine import facts
from apps.engine.graph.packages import package_of

ON_A_PAGE = 60  # rows
LINES = 6  # lines named in a row
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


@dataclass(frozen=True, slots=True)
class Section:
    """A list under a heading.  `total` counts rows, `places` the lines behind them."""

    key: str
    title: str
    groups: tuple[Group, ...]
    total: int
    places: int
    page: int = 1
    page_count: int = 1


def by_source(edges: Iterable[facts.Edge], briefs: Mapping[str, Brief]) -> list[Group]:
    """What the edges come from; lines are those of its file."""
    return _by_file(edges, briefs, lambda edge: edge.source)


def by_target(edges: Iterable[facts.Edge], briefs: Mapping[str, Brief]) -> list[Group]:
    """What the edges lead to; lines are those of the file they come from."""
    return _by_file(edges, briefs, lambda edge: edge.target)


def by_package(
    edges: Iterable[facts.Edge], dependencies: Mapping[str, facts.Dependency], briefs: Mapping[str, Brief]
) -> list[Group]:
    """What the edges lead to outside the repository."""
    grouped: dict[str, list[facts.Edge]] = {}
    owners: dict[str, facts.Dependency] = {}
    for edge in edges:
        owner = dependencies.get(edge.target)
        name = package_of(edge.target) if owner is None else owner.name
        grouped.setdefault(name, []).append(edge)
        if owner is not None:
            owners[name] = owner
    return [
        Group(name, tuple(_rows(found, briefs, lambda edge: edge.target)), owners.get(name))
        for name, found in sorted(grouped.items())
    ]


def paged(key: str, title: str, groups: Sequence[Group], asked: Mapping[str, int]) -> Section:
    """The page of the list that is asked for, by its key; the first one otherwise."""
    rows = [(group, row) for group in groups for row in group.rows]
    page_count = max((len(rows) - 1) // ON_A_PAGE + 1, 1)
    page = min(max(asked.get(key, 1), 1), page_count)
    kept: dict[str, list[Row]] = {}
    for group, row in rows[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]:
        kept.setdefault(group.name, []).append(row)
    shown = tuple(Group(group.name, tuple(kept[group.name]), group.dependency) for group in groups if group.name in kept)
    places = sum(len(row.lines) + row.more for _group, row in rows)
    return Section(key, title, shown, len(rows), places, page, page_count)


def _by_file(edges: Iterable[facts.Edge], briefs: Mapping[str, Brief], end: Callable[[facts.Edge], str]) -> list[Group]:
    grouped: dict[str, list[facts.Edge]] = {}
    for edge in edges:
        grouped.setdefault(_path(end(edge), briefs), []).append(edge)
    return [Group(path, tuple(_rows(found, briefs, end))) for path, found in sorted(grouped.items())]


def _rows(edges: Iterable[facts.Edge], briefs: Mapping[str, Brief], end: Callable[[facts.Edge], str]) -> list[Row]:
    grouped: dict[str, list[facts.Edge]] = {}
    for edge in edges:
        grouped.setdefault(end(edge), []).append(edge)
    rows = []
    for symbol, found in grouped.items():
        brief = briefs.get(symbol)
        lines = sorted({edge.line for edge in found if edge.line})
        surest = min((edge.resolution for edge in found), key=lambda word: (_SURE.get(word, 2), word))
        name = symbol if brief is None else brief.qualified
        path = _path(found[0].source, briefs)
        rows.append(Row(symbol, name, brief, path, tuple(lines[:LINES]), max(len(lines) - LINES, 0), surest))
    return sorted(rows, key=lambda row: (0, row.brief.line, row.symbol) if row.brief else (1, 0, row.symbol))


def _path(symbol: str, briefs: Mapping[str, Brief]) -> str:
    brief = briefs.get(symbol)
    return symbol.partition("#")[0] if brief is None else brief.path
