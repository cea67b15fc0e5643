"""One walk over the nodes the query found in a JavaScript or TypeScript file → `FileFacts`."""

from __future__ import annotations

from msgspec.structs import replace
from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    FileFacts,
    Lambda,
    Operation,
    Reference,
)
from apps.engine.parsing.ecmascript.bindings import Bindings
from apps.engine.parsing.ecmascript.naming import own_name, wrapped_function
from apps.engine.parsing.ecmascript.values import unwrap
from apps.engine.parsing.literals import comment_text
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.source import first_named
from apps.engine.parsing.values import head


class Reader(Bindings):
    """Collects the facts of one file; `read` is called once."""

    def read(self) -> FileFacts:
        """The facts, in source order."""
        handlers = {
            "definition.function": self._function,
            "definition.expression": self._expression,
            "definition.class": self._class,
            "definition.method": self._method,
            "definition.signature": self._signature,
            "definition.interface": self._interface,
            "definition.enum": self._enum,
            "definition.type": self._type,
            "definition.namespace": self._namespace,
            "definition.ambient": self._ambient,
            "definition.generator": self._generator,
            "reference.call": self._call,
            "reference.new": self._call,
            "reference.element": self._element,
            "reference.name": self._reference,
            "reference.member": self._member,
            "reference.subscript": self._subscript,
            "reference.returned": self._returned,
            "binding.declaration": self._declaration,
            "binding.assignment": self._assignment,
            "binding.augmented": self._augmented,
            "binding.loop": self._loop,
            "binding.except": self._except,
            "binding.field": self._field,
            "binding.alias": self._alias,
            "import.statement": self._import,
            "export.statement": self._export,
            "branch.other": self._branch,
            "text.comment": self._comment,
            "error.syntax": self._error,
            "error.missing": self._error,
        }
        scopes, values = self._scopes, self._values
        for _, start, word, node in self._found:
            handler = handlers.get(word)
            if handler is None:
                continue
            frame = scopes.at(start)
            values.scope = frame.qualname
            handler(node, frame)
        scopes.finish()
        return FileFacts(
            path=self._path,
            language=self._language,
            lines=self._source.line_count,
            docstring=self._docstring(),
            definitions=tuple(scopes.definitions),
            calls=tuple(self._calls),
            references=tuple(self._kept_references()),
            assignments=tuple(self._assignments),
            imports=tuple(self._modules.imports),
            exports=tuple(self._modules.exports),
            environment=tuple(sorted(self._environment.reads, key=lambda read: (read.line, read.name, read.access))),
            branches=self._branches.found(),
            is_script=self._source.data.startswith(b"#!"),
            syntax_errors=self._errors,
            lambdas=tuple(self._anonymous_functions()),
            operations=tuple(self._operations),
        )

    def _anonymous_functions(self) -> list[Lambda]:
        """Functions without names by their places; one below the depth that is looked at is an empty one."""
        out = []
        for place in range(len(self._places)):
            known = self._lambdas.get(place)
            out.append(replace(known[0], returned=tuple(known[1].returned)) if known is not None else Lambda(0, 0))
        return out

    def _docstring(self) -> str:
        """A ``/** … */`` at the top of the file that stands apart from what follows."""
        children = self._tree.root_node.named_children[:3]
        if children and children[0].type == "hash_bang_line":
            children = children[1:]
        if not children or children[0].type != "comment":
            return ""
        comment = self._source.of(children[0])
        if not comment.startswith("/*"):
            return ""
        apart = ("import_statement", "comment", "expression_statement")
        attached = len(children) > 1 and children[1].start_point[0] <= children[0].end_point[0] + 1
        if attached and children[1].type not in apart:
            return ""
        text = comment_text(comment)
        first = text[:400].lower()
        return "" if "copyright" in first or "license" in first or first.startswith(("eslint", "global")) else text

    # calls and names

    def _call(self, node: Node, frame: Frame) -> None:
        if node.type == "call_expression" and self._modules.call(node, frame.qualname):
            return
        call = self._values.call(node)
        self._calls.append(call)
        self._environment.call(call)

    def _element(self, node: Node, frame: Frame) -> None:
        self._scopes.definition_frame(node.start_byte).has_markup = True
        name = node.child_by_field_name("name")
        if name is None:
            return
        first = self._source.cut(name.start_byte, name.start_byte + 1)
        if first.isupper() or name.type == "member_expression":
            call = self._values.call(node)
            self._calls.append(call)
            self._operations.append(Operation("element", call.callee, call.line, call.scope))

    def _reference(self, node: Node, frame: Frame) -> None:
        if node.id in self._seen:
            return
        self._seen.add(node.id)
        name = self._values.name(node)
        if name and name not in ("this", "undefined"):
            self._references.append(Reference(name, node.start_point[0] + 1, frame.qualname))

    def _kept_references(self) -> list[Reference]:
        """References whose first name is no variable of the function they stand in."""
        inner = {definition.qualname for definition in self._scopes.definitions}
        out = []
        for reference in self._references:
            first = head(reference.name)
            names = self._scopes.locals.get(reference.scope)
            if names and first in names and f"{reference.scope}.{first}" not in inner:
                continue
            out.append(reference)
        return out

    def _member(self, node: Node, frame: Frame) -> None:
        self._environment.member(node, frame.qualname)

    def _subscript(self, node: Node, frame: Frame) -> None:
        self._environment.subscript(node, frame.qualname)

    # modules

    def _import(self, node: Node, frame: Frame) -> None:
        self._modules.import_statement(node, frame.qualname)

    def _export(self, node: Node, frame: Frame) -> None:
        if self._modules.export_clause(node, frame.qualname):
            return
        is_default = any(child.type == "default" for child in node.children)
        declaration = node.child_by_field_name("declaration")
        value = node.child_by_field_name("value")
        if declaration is not None:
            inner = declaration
            if declaration.type == "ambient_declaration":
                inner = first_named(declaration) or declaration
            self._exported[inner.id] = (node, is_default)
            if declaration.type in ("lexical_declaration", "variable_declaration", "import_alias"):
                return
            name = own_name(inner, self._source)
            if not frame.qualname:
                self._modules.export(inner, "default" if is_default else name, name or "default")
        elif value is not None and is_default:
            self._default(value, node, frame)
        elif not is_default and node.named_child_count == 1:  # export = x
            child = node.named_children[0]
            line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
            given = self._values.value(child)
            self._assignments.append(Assignment("module.exports", given, line, end_line, frame.qualname))

    def _default(self, value: Node, node: Node, frame: Frame) -> None:
        inner = unwrap(value)
        line = node.start_point[0] + 1
        name = self._values.name(inner)
        if name:
            self._modules.export(node, "default", name)
            return
        self._name_value(value, "default", "default", node, line, {"default", "exported"})
        naming = self._named.get(inner.id)
        if naming is None and inner.type == "call_expression":
            found = wrapped_function(inner, self._source, self._values, True)
            naming = self._named.get(found.id) if found is not None else None
        self._modules.export(node, "default", naming.qualname if naming is not None else "default")
        if naming is None or inner.type == "call_expression":
            given = self._values.value(value)
            end_line = node.end_point[0] + 1
            self._assignments.append(Assignment("default", given, line, end_line, frame.qualname, kind="const"))

    # the rest

    def _branch(self, node: Node, frame: Frame) -> None:
        self._branches.look(node, frame.qualname)
        self._scopes.definition_frame(node.start_byte).branches += 1

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1
