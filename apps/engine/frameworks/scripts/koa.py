"""Koa: routers of `@koa/router` and `koa-router`, their prefixes, and what is nested in what."""

from __future__ import annotations

from apps.engine.facts import Call, EntryPoint, FileFacts, Passed, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, prefix_unknowns
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

SOURCE = "framework:koa"
FRAMEWORK = "Koa"
_ROOTS = frozenset({"koa", "koa.default"})
_ROUTERS = frozenset({"@koa/router", "koa-router", "@koa/router.Router", "koa-router.Router", "koa-better-router"})
_MOUNTS = frozenset({"koa-mount"})
_MOUNTED = frozenset({"routes", "middleware"})  # methods of a router that give what is mounted


def find(code: Code) -> Found:
    """Endpoints and applications of Koa."""
    found = Found()
    if not code.imports & {"koa", "@koa/router", "koa-router"}:
        return found
    return _Finder(code, found).find()


class _Finder:
    def __init__(self, code: Code, found: Found) -> None:
        self.code = code
        self.found = found
        self.routes = Routes(FRAMEWORK, join, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, _ROUTERS, chained=True)

    def find(self) -> Found:
        files = list(self.code.script())
        self.mounting.discover(files)
        if not self.mounting.made:
            return self.found
        self.found.frameworks.append(FRAMEWORK)
        for key, (facts, scope, call) in sorted(self.mounting.made.items(), key=lambda item: item[0]):
            if self.routes.nodes[key].is_root:
                place = Place(facts.path, call.line, call.end_line)
                self.found.entry_points.append(
                    EntryPoint("app", f"{FRAMEWORK} application `{key[2]}`", place, symbol_of(facts.path, scope), SOURCE)
                )
            prefix = dict_item(argument(call, 0), "prefix")
            if prefix is not None:
                self.routes.nodes[key].prefix = self.code.folder.route(facts.path, scope, prefix)
        uses: list[tuple[FileFacts, Call, Key]] = []
        for facts in files:
            for call in facts.calls:
                last = call.callee.text.rpartition(".")[2]
                if not call.arguments or (last not in VERBS and last not in ("use", "prefix")):
                    continue
                receiver, _ = receiver_of(call)
                node = self.mounting.node(facts.path, call.scope, receiver) if receiver is not None else None
                if node is None:
                    continue
                if last == "use":
                    uses.append((facts, call, node))
                elif last == "prefix":
                    self.routes.nodes[node].prefix = self.code.folder.route(facts.path, call.scope, call.arguments[0].value)
                elif len(call.arguments) > 1:
                    self._route(facts, call, node, VERBS[last])
        for facts, call, node in uses:  # once all prefixes are known
            self._use(facts, call, node)
        self.mounting.pass_on(files)
        self.found.endpoints = list(self.routes.endpoints())
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, FRAMEWORK), *self.routes.unknowns]
        return self.found

    def _route(self, facts: FileFacts, call: Call, node: Key, method: str) -> None:
        for arguments in expanded(self.code, facts, call):
            named = len(arguments) > 2 and self.code.folder.text(*arguments[0]) is not None
            second = self.code.folder.text(*arguments[1]) if named else None
            given = (
                arguments[1:] if second is not None and second.startswith("/") else arguments
            )  # router.get("name", "/path", …)
            paths = paths_of(self.code, given[0])
            if paths is None:
                self.found.unknowns.append(no_path(facts, call))
            for path in paths or ():
                add_route(self.code, self.routes, node, method, path, facts, call, given[1:], SOURCE)

    def _use(self, facts: FileFacts, call: Call, parent: Key) -> None:
        here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
        for arguments in expanded(self.code, facts, call):
            paths = paths_of(self.code, arguments[0]) if len(arguments) > 1 else None
            before: list[Placed] = []
            for placed in arguments:
                passes = middleware_of(self.code, before, is_used=True)
                if not self._mount(parent, placed, paths or [""], here, passes):
                    before.append(placed)
            for prefix in paths or [""]:
                add_use(self.code, self.routes, parent, facts, call, middleware_of(self.code, before, is_used=True), prefix)

    def _mount(self, parent: Key, placed: Placed, paths: list[str], here: Place, passes: tuple[Passed, ...]) -> bool:
        """Hang what is a router below; False where it is none."""
        path, scope, value = placed
        call = value.call
        if call is not None and call.arguments and self.code.names.of(path, scope, call.callee).external in _MOUNTS:
            given = call.arguments[-1].value  # mount("/x", app)
            inner = paths_of(self.code, (path, scope, call.arguments[0].value)) if len(call.arguments) > 1 else None
            child = self._router(path, scope, given)
            paths = [join(before, after) for before in paths for after in inner or [""]]
        else:
            child = self._router(path, scope, value)
        if child is not None and child != parent:
            own = self.routes.nodes[child].prefix
            for prefix in paths:
                self.routes.mount(parent, child, join(prefix, own) if own else prefix, (here,), passes=passes)
        return child is not None

    def _router(self, path: str, scope: str, value: Value) -> Key | None:
        """The router behind ``router.routes()``, written here or exported by another file, or an application as it is."""
        if value.kind == "name":
            bound = self.code.names.of(path, scope, value)
            if bound.value is not None and bound.value.kind == "call":
                path, scope, value = bound.path, bound.scope, bound.value
        if value.call is not None and value.call.callee.text.rpartition(".")[2] in _MOUNTED:
            receiver, _ = receiver_of(value.call)
            if receiver is not None:
                return self.mounting.node(path, scope, receiver, parameters=False)
        return self.mounting.node(path, scope, value, parameters=False)
