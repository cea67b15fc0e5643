"""Diagrams as DOT and Mermaid: nothing in a label can end it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from apps.engine.artifact import write_artifact
from apps.engine.facts import Diagram, DiagramEdge, DiagramNode
from apps.engine.rendering import to_dot, to_mermaid
from tests.engine.artifact import sheets

LABELS = st.text(max_size=60)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
BOX = r"n\d+(?:(?:\[|\(\[|\[\()\"[^\"\n]*\"(?:\]|\]\)|\)\]))?"
ENTITY = r"(?:n\d+|[A-Z][A-Za-z0-9]*)"
MERMAID_LINE = re.compile(
    r"flowchart (LR|TB)|erDiagram|  subgraph g\d+\[\"[^\"]*\"\]|  end"
    rf"|(?:  |    ){BOX}(?: (?:-->|-\.->)(?:\|\"[^\"\n]*\"\|)? {BOX})?"
    rf"|  {ENTITY} (?:\}}o|\|o|\|\|)--(?:o\{{|\|\|) {ENTITY} : \"[^\"\n]*\""
)


def diagram(labels: list[str], kind: str = "component", edge: str = "uses") -> Diagram:
    nodes = tuple(DiagramNode(str(number), label, kind, "k", label if number % 2 else "") for number, label in enumerate(labels))
    edges = tuple(DiagramEdge(str(number), str(number + 1), label, edge) for number, label in enumerate(labels[:-1]))
    return Diagram("d", "Title", nodes, edges)


@given(st.lists(LABELS, min_size=1, max_size=5), st.sampled_from(["component", "external", "endpoint", "made up"]))
def test_dot_is_made_of_whole_strings(labels: list[str], kind: str) -> None:
    dot = to_dot(diagram(labels, kind), lambda key: f'/x?"{key}\\')
    bare = STRING.sub("S", dot)
    assert '"' not in bare and "\0" not in dot
    assert bare.count("[label=S") == 2 * len(labels) - 1 - sum(1 for label in labels[:-1] if not label)
    assert re.fullmatch(r"[A-Za-z0-9_=,;.\[\]{}>\s-]*", bare)


@given(
    st.lists(LABELS, min_size=2, max_size=5),
    st.sampled_from(["component", "model", "external", "entry"]),
    st.sampled_from(["uses", "relation", "inferred"]),
)
def test_mermaid_lines_have_one_of_few_shapes(labels: list[str], kind: str, edge: str) -> None:
    text = to_mermaid(diagram(labels, kind, edge))
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        assert MERMAID_LINE.fullmatch(line), line
        assert not set(line) & set("<>`;") - set("->;") and "%%" not in line


def test_models_make_an_entity_diagram() -> None:
    nodes = (DiagramNode("Order", "Order", "model"), DiagramNode("User", "User", "model"), DiagramNode("Tag", "Tag", "model"))
    edges = (
        DiagramEdge("Order", "User", "user (many to one)", "relation"),
        DiagramEdge("Order", "Tag", "tags (many to many)", "relation"),
        DiagramEdge("User", "Tag", "best (one to one)", "relation"),
    )
    assert to_mermaid(Diagram("m", "Models", nodes, edges)) == (
        "erDiagram\n"
        '  Order }o--|| User : "user (many to one)"\n'
        '  Order }o--o{ Tag : "tags (many to many)"\n'
        '  User |o--|| Tag : "best (one to one)"\n'
    )


def test_dot_names_kinds_not_colours() -> None:
    dot = to_dot(
        Diagram(
            "d", "t", (DiagramNode("a", "A", "external", "k"), DiagramNode("b", "B")), (DiagramEdge("a", "b", "", "inferred"),)
        ),
        lambda _: "/x",
    )
    assert 'class="external", shape=cylinder, href="/x", tooltip="A"' in dot
    assert 'class="inferred", style=dashed' in dot and "color" not in dot.replace("bgcolor=transparent", "")


def test_edges_to_nowhere_are_left_out() -> None:
    lonely = Diagram("d", "t", (DiagramNode("a", "A"),), (DiagramEdge("a", "gone"),))
    assert "->" not in to_dot(lonely) and "-->" not in to_mermaid(lonely)
    assert 'n1["A"]' in to_mermaid(lonely)


def test_pictures_of_the_huge_sheet_stay_small() -> None:
    for drawn in write_artifact(sheets.huge()).diagrams:
        assert len(drawn.nodes) <= 40 and len(drawn.edges) <= 40
