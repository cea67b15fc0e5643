"""The symbols tied to a capsule, as lists of which the database turns the pages: a symbol may have many thousand callers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from django.db.models import Case, Count, F, Q, QuerySet, Value, When, Window
from django.db.models.expressions import OrderBy
from django.db.models.functions import Collate, DenseRank

from apps.codegraph.models import Edge
from apps.codegraph.selectors.walking import COLUMNS
from apps.engine import facts
from apps.engine.graph.walk import CALLING, Direction
from apps.repos.models import Repo
from apps.tenants.text import text_key

ON_A_PAGE = 60  # symbols
LINES = 6  # lines given of each of them


@dataclass(frozen=True, slots=True)
class TieKind:
    """A list: which edges are in it.  `is_external` None takes those out of the repository as well as the others."""

    direction: Direction
    kinds: frozenset[str]
    is_external: bool | None = False

    @property
    def where(self) -> Q:
        """Its edges among all those at a capsule on that side."""
        outside = Q() if self.is_external is None else Q(is_external=self.is_external)
        return Q(kind__in=sorted(self.kinds)) & outside


_CALLS = frozenset({"calls", "tests"})
LISTS: Mapping[str, TieKind] = {
    "callers": TieKind("in", CALLING),
    "callees": TieKind("out", _CALLS),
    "external": TieKind("out", _CALLS, is_external=True),
    "handlers": TieKind("out", frozenset({"routes_to"})),
    "bases": TieKind("out", frozenset({"inherits"}), is_external=None),
    "subclasses": TieKind("in", frozenset({"inherits"})),
    "overrides": TieKind("out", frozenset({"overrides"})),
    "overridden": TieKind("in", frozenset({"overrides"})),
    "reads": TieKind("out", frozenset({"reads_model"})),
    "writes": TieKind("out", frozenset({"writes_model"})),
    "read-by": TieKind("in", frozenset({"reads_model"})),
    "written-by": TieKind("in", frozenset({"writes_model"})),
    "uses": TieKind("out", frozenset({"uses"})),
    "used-by": TieKind("in", frozenset({"uses"})),
    "imports": TieKind("out", frozenset({"imports"})),
    "imports-outside": TieKind("out", frozenset({"imports"}), is_external=True),
    "imported-by": TieKind("in", frozenset({"imports"})),
}
_OF_ALL_NAMES = frozenset({"callers", "used-by"})  # lists in which a class's constructor stands for the class


@dataclass(frozen=True, slots=True)
class TieList:
    """One page of a list.

    `edges` are sorted, at most `LINES` lines of each symbol at their other end; `ends` counts those symbols on all pages,
    `places` the edges behind them, `lines` how many lines each symbol of this page has.
    """

    edges: tuple[facts.Edge, ...] = ()
    ends: int = 0
    places: int = 0
    page: int = 1
    lines: Mapping[str, int] = field(default_factory=dict)

    @property
    def page_count(self) -> int:
        return max((self.ends - 1) // ON_A_PAGE + 1, 1)


def tie_lists(
    repo: Repo, symbol: str, names: Sequence[str], *, pages: Mapping[str, int] | None = None, only: str = ""
) -> dict[str, TieList]:
    """The lists of a symbol that hold something, or only that one, each at the page asked for, else its first.

    `names` are the symbol and what else calls it when it is called.  Two queries; one more for each page asked for.
    """
    asked = pages or {}
    wanted = {name: kind for name, kind in LISTS.items() if only in ("", name)}
    found: dict[str, TieList] = {}
    for direction in ("in", "out"):
        here = {name: kind for name, kind in wanted.items() if kind.direction == direction}
        if here:
            found.update(_lists(repo, symbol, names, here, asked, end="source" if direction == "in" else "target"))
    return {name: found[name] for name in LISTS if name in found}


def _lists(
    repo: Repo, symbol: str, names: Sequence[str], kinds: Mapping[str, TieKind], asked: Mapping[str, int], *, end: str
) -> dict[str, TieList]:
    """Those of one side.  `end` is the column of the symbols they list."""
    own, every = text_key(symbol), [text_key(name) for name in names]
    wheres = {name: kind.where & _here(name, end, own, every) for name, kind in kinds.items()}
    rows = Edge.objects.filter(reduce(or_, wheres.values()), tenant_id=repo.tenant_id, repo=repo)
    shown = {name: _page(rows.filter(wheres[name]), end, asked[name]) for name in kinds if asked.get(name, 1) > 1}
    pages = [Q(listed=name, end_at__gt=(page - 1) * ON_A_PAGE, end_at__lte=page * ON_A_PAGE) for name, page in shown.items()]
    pages.append(~Q(listed__in=sorted(shown)) & Q(end_at__lte=ON_A_PAGE))
    name, line, within = Collate(F(end), "C"), F("line"), F(end)
    listed = rows.annotate(listed=Case(*(When(where, then=Value(key)) for key, where in wheres.items())))
    ranked = listed.annotate(
        end_at=_rank(name.asc()),
        ends=_rank(name.asc()) + _rank(name.desc()) - 1,  # how many there are: first from the one side, last from the other
        places=Window(Count("pk"), partition_by=[F("listed")]),
        line_at=_rank(line.asc(), within),
        lines=_rank(line.asc(), within) + _rank(line.desc(), within) - 1,
    )
    read = ranked.filter(reduce(or_, pages), line_at__lte=LINES).order_by("listed", "end_at", "line", "kind")
    edges: dict[str, list[facts.Edge]] = {}
    totals: dict[str, tuple[int, int]] = {}
    lines: dict[str, dict[str, int]] = {}
    for *columns, key, ends, places, count in read.values_list(*COLUMNS, "listed", "ends", "places", "lines"):
        edge = facts.Edge(*columns)
        edges.setdefault(key, []).append(edge)
        totals[key] = (ends, places)
        lines.setdefault(key, {})[edge.source if end == "source" else edge.target] = count
    return {key: TieList(tuple(sorted(edges[key])), *totals[key], shown.get(key, 1), lines[key]) for key in sorted(edges)}


def _here(name: str, end: str, own: object, every: Sequence[object]) -> Q:
    if end == "target":
        return Q(source_key=own)
    return Q(target_key__in=every) if name in _OF_ALL_NAMES else Q(target_key=own)


def _rank(order: OrderBy, *within: F) -> Window:
    return Window(DenseRank(), partition_by=[F("listed"), *within], order_by=[order])


def _page(rows: QuerySet[Edge], end: str, asked: int) -> int:
    """The page asked for, or the last one."""
    ends: int = rows.aggregate(ends=Count(end, distinct=True))["ends"]
    return min(asked, max((ends - 1) // ON_A_PAGE + 1, 1))
