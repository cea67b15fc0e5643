"""Headings → sections, each with those below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from apps.engine.facts import Definition, FileFacts

SEPARATOR = " > "
UNTITLED = "(untitled)"
_NAME = 200  # characters of a heading that name it
_PARAGRAPH = 4_000  # characters of a first paragraph that are looked at
_IMAGE = re.compile(r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ROLE = re.compile(r":[A-Za-z][\w:+.-]*:`([^`<>]*)(?:<[^`<>]*>)?`|`([^`<>]*)<[^`<>]*>`__?|`([^`]*)`__?")
_STARS = re.compile(r"\*+(?=\S)|(?<=\S)\*+")


class Heading(NamedTuple):
    """A heading: its level (1 is outermost), its text, and the lines it stands on (1-based)."""

    level: int
    text: str
    line: int  # of the text
    first: int  # line of an overline, else of the text
    last: int  # line of an underline, else of the text


Span = tuple[int, int]


def prose_facts(
    path: str, language: str, lines: Sequence[str], headings: Sequence[Heading], paragraphs: Sequence[Span]
) -> FileFacts:
    """Facts of a file: one definition a heading, whose span ends with the last line that is not blank before the next heading
    of its level or above.

    `lines` hold no line feeds, and no empty last one; `paragraphs` are the spans of plain paragraphs, in order.
    """
    ends = _ends(headings, len(lines))
    firsts = _first_paragraphs(headings, paragraphs)
    used: dict[str, int] = {}  # qualified name → the last ordinal given to it
    above: list[tuple[int, str]] = []
    made: list[Definition] = []
    for heading, end, first in zip(headings, ends, firsts[1:], strict=True):
        while above and above[-1][0] >= heading.level:
            above.pop()
        parent = above[-1][1] if above else ""
        name = plain(heading.text)[:_NAME].strip() or UNTITLED
        wanted = qualname = f"{parent}{SEPARATOR}{name}" if parent else name
        while qualname in used:
            used[wanted] += 1
            qualname = f"{wanted}#{used[wanted]}"
        used[qualname] = 1
        above.append((heading.level, qualname))
        while end > heading.last and not lines[end - 1].strip():
            end -= 1
        made.append(
            Definition(
                kind="document",
                name=name,
                qualname=qualname,
                line=heading.line,
                end_line=end,
                start_line=heading.first,
                signature="\n".join(line.rstrip() for line in lines[heading.first - 1 : heading.last]),
                parent=parent,
                docstring=_text(lines, first),
            )
        )
    opening = firsts[0] or (paragraphs[0] if paragraphs else None)
    return FileFacts(path, language, len(lines), docstring=_text(lines, opening), definitions=tuple(made))


def split_lines(text: str) -> list[str]:
    """Lines by line feeds alone, as everything else counts them."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def plain(text: str) -> str:
    """Text of a line or paragraph without marks: links as their texts, no images, no tags, on one line."""
    if "[" in text:
        text = _LINK.sub(r"\1", _IMAGE.sub("", text))
    if "<" in text and "`" not in text:
        text = _TAG.sub("", text)
    if "`" in text:
        text = _ROLE.sub(lambda found: next((group.strip() for group in found.groups() if group), ""), text)
        pieces = text.split("`")  # between two of them stands code, whose stars mean themselves
        pieces[::2] = [_STARS.sub("", piece) for piece in pieces[::2]]
        text = "".join(pieces)
    elif "*" in text:
        text = _STARS.sub("", text)
    return " ".join(text.split())


def _ends(headings: Sequence[Heading], last: int) -> list[int]:
    """The last line of each section."""
    ends = [last] * len(headings)
    unfinished: list[int] = []
    for number, heading in enumerate(headings):
        while unfinished and headings[unfinished[-1]].level >= heading.level:
            ends[unfinished.pop()] = heading.first - 1
        unfinished.append(number)
    return ends


def _first_paragraphs(headings: Sequence[Heading], paragraphs: Sequence[Span]) -> list[Span | None]:
    """The first paragraph before any heading, then that of each section before the heading below it."""
    found: list[Span | None] = [None] * (len(headings) + 1)
    at = 0
    for paragraph in paragraphs:
        while at < len(headings) and headings[at].first <= paragraph[0]:
            at += 1
        if found[at] is None:
            found[at] = paragraph
    return found


def _text(lines: Sequence[str], span: Span | None) -> str:
    if span is None:
        return ""
    joined = "\n".join(lines[span[0] - 1 : span[1]])
    return plain(joined[:_PARAGRAPH])
