"""Calls in build files that are programs of their own: ``.package(url: "…", from: "1.0")``.  Their text, never their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MOST = 20_000  # characters of one call
_QUOTES = "\"'"


def calls_of(text: str, name: str, comments: str = "//") -> Iterator[tuple[int, int, str]]:
    """(first line, last line, what stands in the brackets) of every call of that name, outside comments of whole lines."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(name)}\s*\(")
    left = 4 * len(text)  # brackets that are never closed must not cost their square
    for found in pattern.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        if comments in text[start : found.start()]:
            continue
        inside = _inside(text, found.end(), comments)
        left -= _MOST if inside is None else len(inside)
        if left < 0:
            return
        if inside is not None:
            line = text.count("\n", 0, found.start()) + 1
            yield line, line + inside.count("\n"), inside


def _inside(text: str, at: int, comments: str) -> str | None:
    """The text up to the bracket that closes, without comments; None where it does not close."""
    depth, quote, start, end = 1, "", at, min(len(text), at + _MOST)
    kept: list[str] = []
    while at < end:
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in _QUOTES:
            quote = char
        elif text.startswith(comments, at):
            kept.append(text[start:at])
            start = text.find("\n", at)
            start = at = end if start < 0 else start
            continue
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if not depth:
                return "".join([*kept, text[start:at]])
        at += 1
    return None


def arguments_of(inside: str) -> list[str]:
    """Parts between the commas of the outermost level, stripped."""
    parts: list[str] = []
    depth, quote, start = 0, "", 0
    for at, char in enumerate(inside):
        if quote:
            quote = "" if char == quote and inside[at - 1] != "\\" else quote
        elif char in _QUOTES:
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and not depth:
            parts.append(inside[start:at].strip())
            start = at + 1
    return [part for part in (*parts, inside[start:].strip()) if part]
