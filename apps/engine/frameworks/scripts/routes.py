"""What frameworks that register routes by calls share: ``app.get(path, middleware, handler)`` in JavaScript and TypeScript."""

from __future__ import annotations

import re
from collections.abc import Iterable

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.routing import Key, Routes, join_slash
from apps.engine.frameworks.schemas.graphql import GRAPHQL, serves_graphql
from apps.engine.frameworks.scripts.loops import Placed
from apps.engine.frameworks.text import source_of

VERBS = {
    "get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "options": "OPTIONS", "head": "HEAD",
    "all": "ANY", "del": "DELETE",
}  # fmt: skip
_LIST_ITEMS = 6  # of one list of middleware
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
# What a middleware is called that lets only some through.
_GUARDS = frozenset({
    "auth", "authenticate", "authenticated", "authentication", "authorize", "authorized", "authorization", "authorise", "jwt",
    "passport", "protect", "protected", "login", "permission", "permissions", "permit", "role", "roles", "admin", "guard", "acl",
    "rbac", "bearer", "secured", "token", "scope", "scopes",
})  # fmt: skip


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
    required, required_at = _required(code, before)
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
            auth=required,
            auth_at=required_at,
        ),
    )


def _required(code: Code, middleware: list[Placed]) -> tuple[str, Place | None]:
    """The middleware that by its name lets only some through, as written; and where the first of it stands."""
    named: dict[str, Place] = {}
    for path, _, value in middleware:
        for item in value.items[:_LIST_ITEMS] if value.kind == "list" else (value,):
            called = item.call.callee if item.kind == "call" and item.call is not None else item
            words = {word.lower() for word in _WORDS.findall(called.text)}
            if called.kind in ("name", "attribute") and words & _GUARDS and "optional" not in words:
                shown = source_of(item, script=True)
                if len(shown) <= 200:
                    named.setdefault(shown, Place(path, item.line or 1, item.end_line or item.line or 1))
    return ", ".join(named), next(iter(named.values()), None)


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
