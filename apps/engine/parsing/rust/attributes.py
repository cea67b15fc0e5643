"""Attributes, which stand as siblings in front of what they are about."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apps.engine.facts import Argument, Decorator
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.rust.tokens import Tokens

COMMENTS = frozenset({"line_comment", "block_comment"})


def first_of(node: Node) -> Node:
    """The first attribute in front of a node, or itself."""
    found = node
    for sibling in _in_front(node):
        if sibling.type == "attribute_item":
            found = sibling
    return found


def attributes(node: Node, values: Values) -> tuple[Decorator, ...]:
    """The attributes in front of a node, in the order they are written in."""
    found = []
    for sibling in _in_front(node):
        if sibling.type == "attribute_item" and sibling.named_child_count:
            found.append(_attribute(sibling, values))
    return tuple(item for item in reversed(found) if item is not None)


def _in_front(node: Node) -> Iterator[Node]:
    """Attributes and comments right in front of a node, nearest first."""
    above = node.prev_sibling
    while above is not None and (above.type == "attribute_item" or above.type in COMMENTS or above.type == "visibility_modifier"):
        yield above
        above = above.prev_sibling


def _attribute(item: Node, values: Values) -> Decorator | None:
    attribute = item.named_children[0]
    name = attribute.named_children[0] if attribute.named_child_count else None
    if name is None:
        return None
    listed, value = attribute.child_by_field_name("arguments"), attribute.child_by_field_name("value")
    arguments: tuple[Argument, ...] = ()
    if listed is not None:
        arguments = Tokens(values).arguments(listed)
    elif value is not None:
        arguments = (Argument(values.value(value)),)
    return Decorator(
        values.name(name), arguments, listed is not None, item.start_point[0] + 1, item.end_point[0] + 1
    )  # fmt: skip
