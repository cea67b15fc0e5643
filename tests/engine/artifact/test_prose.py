"""Repository text in sentences, cells and code spans: shown as it is, never markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from apps.engine.artifact import prose

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
TEXTS = st.text(max_size=60)
EVIL = st.text("`|\\*_[]()<>#!&;~$-+.1 \n\tabc", max_size=40)


def inline(markdown: str):
    tokens = PARSER.parse(markdown)
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    return tokens[1].children


def squeezed(text: str) -> str:
    return prose.one_line(text)


@given(TEXTS | EVIL)
def test_code_spans_hold_any_text(text: str) -> None:
    children = inline(f"a {prose.code(text, 0)} b")
    if squeezed(text):
        assert [child.type for child in children] == ["text", "code_inline", "text"]
        assert children[1].content == squeezed(text)


@given(TEXTS | EVIL)
def test_prose_holds_any_text(text: str) -> None:
    children = inline(f"a {prose.plain(text)} b")
    assert all(child.type in ("text", "text_special") for child in children), children
    assert "".join(child.content for child in children) == f"a {squeezed(text)} b"


@given(EVIL, EVIL)
def test_cells_hold_any_text(one: str, two: str) -> None:
    tokens = PARSER.parse(
        prose.table(("One", "Two"), [[prose.code(one, 0), prose.plain(two)], [prose.plain(one), prose.code(two, 0)]])
    )
    cells = [token for token in tokens if token.type == "inline"]
    assert len(cells) == 6
    shown = ["".join(child.content for child in cell.children) for cell in cells[2:]]
    first, second = squeezed(one), squeezed(two)
    assert shown == [first or "(empty)", second, first, second or "(empty)"]


@given(EVIL)
def test_quotations_and_entries_hold_any_text(text: str) -> None:
    tokens = [token.type for token in PARSER.parse(prose.quotation(prose.plain("x" + text)))]
    assert tokens == ["blockquote_open", "paragraph_open", "inline", "paragraph_close", "blockquote_close"]
    tokens = [token.type for token in PARSER.parse(prose.bullets([prose.code("x" + text)] * 2))]
    assert tokens.count("list_item_open") == 2 and "code_block" not in tokens and "html_block" not in tokens


@given(st.integers(0, 10**9))
def test_rounding_keeps_two_digits(number: int) -> None:
    rounded = prose.rounded(number)
    assert rounded == number if number < 100 else abs(rounded - number) * 20 <= number
    assert len(str(rounded).rstrip("0")) <= 2 or number < 100
    assert prose.rounded(rounded) == rounded


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (prose.count(1, "file"), "1 file"),
        (prose.count(1_234, "line"), "about 1,200 lines"),
        (prose.exact(1_234, "dependency"), "1,234 dependencies"),
        (prose.exact(2, "day"), "2 days"),
        (prose.exact(2, "suite of boxes", "suites"), "2 suites"),
        (prose.listing([]), ""),
        (prose.listing(["a"]), "a"),
        (prose.listing(["a", "b"]), "a and b"),
        (prose.listing(["a", "b", "c"]), "a, b and c"),
        (prose.listing(list("abcde"), 2), "a, b and 3 more"),
        (prose.article("web application"), "a web application"),
        (prose.article("HTTP server"), "an HTTP server"),
        (prose.article("user interface"), "a user interface"),
        (prose.article("empty folder"), "an empty folder"),
        (prose.capital("3 of them"), "Three of them"),
        (prose.capital("30 of them"), "30 of them"),
        (prose.share(1, 1_000), "under 1 %"),
        (prose.share(2, 3), "65 %"),
        (prose.share(1, 30), "3 %"),
        (prose.code("__init__.py"), "`__init__.py`"),
        (prose.code("`"), "`` ` ``"),
        (prose.code("a" * 200), "`" + "a" * 119 + "…`"),
        (prose.plain("snake_case\n*and* \u202emore"), "snake\\_case \\*and\\* ⟨U+202E⟩more"),
        (prose.plain("# C# is #1! Really"), "\\# C# is \\#1! Really"),
    ],
)
def test_words(said: str, expected: str) -> None:
    assert said == expected


def test_marks_of_docstrings_are_code_or_gone() -> None:
    assert prose.quoted("Bytes → `FileFacts`, see ``a.b``") == "Bytes → `FileFacts`, see `a.b`"
    assert prose.quoted("Uses :class:`~shop.Order` and *stars*") == "Uses `Order` and \\*stars\\*"
    assert prose.quoted("one ` alone") == "one alone"
    assert prose.quoted("words `and a long name in code`", 20).count("`") == 0


@given(EVIL)
def test_quoted_words_are_never_markup(text: str) -> None:
    inside = inline(f"x{prose.quoted(text)}x")
    assert {token.type for token in inside} <= {"text", "code_inline", "text_special"}
