"""TypeScript: its grammar and its query; the reader is shared with its relatives."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_typescript

from apps.engine.facts import FileFacts
from apps.engine.parsing.ecmascript.reader import Reader
from apps.engine.parsing.ecmascript.words import SCRIPT_WORDS, TYPE_WORDS
from apps.engine.parsing.grammar import load
from apps.engine.parsing.source import Source

WORDS = SCRIPT_WORDS | TYPE_WORDS

GRAMMAR = load(
    "TypeScript", tree_sitter_typescript.language_typescript(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS
)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a TypeScript file."""
    return Reader(path, "TypeScript", Source(text), GRAMMAR).read()
