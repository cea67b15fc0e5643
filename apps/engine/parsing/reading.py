"""The door of this room: a file's text → `FileFacts`, by its language."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import msgspec

from apps.engine.facts import FileFacts, encode
from apps.engine.parsing.bounds import within
from apps.engine.parsing.languages import LANGUAGES
from apps.engine.parsing.prose import PROSE

PARSED_LANGUAGES: frozenset[str] = frozenset(LANGUAGES)
PROSE_LANGUAGES: frozenset[str] = frozenset(PROSE)  # read into sections, which are no code
_PACKAGES = (
    "tree-sitter",
    "tree-sitter-bash",
    "tree-sitter-c",
    "tree-sitter-c-sharp",
    "tree-sitter-cpp",
    "tree-sitter-go",
    "tree-sitter-java",
    "tree-sitter-javascript",
    "tree-sitter-kotlin",
    "tree-sitter-php",
    "tree-sitter-python",
    "tree-sitter-ruby",
    "tree-sitter-rust",
    "tree-sitter-swift",
    "tree-sitter-typescript",
)


def sources_digest(base: Path, sources: Iterable[Path], also: Iterable[str] = ()) -> str:
    """16 hexadecimal digits of the files below `base` and what else counts: other code, other digest."""
    total = hashlib.sha256()
    for source in sorted(sources):
        total.update(source.relative_to(base).as_posix().encode() + b"\0" + source.read_bytes())
    for item in also:
        total.update(f"{item}\0".encode())
    return total.hexdigest()[:16]


def _version() -> str:
    """Digest of this room's own sources and queries, the shape of the facts, and the versions of the grammars."""
    here = Path(__file__).parent
    sources = [*here.rglob("*.py"), *here.rglob("*.scm"), here.parent / "facts" / "syntax.py"]
    return sources_digest(here.parent, sources, (f"{package}={version(package)}" for package in _PACKAGES))


EXTRACTOR_VERSION: str = _version()


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
