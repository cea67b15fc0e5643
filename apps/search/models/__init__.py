"""One index over documents, code and documentation: what can be found, how it is weighed, what was asked."""

from apps.search.models.index import IndexedSource, Passage, SearchSettings
from apps.search.models.postings import PassageTerms, TermPostings
from apps.search.models.questions import Door, Feedback, Outcome, Question, Verdict
from apps.search.models.vectors import INDEX_NAMES, Embedding, EmbeddingModel, PassageVector, VectorIndex

__all__ = [
    "INDEX_NAMES",
    "Door",
    "Embedding",
    "EmbeddingModel",
    "Feedback",
    "IndexedSource",
    "Outcome",
    "Passage",
    "PassageTerms",
    "PassageVector",
    "Question",
    "SearchSettings",
    "TermPostings",
    "VectorIndex",
    "Verdict",
]
