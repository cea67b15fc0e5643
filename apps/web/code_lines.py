"""A text as numbered lines of HTML, a part at a time.  Numbers are no text, so that copying gives the code alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.engine.rendering.highlight import source_lines
from apps.engine.rendering.visible import escape_visibly
from apps.web.addresses import Lines

PART = 5_000  # lines on a page
LONGEST = 5_000  # characters of a line that are shown
DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class CodePart:
    """Lines `first`..`last` of `total` as HTML."""

    html: SafeString
    first: int
    last: int
    total: int
    cut: bool  # some line was too long to be shown whole
    turns: bool  # the text holds marks that change its direction

    @property
    def before(self) -> int:
        """A line of the part before this one, 0 if this is the first."""
        return max(self.first - PART, 1) if self.first > 1 else 0

    @property
    def after(self) -> int:
        """The first line of the next part, 0 if this is the last."""
        return self.last + 1 if self.last < self.total else 0


def code_part(text: str, html: str, marked: Lines, start: int = 1, *, within: Lines | None = None, address: str = "") -> CodePart:
    """The part that holds the marked lines, else the one that holds line `start`; with `within` the first part of these lines.

    Numbers link to their lines at `address`, by itself the same page.
    `html` is the highlighted text, line for line; where it is empty or does not match, the plain text is shown.
    """
    plain = source_lines(text) or [""]
    coloured = html.split("\n") if html else []
    matches = len(coloured) == len(plain)
    total = len(plain)
    wanted = marked.first if 0 < marked.first <= total else min(max(start, 1), total)
    first = (wanted - 1) // PART * PART + 1
    last = min(first + PART - 1, total)
    if within is not None:
        first = min(max(within.first, 1), total)
        last = min(within.last, first + PART - 1, total)
    out: list[str] = []
    cut = False
    label, page = escape(_("Line")), escape(address)
    for number in range(first, last + 1):
        raw = plain[number - 1]
        if len(raw) > LONGEST:
            cut = True
            shown = escape_visibly(raw[:LONGEST]) + "…"
        else:
            shown = coloured[number - 1] if matches else escape_visibly(raw)
        mark = " marked" if number in marked else ""
        out.append(
            f'<span class="line{mark}" id="L{number}"><a class="no" href="{page}?lines={number}#L{number}" data-n="{number}" '
            f'aria-label="{label} {number}"></a><bdi>{shown}</bdi>\n</span>'
        )
    turns = not text.isascii() and not DIRECTION_MARKS.isdisjoint(text)
    return CodePart(mark_safe("".join(out)), first, last, total, cut, turns)  # noqa: S308  # escaped above, or by the worker
