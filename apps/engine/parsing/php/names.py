"""Names that PHP binds in its own ways: documented properties, hooks, ``define``, patterns of arrays."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from apps.engine.facts import Argument
from apps.engine.parsing.declared.dialect import Bound, Head
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.php.docblocks import tags
from apps.engine.parsing.source import first_named

WORD = re.compile(r"[A-Za-z_]\w*").fullmatch


def documented_fields(body: Node, values: Values) -> Iterator[Bound]:
    """Properties that only the documentation of a class declares: ``@property User $owner``."""
    if body.parent is None:
        return
    comment = comment_above(body.parent, values)
    if "@property" not in comment:
        return
    for tag, kind, name in tags(comment):
        if tag.startswith("property") and name:
            yield Bound(name.removeprefix("$"), noted=kind, kind="field", node=body.parent.child_by_field_name("name"))


def comment_above(node: Node, values: Values) -> str:
    """The documentation comment right in front of a node."""
    above = node.prev_named_sibling
    return values.source.of(above) if above is not None and above.type == "comment" else ""


def defined(node: Node, values: Values) -> Iterator[Bound]:
    """``define('NAME', value)`` declares a constant."""
    name = node.child_by_field_name("function")
    if name is None or values.source.of(name) != "define":
        return
    listed: tuple[Argument, ...] = values.call(node).arguments
    if len(listed) >= 2 and listed[0].value.kind == "string" and WORD(listed[0].value.text):
        yield Bound(listed[0].value.text, None, None, "const", given=listed[1].value)


def bound_by(pattern: Node, values: Values) -> list[str]:
    """Variables that a pattern of an array binds."""
    names: list[str] = []
    waiting = [pattern]
    while waiting and len(names) < 50:
        here = waiting.pop()
        if here.type == "variable_name":
            names.append(values.source.of(here))
        elif here.type in ("list_literal", "array_creation_expression", "array_element_initializer", "by_ref"):
            waiting += reversed(here.named_children)
    return names


def hook(node: Node, values: Values) -> Head | None:
    """``get`` or ``set`` of a property: an accessor of its name."""
    name, above = first_named(node), node.parent.parent if node.parent is not None else None
    element = next((child for child in above.named_children if child.type == "property_element"), None) if above else None
    if name is None or element is None:
        return None
    word = values.source.of(name)
    found = element.child_by_field_name("name")
    if word not in ("get", "set") or found is None:
        return None
    return Head(
        "accessor", values.source.of(found).removeprefix("$"), name, parameters=node.child_by_field_name("parameters"),
        body=node.child_by_field_name("body"), properties=("getter" if word == "get" else "setter",),
    )  # fmt: skip
