"""Kotlin, by the parser of its own compiler: the npm package `kotlin-compiler`, whose folder KOTLIN_COMPILER names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from benchmarks.census.counting import Counted, NoParser
from benchmarks.census.programs import count_by_program

LANGUAGE = "Kotlin"
KINDS = frozenset({"class", "interface", "enum", "object", "type", "function", "method", "constructor", "accessor"})
_SCRIPT = Path(__file__).with_name("KotlinDefinitions.java")


def count(files: Mapping[str, bytes]) -> tuple[dict[str, list[Counted]], dict[str, str]]:
    """Types, objects, aliases, functions with a name, secondary constructors, bodies of properties."""
    libraries = Path(os.environ.get("KOTLIN_COMPILER", "")) / "lib"
    if not (libraries / "kotlin-compiler.jar").is_file():
        raise NoParser("KOTLIN_COMPILER is not the folder of the npm package kotlin-compiler")
    return count_by_program("java", ["-Xss256m", "-cp", f"{libraries}/*"], _SCRIPT, files)
