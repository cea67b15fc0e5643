"""What classes, interfaces, types and enums are made of: their bases, and the fields that no statement declares."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Assignment, Value
from apps.engine.parsing.ecmascript.headers import annotation_text, is_property, parameter_nodes
from apps.engine.parsing.ecmascript.values import ValueBuilder
from apps.engine.parsing.source import Source


def class_bases(node: Node, values: ValueBuilder) -> tuple[Value, ...]:
    """What a class extends and implements, in the order it is written in."""
    heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
    if heritage is None:
        return ()
    out = []
    for child in heritage.named_children:
        if child.type == "extends_clause":
            value = child.child_by_field_name("value")
            if value is not None:
                out.append(values.value(value))
        elif child.type == "implements_clause":
            out.extend(type_value(item, values) for item in child.named_children)
        elif child.type != "comment":
            out.append(values.value(child))
    return tuple(out)


def interface_bases(node: Node, values: ValueBuilder) -> tuple[Value, ...]:
    """What an interface extends."""
    out: list[Value] = []
    for child in node.named_children:
        if child.type in ("extends_type_clause", "extends_clause"):
            out.extend(type_value(item, values) for item in child.named_children if item.type != "type_arguments")
    return tuple(out)


def type_value(node: Node, values: ValueBuilder) -> Value:
    """A named type as a value, its arguments left out."""
    if node.type == "generic_type":
        node = node.child_by_field_name("name") or node
    return values.value(node)


def constructor_fields(node: Node, owner: str, source: Source) -> list[Assignment]:
    """TypeScript's ``constructor(private service: Service)`` declares a field of `owner`."""
    out = []
    for parameter in parameter_nodes(node):
        pattern = parameter.child_by_field_name("pattern")
        if pattern is None or not is_property(parameter):
            continue
        note = annotation_text(parameter.child_by_field_name("type"), source)
        line, end_line = parameter.start_point[0] + 1, parameter.end_point[0] + 1
        out.append(Assignment(source.of(pattern), None, line, end_line, owner, note, kind="field"))
    return out


def shape_fields(body: Node, owner: str, source: Source, values: ValueBuilder) -> list[Assignment]:
    """Property signatures of an interface or object type as fields, what calling it means as fields named ``()``."""
    out = []
    for child in body.named_children:
        line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
        if child.type == "call_signature":
            out.append(Assignment("()", None, line, end_line, owner, _function_type(child, source), kind="field"))
            continue
        name = child.child_by_field_name("name") if child.type == "property_signature" else None
        if name is None:
            continue
        note = annotation_text(child.child_by_field_name("type"), source)
        if any(part.type == "?" for part in child.children) and note:
            note += " | undefined"
        out.append(Assignment(values.key(name), None, line, end_line, owner, note, kind="field"))
    return out


def enum_fields(body: Node, owner: str, values: ValueBuilder) -> list[Assignment]:
    """The members of an enum as fields."""
    out = []
    for child in body.named_children:
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if child.type != "enum_assignment":
            name, value = child, None
        if name is None or child.type == "comment":
            continue
        line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
        given = values.value(value) if value is not None else None
        out.append(Assignment(values.key(name), given, line, end_line, owner, kind="field"))
    return out


def _function_type(node: Node, source: Source) -> str:
    """A call signature as the type of a function, its own type parameters left out."""
    given = node.child_by_field_name("parameters")
    returns = annotation_text(node.child_by_field_name("return_type"), source)
    text = " ".join(source.of(given).split()) if given is not None else "()"
    return f"{text} => {returns or 'any'}"
