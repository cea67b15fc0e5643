"""What answers a route: a method of a controller, an invokable controller, a function without a name, a view."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import FileFacts, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import last
from apps.engine.frameworks.php.laravel.groups import Context

_INVOKED = "__invoke"
_HOME = "App.Http.Controllers"


@dataclass(frozen=True, slots=True)
class Handler:
    name: str
    place: Place
    symbol: str = ""
    docstring: str = ""


def handler_of(code: Code, facts: FileFacts, scope: str, value: Value | None, context: Context, at: Place) -> Handler:
    """The handler that an argument names; where its definition can't be found its place is the registration's."""
    if value is None:
        return Handler("", at)
    if value.kind == "dict":
        value = next((item for key, item in zip(value.keys, value.items, strict=True) if key.text == "uses"), value)
    if value.kind == "function":
        return Handler("anonymous function", Place(facts.path, value.line, value.end_line))
    if value.kind == "list" and len(value.items) == 2 and value.items[0].kind == "name" and value.items[1].kind == "string":
        return method_of(code, facts, scope, value.items[0].text, value.items[1].text, at)
    if value.kind == "list" and len(value.items) == 1:
        value = value.items[0]
    if value.kind == "name":
        return method_of(code, facts, scope, value.text, _INVOKED, at)
    if value.kind == "string":
        return _named(code, facts, scope, value.text, context, at)
    return Handler("", at)


def _named(code: Code, facts: FileFacts, scope: str, text: str, context: Context, at: Place) -> Handler:
    """``'UserController@show'``, below the namespace of the groups around it; with a controller around it only ``'show'``."""
    owner, separator, method = text.replace("\\", ".").strip(".").partition("@")
    if not separator:
        owner, separator, method = text.replace("\\", ".").strip(".").partition(":")
    if not separator and context.controller is not None and context.controller.kind == "name":
        return method_of(code, facts, scope, context.controller.text, owner, at)
    method = method or _INVOKED
    for space in (f"{_HOME}.{context.namespace}", context.namespace, _HOME, ""):
        full = f"\\{'.'.join(part for part in (space.strip('.'), owner) if part)}"
        found = method_of(code, facts, scope, full, method, at)
        if found.symbol:
            return found
    return Handler(f"{last(owner)}.{method}", at)


def method_of(code: Code, facts: FileFacts, scope: str, owner: str, method: str, at: Place) -> Handler:
    """A method of a class that a name means."""
    found = code.resolver.resolve(facts.path, scope, f"{owner}.{method}", at.line)
    owner_name = last(owner).lstrip("\\")
    name = owner_name if method == _INVOKED else f"{owner_name}.{method}"
    if found.definition is not None and found.definition.name == method:
        definition = found.definition
        symbol = symbol_of(found.path, definition.qualname)
        named = code.resolver.resolve(facts.path, scope, owner, at.line)
        if method == _INVOKED and named.definition is not None and definition.parent != named.definition.qualname:
            definition, symbol = named.definition, symbol_of(named.path, named.definition.qualname)  # it inherits being called
            return Handler(name, place_of(named.path, definition), symbol, definition.docstring)
        return Handler(name, place_of(found.path, definition), symbol, definition.docstring)
    return Handler(name, at)
