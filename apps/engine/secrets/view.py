"""A text as the detectors search it.

Expressions are slow on long texts, plain searches for a few bytes are not.  So each detector first looks for what cannot be
missing where it finds something, and tries its expression only there.  A text is kept in three forms for that, in which a
character has the same index: as it is, in bytes, and in bytes with small letters.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import AnyStr

# How names of secrets begin, in small letters.
NAMES = (b"pass", b"pwd", b"secret", b"token", b"key", b"credential", b"auth", b"salt", b"connection", b"dsn")
SHORTEST = 20  # characters of a run: every token of a provider has as many in a row
BEFORE = 12  # characters in front of a run among which the mark of its provider may begin
TOKEN, QUOTE, BLANK, OTHER = b'a" x'

_TOKEN = (string.ascii_letters + string.digits + "_-").encode()
_BLANK = b" \t+.\\\r\n"  # what may stand between two literals that make one
_SHAPES = bytes(
    TOKEN if byte in _TOKEN else QUOTE if byte in b"\"'`" else BLANK if byte in _BLANK else OTHER for byte in range(256)
)
_RUN = bytes([TOKEN]) * SHORTEST
_REST = re.compile(b"%c*" % TOKEN)
# Letters that an expression takes for one of ASCII when it ignores case.
_LONG_S, _KELVIN = "\u017f", "\u212a"


@dataclass(frozen=True, slots=True)
class View:
    """One text.

    `raw` has a question mark for each character outside of ASCII, `low` is it in small letters.  `runs` are (start, end) of the
    long runs of letters, digits, ``_`` and ``-``; `near` is what is in them and next to them, each once.  `names` has the
    places at which names of secrets may begin.
    """

    text: str
    raw: bytes
    low: bytes
    runs: list[tuple[int, int]]
    near: bytes
    names: Mapping[bytes, list[int]]

    def places_of(self, *names: bytes) -> list[int]:
        """Where these names may begin, in order."""
        return sorted(at for name in names for at in self.names.get(name, ()))


def bytes_of(text: str) -> bytes:
    """One byte a character."""
    return text.encode("ascii", "replace")


def shape_of(raw: bytes) -> bytes:
    """One byte a character, which says what it is good for: TOKEN, QUOTE, BLANK or OTHER."""
    return raw.translate(_SHAPES)


def view(text: str, raw: bytes, shape: bytes) -> View:
    """The view of a text whose other forms are known."""
    low = raw
    if not text.isascii() and (_LONG_S in text or _KELVIN in text):
        low = bytes_of(text.replace(_LONG_S, "s").replace(_KELVIN, "k"))
    low = low.lower()
    runs = list(_runs(shape))
    near = b" ".join(dict.fromkeys([raw[start - BEFORE if start > BEFORE else 0 : end + 1] for start, end in runs]))
    return View(text, raw, low, runs, near, _names(low))


def view_of(text: str) -> View:
    """The view of a text."""
    raw = bytes_of(text)
    return view(text, raw, shape_of(raw))


def _runs(shape: bytes) -> Iterator[tuple[int, int]]:
    start = shape.find(_RUN)
    while start >= 0:
        rest = _REST.match(shape, start + SHORTEST)
        end = rest.end() if rest else start + SHORTEST
        yield start, end
        start = shape.find(_RUN, end)


def _names(low: bytes) -> dict[bytes, list[int]]:
    return {name: found for name in NAMES if (found := places(low, name))}


def places(haystack: AnyStr, needle: AnyStr) -> list[int]:
    """Where the needle stands, in order and apart from each other."""
    found = []
    at = haystack.find(needle)
    while at >= 0:
        found.append(at)
        at = haystack.find(needle, at + len(needle))
    return found


def matches(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What the expression finds at the places, which are in order, none within another."""
    done = 0
    for start in starts:
        found = pattern.match(text, start) if start >= done else None
        if found:
            done = found.end()
            yield found
