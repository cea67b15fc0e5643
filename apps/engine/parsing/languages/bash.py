"""Shell scripts (sh, bash, ksh, zsh as far as they agree): grammar, query and the reader of their trees."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_bash

from apps.engine.facts import FileFacts
from apps.engine.parsing.grammar import load
from apps.engine.parsing.shell.reader import Reader
from apps.engine.parsing.source import Source

WORDS = frozenset({
    "definition.function", "reference.command", "reference.variable", "reference.expansion", "binding.assignment",
    "binding.declaration", "binding.loop", "branch.arm", "text.comment", "error.syntax", "error.missing",
})  # fmt: skip

GRAMMAR = load("Shell", tree_sitter_bash.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a shell script."""
    return Reader(path, Source(text), GRAMMAR).read()
