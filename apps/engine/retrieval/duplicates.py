"""Passages that say the same twice: a vendored copy, the same boilerplate in two repositories."""

from __future__ import annotations

import re

SAME = 0.9  # share of common runs of words from which two texts are one
_READ = 4_000  # characters of a text that are looked at
_RUN = 3
_WORD = re.compile(r"\w+")


class Seen:
    """Remembers texts; says which of them another one repeats."""

    def __init__(self) -> None:
        self._kept: list[tuple[int, frozenset[tuple[str, ...]]]] = []
        self._looked: tuple[tuple[str, ...], frozenset[tuple[str, ...]]] = ((), frozenset())

    def remember(self, number: int, parts: tuple[str, ...]) -> None:
        """Keep a text (title and body), whatever it repeats."""
        self._kept.append((number, self._runs(parts)))

    def repeated_by(self, parts: tuple[str, ...]) -> int | None:
        """The number of the text that this one nearly equals, None where it says something new."""
        runs = self._runs(parts)
        for number, known in self._kept:
            small, large = sorted((len(runs), len(known)))
            if small >= SAME * large and len(runs & known) >= SAME * len(runs | known):
                return number
        return None

    def _runs(self, parts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
        """Of the text: one that was looked at is most often the next to be remembered."""
        if parts != self._looked[0]:
            self._looked = (parts, _runs(parts))
        return self._looked[1]


def _runs(parts: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall("\n".join(parts)[:_READ])
    return frozenset(zip(*(words[start:] for start in range(_RUN)), strict=False)) or frozenset((tuple(words),))
