"""DOT → SVG that is safe to show: real Graphviz, allow-listed, bounded."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from apps.engine.artifact import write_artifact
from apps.engine.facts import Diagram, DiagramEdge, DiagramNode
from apps.engine.rendering import to_dot
from apps.integrations.graphviz import DrawingFailed, TooLarge, UnsafeDrawing, clean_svg, draw, drawing, warm
from tests.engine.artifact import sheets

TAGS = {"svg", "title", "g", "a", "path", "polygon", "polyline", "ellipse", "text"}
ATTRIBUTES = {
    "viewBox", "width", "height", "role", "aria-label", "class", "href", "d", "points", "cx", "cy", "rx", "ry", "x", "y",
    "fill", "stroke",
    "font-size", "stroke-dasharray", "stroke-width", "text-anchor", "transform",
}  # fmt: skip
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">'


def assert_safe(svg: str) -> None:
    for element in fromstring(svg).iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in TAGS
        assert set(element.attrib) <= ATTRIBUTES
        assert not element.get("href", "").lower().startswith(("javascript:", "data:", "//"))


def boxes(number: int) -> Diagram:
    nodes = tuple(DiagramNode(str(n), f"box {n}") for n in range(number))
    return Diagram("d", "Boxes", nodes, tuple(DiagramEdge(str(n), str(n + 1)) for n in range(number - 1)))


def test_a_drawing_has_a_name_classes_links_and_no_colour() -> None:
    diagram = Diagram(
        "d", "Parts", (DiagramNode("a", "shop/orders", "component", "k"), DiagramNode("b", "Redis", "external")),
        (DiagramEdge("a", "b", "", "inferred"),),
    )  # fmt: skip
    svg = draw(to_dot(diagram, lambda key: f"/t/a/source/{key}?lines=1-2#L1"), title="Parts & pieces")
    assert_safe(svg)
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0.00 0.00 ')
    assert 'role="group" aria-label="Parts &amp; pieces"><title>Parts &amp; pieces</title>' in svg
    assert '<g class="node component">' in svg and '<g class="edge inferred">' in svg and "stroke-dasharray" in svg
    assert '<a href="/t/a/source/k?lines=1-2#L1"><title>shop/orders</title>' in svg
    assert "black" not in svg and "style" not in svg and "id=" not in svg


def test_without_links_it_is_an_image() -> None:
    assert 'role="img"' in draw(to_dot(boxes(2)), title="Boxes")


def test_what_was_made_ready_is_what_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_backends", [])
    warm()
    [ready] = drawing._backends
    warm()
    assert 'role="img"' in draw(to_dot(boxes(2))) and drawing._backends == [ready]


def test_the_same_text_draws_the_same_bytes() -> None:
    assert draw(to_dot(boxes(9))) == draw(to_dot(boxes(9)))


@pytest.mark.parametrize("label", [*sheets.HOSTILE, "\\N \\G \\L", "<<b>x</b>>", "a -> b", "];\n}", "&#x3c;script&#x3e;"])
def test_labels_are_text(label: str) -> None:
    diagram = Diagram(
        "d", label, (DiagramNode("a", label, "model", "k", label), DiagramNode("b", "b")), (DiagramEdge("a", "b", label),)
    )
    svg = draw(to_dot(diagram, lambda _: "/x"), title=label)
    assert_safe(svg.replace("\x00", ""))
    assert "<script" not in svg


def test_the_pictures_of_a_document_are_drawn() -> None:
    for sheet in (sheets.shop(), sheets.hostile(), sheets.huge()):
        for diagram in write_artifact(sheet).diagrams:
            assert_safe(draw(to_dot(diagram, lambda _: "/x"), title=diagram.title.replace("\x00", "")))


def test_too_much_is_refused_before_it_is_drawn() -> None:
    draw(to_dot(boxes(80)))
    with pytest.raises(TooLarge, match="81 boxes; 80 are allowed"):
        draw(to_dot(boxes(81)))
    many = Diagram("d", "t", boxes(60).nodes, tuple(DiagramEdge(str(a), str(b)) for a in range(21) for b in range(21)))
    with pytest.raises(TooLarge, match="441 arrows"):
        draw(to_dot(many))
    with pytest.raises(TooLarge):
        draw('digraph { a [label="' + "x" * 300_000 + '"] }')


def test_nonsense_is_an_error_and_the_next_drawing_works() -> None:
    for nonsense in ("digraph {", "no dot at all", 'digraph { a [label="\0"] }'):
        with pytest.raises(DrawingFailed):
            draw(nonsense)
    assert draw(to_dot(boxes(2))).startswith("<svg")


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        "<g onclick='alert(1)'><text>x</text></g>",
        "<a xlink:href='javascript:alert(1)'><text>x</text></a>",
        "<a xlink:href=' javascript:alert(1)'><text>x</text></a>",
        "<a xlink:href='//evil.example/'><text>x</text></a>",
        "<a xlink:href='data:text/html,x'><text>x</text></a>",
        "<foreignObject><iframe src='x'/></foreignObject>",
        "<image xlink:href='http://evil.example/x.png'/>",
        "<use xlink:href='#x'/>",
        "<style>*{}</style>",
        "<animate attributeName='href' values='javascript:alert(1)'/>",
        "<path d='M0,0' style='fill:url(http://evil.example)' onload='x' fill='url(#a)'/>",
        "<text font-size='expression(1)'>&lt;script&gt;</text>",
    ],
)
def test_what_graphviz_never_draws_is_dropped(inner: str) -> None:
    svg = clean_svg(f"{HEAD}{inner}</svg>".encode())
    assert_safe(svg)
    for word in ("script>", "onclick", "onload", "evil", "javascript", "data:", "foreignObject", "style", "url(", "expression"):
        assert word not in svg.replace("&lt;script&gt;", "")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<html></html>",
        b'<svg xmlns="http://www.w3.org/2000/svg"></svg>',
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&a;</text></svg>',
        b"<svg",
        b"\xff\xfe",
    ],
)
def test_what_is_no_drawing_is_refused(raw: bytes) -> None:
    with pytest.raises(UnsafeDrawing):
        clean_svg(raw)


def test_deep_nesting_is_cut_not_followed() -> None:
    assert_safe(clean_svg((HEAD + "<g>" * 5_000 + "</g>" * 5_000 + "</svg>").encode()))
