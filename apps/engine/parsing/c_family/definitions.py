"""Heads of definitions in C and C++: namespaces, macros, types, functions and tests."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Value
from apps.engine.parsing.c_family.declarators import Declared, declared, holder_name, type_text
from apps.engine.parsing.c_family.heads import fixture_of, function_name, is_prototype_place, test_name, words_of
from apps.engine.parsing.c_family.surroundings import TYPES, Surroundings, linkage, outer_of
from apps.engine.parsing.c_family.values import named
from apps.engine.parsing.declared.dialect import Head
from apps.engine.parsing.declared.headers import LONGEST, signature
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.literals import one_line
from apps.engine.parsing.source import first_named

_NAMED_TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})


def head_of(node: Node, kind: str, values: Values, around: Surroundings, is_cpp: bool) -> Head | None:
    """The head of a definition node, None for what defines nothing."""
    if kind == "namespace":
        return _namespace(node, values)
    if kind == "macro":
        return _macro(node, values, around)
    if node.type in TYPES:
        return _type(node, kind, values, around)
    if node.type == "type_definition":
        return _typedef(node, values, around)
    if node.type in ("alias_declaration", "concept_definition"):
        return _alias(node, values, around)
    return _function(node, values, around, is_cpp)


def _namespace(node: Node, values: Values) -> Head | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None  # what is in it is known to its file alone
    words = {"inline"} if any(child.type == "inline" for child in node.children) else set()
    dotted = ".".join(values.source.of(name).replace("inline", "").replace("::", " ").split())
    return Head("namespace", dotted, name, body=node.child_by_field_name("body"), properties=tuple(words))


def _macro(node: Node, values: Values, around: Surroundings) -> Head | None:
    name, listed = node.child_by_field_name("name"), node.child_by_field_name("parameters")
    if name is None or listed is None:
        return None
    text = one_line(values.source.cut(node.start_byte, listed.end_byte))
    return Head("macro", values.source.of(name), name, parameters=listed, properties=around.conditional(node), signature=text)


def _type(node: Node, kind: str, values: Values, around: Surroundings) -> Head | None:
    body, name_node = node.child_by_field_name("body"), node.child_by_field_name("name")
    if body is None:
        return None
    if name_node is not None:
        name = values.path(name_node)
    else:
        name = holder_name(node, values)
    if not name:
        return None
    outer = outer_of(node)
    text = _signature(outer, body, values)
    if name_node is None:
        text = f"{text} {name}"
    owner, _, last = name.rpartition(".")
    properties = {*around.conditional(outer), *around.visibility(outer, values)}
    properties |= {"final"} if any(child.type == "virtual_specifier" for child in node.children) else set()
    return Head(
        kind, last, name_node or node, qualified=name, owner=name if owner else "", body=body,
        bases=_bases(node, values), properties=tuple(properties), signature=text,
    )  # fmt: skip


def _typedef(node: Node, values: Values, around: Surroundings) -> Head | None:
    of = node.child_by_field_name("type")
    found = declared(node.child_by_field_name("declarator"))
    if found is None or of is None:
        return None
    name = values.source.of(found.name)
    own = of.child_by_field_name("name")
    if of.child_by_field_name("body") is not None and own is None:
        return None  # ``typedef struct { … } x``: the struct has the name
    if own is not None and values.source.of(own) == name:
        return None
    target = values.path(own) if own is not None and of.type in TYPES else values.path(of)
    is_plain = of.type in TYPES or of.type in _NAMED_TYPES
    bases = (named(target, of),) if is_plain and not found.is_pointer and found.function is None else ()
    text = one_line(values.source.cut(node.start_byte, min(node.end_byte, node.start_byte + LONGEST))).rstrip("; ")
    if of.child_by_field_name("body") is not None:
        text = f"typedef {of.type.partition('_')[0]} {target} {name}"
    return Head(
        "type", name, found.name, bases=bases, properties=(*around.conditional(node), *around.visibility(node, values)),
        signature=text, begins=node.end_byte,
    )  # fmt: skip


def _alias(node: Node, values: Values, around: Surroundings) -> Head | None:
    name, of = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None:
        return None
    inner = of.child_by_field_name("type") if of is not None and of.type == "type_descriptor" else of
    bases = (named(values.path(inner), inner),) if inner is not None and inner.type in _NAMED_TYPES else ()
    outer = outer_of(node)
    return Head(
        "type", values.source.of(name), name, bases=bases,
        properties=(*around.conditional(outer), *around.visibility(outer, values)),
        signature=_signature(outer, None, values),
    )  # fmt: skip


def _function(node: Node, values: Values, around: Surroundings, is_cpp: bool) -> Head | None:
    if node.type != "function_definition" and not is_prototype_place(node):
        return None
    found = declared(node.child_by_field_name("declarator"))
    if found is None or found.function is None:
        return None
    outer = outer_of(node)
    listed = found.function.child_by_field_name("parameters")
    body = node.child_by_field_name("body") or next((part for part in node.children if part.type == "try_statement"), None)
    test = test_name(node, found, body, values)
    if test:
        return Head(
            "test",
            test,
            found.name,
            owner=fixture_of(found, test, values),
            body=body,
            properties=around.conditional(outer),
            signature=values.flat(node)[:LONGEST].partition("{")[0].strip(),
        )
    kind, owner, name = function_name(node, found, values, is_cpp)
    if not name:
        return None
    words = words_of(node, found, body, values)
    words |= set(around.conditional(outer)) | set(around.visibility(outer, values)) | linkage(node)
    start = next((part for part in node.children if part.type == "field_initializer_list"), body)
    return Head(
        kind, name, found.name, qualified=f"{owner}.{name}" if owner else "", owner=owner, parameters=listed, body=start,
        properties=tuple(words), signature=_signature(outer, start, values),
        returns=_returns(node, found, values), begins=-1 if body is not None else node.end_byte,
    )  # fmt: skip


def _bases(node: Node, values: Values) -> tuple[Value, ...]:
    listed = next((child for child in node.named_children if child.type == "base_class_clause"), None)
    if listed is None:
        return ()
    return tuple(named(values.path(child), child) for child in listed.named_children if child.type in _NAMED_TYPES)


def _signature(node: Node, body: Node | None, values: Values) -> str:
    text = signature(node, body, values.dialect, values.source)
    return f"template <{text[9:].lstrip()}" if text.startswith("template<") else text


def _returns(node: Node, found: Declared, values: Values) -> str:
    """The type a function gives, its trailing one if it has one."""
    function = found.function
    trailing = (
        next((child for child in function.children if child.type == "trailing_return_type"), None)
        if function is not None
        else None
    )
    if trailing is not None:
        inner = first_named(trailing)
        return values.flat(inner)
    if found.name.type == "operator_cast":
        return values.flat(found.name.child_by_field_name("type"))
    return type_text(node, found, values)
