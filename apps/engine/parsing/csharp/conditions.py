"""Conditions of the preprocessor (``#if``) that the grammar cannot read: those that stand inside a member or its head."""

from __future__ import annotations

from tree_sitter import Tree

from apps.engine.parsing.c_family.conditions import blanked_conditions
from apps.engine.parsing.c_family.masking import wrong
from apps.engine.parsing.grammar import Grammar

_LONGEST = 4_000_000  # bytes of a file that is read in more than one form
_ATTRIBUTES = b"]"  # what a condition may stand behind without cutting through anything


def tree_of(grammar: Grammar, data: bytes) -> Tree:
    """The tree of a file, of the form of its text that has the least errors: as it is, without the conditions that cut through
    a statement, without any."""
    tree = grammar.parse(data)
    if not tree.root_node.has_error or len(data) > _LONGEST or b"#if" not in data:
        return tree
    best = wrong(tree)
    for every in (False, True):
        other = grammar.parse(blanked_conditions(data, every, _ATTRIBUTES))
        if (left := wrong(other)) < best:
            tree, best = other, left
        if not best:
            break
    return tree
