"""Cycles: functions that call each other, and files that import each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import rustworkx

from apps.engine.facts import Edge

Cycle = tuple[str, ...]
_CERTAINTY = {"exact": 0, "inferred": 1}


def call_cycles(edges: Iterable[Edge]) -> tuple[Cycle, ...]:
    """Groups of symbols each of which can call every other, the largest first; one symbol alone where it calls itself."""
    return _cycles({(edge.source, edge.target) for edge in edges if edge.kind == "calls" and not edge.is_external})


def import_cycles(edges: Iterable[Edge]) -> tuple[Cycle, ...]:
    """Groups of files each of which imports every other, directly or not, the largest first."""
    pairs = (
        (edge.source.partition("#")[0], edge.target.partition("#")[0])
        for edge in edges
        if edge.kind == "imports" and not edge.is_external
    )
    return _cycles({(source, target) for source, target in pairs if source != target})


def way_around(cycle: Cycle, edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """The shortest way from the first of a cycle over others of it and back, along edges between them; () if these lead nowhere.

    Of edges between the same two the surest is taken, then the one on the first line.
    """
    inside = set(cycle)
    steps: dict[str, dict[str, Edge]] = defaultdict(dict)
    for edge in sorted(edges, key=lambda edge: (edge.source, edge.target, _CERTAINTY.get(edge.resolution, 2), edge.line)):
        if edge.source in inside and edge.target in inside:
            steps[edge.source].setdefault(edge.target, edge)
    start = cycle[0]
    before: dict[str, Edge] = {}
    border = [start]
    while border and start not in before:
        following = []
        for symbol in border:
            for target in sorted(steps[symbol]):
                if target not in before and (target != start or symbol != start or len(cycle) == 1):
                    before[target] = steps[symbol][target]
                    following.append(target)
        border = following
    way: list[Edge] = []
    at = start
    while at in before and (not way or at != start):
        way.append(before[at])
        at = before[at].source
    return tuple(reversed(way))


def _cycles(pairs: set[tuple[str, str]]) -> tuple[Cycle, ...]:
    """Strongly connected components with an edge inside, each sorted."""
    names = sorted({name for pair in pairs for name in pair})
    numbers = {name: number for number, name in enumerate(names)}
    graph = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(names)
    graph.add_edges_from_no_data(sorted((numbers[source], numbers[target]) for source, target in pairs))
    found = (sorted(names[number] for number in group) for group in rustworkx.strongly_connected_components(graph))
    cycles = [tuple(group) for group in found if len(group) > 1 or (group[0], group[0]) in pairs]
    return tuple(sorted(cycles, key=lambda group: (-len(group), group)))
