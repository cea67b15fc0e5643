"""Text → the tokens of lexical search.  What is written in one style is found in every other.

An identifier gives its words and itself: ``getUserName``, ``get_user_name`` and ``get-user-name`` all give ``get``, ``user``,
``name`` and ``getusername``, and the pairs of neighbours, so that ``WebSocketServer`` is found by ``websocket``.  A dotted path
gives what its names give, and itself.  Words and pairs lose diacritics and endings; an identifier as a whole keeps its ending.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import Stemmer  # type: ignore[import-not-found]

from apps.engine.retrieval.stopwords import ENGLISH, SPANISH

MOST_CHARACTERS = 200_000  # of a text, diacritics taken apart
LONGEST = 64  # characters of a token: of what is longer, the beginning counts
MOST_TOKENS = (1 << 15) - 1  # of a passage: what is longer is data rather than something to read
MOST_PARTS = 24  # words of one identifier, names of one dotted path
MOST_QUERY_TOKENS = 48
CACHED_WORDS = 1 << 16

# Runs of letters, digits and underscores, joined by single dots or hyphens.  A character goes on in one way only: linear time.
_RUN = re.compile(r"\w+(?:[.\-]\w+)*")
_WORD = re.compile(r"[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_STEMMED = re.compile(r"[a-z]{4,}\Z")
_SPOKEN = re.compile(r"[a-z]+")
# Scripts without spaces between words: every pair of neighbouring characters is a token.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{2,}\\Z")
_SPANISH_SHARE = 0.1  # of a text's words that are stop words of Spanish only: then it is Spanish
_RECEIVERS = frozenset({"self", "this", "cls"})

_stem_english = Stemmer.Stemmer("english", 0).stemWord
_stem_spanish = Stemmer.Stemmer("spanish", 0).stemWord


class TermCounts(NamedTuple):
    """The keys of a passage's terms, rising, and how often each stands in it.  `length` counts all its tokens."""

    length: int
    keys: array[int]
    counts: array[int]


def tokenise(text: str) -> list[str]:
    """The tokens of a passage, with repetitions, at most `MOST_TOKENS`.  In Spanish prose a word also gives its Spanish stem."""
    folded = _folded(text)
    found: list[str] = []
    for run in _RUN.findall(folded):
        found += _tokens(run)
    if _is_spanish(folded):
        found += _spanish_stems(folded)
    return found[:MOST_TOKENS]


def term_counts(tokens: Iterable[str]) -> TermCounts:
    """The tokens of a passage as they are stored."""
    counted = Counter(tokens)
    keys = sorted((term_key(token), count) for token, count in counted.items())
    return TermCounts(counted.total(), array("q", (key for key, _ in keys)), array("h", (count for _, count in keys)))


def tokenise_query(text: str, language: str) -> list[str]:
    """What to look for, each token once, in order; stop words only where there is nothing else.  `language` is en or es."""
    folded = _folded(text)
    small = ENGLISH | SPANISH if language == "es" else ENGLISH
    runs = _RUN.findall(folded)
    wanted = [run for run in runs if run.casefold() not in small] or runs
    found: dict[str, None] = {}
    for run in wanted:
        found |= dict.fromkeys(_tokens(run))
    if language == "es":
        found |= dict.fromkeys(_spanish_stems(" ".join(wanted)))
    return list(found)[:MOST_QUERY_TOKENS]


@lru_cache(CACHED_WORDS)
def term_key(token: str) -> int:
    """The number a token is stored under: 64 bits of its hash, signed.  A million tokens share one in 1 of 10⁷ indexes."""
    return int.from_bytes(hashlib.blake2b(token.encode(), digest_size=8).digest(), "big", signed=True)


def _folded(text: str) -> str:
    """Without diacritics; compatibility forms become plain ones."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text)[:MOST_CHARACTERS]
    return "".join(char for char in parts if char.isascii() or unicodedata.category(char)[0] != "M")


@lru_cache(CACHED_WORDS)
def _tokens(run: str) -> tuple[str, ...]:
    """The tokens of one run: identifier, dotted path, number, or plain word."""
    names = [name.strip("_-") for name in run.split(".", MOST_PARTS)[:MOST_PARTS]]
    found: list[str] = []
    for name in names:
        found += _tokens_of_name(name)
    path = [name for name in (names[1:] if names[0] in _RECEIVERS else names) if name]
    if len(path) > 1:
        found.append(".".join(path).casefold()[:LONGEST])
    return tuple(found)


def _tokens_of_name(name: str) -> list[str]:
    words = [word.casefold()[:LONGEST] for word in _WORD.findall(name)[:MOST_PARTS]]
    if len(words) == 1 and _UNSPACED.match(words[0]):
        return [first + second for first, second in pairwise(words[0])]
    found = [_stem(word) for word in words]
    if len(words) > 1:
        found += [_stem((first + second)[:LONGEST]) for first, second in pairwise(words)]
        whole = "".join(words)[:LONGEST]
        if len(words) > 2 or whole != found[-1]:
            found.append(whole)
    return found


@lru_cache(CACHED_WORDS)
def _stem(word: str) -> str:
    return _stem_english(word) if _STEMMED.match(word) else word


def _is_spanish(folded: str) -> bool:
    spanish = english = 0
    words = _SPOKEN.findall(folded.casefold())
    for word in words:
        if word in SPANISH:
            spanish += word not in ENGLISH
        elif word in ENGLISH:
            english += 1
    return spanish > 2 and spanish > english and spanish > _SPANISH_SHARE * len(words)


def _spanish_stems(folded: str) -> list[str]:
    """Spanish stems of the words, where they are others than the English ones."""
    found = []
    for word in _SPOKEN.findall(folded.casefold()):
        if len(word) > 3 and word not in SPANISH:
            stem = _stem_spanish(word)
            if stem != _stem(word):
                found.append(stem)
    return found
