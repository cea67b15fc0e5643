"""Which version of the code reads files: other code, other readings.

Only sources are looked at, and no parser is loaded: that takes a second, and what asks here is mostly a page.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

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


@cache
def extractor_version() -> str:
    """Names everything a reading depends on besides the file's bytes and path.

    That is the sources and queries of the parsers, the shape of the facts, the versions of the grammars, and what decodes a file
    and replaces its secrets.
    """
    engine = Path(__file__).parents[1]
    extraction = engine / "extraction"
    sources = [
        *(engine / "parsing").rglob("*.py"),
        *(engine / "parsing").rglob("*.scm"),
        *(engine / "secrets").rglob("*.py"),
        engine / "facts" / "syntax.py",
        extraction / "reading.py",
        extraction / "readings.py",
    ]
    total = hashlib.sha256()
    for source in sorted(sources):
        total.update(source.relative_to(engine).as_posix().encode() + b"\0" + source.read_bytes())
    for package in _PACKAGES:
        total.update(f"{package}={version(package)}\0".encode())
    return total.hexdigest()[:32]
