"""JavaScript: its grammar and its query; the reader is shared with its relatives."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_javascript

from apps.engine.facts import FileFacts
from apps.engine.parsing.ecmascript.reader import Reader
from apps.engine.parsing.ecmascript.words import MARKUP_WORDS, SCRIPT_WORDS
from apps.engine.parsing.grammar import load
from apps.engine.parsing.source import Source

WORDS = SCRIPT_WORDS | MARKUP_WORDS

GRAMMAR = load("JavaScript", tree_sitter_javascript.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a JavaScript file."""
    return Reader(path, "JavaScript", Source(text), GRAMMAR).read()
