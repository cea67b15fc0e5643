"""Functions that give back what they are given, or what calling it gives: each call of them gets its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from apps.engine.facts import Parameter, Value
from apps.engine.graph.bindings import FileIndex

_STEPS = 40  # expressions of one function that are looked at
_BINDINGS = 4  # assignments to one local variable
_CALLING = frozenset({"call", "apply"})
_CHOICES = frozenset({"||", "&&", "??", "if"})


class Handed(NamedTuple):
    """One expression a function gives back: a parameter or what calling it gives, with `position` -1 neither of them."""

    value: Value
    position: int = -1
    is_called: bool = False
    is_new: bool = False


def handed_back(index: FileIndex, scope: str, parameters: Sequence[Parameter], returned: Sequence[Value]) -> tuple[Handed, ...]:
    """What a function gives back, expression by expression; nothing where no parameter is among it."""
    positions = {parameter.name: at for at, parameter in enumerate(parameters) if parameter.kind != "rest"}
    found: list[Handed] = []
    todo = [(value, value) for value in reversed(returned)]
    seen: set[str] = set()
    for _ in range(_STEPS):
        if not todo:
            break
        value, written = todo.pop()
        while value.kind == "cast" and value.items:
            value = value.items[0]
        if value.kind == "binary" and value.text in _CHOICES:
            todo.extend((item, item) for item in reversed(value.items))
            continue
        name, is_called, is_new = _named(value)
        if name in positions and name not in seen:
            found.append(Handed(written, positions[name], is_called, is_new))
        local = _local(index, scope, name) if not is_called and name not in seen else []
        seen.add(name if not is_called else "")
        if local:
            todo.extend((item, item if len(local) > 1 else written) for item in local)
        elif name not in positions:
            found.append(Handed(written))
    return tuple(found) if not todo and any(one.position >= 0 for one in found) else ()


def _named(value: Value) -> tuple[str, bool, bool]:
    """The plain name an expression is or calls, whether it is called, and whether with ``new``."""
    if value.kind == "name" and "." not in value.text:
        return value.text, False, False
    call = value.call
    if value.kind != "call" or call is None or call.callee.kind != "name":
        return "", False, False
    name, _, last = call.callee.text.partition(".")
    return (name, True, call.is_new) if not last or last in _CALLING else ("", False, False)


def _local(index: FileIndex, scope: str, name: str) -> list[Value]:
    """The values of a variable of the function itself."""
    bindings = index.scopes[scope].get(name, []) if name and scope in index.scopes else []
    values = [one.assignment.value for one in bindings if one.assignment is not None and one.assignment.kind != "loop"]
    plain = [value for value in values if value is not None]
    return plain if 0 < len(plain) <= _BINDINGS and len(values) == len(bindings) else []
