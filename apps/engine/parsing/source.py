"""A file's text beside its bytes: tree-sitter counts bytes, facts hold text."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from io import BytesIO
from itertools import accumulate

from tree_sitter import Node

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
CUT = 200  # characters of source text kept for an expression that is not structured


def clean(text: str) -> str:
    """Text that every store accepts: NUL and lone surrogates become U+FFFD."""
    if text.isascii():
        return text.replace("\0", "\ufffd") if "\0" in text else text
    if "\0" not in text:
        try:
            text.encode()
        except UnicodeEncodeError:
            pass
        else:
            return text
    return _UNSTORABLE.sub("\ufffd", text)


def first_named(node: Node) -> Node | None:
    """First named child, None if there is none (the binding's own accessor raises there)."""
    return node.named_child(0) if node.named_child_count else None


class Source:
    """Text of one file, cut by byte offsets; line feeds alone separate lines.  `ascii`: an offset in bytes is one in the text."""

    __slots__ = ("_starts", "ascii", "data", "text")

    def __init__(self, text: str) -> None:
        self.text = clean(text)
        self.data = self.text.encode("utf-8")
        self.ascii = len(self.data) == len(self.text)
        self._starts: list[int] | None = None

    def cut(self, start: int, end: int) -> str:
        """Text between two byte offsets."""
        if self.ascii:
            return self.text[start:end]
        return self.data[start:end].decode("utf-8", "replace")

    def of(self, node: Node) -> str:
        """Text of a node."""
        if self.ascii:
            return self.text[node.start_byte : node.end_byte]
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def short(self, node: Node) -> str:
        """Text of a node on one line, cut to `CUT` characters."""
        start = node.start_byte
        text = self.cut(start, min(node.end_byte, start + 4 * CUT))
        return " ".join(text.split())[:CUT]

    @property
    def line_count(self) -> int:
        """Line feeds, plus a last line without one."""
        return self.data.count(b"\n") + (1 if self.data and not self.data.endswith(b"\n") else 0)

    def starts(self) -> list[int]:
        """Byte offset of the start of every line."""
        if self._starts is None:
            starts = list(accumulate(map(len, BytesIO(self.data)), initial=0))
            if len(starts) > 1 and not self.data.endswith(b"\n"):
                starts.pop()  # the end of the last line, behind which none starts
            self._starts = starts
        return self._starts

    def line_of(self, offset: int) -> int:
        """1-based line of a byte offset."""
        return bisect_right(self.starts(), offset)

    def digest(self, line: int, end_line: int) -> str:
        """SHA-256 (hex) of the text of whole lines, without the last line feed."""
        starts = self.starts()
        end = starts[end_line] - 1 if end_line < len(starts) else len(self.data)
        return hashlib.sha256(self.data[starts[line - 1] : end]).hexdigest()

    def begins_line(self, offset: int) -> bool:
        """Whether only white space stands before the offset on its line."""
        start = self.starts()[self.line_of(offset) - 1]
        return not self.data[start:offset].strip()
