"""Routes that files of a site name themselves: TanStack Start (``createFileRoute("/x")``), React Router's ``app/routes.ts``."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.scripts.file_routes.sites import METHODS, SCRIPTS, address, answer, exported_names, site_roots
from apps.engine.frameworks.text import argument, dict_item

_START = ("@tanstack/react-start", "@tanstack/solid-start", "@tanstack/start")
_ROUTER = ("@react-router/dev",)
_MAKERS = frozenset({"createFileRoute", "createServerFileRoute", "createAPIFileRoute"})
_ROUTES = "@react-router/dev/routes."
_DEEP = 12


def find_tanstack(code: Code) -> Iterator[Endpoint]:
    """Pages, and what a route's server answers."""
    roots = site_roots(code, *_START)
    for facts in code.script() if roots else ():
        if not any(not root or facts.path.startswith(f"{root}/") for root in roots):
            continue
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None and not assignment.scope else None
            inner = _made_by(call) if call is not None else None
            if call is None or inner is None or inner.callee.text not in _MAKERS:
                continue
            named, settings = argument(inner, 0), argument(code.index(facts.path).whole(call), 0)
            if named is None or named.kind != "string":
                continue
            path = _tanstack_path(named.text)
            registered = Place(facts.path, call.line, call.end_line)
            handlers = (
                dict_item(dict_item(settings, "server"), "handlers") if inner.callee.text == "createFileRoute" else settings
            )
            yield from _handled(code, facts, path, handlers, registered)
            shown = dict_item(settings, "component")
            if shown is not None and inner.callee.text == "createFileRoute" and not _is_layout(named.text):
                yield _answered(code, facts.path, "GET", path, shown, registered)


def _made_by(call: Call) -> Call | None:
    """The call below ``createFileRoute("/x")({…})`` and ``createServerFileRoute("/x").methods({…})``."""
    if call.callee.kind == "call":
        return call.callee.call
    below = call.callee.items[0] if call.callee.kind == "attribute" and call.callee.text == "methods" else None
    return below.call if below is not None else None


def _handled(code: Code, facts: FileFacts, path: str, handlers: Value | None, registered: Place) -> Iterator[Endpoint]:
    if handlers is None or handlers.kind != "dict":
        return
    for key, item in zip(handlers.keys, handlers.items, strict=False):
        if key.text in METHODS or key.text == "ANY":
            yield _answered(code, facts.path, key.text, path, item, registered)


def _answered(code: Code, path: str, method: str, route: str, value: Value, registered: Place) -> Endpoint:
    handler = find_handler(code, path, "", value)
    return Endpoint(
        method, route, handler.name, handler.place, registered, handler.symbol or path, framework="TanStack Start",
        docstring=handler.docstring, source="framework:tanstack start",
    )  # fmt: skip


def _is_layout(route: str) -> bool:
    return route.rpartition("/")[2].startswith("_")


def _tanstack_path(route: str) -> str:
    """``/_auth/posts/$id`` → ``/posts/:id``; what only groups files is no part of the address."""
    parts = []
    for part in route.split("/"):
        if part.startswith("_") or (part.startswith("(") and part.endswith(")")):
            continue
        plain = part.removesuffix("_")
        parts.append("*" if plain == "$" else f":{plain[1:]}" if plain.startswith("$") else plain)
    return address(parts)


def find_react_router(code: Code) -> Iterator[Endpoint]:
    """The routes that ``app/routes.ts`` lists: what loads or shows answers GET, an action POST."""
    for root in site_roots(code, *_ROUTER):
        for ending in sorted(SCRIPTS):
            path = posixpath.join(root, f"app/routes.{ending}")
            listed = code.names.exported(path, "default").value if path in code.files else None
            if listed is not None and listed.kind == "list":
                yield from _listed(code, path, listed, "")


def _listed(code: Code, path: str, routes: Value, base: str) -> Iterator[Endpoint]:
    waiting = [(routes, base, 0)]
    while waiting:
        value, prefix, level = waiting.pop(0)
        if value.kind in ("list", "spread"):
            waiting = [(item, prefix, level + 1) for item in value.items if level < _DEEP] + waiting
            continue
        call = code.index(path).whole(value.call) if value.call is not None else None
        external = code.names.of(path, "", call.callee).external if call is not None else ""
        if call is None or not external.startswith(_ROUTES):
            continue
        word = external.removeprefix(_ROUTES)
        named = code.folder.route(path, "", argument(call, 0)) if word in ("route", "prefix") else ""
        inner = address([part for part in named.split("/") if part], prefix) if named else prefix
        if word in ("route", "index"):
            file = argument(call, 1 if word == "route" else 0)
            if file is not None and file.kind == "string":
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file.text))
                yield from _served(code, target, inner or "/", Place(path, call.line, call.end_line))
        children = call.arguments[-1].value if call.arguments else None
        if children is not None and children.kind == "list" and word in ("route", "layout", "prefix"):
            waiting = [(children, inner.removesuffix("/"), level + 1), *waiting]


def _served(code: Code, target: str, route: str, registered: Place) -> Iterator[Endpoint]:
    """What one module of a route answers."""
    names = exported_names(code, target)
    shown = next((name for name in ("default", "loader") if name in names), "")
    for method, name in (("GET", shown), ("POST", "action" if "action" in names else "")):
        if name:
            made = answer(code, method, route, target, name, "React Router", "framework:react router")
            yield replace(made, registered=registered)
