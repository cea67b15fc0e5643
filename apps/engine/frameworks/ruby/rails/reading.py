"""What calls in Rails' routes say: the actions of resources, what answers, what is mounted."""

from __future__ import annotations

from apps.engine.facts import Call, Value
from apps.engine.frameworks.ruby.blocks import option, positional, words
from apps.engine.frameworks.ruby.rails.scopes import MANY, ONE, Scope


def actions(call: Call, scope: Scope, is_single: bool) -> tuple[str, ...]:
    """The standard actions a resource has: its own `only` and `except`, else those of the scopes around."""
    every: tuple[str, ...] = ONE if is_single else MANY
    only, without = option(call, "only"), option(call, "except")
    wanted = tuple(words(only)) if only is not None else (scope.only if without is None else None)
    if wanted is not None:
        every = tuple(action for action in every if action in wanted)
    left_out = tuple(words(without)) if without is not None else (scope.without if only is None else None)
    return tuple(action for action in every if action not in left_out) if left_out else every


def written(to: Value | None) -> str:
    """What answers a route that no controller does: ``redirect``, a Rack program, a block."""
    if to is None:
        return "unknown"
    if to.kind == "call" and to.call is not None:
        name = to.call.callee.text or "call"
        first = positional(to.call)
        return f"{name}({first[0].text})" if first and first[0].kind == "string" else name
    if to.kind == "function":
        return "anonymous function"
    return to.text.replace(".", "::") if to.kind == "name" else (to.text or "unknown")


def program(value: Value) -> str:
    """The dotted name of what is mounted: ``Sidekiq::Web``, ``Server.new(…)``."""
    if value.kind == "call" and value.call is not None:
        return value.call.callee.text.removesuffix(".new").removesuffix(".server")
    return value.text if value.kind == "name" else ""
