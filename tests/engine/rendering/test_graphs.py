"""Parts of the graph as pictures that fit."""

from __future__ import annotations

from apps.engine.facts import Component, Edge, Place
from apps.engine.rendering.diagrams import to_dot
from apps.engine.rendering.graphs import (
    ARROWS,
    BOXES,
    FileTie,
    Named,
    picture_of,
    picture_of_components,
    picture_of_files,
    to_diagram,
)
from apps.integrations.graphviz import draw

HUB = "shop/oven.py#Oven.bake"


def star(number: int, files: int) -> list[Edge]:
    return [Edge(f"shop/part{at % files}/file{at % files}.py#f{at}", "calls", HUB, at + 1) for at in range(number)]


def named(edges: list[Edge]) -> dict[str, Named]:
    return {end: Named("function", end.partition("#")[0]) for edge in edges for end in (edge.source, edge.target)}


def test_few_symbols_are_shown_as_they_are() -> None:
    edges = [
        Edge("a.py#run", "calls", HUB, 3, "inferred"), Edge("a.py#run", "calls", HUB, 5), Edge("a.py#run", "uses", HUB, 5),
        Edge(HUB, "calls", "requests.get", 9, "name", is_external=True),
    ]  # fmt: skip
    picture = picture_of(edges, HUB, named(edges[:3]))
    assert picture.level == "symbol" and not picture.left_out
    assert [(box.key, box.label, box.path) for box in picture.boxes] == [
        ("a.py#run", "run", "a.py"), ("ext:requests.get", "requests.get", ""), (HUB, "Oven.bake", "shop/oven.py"),
    ]  # fmt: skip
    assert [(tie.source, tie.kinds, tie.count, tie.resolution, tie.line) for tie in picture.ties] == [
        ("a.py#run", ("calls", "uses"), 3, "exact", 0),
        (HUB, ("calls",), 1, "name", 9),
    ]


def test_many_symbols_are_grouped_by_file_then_by_folder_and_the_centre_stays() -> None:
    by_file = picture_of(star(200, 40), HUB, named(star(200, 40)))
    assert by_file.level == "file" and len(by_file.boxes) == 41
    assert {box.key for box in by_file.boxes} >= {HUB, "shop/part3/file3.py"}
    assert {(tie.target, tie.count) for tie in by_file.ties} == {(HUB, 5)}
    edges = star(400, 200)
    by_folder = picture_of(edges, HUB, named(edges))
    assert by_folder.level == "folder" and {box.key for box in by_folder.boxes} == {HUB, "shop/"}
    assert by_folder.ties[0].count == 400


def test_what_never_fits_is_cut_to_its_strongest_ties() -> None:
    ties = [FileTie(f"top{at}/a.py", "hub/b.py", "calls", at + 1) for at in range(300)]
    picture = picture_of_files(ties)
    assert len(picture.boxes) == BOXES and picture.left_out == 300 - len(picture.ties)
    assert min(tie.count for tie in picture.ties) > 200


def test_too_many_arrows_are_thinned_without_losing_a_part() -> None:
    ties = [FileTie(f"d{at}/a.py", f"d{other}/a.py", "calls", 1 + at * other) for at in range(40) for other in range(40)]
    picture = picture_of_files(ties)
    assert len(picture.boxes) == 40 and len(picture.ties) < ARROWS and picture.left_out


def test_a_picture_of_a_folder_tells_the_rest_by_its_folders() -> None:
    ties = [
        FileTie("shop/api/a.py", "shop/api/b.py", "calls", 2), FileTie("shop/api/a.py", "shop/core/deep/c.py", "calls", 1),
        FileTie("tools/x/y.py", "shop/api/b.py", "calls", 1), FileTie("root.py", "shop/api/b.py", "imports", 1),
    ]  # fmt: skip
    picture = picture_of_files(ties, inside="shop/api")
    assert [box.key for box in picture.boxes] == ["/", "shop/api/a.py", "shop/api/b.py", "shop/core/", "tools/"]


def test_it_does_not_depend_on_the_order_of_the_edges() -> None:
    edges = star(200, 40)
    assert picture_of(edges, HUB, named(edges)) == picture_of(list(reversed(edges)), HUB, named(edges))


def test_every_picture_can_be_drawn() -> None:
    ring = [FileTie(f"d{at}/a.py", f"d{(at * 7 + step) % BOXES}/a.py", "calls", 1) for at in range(BOXES) for step in range(9)]
    picture = picture_of_files(ring)
    assert len(picture.ties) <= ARROWS
    svg = draw(to_dot(to_diagram(picture, "Ring"), lambda key: f"/x?{key}", {"d1/a.py": "the <second> one"}))
    assert svg.count("<a href=") == len(picture.boxes) and "the &lt;second&gt; one" in svg


def test_components_and_their_ties() -> None:
    def part(name: str, *uses: tuple[str, int], role: str = "") -> Component:
        return Component(name, name, 3, 10, Place(name), role=role, uses=uses)

    picture = picture_of_components(
        [part("api", ("core", 4), ("api", 2)), part("core"), part("checks", ("api", 9), role="tests")]
    )
    assert [box.key for box in picture.boxes] == ["api", "core"]
    assert [(tie.source, tie.target, tie.count) for tie in picture.ties] == [("api", "core", 4)]
    assert picture_of_components(()).boxes == ()
