"""Destructuring: which part of a value each name of a pattern gets."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Value
from apps.engine.parsing.ecmascript.values import ValueBuilder
from apps.engine.parsing.source import first_named

_TARGETS = 200  # names of one pattern
_NAMES = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_DEFAULTS = frozenset({"object_assignment_pattern", "assignment_pattern"})
_PATTERNS = frozenset({"object_pattern", "array_pattern"})


def pattern_parts(pattern: Node, value: Value | None, values: ValueBuilder) -> list[tuple[Node, Value | None]]:
    """(name, what it gets) of a pattern that is given `value`, in source order; None where that can't be said."""
    out: list[tuple[Node, Value | None]] = []
    todo: list[tuple[Node, Value | None]] = [(pattern, value)]
    while todo and len(out) < _TARGETS:
        here, given = todo.pop()
        kind = here.type
        if kind in _NAMES:
            out.append((here, given))
        elif kind in _DEFAULTS:
            left = here.child_by_field_name("left")
            if left is not None:
                todo.append((left, given))
        elif kind == "rest_pattern":
            inner = first_named(here)
            if inner is not None:
                todo.append((inner, None))
        elif kind in _PATTERNS:
            todo.extend(reversed(_children(here, given, values)))
    return out


def _children(pattern: Node, value: Value | None, values: ValueBuilder) -> list[tuple[Node, Value | None]]:
    out: list[tuple[Node, Value | None]] = []
    if pattern.type == "array_pattern":
        position = 0
        for child in pattern.children:
            if child.type == ",":
                position += 1
            elif child.is_named and child.type != "comment":
                out.append((child, item_of(value, position)))
        return out
    for child in pattern.named_children:
        target: Node | None = child
        key = ""
        if child.type == "pair_pattern":
            key_node, target = child.child_by_field_name("key"), child.child_by_field_name("value")
            key = values.key(key_node) if key_node is not None else ""
        elif child.type == "object_assignment_pattern":
            left = child.child_by_field_name("left")
            key = values.key(left) if left is not None else ""
        elif child.type in _NAMES:
            key = values.key(child)
        if target is not None:
            out.append((target, member_of(value, key) if key else None))
    return out


def item_of(value: Value | None, position: int) -> Value | None:
    """The item of a list value, or a subscript of any other."""
    if value is None:
        return None
    if value.kind == "list":
        return value.items[position] if position < len(value.items) else None
    place = Value("number", str(position), line=value.line, end_line=value.line)
    return Value("subscript", items=(value, place), line=value.line, end_line=value.line)


def member_of(value: Value | None, key: str) -> Value | None:
    """The member of a value: a longer dotted name of a name."""
    if value is None:
        return None
    if value.kind == "name":
        return Value("name", f"{value.text}.{key}", line=value.line, end_line=value.line)
    return Value("attribute", key, (value,), line=value.line, end_line=value.line)
