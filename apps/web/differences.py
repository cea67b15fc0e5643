"""Two texts side by side: rows of old and new lines, what did not change folded away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

AROUND = 2  # unchanged lines kept beside a change
WORD_LIMIT = 2_000  # characters of a line within which words are compared
_CITATION = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\(cite:[^)\s]*\)")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Row:
    """`kind`: same, changed, removed, added, fold.  A fold stands for `hidden` unchanged lines."""

    kind: str
    old: SafeString | str = ""
    new: SafeString | str = ""
    hidden: int = 0


def readable(markdown: str) -> list[str]:
    """The lines of a section's Markdown with citations as the text they show."""
    return [_CITATION.sub(r"\1", line) for line in markdown.strip("\n").split("\n")] if markdown.strip("\n") else []


def compare_lines(old: Sequence[str], new: Sequence[str]) -> list[Row]:
    """Rows of the two texts, in order."""
    rows: list[Row] = []
    operations = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for position, (tag, old_from, old_to, new_from, new_to) in enumerate(operations):
        if tag == "equal":
            is_first, is_last = position == 0, position == len(operations) - 1
            rows.extend(_unchanged(new[new_from:new_to], 0 if is_first else AROUND, 0 if is_last else AROUND))
        else:
            rows.extend(_changed(old[old_from:old_to], new[new_from:new_to]))
    return rows


def _unchanged(lines: Sequence[str], head: int, tail: int) -> Iterator[Row]:
    hidden = len(lines) - head - tail
    if hidden < 2:
        for line in lines:
            yield Row("same", line, line)
        return
    for line in lines[:head]:
        yield Row("same", line, line)
    yield Row("fold", hidden=hidden)
    for line in lines[len(lines) - tail :]:
        yield Row("same", line, line)


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Row]:
    """Lines that resemble each other stand beside each other; the rest stands alone, removed ones first."""
    partners = _partners(old, new)
    at = 0
    for position, line in enumerate(old):
        partner = partners.get(position)
        if partner is None:
            yield Row("removed", old=line)
            continue
        for added in new[at:partner]:
            yield Row("added", new=added)
        yield Row("changed", *_words(line, new[partner]))
        at = partner + 1
    for added in new[at:]:
        yield Row("added", new=added)


def _partners(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    if len(old) * len(new) > 2_500:
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
    one, two = _WORDS.findall(old[:WORD_LIMIT]), _WORDS.findall(new[:WORD_LIMIT])
    if not one or not two:
        return 0.0
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() > 0.5 else 0.0


def _words(old: str, new: str) -> tuple[SafeString | str, SafeString | str]:
    """Both lines as HTML with the words that differ marked."""
    if len(old) > WORD_LIMIT or len(new) > WORD_LIMIT:
        return old, new
    one, two = _WORDS.findall(old), _WORDS.findall(new)
    left: list[str] = []
    right: list[str] = []
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        before, after = escape("".join(one[old_from:old_to])), escape("".join(two[new_from:new_to]))
        left.append(before if tag == "equal" or not before else f"<del>{before}</del>")
        right.append(after if tag == "equal" or not after else f"<ins>{after}</ins>")
    return mark_safe("".join(left)), mark_safe("".join(right))  # noqa: S308  # escaped above
