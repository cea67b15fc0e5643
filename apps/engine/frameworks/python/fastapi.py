"""FastAPI and Starlette: applications, routers, `include_router` across files, mounts, and lists of `Route`."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Call, Decorator, Definition, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard, decorated
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.mounting import Mounting, bind_arguments
from apps.engine.frameworks.python.security_schemes import SecuritySchemes
from apps.engine.frameworks.routing import Key, Routes, guarded, join_plain, prefix_unknowns
from apps.engine.frameworks.schemas.graphql import GRAPHQL, serves_graphql
from apps.engine.frameworks.text import UNKNOWN_START, argument, keyword

FASTAPI = frozenset({"fastapi.FastAPI", "fastapi.applications.FastAPI"})
STARLETTE = frozenset({"starlette.applications.Starlette"})
ROUTERS = frozenset(
    {
        "fastapi.APIRouter",
        "fastapi.routing.APIRouter",
        "starlette.routing.Router",
        "strawberry.fastapi.GraphQLRouter",
        "fastapi_utils.inferring_router.InferringRouter",
        "fastapi_utils.InferringRouter",
        "fastapi_restful.inferring_router.InferringRouter",
    }
)
VERBS = ("get", "post", "put", "patch", "delete", "options", "head", "trace")
SOURCE = "framework:fastapi"
_ROUTES_AT = {"starlette.routing.Router": 0, "starlette.applications.Starlette": 1}
_ROUTE_CLASSES = {"Route": "", "WebSocketRoute": "WEBSOCKET", "APIRoute": "", "APIWebSocketRoute": "WEBSOCKET"}


def find(code: Code) -> Found:
    """Endpoints, entry points and the framework's name."""
    return _Finder(code).find()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes("FastAPI", join_plain, code.branches)
        self.mounting = Mounting(code, self.routes, FASTAPI | STARLETTE, ROUTERS)
        self.schemes = SecuritySchemes(code)
        self.found = Found()

    def find(self) -> Found:
        files = list(self.code.python())
        self.mounting.discover(files)
        if not self.routes.nodes:
            return self.found
        for key, (facts, scope, call) in self.mounting.made.items():
            node = self.routes.nodes[key]
            prefix = keyword(call.arguments, "prefix")
            if prefix is not None and not node.is_root:
                node.prefix = self.code.folder.route(facts.path, scope, prefix)
            elif not node.is_root:
                node.prefix = self._prefix_of_class(facts.path, scope, call)
            node.guard = self.schemes.of_list(facts.path, scope, keyword(call.arguments, "dependencies"))
            listed = self._routes_of(facts.path, scope, call)
            if listed is not None:
                self._listed(key, facts.path, scope, listed)
            if node.is_root:
                self._application(facts, scope, call, key)
            elif call.callee.text.endswith("GraphQLRouter"):
                self._graphql(key, facts.path, scope, call, keyword(call.arguments, "path"))
        for facts in files:
            for definition in facts.definitions:
                for decorator in definition.decorators:
                    self._decorated(facts, definition, decorator)
            for call in facts.calls:
                self._call(facts, call)
        self.mounting.pass_on(files)
        self.found.endpoints = list(self.routes.endpoints())
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, "FastAPI"), *self.routes.unknowns]
        return self.found

    def _prefix_of_class(self, path: str, scope: str, call: Call) -> str:
        """What a router class of the project hands on: ``super().__init__(prefix="/users")``."""
        bound = self.code.names.of(path, scope, call.callee)
        if bound.definition is None or bound.definition.kind not in CLASSES:
            return ""
        for at, current in self.code.names.ancestors(bound.path, bound.definition):
            built = self.code.index(at).child(current.qualname, "__init__")
            for inner in self.code.files[at].calls if built is not None else ():
                owner = inner.callee.items[0].call if inner.callee.kind == "attribute" and inner.callee.items else None
                if built is None or inner.scope != built.qualname or owner is None or owner.callee.text != "super":
                    continue
                prefix = keyword(inner.arguments, "prefix")
                if prefix is None:
                    continue
                parameter = next((item for item in built.parameters if item.name == prefix.text), None)
                if prefix.kind != "name" or parameter is None:
                    return self.code.folder.route(at, built.qualname, prefix)
                given = dict(bind_arguments(built, call.arguments)).get(parameter.name)
                if given is not None:
                    return self.code.folder.route(path, scope, given)
                return parameter.default.strip("\"'") if parameter.default[:1] in ("'", '"') else UNKNOWN_START
        return ""

    def _routes_of(self, path: str, scope: str, call: Call) -> Value | None:
        """The list of routes an application or router is made with; Starlette's classes take it by position too."""
        name = self.code.names.of(path, scope, call.callee).external
        return argument(call, _ROUTES_AT.get(name, -1), "routes")

    def _application(self, facts: FileFacts, scope: str, call: Call, key: Key) -> None:
        bound = self.code.names.of(facts.path, scope, call.callee)
        name = "Starlette" if bound.external in STARLETTE else "FastAPI"
        self.found.frameworks.append(name)
        for place, symbol, variable in self.mounting.started_at(key, facts.path, scope, call):
            self.found.entry_points.append(EntryPoint("asgi", f"{name} application `{variable}`", place, symbol, SOURCE))

    def _decorated(self, facts: FileFacts, definition: Definition, decorator: Decorator) -> None:
        receiver, dot, verb = decorator.name.rpartition(".")
        if not dot or not decorator.called:
            return
        methods = self._methods(facts.path, definition.parent, verb, decorator)
        if not methods:
            return
        call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
        path = argument(call, 0, "path")
        node = self.mounting.node(facts.path, definition.parent, Value("name", receiver, line=decorator.line))
        if path is None or node is None:
            return
        guard = self.schemes.of_list(facts.path, definition.parent, keyword(decorator.arguments, "dependencies"))
        guard = guard or self.schemes.of_signature(facts.path, definition)
        for method in methods:
            endpoint = Endpoint(
                method,
                self.code.folder.route(facts.path, definition.parent, path),
                definition.qualname,
                place_of(facts.path, definition),
                Place(facts.path, decorator.line, max(decorator.end_line, definition.line)),
                symbol_of(facts.path, definition.qualname),
                self._name(facts.path, decorator),
                "FastAPI",
                docstring=definition.docstring,
                source=SOURCE,
            )
            self.routes.add(node, guarded(endpoint, guard))

    def _name(self, path: str, decorator: Decorator) -> str:
        value = keyword(decorator.arguments, "name")
        return (self.code.folder.text(path, "", value) or "") if value is not None else ""

    def _methods(self, path: str, scope: str, verb: str, decorator: Decorator) -> list[str]:
        if verb in VERBS:
            return [verb.upper()]
        if verb in ("websocket", "websocket_route"):
            return ["WEBSOCKET"]
        if verb in ("api_route", "route"):
            listed = keyword(decorator.arguments, "methods")
            texts = self.code.folder.texts(path, scope, listed) if listed is not None else ["GET"]
            return sorted({text.upper() for text in texts}) if texts else ["ANY"]
        return []

    def _call(self, facts: FileFacts, call: Call) -> None:
        callee = call.callee
        last = callee.text.rpartition(".")[2]
        if last not in (
            "include_router",
            "mount",
            "add_api_route",
            "add_route",
            "add_api_websocket_route",
            "add_websocket_route",
        ):
            return
        if callee.kind == "name" and "." in callee.text:
            receiver = Value("name", callee.text.rpartition(".")[0], line=callee.line)
        elif callee.kind == "attribute" and callee.items:
            receiver = callee.items[0]
        else:
            return
        parent = self.mounting.node(facts.path, call.scope, receiver)
        if parent is None:
            return
        if last == "include_router":
            self._include(facts, call, parent)
        elif last == "mount":
            self._mount(facts.path, call.scope, call, parent)
        else:
            self._add(facts.path, call.scope, call, parent, "WEBSOCKET" if "websocket" in last else "", "")

    def _include(self, facts: FileFacts, call: Call, parent: Key) -> None:
        given = argument(call, 0, "router")
        if given is None:
            return
        prefix = keyword(call.arguments, "prefix")
        own = self.code.folder.route(facts.path, call.scope, prefix) if prefix is not None else ""
        for path, scope, value in self.mounting.values(facts.path, call.scope, given):
            child = self.mounting.node(path, scope, value)
            if child is not None:
                here = Place(facts.path, call.line, call.end_line)
                given_at = self.code.constant_places(facts.path, call.scope, prefix)
                guard = self.schemes.of_list(facts.path, call.scope, keyword(call.arguments, "dependencies"))
                self._hang(parent, child, own, (here, *given_at), guard=guard)

    def _hang(
        self,
        parent: Key,
        child: Key,
        prefix: str,
        places: tuple[Place, ...],
        *,
        guard: Guard | None = None,
        is_apart: bool = False,
    ) -> None:
        node = self.routes.nodes[child]
        own = (node.place,) if node.prefix and node.place is not None else ()
        self.routes.mount(parent, child, join_plain(prefix, node.prefix), (*places, *own), guard=guard, is_apart=is_apart)

    def _mount(self, path: str, scope: str, call: Call, parent: Key) -> None:
        at, app = argument(call, 0, "path"), argument(call, 1, "app")
        prefix = self.code.folder.route(path, scope, at).rstrip("/") if at is not None else ""
        if app is not None:
            child = self.mounting.node(path, scope, app, parameters=False)
            if child is not None:
                here = Place(path, call.line, call.end_line)
                self._hang(parent, child, prefix, (here, *self.code.constant_places(path, scope, at)), is_apart=True)
            elif serves_graphql(self.code, path, scope, app):
                self._graphql(parent, path, scope, call, at)

    def _graphql(self, node: Key, path: str, scope: str, call: Call, at: Value | None) -> None:
        """A router or application of a GraphQL package: one address that answers a whole schema."""
        place = Place(path, call.line, call.end_line)
        name = call.callee.text.rpartition(".")[2]
        route = self.code.folder.route(path, scope, at) if at is not None else ""
        self.routes.add(node, Endpoint("ANY", route, name, place, place, framework="FastAPI", source=SOURCE, serves=GRAPHQL))

    def _listed(self, node: Key, path: str, scope: str, value: Value) -> None:
        """A list of `Route` and `Mount` objects."""
        waiting: list[tuple[str, str, Value, str]] = [(path, scope, value, "")]
        count = 0
        while waiting and count < 5000:
            count += 1
            at, inside, item, prefix = waiting.pop(0)
            bound = self.code.names.of(at, inside, item)
            current = bound.value
            if current is None:
                continue
            if current.kind == "list" or (current.kind == "binary" and current.text == "+"):
                waiting += [(bound.path, bound.scope, entry, prefix) for entry in current.items]
            elif current.kind == "spread" and current.items:
                waiting.append((bound.path, bound.scope, current.items[0], prefix))
            elif current.kind == "call" and current.call is not None:
                self._entry(node, bound.path, bound.scope, self.code.index(bound.path).whole(current.call), prefix, waiting)

    def _entry(
        self, node: Key, path: str, scope: str, call: Call, prefix: str, waiting: list[tuple[str, str, Value, str]]
    ) -> None:
        name = self.code.names.of(path, scope, call.callee).external
        last = name.rpartition(".")[2]
        if not name.startswith(("starlette.routing.", "fastapi.routing.")):
            return
        if last in _ROUTE_CLASSES:
            self._add(path, scope, call, node, _ROUTE_CLASSES[last], prefix)
        elif last == "Mount":
            at = argument(call, 0, "path")
            inner = join_plain(prefix, self.code.folder.route(path, scope, at).rstrip("/"))
            routes = keyword(call.arguments, "routes")
            app = argument(call, 1, "app")
            if routes is not None:
                waiting.append((path, scope, routes, inner))
            elif app is not None:
                child = self.mounting.node(path, scope, app, parameters=False)
                if child is not None:
                    self._hang(node, child, inner, (Place(path, call.line, call.end_line),), is_apart=True)

    def _add(self, path: str, scope: str, call: Call, node: Key, method: str, prefix: str) -> None:
        at, endpoint = argument(call, 0, "path"), argument(call, 1, "endpoint", "route")
        if at is None or endpoint is None:
            return
        handler = find_handler(self.code, path, scope, endpoint)
        route = join_plain(prefix, self.code.folder.route(path, scope, at))
        listed = keyword(call.arguments, "methods")
        base = Endpoint(
            method or "GET", route, handler.name, handler.place, Place(path, call.line, call.end_line), handler.symbol, "",
            "FastAPI", docstring=handler.docstring, source=SOURCE,
        )  # fmt: skip
        guard = self.schemes.of_list(path, scope, keyword(call.arguments, "dependencies"))
        if handler.definition is not None:
            own = handler.definition
            guard = guard or decorated(self.code, handler.place.path, own)
            guard = guard or self.schemes.of_signature(handler.place.path, own)
        base = guarded(base, guard)
        if method:
            self.routes.add(node, base)
            return
        if listed is not None:
            texts = self.code.folder.texts(path, scope, listed)
            for text in sorted({text.upper() for text in texts}) if texts else ["ANY"]:
                self.routes.add(node, _with(base, text))
            return
        if handler.definition is not None and handler.definition.kind in CLASSES:
            for verb in VERBS:
                found = self.code.names.member(handler.place.path, handler.definition, verb)
                if found.definition is not None:
                    self.routes.add(node, _with(base, verb.upper(), found.definition, found.path))
            return
        self.routes.add(node, base)


def _with(endpoint: Endpoint, method: str, definition: Definition | None = None, path: str = "") -> Endpoint:
    if definition is None:
        return replace(endpoint, method=method)
    return replace(
        endpoint,
        method=method,
        handler=definition.qualname,
        place=place_of(path, definition),
        symbol=symbol_of(path, definition.qualname),
        docstring=definition.docstring,
    )
