"""What a walk over a JavaScript or TypeScript file carries: names given to functions, comments, decorators."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Call,
    Decorator,
    Lambda,
    Operation,
    Reference,
)
from apps.engine.parsing.ecmascript.branches import Branches
from apps.engine.parsing.ecmascript.environment import Environment
from apps.engine.parsing.ecmascript.headers import decorators
from apps.engine.parsing.ecmascript.modules import ModuleReader
from apps.engine.parsing.ecmascript.naming import Naming, is_function, literal_path, members, own_name, wrapped_function
from apps.engine.parsing.ecmascript.repair import parse_script
from apps.engine.parsing.ecmascript.values import CALLS, WRAPPERS, ValueBuilder, unwrap
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.literals import comment_text
from apps.engine.parsing.scopes import RETURNED, Frame, Scopes
from apps.engine.parsing.source import Source, first_named


class State:
    """The parts of a reader that its other parts share."""

    def __init__(self, path: str, language: str, source: Source, grammar: Grammar) -> None:
        self._path = path
        self._language = language
        self._source = source
        self._tree = parse_script(grammar, source.data)
        self._found = grammar.located(self._tree.root_node)
        awaited = frozenset([node.id for _, _, word, node in self._found if word == "reference.awaited"])
        self._values = ValueBuilder(source, awaited, self._qualname_of, self._place_of)
        self._scopes = Scopes()
        self._modules = ModuleReader(source, self._values)
        self._environment = Environment(source, self._values)
        self._branches = Branches(source)
        self._named: dict[int, Naming] = {}
        self._exported: dict[int, tuple[Node, bool]] = {}  # declaration → export statement, whether default
        self._decorated: dict[int, list[Node]] = {}
        self._chained: dict[int, tuple[Node, Node, Node]] = {}  # assignment → end of its chain, target there, assignment there
        self._comments: dict[int, tuple[int, int, Node]] = {}  # last line → first line, column, comment
        self._calls: list[Call] = []
        self._operations: list[Operation] = []
        self._references: list[Reference] = []
        self._seen: set[int] = set()
        self._assignments: list[Assignment] = []
        self._errors = 0
        self._places: dict[int, int] = {}  # functions without a name → their places in the facts
        self._lambdas: dict[int, tuple[Lambda, Frame]] = {}

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
                path = literal_path(node, key, self._source, self._values)
                self._passed_on(path, node)
                naming = self._register(node, key, path, node, node.start_point[0] + 1, "method")
            else:
                naming = self._in_literal(node)
                if naming is None:
                    name_text = own_name(node, self._source)
                    if not name_text:
                        return ""
                    naming = self._register(node, name_text, name_text, node, node.start_point[0] + 1)
                    self._stands_as_value(naming, node)
        return naming.qualname

    def _place_of(self, node: Node) -> int:
        """For the values: which of the functions without a name a node is."""
        return self._places.setdefault(node.id, len(self._places))

    def _in_literal(self, node: Node) -> Naming | None:
        """The name of a function that is the value of a key of an object literal."""
        pair = node.parent
        while pair is not None and pair.type in WRAPPERS:
            pair = pair.parent
        name = pair.child_by_field_name("key") if pair is not None and pair.type == "pair" else None
        if pair is None or name is None:
            return None
        key = self._values.key(name) or self._source.short(name)
        path = literal_path(pair, key, self._source, self._values)
        self._passed_on(path, pair)
        return self._register(node, key, path, pair, pair.start_point[0] + 1)

    def _passed_on(self, path: str, node: Node) -> None:
        """The function around an object literal hands on the functions in it."""
        if self._values.scope:
            self._references.append(Reference(path, node.start_point[0] + 1, self._values.scope))

    def _stands_as_value(self, naming: Naming, node: Node) -> None:
        """What is written as a value goes where that goes: it is given back, or stored.  What is called there does not."""
        value = node
        while value.parent is not None and value.parent.type in WRAPPERS:
            value = value.parent
        outer = value.parent
        if outer is None or outer.type not in CALLS:
            path = naming.qualname.removeprefix(f"{naming.parent}.") if naming.parent else naming.qualname
            self._references.append(Reference(path, node.start_point[0] + 1, naming.parent))

    def _name_value(self, value: Node, name: str, path: str, anchor: Node, line: int, properties: set[str]) -> bool:
        """Name the function a value is, wraps or holds; whether the value is that function itself."""
        inner = unwrap(value)
        if is_function(inner):
            own = own_name(inner, self._source) if name in ("exports", "default") else ""
            self._register(inner, own or name, own or path, anchor, line, "function", properties)
            return True
        if inner.type == "object":
            for key, member, whole in members(inner, self._source, self._values):
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
        return decorators(found, self._source, self._values)

    def _returned(self, node: Node, frame: Frame) -> None:
        inner = first_named(node)
        if inner is not None and frame.kind in ("function", "anonymous"):
            self._keep_returned(inner, frame)

    def _keep_returned(self, node: Node, frame: Frame) -> None:
        if len(frame.returned) >= RETURNED or unwrap(node).type in ("jsx_element", "jsx_self_closing_element", "jsx_fragment"):
            return
        value = self._values.value(node)
        if value.kind in ("name", "call", "attribute", "binary", "function", "dict"):
            frame.returned.append(value)
