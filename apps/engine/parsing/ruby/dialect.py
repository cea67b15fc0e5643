"""Ruby's grammar as tables, and the heads of what it defines: in headers, by calls (``attr_reader``), by assignments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node, Tree

from apps.engine.facts import Assignment, Conformance, Decorator, EnvironmentRead, Import, Parameter, Value
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head, assignment_of
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.literals import dedent_docstring, script_text
from apps.engine.parsing.ruby.heredocs import without_inner
from apps.engine.parsing.ruby.values import RubyValues
from apps.engine.parsing.source import Source, first_named

_PARAMETERS = {
    "identifier": "", "optional_parameter": "", "splat_parameter": "rest", "keyword_parameter": "keyword",
    "hash_splat_parameter": "keywords", "block_parameter": "block", "forward_parameter": "rest", "destructured_parameter": "",
}  # fmt: skip
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_MAGIC = re.compile(
    r"#\s*(?:-\*-|frozen_string_literal|(?:en)?coding|warn_indent|shareable_constant_value|typed:|rubocop:|:nodoc:|!|vim:|simplecov)"
)
_MADE = {"Struct": "struct", "Data": "struct", "Class": "class", "Module": "module"}
_SIMPLE = frozenset({"simple_symbol", "hash_key_symbol", "character"})
_SINGLE = frozenset({"string", "simple_symbol", "delimited_symbol"})
_WRITERS = frozenset({"attr_writer", "mattr_writer", "cattr_writer", "attr_accessor", "mattr_accessor", "cattr_accessor",
                      "class_attribute"})  # fmt: skip
_STATIC = frozenset({"mattr_reader", "mattr_writer", "mattr_accessor", "cattr_reader", "cattr_writer", "cattr_accessor",
                     "class_attribute", "define_singleton_method", "thread_mattr_accessor"})  # fmt: skip
_NEAR = 6  # nodes between a definition and the word that makes it private


class Ruby(Dialect):
    """Heads of definitions in all their forms."""

    def tree(self, grammar: Grammar, data: bytes) -> Tree:
        """Read again with letters where signs are names (``:☠``), if that is what the grammar stumbles over."""
        data = without_inner(data)
        found = grammar.parse(data)
        if not found.root_node.has_error or data.isascii():
            return found
        other = grammar.parse(_NOT_ASCII.sub(b"x", data))
        return found if other.root_node.has_error else other

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if kind in ("class", "module"):
            return self._type(node, kind, values)
        if kind == "assigned":
            return self._made(node, values)
        if kind in ("accessor", "writer"):
            return self._accessor(node, kind == "writer", values)
        if kind == "defined":
            return self._defined(node, values)
        if kind == "alias":
            return self._alias(node, values)
        name = node.child_by_field_name("name")
        if name is None or name.end_byte == name.start_byte:
            return None
        text = values.flat(name)
        owner = ""
        words: tuple[str, ...] = ()
        of = node.child_by_field_name("object")
        if of is not None:
            words = ("static",)
            owner = values.name(of).removeprefix("::") if of.type != "self" else ""
            if of.type not in ("self", "constant", "scope_resolution"):
                owner = ""  # a method of one object
        elif in_singleton(node) or class_methods(node):
            words = ("static",)
        parameters = node.child_by_field_name("parameters")
        sort = "constructor" if text == "initialize" and not words and enclosing in ("class", "struct") else "function"
        return Head(
            sort, text, name, f"{owner}.{text}" if owner else "", owner,
            parameters, None, node.child_by_field_name("body"), properties=words, decorators=class_methods(node),
            signature=" ".join(values.source.cut(node.start_byte, (parameters or name).end_byte).split()),
        )  # fmt: skip

    def _type(self, node: Node, kind: str, values: Values) -> Head | None:
        name = node.child_by_field_name("name")
        if name is None:
            return None
        dotted = values.name(name).removeprefix("::")
        if not dotted:
            return None
        owner, _, last = dotted.rpartition(".")
        above = node.child_by_field_name("superclass")
        of = first_named(above) if above is not None else None
        body = node.child_by_field_name("body")
        bases: tuple[Value, ...] = ()
        signature = " ".join(values.source.cut(node.start_byte, (above or name).end_byte).split())
        if of is not None:
            bases = (values.value(of),)
            listed = of.child_by_field_name("arguments") if of.type == "call" else None
            if listed is not None and made_kind(of, values):
                body = listed
        line_node = name.child_by_field_name("name") if name.type == "scope_resolution" else name
        return Head(kind, last, line_node or name, dotted if owner else "", owner, body=body, bases=bases, signature=signature)

    def _made(self, node: Node, values: Values) -> Head | None:
        """``Point = Struct.new(:x, :y) do … end`` and the like."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return None
        kind = made_kind(right, values)
        name = values.name(left).removeprefix("::")
        if not kind or not name:
            return None
        owner, _, last = name.rpartition(".")
        listed, block = right.child_by_field_name("arguments"), right.child_by_field_name("block")
        given = [child for child in listed.named_children if child.type in ("constant", "scope_resolution")] if listed else []
        bases = tuple(values.value(child) for child in given[:1]) if kind == "class" else ()
        end = (block or right).start_byte if block is not None else right.end_byte
        return Head(
            kind, last, left, name if owner else "", owner, body=listed or block, bases=bases,
            signature=" ".join(values.source.cut(node.start_byte, end).split()),
        )  # fmt: skip

    def _accessor(self, node: Node, is_writer: bool, values: Values) -> Head | None:
        call = node.parent.parent if node.parent is not None else None
        if call is None:
            return None
        name = literal_text(node, values.source)
        method = call.child_by_field_name("method")
        word = values.source.of(method) if method is not None else ""
        if not name or (is_writer and word not in _WRITERS):
            return None
        words = ["setter" if is_writer else "getter"]
        receiver = call.child_by_field_name("receiver")
        if receiver is not None and (call.parent is None or call.parent.type not in ("assignment", "superclass")):
            return None  # a type without a name
        word = f"{values.name(receiver)}.{word}" if receiver is not None else word
        if word in _STATIC or in_singleton(call):
            words.append("static")
        return Head(
            "accessor", f"{name}=" if is_writer else name, node, properties=tuple(words),
            signature=f"{word} :{name}{'=' if is_writer else ''}",
        )  # fmt: skip

    def _defined(self, node: Node, values: Values) -> Head | None:
        """``define_method(:name) { … }``."""
        listed, block = node.child_by_field_name("arguments"), node.child_by_field_name("block")
        first = first_named(listed) if listed is not None else None
        method = node.child_by_field_name("method")
        if first is None or method is None or first.type not in _SINGLE:
            return None
        name = literal_text(first, values.source)
        if not name:
            return None
        words = ("static",) if values.source.of(method) in _STATIC or in_singleton(node) else ()
        return Head(
            "method", name, first, parameters=block.child_by_field_name("parameters") if block is not None else None,
            body=block, properties=words,
        )  # fmt: skip

    def _alias(self, node: Node, values: Values) -> Head | None:
        names = alias_names(node, values.source)
        if names is None:
            return None
        words = ("static",) if in_singleton(node) else ()
        return Head("method", values.source.of(names[0]).strip(":\"'"), names[0], properties=words)

    def first(self, node: Node) -> Node:
        """The statement that a definition is part of: ``private def x``, ``attr_reader :x``."""
        here = node
        for _ in range(_NEAR):
            above = here.parent
            if above is None or above.type not in ("argument_list", "call"):
                break
            here = above
        return here

    def parameter(self, node: Node, kind: str, values: Values) -> list[Parameter]:
        name = node.child_by_field_name("name")
        if node.type == "identifier":
            name = node
        if node.type == "destructured_parameter":
            return [item for child in node.named_children for item in self.parameter(child, "", values)]
        text = values.source.of(name) if name is not None else ("..." if node.type == "forward_parameter" else "")
        default = node.child_by_field_name("value")
        given = values.value(default) if default is not None else None
        return [Parameter(text, "", values.flat(default), kind, None, given)] if text or kind else []

    def doc(self, comment: str) -> str:
        if comment.startswith("=begin"):
            return dedent_docstring(comment.removeprefix("=begin").rpartition("=end")[0]).strip()
        lines = [line.strip() for line in comment.split("\n")]
        kept = [line.lstrip("#").removeprefix(" ") for line in lines if not _MAGIC.match(line)]
        return dedent_docstring("\n".join(kept)).strip()

    def is_doc(self, comment: str) -> bool:
        return not _MAGIC.match(comment)

    # names

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None:
            return
        kind = "augmented" if node.type == "operator_assignment" and not _is_or(node, values) else ""
        if left.type != "left_assignment_list":
            name = values.name(left)
            if name:
                yield Bound(name, right, None, kind or ("const" if left.type == "constant" else ""))
            return
        listed = right is not None and right.type in ("right_assignment_list", "array")
        given = right.named_children if listed and right is not None else []
        targets = left.named_children
        for at, target in enumerate(targets):
            name = values.name(target)
            if name:
                yield Bound(name, given[at] if len(given) == len(targets) else None, None, kind)

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        pattern, walked = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        inside = first_named(walked) if walked is not None else None
        if pattern is not None and pattern.type == "identifier":
            yield Bound(values.source.of(pattern), inside, None, "loop")

    def rescued(self, node: Node, scope: str, values: Values) -> Assignment | None:
        """The variable of ``rescue A, B => e``."""
        variable, classes = node.child_by_field_name("variable"), node.child_by_field_name("exceptions")
        name = first_named(variable) if variable is not None else None
        if name is None:
            return None
        listed = [values.value(child) for child in classes.named_children] if classes is not None else []
        line = node.start_point[0] + 1
        caught = listed[0] if len(listed) == 1 else Value("list", items=tuple(listed), line=line, end_line=line)
        return assignment_of(values, Bound(values.source.of(name), kind="except", given=caught, node=variable), node, scope)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        call = values.call(node)
        literal = [argument.value.text for argument in call.arguments if argument.value.kind == "string" and not argument.name]
        method = call.callee.text
        wanted = 2 if method == "autoload" else 1
        if len(literal) < wanted:
            return []
        kind = "include" if method == "require_relative" else "require"
        return [Import(literal[wanted - 1], (), "", 0, call.line, call.end_line, scope, kind)]

    def conformances(self, node: Node, scope: str, values: Values) -> list[Conformance]:
        call = values.call(node)
        owner, _, word = call.callee.text.rpartition(".")
        if call.callee.kind != "name":
            return []
        if owner == "self":
            owner = ""
        if word == "include" and in_singleton(node):
            word = "extend"
        return [
            Conformance(owner.removeprefix("::"), argument.value, call.line, call.end_line, scope, word)
            for argument in call.arguments
            if argument.value.kind == "name" and not argument.name and _is_module(argument.value)
        ]

    # expressions

    def unescaped(self, body: str, node: Node) -> str:
        if "\\" not in body:
            return body
        return body if node.type == "string" and node.text is not None and node.text.startswith(b"'") else script_text(body)

    def text(self, node: Node, source: Source) -> str:
        return source.of(node).lstrip(":?") if node.type in _SIMPLE else ""  # others hold parts, or nothing

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type == "heredoc_beginning" and isinstance(values, RubyValues):
            return values.heredoc(node, level)
        if node.type == "unary":
            operand = node.child_by_field_name("operand")
            if operand is not None and operand.type in ("integer", "float"):
                return Value("number", values.source.of(node), line=line, end_line=end_line)
        if node.type == "chained_string":
            parts = [values.value(child) for child in node.named_children]
            if all(part.kind == "string" for part in parts):
                return Value("string", "".join(part.text for part in parts), line=line, end_line=end_line)
        return None

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        """``ENV['X']``, ``ENV.fetch('X', default)``, ``ENV.key?('X')`` with what stands behind ``||``."""
        below = call_or_node.child_by_field_name("object") or call_or_node.child_by_field_name("receiver")
        if below is None or below.type != "constant" or values.source.of(below) != "ENV":
            return None
        line, end_line = call_or_node.start_point[0] + 1, call_or_node.end_point[0] + 1
        default = ""
        if call_or_node.type == "element_reference":
            value = values.value(call_or_node)
            key = value.items[1] if len(value.items) == 2 else None
            access, required = "ENV", False
            default = _or_else(call_or_node, values)
        else:
            call = values.call(call_or_node)
            access = call.callee.text
            if access not in ("ENV.fetch", "ENV.dig") or not call.arguments:
                return None
            key = call.arguments[0].value
            if len(call.arguments) > 1:
                block, listed = call_or_node.child_by_field_name("block"), call_or_node.child_by_field_name("arguments")
                inside = block.child_by_field_name("body") if block is not None else None
                default = values.flat(inside) if block is not None else values.flat(listed.named_children[-1] if listed else None)
            required = access == "ENV.fetch" and len(call.arguments) == 1
        if key is None or key.kind != "string":
            return None
        return EnvironmentRead(key.text, access, line, end_line, values.scope, default, required)


def _or_else(node: Node, values: Values) -> str:
    """Source of the right side of an ``or`` that the node is the left side of."""
    above = node.parent
    if above is None or above.type != "binary":
        return ""
    left, right, operator = (above.child_by_field_name(name) for name in ("left", "right", "operator"))
    if left is None or left.id != node.id or operator is None or values.source.of(operator) not in ("||", "or"):
        return ""
    return values.flat(right)


def _is_or(node: Node, values: Values) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and values.source.of(operator) in ("||=", "&&=")


def _is_module(value: Value) -> bool:
    """Whether a name may be a module's: a constant, or ``self`` of one."""
    return value.text == "self" or value.text.removeprefix("::")[:1].isupper()


def made_kind(node: Node, values: Values) -> str:
    """The kind of type that ``Struct.new`` and the like make, "" for any other expression."""
    if node.type != "call":
        return ""
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    if receiver is None or method is None:
        return ""
    word, made = values.name(receiver).removeprefix("::"), values.source.of(method)
    return _MADE.get(word, "") if made == ("define" if word == "Data" else "new") else ""


def literal_text(node: Node, source: Source) -> str:
    """The text of a symbol or string without anything put into it, "" for any other node."""
    if node.type == "simple_symbol":
        return source.of(node)[1:]
    if node.type not in _SINGLE:
        return ""
    inside = node.named_children
    return source.of(inside[0]) if len(inside) == 1 and inside[0].type == "string_content" else ""


def alias_names(node: Node, source: Source) -> tuple[Node, Node] | None:
    """New name and old name of ``alias a b`` and ``alias_method :a, :b``."""
    if node.type == "alias":
        name, old = node.child_by_field_name("name"), node.child_by_field_name("alias")
        return (name, old) if name is not None and old is not None and name.type != "global_variable" else None
    listed = node.child_by_field_name("arguments")
    names = [child for child in listed.named_children if literal_text(child, source)] if listed is not None else []
    return (names[0], names[1]) if len(names) == 2 else None


def in_singleton(node: Node) -> bool:
    """Whether a node stands directly in ``class << self``."""
    here: Node | None = node.parent
    for _ in range(_NEAR):
        if here is None or here.type in ("class", "module", "method", "program"):
            return False
        if here.type == "singleton_class":
            return True
        here = here.parent
    return False


def class_methods(node: Node) -> tuple[Decorator, ...]:
    """Marks a method in the block of ``class_methods do``: those who include its module get it as a method of the class."""
    here: Node | None = node.parent
    while here is not None and here.type in ("body_statement", "block_body", "do_block", "block"):
        here = here.parent
    method = here.child_by_field_name("method") if here is not None and here.type == "call" else None
    if method is None or method.text != b"class_methods":
        return ()
    line = method.start_point[0] + 1
    return (Decorator("class_methods", (), True, line, line),)


DIALECT = Ruby(
    name="Ruby",
    kinds={
        "identifier": "name", "constant": "name", "instance_variable": "name", "class_variable": "name",
        "global_variable": "name", "self": "name", "super": "name",
        "parenthesized_statements": "wrap", "bare_symbol": "template", "bare_string": "template",
        "string": "template", "delimited_symbol": "template", "simple_symbol": "string", "hash_key_symbol": "string",
        "character": "string", "chained_string": "special", "heredoc_beginning": "special", "unary": "special",
        "array": "list", "string_array": "list", "symbol_array": "list", "hash": "dict",
        "integer": "number", "float": "number", "rational": "number", "complex": "number",
        "true": "boolean", "false": "boolean", "nil": "none", "lambda": "function", "call": "call",
        "element_reference": "subscript", "binary": "binary", "splat_argument": "spread", "hash_splat_argument": "spread",
    },
    members={"scope_resolution": ("scope", "name")},
    calls={"call": ("method", "arguments")},
    pairs={"pair": ("key", "value")},
    skipped=frozenset({"comment", "heredoc_body"}),
    parameter_nodes=_PARAMETERS,
)  # fmt: skip
