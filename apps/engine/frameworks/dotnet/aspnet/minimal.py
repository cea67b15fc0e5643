"""Routes that are mapped by calls: minimal APIs, hubs of SignalR, health checks."""

from __future__ import annotations

from apps.engine.facts import Call, Endpoint, Place, Unknown, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import last, listed
from apps.engine.frameworks.dotnet.aspnet.authorize import of_attributes, of_call, of_function
from apps.engine.frameworks.dotnet.aspnet.builders import Builder, Builders, Frame
from apps.engine.frameworks.dotnet.aspnet.templates import below
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
# What the framework's own endpoints of accounts are: method, path, whether somebody signed in must ask.
_IDENTITY = "MapIdentityApi"
_ACCOUNTS = (
    ("POST", "register", False), ("POST", "login", False), ("POST", "refresh", False), ("GET", "confirmEmail", False),
    ("POST", "resendConfirmationEmail", False), ("POST", "forgotPassword", False), ("POST", "resetPassword", False),
    ("POST", "manage/2fa", True), ("GET", "manage/info", True), ("POST", "manage/info", True),
)  # fmt: skip


def find_mapped(code: Code, builders: Builders, found: Found) -> None:
    """Endpoints of calls on applications and groups, one for every run of the method they stand in."""
    for path, call in builders.calls():
        name = last(call.callee.text)
        if name not in _MAPPED and name not in (_MANY, _IDENTITY):
            continue
        if builders.is_wrapped(path, call):
            continue
        for frame in builders.frames(path, call.scope):
            above = builders.receiver(frame, call)
            if above is not None:
                found.frameworks.append(FRAMEWORK)
                if name == _IDENTITY:
                    _accounts(builders, frame, call, above, found)
                    continue
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


def _accounts(builders: Builders, frame: Frame, call: Call, above: Builder, found: Found) -> None:
    """The endpoints of ``MapIdentityApi<User>()``, which stand in the framework."""
    place = Place(frame.path, call.line, call.end_line)
    guard = above.guard
    for outer in builders.chained(frame.path, call):
        guard = of_call(frame.path, outer) or guard
    for method, text, is_guarded in _ACCOUNTS:
        required = guard if guard is not None or not is_guarded else Guard(_IDENTITY, place)
        found.endpoints.append(
            Endpoint(
                method, below(above.prefix, above.known, text), f"{_IDENTITY}<{', '.join(call.type_arguments)}>", place, place,
                framework=FRAMEWORK, prefix_known=above.known, source=SOURCE, prefix=above.prefix, mounts=above.mounts,
                auth=required.text if required is not None else "", auth_at=required.place if required is not None else None,
            )
        )  # fmt: skip


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
    return "anonymous function", where, "", "", of_function(at.path, line) if line is not None else None


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
