"""Words and attributes in front of C# declarations."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apps.engine.facts import Decorator
from apps.engine.parsing.declared.values import Values

_WORDS = {
    "public": "public", "private": "private", "protected": "protected", "internal": "internal", "static": "static",
    "abstract": "abstract", "async": "async", "sealed": "final", "readonly": "final", "const": "const", "partial": "partial",
    "virtual": "virtual", "override": "override", "extern": "extern", "required": "required", "file": "private",
}  # fmt: skip
_VISIBLE = frozenset({"public", "private", "protected", "internal"})
_TYPES = frozenset({
    "class_declaration", "struct_declaration", "interface_declaration", "enum_declaration", "record_declaration",
    "delegate_declaration",
})  # fmt: skip
_OUTSIDE_TYPES = frozenset({"compilation_unit", "namespace_declaration", "file_scoped_namespace_declaration"})
_UNSAID = frozenset({"local_function_statement", "destructor_declaration", "enum_member_declaration", "namespace_declaration"})


def modifiers(node: Node, values: Values) -> set[str]:
    """Words of `Definition.properties` that a declaration's modifiers and its place say."""
    words: set[str] = set()
    for child in node.children:
        if child.type == "modifier":
            word = _WORDS.get(values.source.of(child))
            if word is not None:
                words.add(word)
    if not words & _VISIBLE and node.type not in _UNSAID:
        words.add(_implied(node))
    if "public" in words:
        words.add("exported")
    if _is_conditional(node):
        words.add("conditional")
    if node.type == "method_declaration" and node.child_by_field_name("body") is None and not words & {"extern", "partial"}:
        words.add("abstract")
    return words


def _implied(node: Node) -> str:
    """What a declaration is visible as that does not say it."""
    above = node.parent
    while above is not None and above.type.startswith(("preproc_", "declaration_list")):
        above = above.parent
    if above is not None and above.type == "interface_declaration":
        return "public"
    return "internal" if node.type in _TYPES and (above is None or above.type in _OUTSIDE_TYPES) else "private"


def _is_conditional(node: Node) -> bool:
    above = node.parent
    return above is not None and above.type.startswith("preproc_")


def attributes(node: Node, values: Values) -> Iterator[Decorator]:
    """Attributes of a declaration; those of what a method returns are none of its own."""
    for held in node.children:
        if held.type != "attribute_list":
            continue
        inside = held.named_children
        if inside and inside[0].type == "attribute_target_specifier" and values.source.of(inside[0]).startswith("return"):
            continue
        for child in inside:
            name = child.child_by_field_name("name") if child.type == "attribute" else None
            if name is None:
                continue
            listed = next((item for item in child.named_children if item.type == "attribute_argument_list"), None)
            yield Decorator(
                values.name(name) or values.path(name),
                values.arguments(listed) if listed is not None else (),
                listed is not None,
                child.start_point[0] + 1,
                child.end_point[0] + 1,
            )
