"""Heads of Kotlin's definitions: modifiers, annotations, parameters, receivers."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apps.engine.facts import Decorator, Parameter, Value
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.kotlin import repair

TYPES = frozenset({"user_type", "nullable_type", "non_nullable_type", "function_type", "parenthesized_type"})
BODIES = frozenset({"class_body", "enum_class_body"})
_KEPT = frozenset(
    {"private", "protected", "internal", "public", "override", "abstract", "final", "const", "inner", "data", "sealed"}
)
_WORDS = {"suspend": "async", "open": "virtual", "external": "extern"}
_ALONE = frozenset({"parenthesized_expression", "annotation"})
_HIDDEN = frozenset({"private", "protected", "internal"})


def child_of(node: Node, *types: str) -> Node | None:
    """The first child of one of these node types."""
    return next((child for child in node.named_children if child.type in types), None)


def type_of(node: Node) -> Node | None:
    """The first child that is a written type."""
    return next((child for child in node.named_children if child.type in TYPES), None)


def keyword(node: Node, *words: str) -> Node:
    """The word that a definition without a name of its own is known by, or the definition."""
    return next((child for child in node.children if child.type in words), node)


def words(node: Node, values: Values) -> set[str]:
    """The modifiers of a definition, as they are written."""
    held = child_of(node, "modifiers")
    if held is None:
        return set()
    return {repair.written(values.source.of(child)) for child in held.named_children if child.type.endswith("_modifier")}


def properties(node: Node, values: Values, *, in_interface: bool = False, has_body: bool = True) -> set[str]:
    """Words of `Definition.properties`: what says nothing else is public."""
    written = words(node, values)
    found = (written & _KEPT) | {word for key, word in _WORDS.items() if key in written}
    if not written & _HIDDEN:
        found |= {"public", "exported"}
    if in_interface and not has_body:
        found.add("abstract")
    return found


def marks(node: Node, values: Values) -> Iterator[Decorator]:
    """Annotations, without the words that say which part of a property they are of: ``@field:Id``."""
    for before in leading(node):
        named = [child for child in before.named_children if child.type == "annotation"]
        last = before.named_children[-1]
        for child in named:
            listed = last if child is named[-1] and last.type == "parenthesized_expression" else None
            yield from _annotation(child, values, listed)
    for held in node.named_children:
        if held.type not in ("modifiers", "parameter_modifiers", "annotation"):
            continue
        for child in [held] if held.type == "annotation" else held.named_children:
            if child.type == "annotation":
                yield from _annotation(child, values)


def leading(node: Node) -> list[Node]:
    """Annotations with one argument that the grammar takes for expressions of their own in front of a definition."""
    found: list[Node] = []
    before = node.prev_named_sibling
    while before is not None and before.type == "annotated_expression" and before.named_children[-1].type in _ALONE:
        found.append(before)
        before = before.prev_named_sibling
    found.reverse()
    return found


def _annotation(node: Node, values: Values, apart: Node | None = None) -> Iterator[Decorator]:
    for child in node.named_children:
        name = child if child.type == "user_type" else child_of(child, "user_type")
        if name is None:
            continue
        listed = child_of(child, "value_arguments") if child.type == "constructor_invocation" else None
        listed = listed or apart
        arguments = values.arguments(listed) if listed is not None else ()
        line, end_line = node.start_point[0] + 1, (listed or node).end_point[0] + 1
        yield Decorator(values.path(name), arguments, listed is not None, line, end_line)


def bases(node: Node, values: Values) -> tuple[Value, ...]:
    """What a class or object extends, implements or hands on to."""
    held = child_of(node, "delegation_specifiers")
    out = []
    for item in held.named_children if held is not None else ():
        inner = item.named_child(0) if item.named_child_count else None
        if inner is not None and inner.type in ("constructor_invocation", "explicit_delegation"):
            inner = child_of(inner, "user_type")
        if inner is not None and inner.type == "user_type":
            out.append(values.value(inner))
    return tuple(out)


def parameters(node: Node, values: Values) -> tuple[Parameter, ...]:
    """Parameters of a function, a primary constructor, a lambda or a setter.

    A default value stands behind its parameter, modifiers (``vararg``) in front of it, as nodes of their own.
    """
    out: list[Parameter] = []
    modifiers: Node | None = None
    waiting: tuple[Node, Node | None] | None = None
    for child in node.named_children:
        kind = child.type
        if kind in ("parameter", "class_parameter", "variable_declaration"):
            if waiting is not None:
                out.append(_parameter(*waiting, None, values))
            waiting = child, modifiers
            modifiers = None
        elif kind == "parameter_modifiers":
            if waiting is not None:
                out.append(_parameter(*waiting, None, values))
                waiting = None
            modifiers = child
        elif waiting is not None and not kind.endswith("comment"):
            out.append(_parameter(*waiting, child, values))
            waiting = None
    if waiting is not None:
        out.append(_parameter(*waiting, None, values))
    return tuple(out)


def _parameter(node: Node, modifiers: Node | None, default: Node | None, values: Values) -> Parameter:
    name, of = child_of(node, "identifier"), type_of(node)
    held = modifiers if modifiers is not None else child_of(node, "modifiers")
    written = {values.source.of(child) for child in held.named_children} if held is not None else set()
    is_property = node.type == "class_parameter" and any(child.type in ("val", "var") for child in node.children)
    if default is None and node.type == "class_parameter" and any(child.type == "=" for child in node.children):
        default = node.named_child(node.named_child_count - 1)
    found = list(marks(node, values))
    if modifiers is not None:
        for child in modifiers.named_children:
            if child.type == "annotation":
                found += _annotation(child, values)
    return Parameter(
        values.source.of(name) if name is not None else "",
        values.flat(of),
        values.flat(default),
        "rest" if "vararg" in written else "",
        None,
        values.value(default) if default is not None else None,
        tuple(found),
        is_property,
    )


def receiver(node: Node, before: Node) -> Node | None:
    """The type an extension is of: the type in front of its name."""
    for child in node.named_children:
        if child.start_byte >= before.start_byte:
            return None
        if child.type in TYPES:
            return child
    return None


def plain_type(node: Node, values: Values) -> str:
    """The dotted name of a written type without its arguments, "" for one of functions."""
    for _ in range(4):
        if node.type == "user_type":
            return values.path(node)
        inner = type_of(node) if node.type != "function_type" else None
        if inner is None:
            return ""
        node = inner
    return ""
