"""Reads of the current commit's files and graph, and of the cache of readings."""

from apps.codegraph.selectors.by_file import MOST_TIES, Brief, briefs, file_ties, namesakes, near_file, start_here, used_files
from apps.codegraph.selectors.commit import (
    GraphCounts,
    blob_ids,
    cached_analyses,
    capsules,
    current_commit,
    current_sheet,
    files,
    graph_counts,
    is_extracted,
    languages,
    source_file,
    unrendered_blobs,
)
from apps.codegraph.selectors.cycles import MOST_PAIRS, Cycles, cycles_of, edges_between
from apps.codegraph.selectors.find import FOUND, Found, find_symbols
from apps.codegraph.selectors.graph import CapsuleView, Route, capsule_list, capsule_view, index_state, leaving, near
from apps.codegraph.selectors.impact import DEEPEST, Gap, Impact, Run, impact_of
from apps.codegraph.selectors.ties import LINES, LISTS, ON_A_PAGE, TieList

__all__ = [
    "DEEPEST",
    "FOUND",
    "LINES",
    "LISTS",
    "MOST_PAIRS",
    "MOST_TIES",
    "ON_A_PAGE",
    "Brief",
    "CapsuleView",
    "Cycles",
    "Found",
    "Gap",
    "GraphCounts",
    "Impact",
    "Route",
    "Run",
    "TieList",
    "blob_ids",
    "briefs",
    "cached_analyses",
    "capsule_list",
    "capsule_view",
    "capsules",
    "current_commit",
    "current_sheet",
    "cycles_of",
    "edges_between",
    "file_ties",
    "files",
    "find_symbols",
    "graph_counts",
    "impact_of",
    "index_state",
    "is_extracted",
    "languages",
    "leaving",
    "namesakes",
    "near",
    "near_file",
    "source_file",
    "start_here",
    "unrendered_blobs",
    "used_files",
]
