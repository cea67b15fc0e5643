"""Code of a Python file that runs only under a condition: arms of `if`, loops, `try`, conditional expressions."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Branch
from apps.engine.parsing.source import Source, first_named

_EARLIER = 8  # tests remembered of a chain of elif
_EXITS = frozenset({"sys.exit", "exit", "quit", "os._exit"})


class Branches:
    """Collects the branches of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        # Conditions are asked about where the environment is read; in all other files they would only be weight.
        self.wanted = b"env" in source.data or b"config(" in source.data
        self.found: list[Branch] = []

    def in_order(self) -> tuple[Branch, ...]:
        """In source order, outer before inner."""
        return tuple(sorted(self.found, key=lambda branch: (branch.line, -branch.end_line, branch.kind, branch.test)))

    def look(self, node: Node, scope: str) -> None:
        """Look at a node that may hold branches."""
        if not self.wanted:
            return
        kind = node.type
        if kind in ("if_statement", "elif_clause"):
            self._if(node, scope)
        elif kind in ("for_statement", "while_statement"):
            test = node.child_by_field_name("right" if kind == "for_statement" else "condition")
            self._add("loop", test, node.child_by_field_name("body"), scope)
        elif kind == "except_clause":
            self._except(node, scope)
        elif kind == "case_clause":
            self._add("case", first_named(node), node.child_by_field_name("consequence"), scope)
        elif kind == "conditional_expression" and node.named_child_count == 3:
            body, test, other = node.named_children
            self._add("if", test, body, scope, inline=True)
            self._add("else", test, other, scope, inline=True)
        elif kind == "boolean_operator":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            operator = node.child_by_field_name("operator")
            self._add("if" if operator is not None and operator.type == "and" else "else", left, right, scope, inline=True)
        elif kind == "lambda":
            self._add("lambda", node, node.child_by_field_name("body"), scope, inline=True)

    def _if(self, node: Node, scope: str) -> None:
        test = node.child_by_field_name("condition")
        self._add("if", test, node.child_by_field_name("consequence"), scope)
        if node.type != "if_statement":
            return
        # An arm is reached only where no test before it held: each earlier test bars the later ones.
        earlier = [test]
        for child in node.named_children:
            if child.type not in ("elif_clause", "else_clause"):
                continue
            body = child.child_by_field_name("consequence" if child.type == "elif_clause" else "body")
            for barred in earlier[-_EARLIER:]:
                self._add("else", barred, body, scope)
            if child.type == "elif_clause":
                earlier.append(child.child_by_field_name("condition"))

    def _except(self, node: Node, scope: str) -> None:
        statement = node.parent
        body = next((child for child in node.named_children if child.type == "block"), None)
        caught = next((child for child in node.named_children if child.type not in ("block", "comment")), None)
        tried = statement.child_by_field_name("body") if statement is not None else None
        line = node.start_point[0] + 1
        test = self._source.short(caught) if caught is not None else ""
        stops = self._stops(body)
        for kind, block in (("try", tried), ("except", body)):
            if block is not None:
                start, end = block.start_point[0] + 1, block.end_point[0] + 1
                self.found.append(Branch(kind, test, line, start, end, scope, stops, test_end_line=line))

    def _add(self, kind: str, test: Node | None, body: Node | None, scope: str, *, inline: bool = False) -> None:
        if test is None or body is None:
            return
        while test.type == "parenthesized_expression" and test.named_child_count == 1:
            test = test.named_children[0]
        self.found.append(
            Branch(
                kind,
                self._source.short(test),
                test.start_point[0] + 1,
                body.start_point[0] + 1,
                body.end_point[0] + 1,
                scope,
                0 if inline else self._stops(body),
                self._source.short(body) if inline else "",
                test.end_point[0] + 1,
            )
        )

    def _stops(self, block: Node | None) -> int:
        """Line of the first statement that ends the program or raises, directly in the block."""
        for child in block.named_children if block is not None else ():
            inner = first_named(child) if child.type == "expression_statement" else None
            function = inner.child_by_field_name("function") if inner is not None and inner.type == "call" else None
            if child.type == "raise_statement" or (function is not None and self._source.short(function) in _EXITS):
                return child.start_point[0] + 1
        return 0
