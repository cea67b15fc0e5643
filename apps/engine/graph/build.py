"""Files → capsules and edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.facts import Capsule, Edge, FileFacts, Place
from apps.engine.graph.capsules import make_capsules, symbols_of
from apps.engine.graph.edges import CallEdges
from apps.engine.graph.mentions import mentions
from apps.engine.graph.offered import offered
from apps.engine.graph.rank import rank
from apps.engine.graph.resolve import Resolver
from apps.engine.graph.structure import structure
from apps.engine.graph.testfiles import is_test

__all__ = ["Graph", "build_graph", "is_test"]


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of a commit; capsules by symbol, edges by all their fields.

    `external_call_count` counts calls that leave the repository, `unnamed_call_count` those of them for what has no name.
    `needed` are the edges of what a function's parameters depend on, with the place of the alias that names it, if there is one.
    """

    capsules: tuple[Capsule, ...]
    edges: tuple[Edge, ...]
    call_count: int
    resolved_call_count: int
    external_call_count: int
    needed: tuple[tuple[Edge, Place | None], ...] = ()
    unnamed_call_count: int = 0


def build_graph(files: Mapping[str, FileFacts], texts: Mapping[str, str], resolver: Resolver) -> Graph:
    """Capsules and edges of all parsed files.

    An edge ``tests`` takes the place of ``calls`` where a test calls what is no test; ``uses`` leads to what is named only.
    """
    calls = CallEdges(files, resolver)
    calls.collect()
    rows = sorted(calls.rows | structure(files, resolver))
    ordered = tuple([Edge(*row) for row in rows])
    capsules = make_capsules(
        files,
        texts,
        calls.unresolved,
        rank(ordered, symbols_of(files)),
        calls.unnamed,
        mentions(files, texts, rows, {name for _source, name in calls.unresolved}),
        offered(files, texts, resolver),
    )
    by_parameters = tuple([(Edge(*row), calls.needs[row]) for row in sorted(calls.needs)])
    return Graph(capsules, ordered, calls.calls, calls.inside, calls.outside, by_parameters, calls.unnamed.total())
