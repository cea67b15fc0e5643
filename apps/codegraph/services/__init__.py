"""Writes: the graph of the current commit, and the cache of readings."""

from apps.codegraph.services.analyses import purge_analyses, store_analyses
from apps.codegraph.services.graph import ShrinkGuard, replace_graph
from apps.codegraph.services.rows import SourceFileRow

__all__ = ["ShrinkGuard", "SourceFileRow", "purge_analyses", "replace_graph", "store_analyses"]
