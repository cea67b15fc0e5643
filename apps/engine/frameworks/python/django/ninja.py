"""Django Ninja: APIs, routers inside them, and operations; a urlconf says at which prefix an API answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from apps.engine.facts import Call, Decorator, Definition, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.python.django.ninja_controllers import add_controllers, guard_of, operations
from apps.engine.frameworks.routing import Key, Routes
from apps.engine.frameworks.text import UNKNOWN_START, argument, keyword

PACKAGES = frozenset({"ninja", "ninja_extra"})
_ROOTS = frozenset({"ninja.NinjaAPI", "ninja.main.NinjaAPI", "ninja_extra.NinjaExtraAPI"})
_ROUTERS = frozenset({"ninja.Router", "ninja.router.Router", "ninja_extra.Router"})
_VERBS = ("get", "post", "put", "patch", "delete")


class NinjaApis:
    """The APIs of a repository by where they are bound; read when first asked for."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._reached: set[Key] = set()

    def below(self, path: str, scope: str, value: Value) -> list[Endpoint] | None:
        """Operations of the API an expression means, with paths below its prefix; None if it is none."""
        if not PACKAGES & self._code.imports:
            return None
        node = self._mounting.node(path, scope, value, parameters=False)
        routes = self._mounting.routes
        if node is None or not routes.nodes[node].is_root:
            return None
        self._reached.add(node)
        return list(routes.below(node))

    def left(self) -> Iterator[Endpoint]:
        """Operations of APIs that no urlconf names."""
        if PACKAGES & self._code.imports:
            routes = self._mounting.routes
            for key, node in sorted(routes.nodes.items()):
                if node.is_root and key not in self._reached:
                    yield from routes.below(key)

    @cached_property
    def _mounting(self) -> Mounting:
        code, routes = self._code, Routes("Django Ninja", join, self._code.branches)
        mounting = Mounting(code, routes, _ROOTS, _ROUTERS)
        files = list(code.python())
        mounting.discover(files)
        for key, (facts, _, call) in mounting.made.items():
            routes.nodes[key].guard = guard_of(facts.path, keyword(call.arguments, "auth"))
        for facts in files if routes.nodes else ():
            for definition in facts.definitions:
                for decorator in definition.decorators:
                    self._decorated(mounting, facts, definition, decorator)
            for call in facts.calls:
                if call.callee.kind == "name" and call.callee.text.endswith(".add_router"):
                    self._add_router(mounting, facts, call)
        add_controllers(code, mounting, files)
        mounting.pass_on(files)
        return mounting

    def _decorated(self, mounting: Mounting, facts: FileFacts, definition: Definition, decorator: Decorator) -> None:
        receiver, dot, verb = decorator.name.rpartition(".")
        if not dot or not decorator.called or verb not in (*_VERBS, "api_operation"):
            return
        node = mounting.node(facts.path, definition.parent, Value("name", receiver, line=decorator.line))
        call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
        route = argument(call, 1 if verb == "api_operation" else 0, "path")
        if node is None or route is None:
            return
        methods = [verb.upper()]
        if verb == "api_operation":
            texts = self._code.folder.texts(facts.path, definition.parent, argument(call, 0, "methods"))
            methods = sorted({text.upper() for text in texts}) if texts else ["ANY"]
        text = self._code.folder.route(facts.path, definition.parent, route)
        for endpoint in operations(self._code, facts.path, definition, decorator, methods, text):
            mounting.routes.add(node, endpoint)

    def _add_router(self, mounting: Mounting, facts: FileFacts, call: Call) -> None:
        receiver = Value("name", call.callee.text.removesuffix(".add_router"), line=call.line)
        parent = mounting.node(facts.path, call.scope, receiver)
        prefix, router = argument(call, 0, "prefix"), argument(call, 1, "router")
        if parent is None or prefix is None or router is None:
            return
        child = mounting.node(facts.path, call.scope, router)
        dotted = self._code.folder.text(facts.path, call.scope, router) if child is None else None
        if dotted is not None:  # add_router("/events/", "events.api.router")
            module, _, name = dotted.rpartition(".")
            target = self._code.names.modules.python(facts.path, module)
            child = mounting.node(target, "", Value("name", name)) if target is not None else None
        if child is not None:
            here = Place(facts.path, call.line, call.end_line)
            text = self._code.folder.route(facts.path, call.scope, prefix)
            places = (here, *self._code.constant_places(facts.path, call.scope, prefix))
            guard = guard_of(facts.path, keyword(call.arguments, "auth"))
            mounting.routes.mount(parent, child, text, places, guard=guard)


def join(prefix: str, path: str) -> str:
    """Joined by one slash, as Ninja does; what follows an unknown part stays unknown."""
    if path.startswith(UNKNOWN_START) or not prefix:
        return path
    if not path:
        return prefix
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"
