"""Writes: the graph of the current commit, and the parse cache."""

from apps.codegraph.services.analyses import purge_analyses, store_analyses
from apps.codegraph.services.graph import ShrinkGuard, SourceFileRow, replace_graph

__all__ = ["ShrinkGuard", "SourceFileRow", "purge_analyses", "replace_graph", "store_analyses"]
