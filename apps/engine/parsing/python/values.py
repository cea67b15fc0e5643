"""Python expressions as structured values.

Recursion goes one call deeper a level, and `LEVELS` bounds it; everything that may be long (chains, brackets) is a loop.

Most of the time a Python file takes is spent here, so nodes are asked as little as possible: each question to a node makes an
object.  `flat` is the line of an expression that stands on one line, 0 for one that does not: what is inside a flat expression
need not be asked for its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.literals import python_text
from apps.engine.parsing.scopes import Scopes
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import ITEMS, LEVELS

_WRAPPERS = frozenset({"parenthesized_expression", "type", "parenthesized_list_splat", "await", "named_expression"})
_NUMBERS = frozenset({"integer", "float"})
_QUOTES = frozenset("\"'")

LAMBDA = "<lambda>"
_Maker = Callable[[Node, int, int, int], Value]


def without_comments(node: Node) -> list[Node]:
    """Named children that are no comments."""
    return [child for child in node.named_children if child.type != "comment"]


class ValueBuilder:
    """Builds values of one file.  Complete calls are kept by node, so that a nested call is built once."""

    def __init__(self, source: Source, awaited: frozenset[int], scopes: Scopes) -> None:
        self._source = source
        self._scopes = scopes
        self._lambdas: dict[int, str] = {}
        self._text = source.text if source.ascii else ""  # byte offsets are those of the text
        self._awaited = awaited
        self._calls: dict[int, Call] = {}
        self._left = 0  # items the value being built may still take
        self._cut = False  # something below was cut short
        self.scope = ""
        makers: dict[str, _Maker] = {
            "attribute": self._attribute,
            "call": self._call_value,
            "string": self._string,
            "concatenated_string": self._string,
            "integer": self._number,
            "float": self._number,
            "true": self._word,
            "false": self._word,
            "none": self._none,
            "dictionary": self._dictionary,
            "binary_operator": self._operation,
            "boolean_operator": self._operation,
            "union_type": self._union,
            "conditional_expression": self._conditional,
            "comparison_operator": self._comparison,
            "subscript": self._subscript,
            "generic_type": self._generic,
            "lambda": self._function,
            "member_type": self._member_type,
            "unary_operator": self._unary,
        }
        for kind in ("list", "tuple", "set", "expression_list", "pattern_list", "tuple_pattern", "list_pattern"):
            makers[kind] = self._sequence
        for kind in ("list_splat", "dictionary_splat", "list_splat_pattern", "dictionary_splat_pattern", "splat_type"):
            makers[kind] = self._splat
        self._makers = makers

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

    def name(self, node: Node) -> str:
        """Dotted text of a plain name node, "" for anything else."""
        kind = node.type
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

    def string(self, node: Node) -> str | None:
        """Content of a plain string or of plain strings in a row; None if it is none of these."""
        kind = node.type
        if kind == "string":
            return self._plain(node)
        if kind != "concatenated_string":
            return None
        out = []
        for piece in without_comments(node):
            text = self._plain(piece) if piece.type == "string" else None
            if text is None:
                return None
            out.append(text)
        return "".join(out)

    def _plain(self, node: Node) -> str | None:
        """Content of one string without values in it."""
        whole = self._text[node.start_byte : node.end_byte] or self._source.of(node)
        if whole and not node.has_error:
            quote = whole[0]
            raw = False
            if quote not in _QUOTES:
                at = 1
                while whole[at] not in _QUOTES:
                    at += 1
                prefix = whole[:at].lower()
                if "f" in prefix or "t" in prefix:
                    return self._formatted(node)
                raw = "r" in prefix
                quote, whole = whole[at], whole[at:]
            body = whole[3:-3] if len(whole) >= 6 and whole.startswith(quote * 3) else whole[1:-1]
            return python_text(body, raw) if "\\" in body else body
        return self._formatted(node)

    def _formatted(self, node: Node) -> str | None:
        """Content of one string by its parts."""
        children = node.children
        if any(child.type == "interpolation" for child in children):
            return None
        if len(children) < 2 or children[-1].type != "string_end":
            return self._source.of(node)
        body = self._source.cut(children[0].end_byte, children[-1].start_byte)
        return python_text(body, "r" in self._source.of(children[0]).lower())

    def _dotted(self, node: Node) -> str:
        """``a.b.c`` of an attribute node, "" where something else than names stands in it."""
        text = self._text[node.start_byte : node.end_byte] or self._source.of(node)
        if text.replace(".", "").isidentifier():
            return text
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
            node, kind = inner, inner.type
        line = flat or node.start_point[0] + 1
        if self._left <= 0 or level > LEVELS:
            self._cut = True
            return self._other(node, level, line, flat)
        self._left -= 1
        if kind == "identifier":
            return Value("name", self._text[node.start_byte : node.end_byte] or self._source.of(node), (), (), None, line, line)
        if kind == "string" and flat:
            text = self._plain(node)
            if text is not None:
                return Value("string", text, (), (), None, flat, flat)
        return self._makers.get(kind, self._other)(node, level, line, flat)

    def _values(self, nodes: Sequence[Node], level: int, flat: int) -> tuple[Value, ...]:
        return tuple([self._value(node, node.type, level + 1, flat) for node in nodes])

    # one maker a kind of node: (node, level, its line, flat)

    def _attribute(self, node: Node, level: int, line: int, flat: int) -> Value:
        name = self._dotted(node)
        end_line = flat or node.end_point[0] + 1
        if name:
            return Value("name", name, (), (), None, line, end_line)
        attribute = node.child_by_field_name("attribute")
        below = node.child_by_field_name("object")
        items = (self._value(below, below.type, level + 1, flat),) if below else ()
        return Value("attribute", self._source.of(attribute) if attribute else "", items, (), None, line, end_line)

    def _call_value(self, node: Node, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        call = self._calls.get(node.id) or self._call(node, level, line, flat or (line if line == end_line else 0))
        return Value("call", "", (), (), call, line, end_line)

    def _string(self, node: Node, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        text = self.string(node)
        if text is not None:
            return Value("string", text, (), (), None, line, end_line)
        return Value("template", "", self._parts(node, level, flat), (), None, line, end_line)

    def _number(self, node: Node, level: int, line: int, flat: int) -> Value:
        return Value("number", self._source.of(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _word(self, node: Node, level: int, line: int, flat: int) -> Value:
        return Value("boolean", node.type, (), (), None, line, line)

    def _none(self, node: Node, level: int, line: int, flat: int) -> Value:
        return Value("none", "", (), (), None, line, line)

    def _function(self, node: Node, level: int, line: int, flat: int) -> Value:
        return Value("function", self.lambda_name(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _other(self, node: Node, level: int, line: int, flat: int) -> Value:
        return Value("other", self._source.short(node), (), (), None, line, flat or node.end_point[0] + 1)

    def _sequence(self, node: Node, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        flat = flat or (line if line == end_line else 0)
        out = []
        for child in node.named_children:
            kind = child.type
            if kind == "comment":
                continue
            if self._left <= 0:
                self._cut = True
                break
            out.append(self._value(child, kind, level + 1, flat))
        return Value("list", "", tuple(out), (), None, line, end_line)

    def _dictionary(self, node: Node, level: int, line: int, flat: int) -> Value:
        end_line = flat or node.end_point[0] + 1
        flat = flat or (line if line == end_line else 0)
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children:
            if self._left <= 1:
                self._cut = True
                break
            kind = child.type
            if kind == "pair":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None:
                    keys.append(self._value(key, key.type, level + 1, flat))
                    items.append(self._value(value, value.type, level + 1, flat))
            elif kind == "dictionary_splat":
                inner = first_named(child)
                if inner is not None:
                    start, end = child.start_point[0] + 1, child.end_point[0] + 1
                    keys.append(Value("spread", "**", (), (), None, start, end))
                    items.append(self._value(inner, inner.type, level + 1, flat))
        return Value("dict", "", tuple(items), tuple(keys), None, line, end_line)

    def _binary(self, text: str, parts: Sequence[Node | None], node: Node, level: int, line: int, flat: int) -> Value:
        items = self._values([part for part in parts if part is not None], level, flat)
        return Value("binary", text, items, (), None, line, flat or node.end_point[0] + 1)

    def _operation(self, node: Node, level: int, line: int, flat: int) -> Value:
        operator = node.child_by_field_name("operator")
        text = self._source.of(operator) if operator else ""
        parts = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        return self._binary(text, parts, node, level, line, flat)

    def _union(self, node: Node, level: int, line: int, flat: int) -> Value:
        return self._binary("|", node.named_children, node, level, line, flat)

    def _conditional(self, node: Node, level: int, line: int, flat: int) -> Value:
        parts = without_comments(node)
        if len(parts) != 3:
            return self._other(node, level, line, flat)
        return self._binary("if", (parts[0], parts[2]), node, level, line, flat)

    def _comparison(self, node: Node, level: int, line: int, flat: int) -> Value:
        parts = without_comments(node)
        if len(parts) != 2:
            return self._other(node, level, line, flat)
        operator = " ".join(self._source.cut(parts[0].end_byte, parts[1].start_byte).split())
        return self._binary(operator, parts, node, level, line, flat)

    def _subscript(self, node: Node, level: int, line: int, flat: int) -> Value:
        return self._indexed(without_comments(node), node, level, line, flat)

    def _generic(self, node: Node, level: int, line: int, flat: int) -> Value:
        children = without_comments(node)
        if len(children) == 2:
            children = [children[0], *without_comments(children[1])]
        return self._indexed(children, node, level, line, flat)

    def _indexed(self, children: Sequence[Node], node: Node, level: int, line: int, flat: int) -> Value:
        if not children:
            return self._other(node, level, line, flat)
        end_line = flat or node.end_point[0] + 1
        values = self._values(children, level, flat)
        if len(values) != 2:
            values = (values[0], Value("list", "", values[1:], (), None, line, end_line))
        return Value("subscript", "", values, (), None, line, end_line)

    def _splat(self, node: Node, level: int, line: int, flat: int) -> Value:
        inner = first_named(node)
        items = (self._value(inner, inner.type, level + 1, flat),) if inner else ()
        stars = "**" if node.type.startswith("dict") else "*"
        return Value("spread", stars, items, (), None, line, flat or node.end_point[0] + 1)

    def _member_type(self, node: Node, level: int, line: int, flat: int) -> Value:
        return Value("name", "".join(self._source.of(node).split()), (), (), None, line, flat or node.end_point[0] + 1)

    def _unary(self, node: Node, level: int, line: int, flat: int) -> Value:
        inner = first_named(node)
        if inner is not None and inner.type in _NUMBERS:
            return self._number(node, level, line, flat)
        return self._other(node, level, line, flat)

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
                        out.append(self._value(inner, inner.type, level + 1, flat))
        return tuple(out)

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
            callee = self._value(function, function.type, level + 1, flat)
        call = Call(
            callee,
            self._arguments(arguments, level, flat) if arguments else (),
            line,
            flat or node.end_point[0] + 1,
            self.scope,
            False,
            node.id in self._awaited,
        )
        if not self._cut:
            self._calls[node.id] = call
        self._cut = self._cut or was_cut
        return call

    def _arguments(self, node: Node, level: int, flat: int) -> tuple[Argument, ...]:
        if node.type == "generator_expression":
            return (Argument(self._other(node, level, flat or node.start_point[0] + 1, flat)),)
        out = []
        for child in node.named_children:
            kind = child.type
            if kind == "comment":
                continue
            if self._left <= 0:
                self._cut = True
                break
            if kind == "keyword_argument":
                name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
                if name is not None and value is not None:
                    out.append(Argument(self._value(value, value.type, level + 1, flat), self._source.of(name)))
            else:
                out.append(Argument(self._value(child, kind, level + 1, flat)))
        return tuple(out)
