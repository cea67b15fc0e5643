"""Crow: macros that name an application or blueprint and a rule, called with what answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.cpp.routes.handlers import find_handler
from apps.engine.frameworks.declared_code import last, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.routing import Key, Node, Routes, join_slash, prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START, argument

_NAME = "Crow"
_SOURCE = "framework:crow"
_ROUTES = frozenset({"CROW_ROUTE", "CROW_BP_ROUTE", "CROW_WEBSOCKET_ROUTE", "CROW_BP_WEBSOCKET_ROUTE"})
_BLUEPRINTS = frozenset({"CROW_BP_ROUTE", "CROW_BP_WEBSOCKET_ROUTE"})
_STEPS = 20  # calls on one route


def find_routes(code: Code, files: Sequence[FileFacts], found: Found) -> None:
    """Add every route, below the prefixes of the blueprints that are registered."""
    routes = Routes(_NAME, join_slash, code.branches)
    for facts in files:
        for call in facts.calls:
            if call.is_new and last(call.callee.text) == "Blueprint":
                _blueprint(code, facts, call, routes)
    for facts in files:
        seen: set[tuple[int, str]] = set()
        for call in facts.calls:
            if last(call.callee.text) == "register_blueprint" and call.arguments:
                _register(facts.path, call, routes)
            else:
                _route(code, facts.path, call, routes, seen)
    endpoints = list(routes.endpoints())
    if endpoints:
        found.frameworks.append(_NAME)
    found.endpoints += endpoints
    found.unknowns += [*routes.unknowns, *prefix_unknowns(endpoints, _NAME)]


def _blueprint(code: Code, facts: FileFacts, call: Call, routes: Routes) -> None:
    """``crow::Blueprint bp("prefix", …)``: the variable that stands on the line of the call."""
    text = text_of(code, facts.path, call.scope, argument(call, 0))
    prefix = UNKNOWN_START if text is None else f"/{text.strip('/')}"
    for item in facts.assignments:
        key: Key = (facts.path, item.scope, item.target)
        is_here = item.scope == call.scope and item.line <= call.line <= item.end_line and item.annotation.endswith("Blueprint")
        if is_here and key not in routes.nodes:
            routes.nodes[key] = Node(key, prefix=prefix, place=Place(facts.path, call.line, call.end_line))
            return


def _node(path: str, scope: str, name: str, routes: Routes, *, is_root: bool) -> Key:
    """The node of a name in a scope or those around it; an application is one by being used as such."""
    here = scope
    while True:
        key: Key = (path, here, name)
        if key in routes.nodes:
            return key
        if not here:
            break
        here = here.rpartition(".")[0]
    key = (path, scope, name)
    routes.nodes[key] = Node(key, is_root=is_root)
    return key


def _register(path: str, call: Call, routes: Routes) -> None:
    owner, given = call.callee.text.rpartition(".")[0], call.arguments[0].value
    child = next((key for key in routes.nodes if key[0] == path and key[2] == given.text and routes.nodes[key].prefix), None)
    if owner and child is not None:
        parent = _node(path, call.scope, owner, routes, is_root=True)
        node = routes.nodes[child]
        places = (Place(path, call.line, call.end_line), *((node.place,) if node.place is not None else ()))
        routes.mount(parent, child, node.prefix, places)


def _route(code: Code, path: str, call: Call, routes: Routes, seen: set[tuple[int, str]]) -> None:
    """``CROW_ROUTE(app, "/x").methods("POST"_method)(handler)``: the outermost call of a row comes first."""
    row = [call]
    while len(row) < _STEPS and row[-1].callee.kind in ("call", "attribute"):
        callee = row[-1].callee
        inner = callee.call if callee.kind == "call" else callee.items[0].call if callee.items else None
        if inner is None:
            return
        row.append(inner)
    macro = row[-1]
    rule = argument(macro, 1)
    if macro.callee.text not in _ROUTES or rule is None:
        return
    text = text_of(code, path, macro.scope, rule)
    if (macro.line, text or "") in seen:
        return
    seen.add((macro.line, text or ""))
    here = Place(path, macro.line, max(macro.line, call.end_line))
    handling = argument(row[0], 0) if len(row) > 1 else None
    handler = find_handler(code, path, call.scope, handling, here)
    methods = sorted({method for step in row if last(step.callee.text) == "methods" for method in _methods(step)}) or ["GET"]
    if "WEBSOCKET" in macro.callee.text:
        methods = ["WEBSOCKET"]
    is_blueprint = macro.callee.text in _BLUEPRINTS
    node = _node(path, macro.scope, macro.arguments[0].value.text, routes, is_root=not is_blueprint)
    for method in methods:
        endpoint = Endpoint(
            method, text if text is not None else UNKNOWN_START, handler.name, handler.place, here, handler.symbol,
            framework=_NAME, docstring=handler.docstring, source=_SOURCE,
        )  # fmt: skip
        routes.add(node, endpoint)


def _methods(call: Call) -> Iterator[str]:
    """``"POST"_method`` and ``crow::HTTPMethod::Post``."""
    for item in call.arguments:
        value: Value = item.value
        name = value.text.partition("_")[0].strip('"') if value.text.startswith('"') else last(value.text)
        if name.isalpha():
            yield name.upper()
