"""Ruby, by Ripper, the parser of an installed interpreter: files newer than its syntax are said to be uncounted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.census.counting import Counted
from benchmarks.census.programs import count_by_program

LANGUAGE = "Ruby"
KINDS = frozenset({"function", "method", "constructor", "accessor", "class", "module", "struct"})
_SCRIPT = Path(__file__).with_name("definitions.rb")


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Classes, modules and methods in every form."""
    return count_by_program("ruby", [], _SCRIPT, files)
