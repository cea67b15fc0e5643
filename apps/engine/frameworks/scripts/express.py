"""Express: applications, routers mounted across files, route chains, lists of routes that a loop mounts."""

from __future__ import annotations

from apps.engine.facts import Call, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.file_index import chain
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, prefix_unknowns
from apps.engine.frameworks.schemas.graphql import serves_graphql
from apps.engine.frameworks.scripts.loops import Placed, expanded
from apps.engine.frameworks.scripts.routes import (
    VERBS,
    add_route,
    add_use,
    join,
    line_of,
    middleware_of,
    no_path,
    paths_of,
    receiver_of,
)

_ROOTS = frozenset({"express", "express.default", "express.application"})
_ROUTERS = frozenset({"express.Router", "express-promise-router", "express.default.Router"})
SOURCE = "framework:express"
_ITEM_LINES = 6  # of one entry in a list of routes


def find(code: Code) -> Found:
    """Endpoints and applications of Express."""
    return _Finder(code).find()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes("Express", join, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, _ROUTERS, chained=True)
        self.found = Found()

    def find(self) -> Found:
        files = list(self.code.script())
        if not any(item.module in ("express", "express-promise-router") for facts in files for item in facts.imports):
            return self.found
        self.mounting.discover(files)
        for key, (facts, _, call) in sorted(self.mounting.made.items(), key=lambda item: item[0]):
            self.found.frameworks.append("Express")
            if self.routes.nodes[key].is_root:
                place = Place(facts.path, call.line, call.end_line)
                self.found.entry_points.append(
                    EntryPoint("app", f"Express application `{key[2]}`", place, symbol_of(facts.path, key[1]), SOURCE)
                )
        for facts in files:
            for call in facts.calls:
                self._call(facts, call)
        self.mounting.pass_on(files)
        self.found.endpoints = [endpoint for endpoint in self.routes.endpoints() if not _is_preflight(endpoint)]
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, "Express"), *self.routes.unknowns]
        self._listeners(files)
        return self.found

    def _call(self, facts: FileFacts, call: Call) -> None:
        verb = call.callee.text.rpartition(".")[2]
        if (verb not in VERBS and not _mounts(verb)) or not call.arguments:
            return
        receiver, verb = receiver_of(call)
        if receiver is None:
            return
        if _mounts(verb):
            if verb == "use" or len(call.arguments) > 1:
                self._use(facts, call, receiver, is_own=verb != "use")
            return
        calls = chain(self.code.index(facts.path), receiver.call) if receiver.call is not None else []
        chained = _route_of(calls)
        if chained is not None:
            self._chain(facts, call, chained, verb)
            return
        if len(call.arguments) < 2:
            return
        node = self._node(facts, call, receiver)
        if node is None:
            return
        for arguments in expanded(self.code, facts, call):
            paths = paths_of(self.code, arguments[0])
            if paths is None:
                self.found.unknowns.append(no_path(facts, call))
                continue
            for path in paths:
                self._add(node, VERBS[verb], path, facts, call, arguments[1:])

    def _node(self, facts: FileFacts, call: Call, receiver: Value) -> Key | None:
        return self.mounting.node(facts.path, call.scope, receiver)

    def _chain(self, facts: FileFacts, call: Call, base: Call, verb: str) -> None:
        """``router.route("/x").get(…).post(…)``."""
        receiver, _ = receiver_of(base)
        node = self.mounting.node(facts.path, call.scope, receiver) if receiver is not None else None
        if node is None or not base.arguments or not call.arguments:
            return
        paths = paths_of(self.code, (facts.path, call.scope, base.arguments[0].value))
        if paths is None:
            self.found.unknowns.append(no_path(facts, call))
            return
        for path in paths:
            handlers = [(facts.path, call.scope, item.value) for item in call.arguments]
            self._add(node, VERBS[verb], path, facts, call, handlers, start=line_of(base))

    def _add(
        self, node: Key, method: str, path: str, facts: FileFacts, call: Call, handlers: list[Placed], *, start: int = 0
    ) -> None:
        add_route(self.code, self.routes, node, method, path, facts, call, handlers, SOURCE, start=start)

    def _use(self, facts: FileFacts, call: Call, receiver: Value, *, is_own: bool) -> None:
        """`use`, or a method of the application's own like it, which may take a function that makes the router later."""
        parent = self._node(facts, call, receiver)
        if parent is None:
            return
        here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
        for arguments in expanded(self.code, facts, call):
            paths, rest = self._mount_paths(arguments)
            places = (here, *self._given_at(facts, call, arguments))
            before: list[Placed] = []
            waiting = list(rest)
            while waiting:
                path, scope, value = waiting.pop(0)
                if value.kind in ("list", "spread"):
                    waiting = [(path, scope, item) for item in value.items] + waiting
                    continue
                child = self.mounting.node(path, scope, value, parameters=False)
                if child is None and is_own:
                    child = self.mounting.returned_by(self.code.names.of(path, scope, value))
                if child is None and serves_graphql(self.code, path, scope, value):
                    for prefix in paths:
                        self._add(parent, "ANY", prefix, facts, call, [(path, scope, value)])
                if child is not None and child != parent:
                    passes = middleware_of(self.code, before, is_used=True)
                    for prefix in paths:
                        self.routes.mount(parent, child, prefix, places, passes=passes)
                elif child is None:
                    before.append((path, scope, value))
            if not is_own:
                passes = middleware_of(self.code, before, is_used=True)
                for prefix in paths:
                    add_use(self.code, self.routes, parent, facts, call, passes, prefix)

    def _given_at(self, facts: FileFacts, call: Call, arguments: list[Placed]) -> tuple[Place, ...]:
        """Where a mount path stands that is not written in the call: in a list of routes, or as a constant."""
        path, scope, value = arguments[0]
        if value.kind != "string":
            return self.code.constant_places(path, scope, value)
        if path == facts.path and call.line <= value.line <= call.end_line:
            return ()
        last = max((item.end_line or item.line for at, _, item in arguments if at == path and item.line >= value.line), default=0)
        return (Place(path, value.line, last if last <= value.line + _ITEM_LINES else value.line),)

    def _mount_paths(self, arguments: list[Placed]) -> tuple[list[str], list[Placed]]:
        """(mount paths, what is mounted there) of a call of `use`."""
        first = arguments[0]
        if len(arguments) > 1:
            paths = paths_of(self.code, first)
            if paths is not None:
                return paths, arguments[1:]
            if self.mounting.node(*first, parameters=False) is None and first[2].kind in (
                "name",
                "template",
                "binary",
                "other",
                "subscript",
            ):
                bound = self.code.names.of(*first)
                if bound.kind in ("unknown", "parameter") or (
                    bound.value is not None and bound.value.kind not in ("function", "call")
                ):
                    return [self.code.folder.route(*first)], arguments[1:]
        return [""], arguments

    def _listeners(self, files: list[FileFacts]) -> None:
        """Files that start a server for an application."""
        for facts in files:
            for call in facts.calls:
                owner, dot, last = call.callee.text.rpartition(".")
                if last != "listen" or call.callee.kind != "name" or not dot:
                    continue
                bound = self.code.names.bind(facts.path, call.scope, owner, call.line)
                node = self.mounting.node_of(bound, parameters=False)
                made = self.code.names.maker(bound).external
                if (node is not None and self.routes.nodes[node].is_root) or made in ("http.createServer", "https.createServer"):
                    place = Place(facts.path, call.line, call.end_line)
                    self.found.entry_points.append(
                        EntryPoint("main", "starts the server", place, symbol_of(facts.path, call.scope), SOURCE)
                    )


def _mounts(method: str) -> bool:
    """`use`, or a name that says the same (``lazyUse``, ``mountRouter``)."""
    return method == "use" or method.endswith("Use") or method.startswith("mount")


def _route_of(calls: list[Call]) -> Call | None:
    """The ``….route(path)`` below calls named after HTTP methods."""
    for call in calls:
        last = call.callee.text.rpartition(".")[2]
        if last == "route" and (call.callee.kind == "attribute" or "." in call.callee.text):
            return call
        if last not in VERBS:
            return None
    return None


def _is_preflight(endpoint: Endpoint) -> bool:
    """``app.options("*", cors())`` answers for a package, it is no route of the application's own."""
    return endpoint.method == "OPTIONS" and endpoint.source.endswith("handler outside")
