"""What names of Python are given: assignments, loops, context managers, parameters of lambdas."""

from __future__ import annotations

import msgspec
from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Operation,
    Value,
)
from apps.engine.parsing.python.clauses import ASYNC, GROUPS, looped, note_clause
from apps.engine.parsing.python.definitions import Definitions
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.source import first_named

_SPREAD_TARGETS = 20
_MANAGERS = frozenset({"call", "identifier", "attribute", "subscript"})


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
        if sort in GROUPS:
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
        self._notes.assignments.append(
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
        """The names of a pattern, each with its part of the value where that can be told."""
        todo: list[tuple[Node, Value | None]] = [(target, value)]
        while todo:
            here, given = todo.pop()
            if here.type not in GROUPS:
                self._bind(here, given, node, frame, kind)
                continue
            parts = [child for child in here.named_children if child.type != "comment"][:_SPREAD_TARGETS]
            stars = [at for at, part in enumerate(parts) if part.type == "list_splat_pattern"]
            star = stars[0] if stars else len(parts)
            if given is None or kind == "with" or (kind == "loop" and stars):
                items: list[Value | None] = [None] * len(parts)
            elif kind == "loop":
                items = looped(given, len(parts))
            else:
                items = _parts_of(given, len(parts), star)
            inner = [first_named(part) or part if part.type == "list_splat_pattern" else part for part in parts]
            todo.extend(reversed(list(zip(inner, items, strict=True))))

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
            self._written.add(left.id)
        end = self._end_of(node, right)
        self._bind(left, self._values.value(end) if end is not None else None, node, frame, note=note)

    def _end_of(self, node: Node, right: Node | None) -> Node | None:
        """What a chain of assignments gives all its targets: ``a = b = value``; it is walked once, not from each of them."""
        end = self._ends.pop(node.id, right)
        inner = []
        while end is not None and end.type == "assignment":
            inner.append(end.id)
            end = end.child_by_field_name("right")
        if end is not None:
            self._ends.update(dict.fromkeys(inner, end))
        return end

    def _augmented(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            self._bind(left, self._values.value(right) if right else None, node, frame, "augmented")

    def _walrus(self, node: Node, frame: Frame) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None:
            self._bind(name, self._values.value(value) if value else None, node, frame)

    def _waits(self, node: Node, frame: Frame) -> None:
        self._waiting.add(node.id)

    def _mark(self, node: Node, before: int) -> None:
        """Say of the assignments made since that they are of an asynchronous loop or context manager, where `node` is one."""
        if node.id in self._waiting:
            made = self._notes.assignments[before:]
            self._notes.assignments[before:] = [msgspec.structs.replace(item, properties=ASYNC) for item in made]

    def _loop(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            before = len(self._notes.assignments)
            self._short(left, self._values.value(right) if right else None, node, frame, "loop")
            self._mark(node, before)

    def _with(self, node: Node, frame: Frame) -> None:
        value = node.child_by_field_name("value")
        if value is not None and value.type in _MANAGERS:
            made = self._values.value(value)
            kind = "async with" if node.id in self._waiting else "with"
            self._notes.operations.append(Operation(kind, made, made.line, frame.qualname))
        else:
            before = len(self._notes.assignments)
            self._alias(node, node, frame, "with")
            self._mark(node, before)

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

    def _comprehension(self, node: Node, frame: Frame) -> None:
        left, parent, right = node.child_by_field_name("left"), node.parent, node.child_by_field_name("right")
        if left is None or parent is None:
            return
        value = self._values.value(right) if right is not None else None
        places = len(self._notes.operations), len(self._notes.assignments)
        note_clause(self._notes, places, left, value, parent, self._source, frame.qualname, is_async=node.id in self._waiting)

    def _case(self, node: Node, frame: Frame) -> None:
        """The names that the pattern of a `case` binds; one for ``Class() as name`` is known to be an instance."""
        todo = [child for child in node.named_children if child.type == "case_pattern"]
        while todo:
            here = todo.pop()
            sort, inner = here.type, here.named_children
            if sort == "as_pattern" and len(inner) > 1:
                self._captured(inner[-1], _class_of(inner[0]), frame)
                todo.extend(inner[:-1])
            elif sort == "splat_pattern" or (sort == "dotted_name" and len(inner) == 1):
                if inner:
                    self._captured(inner[0], None, frame)
            elif sort in ("class_pattern", "keyword_pattern"):
                todo.extend(inner[1:])
            else:
                todo.extend(inner)

    def _captured(self, name: Node, cls: Node | None, frame: Frame) -> None:
        text = self._source.of(name)
        if name.type == "identifier" and text != "_":
            line = name.start_point[0] + 1
            note = self._source.of(cls) if cls is not None else ""
            self._notes.assignments.append(Assignment(text, None, line, line, self._scope_of(text, frame), note))


def _class_of(pattern: Node) -> Node | None:
    """The class that a pattern asks for, if it asks for one."""
    inner = first_named(pattern) if pattern.type == "case_pattern" else pattern
    return first_named(inner) if inner is not None and inner.type == "class_pattern" else None


def _parts_of(value: Value, count: int, star: int) -> list[Value | None]:
    """The values of `count` targets, of which the one at `star` takes what is left; `star` is `count` where none does."""
    line = value.line
    behind = count - star - 1  # targets behind the star
    items = value.items
    if value.kind == "list" and not any(item.kind == "spread" for item in items):
        if star == count:
            return [*items] if len(items) == count else [None] * count
        end = len(items) - behind
        if end < star:
            return [None] * count
        return [*items[:star], Value("list", "", items[star:end], (), None, line, line), *items[end:]]
    keys = [Value("number", str(at), line=line, end_line=line) for at in range(star)]
    if star < count:
        keys.append(Value("other", f"{star}:{-behind if behind else ''}", line=line, end_line=line))
        keys.extend(Value("number", str(at), line=line, end_line=line) for at in range(-behind, 0))
    return [Value("subscript", "", (value, key), (), None, line, line) for key in keys]
