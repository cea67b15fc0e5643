"""Javalin: routes on the application and in nested blocks of ``path``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.blocks import Block, innermost, lambda_of, last_name, path_of
from apps.engine.frameworks.jvm.handed import handler_of
from apps.engine.frameworks.text import UNKNOWN_START

FRAMEWORK = "Javalin"
SOURCE = "framework:javalin"
_PACKAGE = "io.javalin"
_VERBS = {name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options")}
_VERBS["ws"] = "WEBSOCKET"
_BUILDER = "io.javalin.apibuilder.ApiBuilder"


def find(code: Code, modules: Set[str]) -> Found:
    """Endpoints that are registered on an application or inside its blocks."""
    found = Found()
    if any(module.startswith(_PACKAGE) for module in modules):
        for facts in code.own("Java", "Kotlin"):
            if any(item.module.startswith(_PACKAGE) for item in facts.imports):
                _file(code, facts, found)
    return found


def _file(code: Code, facts: FileFacts, found: Found) -> None:
    by_scope: dict[str, list[Call]] = defaultdict(list)
    for call in facts.calls:
        by_scope[call.scope].append(call)
    for calls in by_scope.values():
        blocks: list[Block] = []
        for call in calls:
            name = last_name(call)
            if name not in _VERBS and name != "path":
                if name in ("routes", "apiBuilder") and (inner := lambda_of(call)) is not None:
                    blocks.append(Block(call, inner.line, inner.end_line))
                continue
            external = code.resolver.resolve_call(facts.path, call).external
            if not external.startswith(_PACKAGE):
                continue
            above = innermost(blocks, call, call.line)
            inner = lambda_of(call)
            if name == "path" and inner is not None and call.arguments:
                path = text_of(code, facts.path, call.scope, call.arguments[0].value)
                blocks.append(Block(call, inner.line, inner.end_line, above, path))
            elif name in _VERBS and call.arguments and external.endswith(f".{name}"):
                _route(code, facts, call, _VERBS[name], above, is_inside=external.startswith(_BUILDER), found=found)


def _route(code: Code, facts: FileFacts, call: Call, method: str, above: Block | None, *, is_inside: bool, found: Found) -> None:
    first = call.arguments[0].value
    is_text = first.kind in ("string", "template", "binary") or (
        first.kind == "name" and text_of(code, facts.path, call.scope, first) is not None
    )
    if not is_text and not is_inside:
        return
    handed = call.arguments[1 if is_text else 0].value if len(call.arguments) > is_text else None
    if handed is None:
        return
    handler = handler_of(code, facts.path, call, handed)
    own = text_of(code, facts.path, call.scope, first) if is_text else ""
    path = path_of(above, own)
    place = Place(facts.path, call.line, call.end_line)
    if path == UNKNOWN_START:
        reason = "The path of this route is put together when the program runs."
        found.unknowns.append(Unknown("endpoint", handler.name, reason, place))
        return
    if is_inside and above is None:
        path = f"{UNKNOWN_START}{path}"
    roles = next((item.value for item in call.arguments[2 if is_text else 1 :] if item.value.kind in ("name", "call")), None)
    found.frameworks.append(FRAMEWORK)
    found.endpoints.append(
        Endpoint(
            method,
            path,
            handler.name,
            handler.place,
            place,
            handler.symbol,
            framework=FRAMEWORK,
            prefix_known=not path.startswith(UNKNOWN_START),
            source=SOURCE,
            auth=roles.text if roles is not None and roles.kind == "name" else "",
            auth_at=place if roles is not None and roles.kind == "name" else None,
        )
    )
