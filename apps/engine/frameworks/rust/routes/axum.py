"""axum: routers in rows, nested and merged through functions of the repository."""

from __future__ import annotations

from apps.engine.facts import Call, Value
from apps.engine.frameworks.routing import Key, Routes
from apps.engine.frameworks.rust.routes.chains import Chains
from apps.engine.frameworks.rust.routes.rows import LEVELS, VERBS, Rows, place_in_row, steps
from apps.engine.frameworks.text import UNKNOWN_START, argument
from apps.engine.graph.declared.types import parse_type

_NAME = "axum"
_MAKERS = frozenset({"Router.new", "Router.default", "OpenApiRouter.new", "OpenApiRouter.default", "ApiRouter.new"})
_ROUTERS = frozenset({"Router", "OpenApiRouter", "ApiRouter"})
_ROUTES = frozenset({"route", "route_service", "api_route"})
_NESTS = frozenset({"nest", "nest_service", "nest_api_service"})


def routes(rows: Rows) -> Routes:
    """What the repository registers on axum's routers."""
    axum = _Axum(rows, Routes(_NAME, join, rows.code.branches))
    for path, file in rows.files.items():
        for definition in file.facts.definitions:
            if definition.kind in ("function", "method") and _gives_router(definition.returns):
                axum.function(path, definition.qualname)
        if any("Router" in call.callee.text for call in file.facts.calls) or any(
            _gives_router(item.annotation) for definition in file.facts.definitions for item in definition.parameters
        ):
            axum.walk(path)
    return axum.routes


class _Axum(Chains):
    def __init__(self, rows: Rows, routes: Routes) -> None:
        super().__init__(rows, routes)
        self._functions: set[Key] = set()

    def function(self, path: str, qualname: str) -> Key:
        """The router that a function gives back: what its last expression is hangs below it."""
        key = (path, qualname, "()")
        if key not in self._functions and not self.rows.files[path].is_test(qualname):
            self._functions.add(key)
            self.node(key, is_root=True)
            for value in self.rows.files[path].definitions[qualname].returned:
                made = self.of(path, qualname, value)
                if made is not None:
                    self.routes.mount(key, made, "")
        return key

    def parameter(self, path: str, scope: str, name: str, line: int) -> Key | None:
        taken = self.rows.parameter(path, scope, name)
        if taken is None or not _gives_router(taken[1]):
            return None
        return self.node((path, taken[0].qualname, name), is_parameter=True)

    def begin(self, path: str, scope: str, call: Call, level: int) -> Key | None:
        if ".".join(call.callee.text.rsplit(".", 2)[-2:]) in _MAKERS:
            return self.made(path, scope, call, is_root=True)
        found = self.rows.code.resolver.resolve_call(path, call)
        if found.definition is None or found.path not in self.rows.files or not _gives_router(found.definition.returns):
            return None
        taken = [item for item in found.definition.parameters if item.kind != "receiver"]
        for at, item in enumerate(taken):
            given = argument(call, at)
            if _gives_router(item.annotation) and given is not None:  # what is handed in comes back with more on it
                handed = self.of(path, scope, given, level + 1)
                if handed is not None:
                    inner = self.node((found.path, found.definition.qualname, item.name), is_parameter=True)
                    self.routes.mount(handed, inner, "", (place_in_row(path, call),))
                    return handed
        return self.function(found.path, found.definition.qualname)

    def register(self, path: str, key: Key, call: Call) -> None:
        name = call.callee.text.rpartition(".")[2]
        place = place_in_row(path, call)
        first, given = argument(call, 0), argument(call, 1)
        if name == "merge" and first is not None:
            child = self.of(path, call.scope, first)
            if child is not None:
                self.routes.mount(key, child, "", (place,))
        elif name in _NESTS and given is not None:
            child = self.of(path, call.scope, given)
            if child is not None:
                self.routes.mount(key, child, self.rows.text(path, call.scope, first), (place,))
        elif name in _ROUTES and given is not None:
            text = self.rows.text(path, call.scope, first)
            for method, handler in self._methods(path, call.scope, given, 0) or [("ANY", given)]:
                self.routes.add(key, self.rows.endpoint(path, call, method, text, handler, _NAME))

    def _methods(self, path: str, scope: str, value: Value, level: int) -> list[tuple[str, Value]]:
        """Methods and handlers of a method router: ``get(show).post(make)``."""
        if level > LEVELS:
            return []
        begin, calls = steps(value)
        found: list[tuple[str, Value]] = []
        if begin.kind == "name":
            bound = self.rows.variable(path, scope, begin.text, begin.line)
            if bound is not None and bound.value is not None:
                found = self._methods(path, bound.scope, bound.value, level + 1)
        elif begin.kind == "call" and begin.call is not None:
            found = _method(begin.call)
            if not found:
                function = self.rows.code.resolver.resolve_call(path, begin.call)
                if function.definition is not None and function.path in self.rows.files:
                    for given in function.definition.returned:
                        found += self._methods(function.path, function.definition.qualname, given, level + 1)
        for call in calls:
            found = found + _method(call)
        return found


def _method(call: Call) -> list[tuple[str, Value]]:
    name = call.callee.text.rpartition(".")[2].removesuffix("_service").removesuffix("_with")
    handler = argument(call, 0)
    if handler is None:
        return []
    if name in VERBS or name == "any":
        return [(name.upper(), handler)]
    other = argument(call, 1)
    if name == "on" and other is not None:
        method = handler.text.rpartition(".")[2].upper()
        return [(method if method.lower() in VERBS else "ANY", other)]
    return []


def _gives_router(written: str) -> bool:
    if "Router" not in written:
        return False
    found = parse_type(written)
    return any(item.name.rpartition(".")[2] in _ROUTERS for item in (found, *found.arguments[:1]))


def join(prefix: str, path: str) -> str:
    """A nested router's root is its prefix."""
    if path.startswith(UNKNOWN_START) or not prefix:
        return path
    if path in ("", "/"):
        return prefix
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"
