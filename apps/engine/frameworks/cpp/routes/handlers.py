"""What answers a route of C++: a function, a method, or a lambda where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of


@dataclass(frozen=True, slots=True)
class Handler:
    """Its name, where it is defined, its symbol and documentation."""

    name: str
    place: Place
    symbol: str = ""
    docstring: str = ""


def find_handler(code: Code, path: str, scope: str, value: Value | None, here: Place) -> Handler:
    """The handler that an argument names; what can't be followed is told by the line that registers it."""
    if value is not None and value.kind == "name":
        return handler_named(code, path, scope, value.text, value.line or here.line, here)
    if value is not None and value.kind == "function" and value.line:
        return Handler("anonymous function", Place(path, value.line, value.end_line or value.line))
    return Handler("anonymous function", here)


def handler_named(code: Code, path: str, scope: str, name: str, line: int, here: Place) -> Handler:
    """The function or method of a dotted name."""
    found = code.resolver.resolve(path, scope, name, line)
    if found.definition is None:
        return Handler(name.replace(".", "::"), here)
    symbol = symbol_of(found.path, found.qualname)
    return Handler(found.qualname.replace(".", "::"), place_of(found.path, found.definition), symbol, found.definition.docstring)
