"""What ASP.NET Core requires of who asks: ``[Authorize]``, ``RequireAuthorization``, and what takes it back."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Argument, Call, Decorator, Definition, Place, Value
from apps.engine.frameworks.guards import Guard

REQUIRING = "RequireAuthorization"
OPENING = "AllowAnonymous"


def named(decorator: Decorator) -> str:
    """The last part of an attribute's name, without the ending that may be left out."""
    last = decorator.name.rpartition(".")[2]
    return last.removesuffix("Attribute") or last


def attribute(definition: Definition, *names: str) -> Decorator | None:
    """The first attribute of one of these names."""
    return _first(definition.decorators, *names)


def _first(decorators: Sequence[Decorator], *names: str) -> Decorator | None:
    return next((item for item in decorators if named(item) in names), None)


def of_attributes(path: str, definition: Definition) -> Guard | None:
    """What a class or method says of itself."""
    return _of(path, definition.decorators)


def of_function(path: str, value: Value) -> Guard | None:
    """What the attributes of a function without a name say: ``[Authorize] (Order order) => …``."""
    calls = [item.call for item in value.keys if item.call is not None]
    return _of(path, [Decorator(call.callee.text, call.arguments, True, call.line, call.end_line) for call in calls])


def _of(path: str, decorators: Sequence[Decorator]) -> Guard | None:
    opened = _first(decorators, OPENING)
    if opened is not None:
        return Guard("", Place(path, opened.line, opened.end_line))
    required = _first(decorators, "Authorize")
    if required is None:
        return None
    given = _written(required.arguments)
    text = f"[Authorize({given})]" if given else "[Authorize]"
    return Guard(text, Place(path, required.line, required.end_line))


def of_call(path: str, call: Call) -> Guard | None:
    """What a call on a route or a group says."""
    last = call.callee.text.rpartition(".")[2]
    place = Place(path, call.line, call.end_line)
    if last == OPENING:
        return Guard("", place)
    return Guard(f"{REQUIRING}({_written(call.arguments)})", place) if last == REQUIRING else None


def _written(arguments: tuple[Argument, ...]) -> str:
    parts = []
    for item in arguments:
        text = f'"{item.value.text}"' if item.value.kind == "string" else item.value.text or "…"
        parts.append(f"{item.name} = {text}" if item.name else text)
    return ", ".join(parts)
