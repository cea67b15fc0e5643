"""C#: nothing that parses it is packaged apart from .NET itself, so that there is no independent count."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.census.counting import Counted

LANGUAGE = "C#"
KINDS: frozenset[str] = frozenset()


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Says that nothing can be counted."""
    raise SystemExit(f"no independent parser: {len(files):,} C# files are not counted, as no .NET is installed")
