"""Reads of environment variables in C and C++."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import EnvironmentRead
from apps.engine.parsing.declared.values import Values

_READS = frozenset({"getenv", "std.getenv", "secure_getenv", "_wgetenv", "std.secure_getenv"})


def environment_read(call_or_node: Node, values: Values) -> EnvironmentRead | None:
    """The read that a call is, None where it reads no variable that can be told; one named by a name is that of a parameter."""
    if call_or_node.type != "call_expression":
        return None
    of = call_or_node.child_by_field_name("function")
    if of is None or of.type not in ("identifier", "qualified_identifier"):
        return None
    access = values.path(of)
    if access not in _READS:
        return None
    arguments = values.call(call_or_node).arguments
    name = arguments[0].value if arguments else None
    if name is None or name.kind not in ("string", "name"):
        return None
    line, end_line = call_or_node.start_point[0] + 1, call_or_node.end_point[0] + 1
    if name.kind == "string":
        return EnvironmentRead(name.text, access, line, end_line, values.scope)
    return EnvironmentRead("", access, line, end_line, values.scope, parameter=name.text)
