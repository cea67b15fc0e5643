"""Sections of Markdown: ATX and setext headings, as CommonMark tells them from code, HTML, quotes and lists."""

from __future__ import annotations

import re
from collections.abc import Callable

from apps.engine.facts import FileFacts
from apps.engine.parsing.prose.sections import Heading, Span, prose_facts, split_lines
from apps.engine.parsing.source import clean

_LOOKED_AT = 1_000  # characters of a line that tell what it is
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_ITEM = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)")
_HTML_CODE = re.compile(r" {0,3}<(?:pre|script|style|textarea)(?:[\s>]|$)", re.IGNORECASE)
_HTML_CODE_END = re.compile(r"</(?:pre|script|style|textarea)>", re.IGNORECASE)
_HTML_BLOCK = re.compile(
    r" {0,3}</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|"
    r"dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|"
    r"nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    r"(?:\s|/?>|$)",
    re.IGNORECASE,
)
_HTML_TAG = re.compile(r" {0,3}</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>[ \t]*$")
_HTML_ENDS = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_NO_SENTENCE = ("|", "![", "[![")  # tables, pictures, badges
_FRONT = {"---": ("---", "..."), "+++": ("+++",)}


def parse_markdown(path: str, text: str) -> FileFacts:
    """Facts of a Markdown file: its sections."""
    lines = split_lines(clean(text))
    scan = _Scan(lines)
    scan.run()
    return prose_facts(path, "Markdown", lines, scan.headings, scan.paragraphs)


class _Scan:
    """One pass over the lines.  `_paragraph` is the first line of the paragraph that is open, 0 for none, -1 for one inside a
    list or quote, whose underline makes no heading of the file."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self.headings: list[Heading] = []
        self.paragraphs: list[Span] = []
        self._paragraph = 0
        self._in_list = False

    def run(self) -> None:
        """Find all headings and plain paragraphs."""
        number = self._after_front_matter()
        total = len(self._lines)
        while number <= total:
            line = self._lines[number - 1].rstrip("\r")
            number = self._line(number, line)
        self._close(total + 1)

    def _after_front_matter(self) -> int:
        """The first line below the front matter."""
        closings = _FRONT.get(self._lines[0].rstrip()) if self._lines else None
        if closings:
            for number, line in enumerate(self._lines[1:], 2):
                if line.rstrip() in closings:
                    return number + 1
        return 1

    def _close(self, number: int) -> None:
        """A paragraph ends before this line."""
        if self._paragraph > 0 and not self._lines[self._paragraph - 1].lstrip().startswith(_NO_SENTENCE):
            self.paragraphs.append((self._paragraph, number - 1))
        self._paragraph = 0

    def _line(self, number: int, line: str) -> int:
        """Take one line, or the block it opens; returns the line to go on with."""
        shown = line.lstrip(" \t")
        if not shown:
            self._close(number)
            return number + 1
        first = shown[0]
        indent = len(line) - len(shown) if "\t" not in line[: len(line) - len(shown)] else 4
        if first in "`~" and (indent < 4 or self._in_list) and (end := self._fenced(number, line)):
            self._close(number)
            return end
        if indent >= 4:
            if not self._paragraph and self._in_list:
                self._paragraph = -1
            return number + 1
        if first == "#" and (found := _ATX.match(line)):
            self._close(number)
            title = _CLOSING.sub("", line[found.end() :].rstrip())
            self.headings.append(Heading(len(found[1]), title, number, number, number))
            self._in_list = self._in_list and indent > 0
            return number + 1
        if first in "=-" and self._paragraph > 0 and (found := _SETEXT.match(line)):
            return self._underlined(number, found[1][0])
        if first in "*-_" and _RULE.match(line[:_LOOKED_AT]):
            self._close(number)
            self._in_list = False
            return number + 1
        if first == "<" and (end := self._html(number, line)):
            self._close(number)
            return end
        if first == ">" or _ITEM.match(line):
            self._close(number)
            self._in_list = self._in_list or first != ">"
            self._paragraph = -1
        elif not self._paragraph:
            self._in_list = self._in_list and indent > 0
            self._paragraph = -1 if self._in_list else number
        return number + 1

    def _underlined(self, number: int, mark: str) -> int:
        start = self._paragraph
        title = " ".join(part.strip() for part in self._lines[start - 1 : number - 1])
        self.headings.append(Heading(1 if mark == "=" else 2, title, start, start, number))
        self._paragraph = 0
        return number + 1

    def _fenced(self, number: int, line: str) -> int:
        """The line behind a fenced block, 0 where none opens."""
        opening = _FENCE.match(line)
        if opening is None or (opening[1][0] == "`" and "`" in opening[2]):
            return 0
        fence = opening[1]
        total = len(self._lines)
        while number < total:
            number += 1
            shown = self._lines[number - 1].strip()
            if shown.startswith(fence) and not shown.strip(fence[0]):
                return number + 1
        return total + 1

    def _html(self, number: int, line: str) -> int:
        """The line behind a block of HTML, 0 where none opens."""
        looked = line[:_LOOKED_AT]
        if _HTML_CODE.match(looked):
            return self._until(number, lambda text: _HTML_CODE_END.search(text) is not None)
        shown = looked.lstrip()
        for opening, closing in _HTML_ENDS:
            if shown.startswith(opening):
                return self._until(number, lambda text, closing=closing: closing in text)  # type: ignore[misc]
        if _HTML_BLOCK.match(looked) or (not self._paragraph and _HTML_TAG.match(looked)):
            total = len(self._lines)
            while number <= total and self._lines[number - 1].strip():
                number += 1
            return number
        return 0

    def _until(self, number: int, ends: Callable[[str], bool]) -> int:
        """The line behind the first from `number` on that ends the block."""
        total = len(self._lines)
        while number <= total and not ends(self._lines[number - 1]):
            number += 1
        return number + 1
