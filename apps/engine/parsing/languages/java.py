"""Java: its grammar, its query and its dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import tree_sitter_java
from tree_sitter import Node

from apps.engine.facts import Call, Decorator, EnvironmentRead, FileFacts, Import, ImportedName, Parameter, Value
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import load
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import Budget

WORDS = (COMMON - {"reference.awaited", "reference.environment", "conformance"}) | {
    "import.class", "definition.class", "definition.interface", "definition.enum", "definition.record", "definition.method",
    "definition.constructor",
}  # fmt: skip

GRAMMAR = load("Java", tree_sitter_java.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), WORDS)

_MODIFIERS = frozenset({
    "public", "protected", "private", "static", "abstract", "final", "default", "synchronized", "native", "sealed", "transient",
})  # fmt: skip
_READS = frozenset({"System.getenv"})
_KEYED = frozenset({"compute", "computeIfAbsent", "computeIfPresent", "merge"})  # methods of maps
_WALKED_WITH_KEYS = frozenset({"forEach", "replaceAll", "reduce"})  # where they take functions of two


class Java(Dialect):
    """Java's own ways: modifiers with annotations in them, anonymous classes, constants with a body."""

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if node.type == "object_creation_expression":
            return _anonymous(node, values)
        found = super().head(node, kind, values, enclosing)
        if found is None or node.type != "enum_constant":
            return found
        above = node.parent.parent if node.parent is not None else None
        name = above.child_by_field_name("name") if above is not None else None
        bases = (values.value(name),) if name is not None else ()
        return Head("class", found.name, found.line_node, body=found.body, bases=bases, properties=("anonymous",))

    def result_node(self, node: Node) -> Node | None:
        return (
            node.child_by_field_name("type")
            if node.type in ("method_declaration", "annotation_type_element_declaration")
            else None
        )

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        out = []
        for child in node.children:
            if child.type in ("superclass", "super_interfaces", "extends_interfaces"):
                for inner in child.named_children:
                    listed = inner.named_children if inner.type == "type_list" else [inner]
                    out += [value for value in map(values.value, listed) if value.kind == "name"]
        return tuple(out)

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        held = _modifiers(node)
        words = {child.type for child in held.children if child.type in _MODIFIERS} if held is not None else set()
        above = node.parent
        in_interface = above is not None and above.type in ("interface_body", "annotation_type_body")
        if in_interface and not words & {"private", "protected"}:
            words.add("public")
            if node.type == "method_declaration" and node.child_by_field_name("body") is None:
                words.add("abstract")
        if "public" in words:
            words.add("exported")
        if any(item.name == "Override" for item in self.decorators(node, values)):
            words.add("override")
        return words

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        held = _modifiers(node)
        for child in held.named_children if held is not None else ():
            if child.type not in ("annotation", "marker_annotation"):
                continue
            name, listed = child.child_by_field_name("name"), child.child_by_field_name("arguments")
            if name is None:
                continue
            yield Decorator(
                values.path(name),
                values.arguments(listed) if listed is not None else (),
                listed is not None,
                child.start_point[0] + 1,
                child.end_point[0] + 1,
            )

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        if node.type == "identifier":
            return (Parameter(values.source.of(node)),)
        out = []
        for child in node.named_children:
            if child.type == "identifier":
                out.append(Parameter(values.source.of(child)))
            elif child.type in ("formal_parameter", "spread_parameter"):
                name = child.child_by_field_name("name")
                annotation = child.child_by_field_name("type")
                kind = ""
                if child.type == "spread_parameter":
                    kind = "rest"
                    parts = [part for part in child.named_children if part.type != "modifiers"]
                    annotation = parts[0] if parts else None
                    name = parts[-1].child_by_field_name("name") if len(parts) > 1 else None
                if name is not None:
                    is_field = node.parent is not None and node.parent.type == "record_declaration"
                    out.append(
                        Parameter(
                            values.source.of(name), values.flat(annotation), "", kind,
                            decorators=tuple(self.decorators(child, values)), property=is_field,
                        )
                    )  # fmt: skip
        return tuple(out)

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        declarators = node.children_by_field_name("declarator")
        annotation = node.child_by_field_name("type")
        if annotation is not None and annotation.type == "type_identifier" and values.source.of(annotation) == "var":
            annotation = None
        decorators = tuple(self.decorators(node, values)) if declarators else ()
        properties = tuple(sorted(self.properties(node, values))) if node.type != "local_variable_declaration" else ()
        for item in declarators:
            name = item.child_by_field_name("name")
            if name is not None:
                place = node if len(declarators) == 1 else item
                yield Bound(
                    values.source.of(name), item.child_by_field_name("value"), annotation, "", decorators, properties, place
                )
        name = node.child_by_field_name("name")
        if name is None:
            return
        if node.type == "enum_constant":
            yield Bound(values.source.of(name), None, None, "case")
        elif node.type == "resource":
            yield Bound(values.source.of(name), node.child_by_field_name("value"), annotation, "with")
        elif node.type == "instanceof_expression":
            yield Bound(values.source.of(name), None, node.child_by_field_name("right"), "let")
        elif node.type == "catch_formal_parameter":
            listed = next((child for child in node.named_children if child.type == "catch_type"), None)
            yield Bound(values.source.of(name), None, listed, "except")

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        name, annotation = node.child_by_field_name("name"), node.child_by_field_name("type")
        if name is not None:
            if annotation is not None and values.source.of(annotation) == "var":
                annotation = None
            yield Bound(values.source.of(name), node.child_by_field_name("value"), annotation, "loop", node=name)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        path = first_named(node)
        if path is None:
            return []
        full = values.path(path)
        kind = "static" if any(child.type == "static" for child in node.children) else "import"
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if any(child.type == "asterisk" for child in node.named_children):
            return [Import(full, (ImportedName("*"),), "", 0, line, end_line, scope, kind)]
        module, _, name = full.rpartition(".")
        return [Import(module, (ImportedName(name),), "", 0, line, end_line, scope, kind)]

    def package(self, node: Node, values: Values) -> str:
        name = next((child for child in node.named_children if child.type in ("scoped_identifier", "identifier")), None)
        return values.path(name) if name is not None else ""

    def unescaped(self, body: str, node: Node) -> str:
        return script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        if node.type == "array_type":
            return node.child_by_field_name("element")
        return first_named(node)

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        """The first parameter of a function that takes several is not what is walked, where they are keys and values."""
        for at, bound in enumerate(super().inside(node, values, passed_to)):
            yield (
                Bound(bound.name, kind="parameter", noted=bound.noted, node=node)
                if not at and _takes_keys(node, values)
                else bound
            )

    def call(self, node: Node, values: Values) -> Call | None:
        """The constructor that a constant of an enum runs."""
        if node.type != "enum_constant":
            return None
        above = node.parent.parent if node.parent is not None else None
        name, listed = above.child_by_field_name("name") if above is not None else None, node.child_by_field_name("arguments")
        if name is None or listed is None:
            return None
        line = node.start_point[0] + 1
        of = Value("name", values.source.of(name), line=line, end_line=line)
        return Call(of, values.arguments(listed), line, listed.end_point[0] + 1, values.scope, True)

    def callee(self, node: Node, values: Values) -> Node | None:
        return node.child_by_field_name("constructor") if node.type == "explicit_constructor_invocation" else None

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        listed = node.child_by_field_name("type_arguments")
        return tuple(values.flat(child) for child in listed.named_children) if listed is not None else ()

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        """``Type::method`` is the method's name; ``Type.class`` the type's; an array of values a list."""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type == "method_reference" and node.named_child_count:
            name = values.name(node.named_children[0])
            if name:
                member = values.source.of(node.children[-1])  # ``new`` for a constructor
                return Value("name", f"{name}.{member}", line=line, end_line=end_line)
        if node.type == "class_literal":
            inner = first_named(node)
            name = values.name(inner) if inner is not None else ""
            if name:
                return Value("name", name, line=line, end_line=end_line)
        if node.type == "array_creation_expression":
            listed = node.child_by_field_name("value")
            return values.build(listed, level + 1, Budget()) if listed is not None else None
        if node.type == "ternary_expression":
            parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
            items = tuple(values.build(part, level + 1, Budget()) for part in parts if part is not None)
            return Value("binary", "?:", items, line=line, end_line=end_line)
        return None

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        name = call_or_node.child_by_field_name("name")
        if call_or_node.type != "method_invocation" or name is None:
            return None
        method = values.source.of(name)
        below = call_or_node.child_by_field_name("object")
        is_map = method in ("get", "getOrDefault") and below is not None and below.type == "method_invocation"
        if not is_map and method != "getenv":
            return None
        call = values.call(call_or_node)
        of = call.callee.items[0].call if is_map and call.callee.items else None
        read = call.callee.text if of is None else of.callee.text
        if read not in _READS or not call.arguments or call.arguments[0].value.kind != "string":
            return None
        listed = call_or_node.child_by_field_name("arguments")
        other = listed.named_child(1) if listed is not None and listed.named_child_count == 2 and is_map else None
        return EnvironmentRead(call.arguments[0].value.text, read, call.line, call.end_line, values.scope, values.flat(other))


def _takes_keys(node: Node, values: Values) -> bool:
    """Whether a function is passed to a method that gives it keys of a map."""
    above = node.parent.parent if node.parent is not None else None
    name = above.child_by_field_name("name") if above is not None and above.type == "method_invocation" else None
    text = values.source.of(name) if name is not None else ""
    listed = node.child_by_field_name("parameters")
    return text in _KEYED or (text in _WALKED_WITH_KEYS and listed is not None and listed.named_child_count > 1)


def _modifiers(node: Node) -> Node | None:
    return next((child for child in node.children[:2] if child.type == "modifiers"), None)


def _anonymous(node: Node, values: Values) -> Head | None:
    """A class without a name of its own: it is called after what it extends, with a dollar in front."""
    of = node.child_by_field_name("type")
    body = next((child for child in node.named_children if child.type == "class_body"), None)
    if of is None or body is None:
        return None
    base = values.value(of)
    name = base.text.rpartition(".")[2] if base.kind == "name" else "class"
    return Head("class", f"${name}", of, body=body, bases=(base,), properties=("anonymous",))


DIALECT = Java(
    name="Java",
    kinds={
        "identifier": "name", "type_identifier": "name", "this": "name", "super": "name", "integral_type": "name",
        "floating_point_type": "name", "boolean_type": "name", "void_type": "name",
        "scoped_identifier": "path", "scoped_type_identifier": "path",
        "generic_type": "wrap", "parenthesized_expression": "wrap", "array_type": "wrap", "annotated_type": "wrap",
        "method_invocation": "call", "object_creation_expression": "new", "explicit_constructor_invocation": "call",
        "annotation": "call", "marker_annotation": "call",
        "string_literal": "string", "character_literal": "string", "decimal_integer_literal": "number",
        "hex_integer_literal": "number", "octal_integer_literal": "number", "binary_integer_literal": "number",
        "decimal_floating_point_literal": "number", "true": "boolean", "false": "boolean", "null_literal": "none",
        "lambda_expression": "function", "binary_expression": "binary", "array_access": "subscript",
        "array_initializer": "list", "element_value_array_initializer": "list", "cast_expression": "cast",
        "method_reference": "special", "class_literal": "special", "array_creation_expression": "special",
        "ternary_expression": "special",
    },
    members={"field_access": ("object", "field")},
    calls={
        "method_invocation": ("name", "arguments"), "explicit_constructor_invocation": ("constructor", "arguments"),
        "annotation": ("name", "arguments"), "marker_annotation": ("name", ""),
    },
    creations={"object_creation_expression": ("type", "arguments")},
    named_arguments={"element_value_pair": ("key", "value")},
    annotations=frozenset({"annotation", "marker_annotation"}),
)  # fmt: skip


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Java file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
