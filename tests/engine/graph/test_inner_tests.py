"""Tests that stand in the file of what they test."""

from __future__ import annotations

from apps.engine.graph.index import GraphIndex
from apps.engine.graph.walk import reaching_tests
from tests.engine.graph.building import graph_of

SOURCES = {
    "src/lib.rs": """
        pub fn add(a: i32, b: i32) -> i32 { inner(a) + b }

        fn inner(a: i32) -> i32 { a }

        #[cfg(test)]
        mod tests {
            use super::*;

            fn helper() -> i32 { add(1, 2) }

            #[test]
            fn adds() { assert_eq!(helper(), 3); }
        }

        #[test]
        fn beside() { inner(1); }
    """,
}


def test_calls_out_of_them_are_told_apart() -> None:
    graph = graph_of(SOURCES)
    made = {
        (edge.source.partition("#")[2], edge.kind, edge.target.partition("#")[2])
        for edge in graph.edges
        if edge.kind in ("calls", "tests") and not edge.is_external
    }
    assert made == {
        ("add", "calls", "inner"),
        ("tests.helper", "tests", "add"),
        ("tests.adds", "calls", "tests.helper"),
        ("beside", "tests", "inner"),
    }


def test_they_are_found_from_what_they_reach() -> None:
    index = GraphIndex(graph_of(SOURCES).edges)
    reached = reaching_tests(index, ["src/lib.rs#inner"])
    assert sorted(item.symbol.partition("#")[2] for item in reached) == ["beside", "tests.adds"]
