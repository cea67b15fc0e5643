"""Reads of the current commit's files and graph, and of the parse cache."""

from apps.codegraph.selectors.by_file import MOST_TIES, Brief, briefs, file_ties, near_file, start_here
from apps.codegraph.selectors.commit import (
    GraphCounts,
    blob_ids,
    cached_analyses,
    capsules,
    current_commit,
    current_sheet,
    files,
    graph_counts,
    source_file,
    unrendered_blobs,
)
from apps.codegraph.selectors.graph import CapsuleView, Route, capsule_view, index_state, leaving, near

__all__ = [
    "MOST_TIES",
    "Brief",
    "CapsuleView",
    "GraphCounts",
    "Route",
    "blob_ids",
    "briefs",
    "cached_analyses",
    "capsule_view",
    "capsules",
    "current_commit",
    "current_sheet",
    "file_ties",
    "files",
    "graph_counts",
    "index_state",
    "leaving",
    "near",
    "near_file",
    "source_file",
    "start_here",
    "unrendered_blobs",
]
