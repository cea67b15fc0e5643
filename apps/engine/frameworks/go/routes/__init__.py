"""Routes of Go programs: net/http, Gin, chi, Echo, Fiber, Gorilla Mux, httprouter."""

from __future__ import annotations

from apps.engine.facts import Call, Endpoint, Passed, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import listed, route_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.go.routes.libraries import HTTP, LIBRARIES, MUX, Library
from apps.engine.frameworks.go.routes.middleware import Middleware, resolved
from apps.engine.frameworks.go.routes.routers import Routers
from apps.engine.frameworks.middleware import Use
from apps.engine.frameworks.routing import Key, Routes, prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START, argument

__all__ = ["find"]

_METHODS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT", "TRACE"})
_DEFAULT: Key = ("", "", "net/http")


def find(code: Code) -> Found:
    """Endpoints registered on routers of the libraries; clients and maps with methods of the same names are none."""
    found = Found()
    modules = {item.module for facts in code.own("Go") for item in facts.imports}
    if not any(module.startswith(library.modules) for library in LIBRARIES for module in modules):
        return found
    routes = {library.name: Routes(library.name, join, code.branches) for library in LIBRARIES}
    routers = Routers(code, routes)
    middleware = Middleware(code)
    for path in routers.paths:
        chained = _methods_behind(code.files[path].calls)
        for call in code.files[path].calls:
            _pass_on(code, routers, routes, path, call)
            _use(code, middleware, routers, routes, path, call)
            _register(code, middleware, routers, routes, path, call, chained)
    for library in LIBRARIES:
        endpoints = list(routes[library.name].endpoints())
        if endpoints:
            found.frameworks.append(library.name)
            found.endpoints += endpoints
            found.unknowns += [*routes[library.name].unknowns, *prefix_unknowns(endpoints, library.name)]
    return found


def join(prefix: str, path: str) -> str:
    """Two parts of a path with one slash between them; what follows an unknown part stays unknown."""
    if path.startswith(UNKNOWN_START):
        return path
    if not path:
        return prefix
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}"


def _methods_behind(calls: tuple[Call, ...]) -> dict[int, list[str]]:
    """HTTP methods that ``router.HandleFunc(…).Methods("GET")`` gives the inner call, by its identity."""
    found: dict[int, list[str]] = {}
    for call in calls:
        if call.callee.kind == "attribute" and call.callee.text == "Methods" and call.callee.items:
            inner = call.callee.items[0].call
            while inner is not None and inner.callee.kind == "attribute" and inner.callee.items[0].call is not None:
                inner = inner.callee.items[0].call
            if inner is not None:
                found[id(inner)] = [_method(item.value) for item in call.arguments]
    return found


def _method(value: Value) -> str:
    """``"GET"``, ``http.MethodGet``"""
    text = value.text.rpartition(".")[2].removeprefix("Method").upper()
    return text if text in _METHODS else "ANY"


def _pass_on(code: Code, routers: Routers, routes: dict[str, Routes], path: str, call: Call) -> None:
    """A router given to a function of the repository: what that function registers on its parameter hangs below it."""
    if not call.arguments or call.is_new:
        return
    given = [(at, router) for at, item in enumerate(call.arguments) if (router := _given(routers, path, call, item.value))]
    if not given:
        return
    place = Place(path, call.line, call.end_line)
    method = call.callee.text.rpartition(".")[2]
    found = code.resolver.resolve_call(path, call)
    if found.definition is not None:
        taken = [item for item in found.definition.parameters if item.kind != "receiver"]
        for at, (key, library) in given:
            if at < len(taken):
                child = (found.path, found.definition.qualname, taken[at].name)
                routers.node(library, child)
                routes[library.name].nodes[child].is_root = False
                routes[library.name].mount(key, child, "", (place,))
        return
    above = routers.receiver(path, call)
    if above is not None and method in above[1].mounts:
        for at, (key, library) in given:
            if at == 1 and library is above[1]:
                routes[library.name].mount(above[0], key, route_of(code, path, call.scope, argument(call, 0)), (place,))


def _given(routers: Routers, path: str, call: Call, value: Value) -> tuple[Key, Library] | None:
    return routers.of(path, call.scope, value) if value.kind in ("name", "call") else None


def _use(code: Code, middleware: Middleware, routers: Routers, routes: dict[str, Routes], path: str, call: Call) -> None:
    """``router.Use(…)``: middleware before what the router registers."""
    below, _, name = call.callee.text.rpartition(".")
    if not call.arguments or not (below or call.callee.kind == "attribute"):
        return
    if not any(name in library.uses for library in LIBRARIES):
        return
    router = routers.receiver(path, call)
    if router is None or name not in router[1].uses:
        return
    key, library = router
    prefix = route_of(code, path, call.scope, argument(call, 0)) if call.arguments[0].value.kind == "string" else ""
    found = middleware.of(path, call, call.arguments[1 if prefix else 0 :])
    function = code.index(path).definitions.get(call.scope)
    if found and not prefix.startswith(UNKNOWN_START):
        first, last = (function.line, function.end_line) if function is not None else (call.line, call.end_line)
        in_order = library.in_order and not (library.root_first and routes[library.name].nodes[key].is_root)
        routes[library.name].use(
            key, Use(found, path, call.line, first, last, in_order, elsewhere=call.scope == key[1], prefix=prefix)
        )


def _register(
    code: Code,
    middleware: Middleware,
    routers: Routers,
    routes: dict[str, Routes],
    path: str,
    call: Call,
    chained: dict[int, list[str]],
) -> None:
    below, _, name = call.callee.text.rpartition(".")
    package = routers.package(path, call.scope, below) if call.callee.kind == "name" else None
    if package is not None:
        library = package
        if name not in library.functions:
            return
        key, library = routers.node(library, _DEFAULT, is_root=True)
    else:
        if not any(name in library.routes or name in library.by_method for library in LIBRARIES):
            return
        router = routers.receiver(path, call)
        if router is None:
            return
        key, library = router
    methods = _methods_of(code, path, call, name, library, chained)
    if not methods:
        return
    at = 1 if name in library.by_method else 0
    text = route_of(code, path, call.scope, argument(call, at))
    if library is HTTP and " " in text:
        method, _, text = text.partition(" ")
        methods, text = [method], text.strip()
    if library is HTTP and not text.startswith(UNKNOWN_START):
        text = "/" + text.partition("/")[2] if not text.startswith("/") else text.removesuffix("{$}")
    elif text and not text.startswith(("/", UNKNOWN_START)):
        text = f"/{text}"  # the libraries put it there
    handler = call.arguments[-1].value if library.handler < 0 else argument(call, at + 1)
    beside = call.arguments[at + 1 : -1] if library.handler < 0 else call.arguments[at + 2 :]
    passes = middleware.of(path, call, beside)
    for method in methods:
        routes[library.name].add(key, _endpoint(code, middleware, path, call, method, text, handler, library, passes))


def _methods_of(code: Code, path: str, call: Call, name: str, library: Library, chained: dict[int, list[str]]) -> list[str]:
    if name in library.by_method:
        first = argument(call, 0)
        return [_method(item) for item in listed(first)] if first is not None else []
    if name not in library.routes or not library.routes[name]:
        return []
    return chained.get(id(call), ["ANY"]) if library is MUX else [library.routes[name]]


def _endpoint(
    code: Code,
    middleware: Middleware,
    path: str,
    call: Call,
    method: str,
    text: str,
    handler: Value | None,
    library: Library,
    passes: tuple[Passed, ...],
) -> Endpoint:
    place = registered = Place(path, call.line, call.end_line)
    name, symbol, docstring = "anonymous function", "", ""
    if handler is not None and handler.kind == "function":
        place = Place(path, handler.line, handler.end_line)
    elif handler is not None:
        given = handler
        while given.kind == "call" and given.call is not None:  # http.HandlerFunc(h.Get), requireUser(h.Get), h.Get()
            inner = [item.value for item in given.call.arguments if item.value.kind in ("name", "call", "function")]
            around = middleware.one(path, call, given.call.callee) if inner else None
            if around is not None and (around.symbol or around.is_guard):
                passes = (*passes, around)
            given = inner[-1] if inner else given.call.callee
        name = given.text or "anonymous function"
        found = resolved(code, path, call, given) if given.kind == "name" else None
        if found is not None and found.definition is not None:
            place = place_of(found.path, found.definition)
            symbol, docstring = symbol_of(found.path, found.definition.qualname), found.definition.docstring
        elif given.kind == "function":
            place = Place(path, given.line, given.end_line)
    return Endpoint(
        method,
        text,
        name,
        place,
        registered,
        symbol,
        framework=library.name,
        docstring=docstring,
        source=f"framework:{library.name.lower()}",
        passes=passes,
    )
