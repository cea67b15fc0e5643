"""Imports and exports of JavaScript and TypeScript: ES modules, CommonJS, dynamic imports."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import Export, Import, ImportedName
from apps.engine.parsing.ecmascript.values import ValueBuilder, callee_and_arguments, unwrap
from apps.engine.parsing.source import Source, first_named


class ModuleReader:
    """Collects imports and exports of one file."""

    def __init__(self, source: Source, values: ValueBuilder) -> None:
        self._source = source
        self._values = values
        self.imports: list[Import] = []
        self.exports: list[Export] = []
        self._taken: set[int] = set()  # require and import() calls that are part of a declaration

    def add(
        self,
        node: Node,
        module: str,
        names: tuple[ImportedName, ...] = (),
        alias: str = "",
        scope: str = "",
        kind: str = "import",
    ) -> None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        self.imports.append(Import(module, names, alias, 0, line, end_line, scope, kind))

    def export(self, node: Node, name: str, local: str) -> None:
        self.exports.append(Export(name, local, node.start_point[0] + 1))

    def import_statement(self, node: Node, scope: str) -> None:
        """``import … from "x"``, ``import "x"``, ``import x = require("x")``."""
        origin = node.child_by_field_name("source")
        is_type = any(child.type in ("type", "typeof") for child in node.children)
        names: list[ImportedName] = []
        for child in node.named_children:
            if child.type == "import_require_clause":
                required = child.child_by_field_name("source")
                alias = first_named(child)
                if required is not None and alias is not None:
                    self.add(node, self._values.string(required) or "", (), self._source.of(alias), scope, "require")
                return
            if child.type == "import_clause":
                names.extend(self._clause(child))
        if origin is not None:
            module = self._values.string(origin) or ""
            self.add(node, module, tuple(names), "", scope, "type" if is_type else "import")

    def _clause(self, node: Node) -> list[ImportedName]:
        out = []
        for child in node.named_children:
            if child.type == "identifier":
                out.append(ImportedName("default", self._source.of(child)))
            elif child.type == "namespace_import":
                inner = first_named(child)
                if inner is not None:
                    out.append(ImportedName("*", self._source.of(inner)))
            elif child.type == "named_imports":
                out.extend(self._specifiers(child))
        return out

    def _specifiers(self, node: Node) -> list[ImportedName]:
        """Names of ``{ a, b as c, default as d }``."""
        out = []
        for child in node.named_children:
            if child.type not in ("import_specifier", "export_specifier"):
                continue
            words = [part for part in child.children if part.type not in ("type", "typeof", "as", "comment")]
            if not words:
                continue
            first = self._values.key(words[0])
            alias = self._values.key(words[-1]) if len(words) > 1 else ""
            out.append(ImportedName(first, "" if alias == first else alias))
        return out

    def export_clause(self, node: Node, scope: str) -> bool:
        """``export { … }``, ``export … from "x"``; False if the statement is of another form."""
        origin = node.child_by_field_name("source")
        module = self._values.string(origin) or "" if origin is not None else ""
        for child in node.named_children:
            if child.type == "export_clause":
                names = self._specifiers(child)
                if origin is not None:
                    self.add(node, module, tuple(names), "", scope, "export-from")
                else:
                    for name in names:
                        self.export(node, name.alias or name.name, name.name)
                return True
            if child.type == "namespace_export":
                inner = first_named(child)
                if origin is not None and inner is not None:
                    self.add(node, module, (ImportedName("*", self._values.key(inner)),), "", scope, "export-from")
                return True
        if origin is not None:
            self.add(node, module, (ImportedName("*"),), "", scope, "export-from")
            return True
        return False

    def required(self, node: Node) -> tuple[str, str, Node] | None:
        """(kind, module, the call) where an expression is ``require("x")`` or ``import("x")``."""
        inner = unwrap(node)
        if inner.type != "call_expression":
            return None
        function, arguments = callee_and_arguments(inner, "call_expression")
        if function is None or arguments is None or arguments.type != "arguments":
            return None
        is_require = function.type == "identifier" and self._source.of(function) == "require"
        if not is_require and function.type != "import":
            return None
        first = first_named(arguments)
        module = self._values.string(first) if first is not None else None
        return ("require" if is_require else "dynamic", module, inner) if module else None

    def declared(self, name: Node, value: Node, scope: str) -> bool:
        """``const x = require("y")`` in its usual shapes; False if the declaration is something else."""
        inner = unwrap(value)
        picked = ""
        if inner.type == "member_expression":
            last, below = inner.child_by_field_name("property"), inner.child_by_field_name("object")
            if last is None or below is None:
                return False
            picked, inner = self._source.of(last), below
        found = self.required(inner)
        if found is None:
            return False
        kind, module, call = found
        statement = name.parent or name
        if name.type == "identifier":
            alias = self._source.of(name)
            if picked:
                names = (ImportedName(picked, "" if picked == alias else alias),)
                self.add(statement, module, names, "", scope, kind)
            else:
                self.add(statement, module, (), alias, scope, kind)
        elif name.type == "object_pattern" and not picked:
            several = self._picked(name)
            if several is None:
                return False
            self.add(statement, module, several, "", scope, kind)
        else:
            return False
        self._taken.add(call.id)
        return True

    def _picked(self, pattern: Node) -> tuple[ImportedName, ...] | None:
        """Names of ``{ a, b: c, d = 1 }``; None where it is nested deeper."""
        out = []
        for child in pattern.named_children:
            if child.type == "shorthand_property_identifier_pattern":
                out.append(ImportedName(self._source.of(child)))
            elif child.type == "object_assignment_pattern":
                left = child.child_by_field_name("left")
                if left is not None:
                    out.append(ImportedName(self._source.of(left)))
            elif child.type == "pair_pattern":
                key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is None or value is None or value.type != "identifier":
                    return None
                out.append(ImportedName(self._values.key(key), self._source.of(value)))
            elif child.type != "comment":
                return None
        return tuple(out)

    def call(self, node: Node, scope: str) -> bool:
        """A call that is an import; False for any other call."""
        found = self.required(node)
        if found is None:
            return False
        if node.id not in self._taken:
            self.add(node, found[1], (), "", scope, found[0])
        return True
