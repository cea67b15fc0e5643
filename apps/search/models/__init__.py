"""One index over documents, code and documentation: what can be found, how it is weighed, what was asked."""

from apps.search.models.index import IndexedSource, Passage, SearchSettings
from apps.search.models.questions import Door, Feedback, Outcome, Question, Verdict

__all__ = ["Door", "Feedback", "IndexedSource", "Outcome", "Passage", "Question", "SearchSettings", "Verdict"]
