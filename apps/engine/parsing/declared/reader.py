"""Walks the captures of a declared language's query in source order and collects facts."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from apps.engine.facts import (
    Assignment,
    Call,
    Conformance,
    Definition,
    EnvironmentRead,
    FileFacts,
    Import,
    Parameter,
    Reference,
    Value,
)
from apps.engine.parsing.declared.dialect import Bound, Dialect, Head, assignment_of
from apps.engine.parsing.declared.headers import signature
from apps.engine.parsing.declared.values import Values
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.scopes import RETURNED, Frame, Scopes
from apps.engine.parsing.source import Source, first_named

# Words every query may use besides ``definition.<kind>`` (any kind of `Definition`), and ``reference.yielded``.
WORDS = frozenset({
    "scope.anonymous", "reference.call", "reference.awaited", "reference.name", "reference.returned", "reference.environment",
    "binding.variable", "binding.field", "binding.assignment", "binding.loop", "branch", "package", "conformance",
    "text.comment", "error.syntax", "error.missing",
})  # fmt: skip
_NEAR = 3  # nodes between a function and the call it is an argument of
_METHODS = frozenset({"function", "macro"})
_BROKEN = re.compile(r"^[^`]*[\n{};]")  # what no name holds: it was put together from what could not be read
_KEPT_RETURNS = frozenset({"name", "call", "attribute", "binary", "function"})

Handler = Callable[[Node, Frame], None]


class Reader:
    """Reads one file."""

    def __init__(self, path: str, source: Source, grammar: Grammar, dialect: Dialect) -> None:
        self._path = path
        self._source = source
        self._dialect = dialect
        self._tree = dialect.tree(grammar, source.data)
        self._found = list(grammar.find(self._tree, dialect.pieces(grammar, source.data, self._tree)))
        self._values = Values(source, dialect)
        self._values.awaited = frozenset(node.id for word, node in self._found if word == "reference.awaited")
        self._scopes = Scopes()
        self._comments: dict[int, tuple[int, Node]] = {}  # last line of a comment with lines to itself → its first line, node
        self._named: set[int] = set()
        self._calls: list[Call] = []
        self._references: list[Reference] = []
        self._assignments: list[Assignment] = []
        self._imports: list[Import] = []
        self._environment: list[EnvironmentRead] = []
        self._conformances: list[Conformance] = []
        self._package = ""
        self._errors = 0
        self._handlers: dict[str, Handler] = {
            "scope.anonymous": self._anonymous,
            "reference.call": self._call,
            "reference.name": self._reference,
            "reference.returned": self._returned,
            "reference.yielded": self._yielded,
            "reference.environment": self._read,
            "binding.variable": self._variable,
            "binding.field": self._field,
            "binding.assignment": self._assignment,
            "binding.loop": self._loop,
            "branch": self._branch,
            "package": self._packaged,
            "conformance": self._conforms,
            "text.comment": self._comment,
            "error.syntax": self._error,
            "error.missing": self._error,
        }

    def read(self) -> FileFacts:
        """The facts of the file."""
        scopes, values, handlers = self._scopes, self._values, self._handlers
        for word, node in self._found:
            start = node.start_byte
            scopes.move_to(start)
            handler = handlers.get(word)
            if handler is not None:
                frame = scopes.frame(start)
                values.scope = frame.qualname
                handler(node, frame)
                continue
            role, _, kind = word.partition(".")
            if role == "definition":
                values.scope = scopes.frame(start).qualname
                self._define(node, kind, scopes.frame(start))
            elif role == "import":
                frame = scopes.frame(start)
                values.scope = frame.qualname
                self._import(node, kind, frame)
        scopes.finish()
        return FileFacts(
            path=self._path,
            language=self._dialect.name,
            lines=self._source.line_count,
            docstring=self._dialect.file_doc(self._tree.root_node, self._values),
            definitions=tuple(scopes.definitions),
            calls=tuple(self._calls),
            references=tuple(self._references),
            assignments=tuple(self._assignments),
            imports=tuple(self._imports),
            environment=tuple(self._environment),
            is_script=self._source.data.startswith(b"#!"),
            syntax_errors=self._errors,
            package=self._package,
            conformances=tuple(self._conformances),
        )

    # definitions

    def _define(self, node: Node, kind: str, frame: Frame) -> None:
        values, dialect = self._values, self._dialect
        enclosing = self._scopes.named(frame.qualname)
        found = dialect.head(node, kind, values, enclosing.kind if enclosing is not None else "")
        if found is None or not found.name.strip() or _BROKEN.search(found.name):
            return
        outer = dialect.outer(node)
        first = dialect.first(outer)
        start_line, docstring = self._documented(first)
        line = found.line_node.start_point[0] + 1
        end_line = last_line(outer)
        is_type = found.kind in dialect.classes
        name = found.qualified or found.name
        within = self._prefix(frame) if found.kind not in dialect.unscoped else ""
        start_line = min(start_line, line)
        result = (found.returns or values.flat(found.result)).removeprefix(":").strip()
        parameters, returns = dialect.documented((*found.extra, *self._parameters(found)), result, docstring)
        draft = Definition(
            kind=self._sort(found, frame, enclosing),  # type: ignore[arg-type]
            name=found.name,
            qualname=self._scopes.unique(f"{within}.{name}" if within else name),
            line=line,
            end_line=end_line,
            start_line=start_line,
            signature=found.signature or signature(node, found.body, dialect, self._source),
            parent=frame.qualname,
            parameters=parameters,
            returns=returns,
            docstring=docstring,
            decorators=found.decorators,
            bases=found.bases,
            keywords=found.keywords,
            properties=self._properties(found, frame),
            body_digest=self._source.digest(start_line, end_line),
            owner=found.owner,
        )
        frame.locals.add(found.name)
        start = found.body.start_byte if found.body is not None else node.end_byte
        if found.begins >= 0:
            start = found.begins
        self._scopes.open(draft, "class" if is_type else "function", start, outer.end_byte)
        if is_type:
            self._declared_by_parameters(draft, draft.qualname)
        elif found.kind == "constructor" and frame.kind == "class":
            self._declared_by_parameters(draft, frame.qualname)

    def _prefix(self, frame: Frame) -> str:
        """The name that what stands in the frame is qualified by."""
        enclosing = self._scopes.named(frame.qualname)
        while enclosing is not None and enclosing.kind in self._dialect.unqualified:
            enclosing = self._scopes.named(enclosing.parent)
        return enclosing.qualname if enclosing is not None else ""

    def _sort(self, found: Head, frame: Frame, enclosing: Definition | None) -> str:
        if found.kind not in _METHODS:
            return found.kind
        is_member = bool(found.owner) or (
            frame.kind == "class" and enclosing is not None and enclosing.kind not in ("namespace",)
        )
        return "method" if is_member and found.kind == "function" else found.kind

    def _parameters(self, found: Head) -> tuple[Parameter, ...]:
        return self._dialect.parameters(found.parameters, self._values) if found.parameters is not None else ()

    def _properties(self, found: Head, frame: Frame) -> tuple[str, ...]:
        words = set(found.properties)
        if frame.kind == "function":
            words.add("nested")
        return tuple(sorted(words))

    def _declared_by_parameters(self, made: Definition, owner: str) -> None:
        """Fields of a type that the parameters of its header or of a constructor declare."""
        for parameter in made.parameters:
            if parameter.property:
                self._assignments.append(
                    Assignment(
                        self._dialect.field_of(parameter), parameter.default_value, made.line, made.line, owner,
                        parameter.annotation, None, "field", parameter.decorators,
                    )
                )  # fmt: skip

    def _documented(self, node: Node) -> tuple[int, str]:
        """First line of the comments right above a definition, and their words where they document it."""
        line = node.start_point[0] + 1
        lines: list[Node] = []
        while (above := self._comments.get(line - 1)) is not None:
            first, comment = above
            if comment.start_point[1] != node.start_point[1] and not lines and comment.start_point[1] > node.start_point[1]:
                break
            lines.append(comment)
            line = first
        lines.reverse()
        text = "\n".join(part for part in (self._source.of(comment) for comment in lines) if self._dialect.is_doc(part))
        return line, self._dialect.doc(text) if text else ""

    def _comment(self, node: Node, frame: Frame) -> None:
        if self._source.begins_line(node.start_byte):
            self._comments[last_line(node)] = (node.start_point[0] + 1, node)

    def _anonymous(self, node: Node, frame: Frame) -> None:
        """A function without a name: what it does belongs to what it stands in; what it binds means something inside it only."""
        for bound in self._dialect.inside(node, self._values, self._passed_to):
            self._assignments.append(assignment_of(self._values, bound, node, frame.qualname))
        self._scopes.enter(Frame(frame.qualname, "anonymous", node.start_byte, node.end_byte))

    def _passed_to(self, node: Node) -> Value | None:
        """What a function that is an argument is passed to a method of."""
        above = node.parent
        for _ in range(_NEAR):
            if above is None or above.type in self._dialect.calls:
                break
            above = above.parent
        if above is None or above.type not in self._dialect.calls:
            return None
        callee = self._values.call(above).callee
        if callee.kind == "attribute" and callee.items:
            return callee.items[0]
        owner = callee.text.rpartition(".")[0]
        return Value("name", owner, line=callee.line, end_line=callee.end_line) if callee.kind == "name" and owner else None

    # calls and names

    def _call(self, node: Node, frame: Frame) -> None:
        partial = self._dialect.partial
        if partial and any(
            part.type == partial for listed in node.children_by_field_name("arguments") for part in listed.named_children[:1]
        ):
            self._reference(node, frame)
            return
        if self._dialect.is_front(node):
            return
        self._calls.append(self._values.call(node))
        self._calls += self._dialect.within(node, self._values)
        self._read(node, frame)

    def _read(self, node: Node, frame: Frame) -> None:
        found = self._dialect.environment(node, self._values)
        if found is not None:
            self._environment.append(found)

    def _reference(self, node: Node, frame: Frame) -> None:
        if node.id in self._named:
            return
        self._named.add(node.id)
        name = self._dialect.reference(node, self._values)
        is_local = bool(frame.qualname) and name in frame.locals  # what the file itself defines is no variable of a function
        if name and name not in ("self", "this", "super") and not is_local and name not in self._dialect.literals:
            self._references.append(Reference(name, node.start_point[0] + 1, frame.qualname))

    def _returned(self, node: Node, frame: Frame) -> None:
        inner = self._dialect.returned(node)
        if inner is not None and inner.type == "expression_list":
            inner = first_named(inner)
        if inner is not None and frame.kind == "function" and len(frame.returned) < RETURNED:
            value = self._values.value(inner)
            if value.kind in _KEPT_RETURNS:
                frame.returned.append(value)

    def _yielded(self, node: Node, frame: Frame) -> None:
        if frame.kind == "function":
            frame.is_generator = True

    # bindings

    def _bind(self, node: Node, bound: Bound, frame: Frame, kind: str = "") -> None:
        made = assignment_of(self._values, bound, node, frame.qualname)
        if frame.kind != "class" and "." not in bound.name:
            frame.locals.add(bound.name)
        if kind and (not made.kind or (kind == "local" and made.kind in ("const", "let", "var"))):
            made = Assignment(
                made.target, made.value, made.line, made.end_line, made.scope, made.annotation, None, kind,
                made.decorators, made.properties,
            )  # fmt: skip
        self._assignments.append(made)

    def _variable(self, node: Node, frame: Frame) -> None:
        kind = "field" if frame.kind == "class" else ""
        if frame.kind == "anonymous":
            around = self._scopes.named(frame.qualname)
            kind = "local" if around is not None and around.kind in self._dialect.classes else ""
        for bound in self._dialect.variables(node, self._values):
            self._bind(node, bound, frame, kind)

    def _field(self, node: Node, frame: Frame) -> None:
        for bound in self._dialect.fields(node, self._values):
            self._bind(node, bound, frame, "field")

    def _assignment(self, node: Node, frame: Frame) -> None:
        for bound in self._dialect.assigned(node, self._values):
            self._bind(node, bound, frame)

    def _loop(self, node: Node, frame: Frame) -> None:
        for bound in self._dialect.loop(node, self._values):
            self._bind(node, bound, frame, "loop")

    # the rest

    def _import(self, node: Node, word: str, frame: Frame) -> None:
        self._imports += self._dialect.imports(node, word, frame.qualname, self._values)

    def _packaged(self, node: Node, frame: Frame) -> None:
        if not self._package:
            self._package = self._dialect.package(node, self._values)

    def _conforms(self, node: Node, frame: Frame) -> None:
        self._conformances += self._dialect.conformances(node, frame.qualname, self._values)

    def _branch(self, node: Node, frame: Frame) -> None:
        self._scopes.definition_frame(node.start_byte).branches += 1

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1


def last_line(node: Node) -> int:
    """Last line with text of the node; one that ends at the start of a line ends on the line before."""
    row, column = node.end_point
    return max(row if column == 0 else row + 1, node.start_point[0] + 1)
