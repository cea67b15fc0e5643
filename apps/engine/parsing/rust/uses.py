"""Use trees, flattened: one import a leaf."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Import, ImportedName
from apps.engine.parsing.declared.values import Values


def flattened(node: Node, scope: str, values: Values) -> list[Import]:
    """The imports of a ``use`` declaration; one that is ``pub`` hands its names on."""
    tree = node.child_by_field_name("argument")
    if tree is None:
        return []
    is_public = bool(node.children) and node.children[0].type == "visibility_modifier"
    kind = "export-from" if is_public else "use"
    found: list[Import] = []
    todo: list[tuple[Node, str]] = [(tree, "")]
    while todo:
        leaf, prefix = todo.pop()
        line, end_line = leaf.start_point[0] + 1, leaf.end_point[0] + 1
        sort = leaf.type
        if sort == "scoped_use_list":
            path, listed = leaf.child_by_field_name("path"), leaf.child_by_field_name("list")
            below = _join(prefix, values.path(path) if path is not None else "")
            if listed is not None:
                todo += [(child, below) for child in reversed(listed.named_children)]
        elif sort == "use_list":
            todo += [(child, prefix) for child in reversed(leaf.named_children)]
        elif sort == "use_wildcard":
            path = leaf.named_child(0) if leaf.named_child_count else None
            module = _join(prefix, values.path(path) if path is not None else "")
            found.append(Import(module, (ImportedName("*"),), "", 0, line, end_line, scope, kind))
        elif sort in ("line_comment", "block_comment"):
            continue
        else:
            path, alias_node = leaf.child_by_field_name("path"), leaf.child_by_field_name("alias")
            if sort != "use_as_clause":
                path, alias_node = leaf, None
            alias = values.source.of(alias_node) if alias_node is not None else ""
            full = _join(prefix, values.path(path) if path is not None else "")
            if full.endswith(".self"):
                full = full.removesuffix(".self")
            module, _, name = full.rpartition(".")
            if module:
                found.append(Import(module, (ImportedName(name, alias),), "", 0, line, end_line, scope, kind))
            elif name:
                found.append(Import(name, (), alias, 0, line, end_line, scope, kind))
    return found


def _join(prefix: str, path: str) -> str:
    return f"{prefix}.{path}" if prefix and path else prefix or path
