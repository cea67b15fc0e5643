"""Python expressions as structured values.

Recursion goes one call deeper a level, and `LEVELS` bounds it; everything that may be long (chains, brackets) is a loop.
"""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.literals import python_text
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import DOTTED, Budget

_SEQUENCES = {"list", "tuple", "set", "expression_list", "pattern_list", "tuple_pattern", "list_pattern"}
_WRAPPERS = {"parenthesized_expression", "type", "parenthesized_list_splat", "await", "named_expression"}


class ValueBuilder:
    """Builds values of one file.  Complete calls are kept by node, so that a nested call is built once."""

    def __init__(self, source: Source, awaited: frozenset[int]) -> None:
        self._source = source
        self._awaited = awaited
        self._calls: dict[int, Call] = {}
        self.scope = ""

    def value(self, node: Node) -> Value:
        """The value of an expression node."""
        return self._value(node, 1, Budget())

    def call(self, node: Node) -> Call:
        """The call of a call node; its scope is that of the moment it is first built in."""
        known = self._calls.get(node.id)
        return known if known is not None else self._call(node, 0, Budget())

    def name(self, node: Node) -> str:
        """Dotted text of a plain name node, "" for anything else."""
        if node.type == "identifier":
            return self._source.of(node)
        if node.type != "attribute":
            return ""
        text = self._source.of(node)
        if DOTTED(text):
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

    def string(self, node: Node) -> str | None:
        """Content of a plain string or of plain strings in a row; None if it is none of these."""
        if node.type == "string":
            pieces = [node]
        elif node.type == "concatenated_string":
            pieces = [child for child in node.named_children if child.type != "comment"]
        else:
            return None
        out = []
        for piece in pieces:
            children = piece.children
            if piece.type != "string" or any(child.type == "interpolation" for child in children):
                return None
            out.append(self._content(piece, children))
        return "".join(out)

    def _content(self, node: Node, children: list[Node]) -> str:
        if len(children) < 2 or children[-1].type != "string_end":
            return self._source.of(node)
        body = self._source.cut(children[0].end_byte, children[-1].start_byte)
        return python_text(body, "r" in self._source.of(children[0]).lower())

    def _value(self, node: Node, level: int, budget: Budget) -> Value:
        kind = node.type
        while kind in _WRAPPERS:
            inner = node.child_by_field_name("value") if kind == "named_expression" else first_named(node)
            if inner is None:
                break
            node, kind = inner, inner.type
        line = node.start_point[0] + 1
        end_line = node.end_point[0] + 1
        if not budget.take(level):
            return Value("other", self._source.short(node), line=line, end_line=end_line)
        if kind == "identifier":
            return Value("name", self._source.of(node), line=line, end_line=end_line)
        if kind == "attribute":
            name = self.name(node)
            if name:
                return Value("name", name, line=line, end_line=end_line)
            attribute = node.child_by_field_name("attribute")
            below = node.child_by_field_name("object")
            items = (self._value(below, level + 1, budget),) if below else ()
            return Value("attribute", self._source.of(attribute) if attribute else "", items, line=line, end_line=end_line)
        if kind == "call":
            return Value("call", call=self._nested(node, level, budget), line=line, end_line=end_line)
        if kind in ("string", "concatenated_string"):
            text = self.string(node)
            if text is not None:
                return Value("string", text, line=line, end_line=end_line)
            return Value("template", items=self._parts(node, level, budget), line=line, end_line=end_line)
        if kind in ("integer", "float"):
            return Value("number", self._source.of(node), line=line, end_line=end_line)
        if kind in ("true", "false"):
            return Value("boolean", kind, line=line, end_line=end_line)
        if kind == "none":
            return Value("none", line=line, end_line=end_line)
        if kind in _SEQUENCES:
            return Value("list", items=self._items(node, level, budget), line=line, end_line=end_line)
        if kind == "dictionary":
            return self._dictionary(node, level, budget, line, end_line)
        return self._compound(node, kind, level, budget, line, end_line)

    def _compound(self, node: Node, kind: str, level: int, budget: Budget, line: int, end_line: int) -> Value:
        def made(text_kind: str, parts: list[Node | None]) -> Value:
            items = tuple(self._value(part, level + 1, budget) for part in parts if part is not None)
            return Value("binary", text_kind, items, line=line, end_line=end_line)

        if kind in ("binary_operator", "boolean_operator"):
            operator = node.child_by_field_name("operator")
            text = self._source.of(operator) if operator else ""
            return made(text, [node.child_by_field_name("left"), node.child_by_field_name("right")])
        if kind == "union_type":
            return made("|", list(node.named_children))
        if kind == "conditional_expression":
            parts = [child for child in node.named_children if child.type != "comment"]
            if len(parts) == 3:
                return made("if", [parts[0], parts[2]])
        elif kind == "comparison_operator":
            parts = [child for child in node.named_children if child.type != "comment"]
            if len(parts) == 2:
                return made(" ".join(self._source.cut(parts[0].end_byte, parts[1].start_byte).split()), [parts[0], parts[1]])
        elif kind in ("subscript", "generic_type"):
            return self._subscript(node, kind, level, budget, line, end_line)
        elif kind in ("list_splat", "dictionary_splat", "list_splat_pattern", "dictionary_splat_pattern", "splat_type"):
            inner = first_named(node)
            items = (self._value(inner, level + 1, budget),) if inner else ()
            return Value("spread", "**" if kind.startswith("dict") else "*", items, line=line, end_line=end_line)
        elif kind == "lambda":
            return Value("function", line=line, end_line=end_line)
        elif kind == "member_type":
            return Value("name", "".join(self._source.of(node).split()), line=line, end_line=end_line)
        elif kind == "unary_operator":
            inner = first_named(node)
            if inner is not None and inner.type in ("integer", "float"):
                return Value("number", self._source.of(node), line=line, end_line=end_line)
        return Value("other", self._source.short(node), line=line, end_line=end_line)

    def _subscript(self, node: Node, kind: str, level: int, budget: Budget, line: int, end_line: int) -> Value:
        children = [child for child in node.named_children if child.type != "comment"]
        if kind == "generic_type" and len(children) == 2:
            children = [children[0], *(child for child in children[1].named_children if child.type != "comment")]
        if not children:
            return Value("other", self._source.short(node), line=line, end_line=end_line)
        values = tuple(self._value(child, level + 1, budget) for child in children)
        if len(values) == 2:
            return Value("subscript", "", values, line=line, end_line=end_line)
        index = Value("list", items=values[1:], line=line, end_line=end_line)
        return Value("subscript", "", (values[0], index), line=line, end_line=end_line)

    def _items(self, node: Node, level: int, budget: Budget) -> tuple[Value, ...]:
        out = []
        for child in node.named_children:
            if child.type == "comment":
                continue
            if budget.left <= 0:
                budget.cut = True
                break
            out.append(self._value(child, level + 1, budget))
        return tuple(out)

    def _dictionary(self, node: Node, level: int, budget: Budget, line: int, end_line: int) -> Value:
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children:
            if budget.left <= 1:
                budget.cut = True
                break
            if child.type == "pair":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and value is not None:
                    keys.append(self._value(key, level + 1, budget))
                    items.append(self._value(value, level + 1, budget))
            elif child.type == "dictionary_splat":
                inner = first_named(child)
                if inner is not None:
                    keys.append(Value("spread", "**", line=child.start_point[0] + 1, end_line=child.end_point[0] + 1))
                    items.append(self._value(inner, level + 1, budget))
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)

    def _parts(self, node: Node, level: int, budget: Budget) -> tuple[Value, ...]:
        """Parts of an f-string, or of strings in a row of which one is an f-string."""
        out: list[Value] = []
        for piece in node.named_children if node.type == "concatenated_string" else [node]:
            children = piece.children
            if piece.type != "string" or not children:
                continue
            raw = "r" in self._source.of(children[0]).lower()
            for child in children:
                if child.type == "string_content":
                    text = python_text(self._source.of(child), raw).replace("{{", "{").replace("}}", "}")
                    out.append(Value("string", text, line=child.start_point[0] + 1, end_line=child.end_point[0] + 1))
                elif child.type == "interpolation":
                    inner = child.child_by_field_name("expression")
                    if inner is not None:
                        out.append(self._value(inner, level + 1, budget))
        return tuple(out)

    def _nested(self, node: Node, level: int, budget: Budget) -> Call:
        known = self._calls.get(node.id)
        return known if known is not None else self._call(node, level, budget)

    def _call(self, node: Node, level: int, budget: Budget) -> Call:
        was_cut, budget.cut = budget.cut, False
        function = node.child_by_field_name("function")
        line = node.start_point[0] + 1
        callee = self._value(function, level + 1, budget) if function else Value("other", line=line, end_line=line)
        arguments = node.child_by_field_name("arguments")
        call = Call(
            callee,
            self._arguments(arguments, level, budget) if arguments else (),
            line,
            node.end_point[0] + 1,
            self.scope,
            False,
            node.id in self._awaited,
        )
        if not budget.cut:
            self._calls[node.id] = call
        budget.cut = budget.cut or was_cut
        return call

    def arguments(self, node: Node) -> tuple[Argument, ...]:
        """Arguments of an argument list node."""
        return self._arguments(node, 0, Budget())

    def _arguments(self, node: Node, level: int, budget: Budget) -> tuple[Argument, ...]:
        if node.type == "generator_expression":
            return (
                Argument(Value("other", self._source.short(node), line=node.start_point[0] + 1, end_line=node.end_point[0] + 1)),
            )
        out = []
        for child in node.named_children:
            kind = child.type
            if kind == "comment":
                continue
            if budget.left <= 0:
                budget.cut = True
                break
            if kind == "keyword_argument":
                name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
                if name is not None and value is not None:
                    out.append(Argument(self._value(value, level + 1, budget), self._source.of(name)))
            else:
                out.append(Argument(self._value(child, level + 1, budget)))
        return tuple(out)
