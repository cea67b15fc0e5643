"""PHP: its grammar, its query and its reader."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_php

from apps.engine.facts import FileFacts
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.grammar import load
from apps.engine.parsing.php.dialect import DIALECT
from apps.engine.parsing.source import Source

WORDS = (COMMON - {"reference.awaited"}) | {
    "reference.yielded", "import.use", "import.include", "definition.namespace", "definition.class", "definition.interface",
    "definition.trait", "definition.enum", "definition.function", "definition.method", "definition.accessor",
}  # fmt: skip

GRAMMAR = load("PHP", tree_sitter_php.language_php(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a PHP file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
