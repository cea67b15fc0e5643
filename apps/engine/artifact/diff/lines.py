"""Lines of two texts beside each other, and the words that differ in them.  The cost is bounded by limits, not by luck.

Lines are compared by what a reader sees: a citation is the path it cites, so that code which only moved is no change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise

from apps.engine.facts import Cite, DiagramMark, Place, split_markdown

AROUND = 2  # unchanged lines kept beside a change
LINE_LIMIT = 1_500  # changed lines of one text within which lines are paired one by one
WORD_LIMIT = 2_000  # characters of a line within which words are compared
PAIR_LIMIT = 2_500  # pairs of lines of one change that are tried
_BARS = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"(`{3,})\w*$")
_SPANS = re.compile(r"(?P<ticks>`+) ?(?P<code>.+?) ?(?P=ticks)(?!`)|(?P<text>\\.|[^`\\]+|.)")
_ESCAPES = re.compile(r"\\([\\`*_{}\[\]<>#!~&$|])")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBERED = re.compile(r"~[0-9]+\Z")  # what tells citations of one place apart
# Private characters stand around the number of a citation while markup is taken off.
_OPEN, _SHUT = "\ue000", "\ue001"
_MARKED = re.compile(f"{_OPEN}([0-9]+){_SHUT}")
_NO_MARKS = {ord(_OPEN): None, ord(_SHUT): None}


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is read.  `cites`: (first character, character behind the last, place) of each citation in it, in order."""

    text: str
    cites: tuple[tuple[int, int, Place], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line; `changed` where the other side has something else; `place` where it is a citation's path."""

    text: str
    changed: bool = False
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the old text beside one of the new.  `kind`: same, changed, removed, added, or fold for `folded` same lines."""

    kind: str
    old: tuple[Span, ...] = ()
    new: tuple[Span, ...] = ()
    folded: tuple[tuple[Span, ...], ...] = ()

    @property
    def hidden(self) -> int:
        """How many lines are folded."""
        return len(self.folded)


def readable_lines(markdown: str, citations: Mapping[str, Place] | None = None) -> list[Line]:
    """The lines of a section as a person reads them: cells of a table side by side, citations as paths, no markup.

    Empty lines and the rule under a table's head say nothing and are left out.
    """
    places: list[tuple[str, Place | None]] = []
    out: list[str] = []
    for piece in split_markdown(markdown.translate(_NO_MARKS).strip("\n")):
        if isinstance(piece, Cite):
            place = (citations or {}).get(piece.key)
            path = place.path if place is not None else _NUMBERED.sub("", piece.key.partition("#")[0])
            out.append(f"{_OPEN}{len(places)}{_SHUT}")
            places.append((path, place))
        elif isinstance(piece, DiagramMark):
            out.append(f"(diagram: {piece.key})")
        else:
            out.append(piece)
    shown: list[Line] = []
    fence = ""
    for line in "".join(out).split("\n"):
        if fence and line == fence:
            fence = ""
        elif fence:
            shown.append(_with_citations(line, places))
        elif opened := _FENCE.match(line):
            fence = opened[1]
        elif read := _as_read(line):
            shown.append(_with_citations(read, places))
    return shown


def _with_citations(line: str, places: Sequence[tuple[str, Place | None]]) -> Line:
    """The line with paths in place of the marks."""
    text = ""
    cites: list[tuple[int, int, Place]] = []
    at = 0
    for mark in _MARKED.finditer(line):
        path, place = places[int(mark[1])]
        text += line[at : mark.start()]
        if place is not None:
            cites.append((len(text), len(text) + len(path), place))
        text += path
        at = mark.end()
    return Line(text + line[at:], tuple(cites))


def _as_read(line: str) -> str:
    """A line outside fences without its markup; what stands in code spans stays as it is."""
    if line.startswith("|"):
        if not set(line) - set("|- :"):
            return ""
        cells = [cell.strip() for cell in _BARS.split(line.strip().removeprefix("|").removesuffix("|"))]
        line = "   ".join(cell.replace("\\|", "|") for cell in cells if cell)
    return "".join(
        found["code"] if found["code"] is not None else _ESCAPES.sub(r"\1", found["text"].replace("**", ""))
        for found in _SPANS.finditer(line.lstrip("#").strip())
    )


def compare_lines(old: Sequence[Line], new: Sequence[Line]) -> list[Row]:
    """Rows in order; runs of more than a few unchanged lines are folded."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(middle_old), len(middle_new)) > LINE_LIMIT:
        operations = [("replace", 0, len(middle_old), 0, len(middle_new))]
    else:
        operations = list(SequenceMatcher(None, middle_old, middle_new, autojunk=False).get_opcodes())
    whole = [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in operations if tag != "equal" or b > a]
    if head:
        whole.insert(0, ("equal", 0, head, 0, head))
    if tail:
        whole.append(("equal", len(old) - tail, len(old), len(new) - tail, len(new)))
    rows: list[Row] = []
    for position, (tag, old_from, old_to, new_from, new_to) in enumerate(whole):
        if tag == "equal":
            before, after = (0 if position == 0 else AROUND), (0 if position == len(whole) - 1 else AROUND)
            rows.extend(_unchanged(list(zip(old[old_from:old_to], new[new_from:new_to], strict=True)), before, after))
        else:
            rows.extend(_changed(old[old_from:old_to], new[new_from:new_to]))
    return rows


def _common(one: Sequence[Line], other: Sequence[Line]) -> int:
    number = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        number += 1
    return number


def _whole(line: Line, changed: bool = False) -> tuple[Span, ...]:
    return _cited(line, (Span(line.text, changed),))


def _same(lines: tuple[Line, Line]) -> Row:
    return Row("same", _whole(lines[0]), _whole(lines[1]))


def _unchanged(lines: Sequence[tuple[Line, Line]], head: int, tail: int) -> Iterator[Row]:
    end = len(lines) - tail
    if end - head < 2:
        yield from map(_same, lines)
        return
    yield from map(_same, lines[:head])
    yield Row("fold", folded=tuple(_whole(new) for _old, new in lines[head:end]))
    yield from map(_same, lines[end:])


def _changed(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Row]:
    """Lines that resemble each other stand beside each other; the rest alone, removed ones first."""
    partners = _partners([line.text for line in old], [line.text for line in new])
    at = 0
    for position, line in enumerate(old):
        partner = partners.get(position)
        if partner is None:
            yield Row("removed", old=_whole(line, True))
            continue
        for added in new[at:partner]:
            yield Row("added", new=_whole(added, True))
        left, right = _spans(line.text, new[partner].text)
        yield Row("changed", _cited(line, left), _cited(new[partner], right))
        at = partner + 1
    for added in new[at:]:
        yield Row("added", new=_whole(added, True))


def _cited(line: Line, spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans, cut where a citation begins and ends."""
    edges = sorted({edge for first, end, _place in line.cites for edge in (first, end)})
    place_at = {first: (end, place) for first, end, place in line.cites}
    out: list[Span] = []
    at = 0
    end = 0  # of the citation that is open
    place: Place | None = None
    for span in spans:
        stop = at + len(span.text)
        cuts = [at, *(edge for edge in edges if at < edge < stop), stop]
        for first, last in pairwise(cuts):
            if first in place_at:
                end, place = place_at[first]
            within = place if first < end else None
            out.append(Span(span.text[first - at : last - at], span.changed, within))
        at = stop
    return tuple(out)


def _partners(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    if len(old) * len(new) > PAIR_LIMIT:
        return {}
    found: dict[int, int] = {}
    at = 0
    for position, line in enumerate(old):
        best, score = -1, 0.5
        for candidate in range(at, len(new)):
            ratio = _resemblance(line, new[candidate])
            if ratio > score:
                best, score = candidate, ratio
        if best >= 0:
            found[position] = best
            at = best + 1
    return found


def _resemblance(old: str, new: str) -> float:
    one, two = set(_WORDS.findall(old[:WORD_LIMIT])), set(_WORDS.findall(new[:WORD_LIMIT]))
    return 2 * len(one & two) / (len(one) + len(two)) if one and two else 0.0


def _spans(old: str, new: str) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    if len(old) > WORD_LIMIT or len(new) > WORD_LIMIT:
        return (Span(old, True),), (Span(new, True),)
    one, two = _WORDS.findall(old), _WORDS.findall(new)
    left: list[Span] = []
    right: list[Span] = []
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if old_to > old_from:
            left.append(Span("".join(one[old_from:old_to]), tag != "equal"))
        if new_to > new_from:
            right.append(Span("".join(two[new_from:new_to]), tag != "equal"))
    return tuple(left), tuple(right)
