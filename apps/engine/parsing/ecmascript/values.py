"""JavaScript and TypeScript expressions as structured values.  Recursion is bounded by `LEVELS`, as for Python."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import LEVELS, SCRIPT_DOTTED, Budget

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function", "function"})
WRAPPERS = frozenset({
    "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "await_expression",
    "type_assertion", "instantiation_expression", "jsx_expression",
})  # fmt: skip
_NAMES = frozenset({
    "identifier", "this", "super", "property_identifier", "shorthand_property_identifier", "type_identifier", "import",
    "nested_identifier", "nested_type_identifier", "meta_property", "private_property_identifier",
})  # fmt: skip
_ELEMENTS = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
CALLS = frozenset({"call_expression", "new_expression"})
_LINKS = 24  # calls of one value that are made on the result of another and are no level of their own: builders chain many


class _Budget(Budget):
    __slots__ = ("links",)

    def __init__(self) -> None:
        super().__init__()
        self.links = _LINKS


def unwrap(node: Node) -> Node:
    """The expression inside brackets, casts and `await`."""
    while node.type in WRAPPERS:
        inner = node.named_children[-1] if node.type == "type_assertion" and node.named_child_count else first_named(node)
        if inner is None:
            break
        node = inner
    return node


def callee_and_arguments(node: Node, kind: str) -> tuple[Node | None, Node | None]:
    """What a node of a kind of call calls, and with what."""
    if kind == "call_expression":
        children = node.children
        if len(children) == 2:  # asking for a field costs more than all children
            return children[0], children[1]
        return node.child_by_field_name("function"), node.child_by_field_name("arguments")
    return node.child_by_field_name("name" if kind in _ELEMENTS else "constructor"), node.child_by_field_name("arguments")


class ValueBuilder:
    """Builds values of one file.

    `qualname_of` gives the qualified name of a function node, "" if it is no definition; `place_of` its place among those.
    """

    def __init__(
        self,
        source: Source,
        awaited: frozenset[int],
        qualname_of: Callable[[Node], str],
        place_of: Callable[[Node], int],
    ) -> None:
        self._source = source
        self._awaited = awaited
        self._qualname_of = qualname_of
        self._place_of = place_of
        self._calls: dict[int, Call] = {}
        self.scope = ""

    def value(self, node: Node) -> Value:
        """The value of an expression node."""
        return self._value(node, 1, _Budget())

    def call(self, node: Node) -> Call:
        """The call of a call, ``new`` or element node."""
        known = self._calls.get(node.id)
        return known if known is not None else self._call(node, 0, _Budget())

    def name(self, node: Node) -> str:
        """Dotted text of a plain name node, "" for anything else; ``a?.b`` counts as ``a.b``."""
        if node.type in _NAMES:
            return self._source.of(node)
        if node.type != "member_expression":
            return ""
        text = self._source.of(node)
        if text.replace(".", "").isidentifier():
            return text
        # Outside of comments: something is called, or stands in brackets.
        if "(" in text and "/" not in text and not text.startswith("("):
            return ""
        if SCRIPT_DOTTED(text):
            return text.replace("?.", ".")
        parts: list[str] = []
        here: Node | None = node
        while here is not None and here.type in ("member_expression", "non_null_expression", "parenthesized_expression"):
            if here.type != "member_expression":
                here = first_named(here)
                continue
            property_node = here.child_by_field_name("property")
            parts.append(self._source.of(property_node) if property_node else "")
            here = here.child_by_field_name("object")
        if here is None or here.type not in _NAMES:
            return ""
        parts.append(self._source.of(here))
        return ".".join(reversed(parts))

    def string(self, node: Node) -> str | None:
        """Content of a plain string or of a template without parts; None for anything else."""
        if node.type == "string" or (
            node.type == "template_string" and not any(child.type == "template_substitution" for child in node.named_children)
        ):
            return script_text(self._source.cut(node.start_byte + 1, max(node.end_byte - 1, node.start_byte + 1)))
        return None

    def key(self, node: Node) -> str:
        """Text of a property's name, "" for a computed one that is no literal."""
        if node.type == "string":
            return self.string(node) or ""
        if node.type == "computed_property_name":
            inner = first_named(node)
            return (self.string(inner) or "") if inner is not None else ""
        return self._source.of(node)

    def arguments(self, node: Node) -> tuple[Argument, ...]:
        """Arguments of an argument list node."""
        return self._arguments(node, 0, _Budget())

    def _value(self, node: Node, level: int, budget: _Budget) -> Value:
        kind = node.type
        if kind in WRAPPERS:
            node = unwrap(node)
            kind = node.type
        line = node.start_point[0] + 1
        end_line = node.end_point[0] + 1
        if budget.left <= 0 or level > LEVELS:
            budget.cut = True
            return Value("other", self._source.short(node), line=line, end_line=end_line)
        budget.left -= 1
        if kind in _NAMES:
            text = self._source.of(node)
            if text == "undefined":
                return Value("none", "", (), (), None, line, end_line)
            return Value("name", text, (), (), None, line, end_line)
        if kind == "undefined" or kind == "null":
            return Value("none", "", (), (), None, line, end_line)
        if kind == "member_expression":
            name = self.name(node)
            if name:
                return Value("name", name, (), (), None, line, end_line)
            below, last = self._steps(node)
            items = (self._value(below, level + 1, budget),) if below else ()
            return Value("attribute", self._source.of(last) if last else "", items, (), None, line, end_line)
        if kind in CALLS:
            return Value("call", "", (), (), self._nested(node, level, budget), line, end_line)
        if kind in ("string", "template_string"):
            text_value = self.string(node)
            if text_value is not None:
                return Value("string", text_value, (), (), None, line, end_line)
            return Value("template", items=self._parts(node, level, budget), line=line, end_line=end_line)
        if kind == "number":
            return Value("number", self._source.of(node), line=line, end_line=end_line)
        if kind in ("true", "false"):
            return Value("boolean", kind, line=line, end_line=end_line)
        if kind in FUNCTIONS:
            name = self._qualname_of(node)
            place = () if name else (Value("number", str(self._place_of(node)), line=line, end_line=line),)
            return Value("function", name, place, line=line, end_line=end_line)
        if kind == "object":
            return self._object(node, level, budget, line, end_line)
        return self._compound(node, kind, level, budget, line, end_line)

    def _steps(self, node: Node) -> tuple[Node | None, Node | None]:
        """What a member is taken of, and its name."""
        children = node.children
        if len(children) == 3 and children[1].type == ".":
            return children[0], children[2]
        return node.child_by_field_name("object"), node.child_by_field_name("property")

    def _compound(self, node: Node, kind: str, level: int, budget: _Budget, line: int, end_line: int) -> Value:
        if kind == "array":
            items = []
            for child in node.named_children:
                if child.type == "comment":
                    continue
                if budget.left <= 0:
                    budget.cut = True
                    break
                items.append(self._value(child, level + 1, budget))
            return Value("list", items=tuple(items), line=line, end_line=end_line)
        if kind == "spread_element":
            inner = first_named(node)
            return Value("spread", "*", (self._value(inner, level + 1, budget),) if inner else (), line=line, end_line=end_line)
        if kind == "binary_expression":
            children = node.children
            left: Node | None
            operator: Node | None
            right: Node | None
            if len(children) == 3:
                left, operator, right = children
            else:  # comments between
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                operator = node.child_by_field_name("operator")
            sides = tuple(self._value(side, level + 1, budget) for side in (left, right) if side is not None)
            return Value("binary", self._source.of(operator) if operator else "", sides, line=line, end_line=end_line)
        if kind == "ternary_expression":
            one, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
            sides = tuple(self._value(side, level + 1, budget) for side in (one, other) if side is not None)
            return Value("binary", "if", sides, line=line, end_line=end_line)
        if kind == "subscript_expression":
            below, index = node.child_by_field_name("object"), node.child_by_field_name("index")
            sides = tuple(self._value(side, level + 1, budget) for side in (below, index) if side is not None)
            return Value("subscript", "", sides, line=line, end_line=end_line)
        if kind == "assignment_expression":
            right = node.child_by_field_name("right")
            if right is not None:
                return self._value(right, level + 1, budget)
        if kind == "unary_expression":
            inner = node.child_by_field_name("argument")
            if inner is not None and inner.type == "number":
                return Value("number", self._source.of(node), line=line, end_line=end_line)
        if kind == "class":
            return Value("function", self._qualname_of(node), line=line, end_line=end_line)
        if kind in ("jsx_element", "jsx_self_closing_element"):
            opening = node if kind == "jsx_self_closing_element" else node.child_by_field_name("open_tag")
            name = opening.child_by_field_name("name") if opening is not None else None
            if opening is not None and name is not None:
                return Value("call", call=self._nested(opening, level, budget), line=line, end_line=end_line)
        return Value("other", self._source.short(node), line=line, end_line=end_line)

    def _object(self, node: Node, level: int, budget: _Budget, line: int, end_line: int) -> Value:
        keys: list[Value] = []
        items: list[Value] = []
        for child in node.named_children:
            if budget.left <= 1:
                budget.cut = True
                break
            at, until = child.start_point[0] + 1, child.end_point[0] + 1
            if child.type == "pair":
                parts = child.children
                key: Node | None
                value: Node | None
                if len(parts) == 3:
                    key, _, value = parts
                else:  # comments between
                    key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is None or value is None:
                    continue
                inner = first_named(key) if key.type == "computed_property_name" else None
                if inner is not None and self.string(inner) is None:
                    keys.append(self._value(inner, level + 1, budget))
                else:
                    keys.append(Value("string", self.key(key), (), (), None, at, key.end_point[0] + 1))
                items.append(self._value(value, level + 1, budget))
            elif child.type in ("shorthand_property_identifier", "shorthand_property_identifier_pattern"):
                text = self._source.of(child)
                keys.append(Value("string", text, line=at, end_line=until))
                items.append(Value("name", text, line=at, end_line=until))
            elif child.type == "spread_element":
                inner = first_named(child)
                if inner is not None:
                    keys.append(Value("spread", "*", line=at, end_line=until))
                    items.append(self._value(inner, level + 1, budget))
            elif child.type == "method_definition":
                name = child.child_by_field_name("name")
                keys.append(Value("string", self.key(name) if name else "", line=at, end_line=until))
                items.append(Value("function", self._qualname_of(child), line=at, end_line=until))
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)

    def _parts(self, node: Node, level: int, budget: _Budget) -> tuple[Value, ...]:
        out: list[Value] = []
        at = node.start_byte + 1
        for child in node.named_children:
            if child.type != "template_substitution":
                continue
            self._text_part(out, at, child.start_byte)
            inner = first_named(child)
            if inner is not None:
                out.append(self._value(inner, level + 1, budget))
            at = child.end_byte
        self._text_part(out, at, node.end_byte - 1)
        return tuple(out)

    def _text_part(self, out: list[Value], start: int, end: int) -> None:
        if end > start:
            line = self._source.line_of(start)
            out.append(
                Value("string", script_text(self._source.cut(start, end)), line=line, end_line=self._source.line_of(end - 1))
            )

    def _nested(self, node: Node, level: int, budget: _Budget) -> Call:
        known = self._calls.get(node.id)
        return known if known is not None else self._call(node, level, budget)

    def _call(self, node: Node, level: int, budget: _Budget) -> Call:
        was_cut, budget.cut = budget.cut, False
        kind = node.type
        is_new = kind == "new_expression"
        function, arguments = callee_and_arguments(node, kind)
        line = node.start_point[0] + 1
        below = level + 1
        if budget.links and function is not None and function.type == "member_expression":
            budget.links -= 1
            below = level - 1  # what the member is taken of is at the call's own level
        callee = self._value(function, below, budget) if function else Value("other", line=line, end_line=line)
        if kind in _ELEMENTS:
            given = self._attributes(node, level, budget)
        elif arguments is not None and arguments.type == "template_string":  # tag`…`
            given = (Argument(self._value(arguments, level + 1, budget)),)
        else:
            given = self._arguments(arguments, level, budget) if arguments else ()
        call = Call(callee, given, line, node.end_point[0] + 1, self.scope, is_new, node.id in self._awaited)
        if not budget.cut:
            self._calls[node.id] = call
        budget.cut = budget.cut or was_cut
        return call

    def _arguments(self, node: Node, level: int, budget: _Budget) -> tuple[Argument, ...]:
        out = []
        for child in node.named_children:
            if child.type == "comment":
                continue
            if budget.left <= 0:
                budget.cut = True
                break
            out.append(Argument(self._value(child, level + 1, budget)))
        return tuple(out)

    def _attributes(self, node: Node, level: int, budget: _Budget) -> tuple[Argument, ...]:
        """Attributes of an element as named arguments."""
        out = []
        for child in node.named_children:
            if budget.left <= 0:
                budget.cut = True
                break
            parts = child.named_children
            if child.type == "jsx_attribute" and parts:
                name = self._source.of(parts[0])
                line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
                plain = Value("boolean", "true", line=line, end_line=end_line)
                out.append(Argument(self._value(parts[1], level + 1, budget) if len(parts) > 1 else plain, name))
            elif child.type == "jsx_expression" and parts:
                out.append(Argument(self._value(parts[0], level + 1, budget)))
        return tuple(out)
