"""Imports of Python."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Import, ImportedName
from apps.engine.parsing.python.operations import Operations
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.values import head


class Imports(Operations):
    """Handlers of import statements."""

    def _import(self, node: Node, frame: Frame) -> None:
        for child in node.named_children:
            alias = child.child_by_field_name("alias") if child.type == "aliased_import" else None
            name = child.child_by_field_name("name") if child.type == "aliased_import" else child
            if name is None or name.type != "dotted_name":
                continue
            module = "".join(self._source.of(name).split())
            alias_text = self._source.of(alias) if alias else ""
            frame.locals.add(alias_text or head(module))
            self._add_import(node, frame, module, alias=alias_text, kind="import")

    def _from(self, node: Node, frame: Frame) -> None:
        origin = node.child_by_field_name("module_name")
        if origin is None:
            return
        text = "".join(self._source.of(origin).split())
        module = text.lstrip(".")
        names = []
        for child in node.named_children:
            if child.type == "wildcard_import":
                names.append(ImportedName("*"))
            elif child.type == "aliased_import":
                name, alias = child.child_by_field_name("name"), child.child_by_field_name("alias")
                if name is not None and alias is not None:
                    names.append(ImportedName(self._source.of(name), self._source.of(alias)))
            elif child.type == "dotted_name" and child.id != origin.id:
                names.append(ImportedName(self._source.of(child)))
        frame.locals.update(name.alias or name.name for name in names)
        self._add_import(node, frame, module, tuple(names), level=len(text) - len(module), kind="from")

    def _future(self, node: Node, frame: Frame) -> None:
        names = tuple(ImportedName(self._source.of(child)) for child in node.named_children if child.type == "dotted_name")
        self._add_import(node, frame, "__future__", names, kind="from")

    def _add_import(
        self,
        node: Node,
        frame: Frame,
        module: str,
        names: tuple[ImportedName, ...] = (),
        alias: str = "",
        level: int = 0,
        kind: str = "",
    ) -> None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        self._imports.append(Import(module, names, alias, level, line, end_line, frame.qualname, kind))
