"""Breadth-first walks over the graph: what is near a symbol, what a change of it may reach, which tests run it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal, Protocol

import msgspec

from apps.engine.facts import Edge
from apps.engine.graph.testfiles import is_test

Direction = Literal["out", "in", "both"]
Step = tuple[Edge, str]  # an edge, and the symbol at its other end

CALLING = frozenset({"calls", "tests", "routes_to"})
DEPENDING = frozenset({"calls", "tests", "routes_to", "uses", "inherits", "overrides", "imports", "reads_model", "writes_model"})
_CERTAINTY = {"exact": 0, "inferred": 1}
MOST = 2_000  # symbols of one answer


class Edges(Protocol):
    """Edges by their ends; a store may answer as well as `GraphIndex`."""

    def leaving(self, symbol: str) -> Iterable[Edge]: ...

    def arriving(self, symbol: str) -> Iterable[Edge]: ...


class Neighbourhood(msgspec.Struct, frozen=True, gc=False):
    """What is within some steps of a symbol.

    `distance` is by symbol or external name, nearest first; `edges` are those between what is in it, sorted.  `is_cut` tells
    that there was more than the limit.
    """

    distance: Mapping[str, int]
    edges: tuple[Edge, ...]
    is_cut: bool = False


class Reached(msgspec.Struct, frozen=True, gc=False):
    """A symbol that a walk came to after `distance` steps, along `way`: edges from the start, each as it stands in the graph."""

    symbol: str
    distance: int
    way: tuple[Edge, ...]


def neighbourhood(
    edges: Edges, start: str, *, depth: int, direction: Direction = "both", kinds: Collection[str] = CALLING, limit: int = MOST
) -> Neighbourhood:
    """What is within `depth` steps of `start` (itself at 0) over edges of these kinds; at most `limit` symbols, nearest first."""

    def steps(symbol: str) -> list[Step]:
        found: list[Step] = []
        if direction != "in":
            found += [(edge, edge.target) for edge in edges.leaving(symbol) if edge.kind in kinds]
        if direction != "out":
            found += [(edge, edge.source) for edge in edges.arriving(symbol) if edge.kind in kinds]
        return found

    reached, is_cut = _spread([start], steps, depth, limit)
    inner = (symbol for symbol, found in reached.items() if found[0] < depth)
    between = {edge for symbol in inner for edge, other in steps(symbol) if other in reached}
    return Neighbourhood({symbol: found[0] for symbol, found in reached.items()}, tuple(sorted(between)), is_cut)


def impact(edges: Edges, changed: Iterable[str], *, depth: int = 20, limit: int = MOST) -> tuple[Reached, ...]:
    """Everything that may behave differently once `changed` does, nearest first, each with why.

    Whatever calls, names, extends, tests or routes to a symbol depends on it; a method that takes the place of another is run by
    those who call the other.  What a class or file contains changes with it.
    """

    def steps(symbol: str) -> list[Step]:
        found = [(edge, edge.source) for edge in edges.arriving(symbol) if edge.kind in DEPENDING and not edge.is_external]
        found += [(edge, edge.target) for edge in edges.leaving(symbol) if edge.kind == "overrides" and not edge.is_external]
        return found

    starts = _with_contents(edges, changed, limit)
    return _ways(_spread(starts, steps, depth, limit)[0])


def reaching_tests(edges: Edges, symbols: Iterable[str], *, depth: int = 6, limit: int = MOST) -> tuple[Reached, ...]:
    """Tests whose calls lead to one of `symbols`, or to what it contains, within `depth` steps, nearest first.

    A test is what stands in a file of tests, or in the part of a file that is for tests, and is called by nothing there.
    """

    def steps(symbol: str) -> list[Step]:
        found = [(edge, edge.source) for edge in edges.arriving(symbol) if edge.kind in ("calls", "tests")]
        return found + [
            (edge, edge.target) for edge in edges.leaving(symbol) if edge.kind == "overrides" and not edge.is_external
        ]

    reached = _ways(_spread(_with_contents(edges, symbols, limit), steps, depth, limit)[0])
    return tuple(item for item in reached if _is_of_tests(item) and not steps(item.symbol))


def _is_of_tests(item: Reached) -> bool:
    """Whether what was reached stands among tests: in a file of them, or behind a call that leads out of one."""
    return is_test(item.symbol.partition("#")[0]) or any(edge.kind == "tests" for edge in item.way)


def _with_contents(edges: Edges, symbols: Iterable[str], limit: int) -> list[str]:
    """The symbols and all that stands in them."""

    def steps(symbol: str) -> list[Step]:
        return [(edge, edge.target) for edge in edges.leaving(symbol) if edge.kind == "contains"]

    return list(_spread(sorted(set(symbols)), steps, limit, limit)[0])


def _spread(
    starts: Iterable[str], steps: Callable[[str], list[Step]], depth: int, limit: int
) -> tuple[dict[str, tuple[int, str, Edge | None]], bool]:
    """({symbol: (distance, the symbol before it, the edge between)} in breadth-first order, whether the limit cut it short).

    Surer edges are followed first, so that of two ways of equal length the surer one is told.
    """
    reached: dict[str, tuple[int, str, Edge | None]] = dict.fromkeys(starts, (0, "", None))
    border = list(reached)
    for distance in range(1, depth + 1):
        following: list[str] = []
        for symbol in border:
            for edge, other in sorted(steps(symbol), key=_surest):
                if other not in reached:
                    if len(reached) >= limit:
                        return reached, True
                    reached[other] = (distance, symbol, edge)
                    following.append(other)
        if not following:
            break
        border = following
    return reached, False


def _surest(step: Step) -> tuple[int, str, str, int]:
    edge, other = step
    return (_CERTAINTY.get(edge.resolution, 2), other, edge.kind, edge.line)


def _ways(reached: Mapping[str, tuple[int, str, Edge | None]]) -> tuple[Reached, ...]:
    """What was reached, without the starts."""
    found = []
    for symbol, (distance, before, edge) in reached.items():
        way: list[Edge] = []
        while edge is not None:
            way.append(edge)
            _distance, before, edge = reached[before]
        if way:
            found.append(Reached(symbol, distance, tuple(reversed(way))))
    return tuple(found)
