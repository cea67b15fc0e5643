"""What C and C++ take from elsewhere: includes, using declarations, aliases of namespaces."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Import, ImportedName
from apps.engine.parsing.declared.values import Values


def imports_of(node: Node, word: str, scope: str, values: Values) -> list[Import]:
    """The imports of a node; `word` is "include" for those of the preprocessor."""
    line, end_line = node.start_point[0] + 1, node.start_point[0] + 1
    if word == "include":
        path = node.child_by_field_name("path")
        if path is None or path.type not in ("string_literal", "system_lib_string"):
            return []
        return [Import(values.source.of(path).strip('"'), (), "", 0, line, end_line, scope, "include")]
    if node.type == "namespace_alias_definition":
        name, whole = node.child_by_field_name("name"), node.named_children[-1]
        return [Import(values.path(whole), (), values.source.of(name), 0, line, end_line, scope, "using")] if name else []
    target = node.named_children[-1] if node.named_child_count else None
    if target is None:
        return []
    dotted = values.path(target)
    if any(child.type == "namespace" for child in node.children):
        return [Import(dotted, (ImportedName("*"),), "", 0, line, end_line, scope, "using")]
    module, _, last = dotted.rpartition(".")
    return [Import(module, (ImportedName(last),), "", 0, line, end_line, scope, "using")] if module else []
