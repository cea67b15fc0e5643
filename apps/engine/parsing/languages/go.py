"""Go: its grammar, its query and its dialect."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import tree_sitter_go
from tree_sitter import Node

from apps.engine.facts import Argument, Call, Decorator, EnvironmentRead, FileFacts, Import, ImportedName, Parameter, Value
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.reader import WORDS as COMMON
from apps.engine.parsing.declared.reader import Reader
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import load
from apps.engine.parsing.literals import script_text
from apps.engine.parsing.source import Source, first_named

WORDS = (
    COMMON - {"reference.awaited", "reference.environment", "conformance"}
) | {"import.spec", "definition.function", "definition.method", "definition.type"}  # fmt: skip

GRAMMAR = load("Go", tree_sitter_go.language(), Path(__file__).with_suffix(".scm").read_text("utf-8"), frozenset(WORDS))

_READS = {"os.Getenv": False, "os.LookupEnv": False, "syscall.Getenv": False}
_TAG = re.compile(r'([\w.-]+):"((?:[^"\\]|\\.)*)"')
_NAMED_TYPES = frozenset({"type_identifier", "qualified_type", "generic_type"})
_COLLECTIONS = frozenset({"map_type", "slice_type", "array_type", "implicit_length_array_type"})
_OPENING = frozenset({"field_declaration_list", "{"})
_TYPES = {"struct_type": "struct", "interface_type": "interface"}


class Go(Dialect):
    """Go's own ways: receivers, several names a declaration, tags, upper case for what is exported."""

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        found = super().head(node, kind, values, enclosing)
        if found is None:
            return None
        of = node.child_by_field_name("type")
        if kind == "type":
            sort = _TYPES.get(of.type, "type") if of is not None else "type"
            body = next((child for child in of.children if child.type in _OPENING), None) if of is not None else None
            return Head(
                sort,
                found.name,
                found.line_node,
                body=body,
                bases=found.bases,
                properties=found.properties,
            )
        receiver = node.child_by_field_name("receiver")
        if receiver is None:
            return found
        listed = self.parameters(receiver, values)
        owner = _type_name(receiver, values)
        taken = tuple(Parameter(item.name, item.annotation, kind="receiver") for item in listed[:1])
        return Head(
            "method", found.name, found.line_node, f"{owner}.{found.name}" if owner else "", owner, found.parameters,
            found.result, found.body, properties=found.properties, extra=taken,
        )  # fmt: skip

    def outer(self, node: Node) -> Node:
        above = node.parent
        if above is not None and above.type == "type_declaration" and above.named_child_count == 1:
            return above
        return node

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        name = node.child_by_field_name("name")
        return ("exported",) if name is not None and values.source.of(name)[:1].isupper() else ()

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        """Embedded structs and interfaces."""
        of = node.child_by_field_name("type")
        if of is None or of.type not in _TYPES:
            return ()
        out = []
        listed = first_named(of) if of.type == "struct_type" else of
        for child in listed.named_children if listed is not None else ():
            inner: Node | None = None
            if child.type == "field_declaration" and child.child_by_field_name("name") is None:
                inner = child.child_by_field_name("type")
            elif child.type == "type_elem" and child.named_child_count == 1:
                inner = first_named(child)
            if inner is not None:
                value = values.value(inner)
                if value.kind == "name":
                    out.append(value)
        return tuple(out)

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        out = []
        for child in node.named_children:
            if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
                continue
            annotation = values.flat(child.child_by_field_name("type"))
            kind = "rest" if child.type.startswith("variadic") else ""
            names = child.children_by_field_name("name")
            out += [Parameter(values.source.of(name), annotation, "", kind) for name in names]
            if not names:
                out.append(Parameter("", annotation, "", kind))
        return tuple(out)

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        names = node.children_by_field_name("name")
        listed = node.child_by_field_name("value")
        given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        kind = "const" if node.type == "const_spec" else "var"
        for at, name in enumerate(names):
            value = given[at] if len(given) == len(names) else (given[0] if len(given) == 1 and at == 0 else None)
            yield Bound(values.source.of(name), value, node.child_by_field_name("type"), kind)

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        annotation = node.child_by_field_name("type")
        tag = node.child_by_field_name("tag")
        decorators = _tags(tag, self.text(tag, values.source)) if tag is not None else ()
        names = node.children_by_field_name("name")
        for name in names:
            text = values.source.of(name)
            yield Bound(text, None, annotation, "field", decorators, ("exported",) if text[:1].isupper() else ())
        if not names and annotation is not None:
            inner = values.name(annotation)
            if inner:
                yield Bound(inner.rpartition(".")[2], None, annotation, "field", decorators, ("embedded", "exported"))

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        targets = [child for child in left.named_children if child.type != "comment"]
        given = [child for child in right.named_children if child.type != "comment"]
        kind = "let" if node.type == "short_var_declaration" else ""
        for at, target in enumerate(targets):
            name = values.name(target)
            if not name or name == "_":
                continue
            if len(given) == len(targets) or not at or not given:
                yield Bound(name, given[at] if given else None, None, kind)
            else:  # one of the results of a call
                line = given[0].start_point[0] + 1
                items = (values.value(given[0]), Value("number", str(at), line=line, end_line=line))
                yield Bound(name, None, None, kind, given=Value("subscript", "", items, line=line, end_line=line))

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        targets = [child for child in left.named_children if child.type == "identifier"] if left is not None else []
        for at, target in enumerate(targets):
            name = values.source.of(target)
            if name != "_":
                yield Bound(name, right if at == 1 else None, None, "loop")

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        if path is None:
            return []
        alias = values.source.of(name) if name is not None else ""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        names = (ImportedName("*"),) if alias == "." else ()
        module = self.text(path, values.source)
        return [Import(module, names, "" if alias in (".", "_") else alias, 0, line, end_line, scope, "import")]

    def package(self, node: Node, values: Values) -> str:
        name = first_named(node)
        return values.source.of(name) if name is not None else ""

    def unescaped(self, body: str, node: Node) -> str:
        return body if node.type == "raw_string_literal" else script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        return node.child_by_field_name("operand") or node.child_by_field_name("type") or first_named(node)

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        listed = node.child_by_field_name("type_arguments")
        return tuple(values.flat(child) for child in listed.named_children) if listed is not None else ()

    def call(self, node: Node, values: Values) -> Call | None:
        """A literal of a struct makes one: its fields are named arguments; ``new(T)`` makes an empty one."""
        made = _given_to_new(node, values)
        if made is not None:
            return Call(values.value(made), (), node.start_point[0] + 1, node.end_point[0] + 1, values.scope, True)
        of, body = node.child_by_field_name("type"), node.child_by_field_name("body")
        if node.type != "composite_literal" or of is None or body is None:
            return None
        held = _literal(body, values)
        arguments = tuple(
            Argument(item, key.text if key.kind == "name" else "")
            for key, item in zip(held.keys or (Value("other"),) * len(held.items), held.items, strict=True)
        )
        return Call(values.value(of), arguments, node.start_point[0] + 1, node.end_point[0] + 1, values.scope, True)

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        """A literal of a slice or map is a list or a dict; an address is what it is the address of."""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        of, body = node.child_by_field_name("type"), node.child_by_field_name("body")
        if node.type == "composite_literal" and of is not None and body is not None:
            if of.type in _COLLECTIONS:
                return _literal(body, values)
            return Value("call", call=values.call(node), line=line, end_line=end_line)
        if node.type == "unary_expression":
            operand = node.child_by_field_name("operand")
            operator = node.child_by_field_name("operator")
            if operand is not None and operator is not None and values.source.of(operator) in ("&", "*", "<-"):
                return values.value(operand)
        if node.type == "literal_value":
            return _literal(node, values)
        return None

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        function = call_or_node.child_by_field_name("function")
        if function is None or function.type != "selector_expression":
            return None
        access = values.name(function)
        if access not in _READS:
            return None
        call = values.call(call_or_node)
        if not call.arguments or call.arguments[0].value.kind != "string":
            return None
        return EnvironmentRead(call.arguments[0].value.text, access, call.line, call.end_line, values.scope)


def _given_to_new(node: Node, values: Values) -> Node | None:
    """The type that a call of the builtin `new` makes."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or function.type != "identifier" or values.source.of(function) != "new":
        return None
    given = first_named(arguments)
    return given if given is not None and given.type in _NAMED_TYPES else None


def _type_name(receiver: Node, values: Values) -> str:
    """The type of a receiver without its star and its type arguments."""
    for child in receiver.named_children:
        of = child.child_by_field_name("type")
        if of is not None:
            return values.name(of)
    return ""


def _tags(node: Node, text: str) -> tuple[Decorator, ...]:
    line = node.start_point[0] + 1
    return tuple(
        Decorator(key, (Argument(Value("string", content, line=line, end_line=line)),), True, line, line)
        for key, content in _TAG.findall(text)
    )


def _literal(body: Node, values: Values) -> Value:
    """What stands in the braces of a literal."""
    keys, items = [], []
    for child in body.named_children:
        if child.type == "keyed_element":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and value is not None:
                keys.append(values.value(key))
                items.append(values.value(value))
        elif child.type != "comment":
            items.append(values.value(child))
    line, end_line = body.start_point[0] + 1, body.end_point[0] + 1
    if keys and len(keys) == len(items):
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)
    return Value("list", "", tuple(items), line=line, end_line=end_line)


DIALECT = Go(
    name="Go",
    kinds={
        "identifier": "name", "field_identifier": "name", "package_identifier": "name", "type_identifier": "name",
        "parenthesized_expression": "wrap", "parenthesized_type": "wrap", "pointer_type": "wrap", "generic_type": "wrap",
        "literal_element": "wrap", "type_elem": "wrap",
        "call_expression": "call", "type_conversion_expression": "call",
        "composite_literal": "special", "unary_expression": "special", "literal_value": "special",
        "type_assertion_expression": "cast",
        "interpreted_string_literal": "string",
        "raw_string_literal": "string",
        "rune_literal": "string",
        "int_literal": "number", "float_literal": "number", "imaginary_literal": "number", "true": "boolean", "false": "boolean",
        "nil": "none", "func_literal": "function", "binary_expression": "binary", "index_expression": "subscript",
        "variadic_argument": "spread",
    },
    members={"selector_expression": ("operand", "field"), "qualified_type": ("package", "name")},
    introduced={"type_spec": "type ", "type_alias": "type "},
    calls={"call_expression": ("function", "arguments"), "type_conversion_expression": ("type", "")},
)  # fmt: skip


def parse(path: str, text: str) -> FileFacts:
    """Facts of a Go file."""
    return Reader(path, Source(text), GRAMMAR, DIALECT).read()
