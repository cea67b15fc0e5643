"""Names that declarations of C and C++ bind: variables, constants, fields, enumerators, those of loops."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from apps.engine.facts import Value
from apps.engine.parsing.c_family.declarators import declared, type_text
from apps.engine.parsing.c_family.heads import is_prototype_place
from apps.engine.parsing.c_family.surroundings import Surroundings
from apps.engine.parsing.c_family.values import ITEMS, designated
from apps.engine.parsing.declared.dialect import Bound
from apps.engine.parsing.declared.values import Values


def variables_of(node: Node, values: Values, around: Surroundings) -> Iterator[Bound]:
    """What a declaration of variables, a macro without parameters or a catch clause binds."""
    if node.type == "preproc_def":
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None:
            text = values.flat(value)
            given = Value("name", text) if text.isidentifier() else Value("other", text[:200])
            yield Bound(values.source.of(name), kind="const", given=given, properties=around.conditional(node))
        return
    if node.parent is not None and node.parent.type == "function_definition":
        return  # the type of a parameter, as C had them at first
    if node.type == "parameter_declaration":  # of a catch clause
        found = declared(node.child_by_field_name("declarator"))
        if found is not None:
            yield Bound(values.source.of(found.name), kind="except", noted=type_text(node, found, values))
        return
    for child in node.children_by_field_name("declarator"):
        yield from _bound(node, child, values)


def _bound(node: Node, declarator: Node, values: Values) -> Iterator[Bound]:
    found = declared(declarator)
    if found is None or (found.function is not None and is_prototype_place(node)):
        return
    value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else node.child_by_field_name("value")
    kind = "const" if any(child.type == "type_qualifier" for child in node.children[:4]) else "var"
    if found.name.type == "structured_binding_declarator":
        for at, part in enumerate(found.name.named_children):
            given = Value("subscript", "", (values.value(value), Value("number", str(at)))) if value is not None else None
            yield Bound(values.source.of(part), kind=kind, given=given, node=part)
        return
    annotation = type_text(node, found, values)
    if "auto" in annotation.split("<")[0].strip("*&").split():
        annotation = ""
    name = values.path(found.name)
    yield Bound(name, value, kind=kind, noted=annotation, node=node if declarator.end_byte - node.start_byte > 0 else None)
    if value is not None and value.type == "initializer_list":
        for pair in value.named_children[:ITEMS]:
            target = designated(pair, values) if pair.type == "initializer_pair" else ""
            if target:
                yield Bound(f"{name}.{target}", pair.child_by_field_name("value"), kind=kind, node=pair)


def fields_of(node: Node, values: Values, around: Surroundings) -> Iterator[Bound]:
    """What a declaration in a type's body, or an enumerator, declares."""
    if node.type == "enumerator":
        name = node.child_by_field_name("name")
        if name is not None:
            yield Bound(values.source.of(name), node.child_by_field_name("value"), kind="case")
        return
    properties = {*around.visibility(node, values)} | {
        word for child in node.children[:5] if child.type in ("storage_class_specifier", "type_qualifier")
        for word in (values.source.of(child),) if word in ("static", "const", "constexpr")
    }  # fmt: skip
    for child in node.children_by_field_name("declarator"):
        found = declared(child)
        if found is None or found.function is not None:
            continue
        value = node.child_by_field_name("default_value")
        yield Bound(
            values.source.of(found.name), value, kind="field", properties=tuple(sorted(properties)),
            noted=type_text(node, found, values),
        )  # fmt: skip


def looped(node: Node, values: Values) -> Iterator[Bound]:
    """What a loop over a range binds: the value is what is walked, unless the type is written."""
    declarator, right = node.child_by_field_name("declarator"), node.child_by_field_name("right")
    found = declared(declarator)
    if found is None:
        return
    annotation = type_text(node, found, values)
    if found.name.type == "structured_binding_declarator":
        for part in found.name.named_children:
            yield Bound(values.source.of(part), right, kind="loop", node=part)
        return
    is_auto = "auto" in annotation.replace("&", " ").replace("*", " ").split()
    yield Bound(
        values.source.of(found.name), right if is_auto else None, kind="loop" if is_auto else "var",
        noted="" if is_auto else annotation, node=declarator,
    )  # fmt: skip
