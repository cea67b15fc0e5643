"""Hono: applications and routers, chained or not, mounted by `route` and `basePath`; OpenAPI routes of its zod package."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import Call, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.file_index import chain
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Node, Routes, prefix_unknowns
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
from apps.engine.frameworks.text import argument, dict_item

SOURCE = "framework:hono"
FRAMEWORK = "Hono"
_MAKERS = frozenset({
    "hono.Hono", "hono/quick.Hono", "hono/tiny.Hono", "@hono/zod-openapi.OpenAPIHono", "hono/factory.createFactory.createApp",
})  # fmt: skip
_METHODS = frozenset(VERBS) - {"del"} | {"on", "use", "route", "basePath", "openapi", "doc", "doc31"}
_PARAMETER = re.compile(r"\{(\w+)\}")
# What a finished application is handed to.
_SERVERS = frozenset({
    "@hono/node-server.serve", "hono/vercel.handle", "hono/aws-lambda.handle", "hono/netlify.handle", "hono/lambda-edge.handle",
    "hono/service-worker.handle", "hono/service-worker.fire", "hono/cloudflare-pages.handle", "@hono/node-server/vercel.handle",
})  # fmt: skip
_SERVED = ("Deno.serve", "Bun.serve")
_SERVER_NAMES = frozenset(name.rpartition(".")[2] for name in _SERVERS | frozenset(_SERVED))
_FILES = frozenset({"index", "app", "server", "main", "worker", "_worker"})


def find(code: Code) -> Found:
    """Endpoints and applications of Hono."""
    found = Found()
    if not any(name == "hono" or name.startswith(("hono/", "@hono/")) for name in code.imports):
        return found
    return _Finder(code, found).find()


class _Finder:
    def __init__(self, code: Code, found: Found) -> None:
        self.code = code
        self.found = found
        self.routes = Routes(FRAMEWORK, join, code.branches)
        self.mounting = Mounting(code, self.routes, frozenset(), _MAKERS, chained=True)

    def find(self) -> Found:
        files = list(self.code.script())
        self.mounting.discover(files)
        if not self.mounting.made:
            return self.found
        self.found.frameworks.append(FRAMEWORK)
        self._based(files)
        for facts in files:
            for call in facts.calls:
                if call.arguments and call.callee.text.rpartition(".")[2] in _METHODS:
                    self._call(facts, call)
        self.mounting.pass_on(files)
        self._roots(files)
        self.found.endpoints = list(self.routes.endpoints())
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, FRAMEWORK), *self.routes.unknowns]
        return self.found

    def _based(self, files: list[FileFacts]) -> None:
        """``const api = app.basePath("/api")``: a node of its own below the other."""
        for facts in files:
            for assignment in facts.assignments:
                call = assignment.value.call if assignment.value is not None else None
                key = (facts.path, assignment.scope, assignment.target)
                if call is None or key in self.routes.nodes or assignment.kind == "parameter":
                    continue
                calls = chain(self.code.index(facts.path), call)
                if not any(item.callee.text.rpartition(".")[2] == "basePath" for item in calls):
                    continue
                owner, _ = receiver_of(calls[-1])
                parent = self.mounting.node(facts.path, assignment.scope, owner) if owner is not None else None
                if parent is not None:
                    place = Place(facts.path, assignment.line, assignment.end_line)
                    self.routes.nodes[key] = Node(key, place=place)
                    self.routes.mount(parent, key, self._prefix(facts, calls), (place,))

    def _prefix(self, facts: FileFacts, calls: list[Call]) -> str:
        """What the `basePath` of a chain adds up to."""
        prefix = ""
        for call in reversed(calls):
            if call.callee.text.rpartition(".")[2] == "basePath" and call.arguments:
                prefix = join(prefix, self.code.folder.route(facts.path, call.scope, call.arguments[0].value))
        return prefix

    def _call(self, facts: FileFacts, call: Call) -> None:
        receiver, method = receiver_of(call)
        if receiver is None or method == "basePath":
            return
        node = self.mounting.node(facts.path, call.scope, receiver)
        if node is None:
            return
        calls = chain(self.code.index(facts.path), receiver.call) if receiver.call is not None else []
        base = self._prefix(facts, calls)
        for arguments in expanded(self.code, facts, call):
            if method == "route":
                self._mount(facts, call, node, base, arguments)
            elif method == "use":
                self._use(facts, call, node, base, arguments)
            elif method == "openapi":
                self._described(facts, call, node, base, arguments)
            elif method in ("doc", "doc31"):
                for path in self._paths(facts, call, base, arguments[0]):
                    document: Placed = (facts.path, call.scope, call.callee)
                    add_route(self.code, self.routes, node, "GET", path, facts, call, [document], SOURCE)
            elif len(arguments) > (2 if method == "on" else 1):
                methods = [VERBS[method]] if method != "on" else self._methods(arguments[0])
                given = arguments if method != "on" else arguments[1:]
                for path in self._paths(facts, call, base, given[0]):
                    for verb in methods:
                        add_route(self.code, self.routes, node, verb, path, facts, call, given[1:], SOURCE)

    def _paths(self, facts: FileFacts, call: Call, base: str, placed: Placed) -> Iterator[str]:
        paths = paths_of(self.code, placed)
        if paths is None:
            self.found.unknowns.append(no_path(facts, call))
        for path in paths or ():
            yield join(base, path) if base else path

    def _methods(self, placed: Placed) -> list[str]:
        texts = self.code.folder.texts(*placed)
        return [text.upper() for text in texts] if texts else ["ANY"]

    def _use(self, facts: FileFacts, call: Call, node: Key, base: str, arguments: list[Placed]) -> None:
        """``app.use(auth)``, ``app.use("/admin/*", auth)``"""
        paths = paths_of(self.code, arguments[0]) if len(arguments) > 1 else None
        passes = middleware_of(self.code, arguments[1:] if paths else arguments, is_used=True)
        for path in paths or [""]:
            add_use(self.code, self.routes, node, facts, call, passes, join(base, path) if base and path else path)

    def _mount(self, facts: FileFacts, call: Call, parent: Key, base: str, arguments: list[Placed]) -> None:
        if len(arguments) < 2:
            return
        child = self.mounting.node(*arguments[1], parameters=False)
        if child is None or child == parent:
            return
        here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
        for path in paths_of(self.code, arguments[0]) or ["…"]:
            self.routes.mount(parent, child, join(base, path), (here, *self.code.constant_places(*arguments[0])))

    def _described(self, facts: FileFacts, call: Call, node: Key, base: str, arguments: list[Placed]) -> None:
        """``app.openapi(createRoute({ method, path }), handler)``."""
        path, scope, value = arguments[0]
        bound = self.code.names.of(path, scope, value)
        made = bound.value.call if bound.value is not None else None
        shape = argument(self.code.index(bound.path).whole(made), 0) if made is not None else bound.value
        method = self.code.folder.text(bound.path, bound.scope, dict_item(shape, "method"))
        route = dict_item(shape, "path")
        if not method or route is None or len(arguments) < 2:
            return
        guards = dict_item(shape, "middleware")
        auth = [(bound.path, bound.scope, guards)] if guards is not None else []
        for text in self._paths(facts, call, base, (bound.path, bound.scope, route)):
            shown = _PARAMETER.sub(r":\1", text)
            add_route(
                self.code, self.routes, node, method.upper(), shown, facts, call, arguments[1:2], SOURCE, auth=auth
            )  # the third answers what does not fit the schema

    def _roots(self, files: list[FileFacts]) -> None:
        """Applications: what is handed to a server, what has routers below it, or is all there is.

        Any other one that nobody mounts may be mounted in a way that can't be read.
        """
        served = {key for facts in files for key in self._handed(facts)}
        mounted = {mount.child for mount in self.routes.mounts}
        parents = {mount.parent for mount in self.routes.mounts}
        free = [key for key, node in sorted(self.routes.nodes.items()) if not node.is_parameter and key not in mounted]
        for key in free:
            stem = key[0].rpartition("/")[2].split(".")[0]
            if key in served or key in parents or len(free) == 1 or (stem in _FILES and self._is_exported(key)):
                self.routes.nodes[key].is_root = True
                facts, scope, call = self.mounting.made.get(key, (None, "", None))
                if facts is not None and call is not None:
                    place = Place(facts.path, call.line, call.end_line)
                    self.found.entry_points.append(
                        EntryPoint("app", f"{FRAMEWORK} application `{key[2]}`", place, symbol_of(facts.path, scope), SOURCE)
                    )

    def _is_exported(self, key: Key) -> bool:
        bound = self.code.names.exported(key[0], "default")
        return bound.kind == "assignment" and bound.key == key

    def _handed(self, facts: FileFacts) -> Iterator[Key]:
        """Applications that a server is given, as they are or as their `fetch`."""
        for call in facts.calls:
            if not call.arguments or call.callee.text.rpartition(".")[2] not in _SERVER_NAMES:
                continue
            external = self.code.names.of(facts.path, call.scope, call.callee).external
            if external not in _SERVERS and call.callee.text not in _SERVED:
                continue
            for item in call.arguments[:2]:
                for value in (item.value, dict_item(item.value, "fetch")):
                    if value is None or value.kind != "name":
                        continue
                    owner = Value("name", value.text.removesuffix(".fetch"), line=value.line)
                    key = self.mounting.node(facts.path, call.scope, owner, parameters=False)
                    if key is not None:
                        yield key
        for value in (item.value for item in facts.assignments if item.target == "default" and not item.scope):
            fetch = dict_item(value, "fetch")  # export default { port, fetch: app.fetch }
            if fetch is not None and fetch.kind == "name":
                key = self.mounting.node(facts.path, "", Value("name", fetch.text.removesuffix(".fetch"), line=fetch.line))
                if key is not None:
                    yield key
