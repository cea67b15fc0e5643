"""Reads of the index."""

from apps.search.selectors.sources import indexed_sources, is_indexed

__all__ = ["indexed_sources", "is_indexed"]
