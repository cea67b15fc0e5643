"""Express: applications, routers mounted across files, route chains, lists of routes that a loop mounts."""

from __future__ import annotations

from apps.engine.facts import Call, Endpoint, EntryPoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.graphql import GRAPHQL, serves_graphql
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, join_slash, prefix_unknowns
from apps.engine.frameworks.text import dict_item

_ROOTS = frozenset({"express", "express.default", "express.application"})
_ROUTERS = frozenset({"express.Router", "express-promise-router", "express.default.Router"})
_VERBS = {
    "get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "options": "OPTIONS", "head": "HEAD",
    "all": "ANY",
    "del": "DELETE",
}  # fmt: skip
SOURCE = "framework:express"
_CHAIN = 40
_ITEM_LINES = 6  # of one entry in a list of routes

Placed = tuple[str, str, Value]


def find(code: Code) -> Found:
    """Endpoints and applications of Express."""
    return _Finder(code).find()


def join(prefix: str, path: str) -> str:
    """Mount path and route, without a slash at the end."""
    joined = join_slash(prefix, path)
    return joined.rstrip("/") or "/" if joined.endswith("/") else joined


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes("Express", join, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, _ROUTERS)
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
        callee = call.callee
        if callee.kind == "name":
            owner, dot, verb = callee.text.replace("?.", ".").rpartition(".")
            if not dot or (verb not in _VERBS and not _mounts(verb)) or not call.arguments:
                return
            receiver = Value("name", owner, line=callee.line)
        elif callee.kind == "attribute" and callee.items:
            verb, receiver = callee.text, callee.items[0]
            if verb not in _VERBS and not _mounts(verb):
                return
        else:
            return
        if _mounts(verb):
            if verb == "use" or len(call.arguments) > 1:
                self._use(facts, call, receiver, is_own=verb != "use")
            return
        chained = _route_of(receiver)
        if chained is not None:
            self._chain(facts, call, chained, verb)
            return
        if len(call.arguments) < 2:
            return
        node = self._node(facts, call, receiver)
        if node is None:
            return
        for arguments in self._expanded(facts, call):
            paths = self._paths(arguments[0])
            if paths is None:
                self._no_path(facts, call)
                continue
            for path in paths:
                self._add(node, _VERBS[verb], path, facts, call, arguments[1:])

    def _node(self, facts: FileFacts, call: Call, receiver: Value) -> Key | None:
        node = self.mounting.node(facts.path, call.scope, _through_chain(receiver))
        return node

    def _chain(self, facts: FileFacts, call: Call, base: Call, verb: str) -> None:
        """``router.route("/x").get(…).post(…)``."""
        owner = base.callee.text.rpartition(".")[0]
        receiver = Value("name", owner, line=base.line) if base.callee.kind == "name" else base.callee.items[0]
        node = self.mounting.node(facts.path, call.scope, receiver)
        if node is None or not base.arguments or not call.arguments:
            return
        paths = self._paths((facts.path, call.scope, base.arguments[0].value))
        if paths is None:
            self._no_path(facts, call)
            return
        for path in paths:
            handlers = [(facts.path, call.scope, item.value) for item in call.arguments]
            self._add(node, _VERBS[verb], path, facts, call, handlers, start=_line_of(base))

    def _add(
        self, node: Key, method: str, path: str, facts: FileFacts, call: Call, handlers: list[Placed], *, start: int = 0
    ) -> None:
        """Register a route; `start` is the line that gives the path, where that is not the call's own."""
        if not handlers:
            return
        at, scope, value = handlers[-1]
        while value.kind == "list" and value.items:
            value = value.items[-1]
        handler = find_handler(self.code, at, scope, value)
        line = _line_of(call)
        registered = Place(facts.path, start or line, max(call.end_line, line))
        self.routes.add(
            node,
            Endpoint(
                method,
                path,
                handler.name,
                handler.place,
                registered,
                handler.symbol,
                "",
                "Express",
                docstring=handler.docstring,
                serves=GRAPHQL if serves_graphql(self.code, at, scope, value) else "",
                source=SOURCE if not handler.is_external else f"{SOURCE}, handler outside",
            ),
        )

    def _use(self, facts: FileFacts, call: Call, receiver: Value, *, is_own: bool) -> None:
        """`use`, or a method of the application's own like it, which may take a function that makes the router later."""
        parent = self._node(facts, call, receiver)
        if parent is None:
            return
        here = Place(facts.path, _line_of(call), max(call.end_line, _line_of(call)))
        for arguments in self._expanded(facts, call):
            paths, rest = self._mount_paths(arguments)
            places = (here, *self._given_at(facts, call, arguments))
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
                    for prefix in paths:
                        self.routes.mount(parent, child, prefix, places)

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
            paths = self._paths(first)
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

    def _paths(self, placed: Placed) -> list[str] | None:
        """The texts a path argument stands for; a template with an unknown beginning gives ``…``."""
        texts = self.code.folder.texts(*placed)
        if texts is not None:
            return texts
        if placed[2].kind in ("template", "binary"):
            return [self.code.folder.route(*placed)]
        return None

    def _no_path(self, facts: FileFacts, call: Call) -> None:
        self.found.unknowns.append(
            Unknown(
                "endpoint",
                f"{call.callee.text}(…)",
                "The path of this route is a pattern or is put together when the program runs.",
                Place(facts.path, call.line, call.end_line),
            )
        )

    def _expanded(self, facts: FileFacts, call: Call) -> list[list[Placed]]:
        """The arguments; inside a loop over a list of routes, once for each of its items."""
        plain = [(facts.path, call.scope, item.value) for item in call.arguments]
        heads = {item.value.text.split(".")[0] for item in call.arguments if item.value.kind == "name"}
        for head in sorted(heads):
            bound = self.code.names.bind(facts.path, call.scope, head, call.line)
            if bound.assignment is not None and bound.assignment.kind == "loop" and bound.value is not None:
                items = self._items(bound.path, bound.scope, bound.value)
            elif bound.kind == "parameter":
                items = self._iterated(facts, call)
            else:
                continue
            if items:
                return [[self._replaced(head, argument, item) for argument in plain] for item in items]
        return [plain]

    def _iterated(self, facts: FileFacts, call: Call) -> list[Placed]:
        """Items of the list whose `forEach` or `map` runs the function that `call` stands in."""
        best: tuple[int, Call, str] | None = None
        for other in facts.calls:
            receiver, _, last = other.callee.text.rpartition(".")
            if last not in ("forEach", "map") and other.callee.text not in ("forEach", "map"):
                continue
            for item in other.arguments:
                value = item.value
                inside = value.kind == "function" and value.line <= call.line and call.end_line <= value.end_line
                if inside and (best is None or other.line > best[0]):
                    best = (other.line, other, receiver)
        if best is None:
            return []
        _, outer, receiver = best
        value = (
            Value("name", receiver, line=outer.line)
            if outer.callee.kind == "name"
            else (outer.callee.items or (outer.callee,))[0]
        )
        return self._items(facts.path, outer.scope, value)

    def _items(self, path: str, scope: str, value: Value) -> list[Placed]:
        bound = self.code.names.of(path, scope, value)
        current = bound.value
        if current is None or current.kind != "list":
            return []
        return [(bound.path, bound.scope, item) for item in current.items]

    def _replaced(self, head: str, argument: Placed, item: Placed) -> Placed:
        """An argument that is the loop's variable, or a property of it, as the item at hand gives it."""
        path, scope, value = argument
        if value.kind != "name":
            return argument
        parts = value.text.split(".")
        bound = self.code.names.bind(path, scope, parts[0], value.line)
        if parts[0] != head and bound.kind != "parameter" and (bound.assignment is None or bound.assignment.kind != "loop"):
            return argument
        if len(parts) > 1:
            inner = dict_item(item[2], parts[1])
            return (item[0], item[1], inner) if inner is not None else argument
        inner = dict_item(item[2], parts[0])
        if inner is not None:
            return (item[0], item[1], inner)
        return item if parts[0] == head and item[2].kind != "dict" else argument

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


def _route_of(value: Value) -> Call | None:
    """The ``….route(path)`` at the bottom of a chain of calls."""
    current = value
    for _ in range(_CHAIN):
        call = current.call
        if current.kind != "call" or call is None:
            return None
        last = call.callee.text.rpartition(".")[2]
        if last == "route" and (call.callee.kind == "attribute" or "." in call.callee.text):
            return call
        if call.callee.kind != "attribute" or not call.callee.items or last not in _VERBS:
            return None
        current = call.callee.items[0]
    return None


def _through_chain(value: Value) -> Value:
    """The object at the bottom of ``app.use(…).use(…)``."""
    current = value
    for _ in range(_CHAIN):
        call = current.call
        if current.kind != "call" or call is None:
            return current
        last = call.callee.text.rpartition(".")[2]
        if last not in _VERBS and last not in ("use", "set", "enable", "disable"):
            return current
        if call.callee.kind == "name":
            return Value("name", call.callee.text.rpartition(".")[0], line=call.callee.line)
        if not call.callee.items:
            return current
        current = call.callee.items[0]
    return current


def _line_of(call: Call) -> int:
    """The line a call's own name stands on: in a chain the call begins further up."""
    if call.callee.kind == "attribute":
        return call.callee.end_line or call.line
    return call.line


def _is_preflight(endpoint: Endpoint) -> bool:
    """``app.options("*", cors())`` answers for a package, it is no route of the application's own."""
    return endpoint.method == "OPTIONS" and endpoint.source.endswith("handler outside")
