"""Litestar: handlers, controllers and routers, and the applications and plugins they are given to."""

from __future__ import annotations

from apps.engine.facts import Call, Decorator, Definition, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.python.classes import class_fields
from apps.engine.frameworks.python.lists import Lists
from apps.engine.frameworks.routing import Key, Node, Routes, guarded, prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START, argument, keyword, source_of

_NAME = "Litestar"
SOURCE = "framework:litestar"
_PACKAGES = frozenset({"litestar", "starlite"})
_ROOTS = frozenset({"Litestar", "Starlite"})
_VERBS = ("get", "post", "put", "patch", "delete", "head")
_SOCKETS = frozenset({"websocket", "websocket_listener", "websocket_stream"})
_HANDLERS = frozenset({*_VERBS, *_SOCKETS, "route", "asgi"})
_LISTENER = "WebsocketListener"
_RECEIVES = "on_receive"
_CONFIGURATIONS = frozenset({"AppConfig"})


def find(code: Code) -> Found:
    """Endpoints and applications of Litestar (Starlite in its first versions)."""
    return _Finder(code).find() if _PACKAGES & code.imports else Found()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.files = list(code.python())
        self.routes = Routes(_NAME, join, code.branches)
        self.lists = Lists(code, self.files)
        self.found = Found()
        self._above: set[Key] = set()  # controllers that others extend
        self._plugged: list[tuple[Place, FileFacts, Call]] = []

    def find(self) -> Found:
        for facts in self.files:
            if any(item.module.partition(".")[0] in _PACKAGES for item in facts.imports):
                self._declared(facts)
        for facts in self.files:
            for call in facts.calls:
                self._call(facts, call)
        self._plug_in()
        for key in self._above - {mount.child for mount in self.routes.mounts}:
            self.routes.nodes.pop(key, None)  # a base is no controller of its own unless something is given it
        self.found.endpoints = list(self.routes.endpoints())
        if self.found.endpoints or self.found.entry_points:
            self.found.frameworks.append(_NAME)
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, _NAME), *self.routes.unknowns]
        return self.found

    # what is declared

    def _declared(self, facts: FileFacts) -> None:
        """Functions with a handler's decorator, each a node of its own; those of a controller hang below it."""
        for definition in facts.definitions:
            if definition.kind == "class" and definition.bases:
                bases = self.code.names.external_bases(facts.path, definition)
                if any(_is_of(base, "Controller") or _is_of(base, _LISTENER) for base in bases):
                    self._controller(facts.path, definition)
        for definition in facts.definitions:
            if definition.kind not in ("function", "method") or not definition.decorators:
                continue
            owner = self.code.index(facts.path).definitions.get(definition.parent)
            if owner is None or owner.kind not in CLASSES:
                key = (facts.path, definition.parent, definition.qualname)
                if self._handler(key, facts.path, definition):
                    self.routes.nodes[key] = Node(key, place=place_of(facts.path, definition))

    def _controller(self, path: str, definition: Definition) -> None:
        """A controller, or a class that listens to a socket, with what it has from the classes of the repository above it."""
        key = (path, definition.parent, definition.qualname)
        node = Node(key, place=place_of(path, definition))
        for at, current in reversed(self.code.names.ancestors(path, definition)):
            for item in class_fields(self.code, at, current):
                if item.target == "path" and item.value is not None:
                    node.prefix = self.code.folder.route(at, current.qualname, item.value)
                    node.place = Place(at, item.line, item.end_line)
                elif item.target == "guards":
                    node.guard = _guard(at, item.value)
        seen: set[str] = set()
        any_found = False
        for at, current in self.code.names.ancestors(path, definition):
            if current is not definition:
                self._above.add((at, current.parent, current.qualname))
            for method in self.code.index(at).children.get(current.qualname, ()):
                if method.name not in seen:
                    seen.add(method.name)
                    any_found = self._handler(key, at, method) or any_found
                    if method.name == _RECEIVES and not method.decorators:
                        any_found = True
                        symbol = symbol_of(at, method.qualname)
                        place = place_of(at, method)
                        self.routes.add(
                            key,
                            Endpoint(
                                "WEBSOCKET", "", method.qualname, place, place_of(path, definition), symbol,
                                framework=_NAME, docstring=method.docstring, source=SOURCE,
                            ),
                        )  # fmt: skip
        if any_found:
            self.routes.nodes[key] = node

    def _handler(self, key: Key, path: str, definition: Definition) -> bool:
        """Register the routes of a function that a decorator makes a handler."""
        any_found = False
        for decorator in definition.decorators:
            name = self.code.names.bind(path, definition.parent, decorator.name, decorator.line).external
            last = name.rpartition(".")[2]
            if last not in _HANDLERS or name.partition(".")[0] not in _PACKAGES:
                continue
            any_found = True
            call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
            paths = self._paths(path, definition.parent, argument(call, 0, "path"))
            for method in self._methods(path, definition.parent, last, decorator):
                for text in paths:
                    named = keyword(decorator.arguments, "name")
                    endpoint = Endpoint(
                        method,
                        text,
                        definition.qualname,
                        place_of(path, definition),
                        Place(path, decorator.line, max(decorator.end_line, definition.line)),
                        symbol_of(path, definition.qualname),
                        (self.code.folder.text(path, definition.parent, named) or "") if named is not None else "",
                        _NAME,
                        docstring=definition.docstring,
                        source=SOURCE,
                    )
                    self.routes.add(key, guarded(endpoint, _guard(path, keyword(decorator.arguments, "guards"))))
        return any_found

    def _paths(self, path: str, scope: str, value: Value | None) -> list[str]:
        """The paths a handler is given: none is the path of what is around it."""
        if value is None or value.kind == "none":
            return [""]
        bound = self.code.names.of(path, scope, value)
        if bound.value is not None and bound.value.kind == "list":
            return [join("", self.code.folder.route(bound.path, bound.scope, item)) for item in bound.value.items]
        return [join("", self.code.folder.route(path, scope, value))]

    def _methods(self, path: str, scope: str, last: str, decorator: Decorator) -> list[str]:
        if last in _SOCKETS:
            return ["WEBSOCKET"]
        if last != "route":
            return [last.upper() if last in _VERBS else "ANY"]
        listed = keyword(decorator.arguments, "http_method")
        bound = self.code.names.of(path, scope, listed) if listed is not None else None
        items = bound.value.items if bound is not None and bound.value is not None and bound.value.kind == "list" else ()
        texts = [
            item.text.rpartition(".")[2] for item in items or ((listed,) if listed is not None else ())
        ]  # HttpMethod.GET too
        return sorted({text.upper() for text in texts if text}) or ["ANY"]

    # what is given to what

    def _call(self, facts: FileFacts, call: Call) -> None:
        owner, _, last = call.callee.text.rpartition(".")
        here = Place(facts.path, call.line, call.end_line)
        if last in _ROOTS and self._is_made(facts.path, call, last):
            key = _key(facts.path, call)
            self.routes.nodes[key] = Node(key, is_root=True, guard=_guard(facts.path, keyword(call.arguments, "guards")))
            self._handed(key, facts.path, call.scope, argument(call, 0, "route_handlers"), here, self._own_path(facts.path, call))
            symbol = symbol_of(facts.path, call.scope)
            self.found.entry_points.append(EntryPoint("asgi", f"{last} application", here, symbol, SOURCE))
        elif last == "Router" and self._is_made(facts.path, call, last):
            key = self._router(facts.path, call)
            self._handed(key, facts.path, call.scope, argument(call, 1, "route_handlers"), here)
        elif last == "register" and owner:
            node = self._node(facts.path, call.scope, Value("name", owner, line=call.line))
            if node is not None:
                self._handed(node, facts.path, call.scope, argument(call, 0, "value"), here)
        elif last in ("extend", "append") and owner.endswith(".route_handlers"):
            self._plugged.append((here, facts, call))

    def _is_made(self, path: str, call: Call, name: str) -> bool:
        return _is_of(self.code.names.of(path, call.scope, call.callee).external, name)

    def _own_path(self, path: str, call: Call) -> str:
        given = keyword(call.arguments, "path")
        return self.code.folder.route(path, call.scope, given) if given is not None else ""

    def _router(self, path: str, call: Call) -> Key:
        key = _key(path, call)
        if key not in self.routes.nodes:
            guard = _guard(path, keyword(call.arguments, "guards"))
            given = argument(call, 0, "path")
            prefix = self.code.folder.route(path, call.scope, given) if given is not None else UNKNOWN_START
            self.routes.nodes[key] = Node(key, prefix=prefix, place=Place(path, call.line, call.end_line), guard=guard)
        return key

    def _handed(self, parent: Key, path: str, scope: str, value: Value | None, here: Place, above: str = "") -> None:
        """Hang everything that a list of route handlers holds below a node."""
        for bound, item in self.lists.items(path, scope, value) if value is not None else ():
            child = self._node_of(bound)
            if child is None and item.kind == "call":
                child = self._node(bound.path, bound.scope, item)
            if child is not None:
                node = self.routes.nodes[child]
                own = (node.place,) if node.prefix and node.place is not None else ()
                self.routes.mount(parent, child, join(above, node.prefix), (here, *own))

    def _plug_in(self) -> None:
        """What plugins add to the configuration of an application, where only one is made."""
        roots = [key for key, node in self.routes.nodes.items() if node.is_root]
        for here, facts, call in self._plugged:
            owner, _, last = call.callee.text.rpartition(".")
            configured = Value("name", owner.removesuffix(".route_handlers"), line=call.line)
            added = call.arguments[0].value if call.arguments else None
            if added is None or len(roots) != 1 or not self._is_configuration(facts.path, call.scope, configured):
                continue
            if last == "append":
                added = Value("list", items=(added,), line=added.line, end_line=added.end_line)
            self._handed(roots[0], facts.path, call.scope, added, here)

    def _is_configuration(self, path: str, scope: str, value: Value) -> bool:
        """Whether a parameter is what an application is configured with."""
        bound = self.code.names.of(path, scope, value)
        parameters = bound.definition.parameters if bound.kind == "parameter" and bound.definition is not None else ()
        return any(
            item.name == bound.name and item.annotation.strip("\"'").rpartition(".")[2] in _CONFIGURATIONS for item in parameters
        )

    def _node(self, path: str, scope: str, value: Value) -> Key | None:
        return self._node_of(self.code.names.of(path, scope, value))

    def _node_of(self, bound: Bound) -> Key | None:
        """The controller, router, application or handler that an expression means."""
        definition = bound.definition
        if bound.kind == "definition" and definition is not None:
            key = (bound.path, definition.parent, definition.qualname)
            return key if key in self.routes.nodes else None
        call = bound.value.call if bound.value is not None else None
        if call is None:
            return None
        whole = self.code.index(bound.path).whole(call)
        key = _key(bound.path, whole)
        if key not in self.routes.nodes and whole.callee.text.endswith("Router") and self._is_made(bound.path, whole, "Router"):
            self._router(bound.path, whole)
        return key if key in self.routes.nodes else None


def join(prefix: str, path: str) -> str:
    """Joined by one slash and none at the end, as Litestar does; what follows an unknown part stays unknown."""
    if path.startswith(UNKNOWN_START):
        return path
    joined = "/".join(part for part in (prefix.strip("/"), path.strip("/")) if part)
    return joined if not joined or joined.startswith(UNKNOWN_START) else f"/{joined}"


def _key(path: str, call: Call) -> Key:
    return path, call.scope, f"{call.callee.text}:{call.line}:{call.end_line}"


def _is_of(external: str, name: str) -> bool:
    package, _, rest = external.partition(".")
    return package in _PACKAGES and rest.rpartition(".")[2] == name


def _guard(path: str, value: Value | None) -> Guard | None:
    """``guards=[requires_user]``"""
    if value is None or value.kind == "none" or not (value.items or value.text):
        return None
    return Guard(source_of(value), Place(path, value.line or 1, value.end_line or value.line or 1))
