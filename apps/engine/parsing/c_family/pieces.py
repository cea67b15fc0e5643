"""Definitions that the tree of a whole file lost, read again one by one: macros between enumerators or in the middle of a table,
functions in what the grammar gave up on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node, Tree

from apps.engine.parsing.grammar import Grammar, Span

_DEFINED = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)\((?:[^\n\\]|\\.)*\n?", re.M | re.S)
_TOKEN = re.compile(
    rb"//(?:[^\n\\]|\\.)*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.[^'\n]{0,8}|[^'\\\n]{1,4})'"
    rb"|(?:^|(?<=\n))[ \t]*#(?:[^\n\\]|\\.)*|[{};]",
    re.S,
)
_AROUND = re.compile(rb"(?:\bnamespace\b[\w\s:]*|\bextern\s*\"C(?:\+\+)?\"\s*)\Z")
_FUNCTION = re.compile(rb"\w[\s*&]+~?\w+(?:::~?\w+)*\s*\([^;{}]*\)[\w\s]*\Z")
_LONGEST_HEAD = 2000  # bytes of a function's head
_MOST = 200  # pieces of a file


def pieces(grammar: Grammar, written: bytes, read: bytes, tree: Tree) -> list[tuple[Span, Tree]]:
    """Where they stand, and a tree of each.  `written` is the text of the file, `read` the form of it that `tree` is of."""
    found = [(span, grammar.parse_part(written, span)) for span in _macros(written, tree)]
    if tree.root_node.has_error:
        for span in _functions(read, tree):
            part = grammar.parse_part(read, span)
            if any(node.type == "function_definition" for node in part.root_node.children):
                found.append((span, part))
    return found[:_MOST]


def _macros(written: bytes, tree: Tree) -> Iterator[Span]:
    """Macros with parameters that the tree has no node for."""
    for match in _DEFINED.finditer(written):
        node = tree.root_node.descendant_for_byte_range(*match.span(1))
        if node is None or node.type in ("comment", "raw_string_content", "string_content"):
            continue
        if node.parent is None or node.parent.type != "preproc_function_def":
            yield match.span()


def _functions(read: bytes, tree: Tree) -> Iterator[Span]:
    """Functions outside of classes and of others whose braces the tree has in no definition."""
    depth, start, brace = 0, 0, -1
    for match in _TOKEN.finditer(read):
        token = match[0]
        if token == b"{":
            head = read[max(start, match.start() - _LONGEST_HEAD) : match.start()]
            if depth or not _AROUND.search(head):
                if not depth:
                    brace = match.start() if _FUNCTION.search(head) else -1
                depth += 1
            else:
                start = match.end()
        elif token == b"}":
            if depth == 1 and brace >= 0 and not _is_read(tree, brace):
                yield start, match.end()
            depth = max(depth - 1, 0)
            if not depth:
                start = match.end()
        elif not depth and (token == b";" or token[:1] in b"/# \t"):
            start = match.end()


def _is_read(tree: Tree, brace: int) -> bool:
    """Whether the braces that open at a byte are a body in the tree."""
    node: Node | None = tree.root_node.descendant_for_byte_range(brace, brace + 1)
    body = node.parent if node is not None and node.type == "{" else None
    return body is not None and body.parent is not None and body.parent.type not in ("ERROR", "translation_unit")
