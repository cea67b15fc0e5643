"""Cycles of the current commit: functions that call each other, files that import each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.db.models import Min, Q, Subquery

from apps.codegraph.models import Edge
from apps.codegraph.selectors.by_file import file_ties
from apps.codegraph.selectors.walking import COLUMNS, as_facts
from apps.engine import facts
from apps.engine.graph.cycles import Cycle, call_cycles, import_cycles
from apps.repos.models import Repo
from apps.tenants.text import text_key

CycleKind = Literal["calls", "imports"]

MOST_PAIRS = 60_000  # pairs of symbols, or of files, that are looked at
MOST_EDGES = 4_000  # of one cycle
_MOST_MEMBERS = 1_000  # of a cycle whose edges are read


@dataclass(frozen=True, slots=True)
class Cycles:
    """`groups` hold the symbols of each cycle, or its files, the largest first; `is_cut`: there was more than was looked at."""

    groups: tuple[Cycle, ...]
    is_cut: bool


def cycles_of(repo: Repo, kind: CycleKind) -> Cycles:
    """All cycles of a kind.  One query, of at most `MOST_PAIRS` rows."""
    if kind == "imports":
        ties = file_ties(repo, kinds=("imports",), limit=MOST_PAIRS)
        edges = [facts.Edge(tie.source, "imports", tie.target, 0) for tie in ties]
        return Cycles(import_cycles(edges), len(ties) == MOST_PAIRS)
    calls = Edge.objects.filter(tenant_id=repo.tenant_id, repo=repo, kind="calls", is_external=False)
    # What calls nothing, or is called by nothing, is in no cycle: most pairs are never read.
    calling, called = (Subquery(calls.order_by().values(end)) for end in ("source_key", "target_key"))
    both = calls.filter(source_key__in=called, target_key__in=calling)
    pairs = both.values_list("source", "target").annotate(first=Min("line")).order_by("source", "target")[:MOST_PAIRS]
    edges = [facts.Edge(source, "calls", target, line) for source, target, line in pairs]
    return Cycles(call_cycles(edges), len(edges) == MOST_PAIRS)


def edges_inside(repo: Repo, kind: CycleKind, groups: Iterable[Cycle]) -> list[facts.Edge]:
    """The edges of a kind between members of the same cycle, sorted; files stand for what they define.  One query."""
    listed = list(groups)
    number = {member: at for at, group in enumerate(listed) for member in group}
    keys = [text_key(member) for member in sorted(number)[:_MOST_MEMBERS]]
    where = Q(source_key__in=keys)
    if kind == "calls":
        where &= Q(target_key__in=keys)
    rows = Edge.objects.filter(where, tenant_id=repo.tenant_id, repo=repo, kind=kind, is_external=False)
    read = as_facts(rows.order_by("source_key", "target_key", "line").values_list(*COLUMNS)[:MOST_EDGES])
    edges = read if kind == "calls" else (_between_files(edge) for edge in read)
    inside = (edge for edge in edges if number.get(edge.source, -1) == number.get(edge.target, -2))
    return sorted({edge for edge in inside if kind == "calls" or edge.source != edge.target})


def cycle_with(cycles: Cycles, member: str) -> Cycle | None:
    """The cycle that a symbol or file is in."""
    return next((group for group in cycles.groups if member in group), None)


def _between_files(edge: facts.Edge) -> facts.Edge:
    source, target = edge.source.partition("#")[0], edge.target.partition("#")[0]
    return facts.Edge(source, edge.kind, target, edge.line, edge.resolution)
