"""What a counter of a language gives, and what is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class NoParser(Exception):
    """No independent parser of a language is there; the text says what is missing."""


class Counted(NamedTuple):
    """A definition: dotted path of names from the file inwards, without ordinals, and the line its header starts on."""

    name: str
    line: int


class LanguageCounter(Protocol):
    """A language's independent parser."""

    LANGUAGE: str  # as the engine names it
    KINDS: frozenset[str]  # kinds of capsules that are compared; the counter counts all of these and no others

    def count(self, files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
        """(definitions by path, why a file could not be counted by path)."""
        ...


@dataclass(frozen=True, slots=True)
class Difference:
    """One file's: `merged` are names that stand for more than one definition of ours or share a capsule id."""

    path: str
    missing: tuple[Counted, ...]
    extra: tuple[Counted, ...]
    merged: tuple[str, ...]


def compare(path: str, counted: Sequence[Counted], ours: Sequence[Counted], symbols: Sequence[str]) -> Difference | None:
    """None where nothing differs.  `symbols` are the identities our definitions have, one each."""
    expected, found = Counter(counted), Counter(ours)
    missing = tuple(sorted((expected - found).elements()))
    extra = tuple(sorted((found - expected).elements()))
    merged = tuple(sorted(symbol for symbol, times in Counter(symbols).items() if times > 1))
    return Difference(path, missing, extra, merged) if missing or extra or merged else None
