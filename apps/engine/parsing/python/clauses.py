"""The names that a loop or a clause of a comprehension binds."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Assignment, Call, Operation, Value
from apps.engine.parsing.python.notes import Notes
from apps.engine.parsing.source import Source

GROUPS = frozenset({"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"})
ASYNC = ("async",)


def note_clause(
    notes: Notes,
    places: tuple[int, int],
    left: Node,
    value: Value | None,
    span: Node,
    source: Source,
    scope: str,
    *,
    is_async: bool,
) -> None:
    """Note what ``for left in value`` binds in the lines of `span`; `places` are those of the clause in the lists of operations
    and of assignments."""
    line, end_line = span.start_point[0] + 1, span.end_point[0] + 1
    properties = ASYNC if is_async else ()
    bound = []
    given_of = {left.id: value}
    if left.type in GROUPS and value is not None:
        parts = [child for child in left.named_children if child.type != "comment"]
        given_of = dict(zip([part.id for part in parts], looped(value, len(parts)), strict=True))
    for target in flat_targets(left):
        if target.type == "identifier":
            given = given_of.get(target.id)
            name = source.of(target)
            bound.append(Assignment(name, given, line, end_line, scope, kind="parameter", properties=properties))
    operations = []
    if left.type != "identifier" and value is not None:
        operations.append(Operation("async loop" if is_async else "loop", value, value.line, scope))
    notes.operations[places[0] : places[0]] = operations
    notes.assignments[places[1] : places[1]] = bound


def looped(value: Value, count: int) -> list[Value | None]:
    """What each of the `count` names of a loop's pattern is an element of, None where that can't be told.

    ``for key, item in d.items()``, ``for number, item in enumerate(x)``, ``for one, other in zip(x, y)``.
    """
    out: list[Value | None] = [None] * count
    call = value.call
    if call is None:
        return out
    callee, arguments = call.callee, call.arguments
    owner, _, name = callee.text.rpartition(".")
    if callee.kind == "attribute":
        name = callee.text
    elif callee.kind != "name":
        return out
    if name == "items" and (owner or callee.kind == "attribute") and count == 2 and not arguments:
        line, end_line = value.line, value.end_line
        held = Value(callee.kind, f"{owner}.values" if owner else "values", callee.items, (), None, line, end_line)
        out[1] = Value("call", "", (), (), Call(held, (), line, end_line, call.scope), line, end_line)
    elif callee.text == "enumerate" and count == 2 and arguments and not arguments[0].name:
        out[1] = arguments[0].value
    elif callee.text == "zip" and len([argument for argument in arguments if not argument.name]) == count:
        out = [argument.value for argument in arguments[:count]]
    return [None if item is not None and item.kind == "spread" else item for item in out]


def flat_targets(node: Node) -> list[Node]:
    """The targets in a pattern, however nested."""
    out, todo = [], [node]
    while todo:
        here = todo.pop()
        if here.type in GROUPS or here.type in ("list_splat_pattern", "parenthesized_expression"):
            todo.extend(reversed(here.named_children))
        else:
            out.append(here)
    return out
