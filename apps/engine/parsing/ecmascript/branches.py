"""Arms of `if` statements of a JavaScript or TypeScript file."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Branch
from apps.engine.parsing.source import Source, first_named

_EXITS = frozenset({"process.exit", "Deno.exit"})


class Branches:
    """Collects the branches of one file.  Reading the environment never fails in these languages, so only checks matter."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._wanted = b"env" in source.data
        self._found: list[Branch] = []

    def found(self) -> tuple[Branch, ...]:
        """In source order, outer before inner."""
        return tuple(sorted(self._found, key=lambda branch: (branch.line, -branch.end_line, branch.kind, branch.test)))

    def look(self, node: Node, scope: str) -> None:
        """Look at a node that may hold branches."""
        if not self._wanted or node.type != "if_statement":
            return
        test = node.child_by_field_name("condition")
        if test is not None and test.type == "parenthesized_expression":
            test = first_named(test)
        other = node.child_by_field_name("alternative")
        arms = [("if", node.child_by_field_name("consequence")), ("else", first_named(other) if other is not None else None)]
        for kind, body in arms:
            if test is not None and body is not None:
                start, end = body.start_point[0] + 1, body.end_point[0] + 1
                line, last, stops = test.start_point[0] + 1, test.end_point[0] + 1, self._stops(body)
                self._found.append(Branch(kind, self._source.short(test), line, start, end, scope, stops, test_end_line=last))

    def _stops(self, body: Node) -> int:
        """Line of the first statement that ends the program or throws, directly in the arm."""
        for child in body.named_children if body.type == "statement_block" else (body,):
            inner = first_named(child) if child.type == "expression_statement" else None
            function = inner.child_by_field_name("function") if inner is not None and inner.type == "call_expression" else None
            if child.type == "throw_statement" or (function is not None and self._source.short(function) in _EXITS):
                return child.start_point[0] + 1
        return 0
