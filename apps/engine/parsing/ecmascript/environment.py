"""Reads of environment variables: `process.env`, `import.meta.env`, `Bun.env`, `Deno.env.get`."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Call, EnvironmentRead
from apps.engine.parsing.ecmascript.values import ValueBuilder
from apps.engine.parsing.source import Source

MAPPINGS = frozenset({"process.env", "import.meta.env", "Bun.env", "globalThis.process.env"})
_FUNCTIONS = frozenset({"Deno.env.get", "Netlify.env.get"})
_NO_VARIABLES = frozenset({"toString", "hasOwnProperty", "keys"})


class Environment:
    """Collects the reads of one file."""

    def __init__(self, source: Source, values: ValueBuilder) -> None:
        self._source = source
        self._values = values
        self._aliases: set[str] = set()
        self._written: set[int] = set()
        self.reads: list[EnvironmentRead] = []

    def is_mapping(self, node: Node) -> bool:
        """Whether an expression is the environment itself."""
        if node.type == "identifier":
            return self._source.of(node) in self._aliases
        if node.type != "member_expression" or node.end_byte - node.start_byte > 40:
            return False
        return self._source.of(node).replace("?.", ".") in MAPPINGS

    def written(self, node: Node) -> None:
        """`node` is assigned to, not read."""
        self._written.add(node.id)

    def alias(self, name: str) -> None:
        """`name` was given the environment itself."""
        self._aliases.add(name)

    def member(self, node: Node, scope: str) -> None:
        """``process.env.X``."""
        below, last = node.child_by_field_name("object"), node.child_by_field_name("property")
        if below is None or last is None or node.id in self._written or not self.is_mapping(below):
            return
        name = self._source.of(last)
        if name not in _NO_VARIABLES and not (name.islower() and self._is_called(node)):
            self._add(node, name, below, scope)

    def subscript(self, node: Node, scope: str) -> None:
        """``process.env["X"]``."""
        below, index = node.child_by_field_name("object"), node.child_by_field_name("index")
        if below is None or index is None or node.id in self._written or not self.is_mapping(below):
            return
        name = self._values.string(index)
        if name:
            self._add(node, name, below, scope)
        elif index.type in ("identifier", "member_expression"):
            self._add(node, "", below, scope, self._source.of(index))

    def call(self, call: Call) -> None:
        """``Deno.env.get("X")``."""
        if call.callee.text in _FUNCTIONS and call.arguments and call.arguments[0].value.kind == "string":
            name = call.arguments[0].value.text
            self.reads.append(EnvironmentRead(name, call.callee.text, call.line, call.end_line, call.scope))

    def pattern(self, pattern: Node, value: Node, scope: str) -> None:
        """``const { A, B: b, C = "x" } = process.env``."""
        access = self._source.of(value)
        for child in pattern.named_children:
            name, default = "", ""
            key = child
            if child.type == "object_assignment_pattern":
                left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
                if left is None:
                    continue
                key, default = left, self._source.of(right) if right is not None else ""
            elif child.type == "pair_pattern":
                found, target = child.child_by_field_name("key"), child.child_by_field_name("value")
                if found is None:
                    continue
                key = found
                if target is not None and target.type == "assignment_pattern":
                    right = target.child_by_field_name("right")
                    default = self._source.of(right) if right is not None else ""
            elif child.type != "shorthand_property_identifier_pattern":
                continue
            name = self._values.key(key)
            if name:
                line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
                self.reads.append(EnvironmentRead(name, access, line, end_line, scope, " ".join(default.split())))

    def _is_called(self, node: Node) -> bool:
        parent = node.parent
        return parent is not None and parent.type == "call_expression"

    def _add(self, node: Node, name: str, below: Node, scope: str, parameter: str = "") -> None:
        default = ""
        parent = node.parent
        while parent is not None and parent.type in ("non_null_expression", "parenthesized_expression", "as_expression"):
            node, parent = parent, parent.parent
        if parent is not None and parent.type == "binary_expression":
            left, operator = parent.child_by_field_name("left"), parent.child_by_field_name("operator")
            right = parent.child_by_field_name("right")
            falls_back = operator is not None and self._source.of(operator) in ("||", "??")
            if falls_back and left is not None and right is not None and left.id == node.id:
                default = " ".join(self._source.of(right).split())
        elif parent is not None and parent.type == "unary_expression" and self._source.of(parent).startswith("delete"):
            return
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        access = self._source.of(below).replace("?.", ".")
        self.reads.append(EnvironmentRead(name, access, line, end_line, scope, default, parameter=parameter))
