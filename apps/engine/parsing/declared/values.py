"""Expressions of a declared language as structured values, by the tables of its dialect.

Recursion goes one call deeper a level, and `LEVELS` bounds it; chains of members are loops.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import Budget

if TYPE_CHECKING:
    from apps.engine.parsing.declared.dialect import Dialect

_DEEP = 12  # values that dialects ask for inside each other
_CHAIN = 200  # steps of one dotted name
_FLUENT = 24  # calls in a row on what the call before gave: ``query.where(…).order(…).first()``
_DEPENDENT = re.compile(r"\btemplate\s+")  # in ``T::template make<X>()``
_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\s+")
_SEPARATORS = re.compile(r"::|\\|\?\.|->")


class Values:
    """Builds values of one file.

    Kinds of a dialect's table beside those of `Value`: "wrap" (stands for what is in it), "path" (a name of several parts without
    fields for them), "new" (a creation), "template", "special" (the dialect builds it).  What is not in the table gives "other".
    """

    __slots__ = ("_begun", "_calls", "_deep", "awaited", "dialect", "scope", "source")

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self.source = source
        self.dialect = dialect
        self.awaited: frozenset[int] = frozenset()
        self.scope = ""
        self._calls: dict[int, Call] = {}
        self._deep = 0
        self._begun: set[int] = set()  # calls of rows that were built once

    def flat(self, node: Node | None) -> str:
        """Source text of a node on one line, "" for none."""
        return " ".join(self.source.of(node).split()) if node is not None else ""

    def value(self, node: Node) -> Value:
        """The value of an expression node.  Dialects ask for values inside values: what is nested too deep is none."""
        if self._deep >= _DEEP:
            line = node.start_point[0] + 1
            return Value("other", self.source.short(node), line=line, end_line=node.end_point[0] + 1)
        self._deep += 1
        try:
            return self.build(node, 1, Budget())
        finally:
            self._deep -= 1

    def call(self, node: Node) -> Call:
        """The call of a call or creation node; its scope is that of the moment it is first built in."""
        known = self._calls.get(node.id)
        if known is not None:
            return known
        if self.dialect.fluent:
            for below in reversed(self._below(node)):
                self._calls.setdefault(below.id, self._call(below, 0, Budget()))
        return self._calls.setdefault(node.id, self._call(node, 0, Budget()))

    def _below(self, node: Node) -> list[Node]:
        """Calls that a call is made on the results of, outermost first: built first, each counts its own levels."""
        found: list[Node] = []
        chained = self.dialect.chained
        here = chained(node)
        while here is not None and here.type in self.dialect.calls and here.id not in self._calls and len(found) < _FLUENT:
            found.append(here)
            here = chained(here)
        return found

    def name(self, node: Node) -> str:
        """Dotted text of names and members, type arguments left out; "" for anything else."""
        kinds, members = self.dialect.kinds, self.dialect.members
        parts: list[str] = []
        here: Node | None = node
        for _ in range(_CHAIN):
            if here is None:
                return ""
            kind = here.type
            fields = members.get(kind)
            if fields is not None:
                below, member = sides(here, fields)
                if member is None:
                    return ""
                parts.append(self._plain(member))
                if below is None:  # ``::name``
                    break
                here = below
                continue
            sort = kinds.get(kind)
            if sort == "name":
                parts.append(self._plain(here))
                break
            if sort == "path":
                parts.append(self.path(here))
                break
            if sort != "wrap":
                return ""
            here = self.dialect.inner_type(here)
        else:
            return ""
        return ".".join(reversed(parts)) if all(parts) else ""

    def path(self, node: Node) -> str:
        """A name of several parts, dotted, without type arguments and a separator in front."""
        text = self.source.of(node)
        if "template" in text:
            text = _DEPENDENT.sub("", text)
        while (shorter := _ARGUMENTS.sub("", text)) != text:
            text = shorter
        name = _SEPARATORS.sub(".", text).strip(".")
        root = self.dialect.root
        return f"{root}{name}" if root and text.startswith(root) else name

    def _plain(self, node: Node) -> str:
        kind = self.dialect.kinds.get(node.type)
        for _ in range(4):
            if kind != "wrap":
                break
            inner = self.dialect.inner_type(node)
            if inner is None:
                break
            node, kind = inner, self.dialect.kinds.get(inner.type)
        text = self.source.of(node)
        if " " in text or "\n" in text:
            text = "".join(text.split())
        return self.dialect.spelled.get(text, text)

    def build(self, node: Node, level: int, budget: Budget) -> Value:
        """The value of a node at a level of nesting."""
        dialect = self.dialect
        kind = dialect.kinds.get(node.type, "")
        for _ in range(_CHAIN):
            if kind != "wrap":
                break
            inner = dialect.inner_type(node)
            if inner is None:
                break
            node, kind = inner, dialect.kinds.get(inner.type, "")
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if not budget.take(level):
            return Value("other", self.source.short(node), line=line, end_line=end_line)
        if kind == "name":
            text = self._plain(node)
            return Value(dialect.literals.get(text, "name"), text, line=line, end_line=end_line)  # type: ignore[arg-type]
        if kind == "path":
            return Value("name", self.path(node), line=line, end_line=end_line)
        if node.type in dialect.members:
            return self._member(node, level, budget, line, end_line)
        if kind in ("call", "new"):
            if dialect.fluent and node.id not in self._calls and node.id not in self._begun:
                # A row inside an argument: none of its calls counts as a level of another.
                row = self._below(node)
                self._begun.update(below.id for below in row)
                for below in reversed(row):
                    self._call(below, level, budget)
            call = self._calls.get(node.id) or self._call(node, level, budget)
            return Value("call", call=call, line=line, end_line=end_line)
        if kind == "string":
            return Value("string", dialect.text(node, self.source), line=line, end_line=end_line)
        if kind == "template":
            return self._template(node, level, budget, line, end_line)
        if kind == "number":
            return Value("number", self.source.of(node), line=line, end_line=end_line)
        if kind == "boolean":
            return Value("boolean", self.source.of(node).lower(), line=line, end_line=end_line)
        if kind in ("none", "function"):
            return Value(kind, line=line, end_line=end_line)  # type: ignore[arg-type]
        if kind == "cast":
            return self._cast(node, level, budget, line, end_line)
        if kind == "list":
            return Value("list", items=self._items(node, level, budget), line=line, end_line=end_line)
        if kind == "dict":
            return self._dict(node, level, budget, line, end_line)
        if kind in ("binary", "subscript", "spread"):
            return self._compound(node, kind, level, budget, line, end_line)
        if kind == "special":
            found = dialect.special(node, self, level)
            if found is not None:
                return found
        return Value("other", self.source.short(node), line=line, end_line=end_line)

    def _member(self, node: Node, level: int, budget: Budget, line: int, end_line: int) -> Value:
        name = self.name(node)
        if name:
            return Value("name", name, line=line, end_line=end_line)
        fields = self.dialect.members[node.type]
        below, member = sides(node, fields)
        items = (self.build(below, level + 1, budget),) if below is not None else ()
        return Value("attribute", self._plain(member) if member is not None else "", items, line=line, end_line=end_line)

    def _cast(self, node: Node, level: int, budget: Budget, line: int, end_line: int) -> Value:
        """A value taken as one of a type; the type's node is the field "type", else the last child."""
        of = node.child_by_field_name("type") or node.named_child(node.named_child_count - 1)
        below = node.child_by_field_name("value") or node.child_by_field_name("operand") or first_named(node)
        items = (self.build(below, level + 1, budget),) if below is not None else ()
        return Value("cast", self.flat(of), items, line=line, end_line=end_line)

    def _compound(self, node: Node, kind: str, level: int, budget: Budget, line: int, end_line: int) -> Value:
        parts = [child for child in node.named_children if child.type not in self.dialect.skipped]
        operator = node.child_by_field_name("operator")
        text = self.source.of(operator) if operator is not None and kind == "binary" else ""
        items = tuple(self.build(part, level + 1, budget) for part in parts[:3])
        if kind == "subscript" and len(items) != 2:
            return Value("other", self.source.short(node), line=line, end_line=end_line)
        if kind == "binary" and not text and len(parts) >= 2:
            text = " ".join(self.source.cut(parts[0].end_byte, parts[1].start_byte).split())
        return Value(kind, text, items, line=line, end_line=end_line)  # type: ignore[arg-type]

    def _items(self, node: Node, level: int, budget: Budget) -> tuple[Value, ...]:
        out = []
        for child in node.named_children:
            if child.type in self.dialect.skipped:
                continue
            if budget.left <= 0:
                budget.cut = True
                break
            out.append(self.build(child, level + 1, budget))
        return tuple(out)

    def _dict(self, node: Node, level: int, budget: Budget, line: int, end_line: int) -> Value:
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children:
            fields = self.dialect.pairs.get(child.type)
            if fields is None:
                continue
            if budget.left <= 1:
                budget.cut = True
                break
            key, value = child.child_by_field_name(fields[0]), child.child_by_field_name(fields[1])
            if key is not None and value is not None:
                keys.append(self.build(key, level + 1, budget))
                items.append(self.build(value, level + 1, budget))
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)

    def _template(self, node: Node, level: int, budget: Budget, line: int, end_line: int) -> Value:
        """A string with expressions in it; one without any is a plain string."""
        parts: list[Value] = []
        at = node.start_byte
        for child in node.named_children:
            at_line, at_end = child.start_point[0] + 1, child.end_point[0] + 1
            if "interpolat" in child.type or child.type == "template_substitution":
                inner = next((part for part in child.named_children if not part.type.endswith("_brace")), None)
                if inner is not None:
                    parts.append(self.build(inner, level + 1, budget))
            elif self.dialect.kinds.get(child.type) in ("name", "call", "subscript") or child.type in self.dialect.members:
                parts.append(self.build(child, level + 1, budget))
            else:
                text = self.dialect.unescaped(self.source.of(child), node)
                if parts and parts[-1].kind == "string":
                    text, at_line = parts.pop().text + text, at_line
                parts.append(Value("string", text, line=at_line, end_line=at_end))
            at = child.end_byte
        if all(part.kind == "string" for part in parts):
            text = parts[0].text if parts else (self.dialect.text(node, self.source) if at == node.start_byte else "")
            return Value("string", text, line=line, end_line=end_line)
        return Value("template", items=tuple(parts), line=line, end_line=end_line)

    # calls

    def _call(self, node: Node, level: int, budget: Budget) -> Call:
        dialect = self.dialect
        made = dialect.call(node, self)
        if made is not None:
            self._calls[node.id] = made
            return made
        was_cut, budget.cut = budget.cut, False
        fields = dialect.calls.get(node.type) or dialect.creations.get(node.type) or ("function", "arguments")
        line = node.start_point[0] + 1
        callee_node = dialect.callee(node, self) or node.child_by_field_name(fields[0])
        callee = self._callee(node, callee_node, level, budget)
        listed = node.child_by_field_name(fields[1]) if fields[1] else dialect.argument_list(node)
        arguments = self._arguments(listed, level, budget) if listed is not None else ()
        for child in dialect.trailing(node):
            arguments = (*arguments, Argument(self.build(child, level + 1, budget)))
        call = Call(
            callee,
            arguments,
            line,
            node.end_point[0] + 1,
            self.scope,
            node.type in dialect.creations,
            node.id in self.awaited,
            dialect.type_arguments(node, self),
        )
        if not budget.cut:
            self._calls[node.id] = call
        budget.cut = budget.cut or was_cut
        return call

    def _callee(self, node: Node, callee: Node | None, level: int, budget: Budget) -> Value:
        """What is called.  Grammars that keep the object of a method call in the call itself have a field of it."""
        line = node.start_point[0] + 1
        if callee is None:
            return Value("other", line=line, end_line=line)
        below = self.dialect.receiver(node)
        if below is None or below.id == callee.id:
            return self.build(callee, level + 1, budget)
        line, end_line = below.start_point[0] + 1, callee.end_point[0] + 1
        member = self._plain(callee)
        name = self.name(below)
        if name:
            return Value("name", f"{name}.{member}", line=line, end_line=end_line)
        return Value("attribute", member, (self.build(below, level + 1, budget),), line=line, end_line=end_line)

    def arguments(self, node: Node) -> tuple[Argument, ...]:
        """Arguments of an argument list node, none of one that is nested too deep."""
        if self._deep >= _DEEP:
            return ()
        self._deep += 1
        try:
            return self._arguments(node, 0, Budget())
        finally:
            self._deep -= 1

    def _arguments(self, node: Node, level: int, budget: Budget) -> tuple[Argument, ...]:
        dialect = self.dialect
        out = []
        for child in node.named_children:
            kind = child.type
            if kind in dialect.skipped:
                continue
            if budget.left <= 0:
                budget.cut = True
                break
            fields = dialect.named_arguments.get(kind)
            if fields is not None:
                name = child.child_by_field_name(fields[0]) if fields[0] else dialect.argument_name(child)
                value = child.child_by_field_name(fields[1]) if fields[1] else None
                if value is None:
                    value = child.named_child(child.named_child_count - 1) if child.named_child_count else child
                if value is not None:
                    out.append(Argument(self.build(value, level + 1, budget), self.source.of(name) if name is not None else ""))
            else:
                out.append(Argument(self.build(child, level + 1, budget)))
        return tuple(out)


def sides(node: Node, fields: tuple[str, str]) -> tuple[Node | None, Node | None]:
    """Object and member of ``a.b``: of these fields, or where they have no names the first and the last child."""
    if fields[0]:
        return node.child_by_field_name(fields[0]), node.child_by_field_name(fields[1])
    count = node.named_child_count
    return (node.named_child(0) if count > 1 else None), (node.named_child(count - 1) if count else None)
