"""Functions, classes, interfaces and the like of JavaScript and TypeScript."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Definition,
    Lambda,
    Value,
)
from apps.engine.parsing.ecmascript.headers import (
    annotation_text,
    intersected,
    parameter_nodes,
    parameters,
    signature,
)
from apps.engine.parsing.ecmascript.naming import CLASSES, Naming, literal_path, own_name
from apps.engine.parsing.ecmascript.patterns import pattern_parts
from apps.engine.parsing.ecmascript.shapes import (
    class_bases,
    constructor_fields,
    enum_fields,
    interface_bases,
    shape_fields,
    type_value,
)
from apps.engine.parsing.ecmascript.state import State
from apps.engine.parsing.literals import one_line
from apps.engine.parsing.scopes import Frame
from apps.engine.parsing.source import Source, first_named

_NAMED_TYPES = frozenset({"type_identifier", "nested_type_identifier", "generic_type"})
_PLAIN_PARENTS = frozenset({
    "program", "class_body", "export_statement", "lexical_declaration", "variable_declaration", "ambient_declaration",
    "expression_statement", "internal_module", "module",
})  # fmt: skip


class Definitions(State):
    """Handlers of nodes that define something."""

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
        definition = self._scopes.named(qualname)
        return definition is not None and definition.kind not in ("class", "interface", "enum", "namespace", "type")

    def _own_naming(self, node: Node, frame: Frame, name: str, properties: set[str], *, has_body: bool = False) -> Naming:
        """The naming of a declaration, by the name it carries."""
        exported = self._exported.get(node.id)
        anchor = node
        if exported is not None:
            anchor = exported[0]
            properties |= {"exported", "default"} if exported[1] else {"exported"}
        qualname = self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name, has_body=has_body)
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
            naming = self._own_naming(node, frame, name or "default", set(), has_body=True)
        self._open_function(
            node, naming, naming.anchor.start_byte if naming.anchor.type != "export_statement" else node.start_byte
        )

    def _open_function(self, node: Node, naming: Naming, signature_from: int) -> None:
        naming.properties |= _function_properties(node)
        text = signature(signature_from, node, self._source)
        given = parameters(node, self._source, self._values, naming.qualname)
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
        if "overload" not in naming.properties:
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
        place = self._place_of(node)
        inner = Frame(frame.qualname, "anonymous", node.start_byte, node.end_byte, locals=frame.locals)
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        function = self._values.value(node)
        for position, parameter in enumerate(parameter_nodes(node)):
            for name, value in self._arguments_of(parameter, position, function):
                self._assignments.append(
                    Assignment(self._source.of(name), value, line, end_line, frame.qualname, kind="parameter")
                )
        self._lambdas[place] = (Lambda(line, end_line, frame.qualname, parameters(node, self._source, self._values)), inner)
        body = node.child_by_field_name("body")
        if body is not None and body.type != "statement_block" and node.type == "arrow_function":
            self._keep_returned(body, inner)
        self._scopes.enter(inner)

    def _arguments_of(self, parameter: Node, position: int, function: Value) -> list[tuple[Node, Value | None]]:
        """(name, what it is given) of one parameter, destructured or not."""
        place = Value("number", str(position), line=function.line, end_line=function.line)
        given: Value | None = Value("subscript", "", (function, place), line=function.line, end_line=function.line)
        pattern: Node | None = parameter
        if parameter.type in ("required_parameter", "optional_parameter"):
            pattern = parameter.child_by_field_name("pattern")
        elif parameter.type == "assignment_pattern":
            pattern = parameter.child_by_field_name("left")
        if pattern is not None and pattern.type == "rest_pattern":  # the list of all that is left
            pattern = first_named(pattern)
        return pattern_parts(pattern, given, self._values) if pattern is not None else []

    def _bind_parameters(self, node: Node, frame: Frame) -> None:
        """Names in destructured parameters mean a part of what the caller passes."""
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        function = Value("function", frame.qualname, line=line, end_line=end_line)
        for position, parameter in enumerate(parameter_nodes(node)):
            if parameter.type == "identifier":
                continue
            for name, value in self._arguments_of(parameter, position, function):
                text = self._source.of(name)
                frame.locals.add(text)
                if name.type != "identifier" or (name.parent is not None and name.parent.id != parameter.id):
                    self._assignments.append(Assignment(text, value, line, end_line, frame.qualname, kind="parameter"))

    def _class(self, node: Node, frame: Frame) -> None:
        naming = self._named.pop(node.id, None)
        if naming is None:
            name = own_name(node, self._source)
            exported = self._exported.get(node.id)
            if not name and not (exported and exported[1]):
                self._scopes.enter(Frame(frame.qualname, "anonymous", node.start_byte, node.end_byte, locals=frame.locals))
                return
            naming = self._own_naming(node, frame, name or "default", set())
            if node.type == "class":
                self._stands_as_value(naming, node)
        if node.type == "abstract_class_declaration":
            naming.properties.add("abstract")
        body = node.child_by_field_name("body")
        text = self._source.cut(node.start_byte, body.start_byte if body is not None else node.end_byte)
        keyword = text.find("class")
        if text.startswith("@") and keyword > 0:
            text = ("abstract " if "abstract" in naming.properties else "") + self._source.cut(
                _keyword(node), body.start_byte if body is not None else node.end_byte
            )
        bases = class_bases(node, self._values)
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

    def _method(self, node: Node, frame: Frame) -> None:
        naming = self._named.pop(node.id, None)
        words = {child.type for child in node.children if not child.is_named}
        name_node = node.child_by_field_name("name")
        name = self._values.key(name_node) if name_node is not None else ""
        if naming is None:
            if not name:
                name = " ".join(self._source.of(name_node).split()) if name_node is not None else "?"
            path = name
            if node.parent is not None and node.parent.type == "object":
                path = literal_path(node, name, self._source, self._values)
            qualname = self._scopes.unique(f"{frame.qualname}.{path}" if frame.qualname else path, has_body=True)
            naming = Naming(name, qualname, frame.qualname, node, node.start_point[0] + 1, "method")
        naming.kind = "method"
        naming.properties |= member_properties(node, self._source)
        if "get" in words or "set" in words:
            naming.kind = "accessor"
            naming.properties.add("getter" if "get" in words else "setter")
            naming.properties.add("property")
        elif naming.name == "constructor" and frame.kind == "class":
            naming.kind = "constructor"
        self._open_function(node, naming, node.start_byte)
        if naming.kind == "constructor":
            self._assignments += constructor_fields(node, frame.qualname, self._source)

    def _signature(self, node: Node, frame: Frame) -> None:
        """A function or method without a body: overloads, abstract methods, methods of interfaces, ambient declarations."""
        name_node = node.child_by_field_name("name")
        if name_node is None:
            return
        name = self._values.key(name_node) or self._source.of(name_node)
        is_member = node.type in ("method_signature", "abstract_method_signature")
        if is_member and frame.kind != "class":
            return
        properties = member_properties(node, self._source)
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
        bases = interface_bases(node, self._values)
        self._define(
            node,
            naming,
            "class",
            end,
            kind="interface",
            signature=one_line(self._source.cut(node.start_byte, end)),
            bases=bases,
        )
        if body is not None:
            self._assignments += shape_fields(body, naming.qualname, self._source, self._values)

    def _enum(self, node: Node, frame: Frame) -> None:
        naming = self._own_naming(node, frame, own_name(node, self._source), set())
        body = node.child_by_field_name("body")
        end = body.start_byte if body is not None else node.end_byte
        self._define(node, naming, "class", end, kind="enum", signature=one_line(self._source.cut(node.start_byte, end)))
        if body is not None:
            self._assignments += enum_fields(body, naming.qualname, self._values)

    def _type(self, node: Node, frame: Frame) -> None:
        naming = self._own_naming(node, frame, own_name(node, self._source), set())
        value = node.child_by_field_name("value")
        text = " ".join(self._source.cut(node.start_byte, min(node.end_byte, node.start_byte + 1600)).split())
        parts = intersected(value) if value is not None else []
        shapes = [part for part in parts if part.type == "object_type"]
        named = [part for part in parts if part.type in _NAMED_TYPES] if shapes else []
        bases = tuple(type_value(part, self._values) for part in named)
        self._define(node, naming, "class", node.end_byte, kind="type", signature=text[:800].rstrip("; "), bases=bases)
        for shape in shapes:
            self._assignments += shape_fields(shape, naming.qualname, self._source, self._values)

    def _namespace(self, node: Node, frame: Frame) -> None:
        name_node = node.child_by_field_name("name")
        if name_node is None:
            return
        name = self._values.string(name_node) or "".join(self._source.of(name_node).split())
        self._open_namespace(node, frame, name)

    def _ambient(self, node: Node, frame: Frame) -> None:
        """``declare global { … }``; other ambient declarations are met by themselves."""
        if any(child.type == "global" for child in node.children):
            self._open_namespace(node, frame, "global")

    def _open_namespace(self, node: Node, frame: Frame, name: str) -> None:
        naming = self._own_naming(node, frame, name, set())
        body = node.child_by_field_name("body")
        if body is None:
            body = next((child for child in node.named_children if child.type == "statement_block"), None)
        end = body.start_byte if body is not None else node.end_byte
        text = one_line(self._source.cut(node.start_byte, end))
        self._define(node, naming, "namespace", end, kind="namespace", signature=text)

    def _generator(self, node: Node, frame: Frame) -> None:
        self._scopes.definition_frame(node.start_byte).is_generator = True


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


def member_properties(node: Node, source: Source) -> set[str]:
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
