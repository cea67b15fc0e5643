"""Reads of environment variables, and what is done where one is missing."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import EnvironmentRead
from apps.engine.parsing.declared.values import Values

_READS = frozenset({"std.env.var", "env.var", "std.env.var_os", "env.var_os", "env!", "option_env!", "std.env!", "dotenvy.var"})
_REQUIRED = frozenset({"unwrap", "expect"})


def environment_read(node: Node, values: Values) -> EnvironmentRead | None:
    """The read that a call is, None where it reads no variable whose name is written."""
    call = values.call(node)
    access = call.callee.text
    if access not in _READS or not call.arguments or call.arguments[0].value.kind != "string":
        return None
    default, required = _missing(node, values)
    is_needed = required or (access.endswith("env!") and not access.startswith("option"))
    name = call.arguments[0].value.text
    return EnvironmentRead(name, access, call.line, call.end_line, values.scope, default, is_needed)


def _missing(node: Node, values: Values) -> tuple[str, bool]:
    """What is done where a variable is missing: the default that is taken, whether it ends there."""
    above: Node | None = node.parent
    inner: Node = node
    while above is not None:
        if above.type == "try_expression":
            return "", True
        if above.type == "field_expression":
            member = above.child_by_field_name("field")
            name = values.source.of(member) if member is not None else ""
            call = above.parent
            if call is None or call.type != "call_expression":
                return "", False
            if name in _REQUIRED:
                return "", True
            if name.startswith("unwrap_or"):
                listed = call.child_by_field_name("arguments")
                return (values.flat(listed)[1:-1] if listed is not None else "") or '""', False
            inner, above = call, call.parent
            continue
        if above.type not in ("call_expression", "await_expression") or above.child_by_field_name("function") != inner:
            return "", False
        inner, above = above, above.parent
    return "", False
