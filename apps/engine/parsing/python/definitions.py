"""Functions, classes and type aliases of Python."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Argument,
    Assignment,
    Call,
    Decorator,
    Definition,
    Import,
    Reference,
)
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.python.branches import Branches
from apps.engine.parsing.python.environment import Environment
from apps.engine.parsing.python.headers import docstring, parameters, signature
from apps.engine.parsing.python.values import ValueBuilder
from apps.engine.parsing.scopes import Frame, Scopes
from apps.engine.parsing.source import Source, first_named

_PLAIN_PARENTS = {"module", "class_definition", "function_definition"}


class Definitions:
    """What a walk over a Python file carries, and the handlers of nodes that define something."""

    def __init__(self, path: str, source: Source, grammar: Grammar) -> None:
        self._path = path
        self._source = source
        self._tree = grammar.parse(source.data)
        self._found = list(grammar.find(self._tree))
        awaited = frozenset(node.id for word, node in self._found if word == "reference.awaited")
        self._values = ValueBuilder(source, awaited)
        self._scopes = Scopes()
        self._environment = Environment(source, self._values)
        self._branches = Branches(source)
        self._decorated: dict[int, Node] = {}
        self._comments: dict[int, int] = {}  # line → column, of comments that have a line to themselves
        self._calls: list[Call] = []
        self._references: list[Reference] = []
        self._named: set[int] = set()
        self._assignments: list[Assignment] = []
        self._imports: list[Import] = []
        self._main_line = 0
        self._errors = 0

    # definitions

    def _note_decorated(self, node: Node, frame: Frame) -> None:
        inner = node.child_by_field_name("definition")
        if inner is not None:
            self._decorated[inner.id] = node

    def _comment(self, node: Node, frame: Frame) -> None:
        if self._source.begins_line(node.start_byte):
            self._comments[node.start_point[0] + 1] = node.start_point[1]

    def _start_line(self, line: int, column: int) -> int:
        """First line of the comment block directly above `line`."""
        while self._comments.get(line - 1) == column:
            line -= 1
        return line

    def _decorators(self, wrapper: Node | None) -> tuple[Decorator, ...]:
        if wrapper is None:
            return ()
        out = []
        for child in wrapper.named_children:
            inner = first_named(child) if child.type == "decorator" else None
            if inner is None:
                continue
            line, end_line = child.start_point[0] + 1, child.end_point[0] + 1
            arguments: tuple[Argument, ...] = ()
            called = inner.type == "call"
            named: Node | None = inner
            if called:
                call = self._values.call(inner)
                arguments = call.arguments
                named = inner.child_by_field_name("function")
            name = self._values.name(named) if named is not None else ""
            out.append(Decorator(name or self._source.short(inner), arguments, called, line, end_line))
        return tuple(out)

    def _define(self, node: Node, kind: str, frame: Frame, bodied: str, **more: object) -> Frame | None:
        name_node = node.child_by_field_name("name")
        if name_node is None or not name_node.end_byte > name_node.start_byte:
            return None
        source = self._source
        wrapper = self._decorated.get(node.id)
        body = node.child_by_field_name("body")
        name = source.of(name_node)
        line = node.start_point[0] + 1
        first = wrapper or node
        start_line = self._start_line(first.start_point[0] + 1, first.start_point[1])
        end_line = _end_line(node)
        decorators = self._decorators(wrapper)
        properties = _properties(node, wrapper, frame, decorators, kind)
        sort = "method" if kind == "function" and frame.kind == "class" else kind
        if sort == "method":
            if name in ("__init__", "__new__"):
                sort = "constructor"
            elif properties & {"property", "setter", "getter"}:
                sort = "accessor"
        frame.locals.add(name)
        draft = Definition(
            kind=sort,  # type: ignore[arg-type]
            name=name,
            qualname=self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name),
            line=line,
            end_line=end_line,
            start_line=start_line,
            signature=signature(node, body, source),
            parent=frame.qualname,
            docstring=docstring(body, source, self._values),
            decorators=decorators,
            properties=tuple(sorted(properties)),
            body_digest=source.digest(start_line, end_line),
            **more,  # type: ignore[arg-type]
        )
        start = body.start_byte if body is not None else node.end_byte
        return self._scopes.open(draft, bodied, start, node.end_byte)

    def _function(self, node: Node, frame: Frame) -> None:
        returns = node.child_by_field_name("return_type")
        self._define(
            node,
            "function",
            frame,
            "function",
            parameters=parameters(node.child_by_field_name("parameters"), self._source, self._values),
            returns=" ".join(self._source.of(returns).split()) if returns else "",
        )

    def _class(self, node: Node, frame: Frame) -> None:
        listed = node.child_by_field_name("superclasses")
        arguments = self._values.arguments(listed) if listed is not None else ()
        self._define(
            node,
            "class",
            frame,
            "class",
            bases=tuple(argument.value for argument in arguments if not argument.name),
            keywords=tuple(argument for argument in arguments if argument.name),
        )

    def _type(self, node: Node, frame: Frame) -> None:
        left = node.child_by_field_name("left")
        name_node = first_named(left) if left is not None else None
        while name_node is not None and name_node.type != "identifier":
            name_node = first_named(name_node)
        if name_node is None:
            return
        name = self._source.of(name_node)
        line, end_line = node.start_point[0] + 1, _end_line(node)
        start_line = self._start_line(line, node.start_point[1])
        frame.locals.add(name)
        qualname = self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name)
        draft = Definition(
            "type", name, qualname, line, end_line, start_line,
            signature=" ".join(self._source.of(node).split()),
            parent=frame.qualname,
            body_digest=self._source.digest(start_line, end_line),
        )  # fmt: skip
        self._scopes.definitions.append(draft)

    def _generator(self, node: Node, frame: Frame) -> None:
        inner = self._scopes.definition_frame(node.start_byte)
        if inner.kind == "function" and frame.kind != "anonymous":
            inner.is_generator = True


def _end_line(node: Node) -> int:
    """Last line with text of the node; one that ends at the start of a line ends on the line before."""
    row, column = node.end_point
    return max(row if column == 0 else row + 1, node.start_point[0] + 1)


def _properties(node: Node, wrapper: Node | None, frame: Frame, decorators: tuple[Decorator, ...], kind: str) -> set[str]:
    out = set()
    first = node.children[0] if node.child_count else None
    if kind == "function" and first is not None and first.type == "async":
        out.add("async")
    block = (wrapper or node).parent
    if block is not None and block.type == "block":
        block = block.parent
    if block is not None and block.type not in _PLAIN_PARENTS:
        out.add("conditional")
    if frame.kind == "function":
        out.add("nested")
    for decorator in decorators:
        last = decorator.name.rpartition(".")[2]
        if last == "staticmethod":
            out.add("static")
        elif last == "classmethod":
            out.add("classmethod")
        elif last in ("property", "cached_property"):
            out.add("property")
        elif last in ("setter", "getter", "deleter") and "." in decorator.name:
            out.add("property")
            if last != "deleter":
                out.add(last)
        elif last in ("abstractmethod", "abstractproperty"):
            out.add("abstract")
    return out
