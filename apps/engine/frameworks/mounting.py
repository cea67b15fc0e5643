"""Finds the applications and routers of a framework, and which of them is passed to which function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apps.engine.facts import Argument, Call, Definition, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.routing import Key, Node, Routes
from apps.engine.frameworks.text import keyword, positional

_ROUNDS = 4  # functions that hand an application on to further functions


class Mounting:
    """Nodes of one framework.  `roots` and `routers` are the dotted names of what makes an application or a router."""

    def __init__(self, code: Code, routes: Routes, roots: frozenset[str], routers: frozenset[str]) -> None:
        self.code = code
        self.routes = routes
        self._roots = roots
        self._routers = routers
        self.made: dict[Key, tuple[FileFacts, str, Call]] = {}

    def kind_of(self, path: str, scope: str, call: Call) -> str:
        """ "root", "router" or "" for what a call makes; a class of the repository counts as what it inherits from."""
        bound = self.code.names.of(path, scope, call.callee)
        names = [bound.external]
        if bound.kind == "definition" and bound.definition is not None and bound.definition.kind in CLASSES:
            names = self.code.names.external_bases(bound.path, bound.definition)
        if any(name in self._roots for name in names):
            return "root"
        return "router" if any(name in self._routers for name in names) else ""

    def discover(self, files: Iterable[FileFacts]) -> None:
        """Register every variable that holds an application or a router, made directly or by a function that returns one."""
        listed = list(files)
        self._discover_made(listed)
        for _ in range(_ROUNDS if self.made else 0):
            before = len(self.routes.nodes)
            self._discover_returned(listed)
            if len(self.routes.nodes) == before:
                return

    def _discover_returned(self, files: list[FileFacts]) -> None:
        """Variables given what a function of the repository returns: nodes of their own, with the function's routes below."""
        for facts in files:
            for assignment in facts.assignments:
                call = assignment.value.call if assignment.value is not None else None
                key = (facts.path, assignment.scope, assignment.target)
                if call is None or key in self.routes.nodes or assignment.kind in ("loop", "with"):
                    continue
                inner = self._made_inside(Bound("value", facts.path, assignment.scope, value=assignment.value), call)
                if inner is not None and inner != key:
                    place = Place(facts.path, assignment.line, assignment.end_line)
                    self.routes.nodes[key] = Node(
                        key, is_root=self.routes.nodes[inner].is_root, prefix=self.routes.nodes[inner].prefix, place=place
                    )
                    self.routes.mount(key, inner, "")

    def _discover_made(self, files: list[FileFacts]) -> None:
        if not {name.partition(".")[0] for name in self._roots | self._routers} & self.code.imports:
            return
        lasts = {name.rpartition(".")[2] for name in self._roots | self._routers}
        for facts in files:
            for assignment in facts.assignments:
                call = assignment.value.call if assignment.value is not None else None
                if call is None or assignment.kind in ("loop", "with"):
                    continue
                name = call.callee.text.rpartition(".")[2]
                if name not in lasts and not name[:1].isupper() and name not in self._roots:
                    bound = self.code.names.of(facts.path, assignment.scope, call.callee)
                    if bound.external not in self._roots | self._routers:
                        continue
                kind = self.kind_of(facts.path, assignment.scope, call)
                if kind:
                    key = (facts.path, assignment.scope, assignment.target)
                    place = Place(facts.path, assignment.line, assignment.end_line)
                    self.routes.nodes.setdefault(key, Node(key, is_root=kind == "root", place=place))
                    self.made.setdefault(key, (facts, assignment.scope, call))

    def node(self, path: str, scope: str, value: Value, *, parameters: bool = True) -> Key | None:
        """The node an expression means: a known one, or a function's parameter that may be passed one."""
        bound = self.code.names.of(path, scope, value)
        return self.node_of(bound, parameters=parameters)

    def node_of(self, bound: Bound, *, parameters: bool = True) -> Key | None:
        """The node behind a binding."""
        if bound.kind in ("assignment", "parameter", "value"):
            if bound.key in self.routes.nodes and bound.kind != "value":
                return bound.key
            if bound.kind == "parameter" and parameters and bound.definition is not None:
                self.routes.nodes[bound.key] = Node(bound.key, is_parameter=True)
                return bound.key
            if bound.value is not None and bound.value.kind == "call" and bound.value.call is not None:
                return self._made_inside(bound, bound.value.call)
        return None

    def _made_inside(self, bound: Bound, call: Call) -> Key | None:
        """For a call of a function of the repository: the application or router it returns, or the only one it makes."""
        return self.returned_by(self.code.names.of(bound.path, bound.scope, call.callee))

    def returned_by(self, called: Bound) -> Key | None:
        """The application or router that a function of the repository returns, or the only one it makes."""
        definition = called.definition
        if called.kind != "definition" or definition is None or definition.kind in CLASSES:
            return None
        for value in definition.returned:
            returned = self.code.names.of(called.path, definition.qualname, value)
            if returned.kind == "assignment" and returned.key in self.routes.nodes:
                return returned.key
        inside = [key for key in self.made if key[0] == called.path and key[1] == definition.qualname]
        return inside[0] if len(inside) == 1 else None

    def values(self, path: str, scope: str, value: Value) -> list[tuple[str, str, Value]]:
        """The value itself, or the items of the list a loop variable runs over."""
        if value.kind == "name":
            bound = self.code.names.bind(path, scope, value.text, value.line)
            if bound.assignment is not None and bound.assignment.kind == "loop" and bound.value is not None:
                source, at, inside = bound.value, bound.path, bound.scope
                if source.kind in ("name", "attribute"):
                    listed = self.code.names.of(at, inside, source)
                    if listed.value is None:
                        return [(path, scope, value)]
                    source, at, inside = listed.value, listed.path, listed.scope
                if source.kind == "list":
                    return [(at, inside, item) for item in source.items]
        return [(path, scope, value)]

    def pass_on(self, files: Iterable[FileFacts]) -> None:
        """Where a known node is passed to a function that registers routes on its parameter: a mount without prefix."""
        listed = list(files)
        for _ in range(_ROUNDS):
            before = (len(self.routes.nodes), len(self.routes.mounts))
            functions: dict[tuple[str, str], set[str]] = {}
            for key, node in self.routes.nodes.items():
                if node.is_parameter:
                    functions.setdefault(key[:2], set()).add(key[2])
            if not functions:
                return
            names = {part for _, qualname in functions for part in qualname.split(".")[-2:]}
            for facts in listed:
                known = names | {name.alias for item in facts.imports for name in item.names if name.alias and name.name in names}
                for call in facts.calls:
                    # what a Python function is called by is its name; a JavaScript module may be called by any
                    if facts.language == "Python" and call.callee.text.rpartition(".")[2] not in known:
                        continue
                    if call.arguments and any(item.value.kind in ("name", "attribute") for item in call.arguments):
                        self._pass(facts, call, functions)
            if before == (len(self.routes.nodes), len(self.routes.mounts)):
                return

    def _pass(self, facts: FileFacts, call: Call, functions: dict[tuple[str, str], set[str]]) -> None:
        called = self.code.names.of(facts.path, call.scope, call.callee)
        definition = called.definition
        if called.kind != "definition" or definition is None:
            return
        if definition.kind in CLASSES:
            built = self.code.index(called.path).child(definition.qualname, "__init__")
            if built is None:
                return
            definition = built
        wanted = functions.get((called.path, definition.qualname))
        if not wanted:
            return
        for name, value in bind_arguments(definition, call.arguments):
            if name in wanted and value.kind in ("name", "attribute"):
                parent = self.node(facts.path, call.scope, value)
                if parent is not None:
                    self.routes.mount(parent, (called.path, definition.qualname, name), "")


def bind_arguments(definition: Definition, arguments: tuple[Argument, ...]) -> Iterator[tuple[str, Value]]:
    """(parameter, value) pairs of a call, as far as they are plain."""
    names = [parameter.name for parameter in definition.parameters if parameter.kind in ("", "positional")]
    if (
        names
        and names[0] in ("self", "cls")
        and definition.kind in ("method", "constructor")
        and "static" not in definition.properties
    ):
        names = names[1:]
    for position, name in enumerate(names):
        value = keyword(arguments, name) or positional(arguments, position)
        if value is not None:
            yield name, value
