"""Section 4: relations inside the repository and out of it, and an order that stays."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.artifact import write_artifact
from apps.engine.facts import Diagram, FactSheet, Model, Project, Relation
from tests.engine.artifact.sheets import at


def table(name: str, *targets: str, path: str = "shop/models.py") -> Model:
    ties = tuple(Relation(f"r{n}", "foreign key", target) for n, target in enumerate(targets))
    return Model(name, at(path, 1 + len(name)), "table", "Django", relations=ties)


def section(*models: Model) -> tuple[str, tuple[Diagram, ...]]:
    text = write_artifact(replace(FactSheet(Project("shop")), models=models))
    return next(part.markdown for part in text.sections if part.key == "data-models"), text.diagrams


def test_relations_that_leave_the_repository_make_no_model_the_most_connected() -> None:
    home = table("HomePage", "Image", "Image", "Page", "Page", "Collection")
    text, (picture,) = section(home, table("Order", "Item"), table("Item", "Maker"), table("Maker"))
    assert "`Item` is the most connected: 1 relation of its own to models of the repository" in text
    assert (
        "Five relations lead to models defined elsewhere: `Collection`, `Image` and `Page`, for example from `HomePage`" in text
    )
    assert picture.title == "Models that are related to one another"
    assert {node.label for node in picture.nodes} == {"Order", "Item", "Maker"}


def test_a_relation_to_itself_counts_once() -> None:
    text, _diagrams = section(table("Page", "Page"), table("Order", "Item"), table("Item", "Maker"), table("Maker"))
    assert "`Item` is the most connected" in text


def test_models_stand_by_name_whatever_their_relations() -> None:
    before, _ = section(table("B", "A", "C"), table("A"), table("C"))
    after, _ = section(table("B", "A", "C"), table("A"), table("C", "A", "B", "B"))
    for text in (before, after):
        rows = [line for line in text.split("\n") if line.startswith("| `")]
        assert [row[3] for row in rows] == ["A", "B", "C"]


def test_folders_of_the_rest_stand_by_path() -> None:
    rest = [table(f"M{n:02}", path=f"{'a' if n % 3 else 'b'}/models.py") for n in range(40)]
    text, _diagrams = section(*rest, table("Hub", "M00", "M01"))
    assert text.index("- `a`: ") < text.index("- `b`: ")
