"""Signatures of declared languages."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.parsing.declared.dialect import Dialect
from apps.engine.parsing.literals import one_line
from apps.engine.parsing.source import Source

LONGEST = 1000  # characters of a signature


def signature(node: Node, body: Node | None, dialect: Dialect, source: Source) -> str:
    """Header of a definition on one line: from its first word to its body, without annotations and comments."""
    end = min(body.start_byte if body is not None else node.end_byte, node.start_byte + 8 * LONGEST)
    pieces: list[str] = []
    at = node.start_byte
    left_out = dialect.skipped | dialect.annotations
    todo = list(reversed(node.children))
    while todo:
        part = todo.pop()
        if part.start_byte >= end:
            break
        if part.type in left_out:
            pieces.append(source.cut(at, part.start_byte))
            at = part.end_byte
        elif part.child_count and (part.type == "modifiers" or b"/" in source.data[part.start_byte : min(part.end_byte, end)]):
            todo.extend(reversed(part.children))
    if at < end:
        pieces.append(source.cut(at, end))
    text = one_line("".join(pieces)).rstrip()
    for mark in ("{", "=>", "=", ";", ":"):
        text = text.removesuffix(mark).rstrip()
    return (dialect.introduced.get(node.type, "") + " ".join(text.split()))[:LONGEST]
