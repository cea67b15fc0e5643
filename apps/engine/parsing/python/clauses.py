"""The names that a clause of a comprehension binds."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Assignment, Operation, Value
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
    for target in flat_targets(left):
        if target.type == "identifier":
            given = value if target.id == left.id else None
            name = source.of(target)
            bound.append(Assignment(name, given, line, end_line, scope, kind="parameter", properties=properties))
    operations = []
    if left.type != "identifier" and value is not None:
        operations.append(Operation("async loop" if is_async else "loop", value, value.line, scope))
    notes.operations[places[0] : places[0]] = operations
    notes.assignments[places[1] : places[1]] = bound


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
