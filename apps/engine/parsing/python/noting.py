"""A builder of values that notes on its way what the query would find in an expression.

That is: calls, names that are used as values, attributes that are read, operators, arms of expressions, names of comprehensions.
It does so for plain expressions of files without syntax errors and raises `Unplain` at all others: at those with a function of
their own, at those it would have to cut.  What the query finds stays the measure: the two ways of reading must note the same.

This is where the time of a Python file goes.  Arguments of calls, most of which are names and plain strings, are made in one
loop without further calls; the rest shares the methods of `ValueBuilder`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Operation, Reference, Value
from apps.engine.facts.syntax import ValueKind
from apps.engine.parsing.python.asking import truth, written_out
from apps.engine.parsing.python.clauses import flat_targets, note_clause
from apps.engine.parsing.python.notes import LATER_CALL, LATER_OPERATION, Notes, Unplain
from apps.engine.parsing.python.operators import BINARY, COMPARED, OPERANDS, UNARY
from apps.engine.parsing.python.strings import without_comments
from apps.engine.parsing.python.values import MAKERS, Maker, ValueBuilder
from apps.engine.parsing.scopes import Scopes
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import ITEMS, LEVELS

_WRAPPERS = frozenset({"parenthesized_expression", "type", "await"})
_NAMES = frozenset({"identifier", "attribute"})
_SUBSCRIPTED = frozenset({"identifier", "attribute", "call"})
_CONSTANTS: dict[str, tuple[ValueKind, str]] = {"true": ("boolean", "true"), "false": ("boolean", "false"), "none": ("none", "")}
_QUOTES = frozenset("\"'")


class Noter(ValueBuilder):
    """Makes and notes the values of one file.  Every public method raises `Unplain`; the caller takes back what was noted."""

    def __init__(self, source: Source, kinds: Mapping[int, str], scopes: Scopes, notes: Notes) -> None:
        super().__init__(source, kinds, scopes)
        self._notes = notes
        self._wants_nodes = notes.environment.wanted

    def value(self, node: Node) -> Value:
        self._left, self._cut = ITEMS, False
        value = self._value(node, self._kinds[node.kind_id], 1, 0)
        if self._cut or self._left <= 0:
            raise Unplain
        return value

    def used(self, node: Node, flat: int = 0) -> Value:
        self._left, self._cut = ITEMS, False
        kind = self._kinds[node.kind_id]
        value = self._value(node, kind, 1, flat)
        if kind in _NAMES and value.kind == "name" and value.text != "self":
            self._notes.references.append(Reference(value.text, value.line, self.scope))
        if self._cut or self._left <= 0:
            raise Unplain
        return value

    def read(self, node: Node) -> Value:
        """An expression in a place where an attribute is read."""
        self._left, self._cut = ITEMS, False
        value = self._read(node, self._kinds[node.kind_id], 1, 0)
        if self._cut or self._left <= 0:
            raise Unplain
        return value

    def asked(self, node: Node) -> Value:
        """A condition."""
        value = self.read(node)
        self._ask(node)
        return value

    def passing(self, node: Node) -> None:
        self.value(node)

    def call(self, node: Node) -> Call:
        self._left, self._cut = ITEMS, False
        line = node.start_point[0] + 1
        call = self._call(node, 0, line, line if line == node.end_point[0] + 1 else 0)
        if self._cut or self._left <= 0:
            raise Unplain
        return call

    def arguments(self, node: Node) -> tuple[Argument, ...]:
        """The bases and keywords of a class: a base is no name that is used."""
        self._left, self._cut = ITEMS, False
        out = []
        for child in node.named_children:
            kind, name = self._kinds[child.kind_id], ""
            if kind == "comment":
                continue
            make = self._value
            if kind == "keyword_argument":
                parts = child.children
                if len(parts) != 3:
                    raise Unplain
                name, child, make = self._source.of(parts[0]), parts[2], self._used
                kind = self._kinds[child.kind_id]
            out.append(Argument(make(child, kind, 1, 0), name))
        self._check()
        return tuple(out)

    def target(self, node: Node) -> None:
        """A subscript that is assigned to."""
        self._left, self._cut = ITEMS, False
        self._items(node, "__setitem__", OPERANDS, 1, 0)
        self._check()

    def _check(self) -> None:
        """That nothing was cut."""
        if self._cut or self._left <= 0:
            raise Unplain

    def run(self, node: Node, operation: str, *, used: bool) -> Value:
        """An expression that something is done with without a call; a name in it is used, or an attribute is read."""
        at = self._place()
        value = self.used(node) if used else self.read(node)
        self._operate(at, operation, value)
        return value

    def _used(self, node: Node, kind: str, level: int, flat: int) -> Value:
        value = self._value(node, kind, level, flat)
        if kind in _NAMES and value.kind == "name" and value.text != "self":
            self._notes.references.append(Reference(value.text, value.line, self.scope))
        return value

    def _read(self, node: Node, kind: str, level: int, flat: int) -> Value:
        if kind != "attribute":
            return self._value(node, kind, level, flat)
        at = self._place()
        value = self._value(node, kind, level, flat)
        self._operate(at, "get", value)
        return value

    def _ask(self, node: Node) -> None:
        """Note that an expression is asked whether it is true."""
        found = truth(node, self._kinds, self._source, self.scope)
        if found is not None:
            self._notes.asked.append(found)

    def _place(self) -> int:
        """Keep the place of an operation that is known after what is in it."""
        operations = self._notes.operations
        operations.append(LATER_OPERATION)
        return len(operations) - 1

    def _operate(self, at: int, method: str, value: Value, other: Value | None = None) -> None:
        """Note at its place the method that an operator runs."""
        self._notes.operations[at] = Operation(method, value, value.line, self.scope, other)

    def _branch(self, node: Node) -> None:
        self._notes.branches.look(node, self.scope)
        self._notes.frame.branches += 1

    def _value(self, node: Node, kind: str, level: int, flat: int) -> Value:
        # What most expressions are comes first, each made without a further call.
        if level > LEVELS or self._left <= 0:
            raise Unplain
        self._left -= 1
        line = flat or node.start_point[0] + 1
        if kind == "identifier" or kind == "attribute":
            text = self._text[node.start_byte : node.end_byte] or self._source.of(node)
            if kind == "identifier" or text.replace(".", "").isidentifier():
                return Value("name", text, (), (), None, line, line)
        elif kind == "string":
            text = self._text[node.start_byte : node.end_byte]
            if text and text[0] in _QUOTES and "\\" not in text and text[1] != text[0]:  # which has no line feed either
                return Value("string", text[1:-1], (), (), None, line, line)
        elif kind == "call":
            end_line = flat or node.end_point[0] + 1
            call = self._call(node, level, line, flat or (line if line == end_line else 0))
            return Value("call", "", (), (), call, line, end_line)
        elif kind == "integer":
            text = self._text[node.start_byte : node.end_byte] or self._source.of(node)
            return Value("number", text, (), (), None, line, line)
        elif kind in _CONSTANTS:
            return Value(*_CONSTANTS[kind], (), (), None, line, line)
        elif kind in _WRAPPERS:
            return self._unwrapped(node, kind, level, flat)
        made: Value = _MAKERS.get(kind, _leaf)(self, node, kind, level, line, flat)
        return made

    def _unwrapped(self, node: Node, kind: str, level: int, flat: int) -> Value:
        """The value in brackets, behind `await`, of an annotation."""
        while kind in _WRAPPERS:
            inner = first_named(node)
            below = self._kinds[inner.kind_id] if inner is not None else "comment"
            if inner is None or below == "comment":
                raise Unplain
            if below == "attribute" and kind == "parenthesized_expression":
                return self._read(inner, below, level, flat)
            if below == "call" and kind == "await":
                self.awaited.add(inner.id)
            node, kind = inner, below
        return self._value(node, kind, level, flat)

    def _leaf(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        if node.child_count:
            raise Unplain
        return self._other(node, kind, level, line, flat)

    def _refuse(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        raise Unplain

    def _parts(self, node: Node, level: int, flat: int) -> tuple[Value, ...]:
        for piece in node.named_children if self._kinds[node.kind_id] == "concatenated_string" else [node]:
            for child in piece.named_children:
                if child.child_by_field_name("format_specifier") is not None:
                    raise Unplain
        return super()._parts(node, level, flat)

    def _write_out(self, interpolation: Node, inner: Node, value: Value) -> None:
        if self._kinds[inner.kind_id] in OPERANDS:
            method = written_out(interpolation, self._source)
            self._notes.asked.append(Operation(method, value, value.line, self.scope))

    def _opaque(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        """An expression that is kept as text, its attributes read."""
        self._notice(node, level, flat)
        return self._other(node, kind, level, line, flat)

    def _negation(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        argument = node.child_by_field_name("argument")
        if argument is not None:
            self._ask(argument)
        return self._opaque(node, kind, level, line, flat)

    def _notice(self, node: Node, level: int, flat: int) -> None:
        """Note what is in a node of which no value is made."""
        for child in without_comments(node):
            self._read(child, self._kinds[child.kind_id], level + 1, flat)

    def _comprehension(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        """A comprehension is kept as text; what its clauses bind means something in it alone."""
        kinds = self._kinds
        level += 1
        for child in without_comments(node):
            below = kinds[child.kind_id]
            if below == "for_in_clause":
                self._clause(child, node, level, flat)
            elif below == "if_clause":
                self._branch(child)
                self._notice(child, level, flat)
                self._ask(child.named_children[0])
            elif below == "pair":
                parts = child.children
                if len(parts) != 3:
                    raise Unplain
                self._value(parts[0], kinds[parts[0].kind_id], level, flat)
                self._used(parts[2], kinds[parts[2].kind_id], level, flat)
            else:
                self._read(child, below, level, flat)
        return self._other(node, kind, level, line, flat)

    def _clause(self, node: Node, span: Node, level: int, flat: int) -> None:
        """Note ``for left in right`` of a comprehension."""
        kinds, notes = self._kinds, self._notes
        children = node.children
        is_async = kinds[children[0].kind_id] == "async"
        if len(children) != 4 + is_async:
            raise Unplain
        left, right = children[1 + is_async], children[3 + is_async]
        if any(kinds[target.kind_id] != "identifier" for target in flat_targets(left)):
            raise Unplain
        places = len(notes.operations), len(notes.assignments)
        value = self._used(right, kinds[right.kind_id], level, flat)
        note_clause(notes, places, left, value, span, self._source, self.scope, is_async=is_async)

    def _operation(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        children = node.children
        if len(children) != 3:
            raise Unplain
        kinds = self._kinds
        left, middle, right = children
        text, first, last = kinds[middle.kind_id], kinds[left.kind_id], kinds[right.kind_id]
        level += 1
        if kind == "boolean_operator":
            self._branch(node)
            self._ask(left)
            items = self._used(left, first, level, flat), self._used(right, last, level, flat)
            return self._binary(text, items, node, line, flat)
        at = self._place() if first in OPERANDS and text in BINARY else -1
        items = self._read(left, first, level, flat), self._read(right, last, level, flat)
        if at >= 0:
            self._operate(at, BINARY[text], items[0], items[1] if last in OPERANDS else None)
        return self._binary(text, items, node, line, flat)

    def _conditional(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        parts = node.named_children
        if len(parts) != 3:
            raise Unplain
        self._branch(node)
        self._ask(parts[1])
        body, _, other = [self._used(part, self._kinds[part.kind_id], level + 1, flat) for part in parts]
        return self._binary("if", (body, other), node, line, flat)

    def _comparison(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        kinds = self._kinds
        children = node.children
        if len(children) != 3:
            return self._opaque(node, kind, level, line, flat)
        left, operator, right = children
        first, last = kinds[left.kind_id], kinds[right.kind_id]
        method = COMPARED.get(kinds[operator.kind_id], "")
        swapped = method == "__contains__"
        at = self._place() if method and (last if swapped else first) in OPERANDS else -1
        items = self._read(left, first, level + 1, flat), self._read(right, last, level + 1, flat)
        if at >= 0:
            self._operate(at, method, items[swapped], items[0] if swapped and first in OPERANDS else None)
        return self._binary(self._between((left, right)), items, node, line, flat)

    def _subscript(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return self._indexed(self._items(node, "__getitem__", _SUBSCRIPTED, level, flat), node, level, line, flat)

    def _items(self, node: Node, method: str, operands: frozenset[str], level: int, flat: int) -> list[Value]:
        """What is subscripted and its subscripts; `operands` are the kinds for which `method` is noted."""
        kinds = self._kinds
        children = without_comments(node)
        below = children[0]
        at = self._place() if kinds[below.kind_id] in operands else -1
        if self._wants_nodes and at >= 0 and method == "__getitem__":
            name = self.name(below)
            if name:
                self._notes.environment.subscripts.append((name, node, self.scope))
        values = [self._read(child, kinds[child.kind_id], level + 1, flat) for child in children]
        if at >= 0:
            is_key = len(children) == 2 and kinds[children[1].kind_id] in OPERANDS
            self._operate(at, method, values[0], values[1] if is_key else None)
        return values

    def _unary(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        children = node.children
        if len(children) != 2:
            raise Unplain
        operator, inner = children
        below = self._kinds[inner.kind_id]
        if below == "integer" or below == "float":
            return self._number(node, kind, level, line, flat)
        at = self._place() if below in OPERANDS else -1
        value = self._read(inner, below, level + 1, flat)
        if at >= 0:
            self._operate(at, UNARY[self._kinds[operator.kind_id]], value)
        return self._other(node, kind, level, line, flat)

    def _call(self, node: Node, level: int, line: int, flat: int) -> Call:
        notes, kinds, text, scope = self._notes, self._kinds, self._text, self.scope
        calls, references = notes.calls, notes.references
        place = len(calls)
        calls.append(LATER_CALL)
        if self._wants_nodes:
            notes.environment.nodes.append(node)
        children = node.children
        if len(children) != 2:  # comments between
            raise Unplain
        function, listed = children
        level += 1
        if level > LEVELS:
            raise Unplain
        kind = kinds[function.kind_id]
        words = text[function.start_byte : function.end_byte] if kind in _NAMES else ""
        if kind == "identifier" or words.replace(".", "").isidentifier():
            callee = Value("name", words or self._source.of(function), (), (), None, line, line)
        else:
            callee = self._value(function, kind, level, flat)
        out: list[Argument] = []
        given: Sequence[Node] = listed.named_children
        if kinds[listed.kind_id] == "generator_expression":
            start = flat or listed.start_point[0] + 1
            out.append(Argument(self._comprehension(listed, "", level - 1, start, flat)))
            given = ()
        for child in given:
            kind = kinds[child.kind_id]
            label = ""
            if kind == "keyword_argument":
                parts = child.children
                if len(parts) != 3:  # comments between
                    raise Unplain
                name, _, child = parts
                label = text[name.start_byte : name.end_byte] or self._source.of(name)
                kind = kinds[child.kind_id]
            if kind == "identifier":
                start = flat or child.start_point[0] + 1
                words = text[child.start_byte : child.end_byte] or self._source.of(child)
                out.append(Argument(Value("name", words, (), (), None, start, start), label))
                if words != "self":
                    references.append(Reference(words, start, scope))
            elif kind != "comment":
                value = self._value(child, kind, level, flat)
                out.append(Argument(value, label))
                if kind == "attribute" and value.kind == "name":
                    references.append(Reference(value.text, value.line, scope))
        self._left -= len(out)
        awaited = bool(self.awaited) and node.id in self.awaited
        call = calls[place] = Call(callee, tuple(out), line, flat or node.end_point[0] + 1, scope, False, awaited)
        return call


_leaf: Maker = Noter._leaf
_MAKERS: dict[str, Maker] = {
    **{kind: getattr(Noter, name) for kind, name in MAKERS.items()},
    "lambda": Noter._refuse,
    "member_type": Noter._refuse,
    "not_operator": Noter._negation,
    "slice": Noter._opaque,
    "list_comprehension": Noter._comprehension,
    "set_comprehension": Noter._comprehension,
    "dictionary_comprehension": Noter._comprehension,
    "generator_expression": Noter._comprehension,
}
