"""Python expressions as structured values.

Recursion goes one call deeper a level, and `LEVELS` bounds it; everything that may be long (chains, brackets) is a loop.

Most of the time a Python file takes is spent here, so nodes are asked as little as possible: each question to a node makes an
object.  `flat` is the line of an expression that stands on one line, 0 for one that does not: what is inside a flat expression
need not be asked for its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.literals import python_text
from apps.engine.parsing.python.strings import plain_text, text_of, without_comments
from apps.engine.parsing.scopes import Scopes
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import ITEMS, LEVELS

_WRAPPERS = frozenset({"parenthesized_expression", "type", "parenthesized_list_splat", "await", "named_expression"})
_NUMBERS = frozenset({"integer", "float"})

LAMBDA = "<lambda>"
Maker = Callable[..., Value]  # a method of a builder: (node, its kind, level, its line, flat)
PLACES = frozenset({"list", "tuple", "set", "expression_list"})  # a name in one of these is used as a value


class ValueBuilder:
    """Builds values of one file.  Complete calls are kept by node, so that a nested call is built once.

    `kinds` are the grammar's kinds of nodes by their number: asking for the number costs half of asking for the word.
    """

    def __init__(self, source: Source, kinds: Mapping[int, str], scopes: Scopes) -> None:
        self._source = source
        self._kinds = kinds
        self._scopes = scopes
        self._lambdas: dict[int, str] = {}
        self._text = source.text if source.ascii else ""  # byte offsets are those of the text
        self.awaited: set[int] = set()
        self._calls: dict[int, Call] = {}
        self._left = 0  # items the value being built may still take
        self._cut = False  # something below was cut short
        self.scope = ""

    def value(self, node: Node) -> Value:
        """The value of an expression node."""
        self._left, self._cut = ITEMS, False
        return self._value(node, node.type, 1, 0)

    def call(self, node: Node) -> Call:
        """The call of a call node; its scope is that of the moment it is first built in."""
        known = self._calls.get(node.id)
        if known is not None:
            return known
        self._left, self._cut = ITEMS, False
        line = node.start_point[0] + 1
        return self._call(node, 0, line, line if line == node.end_point[0] + 1 else 0)

    def arguments(self, node: Node) -> tuple[Argument, ...]:
        """Arguments of an argument list node."""
        self._left, self._cut = ITEMS, False
        return self._arguments(node, 0, 0)

    def used(self, node: Node) -> Value:
        """The value of an expression node in a place where a name is used as a value."""
        return self.value(node)

    def passing(self, node: Node) -> None:
        """An expression of which no value is wanted."""

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
            node, kind = inner, self._kinds[inner.kind_id]
        line = flat or node.start_point[0] + 1
        if self._left <= 0 or level > LEVELS:
            self._cut = True
            return self._other(node, kind, level, line, flat)
        self._left -= 1
        if kind == "identifier":
            return Value("name", self._text[node.start_byte : node.end_byte] or self._source.of(node), (), (), None, line, line)
        if kind == "string" and flat:
            text = plain_text(node, self._source)
            if text is not None:
                return Value("string", text, (), (), None, flat, flat)
        return _MAKERS.get(kind, ValueBuilder._other)(self, node, kind, level, line, flat)

    def _values(self, nodes: Sequence[Node], level: int, flat: int) -> tuple[Value, ...]:
        kinds = self._kinds
        return tuple([self._value(node, kinds[node.kind_id], level + 1, flat) for node in nodes])

    def _used(self, node: Node, kind: str, level: int, flat: int) -> Value:
        """The value of a node in a place where a name is used as a value."""
        return self._value(node, kind, level, flat)

    def _read(self, node: Node, kind: str, level: int, flat: int) -> Value:
        """The value of a node in a place where an attribute is read."""
        return self._value(node, kind, level, flat)

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
        return Value("function", self.lambda_name(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _other(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return Value("other", self._source.short(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _sequence(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        flat = flat or (line if line == end_line else 0)
        make = self._used if kind in PLACES else self._value
        kinds = self._kinds
        out = []
        for child in node.named_children:
            kind = kinds[child.kind_id]
            if kind == "comment":
                continue
            if self._left <= 0:
                self._cut = True
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
                self._cut = True
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
        operator = node.child_by_field_name("operator")
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        text = self._source.of(operator) if operator else ""
        return self._binary(text, self._values([side for side in (left, right) if side], level, flat), node, line, flat)

    def _union(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return self._binary("|", self._values(node.named_children, level, flat), node, line, flat)

    def _conditional(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        parts = without_comments(node)
        if len(parts) != 3:
            return self._other(node, kind, level, line, flat)
        return self._binary("if", self._values((parts[0], parts[2]), level, flat), node, line, flat)

    def _comparison(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        parts = without_comments(node)
        if len(parts) != 2:
            return self._other(node, kind, level, line, flat)
        return self._binary(self._between(parts), self._values(parts, level, flat), node, line, flat)

    def _between(self, parts: Sequence[Node]) -> str:
        """The words between two nodes."""
        return " ".join(self._source.cut(parts[0].end_byte, parts[1].start_byte).split())

    def _subscript(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        return self._indexed(self._values(without_comments(node), level, flat), node, level, line, flat)

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
        return Value("name", "".join(self._source.of(node).split()), (), (), None, line, flat or node.end_point[0] + 1)

    def _unary(self, node: Node, kind: str, level: int, line: int, flat: int) -> Value:
        inner = first_named(node)
        if inner is not None and self._kinds[inner.kind_id] in _NUMBERS:
            return self._number(node, kind, level, line, flat)
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
                    inner = child.child_by_field_name("expression")
                    if inner is not None:
                        value = self._read(inner, inner.type, level + 1, flat)
                        self._write_out(child, inner, value)
                        out.append(value)
        return tuple(out)

    def _write_out(self, interpolation: Node, inner: Node, value: Value) -> None:
        """An f-string has the text of a value in it."""

    # calls

    def _call(self, node: Node, level: int, line: int, flat: int) -> Call:
        was_cut, self._cut = self._cut, False
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
        if not self._cut:
            self._calls[node.id] = call
        self._cut = self._cut or was_cut
        return call

    def _arguments(self, node: Node, level: int, flat: int) -> tuple[Argument, ...]:
        kinds = self._kinds
        kind = kinds[node.kind_id]
        if kind == "generator_expression":
            return (Argument(self._other(node, kind, level, flat or node.start_point[0] + 1, flat)),)
        out = []
        level += 1
        for child in node.named_children:
            kind = kinds[child.kind_id]
            if kind == "comment":
                continue
            if self._left <= 0:
                self._cut = True
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
            out.append(Argument(self._value(child, kind, level, flat), name))
        return tuple(out)


# The method for each kind of node; "_other" for all others.
MAKERS = {
    "attribute": "_attribute",
    "call": "_call_value",
    "string": "_string",
    "concatenated_string": "_string",
    "integer": "_number",
    "float": "_number",
    "true": "_word",
    "false": "_word",
    "none": "_none",
    "dictionary": "_dictionary",
    "binary_operator": "_operation",
    "boolean_operator": "_operation",
    "union_type": "_union",
    "conditional_expression": "_conditional",
    "comparison_operator": "_comparison",
    "subscript": "_subscript",
    "generic_type": "_generic",
    "lambda": "_function",
    "member_type": "_member_type",
    "unary_operator": "_unary",
    **dict.fromkeys(("list", "tuple", "set", "expression_list", "pattern_list", "tuple_pattern", "list_pattern"), "_sequence"),
    **dict.fromkeys(("list_splat", "dictionary_splat", "list_splat_pattern", "dictionary_splat_pattern", "splat_type"), "_splat"),
}
_MAKERS: dict[str, Maker] = {kind: getattr(ValueBuilder, name) for kind, name in MAKERS.items()}
