"""Heredocs inside heredocs, which the grammar reads as if the inner one began behind the outer one's end."""

from __future__ import annotations

import re

_OPENED = re.compile(rb"<<[~-]([\"'`]?)([A-Za-z_]\w*)\1")
_WORD = re.compile(rb"[A-Za-z_]\w*").fullmatch
_INSIDE = re.compile(rb"#\{[^}]*<<[~-]", re.S)


def without_inner(data: bytes) -> bytes:
    """The text with an empty string for each inner heredoc and blanks for its lines: length and lines stay."""
    if not _INSIDE.search(data):
        return data
    lines = data.split(b"\n")
    ends = {line.strip(): at for at, line in enumerate(lines) if _WORD(line.strip())}  # last line of each word
    at = 0
    while at < len(lines):
        opened = _outer(lines[at], ends, at)
        at += 1
        for word, reads in opened:
            interpolates = False
            while at < len(lines) and lines[at].strip() != word:
                interpolates = interpolates or (reads and b"#{" in lines[at])
                at = _blanked(lines, at, ends) if interpolates else at + 1
            at += 1
    return b"\n".join(lines)


def _outer(line: bytes, ends: dict[bytes, int], at: int) -> list[tuple[bytes, bool]]:
    """Words of the heredocs that a line opens, and whether what is in them is interpolated."""
    if line.lstrip().startswith(b"#"):
        return []
    return [(found[2], found[1] != b"'") for found in _OPENED.finditer(line) if ends.get(found[2], -1) > at]


def _blanked(lines: list[bytes], at: int, ends: dict[bytes, int]) -> int:
    """Take out the heredocs that a line in another opens; the line that is looked at next."""
    here = at + 1
    for found in _OPENED.finditer(lines[at]):
        if ends.get(found[2], -1) < here:
            continue
        lines[at] = lines[at][: found.start()] + b'""'.ljust(len(found[0])) + lines[at][found.end() :]
        while here < len(lines) and lines[here].strip() != found[2]:
            lines[here] = b" " * len(lines[here])
            here += 1
        if here < len(lines):
            lines[here] = b" " * len(lines[here])
            here += 1
    return here
