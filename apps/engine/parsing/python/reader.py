"""One walk over the nodes the query found in a Python file → `FileFacts`."""

from __future__ import annotations

import re

from tree_sitter import Node

from apps.engine.facts import (
    Argument,
    Assignment,
    Call,
    Decorator,
    Definition,
    FileFacts,
    Import,
    ImportedName,
    Reference,
    Value,
)
from apps.engine.parsing.grammar import Grammar
from apps.engine.parsing.python.environment import Environment
from apps.engine.parsing.python.headers import docstring, parameters, signature
from apps.engine.parsing.python.values import ValueBuilder
from apps.engine.parsing.scopes import RETURNED, Frame, Scopes
from apps.engine.parsing.source import Source, first_named
from apps.engine.parsing.values import head

_MAIN = re.compile(r"""\(?\s*(__name__\s*==\s*(["'])__main__\2|(["'])__main__\3\s*==\s*__name__)\s*\)?$""").match
_PLAIN_PARENTS = {"module", "class_definition", "function_definition"}
_GROUPS = {"pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"}
_LITERALS = {"tuple", "list", "expression_list"}
_SPREAD_TARGETS = 20


class Reader:
    """Collects the facts of one file; `read` is called once."""

    def __init__(self, path: str, source: Source, grammar: Grammar) -> None:
        self._path = path
        self._source = source
        self._tree = grammar.parse(source.data)
        self._found = list(grammar.find(self._tree))
        awaited = frozenset(node.id for word, node in self._found if word == "reference.awaited")
        self._values = ValueBuilder(source, awaited)
        self._scopes = Scopes()
        self._environment = Environment(source, self._values)
        self._decorated: dict[int, Node] = {}
        self._comments: dict[int, int] = {}  # line → column, of comments that have a line to themselves
        self._calls: list[Call] = []
        self._references: list[Reference] = []
        self._named: set[int] = set()
        self._assignments: list[Assignment] = []
        self._imports: list[Import] = []
        self._main_line = 0
        self._errors = 0

    def read(self) -> FileFacts:
        """The facts, every tuple in source order."""
        handlers = {
            "definition.function": self._function,
            "definition.class": self._class,
            "definition.type": self._type,
            "definition.decorated": self._note_decorated,
            "definition.generator": self._generator,
            "scope.lambda": self._lambda,
            "scope.comprehension": self._comprehension,
            "reference.call": self._call,
            "reference.name": self._reference,
            "reference.returned": self._returned,
            "reference.subscript": self._environment.subscript,
            "binding.assignment": self._assignment,
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
            is_script=bool(self._main_line) or self._source.data.startswith(b"#!"),
            main_line=self._main_line,
            syntax_errors=self._errors,
        )

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

    def _lambda(self, node: Node, frame: Frame) -> None:
        body = node.child_by_field_name("body")
        for parameter in parameters(node.child_by_field_name("parameters"), self._source, self._values):
            self._bound(parameter.name, node, frame)
        start = body.start_byte if body is not None else node.end_byte
        self._scopes.enter(Frame(frame.qualname, "anonymous", start, node.end_byte, locals=frame.locals))

    def _comprehension(self, node: Node, frame: Frame) -> None:
        left, parent = node.child_by_field_name("left"), node.parent
        if left is None or parent is None:
            return
        for target in _flat(left):
            if target.type == "identifier":
                self._bound(self._source.of(target), parent, frame)

    def _bound(self, name: str, span: Node, frame: Frame) -> None:
        """A name that means something of its own inside one expression only."""
        line, end_line = span.start_point[0] + 1, span.end_point[0] + 1
        self._assignments.append(Assignment(name, None, line, end_line, frame.qualname, kind="parameter"))

    # calls and names

    def _call(self, node: Node, frame: Frame) -> None:
        call = self._values.call(node)
        self._calls.append(call)
        self._environment.call(call, node)

    def _reference(self, node: Node, frame: Frame) -> None:
        if node.id in self._named:
            return
        self._named.add(node.id)
        name = self._values.name(node)
        if name and name != "self":
            self._references.append(Reference(name, node.start_point[0] + 1, frame.qualname))

    def _returned(self, node: Node, frame: Frame) -> None:
        inner = first_named(node)
        if inner is not None and frame.kind == "function" and len(frame.returned) < RETURNED:
            value = self._values.value(inner)
            if value.kind in ("name", "call", "attribute", "binary", "function"):
                frame.returned.append(value)

    def _kept_references(self) -> list[Reference]:
        """References whose first name is no variable of the function they stand in: definitions, imports, attributes of self."""
        inner = {definition.qualname for definition in self._scopes.definitions}
        modules = {name.alias or name.name for item in self._imports for name in item.names}
        modules |= {item.alias or head(item.module) for item in self._imports}
        out = []
        for reference in self._references:
            first = head(reference.name)
            names = self._scopes.locals.get(reference.scope)
            if names and first in names and first != "self":
                if f"{reference.scope}.{first}" not in inner and first not in modules:
                    continue
                if "." in reference.name and f"{reference.scope}.{first}" not in inner:
                    continue
            out.append(reference)
        return out

    # bindings

    def _scope_of(self, name: str, frame: Frame) -> str:
        if name in frame.outer_names:
            return ""
        frame.locals.add(name)
        return frame.qualname

    def _bind(
        self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str = "", note: Node | None = None
    ) -> None:
        """An assignment for every name in `target`."""
        if target.type in _GROUPS:
            self._spread(target, value, node, frame, kind)
            return
        while target.type == "parenthesized_expression" and target.named_child_count == 1:
            inner = first_named(target)
            if inner is None:
                return
            target = inner
        if target.type == "identifier":
            text = self._source.of(target)
            scope = self._scope_of(text, frame)
        elif target.type == "attribute":
            text, scope = self._values.name(target), frame.qualname
        elif target.type == "subscript":
            text, scope = self._keyed(target), frame.qualname
        else:
            return
        if not text:
            return
        if not kind and frame.kind == "class":
            kind = "field"
        self._assignments.append(
            Assignment(
                text,
                value,
                node.start_point[0] + 1,
                node.end_point[0] + 1,
                scope,
                " ".join(self._source.of(note).split()) if note else "",
                self._values.value(note) if note else None,
                kind,
            )
        )

    def _spread(self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        parts = [child for child in target.named_children if child.type != "comment"]
        starred = any(part.type == "list_splat_pattern" for part in parts)
        paired = value is not None and value.kind == "list" and len(value.items) == len(parts) and not starred
        for index, part in enumerate(parts[:_SPREAD_TARGETS]):
            item: Value | None = None
            if value is not None and paired:
                item = value.items[index]
            elif value is not None and not starred and kind not in ("loop", "with"):
                line = value.line
                item = Value(
                    "subscript", "", (value, Value("number", str(index), line=line, end_line=line)), (), None, line, line
                )
            if part.type == "list_splat_pattern":
                part = first_named(part) or part
            if part.type in _GROUPS:
                for inner in _flat(part):
                    if inner.type == "identifier":
                        self._bind(inner, None, node, frame, kind)
            else:
                self._bind(part, item, node, frame, kind)

    def _keyed(self, target: Node) -> str:
        """Text of a subscript target with a plain key, such as ``app.config["X"]``."""
        below = target.child_by_field_name("value")
        key = target.child_by_field_name("subscript")
        if below is None or key is None or key.type not in ("string", "identifier", "integer"):
            return ""
        name = self._values.name(below)
        return f"{name}[{self._source.of(key)}]" if name else ""

    def _assignment(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        note = node.child_by_field_name("type")
        if left is None:
            return
        self._environment.written(left)
        end = right
        while end is not None and end.type == "assignment":
            end = end.child_by_field_name("right")
        self._bind(left, self._values.value(end) if end is not None else None, node, frame, note=note)

    def _augmented(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            self._bind(left, self._values.value(right) if right else None, node, frame, "augmented")

    def _walrus(self, node: Node, frame: Frame) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None:
            self._bind(name, self._values.value(value) if value else None, node, frame)

    def _loop(self, node: Node, frame: Frame) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            self._short(left, self._values.value(right) if right else None, node, frame, "loop")

    def _with(self, node: Node, frame: Frame) -> None:
        value = node.child_by_field_name("value")
        if value is None or value.type != "as_pattern":
            return
        alias = value.child_by_field_name("alias")
        inner, target = first_named(value), first_named(alias) if alias is not None else None
        if inner is not None and target is not None:
            self._short(target, self._values.value(inner), node, frame, "with")

    def _except(self, node: Node, frame: Frame) -> None:
        value = node.child_by_field_name("value")
        if value is None or value.type != "as_pattern":
            return
        alias = value.child_by_field_name("alias")
        inner, target = first_named(value), first_named(alias) if alias is not None else None
        if inner is not None and target is not None:
            self._short(target, self._values.value(inner), value, frame, "except")

    def _short(self, target: Node, value: Value | None, node: Node, frame: Frame, kind: str) -> None:
        """Like `_bind`, but the lines are those of the target alone: the statement may be a long block."""
        self._bind(target, value, target, frame, kind)

    def _outer(self, node: Node, frame: Frame) -> None:
        names = {self._source.of(child) for child in node.named_children}
        frame.outer_names |= names

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
        condition = node.child_by_field_name("condition")
        if condition is not None and not self._main_line and not frame.qualname and _MAIN(self._source.of(condition)):
            self._main_line = node.start_point[0] + 1

    def _branch(self, node: Node, frame: Frame) -> None:
        self._scopes.definition_frame(node.start_byte).branches += 1

    def _error(self, node: Node, frame: Frame) -> None:
        self._errors += 1


def _flat(node: Node) -> list[Node]:
    """The targets in a pattern, however nested."""
    out, todo = [], [node]
    while todo:
        here = todo.pop()
        if here.type in _GROUPS or here.type in ("list_splat_pattern", "parenthesized_expression"):
            todo.extend(reversed(here.named_children))
        else:
            out.append(here)
    return out


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
