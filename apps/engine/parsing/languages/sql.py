"""SQL at the level of definitions: read by our own scanner, so there is no grammar to load and no query to compile."""

from __future__ import annotations

from apps.engine.facts import FileFacts
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.sql.reader import parse_script

GRAMMAR = Grammar("SQL", None, None)


def parse(path: str, text: str) -> FileFacts:
    """Facts of a script."""
    return parse_script(path, text)
