"""What C and C++ declare.

One object a file: it remembers the text that is read and what stands around definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tree_sitter import Node, Tree

from apps.engine.facts import EnvironmentRead, Import, Parameter, Value
from apps.engine.parsing.c_family.bindings import fields_of, looped, variables_of
from apps.engine.parsing.c_family.declarators import declared
from apps.engine.parsing.c_family.definitions import head_of
from apps.engine.parsing.c_family.environment import environment_read
from apps.engine.parsing.c_family.includes import imports_of
from apps.engine.parsing.c_family.masking import tree_of
from apps.engine.parsing.c_family.parameters import parameters_of
from apps.engine.parsing.c_family.pieces import pieces
from apps.engine.parsing.c_family.surroundings import Surroundings, outer_of
from apps.engine.parsing.c_family.values import special_value
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar, Span
from apps.engine.parsing.literals import comment_text, script_text
from apps.engine.parsing.source import Source, first_named

_CASTS = frozenset({"static_cast", "dynamic_cast", "const_cast", "reinterpret_cast"})
_MADE = frozenset({"argument_list", "initializer_list"})


@dataclass(slots=True)
class CFamily(Dialect):
    """C and C++; `is_cpp` for what only one of them has."""

    is_cpp: bool = False
    read: bytes = b""  # the form of the text that is read
    around: Surroundings = field(default_factory=Surroundings)

    def tree(self, grammar: Grammar, data: bytes) -> Tree:
        tree, self.read = tree_of(grammar, data)
        return tree

    def pieces(self, grammar: Grammar, data: bytes, tree: Tree) -> list[tuple[Span, Tree]]:
        return pieces(grammar, data, self.read, tree)

    # definitions

    def head(self, node: Node, kind: str, values: Values, enclosing: str) -> Head | None:
        return head_of(node, kind, values, self.around, self.is_cpp)

    def outer(self, node: Node) -> Node:
        return outer_of(node)

    def parameters(self, node: Node, values: Values) -> tuple[Parameter, ...]:
        return parameters_of(node, values)

    def doc(self, comment: str) -> str:
        text = comment_text(comment)
        return "\n".join(
            line.removeprefix("!").removeprefix("<").strip() if line[:1] in "!<" else line for line in text.split("\n")
        ).strip()

    def is_doc(self, comment: str) -> bool:
        return "clang-format" not in comment and "NOLINT" not in comment

    # names

    def variables(self, node: Node, values: Values) -> Iterator[Bound]:
        return variables_of(node, values, self.around)

    def fields(self, node: Node, values: Values) -> Iterator[Bound]:
        return fields_of(node, values, self.around)

    def assigned(self, node: Node, values: Values) -> Iterator[Bound]:
        left, right, operator = (node.child_by_field_name(name) for name in ("left", "right", "operator"))
        target = values.name(left) if left is not None else ""
        if target:
            plain = operator is None or values.source.of(operator) == "="
            yield Bound(target, right, kind="" if plain else "augmented")

    def loop(self, node: Node, values: Values) -> Iterator[Bound]:
        return looped(node, values)

    def inside(self, node: Node, values: Values, passed_to: Callable[[Node], Value | None]) -> Iterator[Bound]:
        declarator = node.child_by_field_name("declarator")
        listed = declarator.child_by_field_name("parameters") if declarator is not None else None
        for parameter in self.parameters(listed, values) if listed is not None else ():
            if parameter.name and parameter.name != "...":
                annotation = "" if "auto" in parameter.annotation.split() else parameter.annotation
                yield Bound(parameter.name, kind="parameter", noted=annotation, node=node)

    def imports(self, node: Node, word: str, scope: str, values: Values) -> list[Import]:
        return imports_of(node, word, scope, values)

    # expressions

    def text(self, node: Node, source: Source) -> str:
        if node.type == "raw_string_literal":
            inside = next((child for child in node.named_children if child.type == "raw_string_content"), None)
            return source.of(inside) if inside is not None else ""
        return Dialect.text(self, node, source)

    def unescaped(self, body: str, node: Node) -> str:
        return script_text(body)

    def inner_type(self, node: Node) -> Node | None:
        for name in ("argument", "name", "value"):
            found = node.child_by_field_name(name)
            if found is not None:
                return found
        return first_named(node)

    def type_arguments(self, node: Node, values: Values) -> tuple[str, ...]:
        of = node.child_by_field_name("function") or node.child_by_field_name("type")
        for _ in range(6):
            if of is None or of.type in ("template_function", "template_method", "template_type"):
                break
            if of.type in ("qualified_identifier", "dependent_name", "field_expression"):
                of = of.child_by_field_name("name") or of.child_by_field_name("field") or first_named(of)
            else:
                return ()
        listed = of.child_by_field_name("arguments") if of is not None else None
        return tuple(values.flat(child) for child in listed.named_children) if listed is not None else ()

    def is_front(self, node: Node) -> bool:
        """Casts have the form of calls; what sets a field has that of a base made."""
        if node.type == "field_initializer":
            return not _makes_base(node)
        of = node.child_by_field_name("function")
        name = of.child_by_field_name("name") if of is not None and of.type == "template_function" else None
        return name is not None and name.text is not None and name.text.decode("utf-8", "replace") in _CASTS

    def callee(self, node: Node, values: Values) -> Node | None:
        if node.type == "init_declarator":
            return node.parent.child_by_field_name("type") if node.parent is not None else None
        return first_named(node) if node.type == "field_initializer" else None

    def argument_list(self, node: Node) -> Node | None:
        return next((child for child in node.named_children if child.type in _MADE), None)

    def special(self, node: Node, values: Values, level: int) -> Value | None:
        return special_value(node, values, level)

    def environment(self, call_or_node: Node, values: Values) -> EnvironmentRead | None:
        return environment_read(call_or_node, values)


def _makes_base(node: Node) -> bool:
    """Whether an entry in front of a constructor's body is for a base or another constructor: by its form or its capital."""
    name = first_named(node)
    if name is None or name.type != "field_identifier" or name.text is None or name.text[:1].isupper():
        return True
    function = node.parent.parent if node.parent is not None else None
    found = declared(function.child_by_field_name("declarator")) if function is not None else None
    return found is not None and found.name.text is not None and found.name.text.rpartition(b"::")[2] == name.text
