"""What a search has to say of itself, as sentences."""

from __future__ import annotations

from collections.abc import Iterable

_SENTENCES = {
    "vectors:missing": "Some passages are found by their words only: their meaning is still being indexed.",
    "vectors:unavailable": "Nothing was searched by meaning: the embedding model can't be reached.",
    "vector:slow": "Nothing was searched by meaning: that took too long.",
    "bm25:slow": "Nothing was searched by words: that took too long.",
    "query:cut": "The question was too long: only its beginning was searched for.",
    "typing:corrected": "A word was taken for a similar one that the code knows.",
}


def notes_in_words(notes: Iterable[str]) -> tuple[str, ...]:
    """A sentence for each note that bears on the result."""
    return tuple(_SENTENCES[note] for note in notes if note in _SENTENCES)
