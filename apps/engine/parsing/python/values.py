"""Python expressions as structured values.

Recursion goes one call deeper a level, and `LEVELS` bounds it; everything that may be long (chains, brackets) is a loop.

Most of the time a Python file takes is spent here, so nodes are asked as little as possible: each question to a node makes an
object.  `flat` is the line of an expression that stands on one line, 0 for one that does not: what is inside a flat expression
need not be asked for its lines.

A builder that is `noting` notes on its way what the query would have found in the expression: calls, names that are used as
values, operators and arms of expressions.  It does so for plain expressions alone and raises `Unplain` at all others: at those
with names of their own (lambdas, comprehensions), at those it would have to cut.  What the query finds stays the measure: the
two ways of reading must note the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Operation, Reference, Value
from apps.engine.parsing.literals import python_text
from apps.engine.parsing.python.clauses import flat_targets, note_clause
from apps.engine.parsing.python.notes import LATER_CALL, LATER_OPERATION, Notes, Unplain
from apps.engine.parsing.python.operators import BINARY, COMPARED, OPERANDS, UNARY
from apps.engine.parsing.python.strings import plain_text, text_of, without_comments
from apps.engine.parsing.scopes import Scopes
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import ITEMS, LEVELS

_WRAPPERS = frozenset({"parenthesized_expression", "type", "parenthesized_list_splat", "await", "named_expression"})
_NUMBERS = frozenset({"integer", "float"})
_NAMES = frozenset({"identifier", "attribute"})
_SUBSCRIPTED = frozenset({"identifier", "attribute", "call"})
_USING = frozenset({"raise", "yield", "delegate"})
_PLACES = frozenset({"list", "tuple", "set", "expression_list"})  # a name in one of these is used as a value

LAMBDA = "<lambda>"
_Maker = Callable[["ValueBuilder", Node, str, int, int, int], Value]


class ValueBuilder:
    """Builds values of one file.  Complete calls are kept by node, so that a nested call is built once.

    `kinds` are the grammar's kinds of nodes by their number: asking for the number costs half of asking for the word.
    """

    def __init__(self, source: Source, kinds: Mapping[int, str], scopes: Scopes, notes: Notes) -> None:
        self._source = source
        self._kinds = kinds
        self._scopes = scopes
        self._notes = notes
        self._lambdas: dict[int, str] = {}
        self._text = source.text if source.ascii else ""  # byte offsets are those of the text
        self.awaited: set[int] = set()
        self._calls: dict[int, Call] = {}
        self._left = 0  # items the value being built may still take
        self._cut = False  # something below was cut short
        self._noting = False
        self.scope = ""

    def value(self, node: Node) -> Value:
        """The value of an expression node."""
        self._left, self._cut, self._noting = ITEMS, False, False
        return self._value(node, node.type, 1, 0)

    def call(self, node: Node) -> Call:
        """The call of a call node; its scope is that of the moment it is first built in."""
        known = self._calls.get(node.id)
        if known is not None:
            return known
        self._left, self._cut, self._noting = ITEMS, False, False
        line = node.start_point[0] + 1
        return self._call(node, 0, line, line if line == node.end_point[0] + 1 else 0)

    def arguments(self, node: Node) -> tuple[Argument, ...]:
        """Arguments of an argument list node."""
        self._left, self._cut, self._noting = ITEMS, False, False
        return self._arguments(node, 0, 0)

    # the same, what is in the expression noted; each raises Unplain

    def note(self, node: Node, kind: str) -> Value:
        """An expression that is no name used as a value."""
        self._left, self._noting = ITEMS, True
        return self._value(node, kind, 1, 0)

    def note_used(self, node: Node, kind: str) -> Value:
        """An expression in a place where a name is used as a value."""
        self._left, self._noting = ITEMS, True
        return self._used(node, kind, 1, 0)

    def note_read(self, node: Node, kind: str) -> Value:
        """An expression in a place where an attribute is read."""
        self._left, self._noting = ITEMS, True
        return self._read(node, kind, 1, 0)

    def note_call(self, node: Node) -> Call:
        """A call that stands for itself."""
        self._left, self._noting = ITEMS, True
        line = node.start_point[0] + 1
        return self._call(node, 0, line, line if line == node.end_point[0] + 1 else 0)

    def note_arguments(self, node: Node) -> None:
        """The bases and keywords of a class, which are no arguments of a call."""
        self._left, self._noting = ITEMS, True
        for child in node.named_children:
            kind = self._kinds[child.kind_id]
            if kind == "keyword_argument":
                value = child.child_by_field_name("value")
                if value is not None:
                    self._used(value, self._kinds[value.kind_id], 1, 0)
            elif kind not in _NAMES and kind != "comment":
                self._value(child, kind, 1, 0)

    def note_target(self, node: Node) -> None:
        """A subscript that is assigned to."""
        self._left, self._noting = ITEMS, True
        self._items(node, "__setitem__", OPERANDS, 1, 0)

    def note_run(self, node: Node, kind: str, operation: str) -> None:
        """An expression that something is done with without a call; raised or given it is used, else its attribute is read."""
        self._left, self._noting = ITEMS, True
        at = self._place()
        value = (self._used if operation in _USING else self._read)(node, kind, 1, 0)
        self._operate(at, operation, value)

    def remember(self, node: Node, call: Call) -> None:
        """`call` of this node is wanted once more."""
        self._calls[node.id] = call

    def name(self, node: Node) -> str:
        """Dotted text of a plain name node, "" for anything else."""
        kind = self._kinds[node.kind_id]
        if kind == "identifier":
            return self._source.of(node)
        return self._dotted(node) if kind == "attribute" else ""

    def lambda_name(self, node: Node) -> str:
        """The qualified name of a lambda, from the first time it is met on: as a value or as a scope."""
        known = self._lambdas.get(node.id)
        if known is None:
            wanted = f"{self.scope}.{LAMBDA}" if self.scope else LAMBDA
            known = self._lambdas[node.id] = self._scopes.unique(wanted)
        return known

    def _dotted(self, node: Node) -> str:
        """``a.b.c`` of an attribute node, "" where something else than names stands in it."""
        text = self._text[node.start_byte : node.end_byte] or self._source.of(node)
        if text.replace(".", "").isidentifier():
            return text
        if "(" in text and "\n" not in text and "#" not in text:
            return ""
        parts: list[str] = []
        here: Node | None = node
        while here is not None and here.type == "attribute":
            attribute = here.child_by_field_name("attribute")
            parts.append(self._source.of(attribute) if attribute else "")
            here = here.child_by_field_name("object")
        if here is None or here.type != "identifier":
            return ""
        parts.append(self._source.of(here))
        return ".".join(reversed(parts))

    def _value(self, node: Node, kind: str, level: int, flat: int) -> Value:
        while kind in _WRAPPERS:
            inner = node.child_by_field_name("value") if kind == "named_expression" else first_named(node)
            if inner is None:
                break
            below = self._kinds[inner.kind_id]
            if self._noting:
                if below == "call" and kind == "await":
                    self.awaited.add(inner.id)
                elif below == "attribute" and kind == "parenthesized_expression":
                    return self._read(inner, below, level, flat)
                elif below == "comment" or kind in ("named_expression", "parenthesized_list_splat"):
                    raise Unplain
            node, kind = inner, below
        line = flat or node.start_point[0] + 1
        if self._left <= 0 or level > LEVELS:
            if self._noting:
                raise Unplain
            self._cut = True
            return self._other(node, kind, level, line, flat)
        self._left -= 1
        if kind == "identifier":
            return Value("name", self._text[node.start_byte : node.end_byte] or self._source.of(node), (), (), None, line, line)
        if kind == "string" and flat:
            text = plain_text(node, self._source)
            if text is not None:
                return Value("string", text, (), (), None, flat, flat)
        return _MAKERS.get(kind, _unknown)(self, node, kind, level, line, flat)

    def _values(self, nodes: Sequence[Node], level: int, flat: int) -> tuple[Value, ...]:
        kinds = self._kinds
        return tuple([self._value(node, kinds[node.kind_id], level + 1, flat) for node in nodes])

    def _used(self, node: Node, kind: str, level: int, flat: int) -> Value:
        """The value of a node; a name is noted as a reference."""
        value = self._value(node, kind, level, flat)
        if self._noting and kind in _NAMES and value.kind == "name" and value.text != "self":
            self._notes.references.append(Reference(value.text, value.line, self.scope))
        return value

    def _read(self, node: Node, kind: str, level: int, flat: int) -> Value:
        """The value of a node; an attribute is noted as read."""
        if kind != "attribute" or not self._noting:
            return self._value(node, kind, level, flat)
        operations = self._notes.operations
        at = len(operations)
        operations.append(LATER_OPERATION)
        value = self._value(node, kind, level, flat)
        operations[at] = Operation("get", value, value.line, self.scope)
        return value

    def _place(self) -> int:
        """Keep the place of an operation that is known after what is in it; -1 if nothing is noted."""
        if not self._noting:
            return -1
        self._notes.operations.append(LATER_OPERATION)
        return len(self._notes.operations) - 1

    def _operate(self, at: int, method: str, value: Value, other: Value | None = None) -> None:
        """Note at its place the method that an operator runs."""
        self._notes.operations[at] = Operation(method, value, value.line, self.scope, other)

    def _branch(self, node: Node) -> None:
        if self._noting:
            self._notes.branches.look(node, self.scope)
            self._notes.frame.branches += 1

    # one maker a kind of node: (node, its kind, level, its line, flat)

    def _attribute(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        name = self._dotted(node)
        end_line = flat or node.end_point[0] + 1
        if name:
            return Value("name", name, (), (), None, line, end_line)
        attribute = node.child_by_field_name("attribute")
        below = node.child_by_field_name("object")
        items = (self._value(below, self._kinds[below.kind_id], level + 1, flat),) if below else ()
        return Value("attribute", self._source.of(attribute) if attribute else "", items, (), None, line, end_line)

    def _call_value(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        flat = flat or (line if line == end_line else 0)
        if self._noting:
            call = self._call(node, level, line, flat)
        else:
            call = self._calls.get(node.id) or self._call(node, level, line, flat)
        return Value("call", "", (), (), call, line, end_line)

    def _string(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        text = text_of(node, self._source)
        if text is not None:
            return Value("string", text, (), (), None, line, end_line)
        return Value("template", "", self._parts(node, level, flat), (), None, line, end_line)

    def _number(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return Value("number", self._source.of(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _word(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return Value("boolean", kind, (), (), None, line, line)

    def _none(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return Value("none", "", (), (), None, line, line)

    def _function(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        if self._noting:
            raise Unplain
        return Value("function", self.lambda_name(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _other(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return Value("other", self._source.short(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _unknown(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        if self._noting and node.child_count:
            raise Unplain
        return self._other(node, kind, level, line, flat)

    def _opaque(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        """An expression that is kept as text, its attributes read."""
        if self._noting:
            self._notice(node, level, flat)
        return self._other(node, kind, level, line, flat)

    def _comprehension(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        """A comprehension is kept as text; what its clauses bind means something in it alone."""
        if self._noting:
            level += 1
            for child in without_comments(node):
                below = self._kinds[child.kind_id]
                if below == "for_in_clause":
                    self._clause(child, node, level, flat)
                elif below == "if_clause":
                    self._branch(child)
                    self._notice(child, level, flat)
                elif below == "pair":
                    key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                    if key is None or value is None:
                        raise Unplain
                    self._value(key, self._kinds[key.kind_id], level, flat)
                    self._used(value, self._kinds[value.kind_id], level, flat)
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

    def _notice(self, node: Node, level: int, flat: int) -> None:
        """Note what is in a node of which no value is made."""
        for child in without_comments(node):
            self._read(child, self._kinds[child.kind_id], level + 1, flat)

    def _sequence(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        flat = flat or (line if line == end_line else 0)
        make = self._used if kind in _PLACES else self._value
        kinds = self._kinds
        out = []
        for child in node.named_children:
            kind = kinds[child.kind_id]
            if kind == "comment":
                continue
            if self._left <= 0:
                self._spent()
                break
            out.append(make(child, kind, level + 1, flat))
        return Value("list", "", tuple(out), (), None, line, end_line)

    def _dictionary(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        flat = flat or (line if line == end_line else 0)
        kinds = self._kinds
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children:
            if self._left <= 1:
                self._spent()
                break
            kind = kinds[child.kind_id]
            if kind == "pair":
                parts = child.children
                key: Node | None
                value: Node | None
                if len(parts) == 3:
                    key, _, value = parts
                else:
                    key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None:
                    keys.append(self._value(key, kinds[key.kind_id], level + 1, flat))
                    items.append(self._used(value, kinds[value.kind_id], level + 1, flat))
            elif kind == "dictionary_splat":
                inner = first_named(child)
                if inner is not None:
                    start, end = child.start_point[0] + 1, child.end_point[0] + 1
                    keys.append(Value("spread", "**", (), (), None, start, end))
                    items.append(self._read(inner, kinds[inner.kind_id], level + 1, flat))
        return Value("dict", "", tuple(items), tuple(keys), None, line, end_line)

    def _binary(self, text: str, items: Sequence[Value], node: Node, line: int, flat: int) -> Value:
        return Value("binary", text, tuple(items), (), None, line, flat or node.end_point[0] + 1)

    def _operation(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        children = node.children
        if len(children) != 3:
            if self._noting:
                raise Unplain
            operator = node.child_by_field_name("operator")
            text = self._source.of(operator) if operator else ""
            sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
            return self._binary(text, self._values([side for side in sides if side], level, flat), node, line, flat)
        kinds = self._kinds
        left, middle, right = children
        text, first, last = kinds[middle.kind_id], kinds[left.kind_id], kinds[right.kind_id]
        level += 1
        if kind == "boolean_operator":
            self._branch(node)
            items = self._used(left, first, level, flat), self._used(right, last, level, flat)
            return self._binary(text, items, node, line, flat)
        at = self._place() if first in OPERANDS and text in BINARY else -1
        items = self._read(left, first, level, flat), self._read(right, last, level, flat)
        if at >= 0:
            self._operate(at, BINARY[text], items[0], items[1] if last in OPERANDS else None)
        return self._binary(text, items, node, line, flat)

    def _union(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return self._binary("|", self._values(node.named_children, level, flat), node, line, flat)

    def _conditional(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        parts = without_comments(node)
        if len(parts) != 3:
            return self._unknown(node, kind, level, line, flat)
        self._branch(node)
        level += 1
        if self._noting:
            values = [self._used(part, self._kinds[part.kind_id], level, flat) for part in parts]
            return self._binary("if", (values[0], values[2]), node, line, flat)
        return self._binary("if", self._values((parts[0], parts[2]), level - 1, flat), node, line, flat)

    def _comparison(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        kinds = self._kinds
        parts = without_comments(node)
        at, swapped, method = -1, False, ""
        if self._noting:
            children = node.children
            if len(children) == 3:
                method = COMPARED.get(kinds[children[1].kind_id], "")
                swapped = method == "__contains__"
                if method and kinds[parts[swapped].kind_id] in OPERANDS:
                    at = self._place()
        if len(parts) != 2:
            return self._opaque(node, kind, level, line, flat)
        items = [self._read(part, kinds[part.kind_id], level + 1, flat) for part in parts]
        if at >= 0:
            self._operate(at, method, items[swapped])
        operator = " ".join(self._source.cut(parts[0].end_byte, parts[1].start_byte).split())
        return self._binary(operator, items, node, line, flat)

    def _subscript(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return self._indexed(self._items(node, "__getitem__", _SUBSCRIPTED, level, flat), node, level, line, flat)

    def _items(self, node: Node, method: str, operands: frozenset[str], level: int, flat: int) -> list[Value]:
        """What is subscripted and its subscripts; `operands` are the kinds for which `method` is noted."""
        kinds = self._kinds
        children = without_comments(node)
        below = node.children[0]
        at = self._place() if kinds[below.kind_id] in operands else -1
        environment = self._notes.environment
        if environment.wanted and at >= 0 and method == "__getitem__":
            name = self.name(below)
            if name:
                environment.subscripts.append((name, node, self.scope))
        values = [self._read(child, kinds[child.kind_id], level + 1, flat) for child in children]
        if at >= 0:
            self._operate(at, method, values[0])
        return values

    def _generic(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        children = without_comments(node)
        if len(children) == 2:
            children = [children[0], *without_comments(children[1])]
        return self._indexed(self._values(children, level, flat), node, level, line, flat)

    def _indexed(self, values: Sequence[Value], node: Node, level: int, line: int, flat: int) -> Value:
        if not values:
            return self._other(node, "", level, line, flat)
        end_line = flat or node.end_point[0] + 1
        if len(values) != 2:
            values = (values[0], Value("list", "", tuple(values[1:]), (), None, line, end_line))
        return Value("subscript", "", tuple(values), (), None, line, end_line)

    def _splat(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        inner = first_named(node)
        items: tuple[Value, ...] = ()
        if inner is not None:
            make = self._used if kind == "list_splat" else self._read if kind == "dictionary_splat" else self._value
            items = (make(inner, self._kinds[inner.kind_id], level + 1, flat),)
        return Value("spread", "**" if kind.startswith("dict") else "*", items, (), None, line, flat or node.end_point[0] + 1)

    def _member_type(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        if self._noting:
            raise Unplain
        return Value("name", "".join(self._source.of(node).split()), (), (), None, line, flat or node.end_point[0] + 1)

    def _unary(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        inner = first_named(node)
        if inner is not None and self._kinds[inner.kind_id] in _NUMBERS:
            return self._number(node, kind, level, line, flat)
        if self._noting:
            children = node.children
            if inner is None or len(children) != 2:
                raise Unplain
            below = self._kinds[inner.kind_id]
            at = self._place() if below in OPERANDS else -1
            value = self._read(inner, below, level + 1, flat)
            if at >= 0:
                self._operate(at, UNARY[self._kinds[children[0].kind_id]], value)
        return self._other(node, kind, level, line, flat)

    def _parts(self, node: Node, level: int, flat: int) -> tuple[Value, ...]:
        """Parts of an f-string, or of strings in a row of which one is an f-string."""
        out: list[Value] = []
        for piece in node.named_children if node.type == "concatenated_string" else [node]:
            children = piece.children
            if piece.type != "string" or not children:
                continue
            raw = "r" in self._source.of(children[0]).lower()
            for child in children:
                kind = child.type
                if kind == "string_content":
                    text = python_text(self._source.of(child), raw).replace("{{", "{").replace("}}", "}")
                    line, end_line = flat or child.start_point[0] + 1, flat or child.end_point[0] + 1
                    out.append(Value("string", text, (), (), None, line, end_line))
                elif kind == "interpolation":
                    if self._noting and child.child_by_field_name("format_specifier") is not None:
                        raise Unplain
                    inner = child.child_by_field_name("expression")
                    if inner is not None:
                        out.append(self._read(inner, inner.type, level + 1, flat))
        return tuple(out)

    def _spent(self) -> None:
        """There are more items than a value may have."""
        if self._noting:
            raise Unplain
        self._cut = True

    # calls

    def _call(self, node: Node, level: int, line: int, flat: int) -> Call:
        was_cut, self._cut = self._cut, False
        noting, at = self._noting, -1
        if noting:
            at = len(self._notes.calls)
            self._notes.calls.append(LATER_CALL)
            if self._notes.environment.wanted:
                self._notes.environment.nodes.append(node)
        children = node.children
        function: Node | None
        arguments: Node | None
        if len(children) == 2:
            function, arguments = children
        else:  # comments or errors between
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None:
            callee = Value("other", line=line, end_line=line)
        else:
            callee = self._value(function, self._kinds[function.kind_id], level + 1, flat)
        call = Call(
            callee,
            self._arguments(arguments, level, flat) if arguments else (),
            line,
            flat or node.end_point[0] + 1,
            self.scope,
            False,
            node.id in self.awaited,
        )
        if noting:
            self._notes.calls[at] = call
        elif not self._cut:
            self._calls[node.id] = call
        self._cut = self._cut or was_cut
        return call

    def _arguments(self, node: Node, level: int, flat: int) -> tuple[Argument, ...]:
        kinds, noting = self._kinds, self._noting
        kind = kinds[node.kind_id]
        if kind == "generator_expression":
            return (Argument(self._comprehension(node, kind, level, flat or node.start_point[0] + 1, flat)),)
        out = []
        level += 1
        for child in node.named_children:
            kind = kinds[child.kind_id]
            if kind == "comment":
                continue
            if self._left <= 0:
                self._spent()
                break
            name = ""
            if kind == "keyword_argument":
                parts = child.children
                label: Node | None
                value: Node | None
                if len(parts) == 3:
                    label, _, value = parts
                else:
                    label, value = child.child_by_field_name("name"), child.child_by_field_name("value")
                if label is None or value is None:
                    continue
                name = self._text[label.start_byte : label.end_byte] or self._source.of(label)
                child, kind = value, kinds[value.kind_id]
            made = self._value(child, kind, level, flat)
            if noting and kind in _NAMES and made.kind == "name" and made.text != "self":
                self._notes.references.append(Reference(made.text, made.line, self.scope))
            out.append(Argument(made, name))
        return tuple(out)


_unknown: _Maker = ValueBuilder._unknown
_MAKERS: dict[str, _Maker] = {
    "attribute": ValueBuilder._attribute,
    "call": ValueBuilder._call_value,
    "string": ValueBuilder._string,
    "concatenated_string": ValueBuilder._string,
    "integer": ValueBuilder._number,
    "float": ValueBuilder._number,
    "true": ValueBuilder._word,
    "false": ValueBuilder._word,
    "none": ValueBuilder._none,
    "dictionary": ValueBuilder._dictionary,
    "binary_operator": ValueBuilder._operation,
    "boolean_operator": ValueBuilder._operation,
    "union_type": ValueBuilder._union,
    "conditional_expression": ValueBuilder._conditional,
    "comparison_operator": ValueBuilder._comparison,
    "not_operator": ValueBuilder._opaque,
    "subscript": ValueBuilder._subscript,
    "slice": ValueBuilder._opaque,
    "list_comprehension": ValueBuilder._comprehension,
    "set_comprehension": ValueBuilder._comprehension,
    "dictionary_comprehension": ValueBuilder._comprehension,
    "generator_expression": ValueBuilder._comprehension,
    "generic_type": ValueBuilder._generic,
    "lambda": ValueBuilder._function,
    "member_type": ValueBuilder._member_type,
    "unary_operator": ValueBuilder._unary,
    **dict.fromkeys(("list", "tuple", "set", "expression_list"), ValueBuilder._sequence),
    **dict.fromkeys(("pattern_list", "tuple_pattern", "list_pattern"), ValueBuilder._sequence),
    **dict.fromkeys(("list_splat", "dictionary_splat"), ValueBuilder._splat),
    **dict.fromkeys(("list_splat_pattern", "dictionary_splat_pattern", "splat_type"), ValueBuilder._splat),
}
