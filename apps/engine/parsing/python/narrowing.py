"""What a name is known to be where a statement has asked ``isinstance``.

The name means an instance of the class in the block behind the question, or, where the question sends all others away
(``if not isinstance(x, C): return``), in what follows up to the end of the block around it.
"""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Assignment, Value
from apps.engine.parsing.python.values import ValueBuilder
from apps.engine.parsing.source import Source

NARROWED = ("narrowed",)
_LEAVES = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_ASKED = b"isinstance"
_PARTS = 12  # conditions of one statement looked at


def narrowed(node: Node, scope: str, source: Source, values: ValueBuilder) -> list[Assignment]:
    """The names an ``if`` or ``elif`` narrows to one class, with the lines in which they are narrowed."""
    children = node.children
    if len(children) < 2:
        return []
    condition = children[1]
    if _ASKED not in source.data[condition.start_byte : condition.end_byte]:
        return []
    body = node.child_by_field_name("consequence")
    out: list[Assignment] = []
    todo = [condition]
    seen = 0
    while todo and body is not None and seen < _PARTS:
        part = todo.pop()
        seen += 1
        kind = part.type
        if kind == "parenthesized_expression" and part.named_child_count == 1:
            todo.extend(part.named_children)
        elif kind == "boolean_operator" and part.children[1].type == "and":
            todo.extend((part.children[2], part.children[0]))
        elif kind == "call":
            out.extend(_bound(part, part.start_point[0] + 1, body.end_point[0] + 1, scope, values))
    if not out and condition.type == "not_operator" and body is not None:
        out.extend(_after(node, body, condition, scope, values))
    return out


def _after(node: Node, body: Node, condition: Node, scope: str, values: ValueBuilder) -> list[Assignment]:
    """Names narrowed behind an ``if not isinstance(…)`` that leaves."""
    asked = condition.children[-1]
    last = body.named_children[-1] if body.named_child_count else None
    around = node.parent
    sends_away = last is not None and last.type in _LEAVES and node.type == "if_statement"
    if asked.type != "call" or not sends_away or around is None or node.child_by_field_name("alternative") is not None:
        return []
    return _bound(asked, node.end_point[0] + 2, around.end_point[0] + 1, scope, values)


def _bound(call: Node, line: int, end_line: int, scope: str, values: ValueBuilder) -> list[Assignment]:
    function, given = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or given is None or values.name(function) != "isinstance" or end_line < line:
        return []
    parts = [child for child in given.named_children if child.type != "comment"]
    if len(parts) != 2:
        return []
    target, cls = values.name(parts[0]), values.name(parts[1])
    if not target or not cls:
        return []
    at = call.start_point[0] + 1
    return [
        Assignment(target, None, line, end_line, scope, cls, Value("name", cls, (), (), None, at, at), "parameter", (), NARROWED)
    ]
