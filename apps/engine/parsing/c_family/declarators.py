"""Declarators of C: what a declaration names, whether that is a function, and its type as text."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from apps.engine.parsing.declared.values import Values

_LEVELS = 40
_MARKS = {
    "pointer_declarator": "*",
    "abstract_pointer_declarator": "*",
    "array_declarator": "[]",
    "abstract_array_declarator": "[]",
}
_NAMES = frozenset({
    "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name", "operator_name",
    "operator_cast", "template_function", "template_method", "structured_binding_declarator",
})  # fmt: skip


@dataclass(slots=True)
class Declared:
    """`function` is the declarator with its parameters, None for what is no function.  `marks` are stars and the like."""

    name: Node
    function: Node | None = None
    marks: str = ""
    is_pointer: bool = False  # to a function


def declared(node: Node | None) -> Declared | None:
    """What a declarator names, None where it names nothing."""
    function: Node | None = None
    marks: list[str] = []
    is_pointer = False
    for _ in range(_LEVELS):
        if node is None:
            return None
        kind = node.type
        if kind in _NAMES:
            if kind == "operator_cast" or (kind == "qualified_identifier" and function is None):
                cast = cast_of(node)
                if cast is not None:
                    function = cast.child_by_field_name("declarator")
            return Declared(node, function, "".join(marks), is_pointer)
        if kind == "function_declarator":
            function = node
            is_pointer = False
        elif kind in ("pointer_declarator", "reference_declarator", "array_declarator", "pointer_type_declarator"):
            if function is not None:
                function, is_pointer = None, True
            else:
                marks.append("&" if kind == "reference_declarator" else _MARKS.get(kind, "*"))
        node = node.child_by_field_name("declarator") or next(
            (child for child in node.named_children if child.type in _NAMES or child.type.endswith("declarator")), None
        )
    return None


def cast_of(node: Node) -> Node | None:
    """The conversion operator that a name ends with."""
    for _ in range(_LEVELS):
        if node.type == "operator_cast":
            return node
        below = node.child_by_field_name("name") if node.type == "qualified_identifier" else None
        if below is None:
            return None
        node = below
    return None


def type_text(node: Node, found: Declared | None, values: Values) -> str:
    """The type that a declaration gives a name, as text: ``const char*``; a struct with a body by its name alone."""
    of = node.child_by_field_name("type")
    if of is None:
        return ""
    if of.child_by_field_name("body") is not None:
        name = of.child_by_field_name("name")
        text = values.flat(name) if name is not None else holder_name(of, values)
    else:
        text = values.flat(of)
    if any(child.type == "type_qualifier" and values.source.of(child) == "const" for child in node.children[:4]):
        text = f"const {text}"
    if found is None:
        return text
    if found.is_pointer:
        return f"{text} (*)()"
    return f"{text}{found.marks}"


def holder_name(body_type: Node, values: Values) -> str:
    """The name of what a type without a name is declared with: ``typedef struct { … } point;``, ``union { … } u;``."""
    above = body_type.parent
    if above is None or above.type not in ("type_definition", "field_declaration", "declaration"):
        return ""
    found = declared(above.child_by_field_name("declarator"))
    if found is None and above.child_by_field_name("declarator") is not None:
        return ""
    return values.source.of(found.name) if found is not None and found.function is None else ""
