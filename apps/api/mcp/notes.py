"""What a search has to say of itself, as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from apps.engine.retrieval import SourceState
from apps.engine.retrieval.hits import ABSENT, MEANING_ONLY, MOSTLY_ABSENT, NO_FILE, NO_LINE, NO_PATTERN, NO_PHRASE

_SENTENCES = {
    "vectors:missing": "Some passages are found by their words only: their meaning is still being indexed.",
    "vectors:unavailable": "Nothing was searched by meaning: the embedding model can't be reached.",
    "vector:slow": "Nothing was searched by meaning: that took too long.",
    "bm25:slow": "Nothing was searched by words: that took too long.",
    MEANING_ONLY: "No word of the question stands in what was found: it is near in meaning only, and may be about other things.",
    ABSENT: "No passage has these words: {words}. The result is about the others.",
    MOSTLY_ABSENT: "No passage has these words: {words}. The result may not be about the question at all.",
    NO_PHRASE: "No passage holds exactly these words in quotes. Without the quotes their words are searched for.",
    NO_PATTERN: "No passage fits this regular expression.",
    NO_FILE: "No file that was searched has this path.",
    NO_LINE: "Nothing stands on this line: it is behind the end of the file.",
    "query:cut": "The question was too long: only its beginning was searched for.",
    "typing:corrected": "A word was taken for a similar one that the code knows.",
}


_LONGEST = 60  # characters of a word
_NOT_FOUND = "Nothing was found. Try other words, or fewer."
_NOT_INDEXED = "Nothing was searched: no repository that this token reaches is indexed yet."


def nothing_in_words(sources: Sequence[SourceState]) -> str:
    """Why there is no result: there is none, or there was nothing to look into."""
    return _NOT_FOUND if sources else _NOT_INDEXED


def notes_in_words(notes: Iterable[str], absent: Sequence[str] = ()) -> tuple[str, ...]:
    """A sentence for each note that bears on the result; `absent` are the words that stand nowhere."""
    words = ", ".join(f"`{word[:_LONGEST]}`" for word in absent)
    return tuple(_SENTENCES[note].format(words=words) for note in notes if note in _SENTENCES)
