"""Where the words stand that a definition is described with."""

from __future__ import annotations

import pytest

from apps.engine.facts import Place
from apps.engine.graph.doc_places import documented_at
from apps.engine.graph.lines import Lines
from tests.engine.graph.building import graph_of

GO = """
    package a

    // Open opens it
    // for good.
    //
    // More of it.
    func Open() {}
    func Bare() {}
"""
KOTLIN = """
    class A {
        /**
         * Opens it.
         */
        @Marked
        fun open() {}
    }
"""
PYTHON = """
    @marked
    def run():
        \"\"\"Runs it.\"\"\"
"""


@pytest.mark.parametrize(
    ("path", "text", "name", "expected"),
    [
        ("a.go", GO, "Open", (3, 4)),
        ("a.go", GO, "Bare", None),
        ("A.kt", KOTLIN, "open", (3, 3)),
        ("a.py", PYTHON, "run", None),
    ],
)
def test_comments_in_front_of_definitions(path: str, text: str, name: str, expected: tuple[int, int] | None) -> None:
    graph = graph_of({path: text})
    (capsule,) = [item for item in graph.capsules if item.name == name and item.kind != "module"]
    lines = Lines({item.path: item.body for item in graph.capsules if item.kind == "module"})
    assert documented_at(capsule, lines) == (Place(path, *expected) if expected else None)
