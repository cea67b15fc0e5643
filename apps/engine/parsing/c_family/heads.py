"""Heads of functions: their names, owners and kinds, and the words that say more of them."""

from __future__ import annotations

import re

from tree_sitter import Node

from apps.engine.parsing.c_family.declarators import Declared, cast_of
from apps.engine.parsing.declared.values import Values

_ARGUMENTS = re.compile(r"<[^<>]*>")
_OPERATOR = re.compile(r"operator\b.*$", re.S)
_CODE = frozenset({"compound_statement", "case_statement", "labeled_statement"})
_CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_TESTS = re.compile(
    r"(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|TEST_CASE|TEST_CASE_METHOD|TEST_CASE_FIXTURE|TEMPLATE_TEST_CASE|SCENARIO"
    r"|BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE(?:_TEMPLATE)?|TEST_METHOD|CTEST2?|START_TEST|Test)\Z"
)
_FIXTURES = re.compile(r"(?:TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\Z")
_SPECIFIERS = frozenset({"static", "extern", "inline", "virtual", "constexpr", "consteval", "explicit", "thread_local", "friend"})
_FROM_CLAUSE = {"default_method_clause": "defaulted", "delete_method_clause": "deleted", "pure_virtual_clause": "abstract"}


def is_prototype_place(node: Node) -> bool:
    """Whether a declaration stands where functions are declared: everywhere but between statements."""
    above = node.parent
    while above is not None and above.type.startswith("preproc_"):
        above = above.parent
    return above is None or above.type not in _CODE


def test_name(node: Node, found: Declared, body: Node | None, values: Values) -> str:
    """The name of a test that a macro declares: ``TEST(Suite, Case) { … }``; "" for anything else."""
    if body is None or node.child_by_field_name("type") is not None or found.function is None or found.name.type != "identifier":
        return ""
    if not _TESTS.match(values.source.of(found.name)):
        return ""
    listed = found.function.child_by_field_name("parameters")
    given = [values.flat(child).strip('"') for child in listed.named_children] if listed is not None else []
    return ".".join(given[:2]) if given and all(given[:2]) else ""


def fixture_of(found: Declared, test: str, values: Values) -> str:
    """The class that a test is a member of, "" where it has none."""
    return test.partition(".")[0] if _FIXTURES.match(values.source.of(found.name)) else ""


def function_name(node: Node, found: Declared, values: Values, is_cpp: bool) -> tuple[str, str, str]:
    """(kind, owner, name) of a function; an empty name for what only looks like one."""
    name_node = found.name
    has_type = node.child_by_field_name("type") is not None
    cast = cast_of(name_node)
    if cast is not None:
        owner = _owner(values.source.cut(name_node.start_byte, cast.start_byte)) if cast is not name_node else ""
        return "function", owner, f"operator {values.flat(cast.child_by_field_name('type'))}"
    text = values.source.of(name_node)
    operator = _OPERATOR.search(text)
    if operator is not None and name_node.type in ("operator_name", "qualified_identifier", "template_function"):
        return "function", _owner(text[: operator.start()]), " ".join(operator[0].split())
    plain = "".join(_plain(text).split())
    owner, _, name = plain.rpartition("::")
    owner = owner.strip(":").replace("::", ".")
    holder = _class_name(node, values) if not owner else owner.rpartition(".")[2]
    if name.startswith("~"):
        return "function", owner, name
    if not has_type and is_cpp:
        if holder == name:
            return "constructor", owner, name
        if (holder and not owner) or node.type != "function_definition":
            return "", "", ""  # a macro that is called where declarations stand
    elif not has_type and node.type != "function_definition":
        return "", "", ""
    return "function", owner, name


def words_of(node: Node, found: Declared, body: Node | None, values: Values) -> set[str]:
    """Words of `Definition.properties` that a function's own text says."""
    words: set[str] = set()
    declarator = found.function
    for child in (*node.children, *(declarator.children if declarator is not None else ())):
        kind = child.type
        if kind in (
            "storage_class_specifier",
            "type_qualifier",
            "virtual",
            "inline",
            "explicit_function_specifier",
            "virtual_specifier",
        ):
            word = values.source.of(child)
            if word in _SPECIFIERS or word in ("override", "final"):
                words.add(word)
            elif word == "const" and child.parent is declarator:
                words.add("const")
        elif kind == "noexcept":
            words.add("noexcept")
        elif kind in _FROM_CLAUSE:
            words.add(_FROM_CLAUSE[kind])
    if declarator is not None and any(
        child.type == "type_qualifier" and values.source.of(child) == "const" for child in declarator.children
    ):
        words.add("const")
    default = node.child_by_field_name("default_value")
    if default is not None and values.source.of(default) == "0":
        words |= {"abstract", "virtual"}
    if body is None and not words & {"defaulted", "deleted"}:
        words.add("declaration")
    if node.parent is not None and node.parent.type == "friend_declaration":
        words.add("friend")
    return words - {"explicit", "thread_local"}


def _plain(text: str) -> str:
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        text = shorter
    return text


def _owner(text: str) -> str:
    return "".join(_plain(text).split()).strip(":").replace("::", ".")


def _class_name(node: Node, values: Values) -> str:
    """The plain name of the class that a member stands in."""
    above = node.parent
    while above is not None and (above.type.startswith("preproc_") or above.type == "template_declaration"):
        above = above.parent
    holder = above.parent if above is not None and above.type == "field_declaration_list" else None
    name = holder.child_by_field_name("name") if holder is not None and holder.type in _CLASSES else None
    return _owner(values.source.of(name)).rpartition(".")[2] if name is not None else ""
