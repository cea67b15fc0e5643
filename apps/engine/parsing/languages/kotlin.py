"""Kotlin: its grammar, its query and its dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import tree_sitter_kotlin
from tree_sitter import Node, Tree

from apps.engine.facts import Call, Decorator, EnvironmentRead, FileFacts, Import, ImportedName, Parameter, Value
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar, load
from apps.engine.parsing.kotlin import expressions, heads, repair
from apps.engine.parsing.kotlin.heads import BODIES, TYPES, child_of, type_of
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import Source, first_named

WORDS = (COMMON - {"reference.awaited", "reference.yielded", "conformance"}) | {
    "import.class", "definition.class", "definition.object", "definition.function", "definition.constructor",
    "definition.accessor", "definition.type",
}  # fmt: skip

GRAMMAR = load("Kotlin", tree_sitter_kotlin.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)

_NO_VALUES = TYPES | {
    "modifiers", "type_parameters", "variable_declaration", "multi_variable_declaration", "property_delegate", "getter", "setter",
    "type_constraints", "line_comment", "block_comment",
}  # fmt: skip


class Kotlin(Dialect):
    """Kotlin's own ways: few fields in the grammar, receivers, primary constructors, lambdas behind calls."""

    def tree(self, grammar: Grammar, data: bytes) -> Tree:
        return repair.read(grammar, data)

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if node.type in ("getter", "setter"):
            return self._accessor(node, values)
        if node.type == "object_literal":
            return _object(node, values)
        if node.type == "secondary_constructor":
            return self._constructor(node, values)
        name = node.child_by_field_name("name") or node.child_by_field_name("type")
        if node.type == "enum_entry":
            name = child_of(node, "identifier")
        if node.type == "companion_object" and name is None:
            return self._type(node, kind, "Companion", heads.keyword(node, "object"), values)
        if name is None or name.end_byte == name.start_byte:
            return None
        if node.type == "function_declaration":
            return self._function(node, name, values, enclosing)
        return self._type(node, kind, values.source.of(name), name, values)

    def _type(self, node: Node, kind: str, name: str, line_node: Node, values: Values) -> Head:
        """A class, interface, enum, object, alias, or a constant of an enum with a body."""
        words = heads.words(node, values)
        above = heads.bases(node, values)
        properties = heads.properties(node, values)
        if node.type == "class_declaration":
            is_interface = any(child.type == "interface" for child in node.children) or "annotation" in words
            kind = "interface" if is_interface else "enum" if "enum" in words else "class"
        elif node.type == "companion_object":
            properties.add("companion")
        elif node.type == "enum_entry":
            of = (
                node.parent.parent.child_by_field_name("name")
                if node.parent is not None and node.parent.parent is not None
                else None
            )
            above, properties = ((values.value(of),) if of is not None else ()), {"anonymous"}
        elif node.type == "type_alias":
            of = type_of(node)
            above = (values.value(of),) if of is not None and of.type == "user_type" else ()
        primary = child_of(node, "primary_constructor")
        return Head(
            kind,
            name,
            line_node,
            parameters=child_of(primary, "class_parameters") if primary is not None else None,
            body=child_of(node, *BODIES),
            bases=above,
            properties=tuple(properties),
            decorators=tuple(heads.marks(node, values)),
            begins=line_node.end_byte,
        )

    def _function(self, node: Node, name: Node, values: Values, enclosing: str) -> Head:
        listed = child_of(node, "function_value_parameters")
        body = child_of(node, "function_body")
        of = heads.receiver(node, name)
        owner = heads.plain_type(of, values) if of is not None else ""
        text = values.source.of(name)
        result = next(
            (
                child
                for child in node.named_children
                if child.type in TYPES and listed is not None and child.start_byte > listed.end_byte
            ),
            None,
        )
        is_inside = enclosing == "interface"
        return Head(
            "function",
            text,
            name,
            f"{owner}.{text}" if owner else "",
            owner,
            listed,
            result,
            body,
            properties=(
                *heads.properties(node, values, in_interface=is_inside, has_body=body is not None),
                *(("extension",) if owner else ()),
            ),
            decorators=tuple(heads.marks(node, values)),
            extra=(Parameter("this", values.flat(of), kind="receiver"),) if of is not None else (),
        )

    def _constructor(self, node: Node, values: Values) -> Head | None:
        above = node.parent.parent if node.parent is not None else None
        name = above.child_by_field_name("name") if above is not None else None
        listed = child_of(node, "function_value_parameters")
        if name is None or listed is None:
            return None
        return Head(
            "constructor",
            values.source.of(name),
            heads.keyword(node, "constructor"),
            parameters=listed,
            body=child_of(node, "block"),
            properties=tuple(heads.properties(node, values)),
            decorators=tuple(heads.marks(node, values)),
            begins=listed.end_byte,
        )

    def _accessor(self, node: Node, values: Values) -> Head | None:
        """A getter or setter with a body, named as its property."""
        above = node.parent
        held = child_of(above, "variable_declaration") if above is not None else None
        name = child_of(held, "identifier") if held is not None else None
        if above is None or held is None or name is None:
            return None
        text = values.source.of(name)
        of = heads.receiver(above, held)
        owner = heads.plain_type(of, values) if of is not None else ""
        extra: tuple[Parameter, ...] = (Parameter("this", values.flat(of), kind="receiver"),) if of is not None else ()
        if node.type == "setter":
            extra += tuple(
                Parameter(values.source.of(child), values.flat(type_of(held)))
                for child in node.named_children
                if child.type == "identifier"
            )
        return Head(
            "accessor",
            text,
            heads.keyword(node, "get", "set"),
            f"{owner}.{text}" if owner else "",
            owner,
            None,
            (type_of(node) or type_of(held)) if node.type == "getter" else None,
            child_of(node, "function_body"),
            properties=(*heads.properties(above, values), node.type, *(("extension",) if owner else ())),
            decorators=tuple(heads.marks(above, values)),
            extra=extra,
        )

    def first(self, node: Node) -> Node:
        return next(iter(heads.leading(node)), node)

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        return heads.parameters(node, values)

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        return heads.marks(node, values)

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "property_declaration":
            yield from self._property(node, values)
        elif node.type == "catch_block":
            name = child_of(node, "identifier")
            if name is not None:
                yield Bound(values.source.of(name), None, type_of(node), "except")
        elif node.type == "when_subject":
            held = child_of(node, "variable_declaration")
            name = child_of(held, "identifier") if held is not None else None
            if name is not None and held is not None:
                yield Bound(values.source.of(name), node.named_children[-1], type_of(held), "const")
        else:
            yield from _known_as(node, values)

    def _property(self, node: Node, values: Values) -> Iterator[Bound]:
        """A property or variable; an extension property is no field of what it stands in."""
        held = child_of(node, "variable_declaration", "multi_variable_declaration")
        if held is None or heads.receiver(node, held) is not None:
            return
        value = next((child for child in reversed(node.named_children) if child.type not in _NO_VALUES), None)
        if value is None or value.start_byte < held.end_byte:
            value = _delegated(node)
        above = node.parent
        is_local = above is not None and above.type not in (*BODIES, "source_file")
        is_member = above is not None and above.type in BODIES
        word = "const" if any(child.type == "val" for child in node.children) else "var"
        if held.type == "multi_variable_declaration":
            for item in held.named_children:
                name = child_of(item, "identifier")
                if name is not None:
                    yield Bound(values.source.of(name), None, type_of(item), word)
            return
        name = child_of(held, "identifier")
        if name is None:
            return
        decorators = () if is_local else tuple(heads.marks(node, values))
        properties = () if is_local else tuple(sorted(heads.properties(node, values)))
        yield Bound(values.source.of(name), value, type_of(held), "field" if is_member else word, decorators, properties, node)

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        name = child_of(node, "identifier")
        if name is not None:
            yield Bound(values.source.of(name), None, None, "case")

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        held = child_of(node, "variable_declaration", "multi_variable_declaration")
        if held is None:
            return
        walked = next((child for child in node.named_children if child.start_byte > held.start_byte), None)
        for item in [held] if held.type == "variable_declaration" else held.named_children:
            name = child_of(item, "identifier")
            if name is not None:
                yield Bound(values.source.of(name), walked if item is held else None, type_of(item), "loop", node=name)

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        if node.type != "anonymous_initializer":
            yield from expressions.lambda_binds(node, values, passed_to)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        path = child_of(node, "qualified_identifier", "identifier")
        if path is None:
            return []
        full = values.path(path)
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if any(child.type == "*" for child in node.children):
            return [Import(full, (ImportedName("*"),), "", 0, line, end_line, scope)]
        named = node.named_children[-1]
        alias = values.source.of(named) if named is not path and named.type == "identifier" and named.id != path.id else ""
        module, _, name = full.rpartition(".")
        return [Import(module, (ImportedName(name, alias),), "", 0, line, end_line, scope)]

    def package(self, node: Node, values: Values) -> str:
        name = child_of(node, "qualified_identifier", "identifier")
        return values.path(name) if name is not None else ""

    def unescaped(self, body: str, node: Node) -> str:
        return script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        if node.type == "unary_expression":
            operator, above = node.child_by_field_name("operator"), node.parent
            kept = (operator is not None and operator.type == "!!") or (
                above is not None and above.type == "navigation_expression"
            )
            return node.child_by_field_name("argument") if kept else None
        return first_named(node)

    def callee(self, node: Node, values: Values) -> Node | None:
        if node.type == "infix_expression":
            return node.named_child(1) if node.named_child_count > 1 else None
        whole = expressions.front(node) or node
        return first_named(whole)

    def receiver(self, node: Node) -> Node | None:
        return first_named(node) if node.type == "infix_expression" else None

    def argument_list(self, node: Node) -> Node | None:
        return child_of(expressions.front(node) or node, "value_arguments")

    def argument_name(self, node: Node) -> Node | None:
        return first_named(node) if any(child.type == "=" for child in node.children) else None

    def trailing(self, node: Node) -> Sequence[Node]:
        last = node.named_children[-1] if node.named_child_count > 1 else None
        is_behind = last is not None and (node.type == "infix_expression" or last.type == "annotated_lambda")
        return (last,) if last is not None and is_behind else ()

    def is_front(self, node: Node) -> bool:
        return expressions.is_front(node)

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        listed = child_of(expressions.front(node) or node, "type_arguments")
        return tuple(values.flat(child) for child in listed.named_children) if listed is not None else ()

    def call(self, node: Node, values: Values) -> Call | None:
        if node.type == "binary_expression":
            return expressions.typed_call(node, values)
        return expressions.disguised(node, values) if node.type in ("constructor_delegation_call", "enum_entry") else None

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        return expressions.special(node, values, level)

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        return expressions.environment(call_or_node, values)


def _object(node: Node, values: Values) -> Head:
    """An object without a name: it is called after what it extends, with a dollar in front."""
    above = heads.bases(node, values)
    name = above[0].text.rpartition(".")[2] if above else "object"
    return Head(
        "class", f"${name}", heads.keyword(node, "object"), body=child_of(node, *BODIES), bases=above, properties=("anonymous",)
    )


def _delegated(node: Node) -> Node | None:
    """What ``by lazy { … }`` gives at last."""
    held = child_of(node, "property_delegate")
    call = first_named(held) if held is not None else None
    if call is None or call.type != "call_expression" or not (call.text or b"").startswith(b"lazy"):
        return None
    behind = call.named_children[-1]
    body = first_named(behind) if behind.type == "annotated_lambda" else None
    return body.named_children[-1] if body is not None and body.named_child_count else None


def _known_as(node: Node, values: Values) -> Iterator[Bound]:
    """What a name is known to be in an arm: ``is Owner -> …`` of a ``when``, ``if (x is Owner)``."""
    if node.type == "when_entry":
        tests = node.children_by_field_name("condition")
        subject = node.parent.named_child(0) if node.parent is not None else None
        if len(tests) != 1 or tests[0].type != "type_test" or subject is None or subject.type != "when_subject":
            return
        named = first_named(subject)
        if named is not None and named.type == "variable_declaration":
            named = first_named(named)
        of, arm = type_of(tests[0]), node
        is_not = any(child.type == "!is" for child in tests[0].children)
    else:
        test = node.child_by_field_name("condition")
        if test is None:
            return
        named, of = test.child_by_field_name("left"), test.child_by_field_name("right")
        is_not = any(child.type == "!is" for child in test.children)
        arms = [child for child in node.named_children if child.start_byte >= test.end_byte]
        if not arms:
            return
        arm = arms[0]
    if named is not None and named.type == "identifier" and of is not None and not is_not:
        yield Bound(values.source.of(named), None, of, "parameter", node=arm)


DIALECT = Kotlin(
    name="Kotlin",
    kinds={
        "identifier": "name", "this_expression": "name", "super_expression": "name", "user_type": "path",
        "qualified_identifier": "path", "nullable_type": "wrap", "parenthesized_expression": "wrap", "unary_expression": "wrap",
        "annotated_expression": "wrap", "annotated_lambda": "wrap", "call_expression": "call", "infix_expression": "call",
        "constructor_invocation": "new", "character_literal": "string", "number_literal": "number", "float_literal": "number",
        "lambda_literal": "function", "anonymous_function": "function", "binary_expression": "binary",
        "index_expression": "subscript", "collection_literal": "list", "as_expression": "cast", "spread_expression": "spread",
        "string_literal": "special", "multiline_string_literal": "special", "callable_reference": "special",
        "object_literal": "special", "if_expression": "special", "when_expression": "special",
    },
    members={"navigation_expression": ("", "")},
    calls={"call_expression": ("", ""), "infix_expression": ("", "")},
    creations={"constructor_invocation": ("", "")},
    named_arguments={"value_argument": ("", "")},
    annotations=frozenset({"annotation"}),
    literals={"true": "boolean", "false": "boolean", "null": "none"},
)  # fmt: skip


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Kotlin file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
