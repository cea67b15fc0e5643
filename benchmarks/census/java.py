"""Java, by javac's own parser through its Compiler Tree API: files newer than its syntax are said to be uncounted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.census.counting import Counted
from benchmarks.census.programs import count_by_program

LANGUAGE = "Java"
KINDS = frozenset({"class", "interface", "enum", "record", "method", "constructor"})
_SCRIPT = Path(__file__).with_name("Definitions.java")


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Types, also without a name, methods and constructors."""
    return count_by_program("java", ["-Xss256m"], _SCRIPT, files)
