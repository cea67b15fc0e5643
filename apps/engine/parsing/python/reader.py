"""One walk over the nodes the query found in a Python file → `FileFacts`."""

from __future__ import annotations

import re

from tree_sitter import Node

from apps.engine.facts import (
    FileFacts,
    Import,
    ImportedName,
    Operation,
    Reference,
    Value,
)
from apps.engine.parsing.python.headers import docstring
from apps.engine.parsing.python.operations import Operations
from apps.engine.parsing.scopes import RETURNED, Frame
from apps.engine.parsing.source import first_named
from apps.engine.parsing.values import head

_MAIN = re.compile(r"""\(?\s*(__name__\s*==\s*(["'])__main__\2|(["'])__main__\3\s*==\s*__name__)\s*\)?$""").match

_RETURNED = frozenset({
    "name", "call", "attribute", "binary", "function", "subscript", "list", "dict", "string", "template", "number", "boolean",
})  # fmt: skip
_ALIKE = frozenset({"string", "template", "number", "boolean"})  # one of each tells all that more of them would


class Reader(Operations):
    """Collects the facts of one file; `read` is called once."""

    def read(self) -> FileFacts:
        """The facts, every tuple in source order."""
        handlers = {
            "definition.function": self._define,
            "definition.class": self._define,
            "definition.type": self._type,
            "definition.decorated": self._note_decorated,
            "definition.generator": self._generator,
            "scope.lambda": self._lambda,
            "scope.comprehension": self._comprehension,
            "reference.call": self._call,
            "reference.name": self._reference,
            "reference.returned": self._returned,
            "binding.assignment": self._assignment,
            "binding.async": self._waits,
            "binding.augmented": self._augmented,
            "binding.named": self._walrus,
            "binding.loop": self._loop,
            "binding.with": self._with,
            "binding.except": self._except,
            "binding.global": self._outer,
            "binding.nonlocal": self._outer,
            "import.module": self._import,
            "import.from": self._from,
            "import.future": self._future,
            "branch.if": self._if,
            "branch.case": self._branch_case,
            "branch.other": self._branch,
            "operator.set": self._set_item,
            "operator.delete": self._delete_item,
            "operator.binary": self._binary,
            "operator.comparison": self._comparison,
            "operator.unary": self._unary,
            "operator.raise": self._raise,
            "reference.read": self._get,
            "reference.subscript": self._subscript,
            "text.comment": self._comment,
            "error.syntax": self._error,
            "error.missing": self._error,
        }
        scopes, values = self._scopes, self._values
        for _, start, word, node in self._found:
            handler = handlers.get(word)
            if handler is not None:
                frame = scopes.at(start)
                values.scope = frame.qualname
                handler(node, frame)
        scopes.finish()
        root = self._tree.root_node
        environment = self._environment.reads(self._imports, self._assignments)
        return FileFacts(
            path=self._path,
            language="Python",
            lines=self._source.line_count,
            docstring=docstring(root, self._source, values),
            definitions=tuple(scopes.definitions),
            calls=tuple(self._calls),
            references=tuple(self._kept_references()),
            assignments=tuple(self._assignments),
            imports=tuple(self._imports),
            environment=environment,
            branches=self._branches.found(),
            is_script=bool(self._main_line) or self._source.data.startswith(b"#!"),
            main_line=self._main_line,
            syntax_errors=self._errors,
            operations=tuple(self._operations),
        )

    # calls and names

    def _call(self, node: Node, frame: Frame) -> None:
        call = self._values.call(node)
        self._calls.append(call)
        if self._environment.wanted:
            self._environment.call(call, node)

    def _reference(self, node: Node, frame: Frame) -> None:
        name = self._values.name(node)
        if name and name != "self":
            self._references.append((name, node.start_byte, frame.qualname))

    def _returned(self, node: Node, frame: Frame) -> None:
        if frame.kind != "function" or len(frame.returned) >= RETURNED:
            return
        inner = first_named(node)
        if inner is None or inner.type in ("none", "comment"):
            return
        value = self._values.value(inner)
        kind = value.kind
        if kind in _RETURNED and not (kind in _ALIKE and any(item.kind == kind for item in frame.returned)):
            frame.returned.append(value)

    def _kept_references(self) -> list[Reference]:
        """References whose first name is no variable of the function they stand in: definitions, imports, attributes of self."""
        inner = {definition.qualname for definition in self._scopes.definitions}
        modules = {name.alias or name.name for item in self._imports for name in item.names}
        modules |= {item.alias or head(item.module) for item in self._imports}
        out = []
        for name, start, scope in self._references:
            first = head(name)
            names = self._scopes.locals.get(scope)
            is_variable = names and first in names and first != "self" and f"{scope}.{first}" not in inner
            if not is_variable or (first in modules and "." not in name):
                out.append(Reference(name, self._source.line_of(start), scope))
            elif "." in name:  # an attribute of a variable
                line = self._source.line_of(start)
                self._operations.append(Operation("get", Value("name", name, (), (), None, line, line), line, scope))
        return out

    # imports

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

    # the rest

    def _if(self, node: Node, frame: Frame) -> None:
        self._branch(node, frame)
        if frame.qualname or self._main_line:
            return
        condition = node.child_by_field_name("condition")
        if condition is not None and _MAIN(self._source.of(condition)):
            self._main_line = node.start_point[0] + 1

    def _branch_case(self, node: Node, frame: Frame) -> None:
        self._branch(node, frame)
        self._case(node, frame)

    def _branch(self, node: Node, frame: Frame) -> None:
        self._branches.look(node, frame.qualname)
        self._scopes.definition_frame(node.start_byte).branches += 1

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1
