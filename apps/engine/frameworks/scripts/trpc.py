"""tRPC: procedures of nested routers, named as clients call them: ``post.byId``."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.file_index import chain
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.text import source_of

SOURCE = "framework:trpc"
FRAMEWORK = "tRPC"
_PACKAGE = "@trpc/server"
_KINDS = {"query": "QUERY", "mutation": "MUTATION", "subscription": "SUBSCRIPTION"}
_DEPTH = 8
_LIMIT = 20_000
_PLAIN = ("publicProcedure", "procedure", "t.procedure", "baseProcedure")

Key = tuple[str, str, str]


@dataclass(slots=True)
class _Router:
    shape: Value
    path: str
    scope: str
    inside: set[Key] = field(default_factory=set)  # routers it holds


def find(code: Code) -> Found:
    """An endpoint for every procedure, by the routers that nobody else holds."""
    found = Found()
    if _PACKAGE not in code.imports:
        return found
    routers: dict[Key, _Router] = {}
    for facts in code.script():
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None else None
            if call is not None and call.arguments and _is_router(code, facts.path, assignment.scope, call):
                whole = code.index(facts.path).whole(call)
                shape = whole.arguments[0].value
                if shape.kind == "dict":
                    routers[facts.path, assignment.scope, assignment.target] = _Router(shape, facts.path, assignment.scope)
    held = {key for router in routers.values() for key in _held(code, router, routers)}
    for key, router in sorted(routers.items()):
        if key not in held:
            _walk(code, router, routers, found)
    if found.endpoints:
        found.frameworks.append(FRAMEWORK)
    return found


def _is_router(code: Code, path: str, scope: str, call: Call) -> bool:
    """``t.router``, by whatever name it was given on."""
    last = call.callee.text.rpartition(".")[2]
    if "outer" not in last:  # router, createTRPCRouter
        return False
    external = code.names.of(path, scope, call.callee).external
    return external.startswith(f"{_PACKAGE}.initTRPC") and external.endswith(".router")


def _router_of(bound: Bound, routers: dict[Key, _Router]) -> Key | None:
    return bound.key if bound.assignment is not None and bound.key in routers else None


def _held(code: Code, router: _Router, routers: dict[Key, _Router]) -> set[Key]:
    """The routers that one names, in objects inside it too."""
    found: set[Key] = set()
    waiting = [router.shape]
    while waiting and len(found) < _LIMIT:
        for item in waiting.pop().items:
            if item.kind == "dict":
                waiting.append(item)
            elif item.call is not None and item.call.arguments and _is_router(code, router.path, router.scope, item.call):
                waiting.append(item.call.arguments[0].value)
            elif item.kind in ("name", "attribute"):
                key = _router_of(code.names.of(router.path, router.scope, item), routers)
                if key is not None:
                    found.add(key)
    return found


def _walk(code: Code, start: _Router, routers: dict[Key, _Router], found: Found) -> None:
    waiting = [(start.path, start.scope, start.shape, "", 0)]
    while waiting and len(found.endpoints) < _LIMIT:
        path, scope, shape, prefix, depth = waiting.pop()
        if depth > _DEPTH:
            continue
        for name, item in zip(shape.keys, shape.items, strict=False):
            if name.kind not in ("string", "name"):
                continue
            full = f"{prefix}{name.text}"
            if item.kind == "dict":
                waiting.append((path, scope, item, f"{full}.", depth + 1))
                continue
            bound = code.names.of(path, scope, item)
            key = _router_of(bound, routers)
            if key is not None:
                inner = routers[key]
                waiting.append((inner.path, inner.scope, inner.shape, f"{full}.", depth + 1))
                continue
            given = bound.value.items[0] if bound.value is not None and bound.value.kind == "cast" else bound.value
            if given is not None and given.kind == "dict":  # a plain record of procedures
                waiting.append((bound.path, bound.scope, given, f"{full}.", depth + 1))
                continue
            call = given.call if given is not None else None
            if call is None:
                continue
            if _is_router(code, bound.path, bound.scope, call) and call.arguments:
                whole = code.index(bound.path).whole(call)
                waiting.append((bound.path, bound.scope, whole.arguments[0].value, f"{full}.", depth + 1))
            else:
                _procedure(code, code.files[bound.path], bound.scope, call, full, Place(path, name.line or item.line), found)


def _procedure(code: Code, facts: FileFacts, scope: str, call: Call, name: str, registered: Place, found: Found) -> None:
    """``publicProcedure.input(…).query(handler)``."""
    whole = code.index(facts.path).whole(call)
    kind = _KINDS.get(whole.callee.text.rpartition(".")[2])
    if kind is None or not whole.arguments:
        return
    bottom = chain(code.index(facts.path), whole)[-1]
    base = bottom.callee.text.rpartition(".")[0] if bottom.callee.kind == "name" else source_of(bottom.callee, script=True)
    handler = find_handler(code, facts.path, scope, whole.arguments[0].value)
    found.endpoints.append(
        Endpoint(
            kind,
            name,
            handler.name if handler.definition is not None else name.rpartition(".")[2],
            handler.place,
            registered,
            handler.symbol or symbol_of(facts.path, scope),
            "",
            FRAMEWORK,
            docstring=handler.docstring,
            source=SOURCE,
            auth=base if base and base not in _PLAIN and "public" not in base.lower() else "",
        )
    )
