"""actix-web: applications, scopes, resources, functions that configure, handlers with attributes."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Call, Place, Value
from apps.engine.frameworks.code import symbol_of
from apps.engine.frameworks.routing import Key, Routes, join_slash
from apps.engine.frameworks.rust.routes.chains import Chains
from apps.engine.frameworks.rust.routes.rows import VERBS, Rows, place_in_row, steps
from apps.engine.frameworks.text import argument

_NAME = "actix-web"
_UNREGISTERED: Key = ("", "", "attributes")
_SCOPES = frozenset({"web.scope", "web.resource", "scope", "resource", "Scope.new", "Resource.new"})


def routes(rows: Rows) -> Routes:
    """What the repository registers on applications of actix-web."""
    actix = _Actix(rows, Routes(_NAME, join_slash, rows.code.branches))
    for path in rows.files:
        actix.walk(path)
    actix.leave_over()
    return actix.routes


class _Actix(Chains):
    def __init__(self, rows: Rows, routes: Routes) -> None:
        super().__init__(rows, routes)
        self._attributed = rows.attributed(_NAME)
        self._registered: set[str] = set()

    def leave_over(self) -> None:
        """Handlers with an attribute that nothing registers: where they hang is not known."""
        for symbol, endpoints in sorted(self._attributed.items()):
            if symbol not in self._registered:
                self.node(_UNREGISTERED)
                for endpoint in endpoints:
                    self.routes.add(_UNREGISTERED, endpoint)

    def parameter(self, path: str, scope: str, name: str, line: int) -> Key | None:
        bound = self.rows.variable(path, scope, name, line)
        if bound is not None:  # of a function without a name
            return self.node((path, scope, f"{name}@{bound.line}"), is_parameter=True)
        taken = self.rows.parameter(path, scope, name)
        return self.node((path, taken[0].qualname, name)) if taken is not None and "ServiceConfig" in taken[1] else None

    def begin(self, path: str, scope: str, call: Call, level: int) -> Key | None:
        last = ".".join(call.callee.text.rsplit(".", 2)[-2:])
        if last == "App.new":
            return self.made(path, scope, call, is_root=True)
        if last in _SCOPES:
            return self.made(path, scope, call, prefix=self.rows.text(path, scope, argument(call, 0)))
        found = self.rows.code.resolver.resolve_call(path, call)
        if found.definition is not None and found.path in self.rows.files and _gives_service(found.definition.returns):
            for value in found.definition.returned:
                made = self.of(found.path, found.definition.qualname, value, level + 1)
                if made is not None:
                    return made
        return None

    def register(self, path: str, key: Key, call: Call) -> None:
        name = call.callee.text.rpartition(".")[2]
        first, second = argument(call, 0), argument(call, 1)
        if first is None:
            return
        place = place_in_row(path, call)
        if name == "route":
            given, text = (first, "") if second is None else (second, self.rows.text(path, call.scope, first))
            method, handler = _route(given)
            if handler is not None:
                self.routes.add(key, self.rows.endpoint(path, call, method, text, handler, _NAME))
        elif name in ("to", "to_async"):
            self.routes.add(key, self.rows.endpoint(path, call, "ANY", "", first, _NAME))
        elif name == "configure":
            self._configured(path, call, key, first, place)
        elif name == "service":
            for given in _services(first):
                self._service(path, call, key, given, place)

    def _service(self, path: str, call: Call, key: Key, given: Value, place: Place) -> None:
        child = self.of(path, call.scope, given)
        if child is not None:
            self.routes.mount(key, child, self.routes.nodes[child].prefix, (place,))
        elif given.kind == "name":
            function = self.rows.function(path, call.scope, given.text, call.line)
            symbol = symbol_of(function[0], function[1].qualname) if function is not None else ""
            for endpoint in self._attributed.get(symbol, ()):
                self._registered.add(symbol)
                self.routes.add(key, endpoint)

    def _configured(self, path: str, call: Call, key: Key, given: Value, place: Place) -> None:
        """What a function registers on the configuration it is handed hangs below the caller."""
        if given.kind == "function":
            names = [
                item
                for item in self.rows.files[path].facts.assignments
                if item.kind == "parameter" and (item.line, item.end_line) == (given.line, given.end_line)
            ]
            for item in names[:1]:
                child = self.node((path, call.scope, f"{item.target}@{item.line}"), is_parameter=True)
                self.routes.mount(key, child, "", (place,))
        elif given.kind == "name":
            function = self.rows.function(path, call.scope, given.text, call.line)
            parameters = [item for item in function[1].parameters if item.kind != "receiver"] if function is not None else []
            if function is not None and parameters:
                child = self.node((function[0], function[1].qualname, parameters[0].name))
                self.routes.mount(key, child, "", (place,))


def _services(value: Value) -> Iterator[Value]:
    """``services![a, b]`` and tuples are several."""
    if value.kind == "call" and value.call is not None and value.call.callee.text.endswith("services!"):
        yield from (item.value for item in value.call.arguments)
    elif value.kind == "list":
        yield from value.items
    else:
        yield value


def _route(value: Value) -> tuple[str, Value | None]:
    """Method and handler of ``web::get().guard(…).to(show)``."""
    begin, calls = steps(value)
    method, handler = "ANY", None
    if begin.kind == "call" and begin.call is not None:
        name = begin.call.callee.text.rpartition(".")[2]
        first = argument(begin.call, 0)
        if name in VERBS:
            method = name.upper()
        elif name == "method" and first is not None:
            method = first.text.rpartition(".")[2].upper()
        elif name == "to":
            handler = first
    for call in calls:
        first = argument(call, 0)
        if call.callee.text in ("to", "to_async"):
            handler = first
        elif call.callee.text == "method" and first is not None:
            method = first.text.rpartition(".")[2].upper()
    return method, handler


def _gives_service(written: str) -> bool:
    return any(word in written for word in ("Scope", "Resource", "HttpServiceFactory", "App<"))
