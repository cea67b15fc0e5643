"""How central a symbol is: PageRank over calls, imports and inheritance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rustworkx

from apps.engine.facts import Edge

DIGITS = 9
_KINDS = frozenset({"calls", "imports", "inherits"})


def rank(edges: Iterable[Edge], symbols: Sequence[str]) -> dict[str, float]:
    """{symbol: rank}, ranks adding up to about 1; the same whatever the order of the input."""
    ordered = sorted(set(symbols))
    if not ordered:
        return {}
    numbers = {symbol: number for number, symbol in enumerate(ordered)}
    graph = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(ordered)
    links = {
        (numbers[edge.source], numbers[edge.target])
        for edge in edges
        if edge.kind in _KINDS and not edge.is_external and edge.source in numbers and edge.target in numbers
    }
    graph.add_edges_from_no_data(sorted(links))
    found = rustworkx.pagerank(graph, alpha=0.85, max_iter=200, tol=1e-10)
    return {symbol: round(found[number], DIGITS) for symbol, number in numbers.items()}
