"""Ruby: its grammar and its query; `parsing/ruby` reads what they find."""

from __future__ import annotations

from pathlib import Path

import tree_sitter_ruby

from apps.engine.facts import FileFacts
from apps.engine.parsing.grammar import load
from apps.engine.parsing.ruby.reader import WORDS, RubyReader
from apps.engine.parsing.source import Source

GRAMMAR = load("Ruby", tree_sitter_ruby.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), frozenset(WORDS))


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Ruby file."""
    return RubyReader(path, Source(text), GRAMMAR).read()
