"""Reads of the current commit's files and graph, and of the parse cache."""

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
from apps.codegraph.selectors.graph import CapsuleView, capsule_view, index_state, near

__all__ = [
    "CapsuleView",
    "GraphCounts",
    "blob_ids",
    "cached_analyses",
    "capsule_view",
    "capsules",
    "current_commit",
    "current_sheet",
    "files",
    "graph_counts",
    "index_state",
    "near",
    "source_file",
    "unrendered_blobs",
]
