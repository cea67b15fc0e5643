"""How central a symbol is: PageRank over calls, imports and inheritance, for all or as seen from some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import rustworkx

from apps.engine.facts import Edge

DIGITS = 3
_KINDS = frozenset({"calls", "imports", "inherits"})
_REFERENCES = _KINDS | {"uses", "tests", "routes_to"}
_FINE = 9  # decimals of a rank as seen from some, which is not stored
_STAY = 0.85  # probability of following an edge


def rank(edges: Iterable[Edge], symbols: Sequence[str]) -> dict[str, float]:
    """{symbol: rank}, 1 where nothing leads to a symbol; the same whatever the order of the input.

    A file that a name is imported from counts as that name does, not once more.

    PageRank in units of what every symbol has of itself.  In these a rank depends on what leads to a symbol alone and not on how
    many symbols there are: a commit changes the ranks of what it touches, and of what that leads to.
    """
    ordered = sorted(set(symbols))
    if not ordered:
        return {}
    numbers = {symbol: number for number, symbol in enumerate(ordered)}
    graph = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(ordered)
    leads = [(edge.source, edge.target, edge.kind) for edge in edges if edge.kind in _KINDS and not edge.is_external]
    named = {(source, target.partition("#")[0]) for source, target, kind in leads if kind == "imports" and "#" in target}
    links = {
        (numbers[source], numbers[target])
        for source, target, kind in leads
        if source in numbers and target in numbers and not (kind == "imports" and (source, target) in named)
    }
    graph.add_edges_from_no_data(sorted(links))
    found = rustworkx.pagerank(graph, alpha=_STAY, max_iter=200, tol=1e-10)
    leading = {source for source, _ in links}
    ends = sum(found[number] for number in range(len(ordered)) if number not in leading)  # handed to all in equal parts
    own = (1 - _STAY + _STAY * ends) / len(ordered)
    return {symbol: round(found[number] / own, DIGITS) for symbol, number in numbers.items()}


def rank_from(edges: Iterable[Edge], symbols: Sequence[str], focus: Mapping[str, float]) -> dict[str, float]:
    """{symbol: rank}, adding up to about 1, as seen from `focus`: symbols or paths (all that stands in the file) with a weight
    above 0 each.

    A symbol that another refers to on more lines weighs more for it.  Without a focus in the repository no symbol is preferred.
    """
    ordered = sorted(set(symbols))
    if not ordered:
        return {}
    numbers = {symbol: number for number, symbol in enumerate(ordered)}
    counts: Counter[tuple[int, int]] = Counter()
    for edge in edges:
        if edge.kind in _REFERENCES and not edge.is_external and edge.source in numbers and edge.target in numbers:
            counts[numbers[edge.source], numbers[edge.target]] += 1
    graph = rustworkx.PyDiGraph(multigraph=False)
    graph.add_nodes_from(ordered)
    graph.add_edges_from([(source, target, float(count)) for (source, target), count in sorted(counts.items())])
    wanted: dict[int, float] = {}
    for symbol, number in numbers.items():
        weight = max(focus.get(symbol, 0.0), focus.get(symbol.partition("#")[0], 0.0))
        if weight > 0:
            wanted[number] = weight
    found = rustworkx.pagerank(graph, alpha=_STAY, weight_fn=float, personalization=wanted or None, max_iter=200, tol=1e-10)
    return {symbol: round(found[number], _FINE) for symbol, number in numbers.items()}
