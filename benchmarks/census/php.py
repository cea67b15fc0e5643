"""PHP, by the tokens and the parser of an installed interpreter: files newer than its syntax are said to be uncounted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.census.counting import Counted
from benchmarks.census.programs import count_by_program

LANGUAGE = "PHP"
KINDS = frozenset({"function", "method", "constructor", "class", "interface", "trait", "enum"})
_SCRIPT = Path(__file__).with_name("definitions.php")


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Classes, interfaces, traits, enums, functions and methods."""
    return count_by_program("php", ["-d", "memory_limit=1G"], _SCRIPT, files)
