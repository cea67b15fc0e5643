"""Literals that a concatenation splits, joined: ``"ghp_" + "abc"`` is searched as ``"ghp_abc"``."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from typing import AnyStr

from apps.engine.secrets.view import BLANK, QUOTE, View, bytes_of, shape_of, view

JUNCTION = re.compile(r"""(["'`])(?=[ \t+.\\\r\n])[ \t]{0,8}[+.\\]?[ \t]{0,8}(?:\r?\n[ \t]{0,80})?[+.]?[ \t]{0,8}\1""")
_MAY_JOIN = re.compile(b"%c%c(?=%c{0,107}+%c)" % (QUOTE, BLANK, BLANK, QUOTE))


@dataclass(frozen=True, slots=True)
class Joined:
    """A text without what stands between split literals.

    `starts` and `offsets`: where its parts start in it, and in the text as it was.
    """

    view: View
    starts: list[int]
    offsets: list[int]

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Spans of the text as it was that make up a span of the joined one."""
        pieces = []
        index = bisect.bisect_right(self.starts, start) - 1
        while start < end:
            limit = self.starts[index + 1] if index + 1 < len(self.starts) else end
            stop = min(end, limit)
            if stop > start:
                shift = self.offsets[index] - self.starts[index]
                pieces.append((start + shift, stop + shift))
            start = max(start, stop)
            index += 1
        return pieces


def join_literals(text: str) -> Joined:
    """Join the literals of a text between which only a concatenation stands."""
    raw = bytes_of(text)
    shape = shape_of(raw)
    starts, offsets, ends, size = [0], [0], [], 0
    for candidate in _MAY_JOIN.finditer(shape):
        junction = JUNCTION.match(text, candidate.start()) if candidate.start() >= offsets[-1] else None
        if junction:
            ends.append(junction.start())
            size += junction.start() - offsets[-1]
            starts.append(size)
            offsets.append(junction.end())
    if not ends:
        return Joined(view(text, raw, shape), starts, offsets)
    ends.append(len(text))
    parts = list(zip(offsets, ends, strict=True))
    return Joined(view(_parts(text, parts), _parts(raw, parts), _parts(shape, parts)), starts, offsets)


def _parts(whole: AnyStr, parts: list[tuple[int, int]]) -> AnyStr:
    return whole[:0].join([whole[start:end] for start, end in parts])
