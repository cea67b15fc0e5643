"""Sections of Markdown and reStructuredText: what is a heading, where its section ends, and how it is named."""

from __future__ import annotations

from textwrap import dedent

import pytest

from apps.engine.facts import Definition
from apps.engine.parsing import PARSED_LANGUAGES, PROSE_LANGUAGES, language_of, parse


def sections(text: str, language: str = "Markdown") -> dict[str, Definition]:
    facts = parse("x", language, dedent(text).lstrip("\n"))
    return {section.qualname: section for section in facts.definitions}


def spans(text: str, language: str = "Markdown") -> dict[str, tuple[int, int]]:
    return {name: (section.start_line, section.end_line) for name, section in sections(text, language).items()}


def test_prose_is_no_code() -> None:
    assert not PROSE_LANGUAGES & PARSED_LANGUAGES
    assert {language_of("a.md"), language_of("a.rst")} == PROSE_LANGUAGES


def test_sections_hold_those_below_them() -> None:
    text = """
        Before.

        # Guide

        How to *bake* with [ovens](x.md).
        Second line.

        ## Install

        ```sh
        # no heading
        ```

        ### From source

        Text.

        ## Use
        """
    found = sections(text)
    assert {name: (item.line, item.end_line, item.parent) for name, item in found.items()} == {
        "Guide": (3, 18, ""),
        "Guide > Install": (8, 16, "Guide"),
        "Guide > Install > From source": (14, 16, "Guide > Install"),
        "Guide > Use": (18, 18, "Guide"),
    }
    assert found["Guide"].docstring == "How to bake with ovens. Second line."
    assert found["Guide > Install"].docstring == "" and found["Guide > Install"].signature == "## Install"
    assert {item.kind for item in found.values()} == {"document"}
    assert parse("x", "Markdown", dedent(text).lstrip("\n")).docstring == "Before."


def test_the_same_heading_twice_makes_two_sections() -> None:
    text = "# A\n## Use\n## Use\n### x\n# A\n# A#2\n"
    assert list(sections(text)) == ["A", "A > Use", "A > Use#2", "A > Use#2 > x", "A#2", "A#2#2"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Title\n=====\n\nSub\n---\n", ["Title", "Title > Sub"]),
        ("Two\nlines\n===\n", ["Two lines"]),
        ("# A ##\n#B\n#\n####### C\n\\# D\n   ## E\n    ## F\n", ["A", "(untitled)", "(untitled) > E"]),
        ("---\ntitle: x\n# no\n---\n# Yes\n", ["Yes"]),
        ("+++\n# no\n+++\n# Yes\n", ["Yes"]),
        ("---\n\n# Yes\n", ["Yes"]),
        ("<!-- one\n# no\n-->\n# Yes\n", ["Yes"]),
        ("<div>\n# no\n\n# Yes\n</div>\n", ["Yes"]),
        ("<pre>\n\n# no\n</pre>\n# Yes\n", ["Yes"]),
        ("~~~~ x\n# no\n~~~\n```\n~~~~\n# Yes\n", ["Yes"]),
        ("```\n# no, to the end\n", []),
        ("``` a`b\n# Yes\n```\n", ["Yes"]),
        ("- item\n---\n# Yes\n", ["Yes"]),
        ("> quote\n---\n# Yes\n", ["Yes"]),
        ("1. step\n\n   ```sh\n   # no\n   ```\n\n    ```\n# no\n    ```\n# Yes\n", ["Yes"]),
        ("para\n\n    code\n---\n# Yes\n", ["Yes"]),
        ("| a |\n|---|\n| b |\n\n# Yes\n", ["Yes"]),
        ("para\n***\n# Yes\n", ["Yes"]),
        ("# `a*b*` **bold** ![x](y) <b>t</b>\r\n", ["a*b* bold <b>t</b>"]),
        ("# A > B\n", ["A > B"]),
    ],
)
def test_what_is_a_heading_of_markdown(text: str, names: list[str]) -> None:
    assert list(sections(text)) == names


def test_titles_of_restructuredtext_in_any_order_of_styles() -> None:
    text = """
        .. _top:

        ======
         Book
        ======

        First paragraph with ``code`` and a :ref:`role <x>`.

        Chapter
        ~~~~~~~

        - item
        ------

        Part
        ----
        .. code::

            Not a title
            ===========

        More::

          ====
          no
          ====

        Again
        ~~~~~

        Only text, whose
        second line
        -----------

        -----------

        =====
         End
        =====
        """
    assert spans(text, "reStructuredText") == {
        "Book": (3, 35),
        "Book > Chapter": (9, 26),
        "Book > Chapter > Part": (15, 26),
        "Book > Again": (28, 35),
        "End": (37, 39),
    }
    found = sections(text, "reStructuredText")
    assert found["Book"].signature == "======\n Book\n======" and found["Book"].line == 4
    assert found["Book"].docstring == "First paragraph with code and a role."


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tiny\n---\n", []),
        ("abc\n---\n", ["abc"]),
        ("Long title\n----\n", ["Long title"]),
        ("焼き\n----\n", ["焼き"]),
        ("焼き窯\n---\n", []),
        ("====\nA\n---\n", []),
        ("1. Numbered\n===========\n", ["1. Numbered"]),
        ("| line\n======\n", []),
        ("A\n=\ntext\n\nB\n=\n", ["A", "B"]),
    ],
)
def test_what_is_a_title_of_restructuredtext(text: str, names: list[str]) -> None:
    assert list(sections(text, "reStructuredText")) == names


@pytest.mark.parametrize("language", sorted(PROSE_LANGUAGES))
@pytest.mark.parametrize(
    "text", ["", "\n", "\0\ud800", "#", "# " + "[" * 300_000, "`" * 300_000, "<" * 300_000, "a\n" * 100_000, "#\n" * 20_000, "=\n" * 50_000]
)  # fmt: skip
def test_any_text_is_survived(language: str, text: str) -> None:
    facts = parse("x", language, text)
    assert len({section.qualname for section in facts.definitions}) == len(facts.definitions)
