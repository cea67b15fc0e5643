"""From a question to what it asks for, and from what was found to its order.  Pure: the index itself is `apps.search`."""

from apps.engine.retrieval.hits import Hit, Reason, Retrieval, Scored, SourceState
from apps.engine.retrieval.passages import Draft, PassageText, code_drafts, code_texts, document_passages, readable
from apps.engine.retrieval.query import QueryRefused

__all__ = [
    "Draft",
    "Hit",
    "PassageText",
    "QueryRefused",
    "Reason",
    "Retrieval",
    "Scored",
    "SourceState",
    "code_drafts",
    "code_texts",
    "document_passages",
    "readable",
]
