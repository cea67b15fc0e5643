"""What stands between the brackets of a macro or an attribute: tokens that the grammar leaves alone.

Rows of names, members and calls are read as expressions; operators, patterns and statements around them only separate them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from apps.engine.facts import Argument, Call, Value
from apps.engine.parsing.declared.values import Values

LEVELS = 8
_NAMES = frozenset({"identifier", "self", "super", "crate", "primitive_type"})
_KEYWORDS = frozenset({
    "if", "else", "match", "while", "for", "in", "loop", "return", "break", "let", "move", "async", "unsafe", "as", "where",
    "dyn", "mut", "ref", "pub", "const", "static", "type", "await",
})  # fmt: skip
_NAMING = frozenset({"fn", "struct", "enum", "trait", "union", "mod", "impl", "macro_rules", "use"})  # words before a new name
_LITERALS = frozenset({
    "string_literal", "raw_string_literal", "char_literal", "integer_literal", "float_literal", "boolean_literal",
})  # fmt: skip
_PLAIN = frozenset({"&", "*", "mutable_specifier", "!", "-"})  # in front of an expression, without changing what it names
_GENERATED = frozenset({"#", "$", "metavariable"})  # marks of code that is written by the macro and runs elsewhere


@dataclass(slots=True)
class Tokens:
    """Reads the tokens of one macro call; `calls` are those in it, inner ones too."""

    values: Values
    calls: list[Call] = field(default_factory=list)

    def arguments(self, tree: Node, level: int = 0) -> tuple[Argument, ...]:
        """The arguments in a token tree, separated by commas."""
        inside = tree.children[1:-1]
        if level > LEVELS or (not level and self._is_generated(tree)):
            return ()
        found: list[Argument] = []
        start = 0
        for at in range(len(inside) + 1):
            if at < len(inside) and inside[at].type not in (",", ";"):
                continue
            part = inside[start:at]
            start = at + 1
            if part:
                found.append(self._argument(part, level))
        return tuple(found)

    def _is_generated(self, tree: Node) -> bool:
        """Whether the tokens are code that is written by the macro with values put in: ``quote! { f(#x) }``."""
        text = self.values.source.of(tree)
        if "#" not in text and "$" not in text:
            return False
        todo = [tree]
        while todo:
            children = todo.pop().children
            for at, child in enumerate(children):
                after = children[at + 1] if at + 1 < len(children) else None
                if child.type in _GENERATED and not (after is not None and self.values.source.of(after)[:1] == "["):
                    return True
                if child.type == "token_tree":
                    todo.append(child)
        return False

    def _argument(self, part: Sequence[Node], level: int) -> Argument:
        name = ""
        if len(part) > 2 and part[0].type == "identifier" and part[1].type == "=":
            name = self.values.source.of(part[0])
            part = part[2:]
        at = 0
        while at < len(part) - 1 and part[at].type in _PLAIN:
            at += 1
        first = at
        value: Value | None = None
        rows: list[Value] = []
        while at < len(part):
            row, after = self._row(part, at, level)
            if row is not None:
                rows.append(row)
                value = row if at == first and after == len(part) else None
            at = max(after, at + 1)
        if value is None or len(rows) != 1:
            line, end_line = part[0].start_point[0] + 1, part[-1].end_point[0] + 1
            text = self.values.source.cut(part[0].start_byte, min(part[-1].end_byte, part[0].start_byte + 200))
            value = Value("other", " ".join(text.split()), tuple(rows), line=line, end_line=end_line)
        return Argument(value, name)

    def _row(self, part: Sequence[Node], at: int, level: int) -> tuple[Value | None, int]:
        """An expression that starts at a token, and the place behind it."""
        node = part[at]
        kind = node.type
        line = node.start_point[0] + 1
        if kind in _LITERALS:
            value = self.values.value(node)
            at += 1
        elif kind == "token_tree":
            inside = self.arguments(node, level + 1)
            single = inside[0].value if len(inside) == 1 and self.values.source.of(node)[:1] == "(" else None
            items = tuple(item.value for item in inside)
            value = single or Value("list", "", items, line=line, end_line=node.end_point[0] + 1)
            at += 1
        elif kind in _NAMES:
            text = self.values.source.of(node)
            before = self.values.source.of(part[at - 1]) if at else ""
            if text in _KEYWORDS or text in _NAMING or before in _NAMING:
                return None, at + 1
            parts, at = self._path(part, at)
            value = Value("name", ".".join(parts), line=line, end_line=line)
            if at + 1 < len(part) and part[at].type == "!" and part[at + 1].type == "token_tree":
                value = self._called(Value("name", f"{value.text}!", line=line, end_line=line), part[at + 1], level)
                at += 2
        else:
            return None, at + 1
        return self._behind(value, part, at, level)

    def _path(self, part: Sequence[Node], at: int) -> tuple[list[str], int]:
        names = [self.values.source.of(part[at])]
        at += 1
        while at + 1 < len(part) and part[at].type == "::":
            after = part[at + 1]
            if after.type in _NAMES:
                names.append(self.values.source.of(after))
                at += 2
            elif after.type == "<":
                at = _behind_brackets(part, at + 1)
            else:
                break
        return names, at

    def _behind(self, value: Value, part: Sequence[Node], at: int, level: int) -> tuple[Value, int]:
        """Members, calls and subscripts that follow an expression."""
        while at < len(part):
            node = part[at]
            end_line = node.end_point[0] + 1
            if node.type == "." and at + 1 < len(part):
                member = part[at + 1]
                name = self.values.source.of(member)
                if name == "await":
                    at += 2
                    continue
                if member.type not in _NAMES and member.type != "integer_literal":
                    break
                at += 2
                if at + 1 < len(part) and part[at].type == "::" and part[at + 1].type == "<":
                    at = _behind_brackets(part, at + 1)
                if value.kind == "name":
                    value = Value("name", f"{value.text}.{name}", line=value.line, end_line=end_line)
                else:
                    value = Value("attribute", name, (value,), line=value.line, end_line=end_line)
            elif node.type == "token_tree":
                opened = self.values.source.of(node)[:1]
                if opened == "(" and value.kind in ("name", "attribute", "call"):
                    value = self._called(value, node, level)
                elif opened == "[":
                    inside = self.arguments(node, level + 1)
                    value = taken_from(value, inside[0].value if inside else Value("other"), end_line)
                else:
                    break
                at += 1
            elif node.type == "?":
                value = taken_from(value, Value("other", "?", line=end_line, end_line=end_line), end_line)
                at += 1
            else:
                break
        return value, at

    def _called(self, callee: Value, listed: Node, level: int) -> Value:
        place = len(self.calls)
        end_line = listed.end_point[0] + 1
        call = Call(callee, self.arguments(listed, level + 1), callee.line, end_line, self.values.scope)
        self.calls.insert(place, call)
        return Value("call", call=call, line=callee.line, end_line=end_line)


def taken_from(value: Value, index: Value, end_line: int) -> Value:
    """What is in something: an element, or what a ``?`` passes on."""
    return Value("subscript", "", (value, index), line=value.line, end_line=end_line)


def _behind_brackets(part: Sequence[Node], at: int) -> int:
    """The place behind the angle brackets that open at a token."""
    depth = 0
    while at < len(part):
        kind = part[at].type
        depth += 1 if kind == "<" else -1 if kind == ">" else -2 if kind == ">>" else 0
        at += 1
        if depth <= 0:
            break
    return at
