"""Spring's router functions: ``route(GET("/x"), handler::list)``, ``route().GET("/x", …)``, Kotlin's ``router { … }``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.blocks import Block, innermost, join_all, lambda_of, last_name, path_of
from apps.engine.frameworks.jvm.handed import handler_of
from apps.engine.frameworks.jvm.settings import Settings
from apps.engine.frameworks.jvm.styles import SPRING
from apps.engine.frameworks.text import UNKNOWN_START

_VERBS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"})
_PACKAGES = ("org.springframework.web.reactive.function.server", "org.springframework.web.servlet.function")
_ROOTS = frozenset({"router", "coRouter"})
_LEVELS = 6


def find(code: Code, modules: Set[str]) -> Found:
    """Endpoints of router functions."""
    found = Found()
    if not any(module.startswith(_PACKAGES) for module in modules):
        return found
    settings = Settings(code)
    for facts in code.own("Java", "Kotlin"):
        if any(item.module.startswith(_PACKAGES) for item in facts.imports):
            _file(code, facts, settings, found)
    return found


def _file(code: Code, facts: FileFacts, settings: Settings, found: Found) -> None:
    by_scope: dict[str, list[Call]] = defaultdict(list)
    for call in facts.calls:
        by_scope[call.scope].append(call)
    for calls in by_scope.values():
        blocks: list[Block] = []
        for call in calls:
            name = last_name(call)
            line = _line(call)
            above = innermost(blocks, call, line)
            block = _nested(code, facts.path, call, name, above)
            if block is not None:
                blocks.append(block)
            elif name in _VERBS and call.arguments:
                _route(code, facts, call, name, above, settings, found)


def _line(call: Call) -> int:
    """The line of the arguments of a call: one in a chain begins where the chain does."""
    return call.arguments[0].value.line or call.line if call.arguments else call.line


def _nested(code: Code, path: str, call: Call, name: str, above: Block | None) -> Block | None:
    """The block of a call with routes inside."""
    inner = lambda_of(call)
    if name in _ROOTS and inner is not None:
        return Block(call, inner.line, inner.end_line, above)
    if name not in ("nest", "path") or len(call.arguments) + (call.callee.kind == "attribute") < 2:
        return None
    last = call.arguments[-1].value
    if last.kind not in ("function", "call"):
        return None
    is_of_text = name == "nest" and len(call.arguments) == 1 and call.callee.items
    start = call.callee.items[0] if is_of_text else call.arguments[0].value
    return Block(call, last.line, last.end_line, above, _path(code, path, call.scope, start))


def _path(code: Code, path: str, scope: str, value: Value, level: int = 0) -> str | None:
    """The path that a text or predicate asks for; "" for a predicate of something else."""
    if level > _LEVELS:
        return None
    if value.kind == "call" and value.call is not None:
        name = last_name(value.call)
        if name in ("and", "or", "negate") and value.call.callee.items:
            parts = [value.call.callee.items[0], *(item.value for item in value.call.arguments)]
            known = [_path(code, path, scope, item, level + 1) for item in parts]
            return None if None in known or name != "and" else join_all(item or "" for item in known)
        if name in ("path", *_VERBS) and value.call.arguments:
            return text_of(code, path, scope, value.call.arguments[0].value)
        return ""
    return text_of(code, path, scope, value)


def _route(code: Code, facts: FileFacts, call: Call, method: str, above: Block | None, settings: Settings, found: Found) -> None:
    if above is None and not code.resolver.resolve_call(facts.path, call).external.startswith(_PACKAGES):
        return
    line = _line(call)
    handed = call.arguments[-1].value if len(call.arguments) > 1 else _given_beside(facts, call)
    handler = handler_of(code, facts.path, call, handed)
    place = Place(facts.path, line, max(line, call.end_line))
    path = path_of(above, text_of(code, facts.path, call.scope, call.arguments[0].value))
    if path == UNKNOWN_START:
        reason = "The path of this route is put together when the program runs."
        found.unknowns.append(Unknown("endpoint", handler.name, reason, place))
        return
    prefix, mounts = "", []
    for setting in settings.of(facts.path, SPRING.settings):
        if setting.text is None:
            path = path if path.startswith(UNKNOWN_START) else f"{UNKNOWN_START}{path}"
        elif setting.text.strip("/"):
            prefix = join_all([prefix, setting.text])
            mounts.append(setting.place)
    if prefix and not path.startswith(UNKNOWN_START):
        path = join_all([prefix, path])
    found.frameworks.append(SPRING.framework)
    found.endpoints.append(
        Endpoint(
            method,
            path,
            handler.name,
            handler.place,
            place,
            handler.symbol,
            framework=SPRING.framework,
            prefix_known=not path.startswith(UNKNOWN_START),
            source=SPRING.source,
            prefix=prefix,
            mounts=tuple(mounts),
        )
    )


def _given_beside(facts: FileFacts, predicate: Call) -> Value | None:
    """What ``route(GET("/x"), handler)`` runs: the argument beside the predicate."""
    for call in facts.calls:
        if (
            call.scope == predicate.scope
            and last_name(call) in ("route", "andRoute", "nest", "andNest")
            and len(call.arguments) > 1
        ):
            first = call.arguments[0].value
            if _holds(first, predicate):
                return call.arguments[1].value
    return None


def _holds(value: Value, wanted: Call) -> bool:
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if here.call is not None:
            if here.call is wanted or (here.call == wanted):
                return True
            waiting += [here.call.callee, *(item.value for item in here.call.arguments)]
        waiting += here.items
    return False
