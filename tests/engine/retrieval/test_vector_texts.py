"""What a model reads of a passage: of code the beginning, of prose everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.engine.retrieval.vector_texts import vector_key, vector_texts

WINDOW = 112


def texts(
    text: str = "", *, language: str = "Python", title: str = "Order.createNew", path: str = "shop/order_book.py"
) -> tuple[str, ...]:
    return vector_texts(path, title, "Makes an order.", text, language, window=WINDOW)


def test_code_is_read_after_the_words_of_its_names() -> None:
    assert texts("def createNew(self):\n    return 1") == (
        "shop order book order create new Makes an order. def createNew(self): return 1",
    )


def test_white_space_makes_no_other_text() -> None:
    assert vector_key(texts("def f():\n\treturn  1\n")) == vector_key(texts("def f():\n    return 1"))
    assert vector_key(texts("def f(): return 1")) != vector_key(texts("def f(): return 2"))


def test_code_is_cut_where_the_model_reads_no_more() -> None:
    (cut,) = texts("return value " * 10_000)
    assert len(cut) == WINDOW * 8


def test_prose_goes_in_windows_with_its_heading_and_nothing_of_it_is_cut() -> None:
    words = [f"word{number}" for number in range(500)]
    windows = texts(" ".join(words), language="Markdown", title="How orders are made")
    assert len(windows) > 5
    assert all(window.startswith("How orders are made\n") for window in windows)
    assert " ".join(window.partition("\n")[2] for window in windows).split() == words


def test_citations_and_diagrams_of_a_document_are_not_read() -> None:
    (window,) = texts("Sells [orders](cite:shop/main.py#f).\n\n```diagram flow\n```\n", language="Markdown", title="Purpose")
    assert "cite:" not in window and "diagram" not in window and "Sells" in window


@pytest.mark.parametrize("language", ["Python", "Markdown"])
def test_an_empty_passage_still_has_a_text(language: str) -> None:
    assert len(vector_texts("", "", "", "", language, window=WINDOW)) == 1


@given(st.text(max_size=3_000), st.text(max_size=300), st.sampled_from(["Python", "Markdown"]), st.integers(16, 600))
def test_no_window_is_longer_than_what_is_read(text: str, title: str, language: str, window: int) -> None:
    found = vector_texts("a/b.py", title, "", text, language, window=window)
    assert found
    for part in found:
        assert len(part) <= max(8 * window, 4 * window + 201 + window)
    assert vector_key(found) == vector_key(vector_texts("a/b.py", title, "", text, language, window=window))
