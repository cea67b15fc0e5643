"""A document's Markdown as far as there is room for it: what bears on the question first, in its own order."""

from __future__ import annotations

import re
from collections.abc import Callable, Set

import msgspec

from apps.engine.compression.material import Count
from apps.engine.compression.pieces import code_span
from apps.engine.facts import Place
from apps.engine.facts.notation import Cite, split_markdown
from apps.engine.facts.visible import show_hidden
from apps.engine.retrieval.tokens import tokenise

_WEIGHED = 400  # lines whose words are looked at
_RULE = re.compile(r"\|[ :|-]+\|?\s*\Z")
_SPACES = re.compile(r"[ \t]{2,}")
_GAP = "…"


class Excerpt(msgspec.Struct, frozen=True):
    """What is given of a text; `is_whole` where that is all of it."""

    text: str
    is_whole: bool


def resolved(markdown: str, place_of: Callable[[str], Place | None]) -> str:
    """The Markdown with each citation as the file and line it stands for, and without its diagrams."""
    found: list[str] = []
    for piece in split_markdown(markdown):
        if isinstance(piece, str):
            found.append(piece)
        elif isinstance(piece, Cite):
            place = place_of(piece.key)
            found.append(code_span(piece.key if place is None else f"{place.path}:{place.line}"))
    return show_hidden("".join(found)).strip()


def excerpt(text: str, terms: Set[str], room: int, count: Count) -> Excerpt:
    """Whole lines of the text, `room` tokens at most: its first one, then those with most of the terms, then the others."""
    if count(text) <= room:
        return Excerpt(text, True)
    lines = [_SPACES.sub(" ", line) for line in text.split("\n")]
    heads = _table_heads(lines)
    of_rows = {line for pair in heads.values() for line in pair}  # without a row they say nothing
    weights = {at: -len(terms & set(tokenise(line))) if terms else 0 for at, line in enumerate(lines[:_WEIGHED])}
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    kept: set[int] = set()
    left = room - count(_GAP) * 2
    for at in sorted(range(len(lines)), key=lambda at: (at != first, weights.get(at, 1), at)):
        if at in of_rows and at != first:
            continue
        wanted = [item for item in (*heads.get(at, ()), at) if item not in kept and lines[item].strip()]
        cost = sum(count(lines[item] + "\n") for item in wanted)
        if wanted and cost <= left:
            kept.update(wanted)
            left -= cost
        if left <= 2:
            break
    return Excerpt(_joined(lines, kept), False)


def _table_heads(lines: list[str]) -> dict[int, tuple[int, int]]:
    """{row of a table: the lines of its heading}."""
    found: dict[int, tuple[int, int]] = {}
    head: tuple[int, int] | None = None
    for at, line in enumerate(lines):
        if not line.startswith("|"):
            head = None
        elif at and _RULE.match(line) and lines[at - 1].startswith("|"):
            head = (at - 1, at)
            found.pop(at - 1, None)
            found[at - 1] = found[at] = head
        elif head is not None:
            found[at] = head
    return found


def _joined(lines: list[str], kept: set[int]) -> str:
    """The lines kept, a mark where some are missing between text."""
    found: list[str] = []
    last = -1
    for at in sorted(kept):
        between = [line for line in lines[last + 1 : at] if line.strip()]
        if between and found and not (lines[at].startswith("|") and lines[last].startswith("|")):
            found.append(_GAP)
        elif at > last + 1 and found and not between:
            found.append("")
        found.append(lines[at])
        last = at
    if any(line.strip() for line in lines[last + 1 :]) and found:
        found.append(_GAP)
    return "\n".join(found)
