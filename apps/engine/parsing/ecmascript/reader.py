"""One walk over the nodes the query found in a JavaScript or TypeScript file → `FileFacts`."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Call,
    Decorator,
    Definition,
    FileFacts,
    Reference,
    Value,
)
from apps.engine.parsing.ecmascript.environment import Environment
from apps.engine.parsing.ecmascript.headers import (
    annotation_text,
    is_property,
    parameter_nodes,
    parameters,
    pattern_names,
    signature,
)
from apps.engine.parsing.ecmascript.modules import ModuleReader
from apps.engine.parsing.ecmascript.naming import CLASSES, Naming, is_function, members, own_name, wrapped_function
from apps.engine.parsing.ecmascript.values import FUNCTIONS, ValueBuilder, unwrap
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.literals import comment_text, one_line
from apps.engine.parsing.scopes import RETURNED, Frame, Scopes
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import head

_PATTERNS = frozenset({"object_pattern", "array_pattern"})
_PLAIN_PARENTS = frozenset({
    "program", "class_body", "export_statement", "lexical_declaration", "variable_declaration", "ambient_declaration",
    "expression_statement", "internal_module", "module",
})  # fmt: skip
_SPREAD_TARGETS = 20


class Reader:
    """Collects the facts of one file; `read` is called once."""

    def __init__(self, path: str, language: str, source: Source, grammar: Grammar) -> None:
        self._path = path
        self._language = language
        self._source = source
        self._tree = grammar.parse(source.data)
        self._found = list(grammar.find(self._tree))
        awaited = frozenset(node.id for word, node in self._found if word == "reference.awaited")
        self._values = ValueBuilder(source, awaited, self._qualname_of)
        self._scopes = Scopes()
        self._modules = ModuleReader(source, self._values)
        self._environment = Environment(source, self._values)
        self._named: dict[int, Naming] = {}
        self._exported: dict[int, tuple[Node, bool]] = {}  # declaration → export statement, whether default
        self._decorated: dict[int, list[Node]] = {}
        self._comments: dict[int, tuple[int, int, Node]] = {}  # last line → first line, column, comment
        self._calls: list[Call] = []
        self._references: list[Reference] = []
        self._seen: set[int] = set()
        self._assignments: list[Assignment] = []
        self._errors = 0

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
        for word, node in self._found:
            handler = handlers.get(word)
            if handler is None:
                continue
            start = node.start_byte
            scopes.move_to(start)
            frame = scopes.frame(start)
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
            is_script=self._source.data.startswith(b"#!"),
            syntax_errors=self._errors,
        )

    # names

    def _register(
        self,
        node: Node,
        name: str,
        path: str,
        anchor: Node,
        line: int,
        kind: str = "function",
        properties: set[str] | None = None,
    ) -> Naming:
        """Say what a function or class node is called; `path` is its qualified name below the current scope."""
        scope = self._values.scope
        naming = Naming(
            name, self._scopes.unique(f"{scope}.{path}" if scope else path), scope, anchor, line, kind, properties or set()
        )
        self._named[node.id] = naming
        return naming

    def _qualname_of(self, node: Node) -> str:
        """For the values: the qualified name of a function that is a definition."""
        naming = self._named.get(node.id)
        if naming is None:
            if node.type == "method_definition":
                name = node.child_by_field_name("name")
                key = self._values.key(name) if name is not None else ""
                if not key:
                    return ""
                naming = self._register(node, key, key, node, node.start_point[0] + 1, "method")
            else:
                name_text = own_name(node, self._source)
                if not name_text:
                    return ""
                naming = self._register(node, name_text, name_text, node, node.start_point[0] + 1)
        return naming.qualname

    def _name_value(self, value: Node, name: str, path: str, anchor: Node, line: int, properties: set[str]) -> bool:
        """Name the function a value is, wraps or holds; whether the value is that function itself."""
        inner = unwrap(value)
        if is_function(inner):
            own = own_name(inner, self._source) if name in ("exports", "default") else ""
            self._register(inner, own or name, own or path, anchor, line, "function", properties)
            return True
        if inner.type == "object":
            for key, member, whole in members(inner, self._values):
                at = whole.start_point[0] + 1
                last = key.rpartition(".")[2]
                if member.type == "method_definition":
                    self._register(member, last, f"{path}.{key}", whole, at, "method")
                elif is_function(member):
                    self._register(member, last, f"{path}.{key}", whole, at)
                elif member.type == "call_expression":
                    found = wrapped_function(member, self._source, self._values, not self._values.scope)
                    if found is not None:
                        self._register(found, last, f"{path}.{key}", whole, at)
        elif inner.type == "call_expression":
            found = wrapped_function(inner, self._source, self._values, not self._values.scope)
            if found is not None:
                self._register(found, name, path, anchor, line, "function", properties)
        return False

    # definitions

    def _define(self, node: Node, naming: Naming, bodied: str, start: int, **more: object) -> Frame:
        source = self._source
        anchor = naming.anchor
        decorators = self._decorators_of(node, anchor)
        first_line = min([anchor.start_point[0] + 1, *(decorator.line for decorator in decorators)])
        start_line, doc = self._leading(first_line, anchor.start_point[1])
        end_line = max(anchor.end_point[0] + 1, naming.line)
        properties = naming.properties
        statement = anchor.parent
        if bodied == "function" or bodied == "class":
            if statement is not None and statement.type not in _PLAIN_PARENTS and naming.kind == "function":
                outer = statement.parent
                if statement.type == "statement_block" and outer is not None and outer.type.endswith("_statement"):
                    properties.add("conditional")
            if naming.parent and self._is_function(naming.parent):
                properties.add("nested")
        kind = str(more.pop("kind", naming.kind))
        draft = Definition(
            kind=kind,  # type: ignore[arg-type]
            name=naming.name,
            qualname=naming.qualname,
            line=naming.line,
            end_line=end_line,
            start_line=min(start_line, naming.line),
            parent=naming.parent,
            docstring=doc,
            decorators=decorators,
            properties=tuple(sorted(properties)),
            body_digest=source.digest(min(start_line, naming.line), end_line),
            **more,  # type: ignore[arg-type]
        )
        return self._scopes.open(draft, bodied, start, node.end_byte)

    def _is_function(self, qualname: str) -> bool:
        for definition in reversed(self._scopes.definitions):
            if definition.qualname == qualname:
                return definition.kind not in ("class", "interface", "enum", "namespace", "type")
        return False

    def _own_naming(self, node: Node, frame: Frame, name: str, properties: set[str]) -> Naming:
        """The naming of a declaration, by the name it carries."""
        exported = self._exported.get(node.id)
        anchor = node
        if exported is not None:
            anchor = exported[0]
            properties |= {"exported", "default"} if exported[1] else {"exported"}
        qualname = self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name)
        frame.locals.add(name)
        return Naming(name, qualname, frame.qualname, anchor, _keyword_line(node), "function", properties)

    def _function(self, node: Node, frame: Frame) -> None:
        naming = self._named.pop(node.id, None)
        if naming is None:
            name = own_name(node, self._source)
            exported = self._exported.get(node.id)
            if not name and not (exported and exported[1]):
                self._anonymous(node, frame)
                return
            naming = self._own_naming(node, frame, name or "default", set())
        self._open_function(
            node, naming, naming.anchor.start_byte if naming.anchor.type != "export_statement" else node.start_byte
        )

    def _open_function(self, node: Node, naming: Naming, signature_from: int) -> None:
        naming.properties |= _function_properties(node)
        text = signature(signature_from, node, self._source)
        given = parameters(node, self._source, self._values)
        returns = annotation_text(node.child_by_field_name("return_type"), self._source)
        frame = self._define(
            node,
            naming,
            "function",
            node.start_byte,
            signature=text,
            parameters=given,
            returns=returns,
        )
        frame.is_generator = "generator" in naming.properties
        self._bind_parameters(node, frame)
        body = node.child_by_field_name("body")
        if body is not None and body.type != "statement_block" and node.type == "arrow_function":
            outer, self._values.scope = self._values.scope, frame.qualname
            self._keep_returned(body, frame)
            self._values.scope = outer

    def _expression(self, node: Node, frame: Frame) -> None:
        naming = self._named.pop(node.id, None)
        if naming is None:
            self._qualname_of(node)
            naming = self._named.pop(node.id, None)
        if naming is None:
            self._anonymous(node, frame)
            return
        anchor = naming.anchor
        start = anchor.start_byte
        if anchor.type == "export_statement":
            inner = anchor.child_by_field_name("declaration") or anchor.child_by_field_name("value")
            start = inner.start_byte if inner is not None else start
        self._open_function(node, naming, start)

    def _anonymous(self, node: Node, frame: Frame) -> None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        for parameter in parameter_nodes(node):
            for name in pattern_names(parameter):
                target = self._source.of(name)
                self._assignments.append(Assignment(target, None, line, end_line, frame.qualname, kind="parameter"))
        self._scopes.enter(Frame(frame.qualname, "anonymous", node.start_byte, node.end_byte, locals=frame.locals))

    def _bind_parameters(self, node: Node, frame: Frame) -> None:
        """Names in destructured parameters mean what the caller passes: nothing is known of them."""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        for parameter in parameter_nodes(node):
            if parameter.type == "identifier":
                continue
            for name in pattern_names(parameter):
                text = self._source.of(name)
                frame.locals.add(text)
                if name.type != "identifier" or (name.parent is not None and name.parent.id != parameter.id):
                    self._assignments.append(Assignment(text, None, line, end_line, frame.qualname, kind="parameter"))

    def _class(self, node: Node, frame: Frame) -> None:
        naming = self._named.pop(node.id, None)
        if naming is None:
            name = own_name(node, self._source)
            exported = self._exported.get(node.id)
            if not name and not (exported and exported[1]):
                self._scopes.enter(Frame(frame.qualname, "anonymous", node.start_byte, node.end_byte, locals=frame.locals))
                return
            naming = self._own_naming(node, frame, name or "default", set())
        if node.type == "abstract_class_declaration":
            naming.properties.add("abstract")
        body = node.child_by_field_name("body")
        text = self._source.cut(node.start_byte, body.start_byte if body is not None else node.end_byte)
        keyword = text.find("class")
        if text.startswith("@") and keyword > 0:
            text = ("abstract " if "abstract" in naming.properties else "") + self._source.cut(
                _keyword(node), body.start_byte if body is not None else node.end_byte
            )
        bases = self._bases(node)
        self._define(
            node,
            naming,
            "class",
            body.start_byte if body is not None else node.end_byte,
            kind="class",
            signature=one_line(text),
            bases=bases,
        )
        if body is not None:
            self._class_body(body)

    def _class_body(self, body: Node) -> None:
        """Decorators stand before the member they belong to."""
        waiting: list[Node] = []
        for child in body.named_children:
            if child.type == "decorator":
                waiting.append(child)
            elif child.type != "comment":
                if waiting:
                    self._decorated[child.id] = waiting
                waiting = []

    def _bases(self, node: Node) -> tuple[Value, ...]:
        heritage = next((child for child in node.named_children if child.type == "class_heritage"), None)
        if heritage is None:
            return ()
        out = []
        for child in heritage.named_children:
            if child.type == "extends_clause":
                value = child.child_by_field_name("value")
                if value is not None:
                    out.append(self._values.value(value))
            elif child.type == "implements_clause":
                out.extend(self._type_value(item) for item in child.named_children)
            elif child.type != "comment":
                out.append(self._values.value(child))
        return tuple(out)

    def _type_value(self, node: Node) -> Value:
        """A named type as a value, its arguments left out."""
        if node.type == "generic_type":
            node = node.child_by_field_name("name") or node
        return self._values.value(node)

    def _method(self, node: Node, frame: Frame) -> None:
        naming = self._named.pop(node.id, None)
        words = {child.type for child in node.children if not child.is_named}
        name_node = node.child_by_field_name("name")
        name = self._values.key(name_node) if name_node is not None else ""
        if naming is None:
            if not name:
                name = " ".join(self._source.of(name_node).split()) if name_node is not None else "?"
            qualname = self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name)
            naming = Naming(name, qualname, frame.qualname, node, node.start_point[0] + 1, "method")
        naming.kind = "method"
        naming.properties |= _member_properties(node, self._source)
        if "get" in words or "set" in words:
            naming.kind = "accessor"
            naming.properties.add("getter" if "get" in words else "setter")
            naming.properties.add("property")
        elif naming.name == "constructor" and frame.kind == "class":
            naming.kind = "constructor"
        self._open_function(node, naming, node.start_byte)
        if naming.kind == "constructor":
            self._constructor_fields(node, frame)

    def _constructor_fields(self, node: Node, frame: Frame) -> None:
        """TypeScript's ``constructor(private service: Service)`` declares a field."""
        for parameter in parameter_nodes(node):
            pattern = parameter.child_by_field_name("pattern")
            if pattern is None or not is_property(parameter):
                continue
            note = annotation_text(parameter.child_by_field_name("type"), self._source)
            line, end_line = parameter.start_point[0] + 1, parameter.end_point[0] + 1
            self._assignments.append(
                Assignment(self._source.of(pattern), None, line, end_line, frame.qualname, note, kind="field")
            )

    def _signature(self, node: Node, frame: Frame) -> None:
        """A function or method without a body: overloads, abstract methods, methods of interfaces, ambient declarations."""
        name_node = node.child_by_field_name("name")
        if name_node is None:
            return
        name = self._values.key(name_node) or self._source.of(name_node)
        is_member = node.type in ("method_signature", "abstract_method_signature")
        if is_member and frame.kind != "class":
            return
        properties = _member_properties(node, self._source)
        if node.type == "abstract_method_signature":
            properties.add("abstract")
        parent = node.parent
        if node.type == "function_signature" or (
            parent is not None and parent.type == "class_body" and "abstract" not in properties
        ):
            properties.add("overload")
        if is_member:
            qualname = self._scopes.unique(f"{frame.qualname}.{name}")
            naming = Naming(name, qualname, frame.qualname, node, node.start_point[0] + 1, "method", properties)
        else:
            naming = self._own_naming(node, frame, name, properties)
        self._open_function(node, naming, node.start_byte)

    def _interface(self, node: Node, frame: Frame) -> None:
        naming = self._own_naming(node, frame, own_name(node, self._source), set())
        body = node.child_by_field_name("body")
        end = body.start_byte if body is not None else node.end_byte
        bases: list[Value] = []
        for child in node.named_children:
            if child.type in ("extends_type_clause", "extends_clause"):
                bases.extend(self._type_value(item) for item in child.named_children if item.type != "type_arguments")
        self._define(
            node,
            naming,
            "class",
            end,
            kind="interface",
            signature=one_line(self._source.cut(node.start_byte, end)),
            bases=tuple(bases),
        )
        if body is not None:
            self._properties(body, naming.qualname)

    def _properties(self, body: Node, qualname: str) -> None:
        """Property signatures of an interface or object type as fields."""
        for child in body.named_children:
            name = child.child_by_field_name("name") if child.type == "property_signature" else None
            if name is None:
                continue
            note = annotation_text(child.child_by_field_name("type"), self._source)
            if any(part.type == "?" for part in child.children) and note:
                note += " | undefined"
            line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
            self._assignments.append(Assignment(self._values.key(name), None, line, end_line, qualname, note, kind="field"))

    def _enum(self, node: Node, frame: Frame) -> None:
        naming = self._own_naming(node, frame, own_name(node, self._source), set())
        body = node.child_by_field_name("body")
        end = body.start_byte if body is not None else node.end_byte
        self._define(node, naming, "class", end, kind="enum", signature=one_line(self._source.cut(node.start_byte, end)))
        for child in body.named_children if body is not None else ():
            name, value = (child.child_by_field_name("name"), child.child_by_field_name("value"))
            if child.type != "enum_assignment":
                name, value = child, None
            if name is None or child.type == "comment":
                continue
            line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
            given = self._values.value(value) if value is not None else None
            self._assignments.append(Assignment(self._values.key(name), given, line, end_line, naming.qualname, kind="field"))

    def _type(self, node: Node, frame: Frame) -> None:
        naming = self._own_naming(node, frame, own_name(node, self._source), set())
        value = node.child_by_field_name("value")
        text = " ".join(self._source.cut(node.start_byte, min(node.end_byte, node.start_byte + 1200)).split())
        self._define(node, naming, "class", node.end_byte, kind="type", signature=text[:400].rstrip("; "))
        if value is not None and value.type == "object_type":
            self._properties(value, naming.qualname)

    def _namespace(self, node: Node, frame: Frame) -> None:
        name_node = node.child_by_field_name("name")
        if name_node is None or name_node.type == "string":
            return  # ``declare module "x"`` describes another package
        name = "".join(self._source.of(name_node).split())
        naming = self._own_naming(node, frame, name, set())
        body = node.child_by_field_name("body")
        end = body.start_byte if body is not None else node.end_byte
        text = one_line(self._source.cut(node.start_byte, end))
        self._define(node, naming, "namespace", end, kind="namespace", signature=text)

    def _generator(self, node: Node, frame: Frame) -> None:
        self._scopes.definition_frame(node.start_byte).is_generator = True

    # comments and decorators

    def _comment(self, node: Node, frame: Frame) -> None:
        if self._source.begins_line(node.start_byte):
            first, last = node.start_point[0] + 1, node.end_point[0] + 1
            self._comments[last] = (first, node.start_point[1], node)

    def _leading(self, line: int, column: int) -> tuple[int, str]:
        """(first line of the comments directly above, their text)."""
        texts: list[str] = []
        while True:
            found = self._comments.get(line - 1)
            if found is None or found[1] != column:
                break
            text = self._source.of(found[2])
            if not text.startswith(("// eslint", "/* eslint", "// @ts-", "/* istanbul", "// prettier", "//#")):
                texts.append(comment_text(text))
            line = found[0]
            if text.startswith("/*"):
                break
        return line, "\n".join(reversed(texts)).strip()

    def _decorators_of(self, node: Node, anchor: Node) -> tuple[Decorator, ...]:
        found = [*self._decorated.get(node.id, ())]
        for place in {anchor.id: anchor, node.id: node}.values():
            if place.type in ("export_statement", "class_declaration", "abstract_class_declaration", "public_field_definition"):
                found.extend(child for child in place.named_children if child.type == "decorator")
        out = []
        for decorator in sorted(found, key=lambda item: item.start_byte):
            inner = first_named(decorator)
            if inner is None:
                continue
            called = inner.type == "call_expression"
            named = inner.child_by_field_name("function") if called else inner
            arguments = self._values.call(inner).arguments if called else ()
            name = self._values.name(named) if named is not None else ""
            line, end_line = decorator.start_point[0] + 1, decorator.end_point[0] + 1
            out.append(Decorator(name or self._source.short(inner), arguments, called, line, end_line))
        return tuple(out)

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
            self._calls.append(self._values.call(node))

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

    def _returned(self, node: Node, frame: Frame) -> None:
        inner = first_named(node)
        if inner is not None and frame.kind == "function":
            self._keep_returned(inner, frame)

    def _keep_returned(self, node: Node, frame: Frame) -> None:
        if len(frame.returned) >= RETURNED or unwrap(node).type in ("jsx_element", "jsx_self_closing_element", "jsx_fragment"):
            return
        value = self._values.value(node)
        if value.kind in ("name", "call", "attribute", "binary", "function", "dict"):
            frame.returned.append(value)

    # bindings

    def _declaration(self, node: Node, frame: Frame) -> None:
        """``const``, ``let``, ``var`` with all their declarators."""
        first = node.children[0] if node.child_count else None
        kind = self._source.of(first) if first is not None else ""
        exported = self._exported.get(node.id)
        declarators = [child for child in node.named_children if child.type == "variable_declarator"]
        for declarator in declarators:
            name, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
            if name is None:
                continue
            for bound in pattern_names(name):
                text = self._source.of(bound)
                frame.locals.add(text)
                if exported is not None:
                    self._modules.export(declarator, text, text)
            if value is None:
                self._bind(name, None, declarator, frame, kind)
                continue
            anchor = declarator
            if len(declarators) == 1:
                anchor = exported[0] if exported is not None else node
            self._declared(name, value, declarator, anchor, frame, kind, {"exported"} if exported is not None else set())

    def _declared(
        self, name: Node, value: Node, declarator: Node, anchor: Node, frame: Frame, kind: str, properties: set[str]
    ) -> None:
        if self._modules.declared(name, value, frame.qualname):
            return
        inner = unwrap(value)
        if self._environment.is_mapping(inner):
            if name.type == "identifier":
                self._environment.alias(self._source.of(name))
            elif name.type == "object_pattern":
                self._environment.pattern(name, inner, frame.qualname)
        if name.type == "identifier":
            text = self._source.of(name)
            if self._name_value(value, text, text, anchor, declarator.start_point[0] + 1, properties):
                return
        self._bind(name, self._values.value(value), declarator, frame, kind)

    def _bind(self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        """An assignment for every name a pattern binds."""
        if target.type in _PATTERNS:
            self._spread(target, value, node, frame, kind)
            return
        if target.type == "undefined" or not target.is_named:
            return
        text = self._values.name(target)
        if not text and target.type == "subscript_expression":
            text = self._keyed(target)
        if not text:
            return
        note = annotation_text(node.child_by_field_name("type"), self._source) if node.type == "variable_declarator" else ""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        self._assignments.append(Assignment(text, value, line, end_line, frame.qualname, note, None, kind))

    def _keyed(self, target: Node) -> str:
        below, index = target.child_by_field_name("object"), target.child_by_field_name("index")
        if below is None or index is None or index.type not in ("string", "identifier", "number"):
            return ""
        name = self._values.name(below)
        return f"{name}[{self._source.of(index)}]" if name else ""

    def _spread(self, pattern: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        for index, child in enumerate(pattern.named_children[:_SPREAD_TARGETS]):
            key = ""
            target: Node | None = child
            if child.type in ("object_assignment_pattern", "assignment_pattern"):
                target = child.child_by_field_name("left")
            elif child.type == "pair_pattern":
                key_node, target = child.child_by_field_name("key"), child.child_by_field_name("value")
                key = self._values.key(key_node) if key_node is not None else ""
                if target is not None and target.type == "assignment_pattern":
                    target = target.child_by_field_name("left")
            if target is None:
                continue
            if target.type not in ("identifier", "shorthand_property_identifier_pattern"):
                for inner in pattern_names(target):
                    text = self._source.of(inner)
                    self._assignments.append(Assignment(text, None, line, end_line, frame.qualname, kind=kind))
                continue
            text = self._source.of(target)
            item = self._part(value, key or text, index, pattern.type == "array_pattern")
            self._assignments.append(Assignment(text, item, line, end_line, frame.qualname, kind=kind))

    def _part(self, value: Value | None, key: str, index: int, is_array: bool) -> Value | None:
        """What one name of a pattern gets."""
        if value is None:
            return None
        if is_array:
            if value.kind == "list":
                return value.items[index] if index < len(value.items) else None
            place = Value("number", str(index), line=value.line, end_line=value.line)
            return Value("subscript", items=(value, place), line=value.line, end_line=value.line)
        if value.kind == "name":
            return Value("name", f"{value.text}.{key}", line=value.line, end_line=value.line)
        return Value("attribute", key, (value,), line=value.line, end_line=value.line)

    def _assignment(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        self._environment.written(left)
        end = unwrap(right)
        while end.type == "assignment_expression":
            following = end.child_by_field_name("right")
            if following is None:
                break
            end = unwrap(following)
        target = self._values.name(left)
        if target and end.id not in self._named:
            self._name_assigned(target, end, node, frame)
        self._bind(left, self._values.value(end), node, frame, "")

    def _name_assigned(self, target: str, value: Node, node: Node, frame: Frame) -> None:
        """``exports.x = function``, ``Type.prototype.m = function``, ``this.m = () => …``, ``module.exports = { … }``."""
        statement = node.parent if node.parent is not None and node.parent.type == "expression_statement" else node
        line = node.start_point[0] + 1
        properties: set[str] = set()
        path = target
        if target in ("module.exports", "exports"):
            path = "exports"
            properties = {"default", "exported"}
        elif target.startswith(("module.exports.", "exports.")):
            path = "exports." + target.partition("exports.")[2]
            properties = {"exported"}
        elif target.startswith("this."):
            path = target.removeprefix("this.")
        elif ".prototype." in target:
            path = target.replace(".prototype.", ".")
        name = path.rpartition(".")[2]
        if "." not in target and not is_function(value):
            return  # a plain variable that is given an object later
        scope = self._values.scope
        owner, _, last = path.rpartition(".")
        if target.startswith("this."):
            found = self._scopes.frame(node.start_byte)
            outer = self._owner_of(found.qualname)
            if outer:
                self._values.scope = outer
        self._name_value(value, name, path, statement, line, properties)
        naming = self._named.get(value.id)
        if naming is not None and ".prototype." in target and owner and last:
            naming.parent, naming.kind = owner, "method"
        self._values.scope = scope

    def _owner_of(self, qualname: str) -> str:
        """The class around a scope, or the scope itself where a function plays the constructor."""
        by_name = {definition.qualname: definition for definition in self._scopes.definitions}
        here = by_name.get(qualname)
        while here is not None:
            if here.kind == "class":
                return here.qualname
            here = by_name.get(here.parent)
        return qualname

    def _augmented(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            self._bind(left, self._values.value(right) if right else None, node, frame, "augmented")

    def _loop(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None:
            return
        value = self._values.value(right) if right is not None else None
        for name in pattern_names(left):
            text = self._source.of(name)
            frame.locals.add(text)
            line, end_line = left.start_point[0] + 1, left.end_point[0] + 1
            self._assignments.append(Assignment(text, value, line, end_line, frame.qualname, kind="loop"))

    def _except(self, node: Node, frame: Frame) -> None:
        parameter = node.child_by_field_name("parameter")
        if parameter is None:
            return
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        for name in pattern_names(parameter):
            text = self._source.of(name)
            self._assignments.append(Assignment(text, None, line, end_line, frame.qualname, kind="parameter"))

    def _field(self, node: Node, frame: Frame) -> None:
        """A field of a class body; a function in it is a method."""
        name_node = node.child_by_field_name("property") or node.child_by_field_name("name")
        if name_node is None:
            return
        name = self._values.key(name_node)
        value = node.child_by_field_name("value")
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        if value is not None and name and unwrap(value).type in FUNCTIONS:
            self._register(unwrap(value), name, name, node, line, "method", _member_properties(node, self._source))
            return
        note = annotation_text(node.child_by_field_name("type"), self._source)
        given = self._values.value(value) if value is not None else None
        if name:
            self._assignments.append(Assignment(name, given, line, end_line, frame.qualname, note, None, "field"))

    def _alias(self, node: Node, frame: Frame) -> None:
        """TypeScript's ``import a = b.c``."""
        children = node.named_children
        if len(children) == 2:
            line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
            value = self._values.value(children[1])
            self._assignments.append(
                Assignment(self._source.of(children[0]), value, line, end_line, frame.qualname, kind="const")
            )

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
        self._scopes.definition_frame(node.start_byte).branches += 1

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1


def _keyword(node: Node) -> int:
    """Byte of the keyword of a declaration, behind its decorators."""
    for child in node.children:
        if child.type not in ("decorator", "comment"):
            return child.start_byte
    return node.start_byte


def _keyword_line(node: Node) -> int:
    if node.type not in CLASSES:
        return node.start_point[0] + 1
    for child in node.children:
        if child.type not in ("decorator", "comment"):
            return child.start_point[0] + 1
    return node.start_point[0] + 1


def _function_properties(node: Node) -> set[str]:
    words = {child.type for child in node.children if not child.is_named}
    out = set()
    if "async" in words:
        out.add("async")
    if "*" in words or node.type.startswith("generator"):
        out.add("generator")
    return out


def _member_properties(node: Node, source: Source) -> set[str]:
    out = set()
    for child in node.children:
        if child.type == "static":
            out.add("static")
        elif (
            child.type == "accessibility_modifier" and source.of(child) in ("private", "protected")
        ) or child.type == "private_property_identifier":
            out.add("private")
        elif child.type == "abstract":
            out.add("abstract")
    return out
