"""PHP's own ways: names with a dollar, attributes, promoted parameters, traits, arrays that are lists or maps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tree_sitter import Node

from apps.engine.facts import (
    Conformance,
    Decorator,
    EnvironmentRead,
    Import,
    Parameter,
    Value,
)
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.php.arrays import ESCAPE, array, escaped
from apps.engine.parsing.php.docblocks import documented, tags
from apps.engine.parsing.php.environment import read
from apps.engine.parsing.php.imports import included, used
from apps.engine.parsing.php.names import WORD, bound_by, comment_above, defined, documented_fields, hook
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import Budget

_VISIBILITIES = frozenset({"public", "protected", "private"})
_MODIFIERS = {
    "visibility_modifier": "", "abstract_modifier": "abstract", "final_modifier": "final", "static_modifier": "static",
    "readonly_modifier": "readonly",
}  # fmt: skip
_ITEMS = 4  # arms of a match that are kept
_TYPES = frozenset({"class_declaration", "interface_declaration", "trait_declaration", "enum_declaration"})


class Php(Dialect):
    """Names: variables keep their dollar (``$user.name``), but ``$this`` is "this"; ``\\`` and ``::`` are dots.

    A name that begins with a backslash keeps it (``\\App.User``): without it the name is one below the file's namespace.
    """

    # definitions

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        if node.type == "anonymous_class":
            return self._anonymous(node, values)
        if node.type == "property_hook":
            return hook(node, values)
        found = super().head(node, kind, values, enclosing)
        if found is None:
            return None
        name = found.name
        if kind == "namespace":
            return Head(kind, values.path(found.line_node), found.line_node, body=found.body)
        return replace(found, kind="constructor") if kind == "method" and name.lower() == "__construct" else found

    def _anonymous(self, node: Node, values: Values) -> Head | None:
        """A class without a name, called as PHP itself calls it: after what it extends or takes on first."""
        bases = self.bases(node, values)
        name = f"{bases[0].text.rpartition('.')[2] if bases else 'class'}@anonymous"
        return Head(
            "class", name, node, body=node.child_by_field_name("body"), bases=bases, properties=("anonymous",),
            decorators=tuple(self.decorators(node, values)),
        )  # fmt: skip

    def result_node(self, node: Node) -> Node | None:
        return node.child_by_field_name("return_type")

    def documented(self, parameters: tuple[Parameter, ...], returns: str, comment: str) -> tuple[tuple[Parameter, ...], str]:
        if "@" not in comment:
            return parameters, returns
        said: dict[str, str] = {}
        for tag, kind, name in tags(comment):
            if tag == "return":
                returns = documented(returns, kind)
            elif tag == "param" and name:
                said[name] = kind
        if not said:
            return parameters, returns
        return tuple(_with_type(parameter, said.get(parameter.name, "")) for parameter in parameters), returns

    def bases(self, node: Node, values: Values) -> tuple[Value, ...]:
        out = []
        for child in node.children:
            if child.type in ("base_clause", "class_interface_clause"):
                out += [value for value in map(values.value, child.named_children) if value.kind == "name"]
        return tuple(out)

    def properties(self, node: Node, values: Values) -> Iterable[str]:
        words = set()
        for child in node.children:
            kind = _MODIFIERS.get(child.type)
            if kind is not None:
                words.add(kind or values.source.of(child).lower().partition("(")[0])
            elif child.type in ("name", "declaration_list", "compound_statement", "property_element", "const_element"):
                break
        words &= _KEPT
        if node.type == "method_declaration" or node.type in _MEMBERS:
            if not words & _VISIBILITIES:
                words.add("public")
            above = node.parent.parent if node.parent is not None else None
            if node.type == "method_declaration" and above is not None and above.type == "interface_declaration":
                words.add("abstract")
        if node.type in _TYPES or node.type == "function_definition" or "public" in words:
            words.add("exported")
        if node.type == "const_declaration":
            words.add("const")
        has_attributes = node.child_by_field_name("attributes") is not None
        if has_attributes and any(
            item.name.rpartition(".")[2].lstrip("\\") == "Override" for item in self.decorators(node, values)
        ):
            words.add("override")
        return words

    def decorators(self, node: Node, values: Values) -> Iterable[Decorator]:
        listed = node.child_by_field_name("attributes")
        for group in listed.named_children if listed is not None else ():
            for item in group.named_children:
                name, given = first_named(item), item.child_by_field_name("parameters")
                if item.type == "attribute" and name is not None:
                    yield Decorator(
                        values.path(name),
                        values.arguments(given) if given is not None else (),
                        given is not None,
                        item.start_point[0] + 1,
                        item.end_point[0] + 1,
                    )

    def parameter(self, node: Node, kind: str, values: Values) -> list[Parameter]:
        found = super().parameter(node, kind, values)
        if node.type != "property_promotion_parameter":
            return found
        return [
            Parameter(
                item.name, item.annotation, item.default, item.kind, None, item.default_value, item.decorators, property=True
            )
            for item in found
        ]

    def field_of(self, parameter: Parameter) -> str:
        return parameter.name.removeprefix("$")

    def is_doc(self, comment: str) -> bool:
        return comment.startswith("/*") or not comment.startswith(("#", "// phpcs", "// @"))

    # names

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "declaration_list":
            yield from documented_fields(node, values)
            return
        if node.type == "enum_case":
            name = node.child_by_field_name("name")
            if name is not None:
                decorators = tuple(self.decorators(node, values))
                yield Bound(values.source.of(name), node.child_by_field_name("value"), None, "case", decorators)
            return
        elements = [child for child in node.named_children if child.type in ("property_element", "const_element")]
        decorators = tuple(self.decorators(node, values)) if elements else ()
        words = tuple(sorted(self.properties(node, values)))
        annotation = node.child_by_field_name("type")
        said = ""
        if node.type == "property_declaration":
            declared = values.flat(annotation)
            said = documented(declared, next((kind for tag, kind, _ in tags(comment_above(node, values)) if tag == "var"), ""))
        for element in elements:
            place = node if len(elements) == 1 else element
            name = element.child_by_field_name("name") or first_named(element)
            if name is None:
                continue
            text = values.source.of(name)
            value = element.child_by_field_name("default_value")
            if element.type == "const_element":
                value = element.named_child(element.named_child_count - 1)
            elif "static" not in words:
                text = text.removeprefix("$")
            yield Bound(text, value, annotation, "", decorators, words, place, noted=said)

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        if node.type == "const_declaration":
            for element in node.named_children:
                name = first_named(element)
                if element.type == "const_element" and name is not None:
                    yield Bound(values.source.of(name), element.named_child(element.named_child_count - 1), None, "const")
        elif node.type == "function_call_expression":
            yield from defined(node, values)
        elif node.type == "catch_clause":
            name = node.child_by_field_name("name")
            if name is not None:
                yield Bound(values.source.of(name), None, node.child_by_field_name("type"), "except", node=name)
        else:
            yield from super().variables(node, values)

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None:
            return
        if left.type in ("list_literal", "array_creation_expression"):
            yield from (Bound(name) for name in bound_by(left, values))
            return
        target = values.name(left)
        if not target:
            return
        if node.type == "augmented_assignment_expression":
            operator = node.child_by_field_name("operator")
            if operator is None or values.source.of(operator) != "??=":
                yield Bound(target, right, None, "augmented")
                return
        above = node.parent
        said = ""
        row = above.start_point[0] if above is not None and above.type == "expression_statement" else 0
        if row:
            starts = values.source.starts()
            comment = values.source.cut(starts[row - 1], starts[row])
            if "@var" in comment:
                said = next(
                    (kind for tag, kind, name in tags(comment) if tag == "var" and name in ("", target)),
                    "",
                )
        yield Bound(target, right, noted=said)

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        walked = first_named(node)
        body = node.child_by_field_name("body")
        names = [child for child in node.named_children[1:] if body is None or child.id != body.id]
        if walked is None or not names:
            return
        target = names[0]
        if target.type == "pair":
            key, target = target.named_children[0], target.named_children[-1]
            yield Bound(values.source.of(key), None, None, "loop", node=key)
        if target.type == "by_ref":
            target = first_named(target) or target
        if target.type == "variable_name":
            yield Bound(values.source.of(target), walked, None, "loop", node=target)
        else:
            yield from (Bound(name, None, None, "loop", node=target) for name in bound_by(target, values))

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        return included(node, scope, values) if word == "include" else used(node, scope, values)

    def package(self, node: Node, values: Values) -> str:
        name = node.child_by_field_name("name")
        return values.path(name) if name is not None else ""

    def conformances(self, node: Node, scope: str, values: Values) -> list[Conformance]:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        return [
            Conformance("", value, line, end_line, scope, "include")
            for value in (values.value(child) for child in node.named_children if child.type in ("name", "qualified_name"))
        ]

    # expressions

    def text(self, node: Node, source: Source) -> str:
        whole = source.of(node)
        if node.type == "heredoc_body" or node.type == "nowdoc_body":
            return whole.strip("\n")
        return self.unescaped(whole[1:-1], node) if len(whole) >= 2 else ""

    def unescaped(self, body: str, node: Node) -> str:
        if "\\" not in body:
            return body
        if node.type == "string":
            return re.sub(r"\\([\\'])", r"\1", body)
        return body if node.type == "nowdoc_body" else ESCAPE.sub(escaped, body)

    def inner_type(self, node: Node) -> Node | None:
        if node.type in ("heredoc", "nowdoc"):
            return node.child_by_field_name("value")
        return first_named(node)

    def callee(self, node: Node, values: Values) -> Node | None:
        if node.type != "object_creation_expression":
            return None
        made = first_named(node)
        return made if made is not None and made.type not in ("anonymous_class", "arguments") else None

    def receiver(self, node: Node) -> Node | None:
        return node.child_by_field_name("object") or node.child_by_field_name("scope")

    def argument_list(self, node: Node) -> Node | None:
        if node.type != "object_creation_expression":
            return None
        made = first_named(node)
        held = made if made is not None and made.type == "anonymous_class" else node
        return next((child for child in held.named_children if child.type == "arguments"), None)

    def reference(self, node: Node, values: Values) -> str:
        """``[$this, 'run']`` and ``[Job::class, 'run']`` name a method, ``$this->run(...)`` too."""
        if node.type == "array_creation_expression":
            value = values.value(node)
            pair = value.items if value.kind == "list" else ()
            if len(pair) == 2 and pair[0].kind == "name" and pair[1].kind == "string" and WORD(pair[1].text):
                return f"{pair[0].text}.{pair[1].text}"
            return ""
        if node.type in self.calls:
            callee = values.call(node).callee
            return callee.text if callee.kind == "name" else ""
        return super().reference(node, values)

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        """``Type::class`` is the type's name, an array with keys a map, the arms of a match alternatives."""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if node.type == "class_constant_access_expression":
            if node.named_child_count != 2:
                return None
            owner, member = node.named_children
            name, last = values.name(owner), values.source.of(member)
            if not name:
                return None
            return Value("name", name if last == "class" else f"{name}.{last}", line=line, end_line=end_line)
        if node.type == "array_creation_expression":
            return array(node, values, level, line, end_line)
        if node.type == "object_creation_expression":
            return None
        if node.type == "conditional_expression":
            parts = [node.child_by_field_name("body") or node.child_by_field_name("condition")]
            parts.append(node.child_by_field_name("alternative"))
        elif node.type == "match_expression":
            body = node.child_by_field_name("body")
            arms = body.named_children if body is not None else []
            parts = [arm.child_by_field_name("return_expression") for arm in arms[:_ITEMS]]
        else:
            return None
        items = tuple(values.build(part, level + 1, Budget()) for part in parts if part is not None)
        return Value("binary", "?:", items, line=line, end_line=end_line)

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        return read(call_or_node, values)


_KEPT = frozenset({"public", "protected", "private", "static", "abstract", "final", "readonly"})
_MEMBERS = frozenset({"property_declaration", "const_declaration"})


def _with_type(parameter: Parameter, said: str) -> Parameter:
    annotation = documented(parameter.annotation, said)
    if annotation == parameter.annotation:
        return parameter
    return Parameter(
        parameter.name, annotation, parameter.default, parameter.kind, parameter.annotation_value, parameter.default_value,
        parameter.decorators, parameter.property,
    )  # fmt: skip


DIALECT = Php(
    name="PHP",
    kinds={
        "variable_name": "name", "name": "name", "relative_scope": "name", "primitive_type": "name",
        "qualified_name": "path", "namespace_name": "path", "relative_name": "path",
        "named_type": "wrap", "optional_type": "wrap", "parenthesized_expression": "wrap", "error_suppression_expression": "wrap",
        "clone_expression": "wrap", "heredoc": "wrap", "nowdoc": "wrap", "argument": "wrap", "by_ref": "wrap",
        "function_call_expression": "call", "member_call_expression": "call", "nullsafe_member_call_expression": "call",
        "scoped_call_expression": "call", "object_creation_expression": "new",
        "string": "string", "nowdoc_body": "string", "encapsed_string": "template", "heredoc_body": "template",
        "integer": "number", "float": "number", "boolean": "boolean", "null": "none",
        "anonymous_function": "function", "arrow_function": "function",
        "binary_expression": "binary", "subscript_expression": "subscript", "variadic_unpacking": "spread",
        "class_constant_access_expression": "special", "array_creation_expression": "special",
        "conditional_expression": "special", "match_expression": "special",
    },
    members={
        "member_access_expression": ("object", "name"), "nullsafe_member_access_expression": ("object", "name"),
        "scoped_property_access_expression": ("scope", "name"),
    },
    calls={
        "function_call_expression": ("function", "arguments"), "member_call_expression": ("name", "arguments"),
        "nullsafe_member_call_expression": ("name", "arguments"), "scoped_call_expression": ("name", "arguments"),
    },
    creations={"object_creation_expression": ("", "")},
    named_arguments={"argument": ("name", "")},
    annotations=frozenset({"attribute_list"}),
    parameter_nodes={"simple_parameter": "", "variadic_parameter": "rest", "property_promotion_parameter": ""},
    spelled={"$this": "this"},
    fluent=frozenset({"member_call_expression", "nullsafe_member_call_expression"}),
    root="\\",
    partial="variadic_placeholder",
)  # fmt: skip
