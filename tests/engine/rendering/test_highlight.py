"""Source lines as HTML: as many as the text has, each complete, nothing executed, nothing slow."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.engine.rendering import highlight, highlight_lines
from apps.engine.rendering.highlight import source_lines


def bare(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    "language", ["Python", "TypeScript", "TSX", "JavaScript", "Go", "YAML", "Markdown", "Dockerfile", "HTML", "Nonsense", ""]
)
@given(text=st.text("\n\n\r\t \"'`#/*<>{}()=:abc\\\x0c\u2028\u202e", max_size=120))
def test_line_n_is_line_n(language: str, text: str) -> None:
    lines = highlight_lines(text, language)
    assert len(lines) == len(source_lines(text))
    for html, line in zip(lines, source_lines(text), strict=True):
        assert html.count("<span") == html.count("</span>")
        assert set(re.findall(r"<[^>]*>", html)) <= {"</span>"} | set(re.findall(r'<span class="[a-z0-9]+">', html))
        shown = re.sub("⟨U\\+[0-9A-F]+⟩", "?", bare(html)).replace("\u240d", "?")
        assert shown == re.sub("[\r\x0c\u2028\u202e]", "?", line)


def test_a_file_with_windows_line_ends_keeps_its_lines() -> None:
    text = "import os\r\n\r\n\r\ndef f():\r\n    '''a\r\nb'''\r\n"
    lines = highlight_lines(text, "Python")
    assert len(lines) == 6
    assert lines[3].startswith('<span class="k">def</span>')
    assert lines[4].endswith("</span>") and lines[5].startswith('<span class="')


def test_markup_is_text() -> None:
    assert highlight("<script>alert('&')</script>\n", "") == "&lt;script&gt;alert('&amp;')&lt;/script&gt;"
    assert "<script" not in highlight("x = '<script>'\n", "Python")


def test_what_reorders_a_line_is_shown() -> None:
    assert '<span class="ctl">⟨U+202E⟩</span>' in highlight("# admin \u202e check\n", "Python")


def test_a_huge_line_comes_back_plain() -> None:
    text = "var a=[" + "1," * 1_000_000 + "];\n"
    assert highlight(text, "JavaScript") == text.strip("\n")


def test_empty_and_unended_texts() -> None:
    assert highlight_lines("", "Python") == []
    assert highlight_lines("\n", "Python") == [""]
    assert len(highlight_lines("a\n\nb", "Python")) == 3
