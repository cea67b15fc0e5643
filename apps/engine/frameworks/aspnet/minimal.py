"""Routes that are mapped by calls: minimal APIs, hubs of SignalR, health checks."""

from __future__ import annotations

from apps.engine.facts import Call, Endpoint, Place, Unknown, Value
from apps.engine.frameworks.aspnet.authorize import of_attributes, of_call
from apps.engine.frameworks.aspnet.builders import Builder, Builders, Frame
from apps.engine.frameworks.aspnet.templates import below
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import last, listed
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.text import argument

FRAMEWORK = "ASP.NET Core"
SOURCE = "framework:aspnet"
_MAPPED = {
    "MapGet": "GET", "MapPost": "POST", "MapPut": "PUT", "MapDelete": "DELETE", "MapPatch": "PATCH", "Map": "ANY",
    "MapHub": "ANY", "MapHealthChecks": "ANY", "MapForwarder": "ANY", "MapGraphQL": "POST",
}  # fmt: skip
_MANY = "MapMethods"
_NAMED = {"MapHealthChecks": "health checks", "MapForwarder": "forwarder", "MapGraphQL": "GraphQL"}
_SERVES = {"MapGraphQL": "graphql"}


def find_mapped(code: Code, builders: Builders, found: Found) -> None:
    """Endpoints of calls on applications and groups, one for every run of the method they stand in."""
    for path, call in builders.calls():
        name = last(call.callee.text)
        if name not in _MAPPED and name != _MANY:
            continue
        if builders.is_wrapped(path, call):
            continue
        for frame in builders.frames(path, call.scope):
            above = builders.receiver(frame, call)
            if above is not None:
                found.frameworks.append(FRAMEWORK)
                _map(code, builders, frame, call, name, above, found)


def _map(code: Code, builders: Builders, frame: Frame, call: Call, name: str, above: Builder, found: Found) -> None:
    given = argument(call, 0, "pattern", "path")
    text = builders.text(frame, given) if given is not None else "/graphql" if name == "MapGraphQL" else None
    place = Place(frame.path, call.line, call.end_line)
    if text is None:
        found.unknowns.append(
            Unknown("endpoint", call.callee.text, "The path of this route is put together when the program runs.", place)
        )
        return
    guard = above.guard
    for outer in builders.chained(frame.path, call):
        guard = of_call(frame.path, outer) or guard
    handler, where, symbol, docstring, own = _handler(code, builders, frame, call, name)
    guard = own or guard
    for method in _methods(call) if name == _MANY else [_MAPPED[name]]:
        found.endpoints.append(
            Endpoint(
                method,
                below(above.prefix, above.known, text),
                handler,
                where,
                place,
                symbol,
                framework=FRAMEWORK,
                prefix_known=above.known,
                docstring=docstring,
                source=SOURCE,
                prefix=above.prefix,
                mounts=above.mounts,
                serves=_SERVES.get(name, ""),
                auth=guard.text if guard is not None else "",
                auth_at=guard.place if guard is not None else None,
            )
        )


def _methods(call: Call) -> list[str]:
    given = [
        value.text.upper() if value.kind == "string" else last(value.text).upper()
        for value in listed(argument(call, 1, "httpMethods"))
        if value.kind in ("string", "name")
    ]
    return given or ["ANY"]


def _handler(code: Code, builders: Builders, frame: Frame, call: Call, name: str) -> tuple[str, Place, str, str, Guard | None]:
    """Name, place, symbol and documentation of what answers, and what its attributes require."""
    place = Place(frame.path, call.line, call.end_line)
    if name in _NAMED:
        return _NAMED[name], place, "", "", None
    if name == "MapHub" and call.type_arguments:
        found = code.resolver.resolve(frame.path, frame.scope, last(call.type_arguments[0]), call.line)
        if found.definition is None:
            return last(call.type_arguments[0]), place, "", "", None
        where, symbol = place_of(found.path, found.definition), symbol_of(found.path, found.qualname)
        return found.definition.name, where, symbol, found.definition.docstring, of_attributes(found.path, found.definition)
    at, value = builders.handed(frame, argument(call, 2 if name == _MANY else 1, "handler", "requestDelegate"))
    if value is not None and value.kind in ("name", "attribute"):
        return _method(code, at, value, place)
    line = value if value is not None and value.kind == "function" else None
    where = Place(at.path, line.line, line.end_line) if line is not None else place
    return "anonymous function", where, "", "", None


def _method(code: Code, frame: Frame, value: Value, place: Place) -> tuple[str, Place, str, str, Guard | None]:
    found = code.resolver.resolve(frame.path, frame.scope, value.text, value.line)
    definition = found.definition
    if definition is None:
        return value.text, place, "", "", None
    return (
        found.qualname,
        place_of(found.path, definition),
        symbol_of(found.path, found.qualname),
        definition.docstring,
        of_attributes(found.path, definition),
    )
