"""Writes: sources of the index are replaced, one at a time; questions and what readers think of their answers are noted."""

from apps.search.services.passages import Replaced, index_code, index_document, replace_source
from apps.search.services.questions import close_question, give_feedback, open_question, withdraw_feedback
from apps.search.services.settings import remove_weights, set_weights
from apps.search.services.vectors import (
    attach,
    drop_unused_embeddings,
    embedding_lock,
    note_problem,
    open_index,
    settle_complete,
    store_vectors,
)

__all__ = [
    "Replaced",
    "attach",
    "close_question",
    "drop_unused_embeddings",
    "embedding_lock",
    "give_feedback",
    "index_code",
    "index_document",
    "note_problem",
    "open_index",
    "open_question",
    "remove_weights",
    "replace_source",
    "set_weights",
    "settle_complete",
    "store_vectors",
    "withdraw_feedback",
]
