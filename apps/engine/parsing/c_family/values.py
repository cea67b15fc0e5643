"""Values of expressions that the tables of C and C++ do not say: initialisers, conditions, strings side by side."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Value
from apps.engine.parsing.declared.values import Values

ITEMS = 400  # of one initialiser
_ROW = 40  # entries of a row of a table
_NAMED = frozenset({"identifier", "qualified_identifier", "pointer_expression", "cast_expression"})  # what a row may name
_DEEPEST = 6  # levels of initialisers


def special_value(node: Node, values: Values, level: int) -> Value | None:
    """The value of a condition, of strings side by side or of an initialiser; None for anything else."""
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    if node.type == "conditional_expression":
        parts = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        return Value(
            "binary", "?:", tuple(values.value(part) for part in parts if part is not None), line=line, end_line=end_line
        )
    if node.type == "concatenated_string":
        text = "".join(values.dialect.text(part, values.source) for part in node.named_children if part.type == "string_literal")
        return Value("string", text, line=line, end_line=end_line)
    if node.type == "initializer_list" and level <= _DEEPEST:
        return _initialiser(node, values, line, end_line)
    return None


def _initialiser(node: Node, values: Values, line: int, end_line: int) -> Value:
    keys: list[Value] = []
    items: list[Value] = []
    for child in node.named_children[:ITEMS]:
        if child.type == "initializer_pair":
            key, value = designated(child, values), child.child_by_field_name("value")
            if value is not None:
                keys.append(Value("name", key))
                items.append(_shallow(value, values))
        elif child.type not in values.dialect.skipped:
            items.append(_shallow(child, values))
    if len(keys) == len(items) and keys:
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)
    return Value("list", "", tuple(items), line=line, end_line=end_line)


def _shallow(node: Node, values: Values) -> Value:
    """An entry of an initialiser: what is not plain is kept as text, so that large tables stay cheap."""
    kind = values.dialect.kinds.get(node.type, "")
    if kind in ("name", "path", "string", "number", "boolean", "none", "wrap"):
        return (
            values.value(node)
            if kind != "wrap"
            else Value("name", values.name(node))
            if values.name(node)
            else _text(node, values)
        )
    if node.type == "initializer_list" and any(_holds_name(child) for child in node.named_children[:_ROW]):
        return _row(node, values)
    return _text(node, values)


def _holds_name(node: Node) -> bool:
    of = node.child_by_field_name("value") if node.type == "initializer_pair" else node
    return of is not None and of.type in _NAMED


def _row(node: Node, values: Values) -> Value:
    """A row of a table, with the names that stand in it: what else it holds is kept as text."""
    keys: list[Value] = []
    items: list[Value] = []
    for child in node.named_children[:_ROW]:
        of = child.child_by_field_name("value") if child.type == "initializer_pair" else child
        if of is None or child.type in values.dialect.skipped:
            continue
        if child is not of:
            keys.append(Value("name", designated(child, values)))
        name = values.name(of) if of.type in _NAMED else ""
        items.append(named(name, of) if name else _text(of, values))
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    if len(keys) == len(items):
        return Value("dict", "", tuple(items), tuple(keys), line=line, end_line=end_line)
    return Value("list", "", tuple(items), line=line, end_line=end_line)


def _text(node: Node, values: Values) -> Value:
    return Value("other", values.source.short(node), line=node.start_point[0] + 1, end_line=node.end_point[0] + 1)


def named(name: str, node: Node) -> Value:
    """A name at a node as a value."""
    return Value("name", name, line=node.start_point[0] + 1, end_line=node.end_point[0] + 1)


def designated(pair: Node, values: Values) -> str:
    """The field that an entry of an initialiser is for, "" for an element."""
    designator = pair.child_by_field_name("designator")
    return values.source.of(designator).strip(". ") if designator is not None and designator.type == "field_designator" else ""
