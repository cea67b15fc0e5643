"""Reads of the index, and of what was asked."""

from apps.search.selectors.questions import feedback_of, question_by_number, recent_questions
from apps.search.selectors.sources import indexed_sources, is_indexed

__all__ = ["feedback_of", "indexed_sources", "is_indexed", "question_by_number", "recent_questions"]
