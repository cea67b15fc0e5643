"""Which route builder an expression of C# stands for: applications, groups, parameters of the methods that map routes.

A method that takes a builder is looked at once for every call of it; `Frame` says which call that is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from apps.engine.facts import Argument, Assignment, Call, Definition, FileFacts, Parameter, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import text_of
from apps.engine.frameworks.dotnet.aspnet.authorize import of_call
from apps.engine.frameworks.dotnet.aspnet.templates import join
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.text import argument, keyword
from apps.engine.graph.declared.types import parse_type

_LEVELS = 24
_FRAMES = 60  # calls of one method that are looked at
_APPLICATIONS = frozenset({"WebApplication", "IApplicationBuilder"})
_BUILDERS = _APPLICATIONS | {
    "IEndpointRouteBuilder", "RouteGroupBuilder", "IVersionedEndpointRouteBuilder", "IRouteBuilder", "IEndpointConventionBuilder",
}  # fmt: skip
# Interfaces whose libraries hand the application itself to every type that takes them on.
_MODULES = {"ICarterModule": "Carter", "CarterModule": "Carter", "IEndpoint": "MinimalApi.Endpoint"}


@dataclass(frozen=True, slots=True)
class Builder:
    """Where routes are mapped: the path above them, whether all of it is known, the lines it was put together on."""

    prefix: str = ""
    known: bool = True
    mounts: tuple[Place, ...] = ()
    guard: Guard | None = None

    def guarded(self, guard: Guard | None) -> "Builder":
        """The same, with what is required in addition."""
        return replace(self, guard=guard) if guard is not None else self


@dataclass(frozen=True, slots=True)
class Frame:
    """Code in a scope of a file; inside a method, the call it runs for and the frame of that, None where no call is known."""

    path: str
    scope: str
    definition: Definition | None = None
    call: Call | None = None
    above: "Frame | None" = None


Spot = tuple[int, int, int, int, str]


@dataclass(slots=True)
class _File:
    facts: FileFacts
    definitions: dict[str, Definition]
    bound: dict[tuple[str, str], list[Assignment]]
    outer: dict[Spot, list[Call]]  # a call → the calls that are chained to its result, nearest first
    on_names: dict[tuple[str, str], list[Call]]  # scope and name → calls on the name


class Builders:
    """Finds route builders."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._files: dict[str, _File] = {facts.path: _read(facts) for facts in code.own("C#")}
        self._taking: dict[tuple[str, str], Definition] = {}
        for path, file in self._files.items():
            for definition in file.facts.definitions:
                if any(_type(item) in _BUILDERS for item in definition.parameters):
                    self._taking[path, definition.qualname] = definition
        names = {definition.name for definition in self._taking.values()}
        self._callers: dict[tuple[str, str], list[tuple[str, Call]]] = defaultdict(list)
        for path, file in self._files.items():
            for call in file.facts.calls:
                if call.callee.text.rpartition(".")[2] in names:
                    found = code.resolver.resolve_call(path, call)
                    if found.definition is not None:
                        self._callers[found.path, found.qualname].append((path, call))

    def calls(self) -> Iterator[tuple[str, Call]]:
        """All calls of the project's own files."""
        for path, file in self._files.items():
            for call in file.facts.calls:
                yield path, call

    def frames(self, path: str, scope: str, level: int = 0) -> list[Frame]:
        """The runs of a scope: one for each call of the method around it that takes a builder."""
        file = self._files[path]
        here = file.definitions.get(scope)
        while here is not None and (path, here.qualname) not in self._taking:
            here = file.definitions.get(here.parent)
        if here is None:
            return [Frame(path, scope)]
        found: list[Frame] = []
        for where, call in self._calls_of(path, here) if level < _LEVELS // 2 else ():
            if where == path and call.scope == here.qualname:
                continue
            found += [Frame(path, scope, here, call, above) for above in self.frames(where, call.scope, level + 1)]
        return found[:_FRAMES] or [Frame(path, scope, here)]

    def _calls_of(self, path: str, definition: Definition) -> list[tuple[str, Call]]:
        """Calls of a method, those through what it overrides or implements counted in."""
        found = list(self._callers.get((path, definition.qualname), ()))
        for base in self._code.resolver.bases(path, definition.parent) if definition.parent else ():
            if base.definition is not None:
                found += self._callers.get((base.path, f"{base.qualname}.{definition.name}"), ())
        return found

    def is_wrapped(self, path: str, call: Call) -> bool:
        """Whether a call runs a method of the repository instead of the framework's."""
        found = self._code.resolver.resolve_call(path, call)
        return found.definition is not None and found.qualname != call.scope

    def chained(self, path: str, call: Call) -> list[Call]:
        """Calls on the result of a call."""
        return self._files[path].outer.get(_spot(call), [])

    def receiver(self, frame: Frame, call: Call, level: int = 0) -> Builder | None:
        """The builder whose method a call is."""
        callee = call.callee
        if callee.kind == "attribute" and callee.items:
            return self.of(frame, callee.items[0], level + 1)
        below = callee.text.rpartition(".")[0]
        return self._named(frame, below, call.line, level + 1) if callee.kind == "name" and below else None

    def of(self, frame: Frame, value: Value, level: int = 0) -> Builder | None:
        """The builder an expression is, None where it is none."""
        if level > _LEVELS:
            return None
        if value.kind == "name":
            return self._named(frame, value.text, value.line, level)
        if value.kind == "call" and value.call is not None:
            return self._made(frame, value.call, level)
        if value.kind == "cast" and value.items:
            return self.of(frame, value.items[0], level + 1)
        return None

    def _named(self, frame: Frame, name: str, line: int, level: int) -> Builder | None:
        if level > _LEVELS or "." in name:
            return None
        file = self._files[frame.path]
        here = frame.scope
        while True:
            bound = [
                item
                for item in file.bound.get((here, name), ())
                if item.line <= line and (item.kind != "parameter" or line <= item.end_line)
            ]
            if bound:
                return self._assigned(frame, here, bound[-1], level)
            definition = file.definitions.get(here)
            parameter = _parameter(definition, name)
            if definition is not None and parameter is not None:
                found = self._parameter(frame, definition, parameter, level)
                return self._required(frame, here, name, found) if found is not None else None
            if not here:
                return None
            here = definition.parent if definition is not None else ""

    def _assigned(self, frame: Frame, scope: str, assignment: Assignment, level: int) -> Builder | None:
        if assignment.value is None or (assignment.kind == "parameter" and _last(assignment.annotation) not in _BUILDERS | {""}):
            return None
        line = assignment.line - (assignment.kind != "parameter")
        value = assignment.value
        found = self._named(frame, value.text, line, level + 1) if value.kind == "name" else self.of(frame, value, level + 1)
        return self._required(frame, scope, assignment.target, found) if found is not None else None

    def _required(self, frame: Frame, scope: str, name: str, found: Builder) -> Builder:
        """What calls on a variable, or on the result of the method that gives it back, require of who asks."""
        file = self._files[frame.path]
        for call in file.on_names.get((scope, name), ()):
            found = found.guarded(of_call(frame.path, call))
        definition = frame.definition
        gives_it = definition is not None and any(item.kind == "name" and item.text == name for item in definition.returned)
        if gives_it and frame.call is not None and frame.above is not None:
            for call in self.chained(frame.above.path, frame.call):
                found = found.guarded(of_call(frame.above.path, call))
        return found

    def _parameter(self, frame: Frame, definition: Definition, parameter: Parameter, level: int) -> Builder | None:
        of = _type(parameter)
        if of not in _BUILDERS:
            return None
        if frame.call is not None and frame.above is not None and frame.definition == definition:
            given = self._given(frame, parameter)
            found = self.of(frame.above, given, level + 1) if given is not None else None
            return found or Builder(known=of in _APPLICATIONS)
        return Builder(known=of in _APPLICATIONS or self._is_module(frame.path, definition))

    def _is_module(self, path: str, definition: Definition) -> bool:
        imported = {item.module for item in self._files[path].facts.imports}
        owner = self._files[path].definitions.get(definition.parent)
        return any(_MODULES.get(_last(base.text)) in imported for base in (owner.bases if owner is not None else ()))

    def _given(self, frame: Frame, parameter: Parameter) -> Value | None:
        """What a parameter of the frame's method is given."""
        call, definition = frame.call, frame.definition
        if call is None or definition is None:
            return None
        named = keyword(call.arguments, parameter.name)
        if named is not None:
            return named
        at = definition.parameters.index(parameter)
        callee = call.callee
        if definition.parameters[0].kind == "receiver" and len(call.arguments) < len(definition.parameters):
            owner = _last(callee.text.rpartition(".")[0])
            if owner != _last(definition.parent):
                if at == 0:
                    if callee.kind == "attribute":
                        return callee.items[0] if callee.items else None
                    below = callee.text.rpartition(".")[0]
                    return Value("name", below, line=call.line, end_line=call.end_line) if below else None
                at -= 1
        given: tuple[Argument, ...] = call.arguments
        if at < len(given) and not any(item.name for item in given[: at + 1]):
            return given[at].value
        return None

    def _made(self, frame: Frame, call: Call, level: int) -> Builder | None:
        """The builder a call gives back."""
        last = _last(call.callee.text)
        found = self._code.resolver.resolve_call(frame.path, call)
        if found.definition is not None and found.qualname != frame.scope:
            return self._given_back(frame, call, found.path, found.definition, level)
        base = self.receiver(frame, call, level)
        if base is None:
            name = found.external
            is_application = last == "Build" and ("WebApplication.Create" in name or name.endswith("WebApplicationBuilder.Build"))
            is_application = is_application or (last == "Create" and name.endswith("WebApplication.Create"))
            return Builder() if is_application else None
        if last == "MapGroup":
            text = self.text(frame, argument(call, 0, "prefix"))
            place = Place(frame.path, call.line, call.end_line)
            if text is None:
                base = replace(base, prefix="", known=False, mounts=(*base.mounts, place))
            else:
                base = replace(base, prefix=join(base.prefix, text), mounts=(*base.mounts, place))
        return base.guarded(of_call(frame.path, call))

    def _given_back(self, frame: Frame, call: Call, path: str, definition: Definition, level: int) -> Builder | None:
        """What a function of the repository returns."""
        below = Frame(path, definition.qualname, definition, call, frame)
        for value in definition.returned if path in self._files else ():
            made = self.of(below, value, level + 1)
            if made is not None:
                return made
        return Builder() if _last(definition.returns) == "WebApplication" else None

    def text(self, frame: Frame, value: Value | None, level: int = 0) -> str | None:
        """The text an expression stands for in a frame, None where a part of it can't be known."""
        if value is None or level > _LEVELS:
            return None
        if value.kind == "template" or (value.kind == "binary" and value.text == "+"):
            parts = [self.text(frame, item, level + 1) for item in value.items]
            return None if any(part is None for part in parts) else "".join(part or "" for part in parts)
        if value.kind == "call" and value.call is not None and value.call.callee.text == "nameof":
            return _last(value.call.arguments[0].value.text) if value.call.arguments else None
        parameter = _parameter(frame.definition, value.text) if value.kind == "name" else None
        if parameter is not None:
            given = self._given(frame, parameter)
            if given is not None and frame.above is not None:
                return self.text(frame.above, given, level + 1)
            default = parameter.default_value
            return default.text if frame.call is not None and default is not None and default.kind == "string" else None
        return text_of(self._code, frame.path, frame.scope, value)

    def handed(self, frame: Frame, value: Value | None) -> tuple[Frame, Value | None]:
        """An argument and where it stands, followed through the parameters of methods around a route."""
        for _ in range(_LEVELS):
            parameter = _parameter(frame.definition, value.text) if value is not None and value.kind == "name" else None
            if parameter is None or frame.above is None:
                break
            frame, value = frame.above, self._given(frame, parameter)
        return frame, value


def _read(facts: FileFacts) -> _File:
    bound: dict[tuple[str, str], list[Assignment]] = defaultdict(list)
    for assignment in facts.assignments:
        bound[assignment.scope, assignment.target].append(assignment)
    outer: dict[Spot, list[Call]] = defaultdict(list)
    on_names: dict[tuple[str, str], list[Call]] = defaultdict(list)
    for call in reversed(facts.calls):
        below, _, last = call.callee.text.rpartition(".")
        if last not in ("RequireAuthorization", "AllowAnonymous"):
            continue
        inner = call.callee.items[0].call if call.callee.kind == "attribute" and call.callee.items else None
        if inner is None and below:
            on_names[call.scope, below].append(call)
        while inner is not None:
            outer[_spot(inner)].append(call)
            inner = inner.callee.items[0].call if inner.callee.kind == "attribute" and inner.callee.items else None
    return _File(facts, {item.qualname: item for item in facts.definitions}, bound, outer, on_names)


def _spot(call: Call) -> Spot:
    return (call.line, call.end_line, call.callee.line, call.callee.end_line, call.callee.text)


def _parameter(definition: Definition | None, name: str) -> Parameter | None:
    return next((item for item in definition.parameters if item.name == name), None) if definition is not None else None


def _type(parameter: Parameter) -> str:
    return _last(parse_type(parameter.annotation).name) if parameter.annotation else ""


def _last(name: str) -> str:
    return name.rpartition(".")[2]
