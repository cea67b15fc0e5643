"""Sections of prose → capsules, and what contains what.  They stand beside the graph of the code, not in it."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Capsule, Edge, FileFacts
from apps.engine.graph.capsules import make_capsules, symbol_of


def document_capsules(prose: Mapping[str, FileFacts], texts: Mapping[str, str]) -> tuple[tuple[Capsule, ...], tuple[Edge, ...]]:
    """(a capsule for each file and section, by symbol; the edges that contain them, sorted)."""
    edges = [
        Edge(symbol_of(path, section.parent), "contains", symbol_of(path, section.qualname), section.line)
        for path, facts in prose.items()
        for section in facts.definitions
    ]
    return make_capsules(prose, texts, {}, {}), tuple(sorted(edges))
