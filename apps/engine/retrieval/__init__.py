"""From a question to what it asks for, and from what was found to its order.  Pure: the index itself is `apps.search`."""

from apps.engine.retrieval.hits import Hit, Reason, Retrieval, Scored, SourceState
from apps.engine.retrieval.passages import Draft, PassageText, code_drafts, code_texts, document_passages

__all__ = [
    "Draft",
    "Hit",
    "PassageText",
    "Reason",
    "Retrieval",
    "Scored",
    "SourceState",
    "code_drafts",
    "code_texts",
    "document_passages",
]
