"""Elysia: applications in chains, with their prefixes; groups, guards and what `use` mounts."""

from __future__ import annotations

from apps.engine.facts import Call, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.file_index import chain
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, prefix_unknowns, without_known
from apps.engine.frameworks.scripts.loops import Placed, expanded
from apps.engine.frameworks.scripts.plugins import Plugins
from apps.engine.frameworks.scripts.routes import VERBS, add_route, join, line_of, no_path, paths_of, receiver_of
from apps.engine.frameworks.text import argument, dict_item

SOURCE = "framework:elysia"
FRAMEWORK = "Elysia"
_MAKERS = frozenset({"elysia.Elysia", "elysia.default", "elysia"})
_ROUTES = {name: method for name, method in VERBS.items() if name != "del"} | {"ws": "WEBSOCKET"}
_BELOW = frozenset({"group", "guard"})
_GUARD = "beforeHandle"


def find(code: Code) -> Found:
    """Endpoints and applications of Elysia."""
    if "elysia" not in code.imports:
        return Found()
    return _Finder(code).find()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.found = Found()
        self.routes = Routes(FRAMEWORK, join, code.branches)
        self.mounting = Mounting(code, self.routes, frozenset(), _MAKERS, chained=True)
        self.plugins = Plugins(code, self.routes, self.mounting)
        self.serving: set[Key] = set()

    def find(self) -> Found:
        files = list(self.code.script())
        self.mounting.discover(files)
        if not self.mounting.made:
            return self.found
        self.found.frameworks.append(FRAMEWORK)
        for key, (facts, scope, call) in self.mounting.made.items():
            prefix = dict_item(argument(call, 0), "prefix")
            if prefix is not None:
                self.routes.nodes[key].prefix = self.code.folder.route(facts.path, scope, prefix)
        for facts in files:
            for call in facts.calls:
                if call.arguments and call.callee.text.rpartition(".")[2] in (*_ROUTES, *_BELOW, "use", "listen"):
                    self._call(facts, call)
        self.mounting.pass_on(files)
        self._roots()
        self.found.endpoints = without_known(list(self.routes.endpoints()))
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, FRAMEWORK), *self.routes.unknowns]
        return self.found

    def _call(self, facts: FileFacts, call: Call) -> None:
        receiver, method = receiver_of(call)
        node = self._node(facts, call, receiver) if receiver is not None else None
        if node is None:
            return
        if method == "listen":
            self.serving.add(node)
            return
        for arguments in expanded(self.code, facts, call):
            if method == "use":
                for placed in arguments:
                    self._mount(facts, call, node, placed)
            elif method in _BELOW:
                self._below(facts, call, node, arguments, is_group=method == "group")
            elif len(arguments) > 1:
                self._route(facts, call, node, _ROUTES[method], arguments)

    def _node(self, facts: FileFacts, call: Call, receiver: Value) -> Key | None:
        """The application at the bottom of a chain; a function's parameter is known by the function."""
        bottom = receiver
        if receiver.call is not None:
            below, _ = receiver_of(chain(self.code.index(facts.path), receiver.call)[-1])
            bottom = below if below is not None else receiver
        return self.plugins.node(facts.path, call.scope, bottom if bottom.kind == "name" else receiver)

    def _route(self, facts: FileFacts, call: Call, node: Key, method: str, arguments: list[Placed]) -> None:
        paths = paths_of(self.code, arguments[0])
        if paths is None:
            self.found.unknowns.append(no_path(facts, call))
        options = arguments[2] if len(arguments) > 2 else None
        before = dict_item(options[2], _GUARD) if options is not None else None
        auth = [(options[0], options[1], before)] if options is not None and before is not None else []
        for path in paths or ():
            add_route(self.code, self.routes, node, method, path, facts, call, arguments[1:2], SOURCE, auth=auth)

    def _below(self, facts: FileFacts, call: Call, parent: Key, arguments: list[Placed], *, is_group: bool) -> None:
        """``.group("/v1", (app) => …)``, ``.guard({ … }, (app) => …)``: a function that is given what is below."""
        path, _, given = arguments[-1]
        child = self.plugins.of_function(path, given) if given.kind == "function" else None
        if child is None:
            return
        here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
        for prefix in (paths_of(self.code, arguments[0]) or ["…"]) if is_group else [""]:
            self.routes.mount(parent, child, prefix, (here,))

    def _mount(self, facts: FileFacts, call: Call, parent: Key, placed: Placed) -> None:
        path, scope, value = placed
        if value.kind == "list":
            for item in value.items:
                self._mount(facts, call, parent, (path, scope, item))
            return
        bound = self.code.names.of(path, scope, value)
        child = self.mounting.node_of(bound, parameters=False)
        if child is None and bound.definition is not None:
            child = self.plugins.of_definition(bound.path, bound.definition)
        elif child is None and bound.value is not None and bound.value.kind == "function":
            child = self.plugins.of_function(bound.path, bound.value)
        if child is not None and child != parent:
            here = Place(facts.path, line_of(call), max(call.end_line, line_of(call)))
            self.routes.mount(parent, child, self.routes.nodes[child].prefix, (here,))

    def _roots(self) -> None:
        """What listens serves at the root; where nothing does (it is handed to a runtime), what nobody mounts."""
        mounted = {mount.child for mount in self.routes.mounts}
        parents = {mount.parent for mount in self.routes.mounts}
        free = [key for key, node in sorted(self.routes.nodes.items()) if not node.is_parameter and key not in mounted]
        for key in free:
            if key in self.serving or (not self.serving and (key in parents or len(free) == 1)):
                self.routes.nodes[key].is_root = True
                facts, scope, call = self.mounting.made.get(key, (None, "", None))
                if facts is not None and call is not None:
                    place = Place(facts.path, call.line, call.end_line)
                    what = f"{FRAMEWORK} application `{key[2]}`"
                    self.found.entry_points.append(EntryPoint("app", what, place, symbol_of(facts.path, scope), SOURCE))
