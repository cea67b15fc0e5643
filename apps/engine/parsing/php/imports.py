"""What PHP files bring in: ``use`` with groups and aliases, files that are run with ``require``."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Import, ImportedName, Value
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.source import first_named


def used(node: Node, scope: str, values: Values) -> list[Import]:
    """What ``use`` brings in, one import a name."""
    group = node.child_by_field_name("body")
    prefix = ""
    if group is not None:
        named = next((child for child in node.named_children if child.type == "namespace_name"), None)
        prefix = values.path(named) if named is not None else ""
    found = []
    for clause in (group or node).named_children:
        name = first_named(clause)
        if clause.type != "namespace_use_clause" or name is None:
            continue
        alias = clause.child_by_field_name("alias")
        full = ".".join(part for part in (prefix, values.path(name)) if part)
        module, _, last = full.lstrip("\\").rpartition(".")
        imported = ImportedName(last, values.source.of(alias) if alias is not None else "")
        line, end_line = clause.start_point[0] + 1, clause.end_point[0] + 1
        found.append(Import(module, (imported,), "", 0, line, end_line, scope, "use"))
    return found


def included(node: Node, scope: str, values: Values) -> list[Import]:
    """The file that is run here: its path as written, ``.`` for the folder of this file."""
    inner = first_named(node)
    if inner is None:
        return []
    text = _path(values.value(inner))
    line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
    return [Import(text, (), "", 0, line, end_line, scope, "include")] if text else []


def _path(value: Value) -> str:
    if value.kind == "string":
        return value.text
    if value.kind == "binary" and value.text == "." and len(value.items) == 2 and value.items[1].kind == "string":
        folder = value.items[0]
        call = folder.call
        is_here = folder.kind == "name" and folder.text == "__DIR__"
        named = call is not None and call.callee.text == "dirname" and len(call.arguments) == 1 and call.arguments[0].value
        if is_here or (named and named.text == "__FILE__"):
            return f".{value.items[1].text}"
    return ""
