"""What a name is known to be where a statement has asked ``isinstance``.

The name means an instance of the class in the block behind the question, or, where the question sends all others away
(``if not isinstance(x, C): return``), in what follows up to the end of the block around it.  The other way round it is none of
the class where the answer was no: in what stands behind ``else``, or behind a block that leaves.
"""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Assignment, Value
from apps.engine.parsing.python.values import ValueBuilder
from apps.engine.parsing.source import Source

NARROWED = ("narrowed",)
EXCLUDED = ("excluded",)
_LEAVES = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_ARMS = frozenset({"elif_clause", "else_clause"})
_ASKED = b"isinstance"
_PARTS = 12  # conditions of one statement looked at


def narrowed(node: Node, scope: str, source: Source, values: ValueBuilder) -> list[Assignment]:
    """The names an ``if`` or ``elif`` narrows to some classes or away from them, with the lines in which it does."""
    children = node.children
    if len(children) < 2:
        return []
    condition = children[1]
    if _ASKED not in source.data[condition.start_byte : condition.end_byte]:
        return []
    body = node.child_by_field_name("consequence")
    if body is None:
        return []
    out: list[Assignment] = []
    asked = _plain(condition)
    negated = asked.type == "not_operator"
    if negated:
        asked = _plain(asked.children[-1])
    first, last = body.start_point[0] + 1, body.end_point[0] + 1
    if negated:
        out.extend(_bound(asked, first, last, scope, values, EXCLUDED))
    else:
        for part in _all_of(condition):
            out.extend(_bound(part, part.start_point[0] + 1, last, scope, values, NARROWED))
    rest = _rest(node, body)
    if rest is not None:
        for part in [asked] if negated else _any_of(condition):
            out.extend(_bound(part, *rest, scope, values, NARROWED if negated else EXCLUDED))
    return out


def _rest(node: Node, body: Node) -> tuple[int, int] | None:
    """The lines that are reached only where the answer was no: those of the other arms, or what follows a block that leaves."""
    around = node.parent
    if around is None:
        return None
    if node.type == "elif_clause":
        later = [child for child in around.children if child.type in _ARMS and child.start_byte > node.start_byte]
    else:
        later = [child for child in node.children if child.type in _ARMS]
    if later:
        return later[0].start_point[0] + 1, later[-1].end_point[0] + 1
    last = body.named_children[-1] if body.named_child_count else None
    if last is None or last.type not in _LEAVES or node.type != "if_statement":
        return None
    return node.end_point[0] + 2, around.end_point[0] + 1


def _plain(node: Node) -> Node:
    """What stands in brackets."""
    while node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def _all_of(condition: Node) -> list[Node]:
    """The calls that must all have answered yes."""
    return _operands(condition, "and")


def _any_of(condition: Node) -> list[Node]:
    """The calls that must all have answered no where the condition does not hold."""
    return _operands(condition, "or")


def _operands(condition: Node, operator: str) -> list[Node]:
    out: list[Node] = []
    todo = [condition]
    seen = 0
    while todo and seen < _PARTS:
        part = _plain(todo.pop())
        seen += 1
        if part.type == "boolean_operator" and part.children[1].type == operator:
            todo.extend((part.children[2], part.children[0]))
        elif part.type == "call":
            out.append(part)
    return out


def _bound(
    call: Node, line: int, end_line: int, scope: str, values: ValueBuilder, properties: tuple[str, ...]
) -> list[Assignment]:
    if call.type != "call" or end_line < line:
        return []
    function, given = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or given is None or values.name(function) != "isinstance":
        return []
    parts = [child for child in given.named_children if child.type != "comment"]
    if len(parts) != 2:
        return []
    target, classes = values.name(parts[0]), _classes(parts[1], values)
    if not target or not classes:
        return []
    at = call.start_point[0] + 1
    value = Value("name", classes[0], (), (), None, at, at) if len(classes) == 1 else None
    return [Assignment(target, None, line, end_line, scope, " | ".join(classes), value, "parameter", (), properties)]


def _classes(node: Node, values: ValueBuilder) -> list[str]:
    """The names of the classes that are asked for; none where one of them is no plain name."""
    todo = [node]
    out: list[str] = []
    while todo and len(out) < _PARTS:
        here = _plain(todo.pop())
        if here.type == "tuple" or (here.type == "binary_operator" and here.children[1].type == "|"):
            todo.extend(reversed([child for child in here.named_children if child.type != "comment"]))
            continue
        name = values.name(here)
        if not name:
            return []
        out.append(name)
    return out if not todo else []
