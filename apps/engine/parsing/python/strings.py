"""What string literals of Python hold."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.parsing.literals import python_text
from apps.engine.parsing.source import Source

_QUOTES = frozenset("\"'")


def without_comments(node: Node) -> list[Node]:
    """Named children that are no comments."""
    return [child for child in node.named_children if child.type != "comment"]


def text_of(node: Node, source: Source) -> str | None:
    """Content of a plain string or of plain strings in a row; None if it is none of these."""
    kind = node.type
    if kind == "string":
        return plain_text(node, source)
    if kind != "concatenated_string":
        return None
    out = []
    for piece in without_comments(node):
        text = plain_text(piece, source) if piece.type == "string" else None
        if text is None:
            return None
        out.append(text)
    return "".join(out)


def plain_text(node: Node, source: Source) -> str | None:
    """Content of one string without values in it."""
    whole = source.of(node)
    if whole and not node.has_error:
        quote = whole[0]
        raw = False
        if quote not in _QUOTES:
            at = next((at for at, letter in enumerate(whole) if letter in _QUOTES), 0)
            prefix = whole[:at].lower()
            if not at or "f" in prefix or "t" in prefix:
                return _formatted(node, source)
            raw = "r" in prefix
            quote, whole = whole[at], whole[at:]
        body = whole[3:-3] if len(whole) >= 6 and whole.startswith(quote * 3) else whole[1:-1]
        return python_text(body, raw) if "\\" in body else body
    return _formatted(node, source)


def _formatted(node: Node, source: Source) -> str | None:
    """Content of one string by its parts."""
    children = node.children
    if any(child.type == "interpolation" for child in children):
        return None
    if len(children) < 2 or children[-1].type != "string_end":
        return source.of(node)
    body = source.cut(children[0].end_byte, children[-1].start_byte)
    return python_text(body, "r" in source.of(children[0]).lower())
