"""Hapi: routes of a server and of the plugins registered on it, with their prefixes."""

from __future__ import annotations

from apps.engine.facts import Call, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, guarded, join_slash, prefix_unknowns
from apps.engine.frameworks.scripts.loops import Placed, expanded
from apps.engine.frameworks.scripts.plugins import Plugins
from apps.engine.frameworks.scripts.routes import line_of, no_path, paths_of, receiver_of
from apps.engine.frameworks.text import dict_item, source_of

SOURCE = "framework:hapi"
FRAMEWORK = "Hapi"
_MODULES = ("@hapi/hapi", "hapi")
_ROOTS = frozenset(
    f"{module}{default}.{name}" for module in _MODULES for default in ("", ".default") for name in ("server", "Server")
)
_SETTINGS = ("options", "config")  # of a route; the second in older versions
_ROUNDS = 6


def find(code: Code) -> Found:
    """Endpoints and applications of Hapi."""
    if not any(item.module in _MODULES for facts in code.script() for item in facts.imports) and not code.depends_on(*_MODULES):
        return Found()
    return _Finder(code).find()


def join(prefix: str, path: str) -> str:
    """A prefix and a route below it; the route ``/`` is the prefix itself."""
    return prefix if path == "/" and prefix else join_slash(prefix, path)


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.found = Found()
        self.routes = Routes(FRAMEWORK, join, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, frozenset(), chained=True)
        self.plugins = Plugins(code, self.routes, self.mounting)

    def find(self) -> Found:
        files = list(self.code.script())
        self.mounting.discover(files)
        for key, (facts, scope, call) in sorted(self.mounting.made.items(), key=lambda item: item[0]):
            place = Place(facts.path, call.line, call.end_line)
            what = f"{FRAMEWORK} server `{key[2]}`"
            self.found.entry_points.append(EntryPoint("app", what, place, symbol_of(facts.path, scope), SOURCE))
        for facts in files:
            for call in facts.calls:
                if call.arguments and call.callee.text.rpartition(".")[2] in ("route", "register"):
                    self._call(facts, call)
        self.mounting.pass_on(files)
        self._unregistered(files)
        self.found.endpoints = list(self.routes.endpoints())
        if self.found.endpoints or self.mounting.made:
            self.found.frameworks.append(FRAMEWORK)
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, FRAMEWORK), *self.routes.unknowns]
        return self.found

    def _call(self, facts: FileFacts, call: Call) -> None:
        receiver, method = receiver_of(call)
        node = self.plugins.node(facts.path, call.scope, receiver) if receiver is not None else None
        if node is None:
            return
        for arguments in expanded(self.code, facts, call):
            if method == "route":
                self._route(facts, call, node, arguments[0])
            else:
                self._register(facts, call, node, arguments)

    # routes

    def _route(self, facts: FileFacts, call: Call, node: Key, placed: Placed) -> None:
        """``server.route({ method, path, handler })``, or a list of such objects."""
        waiting = [placed]
        while waiting:
            bound = self.code.names.of(*waiting.pop(0))
            shape = bound.value
            if shape is not None and shape.kind in ("list", "spread"):
                waiting = [(bound.path, bound.scope, item) for item in shape.items] + waiting
            elif shape is not None and shape.kind == "dict":
                self._described(facts, call, node, bound, shape)
            else:
                self.found.unknowns.append(no_path(facts, call))

    def _described(self, facts: FileFacts, call: Call, node: Key, bound: Bound, shape: Value) -> None:
        route, method = dict_item(shape, "path"), dict_item(shape, "method")
        if route is None or method is None:
            return
        settings = next((item for name in _SETTINGS if (item := dict_item(shape, name)) is not None), None)
        held = self.code.names.of(bound.path, bound.scope, settings) if settings is not None else bound
        own = dict_item(shape, "handler")
        inner = dict_item(held.value, "handler") if settings is not None else None
        placed: Placed | None = None
        if own is not None:
            placed = (bound.path, bound.scope, own)
        elif inner is not None:
            placed = (held.path, held.scope, inner)
        if placed is None:
            return
        paths = paths_of(self.code, (bound.path, bound.scope, route))
        if paths is None:
            self.found.unknowns.append(no_path(facts, call))
        verbs = self.code.folder.texts(bound.path, bound.scope, method) or ["*"]
        handler = find_handler(self.code, *placed)
        line = shape.line or line_of(call)
        registered = Place(bound.path, line, max(shape.end_line, line))
        guard = _guard(held, dict_item(held.value, "auth")) if settings is not None else None
        for path in paths or ():
            for verb in verbs:
                endpoint = Endpoint(
                    "ANY" if verb == "*" else verb.upper(), path, handler.name, handler.place, registered, handler.symbol,
                    framework=FRAMEWORK, docstring=handler.docstring, source=SOURCE,
                )  # fmt: skip
                self.routes.add(node, guarded(endpoint, guard))

    # plugins

    def _register(self, facts: FileFacts, call: Call, parent: Key, arguments: list[Placed]) -> None:
        """``server.register(plugin)``, of several, of ``{ plugin, routes: { prefix } }``; or with options behind it."""
        here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
        behind = self.code.names.of(*arguments[1]) if len(arguments) > 1 else None
        waiting = [arguments[0]]
        while waiting:
            bound = self.code.names.of(*waiting.pop(0))
            value = bound.value
            if value is not None and value.kind in ("list", "spread"):
                waiting = [(bound.path, bound.scope, item) for item in value.items] + waiting
                continue
            options, plugin = behind, dict_item(value, "plugin")
            if plugin is not None:
                options, child = bound, self._plugin(self.code.names.of(bound.path, bound.scope, plugin))
            else:
                child = self._plugin(bound)
            if child is None or child == parent:
                continue
            given = dict_item(dict_item(options.value, "routes"), "prefix") if options is not None else None
            if options is None or given is None:
                self.routes.mount(parent, child, "", (here,))
            else:
                prefix = self.code.folder.route(options.path, options.scope, given)
                places = (here, *self.code.constant_places(options.path, options.scope, given))
                self.routes.mount(parent, child, prefix, places)

    def _plugin(self, bound: Bound) -> Key | None:
        """What a plugin is given: of a function, an object with `register`, or a module that exports one of these."""
        for _ in range(_ROUNDS):
            if bound.kind == "module":
                names = ("plugin", "register", "default")
                bound = next(
                    (found for name in names if (found := self.code.names.exported(bound.path, name)).kind != "unknown"), bound
                )
                if bound.kind == "module":
                    return None
                continue
            if bound.definition is not None:
                return self.plugins.of_definition(bound.path, bound.definition)
            value = bound.value
            inner = dict_item(value, "plugin", "register")
            if inner is not None:
                bound = self.code.names.of(bound.path, bound.scope, inner)
                if bound.value is not None and bound.value.kind == "function":
                    return self.plugins.of_function(bound.path, bound.value)
                continue
            if value is not None and value.kind == "function":
                return self.plugins.of_function(bound.path, value)
            return None
        return None

    def _unregistered(self, files: list[FileFacts]) -> None:
        """Plugins that nothing registers in code, but a list of plugins may: their prefix is not known."""
        mounted = {mount.child for mount in self.routes.mounts}
        for facts in files:
            for definition in facts.definitions:
                if definition.name == "register" and definition.parameters:
                    key = (facts.path, definition.qualname, definition.parameters[0].name)
                    if key in self.routes.nodes and key not in mounted:
                        self.routes.nodes[key].is_parameter = False


def _guard(held: Bound, auth: Value | None) -> Guard | None:
    """What the setting `auth` of a route asks for: a strategy, or ``false``."""
    if auth is None:
        return None
    place = Place(held.path, auth.line or 1, auth.end_line or auth.line or 1)
    return Guard("" if auth.text == "false" and auth.kind == "boolean" else source_of(auth, script=True)[:200], place)
