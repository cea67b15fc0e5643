"""What an embedding model reads of a passage.

Code: the words of its module and name, the first sentence of its documentation, then its text, cut at what the model reads.
Prose goes in windows, the heading before each, so that nothing of it is cut; its vector is the mean of theirs.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterator, Sequence

from apps.engine.retrieval.passages import readable

VERSION = "1"  # other texts make other vectors: raise it with every change of what is written here
PROSE = frozenset({"Markdown", "reStructuredText"})  # languages of passages
CHARACTERS = 8  # of one token of code, at most, where it is as long as a window
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}\Z")


def vector_texts(path: str, title: str, summary: str, text: str, language: str, *, window: int) -> tuple[str, ...]:
    """The texts to embed, at least one; `window` is the number of tokens the model reads of each."""
    if language in PROSE:
        return tuple(_windows(title, readable(text), window))
    head = f"{_split(_SUFFIX.sub('', path))} {_split(title)} {summary}"
    return (" ".join(f"{head} {text[: 4 * CHARACTERS * window]}".split())[: CHARACTERS * window],)


def vector_key(texts: Sequence[str]) -> uuid.UUID:
    """Of the texts of one passage: equal keys, equal vectors of one model."""
    return uuid.UUID(bytes=hashlib.blake2b("\0".join(texts).encode("utf-8", "surrogatepass"), digest_size=16).digest())


def _split(name: str) -> str:
    """``shop/orderBook`` → ``shop order book``."""
    return " ".join(_WORDS.findall(_HUMPS.sub(" ", name[:1_000]))).lower()


def _windows(title: str, text: str, window: int) -> Iterator[str]:
    heading = " ".join(title[:200].split())
    room = max(window - sum(map(_tokens, heading.split())), window // 2)
    taken: list[str] = []
    used = 0
    found = False
    for word in _short_words(text, room):
        cost = _tokens(word)
        if taken and used + cost > room:
            yield f"{heading}\n{' '.join(taken)}"
            taken, used, found = [], 0, True
        taken.append(word)
        used += cost
    if taken or not found:
        yield f"{heading}\n{' '.join(taken)}".strip() or "-"


def _short_words(text: str, room: int) -> Iterator[str]:
    """Words, those without an end (in languages that write no spaces) in pieces."""
    for word in text.split():
        for start in range(0, len(word), room):
            yield word[start : start + room]


def _tokens(word: str) -> int:
    """How many tokens a word is, rather too many than too few: one for each character that is no Latin letter or digit."""
    plain = sum(char.isascii() and char.isalnum() for char in word)
    return (plain + 3) // 4 + len(word) - plain
