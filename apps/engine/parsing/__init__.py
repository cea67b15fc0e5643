"""Bytes → text → `FileFacts`, one file at a time.  The only room that knows tree-sitter."""

from apps.engine.parsing.decoding import Decoded, decode_text
from apps.engine.parsing.naming import language_of
from apps.engine.parsing.reading import (
    PARSED_LANGUAGES,
    PROSE_LANGUAGES,
    check_languages,
    parse,
    parse_batch,
)

__all__ = [
    "PARSED_LANGUAGES",
    "PROSE_LANGUAGES",
    "Decoded",
    "check_languages",
    "decode_text",
    "language_of",
    "parse",
    "parse_batch",
]
