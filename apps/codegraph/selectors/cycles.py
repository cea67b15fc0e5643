"""Cycles of the current commit: functions that call each other, files that import each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.db.models import Count, Min, Q, Subquery

from apps.codegraph.models import Edge
from apps.codegraph.selectors.by_file import file_ties
from apps.codegraph.selectors.walking import COLUMNS, as_facts
from apps.engine import facts
from apps.engine.graph.cycles import Cycle, call_cycles, import_cycles
from apps.repos.models import Repo
from apps.tenants.text import text_key

CycleKind = Literal["calls", "imports"]
Pair = tuple[str, str]

MOST_PAIRS = 60_000  # pairs of symbols, or of files, that are looked at
_MOST_EDGES = 4_000  # of one answer
_MOST_MEMBERS = 1_000  # whose edges are read


@dataclass(frozen=True, slots=True)
class Cycles:
    """`groups` hold the symbols of each cycle, or its files, the largest first; `is_cut`: there was more than was looked at.

    `edges` are one for each pair of members of the same cycle, with the first line where it is known, `counts` how many each
    stands for.
    """

    groups: tuple[Cycle, ...]
    is_cut: bool
    edges: tuple[facts.Edge, ...] = ()
    counts: Mapping[Pair, int] = field(default_factory=dict)

    def holding(self, member: str) -> Cycle | None:
        """The cycle that a symbol or file is in."""
        return next((group for group in self.groups if member in group), None)

    def inside(self, group: Cycle) -> list[facts.Edge]:
        """The edges of one cycle."""
        members = set(group)
        return [edge for edge in self.edges if edge.source in members and edge.target in members]


def cycles_of(repo: Repo, kind: CycleKind) -> Cycles:
    """All cycles of a kind.  One query, of at most `MOST_PAIRS` rows."""
    rows = _imports(repo) if kind == "imports" else _calls(repo)
    edges = [facts.Edge(source, kind, target, line) for source, target, line, _count in rows]
    groups = import_cycles(edges) if kind == "imports" else call_cycles(edges)
    number = {member: at for at, group in enumerate(groups) for member in group}
    inside = tuple(edge for edge in edges if number.get(edge.source, -1) == number.get(edge.target, -2))
    counts = {(source, target): count for source, target, _line, count in rows if source in number and target in number}
    return Cycles(groups, len(rows) == MOST_PAIRS, inside, counts)


def edges_between(repo: Repo, kind: CycleKind, pairs: Collection[Pair]) -> list[facts.Edge]:
    """The edges of a kind from the first to the second of these pairs, sorted, with their lines.  One query.

    Files stand for what they define.
    """
    wanted = set(pairs)
    sources = [text_key(source) for source in sorted({source for source, _target in wanted})[:_MOST_MEMBERS]]
    where = Q(source_key__in=sources)
    if kind == "calls":
        where &= Q(target_key__in=[text_key(target) for target in sorted({target for _source, target in wanted})[:_MOST_MEMBERS]])
    rows = Edge.objects.filter(where, tenant_id=repo.tenant_id, repo=repo, kind=kind, is_external=False)
    read = as_facts(rows.order_by("source_key", "target_key", "line").values_list(*COLUMNS)[:_MOST_EDGES])
    edges = read if kind == "calls" else (_between_files(edge) for edge in read)
    return sorted({edge for edge in edges if (edge.source, edge.target) in wanted})


def _imports(repo: Repo) -> list[tuple[str, str, int, int]]:
    """(file, file it imports, 0, how many imports)."""
    return [(tie.source, tie.target, 0, tie.count) for tie in file_ties(repo, kinds=("imports",), limit=MOST_PAIRS)]


def _calls(repo: Repo) -> list[tuple[str, str, int, int]]:
    """(symbol, symbol it calls, first line, how many calls) of those that both call and are called: others are in no cycle."""
    calls = Edge.objects.filter(tenant_id=repo.tenant_id, repo=repo, kind="calls", is_external=False)
    calling, called = (Subquery(calls.order_by().values(end)) for end in ("source_key", "target_key"))
    both = calls.filter(source_key__in=called, target_key__in=calling)
    pairs = both.values_list("source", "target").annotate(first=Min("line"), calls=Count("pk"))
    return list(pairs.order_by("source", "target")[:MOST_PAIRS])


def _between_files(edge: facts.Edge) -> facts.Edge:
    source, target = edge.source.partition("#")[0], edge.target.partition("#")[0]
    return facts.Edge(source, edge.kind, target, edge.line, edge.resolution)
