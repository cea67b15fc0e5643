"""What a model writes, piece by piece → statements, each as soon as it is whole, however the pieces were cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

MOST_CHARACTERS = 4_000  # of one statement; what is longer is ended there
_MARK = re.compile(r"[ \t]*(?:([-*+])|\d{1,3}[.)])[ \t]+")
_CITATION = re.compile(r"[ \t]?\[(\d{1,4}(?:[ \t]?[,;][ \t]?\d{1,4})*)\]")
_HANGING = re.compile(r"[ \t]*(?:\[[\d,; \t]*)?\Z")  # what may still become a citation
_BEFORE_MARK = re.compile(r"(?<![ \t])[ \t]+(?=[.,;:!?])")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_SLACK = 200  # characters after which nothing hangs
_ENDS = ".!?。"
_SPACE = re.compile(r"[ \t]+")
_STARTS = re.compile(r"[^\sa-z]")
_ITEM = re.compile(r"[ \t]*\d{1,3}\.")  # its point ends nothing


class Statement(msgspec.Struct, frozen=True):
    """One sentence.  `text` is without its citations; `begins` is how it starts: "" (in a line), line, item (of a list)."""

    text: str
    citations: tuple[int, ...]
    begins: str
    is_code: bool = False  # a block of code: its text is not kept


class Statements:
    """Takes text as it comes and gives the statements that it completes.  Each is given once, in order."""

    def __init__(self) -> None:
        self._rest = ""
        self._begins = "line"
        self._is_fenced = False
        self._looked = 0  # characters of the rest that are known to end no statement
        self._is_code = False  # whether code is open after them

    def feed(self, text: str) -> Iterator[Statement]:
        """The statements that are whole now."""
        self._rest += text
        return self._taken(is_last=False)

    def finish(self) -> Iterator[Statement]:
        """What is left when nothing comes any more."""
        return self._taken(is_last=True)

    def _taken(self, is_last: bool) -> Iterator[Statement]:
        while True:
            line, newline, following = self._rest.partition("\n")
            is_whole = bool(newline) or is_last
            if self._is_fenced or (self._begins == "line" and _may_be_fence(line)):
                if not is_whole:
                    return
                if self._is_fenced or _FENCE.match(line):
                    self._rest = following
                    yield from self._fenced(line)
                    if not newline:
                        return
                    continue
            end = self._end(line, is_whole)
            if end == 0 and len(line) > MOST_CHARACTERS + _SLACK:
                end = MOST_CHARACTERS
            if end == 0 and not is_whole:
                return
            if end:
                yield from self._statement(line[:end])
                self._rest = line[end:] + newline + following
                continue
            yield from self._statement(line)
            self._begins, self._rest = "line", following
            if not newline:
                return

    def _end(self, line: str, is_whole: bool) -> int:
        """Where the first statement of the line ends, its citations included; 0 where that is not known, or it is the last."""
        for at in range(self._looked, min(len(line), MOST_CHARACTERS)):
            char = line[at]
            if char == "`":
                self._is_code = not self._is_code
            elif char in _ENDS and not self._is_code:
                end = at + 1
                while found := _CITATION.match(line, end):
                    end = found.end()
                if not is_whole and _HANGING.match(line, end):
                    return 0
                start = _SPACE.match(line, end)
                if start and _STARTS.match(line, start.end()) and not _ITEM.fullmatch(line, 0, at + 1):
                    return end
            self._looked = at + 1
        return 0

    def _fenced(self, line: str) -> Iterator[Statement]:
        if _FENCE.match(line):
            if not self._is_fenced:
                yield Statement("", (), "line", is_code=True)
            self._is_fenced = not self._is_fenced
        self._begins = "line"

    def _statement(self, text: str) -> Iterator[Statement]:
        self._looked, self._is_code = 0, False
        begins = self._begins
        if begins == "line" and (mark := _MARK.match(text)):
            begins, text = "item", text[mark.end() :]
        plain, citations = _without_citations(text)
        if plain or citations:
            self._begins = ""
            yield Statement(plain, citations, begins)


def _may_be_fence(line: str) -> bool:
    """Whether a line that begins like this opens a block of code, or may still do so."""
    begin = line.lstrip(" \t")[:3]
    return bool(begin) and ("```".startswith(begin) or "~~~".startswith(begin))


def _without_citations(text: str) -> tuple[str, tuple[int, ...]]:
    """The text and the numbers it cites; what stands in code is no citation."""
    numbers: list[int] = []
    pieces = text.split("`")
    for at in range(0, len(pieces), 2):
        for found in _CITATION.finditer(pieces[at]):
            numbers += [int(number) for number in re.split("[,;]", found[1])]
        pieces[at] = _CITATION.sub("", pieces[at])
    plain = _BEFORE_MARK.sub("", "`".join(pieces)).strip()
    return plain, tuple(dict.fromkeys(numbers))
