"""What runs without a call being written in Python: operators, subscripts, ``raise Class``, what generators give."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Operation, Value
from apps.engine.parsing.python.asking import truth, written_out
from apps.engine.parsing.python.bindings import Bindings
from apps.engine.parsing.python.operators import BINARY, COMPARED, OPERANDS, UNARY
from apps.engine.parsing.python.strings import without_comments
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.source import first_named


class Operations(Bindings):
    """Handlers of such nodes.  Operands that are literals are left out: nothing of the repository runs for them."""

    def _operate(self, kind: str, node: Node, frame: Frame, other: Node | None = None) -> None:
        value = self._values.value(node)
        beside: Value | None = None
        if other is not None and other.type in OPERANDS:
            beside = self._values.value(other)
        self._notes.operations.append(Operation(kind, value, value.line, frame.qualname, beside))

    def _subscript(self, node: Node, frame: Frame) -> None:
        below = node.children[0]
        if self._environment.wanted and node.id not in self._written:
            name = self._values.name(below)
            if name:
                self._environment.subscripts.append((name, node, frame.qualname))
        if node.id in self._changed:
            self._changed.discard(node.id)
        else:
            self._operate("__getitem__", below, frame, _key_of(node))

    def _set_item(self, node: Node, frame: Frame) -> None:
        self._change("__setitem__", node, frame)

    def _delete_item(self, node: Node, frame: Frame) -> None:
        self._change("__delitem__", node, frame)

    def _change(self, kind: str, node: Node, frame: Frame) -> None:
        self._changed.add(node.id)
        below = node.children[0]
        if below.type in OPERANDS:
            self._operate(kind, below, frame, _key_of(node))

    def _binary(self, node: Node, frame: Frame) -> None:
        children = node.children
        kind = BINARY.get(children[1].type) if len(children) == 3 else None
        if kind is not None:
            self._operate(kind, children[0], frame, children[2])

    def _comparison(self, node: Node, frame: Frame) -> None:
        children = node.children
        if len(children) != 3:
            return
        left, operator, right = children
        kind = COMPARED.get(operator.type)
        if kind == "__contains__" and right.type in OPERANDS:
            self._operate(kind, right, frame, left)
        elif kind is not None and kind != "__contains__" and left.type in OPERANDS:
            self._operate(kind, left, frame)

    def _unary(self, node: Node, frame: Frame) -> None:
        children = node.children
        kind = UNARY.get(children[0].type)
        if kind is not None and len(children) == 2:
            self._operate(kind, children[1], frame)

    def _condition(self, node: Node, frame: Frame) -> None:
        asked = truth(node, self._kinds, self._source, frame.qualname)
        if asked is not None:
            self._notes.asked.append(asked)

    def _interpolated(self, node: Node, frame: Frame) -> None:
        inner = node.child_by_field_name("expression")
        if inner is not None and inner.type in OPERANDS:
            value = self._values.value(inner)
            self._notes.asked.append(Operation(written_out(node, self._source), value, value.line, frame.qualname))

    def _get(self, node: Node, frame: Frame) -> None:
        self._operate("get", node, frame)

    def _raise(self, node: Node, frame: Frame) -> None:
        self._operate("raise", node, frame)

    def _augmented(self, node: Node, frame: Frame) -> None:
        super()._augmented(node, frame)
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        kind = BINARY.get(operator.type[:-1]) if operator is not None else None
        if left is not None and kind is not None and left.type in OPERANDS:
            self._operate(f"__i{kind[2:]}", left, frame)

    def _generator(self, node: Node, frame: Frame) -> None:
        inner = self._scopes.definition_frame(node.start_byte)
        if inner.kind != "function":
            return
        inner.is_generator = True
        given = first_named(node)
        if given is not None and given.type != "comment":
            from_another = len(node.children) > 1 and node.children[1].type == "from"
            self._operate("delegate" if from_another else "yield", given, frame)


def _key_of(subscript: Node) -> Node | None:
    """What stands in the brackets of a subscript, where that is one expression."""
    parts = without_comments(subscript)
    return parts[1] if len(parts) == 2 else None
