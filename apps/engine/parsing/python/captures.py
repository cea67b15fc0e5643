"""What the query finds in a Python file, handled in source order."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from apps.engine.facts import Reference, Value
from apps.engine.parsing.python.imports import Imports
from apps.engine.parsing.python.narrowing import narrowed
from apps.engine.parsing.scopes import RETURNED, Frame
from apps.engine.parsing.source import first_named

_MAIN = re.compile(r"""\(?\s*(__name__\s*==\s*(["'])__main__\2|(["'])__main__\3\s*==\s*__name__)\s*\)?$""").match

_RETURNED = frozenset({
    "name", "call", "attribute", "binary", "function", "subscript", "list", "dict", "string", "template", "number", "boolean",
})  # fmt: skip
_ALIKE = frozenset({"string", "template", "number", "boolean"})  # one of each tells all that more of them would


class Captures(Imports):
    """The handlers of all words of the query."""

    def _search(self, node: Node, depth: int, end: int | None = None) -> None:
        """Handle what the query finds in a node `depth` below the root, up to the byte `end`."""
        handlers, scopes, values, notes = _HANDLERS, self._scopes, self._values, self._notes
        found = self._grammar.located(node, depth, end)
        values.awaited.update([node.id for _, _, word, node in found if word == "reference.awaited"])
        for _, start, word, node in found:
            handler = handlers.get(word)
            if handler is not None:
                notes.frame = frame = scopes.at(start)
                values.scope = frame.qualname
                handler(self, node, frame)

    # calls and names

    def _call(self, node: Node, frame: Frame) -> None:
        call = self._values.call(node)
        self._notes.calls.append(call)
        if self._environment.wanted:
            self._environment.nodes.append(node)

    def _reference(self, node: Node, frame: Frame) -> None:
        name = self._values.name(node)
        if name and name != "self":
            self._notes.references.append(Reference(name, node.start_point[0] + 1, frame.qualname))

    def _returned(self, node: Node, frame: Frame) -> None:
        if frame.kind != "function" or len(frame.returned) >= RETURNED:
            return
        inner = first_named(node)
        if inner is None or inner.type in ("none", "comment"):
            return
        self._give(self._values.value(inner), frame)

    def _give(self, value: Value, frame: Frame) -> None:
        """A function gives a value; the first few tell what it is."""
        if frame.kind != "function" or len(frame.returned) >= RETURNED:
            return
        kind = value.kind
        if kind in _RETURNED and not (kind in _ALIKE and any(item.kind == kind for item in frame.returned)):
            frame.returned.append(value)

    def _if(self, node: Node, frame: Frame) -> None:
        self._branch(node, frame)
        self._narrow(node, frame)
        if frame.qualname:
            return
        condition = node.child_by_field_name("condition")
        if condition is not None:
            self._look_for_main(node, condition)

    def _look_for_main(self, node: Node, condition: Node) -> None:
        if not self._main_line and _MAIN(self._source.of(condition)):
            self._main_line = node.start_point[0] + 1

    def _elif(self, node: Node, frame: Frame) -> None:
        self._branch(node, frame)
        self._narrow(node, frame)

    def _narrow(self, node: Node, frame: Frame) -> None:
        self._notes.narrowed += narrowed(node, frame.qualname, self._source, self._values)

    def _branch_case(self, node: Node, frame: Frame) -> None:
        self._branch(node, frame)
        self._case(node, frame)

    def _branch(self, node: Node, frame: Frame) -> None:
        self._branches.look(node, frame.qualname)
        self._scopes.definition_frame(node.start_byte).branches += 1

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1


_HANDLERS: dict[str, Callable[[Captures, Node, Frame], None]] = {
    "definition.function": Captures._define,
    "definition.class": Captures._define,
    "definition.type": Captures._type,
    "definition.decorated": Captures._note_decorated,
    "definition.generator": Captures._generator,
    "scope.lambda": Captures._lambda,
    "scope.comprehension": Captures._comprehension,
    "reference.call": Captures._call,
    "reference.name": Captures._reference,
    "reference.returned": Captures._returned,
    "binding.assignment": Captures._assignment,
    "binding.async": Captures._waits,
    "binding.augmented": Captures._augmented,
    "binding.named": Captures._walrus,
    "binding.loop": Captures._loop,
    "binding.with": Captures._with,
    "binding.except": Captures._except,
    "binding.global": Captures._outer,
    "binding.nonlocal": Captures._outer,
    "import.module": Captures._import,
    "import.from": Captures._from,
    "import.future": Captures._future,
    "branch.if": Captures._if,
    "branch.elif": Captures._elif,
    "branch.case": Captures._branch_case,
    "branch.other": Captures._branch,
    "operator.set": Captures._set_item,
    "operator.delete": Captures._delete_item,
    "operator.binary": Captures._binary,
    "operator.comparison": Captures._comparison,
    "operator.unary": Captures._unary,
    "operator.raise": Captures._raise,
    "asked.truth": Captures._condition,
    "asked.text": Captures._interpolated,
    "reference.read": Captures._get,
    "reference.subscript": Captures._subscript,
    "text.comment": Captures._comment,
    "error.syntax": Captures._error,
    "error.missing": Captures._error,
}
