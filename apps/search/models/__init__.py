"""One index over documents, code and documentation: what can be found, how it is weighed, what was asked."""

from apps.search.models.index import IndexedSource, Passage, SearchSettings

__all__ = ["IndexedSource", "Passage", "SearchSettings"]
