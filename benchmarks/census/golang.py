"""Go, by `go/parser` of an installed toolchain: files newer than its syntax are said to be uncounted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.census.counting import Counted
from benchmarks.census.programs import count_by_program

LANGUAGE = "Go"
KINDS = frozenset({"function", "method", "struct", "interface", "type"})
_SCRIPT = Path(__file__).with_name("definitions.go")


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Functions, methods, named types and the methods of interfaces."""
    return count_by_program("go", ["run"], _SCRIPT, files)
