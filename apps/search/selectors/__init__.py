"""Reads of the index, and of what was asked."""

from apps.search.selectors.questions import feedback_of, question_by_number, recent_questions
from apps.search.selectors.sources import indexed_sources, is_indexed
from apps.search.selectors.vectors import (
    Unembedded,
    current_index,
    missing_vectors,
    passages_without_vector,
    texts_to_embed,
)

__all__ = [
    "Unembedded",
    "current_index",
    "feedback_of",
    "indexed_sources",
    "is_indexed",
    "missing_vectors",
    "passages_without_vector",
    "question_by_number",
    "recent_questions",
    "texts_to_embed",
]
