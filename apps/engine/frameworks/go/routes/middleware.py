"""Middleware of Go's routers: what is given to `Use`, `With`, groups and routes, and what wraps a handler."""

from __future__ import annotations

from collections.abc import Iterable

from apps.engine.facts import Argument, Call, Passed, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.middleware import is_named_guard, lets_all_through, passed
from apps.engine.frameworks.text import source_of
from apps.engine.graph.entities import Resolution

_WRITTEN = frozenset({"name", "call", "attribute"})
_SKIPS = frozenset({"Skipper", "Next", "Filter"})  # fields that say which requests are not looked at
_LONG = 60  # of a call that is written out


def resolved(code: Code, path: str, call: Call, given: Value) -> Resolution:
    """What a name in the arguments of a call means: a function, or a method of what a variable holds."""
    found = code.resolver.resolve(path, call.scope, given.text, call.line)
    if found.definition is None and "." in given.text:
        return code.resolver.resolve_call(path, Call(given, line=call.line, end_line=call.end_line, scope=call.scope))
    return found


class Middleware:
    """Reads middleware out of arguments."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def of(self, path: str, call: Call, given: Iterable[Argument]) -> tuple[Passed, ...]:
        """What of the arguments is middleware: names, and calls that make one."""
        found = (self.one(path, call, item.value) for item in given if item.value.kind in _WRITTEN)
        return tuple(item for item in found if item is not None)

    def one(self, path: str, call: Call, value: Value) -> Passed | None:
        """One middleware as it is written."""
        made = value.call if value.kind == "call" else None
        named = made.callee if made is not None else value
        if made is not None and made.is_new:
            return None
        found = resolved(self._code, path, call, named) if named.kind == "name" else None
        symbol = ""
        is_guard = is_named_guard(named.text) and not _is_off(made)
        if found is not None and found.definition is not None:
            symbol = symbol_of(found.path, found.definition.qualname)
            is_guard = is_guard and not lets_all_through(self._code.files[found.path], found.definition)
        line = value.line or call.line
        return passed(_written(value), Place(path, line, max(value.end_line, line)), symbol, is_guard=is_guard)


def _is_off(made: Call | None) -> bool:
    """``AuthMiddleware(false)``, and what is told whom to let through without asking: ``jwt.New(Config{Skipper: …})``."""
    if made is None:
        return False
    if len(made.arguments) == 1 and made.arguments[0].value.text == "false":
        return True
    given = (item.value.call for item in made.arguments)
    return any(item.name in _SKIPS for inner in given if inner is not None and inner.is_new for item in inner.arguments)


def _written(value: Value) -> str:
    text = source_of(value, script=True)
    if len(text) > _LONG and value.call is not None:
        text = f"{source_of(value.call.callee, script=True)}(…)"
    return text if '"' in text else text.replace("'", '"')
