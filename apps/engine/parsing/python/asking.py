"""What asks an object about itself without a call: whether it is true, what its text is.

These operations stand behind all others: they are found on the way through conditions, and no order among them means anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from apps.engine.facts import Operation, Value
from apps.engine.parsing.source import Source, first_named

_TRUTH = "__bool__"
_CONVERTED = {"!r": "__repr__", "!a": "__repr__", "!s": "__str__"}


def truth(condition: Node, kinds: Mapping[int, str], source: Source, scope: str) -> Operation | None:
    """That a condition asks whether a plain name, or an attribute of one, is true; of ``a and b`` the last operand.

    The operands before it are asked about by their own operator.
    """
    node, kind = condition, kinds[condition.kind_id]
    while kind == "parenthesized_expression" or kind == "boolean_operator":
        inner = node.child_by_field_name("right") if kind == "boolean_operator" else first_named(node)
        if inner is None:
            return None
        node, kind = inner, kinds[inner.kind_id]
    if kind != "identifier" and kind != "attribute":
        return None
    name = source.of(node)
    if name == "self" or not name.replace(".", "").isidentifier():
        return None
    line = node.start_point[0] + 1
    return Operation(_TRUTH, Value("name", name, (), (), None, line, line), line, scope)


def written_out(interpolation: Node, source: Source) -> str:
    """The method that gives the text of what stands in an f-string."""
    conversion = interpolation.child_by_field_name("type_conversion")
    return _CONVERTED.get(source.of(conversion), "__format__") if conversion is not None else "__format__"
