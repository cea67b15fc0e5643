"""aiohttp's server: applications, `router.add_*`, route tables, lists of `web.get`, class views, sub-applications."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Call, Decorator, Definition, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import decorated, of_class
from apps.engine.frameworks.handlers import Handler, find_handler
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, guarded, join_plain, prefix_unknowns
from apps.engine.frameworks.text import argument

SOURCE = "framework:aiohttp"
_ROOTS = frozenset({"aiohttp.web.Application", "aiohttp.web_app.Application"})
_TABLES = frozenset({"aiohttp.web.RouteTableDef", "aiohttp.web_routedef.RouteTableDef"})
_VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
_LISTS = frozenset({f"aiohttp.web.{name}" for name in (*_VERBS, "route", "view")})
_ADDS = frozenset({f"add_{name}" for name in (*_VERBS, "route", "view", "routes", "subapp")})
_ITEMS = 5_000  # of one list of routes


def find(code: Code) -> Found:
    """Endpoints and applications of aiohttp."""
    return _Finder(code).find() if "aiohttp" in code.imports else Found()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes("aiohttp", join_plain, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, _TABLES)
        self.found = Found()

    def find(self) -> Found:
        files = list(self.code.python())
        self.mounting.discover(files)
        if not self.routes.nodes:
            return self.found
        self.found.frameworks.append("aiohttp")
        for key, (facts, scope, call) in self.mounting.made.items():
            if self.routes.nodes[key].is_root:
                place = Place(facts.path, call.line, call.end_line)
                symbol = symbol_of(facts.path, scope)
                self.found.entry_points.append(EntryPoint("app", f"aiohttp application `{key[2]}`", place, symbol, SOURCE))
        for facts in files:
            for definition in facts.definitions:
                for decorator in definition.decorators:
                    self._decorated(facts, definition, decorator)
            for call in facts.calls:
                self._call(facts, call)
        self.mounting.pass_on(files)
        self.found.endpoints = list(self.routes.endpoints())
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, "aiohttp"), *self.routes.unknowns]
        return self.found

    def _decorated(self, facts: FileFacts, definition: Definition, decorator: Decorator) -> None:
        """``@routes.get("/x")``, ``@routes.view("/x")`` on a class."""
        receiver, dot, verb = decorator.name.rpartition(".")
        if not dot or not decorator.called or verb not in (*_VERBS, "route", "view"):
            return
        node = self.mounting.node(facts.path, definition.parent, Value("name", receiver, line=decorator.line))
        if node is None:
            return
        call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
        handler = Handler(
            definition.qualname,
            place_of(facts.path, definition),
            symbol_of(facts.path, definition.qualname),
            definition.docstring,
            definition,
        )
        registered = Place(facts.path, decorator.line, max(decorator.end_line, definition.line))
        self._add(node, facts.path, definition.parent, verb, call, handler, registered)

    def _call(self, facts: FileFacts, call: Call) -> None:
        callee = call.callee
        receiver, dot, last = callee.text.rpartition(".")
        if callee.kind != "name" or not dot or last not in _ADDS:
            return
        owner = Value("name", receiver.removesuffix(".router"), line=callee.line)
        node = self.mounting.node(facts.path, call.scope, owner)
        if node is None:
            return
        here = Place(facts.path, call.line, call.end_line)
        if last == "add_routes":
            given = argument(call, 0, "routes")
            if given is not None:
                self._listed(node, facts.path, call.scope, given, here)
        elif last == "add_subapp":
            at, app = argument(call, 0, "prefix"), argument(call, 1, "subapp")
            child = self.mounting.node(facts.path, call.scope, app, parameters=False) if app is not None else None
            if child is not None:
                prefix = self.code.folder.route(facts.path, call.scope, at).rstrip("/")
                self.routes.mount(node, child, prefix, (here, *self.code.constant_places(facts.path, call.scope, at)))
        else:
            self._route(node, facts.path, call.scope, last.removeprefix("add_"), call, here)

    def _listed(self, node: Key, path: str, scope: str, value: Value, here: Place) -> None:
        """What `add_routes` is given: a route table, or a list of ``web.get(…)``."""
        waiting = [(path, scope, value)]
        count = 0
        while waiting and count < _ITEMS:
            count += 1
            at, inside, item = waiting.pop(0)
            table = self.mounting.node(at, inside, item, parameters=False) if item.kind in ("name", "attribute") else None
            if table is not None:
                self.routes.mount(node, table, "", (here,))
                continue
            bound = self.code.names.of(at, inside, item)
            current = bound.value
            if current is None:
                continue
            if current.kind in ("list", "spread") or (current.kind == "binary" and current.text == "+"):
                waiting += [(bound.path, bound.scope, one) for one in current.items]
            elif current.kind == "call" and current.call is not None:
                self._item(node, bound.path, bound.scope, self.code.index(bound.path).whole(current.call), waiting)

    def _item(self, node: Key, path: str, scope: str, call: Call, waiting: list[tuple[str, str, Value]]) -> None:
        called = self.code.names.of(path, scope, call.callee)
        if called.external in _LISTS:
            here = Place(path, call.line, call.end_line)
            self._route(node, path, scope, called.external.rpartition(".")[2], call, here)
        elif called.definition is not None and called.definition.kind not in CLASSES:  # a function that makes the list
            inside = called.definition.qualname
            waiting += [
                (called.path, inside, Value("call", call=one, line=one.line, end_line=one.end_line))
                for one in self.code.files[called.path].calls
                if one.scope == inside
            ]

    def _route(self, node: Key, path: str, scope: str, verb: str, call: Call, here: Place) -> None:
        given = argument(call, 2 if verb == "route" else 1, "handler")
        if given is not None:
            self._add(node, path, scope, verb, call, find_handler(self.code, path, scope, given), here)

    def _add(self, node: Key, path: str, scope: str, verb: str, call: Call, handler: Handler, here: Place) -> None:
        route = argument(call, 1 if verb == "route" else 0, "path")
        if route is None:
            return
        text = self.code.folder.route(path, scope, route)
        definition = handler.definition
        base = Endpoint(
            verb.upper(), text, handler.name, handler.place, here, handler.symbol,
            framework="aiohttp", docstring=handler.docstring, source=SOURCE,
        )  # fmt: skip
        if definition is not None and definition.kind in CLASSES:
            self._class(node, base, handler.place.path, definition)
            return
        if verb == "route":
            method = self.code.folder.text(path, scope, argument(call, 0, "method")) or "*"
            base = replace(base, method="ANY" if method == "*" else method.upper())
        elif verb == "view":
            base = replace(base, method="ANY")
        guard = decorated(self.code, handler.place.path, definition) if definition is not None else None
        self.routes.add(node, guarded(base, guard))

    def _class(self, node: Key, base: Endpoint, path: str, definition: Definition) -> None:
        """Each method of a class view that is named after an HTTP method."""
        for verb in _VERBS:
            found = self.code.names.member(path, definition, verb)
            own = found.definition
            if own is not None and own.kind not in CLASSES:
                endpoint = replace(
                    base,
                    method=verb.upper(),
                    handler=own.qualname,
                    place=place_of(found.path, own),
                    symbol=symbol_of(found.path, own.qualname),
                    docstring=own.docstring,
                )
                self.routes.add(node, guarded(endpoint, of_class(self.code, path, definition, verb)))
