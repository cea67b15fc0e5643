"""Which router an expression of Go stands for: variables, groups, parameters, fields, what functions give back."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Assignment, Call, Definition, FileFacts, Parameter, Passed, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import route_of
from apps.engine.frameworks.go.routes.fields import Fields, Holder
from apps.engine.frameworks.go.routes.libraries import Library, library_of
from apps.engine.frameworks.go.routes.middleware import Middleware
from apps.engine.frameworks.routing import Key, Node, Routes
from apps.engine.frameworks.text import argument
from apps.engine.graph.declared.rules.go import package_name
from apps.engine.graph.declared.types import parse_type

_LEVELS = 20
Router = tuple[Key, Library]
_Lines = frozenset[tuple[int, int]]  # first and last lines of function literals


@dataclass(slots=True)
class _File:
    facts: FileFacts
    packages: dict[str, Library]  # local name of a package → its library
    definitions: dict[str, Definition]
    bound: dict[tuple[str, str], list[Assignment]]
    nesting: dict[tuple[int, int], Call]  # lines of a function literal → the call it is given to


class Routers:
    """Finds routers and hangs them below each other; every library has its own `Routes`."""

    def __init__(self, code: Code, routes: dict[str, Routes]) -> None:
        self._code = code
        self._routes = routes
        self._files: dict[str, _File] = {}
        self._known: dict[Key, Router | None] = {}
        for facts in code.own("Go"):
            self._files[facts.path] = _read(facts)
        self._fields = Fields(code, code.own("Go"))
        self._middleware = Middleware(code)

    @property
    def paths(self) -> list[str]:
        """Files that import a router library, or are passed routers."""
        return sorted(self._files)

    def of(self, path: str, scope: str, value: Value, level: int = 0, inside: _Lines = frozenset()) -> Router | None:
        """The router an expression is, None where it is none or can't be known; `inside` as of `_named`."""
        if level > _LEVELS:
            return None
        if value.kind == "name":
            return self._named(path, scope, value.text, value.line, level, inside)
        if value.kind == "call" and value.call is not None:
            key = (path, scope, f"@{value.call.line}:{_spelled(value.call)}")
            return self._made(path, scope, value.call, key, level, inside)
        return None

    def node(self, library: Library, key: Key, *, is_root: bool = False, place: Place | None = None) -> Router:
        """The node of a router, made where it is new."""
        self._routes[library.name].nodes.setdefault(key, Node(key, is_root=is_root, place=place))
        return key, library

    def _named(self, path: str, scope: str, name: str, line: int, level: int, inside: _Lines = frozenset()) -> Router | None:
        """The router a name means; parameters of functions on the lines `inside`, arguments of what is asked, are not meant."""
        head, _, rest = name.partition(".")
        file = self._files.get(path)
        if file is None:
            return None
        here = scope
        while True:
            bound = [
                item
                for item in file.bound.get((here, head), ())
                if item.line <= line and (item.kind != "parameter" or _holds(item, line, inside))
            ]
            if bound:
                if rest:
                    return self._field(self._fields.held(path, bound[-1]), rest, level)
                return self._bound(path, here, bound[-1], level)
            definition = file.definitions.get(here)
            parameter = next((item for item in definition.parameters if item.name == head), None) if definition else None
            if definition is not None and parameter is not None:
                if rest:
                    return self._field(self._fields.named(path, parameter.annotation), rest, level)
                return self._parameter(path, definition, parameter)
            if not here:
                break
            here = definition.parent if definition is not None else ""
        found = self._code.resolver.resolve(path, scope, name, line)
        if found.assignment is not None and not found.assignment.scope and found.path in self._files:
            return self._bound(found.path, "", found.assignment, level)
        return None

    def _bound(self, path: str, scope: str, assignment: Assignment, level: int) -> Router | None:
        key = (path, scope, f"{assignment.target}@{assignment.line}")
        if key in self._known:
            return self._known[key]
        self._known[key] = None
        found = None
        if assignment.kind == "parameter":
            found = self._nested(path, scope, assignment, key, level)
        elif assignment.value is not None:
            value = assignment.value
            if value.kind == "call" and value.call is not None:
                found = self._made(path, scope, value.call, key, level)
            elif value.kind == "name":
                found = self._named(path, scope, value.text, assignment.line - 1, level + 1)
        elif assignment.annotation:
            found = self._typed(path, assignment.annotation, key)
        self._known[key] = found
        return found

    def _nested(self, path: str, scope: str, assignment: Assignment, key: Key, level: int) -> Router | None:
        """The parameter of a function literal that a router calls with a router below itself."""
        call = self._files[path].nesting.get((assignment.line, assignment.end_line))
        if call is None:
            return None
        below, _, method = call.callee.text.rpartition(".")
        above = self._receiver(path, scope, call, below, level)
        if above is None:
            return None
        library = above[1]
        if method in library.plain_nested:
            return self._beside(path, above, key, call)
        if method not in library.nested:
            return None
        return self._below(path, scope, above, argument(call, 0), key, call)

    def _receiver(self, path: str, scope: str, call: Call, below: str, level: int, inside: _Lines = frozenset()) -> Router | None:
        inside |= frozenset((item.value.line, item.value.end_line) for item in call.arguments if item.value.kind == "function")
        if call.callee.kind == "attribute" and call.callee.items:
            return self.of(path, scope, call.callee.items[0], level + 1, inside)
        return self._named(path, scope, below, call.line, level + 1, inside) if below else None

    def package(self, path: str, scope: str, name: str) -> Library | None:
        """The library that a name means, None where a parameter or variable of the functions around is called like it."""
        file = self._files[path]
        library = file.packages.get(name)
        while library is not None and scope:
            definition = file.definitions.get(scope)
            taken = definition is not None and any(item.name == name for item in definition.parameters)
            if taken or file.bound.get((scope, name)):
                return None
            scope = definition.parent if definition is not None else ""
        return library

    def receiver(self, path: str, call: Call) -> Router | None:
        """The router whose method a call is."""
        return self._receiver(path, call.scope, call, call.callee.text.rpartition(".")[0], 0)

    def _made(self, path: str, scope: str, call: Call, key: Key, level: int, inside: _Lines = frozenset()) -> Router | None:
        """The router that a call makes or gives back."""
        below, _, method = call.callee.text.rpartition(".")
        library = self.package(path, scope, below) if call.callee.kind == "name" else None
        if library is not None:
            return self.node(library, key, is_root=True) if method in library.makers else None
        if call.callee.kind == "attribute" and call.callee.text == "Subrouter":
            return self._subrouter(path, scope, call, key, level)
        above = self._receiver(path, scope, call, below, level, inside)
        if above is not None:
            library = above[1]
            if method in library.groups:
                return self._below(path, scope, above, argument(call, 0), key, call)
            if method in library.apart:
                return self._beside(path, above, key, call, self._middleware.of(path, call, call.arguments))
            if method in library.through or method in library.plain_nested:
                return above
            return None
        return self._given_back(path, call, level)

    def _subrouter(self, path: str, scope: str, call: Call, key: Key, level: int) -> Router | None:
        """``router.PathPrefix("/x").Subrouter()``"""
        inner = call.callee.items[0].call if call.callee.items else None
        while inner is not None and not inner.callee.text.endswith("PathPrefix"):
            if inner.callee.kind != "attribute" or not inner.callee.items or inner.callee.items[0].call is None:
                above = self._receiver(path, scope, inner, inner.callee.text.rpartition(".")[0], level)
                return self._beside(path, above, key, call) if above is not None else None  # router.NewRoute().Subrouter()
            inner = inner.callee.items[0].call
        if inner is None:
            return None
        above = self._receiver(path, scope, inner, inner.callee.text.rpartition(".")[0], level)
        return self._below(path, scope, above, argument(inner, 0), key, call) if above is not None else None

    def _below(self, path: str, scope: str, above: Router, prefix: Value | None, key: Key, call: Call) -> Router:
        parent, library = above
        made = self.node(library, key)
        place = Place(path, call.line, call.end_line)
        passes = self._middleware.of(path, call, call.arguments[1:])
        self._routes[library.name].mount(parent, key, route_of(self._code, path, scope, prefix), (place,), passes=passes)
        return made

    def _beside(self, path: str, above: Router, key: Key, call: Call, passes: tuple[Passed, ...] = ()) -> Router:
        """A router of the same prefix with middleware of its own."""
        parent, library = above
        made = self.node(library, key)
        self._routes[library.name].mount(parent, key, "", passes=passes, at=Place(path, call.line, call.end_line))
        return made

    def _given_back(self, path: str, call: Call, level: int) -> Router | None:
        """The router that a function of the repository returns."""
        found = self._code.resolver.resolve_call(path, call)
        definition = found.definition
        if definition is None or found.path not in self._files:
            return None
        for value in definition.returned:
            made = self.of(found.path, definition.qualname, value, level + 1)
            if made is not None:
                return made
        return None

    def _parameter(self, path: str, definition: Definition, parameter: Parameter) -> Router | None:
        return self._typed(path, parameter.annotation, (path, definition.qualname, parameter.name))

    def _typed(self, path: str, annotation: str, key: Key) -> Router | None:
        """A router known by its type only; an application begins at the root, a group nobody hangs anywhere does not."""
        package, _, name = parse_type(annotation).name.rpartition(".")
        library = self._files[path].packages.get(package)
        if library is None or name not in library.applications | library.routers:
            return None
        return self.node(library, key, is_root=name in library.applications)

    def _field(self, holder: Holder | None, rest: str, level: int) -> Router | None:
        """A field of a struct: ``s.router``, by what it is given, else by its type."""
        if holder is None or "." in rest or level > _LEVELS:
            return None
        path, definition = holder
        key = (path, definition.qualname, rest)
        if key in self._known:
            return self._known[key]
        self._known[key] = None
        for at, scope, value in self._fields.given(holder, rest):
            found = self.of(at, scope, value, level + 1)
            if found is not None:
                self._known[key] = found
                return found
        file = self._files.get(path)
        typed = (
            next((item for item in file.bound.get((definition.qualname, rest), ()) if item.annotation), None) if file else None
        )
        self._known[key] = self._typed(path, typed.annotation, key) if typed is not None else None
        return self._known[key]


def _holds(parameter: Assignment, line: int, inside: frozenset[tuple[int, int]]) -> bool:
    """Whether a parameter of a function literal is known on a line."""
    return line <= parameter.end_line and (parameter.line, parameter.end_line) not in inside


def _spelled(call: Call) -> str:
    """Enough of a call to tell it from others on its line."""
    first = call.arguments[0].value.text if call.arguments else ""
    return f"{call.callee.text}({first})"


def _read(facts: FileFacts) -> _File:
    packages = {}
    for item in facts.imports:
        library = library_of(item.module)
        if library is not None:
            packages[item.alias or package_name(item.module)] = library
    bound: dict[tuple[str, str], list[Assignment]] = {}
    for assignment in facts.assignments:
        bound.setdefault((assignment.scope, assignment.target), []).append(assignment)
    nesting = {
        (given.value.line, given.value.end_line): call
        for call in facts.calls
        for given in call.arguments
        if given.value.kind == "function"
    }
    return _File(facts, packages, {item.qualname: item for item in facts.definitions}, bound, nesting)
