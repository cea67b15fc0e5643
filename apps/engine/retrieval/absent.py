"""Words of a question that stand nowhere in what was searched: who asks should know that nothing speaks of them."""

from __future__ import annotations

from collections.abc import Collection

from apps.engine.retrieval.glossary import in_english
from apps.engine.retrieval.language import plain
from apps.engine.retrieval.query import Query
from apps.engine.retrieval.stopwords import ENGLISH, FRAME, SPANISH
from apps.engine.retrieval.tokens import tokenise_query

_FILLERS = ENGLISH | SPANISH | FRAME
MOSTLY = 0.5  # of the words, from which what is found is hardly about the question


def absent_words(query: Query, known: Collection[str], looked_up: Collection[str]) -> tuple[str, ...]:
    """The words, as typed, of which no token is among `known`, those of `looked_up` that stand somewhere.

    A word of which a token was not looked up is not judged, nor are words that any question has.  A Spanish word stands where
    its English does.
    """
    return tuple(word for word in _words(query) if _is_absent(word, query.language, known, looked_up))


def is_mostly_absent(query: Query, absent: Collection[str]) -> bool:
    """Whether half of the words that count are among the absent ones; in Spanish, of which not every word is known, all."""
    share = MOSTLY if query.language == "en" else 1.0
    return bool(absent) and len(absent) >= share * len(_words(query))


def _words(query: Query) -> list[str]:
    stripped = (word.strip("\"'`“”‘’«»<>()[]{},;:!?¿¡*.") for word in query.content.split())
    return list(dict.fromkeys(word for word in stripped if word and plain(word.lower()) not in _FILLERS))


def _is_absent(word: str, language: str, known: Collection[str], looked_up: Collection[str]) -> bool:
    tokens = {*tokenise_query(word, language)}
    if language == "es":
        tokens.update(tokenise_query(in_english(word), "en"))
    return bool(tokens) and all(token in looked_up for token in tokens) and not any(token in known for token in tokens)
