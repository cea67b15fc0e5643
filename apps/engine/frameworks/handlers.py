"""The place of a handler: a function, a method, a class, or the variable that holds it."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Definition, Place, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.text import source_of

_UNWRAPS = 6
_BIND = ".bind"


@dataclass(frozen=True, slots=True)
class Handler:
    """Where a request ends up.  `definition` is None for what stands outside the repository or has no name."""

    name: str
    place: Place
    symbol: str = ""
    docstring: str = ""
    definition: Definition | None = None
    is_external: bool = False


def find_handler(code: Code, path: str, scope: str, value: Value) -> Handler:
    """The handler an expression means; decorators written as calls (``login_required(view)``) are looked through."""
    here = Place(path, value.line or 1, value.end_line or value.line or 1)
    current, at, inside = value, path, scope
    for _ in range(_UNWRAPS):
        bound = code.names.of(at, inside, current)
        found = handler_of(code, bound)
        if found is not None:
            return found
        inner = bound.value
        if inner is not None and inner.call is not None and inner.call.callee.text.endswith(_BIND):  # this.list.bind(this)
            owner = inner.call.callee
            current = owner.items[0] if owner.items else Value("name", owner.text.removesuffix(_BIND), line=owner.line)
            at, inside = bound.path, bound.scope
            continue
        if inner is not None and inner.kind == "call" and inner.call is not None and bound.assignment is None:
            wrapped = [
                item.value
                for item in inner.call.arguments
                if item.value.kind in ("name", "attribute", "call", "function")
                and _is_inside(code, bound.path, bound.scope, item.value)
            ]
            if wrapped:
                current, at, inside = wrapped[-1], bound.path, bound.scope
                continue
        if current.kind == "function":
            return Handler("anonymous function", Place(at, current.line, current.end_line or current.line))
        break
    return Handler(_short(_written(code, path, value)), here, is_external=True)


def _written(code: Code, path: str, value: Value) -> str:
    """What stands in the code: of a call what is called, since its arguments say little of who answers."""
    script = code.index(path).is_script
    if value.kind == "call" and value.call is not None and value.call.arguments:
        return f"{source_of(value.call.callee, script=script)}(…)"
    return source_of(value, script=script)


def handler_of(code: Code, bound: Bound) -> Handler | None:
    """The handler behind a binding, None if it is no place in the repository."""
    if bound.kind == "definition" and bound.definition is not None:
        definition = bound.definition
        return Handler(
            definition.qualname.removeprefix("module.exports.").removeprefix("exports."),
            place_of(bound.path, definition),
            symbol_of(bound.path, definition.qualname),
            definition.docstring,
            definition,
        )
    if bound.kind == "assignment" and bound.assignment is not None and bound.value is not None:
        assignment = bound.assignment
        if bound.value.kind in ("call", "function") and assignment.kind not in ("loop", "with", "parameter"):
            target = assignment.target.removeprefix("module.exports.").removeprefix("exports.")
            place = Place(bound.path, assignment.line, assignment.end_line)
            known = code.index(bound.path).definitions
            for name in dict.fromkeys((assignment.target, f"exports.{target}", target)):
                wrapped = known.get(name)
                if wrapped is not None and wrapped.line == assignment.line:  # a function handed to a wrapper keeps its name
                    return Handler(target, place, symbol_of(bound.path, name), wrapped.docstring, wrapped)
            return Handler(target, place, symbol_of(bound.path, ""))
    if bound.kind == "value" and bound.value is not None and bound.value.kind == "function":
        return Handler("anonymous function", Place(bound.path, bound.value.line, bound.value.end_line or bound.value.line))
    return None


def _is_inside(code: Code, path: str, scope: str, value: Value) -> bool:
    """Whether the expression leads to a function or class of the repository, or is a function itself."""
    if value.kind == "function":
        return True
    bound = code.names.of(path, scope, value)
    if bound.kind == "definition" and bound.definition is not None:
        return bound.definition.kind in CLASSES or bound.definition.kind in ("function", "method", "component")
    inner = bound.value
    if inner is not None and inner.kind == "call" and inner.call is not None:
        return any(
            item.value.kind == "function"
            or (bound.assignment is None and _is_function(code, bound.path, bound.scope, item.value))
            for item in inner.call.arguments
        )
    return bound.kind == "assignment" and inner is not None and inner.kind == "function"


def _is_function(code: Code, path: str, scope: str, value: Value) -> bool:
    definition = code.names.of(path, scope, value).definition
    return definition is not None and definition.kind in ("function", "method", "component")


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
