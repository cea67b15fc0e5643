"""Edges by their ends: what every walk over the graph starts from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from apps.engine.facts import Edge


class GraphIndex:
    """Edges by source and by target, in the order in which they are given: sorted, as a commit's edges are."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._leaving: dict[str, list[Edge]] = defaultdict(list)
        self._arriving: dict[str, list[Edge]] = defaultdict(list)
        for edge in edges:
            self._leaving[edge.source].append(edge)
            self._arriving[edge.target].append(edge)

    def leaving(self, symbol: str) -> Sequence[Edge]:
        """Edges out of a symbol, in order."""
        return self._leaving.get(symbol, ())

    def arriving(self, symbol: str) -> Sequence[Edge]:
        """Edges to a symbol or external name, in order."""
        return self._arriving.get(symbol, ())
