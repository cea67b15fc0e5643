"""Functions, classes and type aliases of Python."""

from __future__ import annotations

from tree_sitter import Node

from apps.engine.facts import (
    Argument,
    Decorator,
    Definition,
    Import,
    Parameter,
    Value,
)
from apps.engine.facts.syntax import DefinitionKind
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.python.branches import Branches
from apps.engine.parsing.python.environment import Environment
from apps.engine.parsing.python.headers import Header, docstring, parameters, signature
from apps.engine.parsing.python.notes import Notes
from apps.engine.parsing.python.noting import Noter
from apps.engine.parsing.python.values import LAMBDA, ValueBuilder
from apps.engine.parsing.scopes import Frame, Scopes
from apps.engine.parsing.source import Source, first_named

_ACCESSORS = frozenset({"property", "setter", "getter"})


class Definitions:
    """What a walk over a Python file carries, and the handlers of nodes that define something."""

    def __init__(self, path: str, source: Source, grammar: Grammar) -> None:
        self._path = path
        self._source = source
        self._grammar = grammar
        self._kinds = grammar.kinds
        self._tree = grammar.parse(source.data)
        self._scopes = Scopes()
        self._branches = Branches(source)
        self._environment = Environment(source)
        self._notes = Notes(self._branches, self._environment, self._scopes.at(0))
        self._values = ValueBuilder(source, grammar.kinds, self._scopes)
        self._noter = Noter(source, grammar.kinds, self._scopes, self._notes)
        self._decorated: dict[int, Node] = {}
        self._comments: dict[int, int] = {}  # line → column, of comments that have a line to themselves
        self._imports: list[Import] = []
        self._waiting: set[int] = set()  # loops and context managers that are asynchronous
        self._ends: dict[int, Node] = {}  # what inner assignments of a chain give, by node
        self._changed: set[int] = set()  # subscripts that are assigned to or deleted
        self._written: set[int] = set()  # subscripts that are assigned to
        self._main_line = 0
        self._errors = 0

    # definitions

    def _note_decorated(self, node: Node, frame: Frame) -> None:
        inner = node.child_by_field_name("definition")
        if inner is not None:
            self._decorated[inner.id] = node

    def _comment(self, node: Node, frame: Frame) -> None:
        row, column = node.start_point
        start = node.start_byte
        if not column or not self._source.data[start - column : start].strip():
            self._comments[row + 1] = column

    def _start_line(self, line: int, column: int) -> int:
        """First line of the comment block directly above `line`."""
        while self._comments.get(line - 1) == column:
            line -= 1
        return line

    def _decorators(self, wrapper: Node) -> tuple[Decorator, ...]:
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

    def _define(self, node: Node, frame: Frame) -> None:
        """A function or a class."""
        self._open(node, frame, Header(node, self._kinds), self._values)

    def _open(self, node: Node, frame: Frame, header: Header, values: ValueBuilder) -> None:
        """Add and enter a function or a class, the values of its header made by `values`."""
        source = self._source
        if header.name is None or header.name.end_byte <= header.name.start_byte:
            return
        name = source.of(header.name)
        given: tuple[Parameter, ...] = ()
        bases: tuple[Value, ...] = ()
        keywords: tuple[Argument, ...] = ()
        if not header.is_class:
            given = parameters(header.listed, source, self._kinds, values)
            if header.returns is not None:
                values.passing(header.returns)
        elif header.listed is not None:
            arguments = values.arguments(header.listed)
            bases = tuple([argument.value for argument in arguments if not argument.name])
            keywords = tuple([argument for argument in arguments if argument.name])
        row, column = node.start_point
        line = row + 1
        decorators: tuple[Decorator, ...] = ()
        wrapper = self._decorated.get(node.id)
        if wrapper is not None:
            row, column = wrapper.start_point
            decorators = self._decorators(wrapper)
        start_line = self._start_line(row + 1, column)
        end_line = _end_line(node, line)
        properties = _properties(header, column, frame, decorators)
        frame.locals.add(name)
        has_body = not header.is_class and "overload" not in properties
        qualname = self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name, has_body=has_body)
        kind: DefinitionKind = "class" if header.is_class else _kind(name, frame, properties)
        draft = Definition(
            kind,
            name,
            qualname,
            line,
            end_line,
            start_line,
            signature(node, header.end, source),
            frame.qualname,
            given,
            " ".join(source.of(header.returns).split()) if header.returns is not None else "",
            docstring(header.body, source),
            decorators,
            bases,
            keywords,
            tuple(sorted(properties)) if properties else (),
            1,
            source.digest(start_line, end_line),
        )
        start = end = node.end_byte
        column = 0
        if header.body is not None:
            start, column = header.body.start_byte, header.body.start_point[1]
        self._scopes.open(draft, "class" if header.is_class else "function", start, end).column = column

    def _type(self, node: Node, frame: Frame) -> None:
        left = node.child_by_field_name("left")
        name_node = first_named(left) if left is not None else None
        while name_node is not None and name_node.type != "identifier":
            name_node = first_named(name_node)
        if name_node is None:
            return
        name = self._source.of(name_node)
        row, column = node.start_point
        line = row + 1
        start_line, end_line = self._start_line(line, column), _end_line(node, line)
        frame.locals.add(name)
        qualname = self._scopes.unique(f"{frame.qualname}.{name}" if frame.qualname else name)
        draft = Definition(
            "type", name, qualname, line, end_line, start_line,
            signature=" ".join(self._source.of(node).split()),
            parent=frame.qualname,
            body_digest=self._source.digest(start_line, end_line),
        )  # fmt: skip
        self._scopes.definitions.append(draft)

    def _lambda(self, node: Node, frame: Frame) -> None:
        """A function without a name: its parameters, what it gives and what runs in it are its own."""
        self._branches.look(node, frame.qualname)
        source, values = self._source, self._values
        body = node.child_by_field_name("body")
        if body is None:
            return
        qualname = values.lambda_name(node)
        line, end_line = node.start_point[0] + 1, node.end_point[0] + 1
        draft = Definition(
            "function",
            LAMBDA,
            qualname,
            line,
            end_line,
            line,
            signature(node, body.start_byte, source).removesuffix(":").rstrip(),
            frame.qualname,
            parameters(node.child_by_field_name("parameters"), source, self._kinds, values),
            properties=("nested",) if frame.kind == "function" else (),
            body_digest=source.digest(line, end_line),
        )
        opened = self._scopes.open(draft, "function", body.start_byte, node.end_byte)
        if frame.kind == "function":
            opened.locals.update(frame.locals)  # names of the function around it are no definitions in it either
        values.scope = qualname
        opened.returned.append(values.value(body))


def _end_line(node: Node, line: int) -> int:
    """Last line with text of the node that starts on `line`; one that ends at the start of a line ends on the line before."""
    row, column = node.end_point
    return max(row if column == 0 else row + 1, line)


def _kind(name: str, frame: Frame, properties: set[str]) -> DefinitionKind:
    """What a `def` is."""
    if frame.kind != "class":
        return "function"
    if name in ("__init__", "__new__"):
        return "constructor"
    return "accessor" if properties & _ACCESSORS else "method"


def _properties(header: Header, column: int, frame: Frame, decorators: tuple[Decorator, ...]) -> set[str]:
    """`column` is that of the definition, its decorators counted in.

    One that stands deeper than the statements around it is inside an `if`, `try` or the like.  (The parent of a node would
    tell that too, but the tree is searched from its root for it.)
    """
    out = {"async"} if header.is_async else set()
    if column > frame.column:
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
        elif last == "overload":
            out.add("overload")
    return out
