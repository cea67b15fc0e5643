"""C#: its grammar and its query; what it declares is read by `parsing.csharp`."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_c_sharp

from apps.engine.facts import FileFacts
from apps.engine.parsing.csharp.dialect import DIALECT
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.grammar import load
from apps.engine.parsing.source import Source

WORDS = (COMMON - {"reference.environment", "conformance"}) | {
    "import.using", "definition.namespace", "definition.class", "definition.struct", "definition.interface", "definition.enum",
    "definition.record", "definition.type", "definition.method", "definition.function", "definition.constructor",
    "definition.accessor", "reference.yielded", "called",
}  # fmt: skip

GRAMMAR = load("C#", tree_sitter_c_sharp.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a C# file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
