"""What names of Python are given: assignments, loops, context managers, parameters of lambdas."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Value,
)
from apps.engine.parsing.python.definitions import Definitions
from apps.engine.parsing.python.headers import parameters
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.source import first_named

_GROUPS = {"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"}
_SPREAD_TARGETS = 20


class Bindings(Definitions):
    """Handlers of nodes that bind names."""

    # bindings

    def _scope_of(self, name: str, frame: Frame) -> str:
        if name in frame.outer_names:
            return ""
        frame.locals.add(name)
        return frame.qualname

    def _bind(
        self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str = "", note: Node | None = None
    ) -> None:
        """An assignment for every name in `target`."""
        sort = target.type
        if sort in _GROUPS:
            self._spread(target, value, node, frame, kind)
            return
        while sort == "parenthesized_expression" and target.named_child_count == 1:
            inner = first_named(target)
            if inner is None:
                return
            target, sort = inner, inner.type
        if sort == "identifier":
            text = self._source.of(target)
            scope = self._scope_of(text, frame)
        elif sort == "attribute":
            text, scope = self._values.name(target), frame.qualname
        elif sort == "subscript":
            text, scope = self._keyed(target), frame.qualname
        else:
            return
        if not text:
            return
        if not kind and frame.kind == "class":
            kind = "field"
        self._assignments.append(
            Assignment(
                text,
                value,
                node.start_point[0] + 1,
                node.end_point[0] + 1,
                scope,
                " ".join(self._source.of(note).split()) if note else "",
                self._values.value(note) if note else None,
                kind,
            )
        )

    def _spread(self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        parts = [child for child in target.named_children if child.type != "comment"]
        starred = any(part.type == "list_splat_pattern" for part in parts)
        paired = value is not None and value.kind == "list" and len(value.items) == len(parts) and not starred
        for index, part in enumerate(parts[:_SPREAD_TARGETS]):
            item: Value | None = None
            if value is not None and paired:
                item = value.items[index]
            elif value is not None and not starred and kind not in ("loop", "with"):
                line = value.line
                item = Value(
                    "subscript", "", (value, Value("number", str(index), line=line, end_line=line)), (), None, line, line
                )
            if part.type == "list_splat_pattern":
                part = first_named(part) or part
            if part.type in _GROUPS:
                for inner in flat_targets(part):
                    if inner.type == "identifier":
                        self._bind(inner, None, node, frame, kind)
            else:
                self._bind(part, item, node, frame, kind)

    def _keyed(self, target: Node) -> str:
        """Text of a subscript target with a plain key, such as ``app.config["X"]``."""
        below = target.child_by_field_name("value")
        key = target.child_by_field_name("subscript")
        if below is None or key is None or key.type not in ("string", "identifier", "integer"):
            return ""
        name = self._values.name(below)
        return f"{name}[{self._source.of(key)}]" if name else ""

    def _assignment(self, node: Node, frame: Frame) -> None:
        note: Node | None = None
        left: Node | None
        right: Node | None
        children = node.children
        if len(children) == 3 and children[1].type == "=":
            left, _, right = children
        else:
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            note = node.child_by_field_name("type")
        if left is None:
            return
        if self._environment.wanted:
            self._environment.written(left)
        end = right
        while end is not None and end.type == "assignment":
            end = end.child_by_field_name("right")
        self._bind(left, self._values.value(end) if end is not None else None, node, frame, note=note)

    def _augmented(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            self._bind(left, self._values.value(right) if right else None, node, frame, "augmented")

    def _walrus(self, node: Node, frame: Frame) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None:
            self._bind(name, self._values.value(value) if value else None, node, frame)

    def _loop(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            self._short(left, self._values.value(right) if right else None, node, frame, "loop")

    def _with(self, node: Node, frame: Frame) -> None:
        self._alias(node, node, frame, "with")

    def _except(self, node: Node, frame: Frame) -> None:
        self._alias(node, node.child_by_field_name("value"), frame, "except")

    def _alias(self, node: Node, place: Node | None, frame: Frame, kind: str) -> None:
        """The name behind `as`; `place` is the node whose line it stands for."""
        value = node.child_by_field_name("value")
        if value is None or place is None or value.type != "as_pattern":
            return
        alias = value.child_by_field_name("alias")
        inner, target = first_named(value), first_named(alias) if alias is not None else None
        if inner is not None and target is not None:
            self._short(target, self._values.value(inner), place, frame, kind)

    def _short(self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        """Like `_bind`, but the lines are those of the target alone: the statement may be a long block."""
        self._bind(target, value, target, frame, kind)

    def _outer(self, node: Node, frame: Frame) -> None:
        names = {self._source.of(child) for child in node.named_children}
        frame.outer_names |= names

    def _lambda(self, node: Node, frame: Frame) -> None:
        self._branches.look(node, frame.qualname)
        body = node.child_by_field_name("body")
        for parameter in parameters(node.child_by_field_name("parameters"), self._source, self._values):
            self._bound(parameter.name, node, frame)
        start = body.start_byte if body is not None else node.end_byte
        self._scopes.enter(Frame(frame.qualname, "anonymous", start, node.end_byte, locals=frame.locals))

    def _comprehension(self, node: Node, frame: Frame) -> None:
        left, parent = node.child_by_field_name("left"), node.parent
        if left is None or parent is None:
            return
        for target in flat_targets(left):
            if target.type == "identifier":
                self._bound(self._source.of(target), parent, frame)

    def _bound(self, name: str, span: Node, frame: Frame) -> None:
        """A name that means something of its own inside one expression only."""
        line, end_line = span.start_point[0] + 1, span.end_point[0] + 1
        self._assignments.append(Assignment(name, None, line, end_line, frame.qualname, kind="parameter"))


def flat_targets(node: Node) -> list[Node]:
    """The targets in a pattern, however nested."""
    out, todo = [], [node]
    while todo:
        here = todo.pop()
        if here.type in _GROUPS or here.type in ("list_splat_pattern", "parenthesized_expression"):
            todo.extend(reversed(here.named_children))
        else:
            out.append(here)
    return out
