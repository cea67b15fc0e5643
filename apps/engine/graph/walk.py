"""Breadth-first neighbourhoods of the graph, in either direction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from apps.engine.facts import Edge

Direction = Literal["out", "in"]


def adjacency(edges: Iterable[Edge], kinds: frozenset[str], direction: Direction = "out") -> dict[str, list[Edge]]:
    """{symbol: edges that leave it (or, for "in", lead to it)}, each list in a fixed order."""
    found: dict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.kind in kinds:
            found[edge.source if direction == "out" else edge.target].append(edge)
    return {symbol: sorted(group, key=lambda edge: (edge.line, edge.target, edge.source)) for symbol, group in found.items()}


def neighbours(start: str, edges: Mapping[str, Sequence[Edge]], depth: int, direction: Direction = "out") -> dict[str, int]:
    """{symbol: distance} of everything within `depth` steps of `start` (itself at 0)."""
    distance, border = {start: 0}, [start]
    for step in range(1, depth + 1):
        following = []
        for symbol in border:
            for edge in edges.get(symbol, ()):
                other = edge.target if direction == "out" else edge.source
                if other not in distance:
                    distance[other] = step
                    following.append(other)
        border = following
    return distance
