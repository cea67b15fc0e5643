"""Where something stands in a repository.

A git path is bytes.  Everywhere above git we use its *canonical text*: one printable line, reversible, so that it can be a
key, a database value, a URL part and a citation.  Bytes that are not UTF-8, control characters, line and paragraph
separators and directional marks become ``\\xNN`` per byte; a literal backslash becomes two.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass

_ESCAPE = re.compile(rb"\\(?:x([0-9a-f]{2})|(\\))")
_ESCAPED_CATEGORIES = {"Cc", "Cf", "Zl", "Zp", "Cs", "Cn", "Co"}


def _escape(raw: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in raw)


def path_from_bytes(raw: bytes) -> str:
    """Canonical text of a git path.  Inverse of `path_to_bytes`."""
    text = raw.decode("utf-8", "surrogateescape")
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text
    out = []
    for char in text:
        if char == "\\":
            out.append("\\\\")
        elif unicodedata.category(char) in _ESCAPED_CATEGORIES:
            out.append(_escape(char.encode("utf-8", "surrogateescape")))
        else:
            out.append(char)
    return "".join(out)


def path_to_bytes(path: str) -> bytes:
    """The git path behind a canonical text."""
    return _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]) if match[1] else b"\\", path.encode("utf-8", "surrogateescape"))


def fingerprint(lines: list[str], line: int, end_line: int) -> str:
    """First 16 hex digits of the SHA-256 of the cited lines (1-based, inclusive), white space at line ends ignored."""
    text = "\n".join(part.rstrip() for part in lines[max(line, 1) - 1 : max(end_line, line, 1)])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of whole lines in a file: canonical path, 1-based inclusive lines, fingerprint of their text ("" if not taken)."""

    path: str
    line: int = 1
    end_line: int = 1
    fingerprint: str = ""
