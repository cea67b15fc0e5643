"""What a model writes is cut into statements, however its pieces come."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.engine.answering import Statement, Statements


def cut(text: str, size: int = 0) -> list[Statement]:
    pieces = [text[at : at + size] for at in range(0, len(text), size)] if size else [text]
    statements = Statements()
    found = [one for piece in pieces for one in statements.feed(piece)]
    return found + list(statements.finish())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It bakes [1]. It sells [2][3].", [("It bakes.", (1,), "line"), ("It sells.", (2, 3), "")]),
        ("It bakes. [1] It sells. [2, 3]", [("It bakes.", (1,), "line"), ("It sells.", (2, 3), "")]),
        ("First [1], then [2]; done [1].", [("First, then; done.", (1, 2), "line")]),
        (
            "- `a.b. C` holds [1].\n- Two [2].\n\nNew. ",
            [("`a.b. C` holds.", (1,), "item"), ("Two.", (2,), "item"), ("New.", (), "line")],
        ),
        ("1. First of all [1].\n2. Second [2].", [("First of all.", (1,), "item"), ("Second.", (2,), "item")]),
        ("Version 3.11 of e.g. python is set [4].", [("Version 3.11 of e.g. python is set.", (4,), "line")]),
        ("An index `a[1]` is no citation.", [("An index `a[1]` is no citation.", (), "line")]),
        ("¿Qué hace? Hornea [1]. Él vende [2].", [("¿Qué hace?", (), "line"), ("Hornea.", (1,), ""), ("Él vende.", (2,), "")]),
        ("[7]", [("", (7,), "line")]),
        ("UNKNOWN", [("UNKNOWN", (), "line")]),
        ("", []),
        (" \n\n \n", []),
    ],
)
def test_statements(text: str, expected: list[tuple[str, tuple[int, ...], str]]) -> None:
    for size in (0, 1, 2, 3, 7):
        assert [(one.text, one.citations, one.begins) for one in cut(text, size)] == expected


def test_a_statement_comes_as_soon_as_it_is_whole() -> None:
    statements = Statements()
    assert list(statements.feed("It bakes [1]")) == []
    assert list(statements.feed(".")) == [], "a citation may still follow"
    assert list(statements.feed(" [")) == []
    assert list(statements.feed("2]")) == []
    assert [one.citations for one in statements.feed(" It")] == [(1, 2)]
    assert [one.text for one in statements.finish()] == ["It"]


def test_a_block_of_code_is_one_statement_without_text() -> None:
    found = cut("Before [1].\n```python\nprint('secret [1].')\n```\nAfter [2].", 3)
    assert [(one.text, one.is_code) for one in found] == [("Before.", False), ("", True), ("After.", False)]


def test_what_never_ends_is_ended() -> None:
    found = cut("x" * 20_000, 777)
    assert max(len(one.text) for one in found) <= 4_300 and sum(len(one.text) for one in found) == 20_000


@settings(max_examples=300)
@given(st.text(alphabet="aB.!?[]1,;` \n-~#é", max_size=60), st.lists(st.integers(1, 9), min_size=1, max_size=60))
def test_how_the_pieces_are_cut_changes_nothing(text: str, sizes: list[int]) -> None:
    statements, found, at = Statements(), [], 0
    for size in sizes:
        found += statements.feed(text[at : at + size])
        at += size
    found += statements.feed(text[at:])
    found += statements.finish()
    assert found == cut(text)
