"""Handlers that are handed to a call that registers a route: ``controller::list`` or a function without a name."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Call, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of


@dataclass(frozen=True, slots=True)
class Handler:
    """What a route runs: its name, where it is defined, its symbol."""

    name: str
    place: Place
    symbol: str


def handler_of(code: Code, path: str, call: Call, value: Value | None) -> Handler:
    """The function a value names; what has no name belongs to what it stands in."""
    if value is not None and value.kind in ("name", "attribute"):
        found = code.resolver.resolve(path, call.scope, value.text, call.line) if value.kind == "name" else None
        if found is not None and found.definition is not None:
            name = ".".join(found.definition.qualname.split(".")[-2:])
            return Handler(name, place_of(found.path, found.definition), symbol_of(found.path, found.definition.qualname))
        return Handler(value.text, Place(path, call.line, call.end_line), symbol_of(path, call.scope))
    line = value.line if value is not None and value.line else call.line
    place = Place(path, line, value.end_line if value is not None and value.end_line else call.end_line)
    return Handler(call.scope or path.rpartition("/")[2], place, symbol_of(path, call.scope))
