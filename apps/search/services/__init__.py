"""Writes: sources of the index are replaced, one at a time."""

from apps.search.services.passages import Replaced, index_code, index_document, replace_source

__all__ = ["Replaced", "index_code", "index_document", "replace_source"]
