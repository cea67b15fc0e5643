"""Vapor's routes: calls on applications, groups and what collections are given."""

from __future__ import annotations

from apps.engine.facts import Assignment, Call, Definition, Endpoint, FileFacts, Parameter, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import last, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.routing import Key, Node, Routes, prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START
from apps.engine.graph.declared.types import parse_type

_NAME = "Vapor"
_SOURCE = "framework:vapor"
_LEVELS = 16
_VERBS = frozenset({"get", "post", "put", "patch", "delete"})
_ROOTS = frozenset({"Application", "Router", "EngineRouter"})  # the last two are those of the first versions
_BUILDERS = frozenset({"RoutesBuilder", "Routes"})
_GROUPING = frozenset({"group", "grouped"})
_BOOT = "boot"
_GUARD = "guardMiddleware"
_COMPONENTS = {"anything": "*", "catchall": "**"}
_TEXTS = ("String", "PathComponent")


def find_routes(code: Code, found: Found) -> None:
    """Endpoints that the repository registers."""
    reader = _Reader(code)
    for path in reader.files:
        for call in reader.files[path].facts.calls:
            reader.call(path, call)
    endpoints = list(reader.routes.endpoints())
    found.endpoints += endpoints
    found.unknowns += [*prefix_unknowns(endpoints, _NAME), *reader.routes.unknowns]
    if endpoints:
        found.frameworks.append(_NAME)


class _File:
    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.definitions = {item.qualname: item for item in facts.definitions}
        self.bound: dict[tuple[str, str], list[Assignment]] = {}
        for item in facts.assignments:
            self.bound.setdefault((item.scope, item.target), []).append(item)
        self.groups = [call for call in facts.calls if last(call.callee.text) in _GROUPING and _closure(call) is not None]

    def group_at(self, scope: str, line: int, end_line: int = 0) -> Call | None:
        """The innermost group whose closure holds a line, or has just these lines."""
        best: Call | None = None
        for call in self.groups:
            inner = _closure(call)
            if call.scope != scope or inner is None or not inner.line <= line <= (inner.end_line or inner.line):
                continue
            if end_line and (inner.line, inner.end_line) == (line, end_line):
                return call
            known = _closure(best) if best is not None else None
            if known is None or inner.end_line - inner.line <= known.end_line - known.line:
                best = call
        return best


class _Reader:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes(_NAME, join, code.branches)
        self.files = {
            facts.path: _File(facts) for facts in code.own("Swift") if any(item.module == "Vapor" for item in facts.imports)
        }
        self._takers = {  # functions that are given something to register routes on
            definition.name
            for file in self.files.values()
            for definition in file.facts.definitions
            if any(_type(item) in _BUILDERS for item in definition.parameters)
        }

    def call(self, path: str, call: Call) -> None:
        """A route, or a collection or function that is given a builder."""
        name = last(call.callee.text)
        if name in _VERBS or name in ("on", "webSocket"):
            node = self._receiver(path, call, 0)
            if node is not None:
                self._route(path, call, name, node)
        elif name == "register":
            node = self._receiver(path, call, 0)
            given = next((item.value for item in call.arguments if item.name == "collection"), None)
            if node is not None and given is not None:
                self._register(path, call, node, given)
        elif name in self._takers and call.arguments:
            self._hand_on(path, call)

    # what a builder is

    def _receiver(self, path: str, call: Call, level: int) -> Key | None:
        """The node whose method a call is."""
        callee = call.callee
        if callee.kind == "attribute" and callee.items:
            return self._of(path, call.scope, callee.items[0], call.line, level + 1)
        owner = callee.text.rpartition(".")[0]
        return self._named(path, call.scope, owner, call.line, level + 1) if callee.kind == "name" and owner else None

    def _of(self, path: str, scope: str, value: Value, line: int, level: int) -> Key | None:
        if level > _LEVELS:
            return None
        if value.kind == "name":
            return self._named(path, scope, value.text, value.line or line, level)
        if value.call is not None and last(value.call.callee.text) in _GROUPING:
            return self._group(path, value.call, level)
        return None

    def _group(self, path: str, call: Call, level: int) -> Key | None:
        """The node of ``parent.grouped("x")``, and of the parameter of ``parent.group("x") { … }``."""
        parent = self._receiver(path, call, level)
        if parent is None:
            return None
        key: Key = (path, call.scope, f"{call.callee.text}:{call.line}:{call.end_line}:{len(call.arguments)}")
        if key not in self.routes.nodes:
            parts, guard = self._parts(path, call)
            here = Place(path, call.line, call.end_line)
            prefix = _path(parts).removeprefix("/")
            self.routes.nodes[key] = Node(key, prefix=prefix, place=here, guard=guard)
            self.routes.mount(parent, key, prefix, (here,) if prefix else ())
        return key

    def _named(self, path: str, scope: str, name: str, line: int, level: int) -> Key | None:
        """The node that a name means: a variable, what a closure is given, a parameter of a function."""
        if level > _LEVELS:
            return None
        name = name.removesuffix(".routes")
        if "." in name:
            return None
        file = self.files[path]
        if name == "$0":
            call = file.group_at(scope, line)
            return self._group(path, call, level + 1) if call is not None else None
        here = scope
        while True:
            bound = [item for item in file.bound.get((here, name), ()) if _holds(item, line)]
            if bound:
                chosen = bound[-1]
                if chosen.kind == "parameter":
                    call = file.group_at(here, chosen.line, chosen.end_line)
                    return self._group(path, call, level + 1) if call is not None else None
                return self._of(path, here, chosen.value, chosen.line, level + 1) if chosen.value is not None else None
            definition = file.definitions.get(here)
            for parameter in definition.parameters if definition is not None else ():
                if parameter.name == name:
                    return self._parameter(path, here, parameter)
            if definition is None:
                return None
            here = definition.parent

    def _parameter(self, path: str, scope: str, parameter: Parameter) -> Key | None:
        of = _type(parameter)
        if of not in _ROOTS | _BUILDERS:
            return None
        key: Key = (path, scope, parameter.name)
        # Nobody but the framework calls what is given an application; a collection that nothing registers keeps its prefix open.
        self.routes.nodes.setdefault(key, Node(key, is_root=of in _ROOTS))
        return key

    # what calls say

    def _parts(self, path: str, call: Call) -> tuple[list[str | None], Guard | None]:
        """The parts of a path among a call's arguments, None for one that is not known, and what is required."""
        parts: list[str | None] = []
        guard = None
        for item in call.arguments:
            value = item.value
            if item.name or value.kind == "function":
                continue
            text = self._text(path, call.scope, value)
            if text is not None:
                parts.append(text.strip("/"))
            elif last(call.callee.text) not in _GROUPING or self._is_text(path, call.scope, value):
                parts.append(None)
            else:  # of a group it is what requests go through
                guard = self._guard(path, call.scope, value) or guard
        return parts, guard

    def _text(self, path: str, scope: str, value: Value) -> str | None:
        """The text of one part: a string, ``.parameter("id")``, ``.anything``, ``Todo.parameter``."""
        if value.kind == "name" and value.text.endswith(".parameter"):
            return f":{value.text.removesuffix('.parameter').lower()}"
        if value.kind == "attribute" and value.text in _COMPONENTS:
            return _COMPONENTS[value.text]
        inner = value.call
        if inner is not None and inner.arguments and last(inner.callee.text) in ("parameter", "constant"):
            text = text_of(self.code, path, scope, inner.arguments[0].value)
            return f":{text}" if text is not None and last(inner.callee.text) == "parameter" else text
        return text_of(self.code, path, scope, value)

    def _is_text(self, path: str, scope: str, value: Value) -> bool:
        """Whether an argument whose text is not known is a part of a path all the same."""
        if value.kind in ("template", "binary") or value.text.endswith(("pathComponents", "pathComponent")):
            return True
        definition = self.files[path].definitions.get(scope)
        for parameter in definition.parameters if definition is not None and value.kind == "name" else ():
            if parameter.name == value.text:
                return last(parse_type(parameter.annotation).name) in _TEXTS
        return False

    def _guard(self, path: str, scope: str, value: Value) -> Guard | None:
        """``Token.guardMiddleware()``, directly or by the name of a variable."""
        if value.kind == "name":
            bound = self.files[path].bound.get((scope, value.text), ())
            value = next((item.value for item in reversed(bound) if item.value is not None), value)
        call = value.call
        if call is None or last(call.callee.text) != _GUARD:
            return None
        return Guard(f"{call.callee.text}()", Place(path, call.line, call.end_line))

    def _route(self, path: str, call: Call, name: str, node: Key) -> None:
        method = "WEBSOCKET" if name == "webSocket" else name.upper()
        at = call
        if name == "on":
            if not call.arguments or call.arguments[0].value.kind not in ("attribute", "name"):
                return
            method = last(call.arguments[0].value.text).upper()
            at = Call(call.callee, call.arguments[1:], call.line, call.end_line, call.scope)
        handling = next((item.value for item in call.arguments if item.name in ("use", "onUpgrade")), None) or _closure(call)
        if handling is None:
            return
        parts, _ = self._parts(path, at)
        text = _path(parts)
        here = Place(path, call.line, call.end_line)
        handler, place, symbol, docstring = "anonymous function", here, "", ""
        if handling.kind == "function" and handling.line:
            place = Place(path, handling.line, handling.end_line or handling.line)
        elif handling.kind in ("name", "attribute"):
            handler = handling.text.removeprefix("self.")
            found = self.code.resolver.resolve(path, call.scope, handling.text, call.line)
            if found.definition is not None:
                handler, docstring = found.qualname, found.definition.docstring
                place, symbol = place_of(found.path, found.definition), symbol_of(found.path, found.qualname)
        endpoint = Endpoint(method, text, handler, place, here, symbol, framework=_NAME, docstring=docstring, source=_SOURCE)
        self.routes.add(node, endpoint)

    def _register(self, path: str, call: Call, node: Key, given: Value) -> None:
        """``app.register(collection: TodoController())``: what its `boot` is given hangs below."""
        name = given.text if given.kind == "name" else given.call.callee.text if given.call is not None else ""
        if given.kind == "name":
            bound = self.files[path].bound.get((call.scope, name), ())
            made = next(
                (item.value.call for item in reversed(bound) if item.value is not None and item.value.call is not None), None
            )
            name = made.callee.text if made is not None else name
        found = self.code.resolver.resolve(path, call.scope, name, call.line)
        owner = found.definition
        if owner is None or found.path not in self.files:
            return
        for definition in self.files[found.path].facts.definitions:
            if definition.name == _BOOT and definition.parent == owner.qualname:
                self._mount(node, found.path, definition, 0, Place(path, call.line, call.end_line))

    def _hand_on(self, path: str, call: Call) -> None:
        """A function of the repository that is given a builder."""
        found = self.code.resolver.resolve_call(path, call)
        definition = found.definition
        if definition is None or found.path not in self.files:
            return
        for at, parameter in enumerate(definition.parameters):
            if _type(parameter) in _BUILDERS and at < len(call.arguments):
                node = self._of(path, call.scope, call.arguments[at].value, call.line, 0)
                if node is not None:
                    self._mount(node, found.path, definition, at, Place(path, call.line, call.end_line))

    def _mount(self, node: Key, path: str, definition: Definition, position: int, here: Place) -> None:
        if position < len(definition.parameters):
            below = self._parameter(path, definition.qualname, definition.parameters[position])
            if below is not None:
                self.routes.mount(node, below, "", (here,))


def join(prefix: str, path: str) -> str:
    """Parts joined by single slashes, none at the end; what follows an unknown part stays unknown."""
    if path.startswith(UNKNOWN_START):
        return path
    parts = [part for part in (prefix.strip("/"), path.strip("/")) if part]
    joined = "/".join(parts)
    return joined if not joined or joined.startswith(UNKNOWN_START) else f"/{joined}"


def _path(parts: list[str | None]) -> str:
    """The parts joined; what follows one that is not known begins with ``…``."""
    unknown = max((at for at, part in enumerate(parts) if part is None), default=-1)
    rest = "/".join(part for part in parts[unknown + 1 :] if part)
    return f"/{rest}" if unknown < 0 else f"{UNKNOWN_START}/{rest}" if rest else UNKNOWN_START


def _closure(call: Call) -> Value | None:
    """The function without a name that a call is given."""
    return next((item.value for item in reversed(call.arguments) if item.value.kind == "function" and item.value.line), None)


def _holds(item: Assignment, line: int) -> bool:
    return item.line <= line <= item.end_line if item.kind == "parameter" else item.end_line < line


def _type(parameter: Parameter) -> str:
    return last(parse_type(parameter.annotation.removeprefix("any ")).name) if parameter.annotation else ""
