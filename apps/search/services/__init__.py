"""Writes: sources of the index are replaced, one at a time; questions and what readers think of their answers are noted."""

from apps.search.services.passages import Replaced, index_code, index_document, replace_source
from apps.search.services.questions import close_question, give_feedback, open_question, withdraw_feedback

__all__ = [
    "Replaced",
    "close_question",
    "give_feedback",
    "index_code",
    "index_document",
    "open_question",
    "replace_source",
    "withdraw_feedback",
]
