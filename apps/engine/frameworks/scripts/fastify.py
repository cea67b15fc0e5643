"""Fastify: routes of an instance and of the plugins registered on it, with their prefixes; folders loaded by autoload."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Call, Definition, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, join_slash, prefix_unknowns
from apps.engine.frameworks.scripts.loops import Placed, expanded
from apps.engine.frameworks.scripts.plugins import Plugins
from apps.engine.frameworks.scripts.routes import (
    VERBS,
    add_route,
    add_use,
    line_of,
    middleware_of,
    no_path,
    paths_of,
    receiver_of,
)
from apps.engine.frameworks.text import dict_item

SOURCE = "framework:fastify"
FRAMEWORK = "Fastify"
_ROOTS = frozenset({"fastify", "fastify.default", "fastify.fastify"})
_WRAPPERS = frozenset({"fastify-plugin", "fastify-plugin.default"})
_AUTOLOAD = frozenset({"@fastify/autoload", "fastify-autoload", "@fastify/autoload.fastifyAutoload"})
_METHODS = frozenset(VERBS) - {"del"} | {"route", "register", "addHook"}
_GUARDS = ("onRequest", "preHandler", "preValidation")
_SCRIPTS = (".js", ".ts", ".mjs", ".cjs", ".mts", ".cts")
_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class _Plugin:
    """A function that is given an instance: its node, and whether a wrapper shares the instance with it (no prefix then)."""

    key: Key
    is_shared: bool


def find(code: Code) -> Found:
    """Endpoints and applications of Fastify."""
    found = Found()
    if not any(name == "fastify" or name.startswith(("fastify-", "@fastify/")) for name in code.imports):
        return found
    return _Finder(code, found).find()


def join(prefix: str, path: str) -> str:
    """A prefix and a route below it; the route ``/`` is the prefix itself."""
    joined = join_slash(prefix, path)
    return joined.rstrip("/") or "/" if path == "/" else joined


class _Finder:
    def __init__(self, code: Code, found: Found) -> None:
        self.code = code
        self.found = found
        self.routes = Routes(FRAMEWORK, join, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, frozenset(), chained=True)
        self.plugins = Plugins(code, self.routes, self.mounting)

    def find(self) -> Found:
        files = list(self.code.script())
        self.mounting.discover(files)
        for key, (facts, scope, call) in sorted(self.mounting.made.items(), key=lambda item: item[0]):
            self.found.frameworks.append(FRAMEWORK)
            place = Place(facts.path, call.line, call.end_line)
            self.found.entry_points.append(
                EntryPoint("app", f"{FRAMEWORK} application `{key[2]}`", place, symbol_of(facts.path, scope), SOURCE)
            )
        calls = [
            (facts, call)
            for facts in files
            for call in facts.calls
            if call.arguments and call.callee.text.rpartition(".")[2] in _METHODS
        ]
        for facts, call in calls:
            self._call(facts, call)
        self.mounting.pass_on(files)
        self._unregistered(files)
        self.found.endpoints = list(self.routes.endpoints())
        if self.found.endpoints:
            self.found.frameworks.append(FRAMEWORK)
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, FRAMEWORK), *self.routes.unknowns]
        return self.found

    def _call(self, facts: FileFacts, call: Call) -> None:
        receiver, method = receiver_of(call)
        node = self.plugins.node(facts.path, call.scope, receiver) if receiver is not None else None
        if node is None:
            return
        for arguments in expanded(self.code, facts, call):
            if method == "register":
                self._register(facts, call, node, arguments)
            elif method == "route":
                self._described(facts, call, node, arguments[0])
            elif method == "addHook":
                self._hook(facts, call, node, arguments)
            elif len(arguments) > 1:
                self._route(facts, call, node, VERBS[method], arguments)

    def _route(self, facts: FileFacts, call: Call, node: Key, method: str, arguments: list[Placed]) -> None:
        path, scope, value = arguments[1]
        bound = self.code.names.of(path, scope, value)
        options = bound.value if bound.value is not None and bound.value.kind == "dict" else None
        handler = dict_item(options, "handler")
        given: list[Placed] = arguments[2:] if len(arguments) > 2 else arguments[1:]
        if len(arguments) == 2 and options is not None:
            if handler is None:
                return
            given = [(bound.path, bound.scope, handler)]
        paths = paths_of(self.code, arguments[0])
        if paths is None:
            self.found.unknowns.append(no_path(facts, call))
        for text in paths or ():
            auth = self._guards(bound, options)
            add_route(self.code, self.routes, node, method, text, facts, call, given, SOURCE, auth=auth)

    def _hook(self, facts: FileFacts, call: Call, node: Key, arguments: list[Placed]) -> None:
        """``app.addHook("onRequest", app.authenticate)`` stands before all routes of an instance."""
        if len(arguments) > 1 and self.code.folder.text(*arguments[0]) in _GUARDS:
            passes = middleware_of(self.code, arguments[1:])
            add_use(self.code, self.routes, node, facts, call, passes, in_order=False)

    def _guards(self, bound: Bound, options: Value | None) -> list[Placed]:
        """What the options of a route let a request go through first."""
        items = [dict_item(options, name) for name in _GUARDS]
        return [(bound.path, bound.scope, item) for item in items if item is not None]

    def _described(self, facts: FileFacts, call: Call, node: Key, placed: Placed) -> None:
        """``app.route({ method, url, handler })``."""
        bound = self.code.names.of(*placed)
        shape = bound.value
        if shape is None or shape.kind != "dict":
            return
        route, method, handler = dict_item(shape, "url", "path"), dict_item(shape, "method"), dict_item(shape, "handler")
        if route is None or handler is None:
            return
        methods = self.code.folder.texts(bound.path, bound.scope, method) or ["ANY"]
        paths = paths_of(self.code, (bound.path, bound.scope, route))
        if paths is None:
            self.found.unknowns.append(no_path(facts, call))
        for text in paths or ():
            for verb in methods:
                given: list[Placed] = [(bound.path, bound.scope, handler)]
                auth = self._guards(bound, shape)
                add_route(self.code, self.routes, node, verb.upper(), text, facts, call, given, SOURCE, auth=auth)

    def _register(self, facts: FileFacts, call: Call, parent: Key, arguments: list[Placed]) -> None:
        here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
        options = arguments[1][2] if len(arguments) > 1 else None
        path, scope, value = arguments[0]
        if self.code.names.of(path, scope, value).external in _AUTOLOAD:
            self._autoload(facts, call, parent, options, here)
            return
        plugin = self._plugin(path, scope, value)
        if plugin is None:
            return
        given = dict_item(options, "prefix")
        prefix = self.code.folder.route(facts.path, call.scope, given) if given is not None and not plugin.is_shared else ""
        places = (here, *self.code.constant_places(facts.path, call.scope, given)) if given is not None else (here,)
        self.routes.mount(parent, plugin.key, prefix, places)

    def _plugin(self, path: str, scope: str, value: Value) -> _Plugin | None:
        """The plugin an expression is: a function, with or without a name, a module imported there, or what wraps one."""
        is_shared = False
        for _ in range(_ROUNDS):
            if value.kind == "function" and not value.text:
                key = self.plugins.of_function(path, value)
                return _Plugin(key, is_shared) if key is not None else None
            inner = value.call if value.kind == "call" else None
            if inner is not None and inner.callee.text == "import" and inner.arguments:
                target = self.code.names.modules.script(path, inner.arguments[0].value.text)
                bound = self.code.names.exported(target, "default") if target is not None else Bound("unknown")
            else:
                bound = self.code.names.of(path, scope, value)
            if bound.definition is not None:
                return self._named(bound.path, bound.definition, is_shared or self._is_wrapped(bound.path, bound.definition))
            made = bound.value.call if bound.value is not None else None
            if (
                made is not None
                and self.code.names.of(bound.path, bound.scope, made.callee).external in _WRAPPERS
                and made.arguments
            ):
                path, scope, value, is_shared = bound.path, bound.scope, made.arguments[0].value, True
                continue
            if bound.value is not None and bound.value.kind == "function":
                path, scope, value = bound.path, bound.scope, bound.value
                continue
            break
        return None

    def _is_wrapped(self, path: str, definition: Definition) -> bool:
        """``export default fp(async function plugin (app) { … })``: a function named by what wraps it."""
        for item in self.code.index(path).assignments.get(("", definition.qualname), ()):
            made = item.value.call if item.value is not None else None
            if made is not None and self.code.names.of(path, "", made.callee).external in _WRAPPERS:
                return True
        return False

    def _named(self, path: str, definition: Definition, is_shared: bool) -> _Plugin | None:
        key = self.plugins.of_definition(path, definition)
        return _Plugin(key, is_shared) if key is not None else None

    def _unregistered(self, files: list[FileFacts]) -> None:
        """Plugins a file exports that nothing registers: where they are mounted is not known."""
        mounted = {mount.child for mount in self.routes.mounts}
        for facts in files:
            if not any(item.module == "fastify" for item in facts.imports):
                continue
            for definition in facts.definitions:
                if not definition.parameters or "Fastify" not in definition.parameters[0].annotation or definition.parent:
                    continue
                key = (facts.path, definition.qualname, definition.parameters[0].name)
                if key in self.routes.nodes and key not in mounted:
                    self.routes.nodes[key].is_parameter = False

    # folders

    def _autoload(self, facts: FileFacts, call: Call, parent: Key, options: Value | None, here: Place) -> None:
        folder = self._folder(facts.path, call.scope, dict_item(options, "dir"))
        names = dict_item(options, "dirNameRoutePrefix")
        if folder is None or (names is not None and names.kind != "boolean"):
            return
        shared = dict_item(dict_item(options, "options"), "prefix")
        start = self.code.folder.route(facts.path, call.scope, shared) if shared is not None else ""
        inside = [path for path in self.code.files if path.startswith(f"{folder}/") and path.endswith(_SCRIPTS)]
        for path in _loaded(folder, inside):
            bound = self.code.names.exported(path, "default")
            if bound.kind not in ("definition", "assignment", "value"):
                bound = self.code.names.exported(path, "plugin")
            plugin = self._of_bound(bound)
            if plugin is None:
                continue
            below = posixpath.dirname(path).removeprefix(folder) if names is None or names.text == "true" else ""
            if _truth(dict_item(options, "routeParams")):
                below = "/".join(f":{part[1:]}" if part.startswith("_") else part for part in below.split("/"))
            prefix = join_slash(start, below) if below else start
            prefix = self._own_prefix(path, start, prefix)
            self.routes.mount(parent, plugin.key, "" if plugin.is_shared else prefix, (here,))

    def _of_bound(self, bound: Bound) -> _Plugin | None:
        if bound.definition is not None:
            return self._named(bound.path, bound.definition, self._is_wrapped(bound.path, bound.definition))
        return self._plugin(bound.path, bound.scope, bound.value) if bound.value is not None else None

    def _own_prefix(self, path: str, start: str, prefix: str) -> str:
        """``export const autoPrefix = "/x"`` takes the place of the folder's own part, `prefixOverride` that of all."""
        for name in ("prefixOverride", "autoPrefix"):
            own = self.code.names.exported(path, name)
            if own.value is not None:
                text = self.code.folder.route(own.path, own.scope, own.value)
                return text if name == "prefixOverride" else join_slash(start, text)
        return prefix

    def _folder(self, path: str, scope: str, value: Value | None) -> str | None:
        """The folder that ``path.join(__dirname, "routes")`` names; None if it can't be read."""
        here = posixpath.dirname(path)
        if value is None:
            return None
        if value.kind == "template" and value.items and value.items[0].text in ("__dirname", "import.meta.dirname"):
            rest = [self.code.folder.text(path, scope, item) for item in value.items[1:]]
            return None if None in rest else _inside(here + "".join(part or "" for part in rest))
        bound = self.code.names.of(path, scope, value)
        made = bound.value.call if bound.value is not None else None
        if made is None or made.callee.text.rpartition(".")[2] not in ("join", "resolve") or not made.arguments:
            return None
        if not self._is_here(bound.path, bound.scope, made.arguments[0].value):
            return None
        parts = [self.code.folder.text(bound.path, bound.scope, item.value) for item in made.arguments[1:]]
        if any(part is None for part in parts):
            return None
        return _inside(posixpath.join(posixpath.dirname(bound.path), *(part.lstrip("/") for part in parts if part)))

    def _is_here(self, path: str, scope: str, value: Value) -> bool:
        """Whether an expression is the folder of its own file."""
        if value.text in ("__dirname", "import.meta.dirname"):
            bound = self.code.names.of(path, scope, value)
            return bound.value is None or bound.value is value or bound.value.kind == "call"
        made = self.code.names.of(path, scope, value).value
        return made is not None and made.call is not None and made.call.callee.text.rpartition(".")[2] == "dirname"


def _inside(path: str) -> str | None:
    folder = posixpath.normpath(path)
    return None if folder.startswith("..") or folder == "." else folder


def _truth(value: Value | None) -> bool:
    return value is not None and value.text == "true"


def _loaded(folder: str, paths: list[str]) -> Iterator[str]:
    """The files that autoload takes: of a folder with an index only that, its sub-folders all the same."""
    folders = {posixpath.dirname(path) for path in paths if _stem(path) == "index"}
    for path in paths:
        name = posixpath.basename(path)
        if name.endswith(".d.ts") or ".test." in name or ".spec." in name or _stem(path) == "autohooks":
            continue
        if posixpath.dirname(path) not in folders or _stem(path) == "index":
            yield path


def _stem(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]
