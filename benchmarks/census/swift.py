"""Swift: its compiler and swift-syntax are in no package registry that can be installed from, so nothing is counted."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.census.counting import Counted, NoParser

LANGUAGE = "Swift"
KINDS: frozenset[str] = frozenset()


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Ends with the reason why nothing is counted."""
    raise NoParser(f"none for Swift can be installed, {len(files)} files are not counted")
