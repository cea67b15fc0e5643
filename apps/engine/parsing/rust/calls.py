"""Calls that have another form: macros and literals of structs."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.rust.tokens import Tokens


def struct_made(node: Node, values: Values) -> Call | None:
    """The literal of a struct as the call that makes it: its fields are named arguments."""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None or body is None:
        return None
    arguments = []
    for child in body.named_children:
        if child.type == "shorthand_field_initializer" and child.named_child_count:
            text = values.source.of(child.named_children[-1])
            at = child.start_point[0] + 1
            arguments.append(Argument(Value("name", text, line=at, end_line=at), text))
        elif child.type == "field_initializer":
            key, value = child.child_by_field_name("field"), child.child_by_field_name("value")
            if key is not None and value is not None:
                arguments.append(Argument(values.value(value), values.source.of(key)))
        elif child.type == "base_field_initializer" and child.named_child_count:
            held = values.value(child.named_children[0])
            arguments.append(Argument(Value("spread", "", (held,), line=held.line, end_line=held.end_line)))
    return Call(values.value(name), tuple(arguments), line, end_line, values.scope, True)


def expanded(node: Node, values: Values) -> tuple[Call, list[Call]]:
    """The call of a macro and those in what it is given."""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    name = node.child_by_field_name("macro")
    listed = next((child for child in node.children if child.type == "token_tree"), None)
    tokens = Tokens(values)
    arguments = tokens.arguments(listed) if listed is not None else ()
    text = values.name(name) if name is not None else ""
    callee = Value("name", f"{text}!", line=line, end_line=line) if text else Value("other", line=line, end_line=line)
    return Call(callee, arguments, line, end_line, values.scope), tokens.calls
