"""Sections of reStructuredText: titles with an underline, or between two lines; levels by the order in which styles appear."""

from __future__ import annotations

import re
import unicodedata

from apps.engine.facts import FileFacts
from apps.engine.parsing.prose.sections import Heading, Span, prose_facts, split_lines
from apps.engine.parsing.source import clean

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_LEAST = 4  # a line of fewer marks must be as long as its title
_NO_TITLE = re.compile(r"[-*+•‣⁃] |\.\. |\.\.$|__ |\||:[^:\s][^:]*:(?:\s|$)|>>> |\+[-=]+\+")


def parse_restructuredtext(path: str, text: str) -> FileFacts:
    """Facts of a file of reStructuredText: its sections."""
    lines = split_lines(clean(text))
    headings, paragraphs = _scan([line.rstrip() for line in lines])
    return prose_facts(path, "reStructuredText", lines, headings, paragraphs)


def _scan(lines: list[str]) -> tuple[list[Heading], list[Span]]:
    """Headings and plain paragraphs, in order."""
    styles: dict[str, int] = {}
    headings: list[Heading] = []
    paragraphs: list[Span] = []
    total = len(lines)
    at = 0
    while at < total:
        line = lines[at]
        if not line or line[0].isspace():
            at += 1
            continue
        mark = _ruled(line)
        if mark and at + 2 < total and _is_title(lines[at + 1].strip(), line) and lines[at + 2] == line:
            style, height = mark * 2, 3
            title, position = lines[at + 1].strip(), at + 1
        elif at + 1 < total and (mark := _ruled(lines[at + 1])) and _is_title(line, lines[at + 1]) and not _NO_TITLE.match(line):
            style, height = mark, 2
            title, position = line, at
        else:
            end = _block_end(lines, at)
            if not mark and not _NO_TITLE.match(line):
                paragraphs.append((at + 1, end))
            at = end
            continue
        level = styles.setdefault(style, len(styles) + 1)
        headings.append(Heading(level, title, position + 1, at + 1, at + height))
        at += height
    return headings, paragraphs


def _ruled(line: str) -> str:
    """The mark that a line repeats and holds nothing else, "" where it does not."""
    mark = line[:1]
    return mark if mark in _PUNCTUATION and line.count(mark) == len(line) else ""


def _is_title(title: str, rule: str) -> bool:
    """Whether a line of text may be a title over (or between) a line of marks."""
    if not title or (_ruled(title) and len(title) >= _LEAST):
        return False
    return len(rule) >= _LEAST or len(rule) >= _width(title)


def _width(text: str) -> int:
    """Columns that a text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else not unicodedata.combining(char) for char in text)


def _block_end(lines: list[str], at: int) -> int:
    """The line behind the block that begins at `at` (both 0-based): to a blank line; of explicit markup only its first line."""
    if lines[at].startswith((".. ", "__ ")):
        return at + 1
    total = len(lines)
    while at < total and lines[at]:
        at += 1
    return at
