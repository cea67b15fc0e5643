"""One passage per capsule, section and sub-section; the same text is not in two of them."""

from __future__ import annotations

import msgspec
import pytest

from apps.engine.facts import SECTIONS, ArtifactText, Capsule, Place, Section, cite_link
from apps.engine.retrieval import PassageText, code_drafts, code_texts, document_passages
from apps.engine.retrieval.passages import MOST_CHARACTERS, cited, readable
from tests.factories import make_capsule

CLASS = "class Oven:\n    heat = 200\n\n    def bake(self):\n        return 1\n\n    def cool(self):\n        return 0\n\n    closed = True"
CAPSULES = [
    make_capsule("shop/oven.py", "import time\n\n" + CLASS, kind="module", name="oven", end_line=12),
    make_capsule("shop/oven.py#Oven", CLASS, kind="class", parent="shop/oven.py", line=3, start_line=3, end_line=12),
    make_capsule(
        "shop/oven.py#Oven.bake", "    def bake(self):\n        return 1", kind="method", parent="shop/oven.py#Oven", line=6,
        start_line=6, end_line=7, docstring="Bakes bread. Slowly.", rank=3.14159,
    ),
    make_capsule(
        "shop/oven.py#Oven.cool", "    def cool(self):\n        return 0", kind="method", parent="shop/oven.py#Oven", line=9,
        start_line=9, end_line=10,
    ),
]  # fmt: skip
ROLES = {"shop/oven.py": "code"}


def texts(capsules: list[Capsule] = CAPSULES) -> dict[str, PassageText]:
    return {passage.anchor: passage for passage in code_texts(capsules, ROLES, {capsule.symbol for capsule in capsules})}


def test_a_capsule_leaves_the_lines_of_what_stands_in_it_to_that() -> None:
    found = texts()
    assert found["shop/oven.py"].text == "import time"
    assert found["shop/oven.py#Oven"].text == "class Oven:\n    heat = 200\n\n\n\n    closed = True"
    assert found["shop/oven.py#Oven.bake"].text == "    def bake(self):\n        return 1"


def test_a_passage_says_what_it_is_and_where_it_stands() -> None:
    bake = texts()["shop/oven.py#Oven.bake"]
    assert (bake.title, bake.summary, bake.path, bake.line, bake.end_line) == ("Oven.bake", "Bakes bread.", "shop/oven.py", 6, 7)
    assert (bake.kind, bake.role, bake.language, bake.rank) == ("method", "code", "Python", 3.1)
    assert texts()["shop/oven.py"].title == "shop/oven.py"


def test_only_the_wanted_are_made() -> None:
    assert [item.anchor for item in code_texts(CAPSULES, ROLES, {"shop/oven.py#Oven"})] == ["shop/oven.py#Oven"]
    (only,) = code_texts(CAPSULES, ROLES, {"shop/oven.py#Oven"})
    assert only == texts()["shop/oven.py#Oven"]


def test_of_capsules_with_the_same_symbol_the_first_counts() -> None:
    twice = [make_capsule("a.py#f", "def f(): 1"), make_capsule("a.py#f", "def f(): 2")]
    assert len(code_drafts(twice, {})) == 1
    assert [item.text for item in code_texts(twice, {}, {"a.py#f"})] == ["def f(): 1"]
    assert code_drafts(twice, {}) == code_drafts(twice[:1], {})


@pytest.mark.parametrize(
    "change",
    [
        {"line": 7}, {"docstring": "Bakes."}, {"content_hash": "other"}, {"rank": 3.3}, {"kind": "function"}, {"end_line": 9},
        {"start_line": 5}, {"signature": "def bake(self, hot)"}, {"language": "Ruby"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_stored_of_a_capsule_is_covered_by_its_record(change: dict[str, object]) -> None:
    before, after = (
        code_drafts([capsule], ROLES)[0] for capsule in (CAPSULES[2], msgspec.structs.replace(CAPSULES[2], **change))
    )
    assert before.anchor == after.anchor and before.record != after.record


def test_a_rank_that_moves_a_little_and_a_role_that_stays_write_nothing() -> None:
    a_little = msgspec.structs.replace(CAPSULES[2], rank=3.1416)
    assert code_drafts([a_little], ROLES) == code_drafts([CAPSULES[2]], ROLES)
    assert code_drafts([CAPSULES[2]], {"shop/oven.py": "test"}) != code_drafts([CAPSULES[2]], ROLES)


def test_what_is_searched_does_not_hang_on_where_it_stands() -> None:
    moved = msgspec.structs.replace(CAPSULES[2], line=60, start_line=60, end_line=61, rank=9.0)
    (there,) = code_texts([moved], ROLES, {moved.symbol})
    here = texts()[moved.symbol]
    assert there != here and there.digest == here.digest
    assert msgspec.structs.replace(here, text="other").digest != here.digest


def test_a_text_is_bounded() -> None:
    long = make_capsule("a.py#f", "x" * (MOST_CHARACTERS + 5))
    assert len(texts([long])["a.py#f"].text) == MOST_CHARACTERS


def document(markdown: str) -> ArtifactText:
    sections = tuple(Section(key, title, markdown if key == "api-endpoints" else "Nothing.\n", "e") for key, title in SECTIONS)
    return ArtifactText("Shop", sections, ((("shop/main.py#f"), Place("shop/main.py", 1, 2, "0" * 16)),))


def test_a_document_has_a_passage_for_each_section_and_sub_section() -> None:
    cite = cite_link("shop/main.py#f")
    markdown = f"Two routes. {cite}\n\n### Orders\n\n`POST /orders` {cite}\n\n```\n### not a heading\n```\n\n#### Deep\n\nyes\n\n### Orders\n\nagain\n"
    found = {passage.anchor: passage for passage in document_passages(document(markdown))}
    assert [anchor for anchor in found if anchor.startswith("api")] == [
        "api-endpoints", "api-endpoints#orders", "api-endpoints#deep", "api-endpoints#orders-2",
    ]  # fmt: skip
    assert len(found) == len(SECTIONS) + 3
    orders = found["api-endpoints#orders"]
    assert orders.title == "API / Endpoints › Orders" and "### not a heading" in orders.text
    assert cited(orders.text) == ("shop/main.py#f",)
    assert readable(orders.text).startswith("`POST /orders`") and "cite:" not in readable(orders.text)
    assert found["api-endpoints"].summary == "Two routes."


def test_an_empty_sub_section_is_none() -> None:
    found = document_passages(document("### Empty\n\n### Full\n\nyes\n"))
    assert "api-endpoints#empty" not in {passage.anchor for passage in found}
    assert "api-endpoints#full" in {passage.anchor for passage in found}


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("Most often `current_user` [source](cite:a.py#x); of others", "Most often `current_user`; of others"),
        ("`A` [source](cite:a.py#A) and `B` [source](cite:b.py#B).", "`A` and `B`."),
        ("mounted by [source](cite:app/main.py#mount:) [source](cite:app/config.py#mount:).", "mounted by `app/main.py`, `app/config.py`."),
        ("(from [source](cite:a.py#x) on)", "(from `a.py` on)"),
        ("at [source](cite:a.py#x) [source](cite:a.py#y).", "at `a.py`."),
        ("| GET | [source](cite:a.py#x) | [source](cite:b.py#y) [source](cite:c.py#y) |", "| GET | `a.py` | `b.py`, `c.py` |"),
        ("| `run` [source](cite:a.py#x) | |", "| `run` | |"),
        ("It scatters [source](cite:a.py#x)", "It scatters"),
        ("A heat [source](cite:a.py#x) of it", "A heat of it"),
    ],
)  # fmt: skip
def test_a_citation_is_named_where_the_sentence_speaks_of_it(markdown: str, shown: str) -> None:
    assert readable(markdown) == shown
