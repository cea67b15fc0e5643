"""A second try for files that the TypeScript grammar does not accept although the language does."""

from __future__ import annotations

import re

from tree_sitter import Tree

from apps.engine.parsing.grammar import Grammar

# A generic call signature on a line of its own, after a member that ends without a semicolon: the grammar takes its "<" for the
# arguments of the type before it.  A semicolon in place of the blank before it says what the line feed says.
_CALL_SIGNATURE = re.compile(rb"(?m)(?<=^)([ \t]*)[ \t](?=<\s*(?:const\s+)?[A-Za-z_$][\w$]*\s*(?:,|extends\b|=|>\s*\(|$))")


def parse_script(grammar: Grammar, data: bytes) -> Tree:
    """The tree of a file; of a repaired copy with the same offsets where that is read better than the file as it is."""
    tree = grammar.parse(data)
    if not tree.root_node.has_error or grammar.name != "TypeScript":
        return tree
    repaired = _CALL_SIGNATURE.sub(rb"\1;", data)
    if repaired == data:
        return tree
    again = grammar.parse(repaired)
    is_better = not again.root_node.has_error or (tree.root_node.type == "ERROR" and again.root_node.type != "ERROR")
    return again if is_better else tree
