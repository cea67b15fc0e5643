"""Reads of the environment: ``env('X', default)``, ``getenv``, ``$_ENV``."""

from __future__ import annotations

import re

from tree_sitter import Node

from apps.engine.facts import EnvironmentRead
from apps.engine.parsing.declared.values import Values

_READS = frozenset({"env", "getenv", "Env.get"})
_SOURCES = frozenset({"$_ENV", "$_SERVER"})
_UPPER = re.compile(r"[A-Z][A-Z0-9_]*").fullmatch
_SERVER = re.compile(
    r"(?:HTTP|REQUEST|SERVER|REMOTE|SCRIPT|PHP|PATH|QUERY|DOCUMENT|GATEWAY|CONTENT|ORIG|AUTH|SSL)_.*|HTTPS|argv|argc"
).fullmatch


def read(node: Node, values: Values) -> EnvironmentRead | None:
    """The read of a variable of the environment that a call or a subscript is."""
    if node.type == "subscript_expression":
        return subscripted(node, values)
    name = node.child_by_field_name("function") or node.child_by_field_name("name")
    if name is None or values.source.of(name).lstrip("\\") not in ("env", "getenv", "get"):
        return None
    call = values.call(node)
    access = call.callee.text.lstrip("\\")
    is_read = access in _READS or access.endswith(".Env.get")
    if call.callee.kind != "name" or not is_read or not call.arguments or call.arguments[0].value.kind != "string":
        return None
    default = ""
    if len(call.arguments) > 1 and access != "getenv":
        listed = node.child_by_field_name("arguments")
        default = values.flat(listed.named_child(1)) if listed is not None else ""
    default = default or fallback(node, values)
    return EnvironmentRead(call.arguments[0].value.text, access, call.line, call.end_line, values.scope, default)


def subscripted(node: Node, values: Values) -> EnvironmentRead | None:
    """``$_ENV['NAME']``; of ``$_SERVER`` only what no web server puts there."""
    if node.named_child_count != 2:
        return None
    of, key = node.named_children
    if of.type != "variable_name" or key.type not in ("string", "encapsed_string"):
        return None
    source = values.source.of(of)
    if source not in _SOURCES:
        return None
    name = values.value(key).text
    if not name or (source == "$_SERVER" and (_SERVER(name) or not _UPPER(name))):
        return None
    above = node.parent
    if above is not None and above.type == "assignment_expression" and above.child_by_field_name("left") == node:
        return None
    default = fallback(node, values)
    return EnvironmentRead(name, source, node.start_point[0] + 1, node.end_point[0] + 1, values.scope, default)


def fallback(node: Node, values: Values) -> str:
    """What stands for a value that is missing: behind ``??`` or ``?:``."""
    above = node.parent
    if above is None:
        return ""
    if above.type == "binary_expression":
        operator = above.child_by_field_name("operator")
        left = above.child_by_field_name("left")
        if operator is not None and values.source.of(operator) == "??" and left == node:
            return values.flat(above.child_by_field_name("right"))
    if above.type == "conditional_expression" and above.child_by_field_name("body") is None:
        return values.flat(above.child_by_field_name("alternative")) if above.child_by_field_name("condition") == node else ""
    return ""
