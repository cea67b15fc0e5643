"""What frameworks that register routes by calls share: ``app.get(path, middleware, handler)`` in JavaScript and TypeScript."""

from __future__ import annotations

from collections.abc import Iterable

from apps.engine.facts import Call, Endpoint, FileFacts, Passed, Place, Unknown, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.middleware import Use, is_named_guard, lets_all_through, passed
from apps.engine.frameworks.routing import Key, Routes, join_slash
from apps.engine.frameworks.schemas.graphql import GRAPHQL, serves_graphql
from apps.engine.frameworks.scripts.loops import Placed
from apps.engine.frameworks.text import UNKNOWN_START, source_of

VERBS = {
    "get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "options": "OPTIONS", "head": "HEAD",
    "all": "ANY", "del": "DELETE",
}  # fmt: skip
_LIST_ITEMS = 6  # of one list of middleware


def join(prefix: str, path: str) -> str:
    """Mount path and route, without a slash at the end."""
    joined = join_slash(prefix, path)
    return joined.rstrip("/") or "/" if joined.endswith("/") else joined


def add_route(
    code: Code,
    routes: Routes,
    node: Key,
    method: str,
    path: str,
    facts: FileFacts,
    call: Call,
    handlers: list[Placed],
    source: str,
    *,
    start: int = 0,
    auth: Iterable[Placed] = (),
) -> None:
    """Register a route that the last of `handlers` answers; what stands before it is middleware, as is `auth`.

    `start` is the line that gives the path, where that is not the call's own.
    """
    if not handlers:
        return
    at, scope, value = handlers[-1]
    before = [*auth, *handlers[:-1]]
    while value.kind == "list" and value.items:
        before += [(at, scope, item) for item in value.items[:-1]]
        value = value.items[-1]
    handler = find_handler(code, at, scope, value)
    line = line_of(call)
    registered = Place(facts.path, start or line, max(call.end_line, line))
    routes.add(
        node,
        Endpoint(
            method,
            path,
            handler.name,
            handler.place,
            registered,
            handler.symbol,
            "",
            routes.framework,
            docstring=handler.docstring,
            serves=GRAPHQL if serves_graphql(code, at, scope, value) else "",
            source=source if not handler.is_external else f"{source}, handler outside",
            passes=middleware_of(code, before),
        ),
    )


def middleware_of(code: Code, middleware: Iterable[Placed], *, is_used: bool = False) -> tuple[Passed, ...]:
    """Middleware as it is written; `is_used` where other things may be put there too, such as routers that are not known."""
    found = []
    for path, scope, value in middleware:
        for item in value.items[:_LIST_ITEMS] if value.kind == "list" else (value,):
            called = item.call.callee if item.kind == "call" and item.call is not None else item
            if called.kind not in ("name", "attribute"):
                continue
            is_guard = is_named_guard(called.text)
            bound = code.names.of(path, scope, called)
            symbol = ""
            if bound.definition is not None and bound.definition.kind not in CLASSES:
                symbol = symbol_of(bound.path, bound.definition.qualname)
                is_guard = is_guard and not lets_all_through(code.files[bound.path], bound.definition)
            elif is_used and item.kind != "call" and not bound.external:
                continue
            one = passed(
                source_of(item, script=True),
                Place(path, item.line or 1, item.end_line or item.line or 1),
                symbol,
                is_guard=is_guard,
            )
            found += [one] if one is not None else []
    return tuple(found)


def add_use(
    code: Code,
    routes: Routes,
    node: Key,
    facts: FileFacts,
    call: Call,
    middleware: tuple[Passed, ...],
    prefix: str = "",
    *,
    in_order: bool = True,
) -> None:
    """Put middleware before what is registered on an application or router; of an unknown address nothing is said."""
    if not middleware or prefix.startswith(UNKNOWN_START):
        return
    line = line_of(call)
    function = code.index(facts.path).definitions.get(call.scope)
    lines = (function.line, function.end_line) if function is not None else (1, max(line, facts.lines))
    use = Use(middleware, facts.path, line, *lines, in_order, elsewhere=call.scope == node[1], prefix=prefix)
    routes.use(node, use)


def paths_of(code: Code, placed: Placed) -> list[str] | None:
    """The texts a path argument stands for; a pattern as written, and of what has an unknown beginning ``…`` and the rest."""
    path, scope, value = placed
    texts = code.folder.texts(path, scope, value)
    if texts is not None:
        return texts
    if value.kind in ("template", "binary"):
        return [code.folder.route(path, scope, value)]
    bound = code.names.of(path, scope, value)
    current = bound.value if bound.value is not None else value
    found = []
    for item in current.items if current.kind == "list" else (current,):
        one = code.folder.text(bound.path, bound.scope, item) if item.kind != "other" else item.text
        if one is None or (item.kind == "other" and not _is_pattern(one)):
            return None
        found.append(one)
    return found or None


def _is_pattern(text: str) -> bool:
    """``/^\\/users$/i``, whole."""
    return (
        len(text) < 200 and text.startswith("/") and text.rstrip("dgimsuvy").endswith("/") and not text.startswith(("//", "/*"))
    )


def no_path(facts: FileFacts, call: Call) -> Unknown:
    """Said of a route whose path can't be known."""
    return Unknown(
        "endpoint",
        f"{call.callee.text}(…)",
        "The path of this route is put together when the program runs.",
        Place(facts.path, call.line, call.end_line),
    )


def line_of(call: Call) -> int:
    """The line a call's own name stands on: in a chain the call begins further up."""
    if call.callee.kind == "attribute":
        return call.callee.end_line or call.line
    return call.line


def receiver_of(call: Call) -> tuple[Value | None, str]:
    """(the object a method is called on, the method): ``app.get(…)`` and ``make().get(…)``; None for a plain function."""
    callee = call.callee
    if callee.kind == "name":
        owner, dot, last = callee.text.replace("?.", ".").rpartition(".")
        return (Value("name", owner, line=callee.line), last) if dot else (None, callee.text)
    if callee.kind == "attribute" and callee.items:
        return callee.items[0], callee.text
    return None, ""
