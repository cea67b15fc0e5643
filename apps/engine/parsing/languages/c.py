"""C: its grammar and its query; what it declares is read by `parsing.c_family`."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_c

from apps.engine.facts import FileFacts
from apps.engine.parsing.c_family.tables import dialect_of
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.grammar import load
from apps.engine.parsing.source import Source

WORDS = (COMMON - {"reference.environment", "reference.awaited", "conformance", "package", "scope.anonymous", "binding.loop"}) | {
    "import.include", "definition.macro", "definition.struct", "definition.union", "definition.enum", "definition.type",
    "definition.function",
}  # fmt: skip

GRAMMAR = load("C", tree_sitter_c.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a C file."""
    return Reader(path, Source(text), GRAMMAR, dialect_of("C")).read()
