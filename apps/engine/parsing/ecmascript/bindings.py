"""What names of JavaScript and TypeScript are given: declarations, assignments, fields, loops."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Value,
)
from apps.engine.parsing.ecmascript.definitions import Definitions, member_properties
from apps.engine.parsing.ecmascript.headers import annotation_text, pattern_names
from apps.engine.parsing.ecmascript.naming import is_function
from apps.engine.parsing.ecmascript.patterns import pattern_parts
from apps.engine.parsing.ecmascript.values import unwrap
from apps.engine.parsing.scopes import Frame

_PATTERNS = frozenset({"object_pattern", "array_pattern"})


class Bindings(Definitions):
    """Handlers of nodes that bind names."""

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
            is_function = self._name_value(value, text, text, anchor, declarator.start_point[0] + 1, properties)
            if is_function and declarator.child_by_field_name("type") is None:
                return  # the definition says it all
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
        note, taken = "", None
        if node.type == "variable_declarator":
            note = annotation_text(node.child_by_field_name("type"), self._source)
            taken = self._taken_as(node) if not note and value is not None else None
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        self._assignments.append(Assignment(text, value, line, end_line, frame.qualname, note, taken, kind))

    def _taken_as(self, declarator: Node) -> Value | None:
        """The type of ``const x = … as Type``."""
        given = declarator.child_by_field_name("value")
        if given is None or given.type != "as_expression" or given.named_child_count < 2:
            return None
        note = given.named_children[-1]
        line = note.start_point[0] + 1
        return Value("cast", annotation_text(note, self._source), line=line, end_line=note.end_point[0] + 1)

    def _keyed(self, target: Node) -> str:
        below, index = target.child_by_field_name("object"), target.child_by_field_name("index")
        name = self._values.name(below) if below is not None else ""
        if not name or index is None:
            return ""
        plain = index.type in ("string", "identifier", "number")
        return f"{name}[{self._source.of(index) if plain else '*'}]"

    def _spread(self, pattern: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        for name, item in pattern_parts(pattern, value, self._values):
            self._assignments.append(Assignment(self._source.of(name), item, line, end_line, frame.qualname, kind=kind))

    def _assignment(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        self._environment.written(left)
        if node.id not in self._chained:
            self._chain(node, left, right)
        end, nearest, inner = self._chained[node.id]
        target = self._values.name(nearest)
        if not target and nearest.type == "member_expression" and is_function(end):
            self._name_member(nearest, end, inner)
        if target and end.id not in self._named:  # of ``a.x = a.y = function`` the name is y
            self._name_assigned(target, end, node if inner.start_point[0] == node.start_point[0] else inner, frame)
        self._bind(left, self._values.value(end), node, frame, "")

    def _chain(self, node: Node, left: Node, right: Node) -> None:
        """Keep of every assignment of ``a = b = value`` the value, what is given it at last, and that assignment."""
        members = [node]
        end, nearest, inner = unwrap(right), left, node
        while end.type == "assignment_expression":
            following = end.child_by_field_name("right")
            if following is None:
                break
            members.append(end)
            inner, nearest = end, end.child_by_field_name("left") or nearest
            end = unwrap(following)
        self._chained.update({member.id: (end, nearest, inner) for member in members})

    def _name_member(self, target: Node, value: Node, node: Node) -> None:
        """A function given to a property of what is no plain name: ``(x as Y).z = function``, ``list[0].z = …``."""
        last, below = target.child_by_field_name("property"), target.child_by_field_name("object")
        if last is None or below is None:
            return
        below = unwrap(below)
        owner = self._values.name(below)
        if not owner and below.type == "member_expression":
            part = below.child_by_field_name("property")
            owner = self._source.of(part) if part is not None else ""
        name = self._source.of(last)
        statement = node.parent if node.parent is not None and node.parent.type == "expression_statement" else node
        self._register(value, name, f"{owner or 'object'}.{name}", statement, node.start_point[0] + 1)

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
        here = self._scopes.named(qualname)
        while here is not None:
            if here.kind == "class":
                return here.qualname
            here = self._scopes.named(here.parent)
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
        if value is not None and name and is_function(unwrap(value)):
            self._register(unwrap(value), name, name, node, line, "method", member_properties(node, self._source))
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
