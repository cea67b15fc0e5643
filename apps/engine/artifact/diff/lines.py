"""Lines of two texts beside each other, and the words that differ in them.  The cost is bounded by limits, not by luck."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from apps.engine.facts import Cite, DiagramMark, split_markdown

AROUND = 2  # unchanged lines kept beside a change
LINE_LIMIT = 1_500  # changed lines of one text within which lines are paired one by one
WORD_LIMIT = 2_000  # characters of a line within which words are compared
PAIR_LIMIT = 2_500  # pairs of lines of one change that are tried
_BARS = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"(`{3,})\w*$")
_SPANS = re.compile(r"(?P<ticks>`+) ?(?P<code>.+?) ?(?P=ticks)(?!`)|(?P<text>\\.|[^`\\]+|.)")
_ESCAPES = re.compile(r"\\([\\`*_{}\[\]<>#!~&$|])")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line; `changed` where the other side has something else."""

    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the old text beside one of the new.  `kind`: same, changed, removed, added, or fold for `hidden` same lines."""

    kind: str
    old: tuple[Span, ...] = ()
    new: tuple[Span, ...] = ()
    hidden: int = 0


def readable_lines(markdown: str) -> list[str]:
    """The lines of a section as a person reads them: cells of a table side by side, citations as what they cite, no markup.

    Empty lines and the rule under a table's head say nothing and are left out.
    """
    out: list[str] = []
    for piece in split_markdown(markdown.strip("\n")):
        if isinstance(piece, Cite):
            path, _, named = piece.key.partition("#")
            out.append(f"[{path if ':' in named else piece.key}]")
        elif isinstance(piece, DiagramMark):
            out.append(f"(diagram: {piece.key})")
        else:
            out.append(piece)
    shown: list[str] = []
    fence = ""
    for line in "".join(out).split("\n"):
        if fence and line == fence:
            fence = ""
        elif fence:
            shown.append(line)
        elif opened := _FENCE.match(line):
            fence = opened[1]
        elif read := _as_read(line):
            shown.append(read)
    return shown


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


def compare_lines(old: Sequence[str], new: Sequence[str]) -> list[Row]:
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
            rows.extend(_unchanged(new[new_from:new_to], before, after))
        else:
            rows.extend(_changed(old[old_from:old_to], new[new_from:new_to]))
    return rows


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    number = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        number += 1
    return number


def _same(line: str) -> Row:
    return Row("same", (Span(line),), (Span(line),))


def _unchanged(lines: Sequence[str], head: int, tail: int) -> Iterator[Row]:
    hidden = len(lines) - head - tail
    if hidden < 2:
        yield from map(_same, lines)
        return
    yield from map(_same, lines[:head])
    yield Row("fold", hidden=hidden)
    yield from map(_same, lines[len(lines) - tail :] if tail else ())


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Row]:
    """Lines that resemble each other stand beside each other; the rest alone, removed ones first."""
    partners = _partners(old, new)
    at = 0
    for position, line in enumerate(old):
        partner = partners.get(position)
        if partner is None:
            yield Row("removed", old=(Span(line, True),))
            continue
        for added in new[at:partner]:
            yield Row("added", new=(Span(added, True),))
        left, right = _spans(line, new[partner])
        yield Row("changed", left, right)
        at = partner + 1
    for added in new[at:]:
        yield Row("added", new=(Span(added, True),))


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
