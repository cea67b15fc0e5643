"""The door of this room: a file's text → `FileFacts`, by its language."""

from __future__ import annotations

import gc

import msgspec

from apps.engine.facts import FileFacts, encode
from apps.engine.parsing.bounds import within
from apps.engine.parsing.languages import LANGUAGES
from apps.engine.parsing.prose import PROSE

PARSED_LANGUAGES: frozenset[str] = frozenset(LANGUAGES)
PROSE_LANGUAGES: frozenset[str] = frozenset(PROSE)  # read into sections, which are no code


def parse(path: str, language: str, text: str) -> FileFacts:
    """Facts of one file.

    Raises ValueError for a language neither in `PARSED_LANGUAGES` nor in `PROSE_LANGUAGES`, or disabled by `check_languages`.
    """
    prose = PROSE.get(language)
    if prose is not None:
        return prose(path, text)
    module = LANGUAGES.get(language)
    if module is None:
        raise ValueError(f"{language or 'An unknown language'} is not parsed.")
    # Nodes make no cycles, but there are so many of them that the collector would look for some all the time.
    collects = gc.isenabled()
    gc.disable()
    try:
        return within(module.parse(path, text))
    finally:
        if collects:
            gc.enable()


def parse_batch(payload: bytes) -> bytes:
    """`parse` for a child process: JSON [path, language, text] → canonical JSON of the facts."""
    path, language, text = msgspec.json.decode(payload, type=tuple[str, str, str])
    return encode(parse(path, language, text))


def check_languages() -> list[str]:
    """What is wrong with the languages, one sentence each; empty means all queries fit their grammars."""
    return [module.GRAMMAR.problem for _, module in sorted(LANGUAGES.items()) if module.GRAMMAR.problem]
