"""Python: its grammar, its query and the reader of its trees."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_python

from apps.engine.facts import FileFacts
from apps.engine.parsing.grammar import load
from apps.engine.parsing.python.reader import Reader
from apps.engine.parsing.source import Source

WORDS = frozenset({
    "definition.function", "definition.class", "definition.type", "definition.decorated", "definition.generator",
    "scope.lambda", "scope.comprehension", "reference.call", "reference.awaited", "reference.name", "reference.subscript",
    "reference.returned", "operator.set", "operator.delete", "operator.binary", "operator.comparison", "operator.unary",
    "operator.raise", "reference.read", "asked.truth", "asked.text",
    "binding.assignment", "binding.async", "binding.augmented", "binding.named", "binding.loop", "binding.with", "binding.except",
    "binding.global", "binding.nonlocal", "import.module", "import.from", "import.future", "branch.if", "branch.case",
    "branch.elif", "branch.other", "text.comment", "error.syntax", "error.missing",
})  # fmt: skip

GRAMMAR = load("Python", tree_sitter_python.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Python file."""
    return Reader(path, Source(text), GRAMMAR).read()
