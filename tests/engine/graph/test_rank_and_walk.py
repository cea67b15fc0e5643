"""PageRank and neighbourhoods."""

from __future__ import annotations

from apps.engine.facts import Edge
from apps.engine.graph.rank import rank
from apps.engine.graph.walk import adjacency, neighbours

EDGES = [
    Edge("a", "calls", "hub", 1),
    Edge("b", "calls", "hub", 1),
    Edge("c", "imports", "hub", 1),
    Edge("hub", "calls", "leaf", 2),
    Edge("leaf", "calls", "a", 3),
    Edge("a", "calls", "requests.get", 4, "exact", True),
]


def test_rank_is_central_rounded_and_independent_of_order() -> None:
    symbols = ["a", "b", "c", "hub", "leaf"]
    found = rank(EDGES, symbols)
    assert max(found, key=lambda symbol: found[symbol]) in ("hub", "leaf")
    assert found["hub"] > found["b"]
    assert all(value == round(value, 9) for value in found.values())
    assert rank(list(reversed(EDGES)), list(reversed(symbols))) == found
    assert abs(sum(found.values()) - 1) < 1e-6
    assert rank([], []) == {}


def test_neighbours_in_both_directions() -> None:
    out = adjacency(EDGES, frozenset({"calls"}))
    assert neighbours("a", out, 2) == {"a": 0, "hub": 1, "requests.get": 1, "leaf": 2}
    into = adjacency(EDGES, frozenset({"calls", "imports"}), "in")
    assert neighbours("hub", into, 1, "in") == {"hub": 0, "a": 1, "b": 1, "c": 1}
