"""Edges ``uses``: what a function names without calling it.

Classes it mentions (``Order.objects.filter(…)``, ``select(Item)``, an annotation), functions it passes on, and what its
parameters depend on (``Depends(get_session)``, also behind an alias ``Annotated[…]``).
"""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Call, Definition, FileFacts, Place, Value
from apps.engine.graph.annotations import annotated_names
from apps.engine.graph.bindings import CLASSES
from apps.engine.graph.capsules import symbol_of
from apps.engine.graph.entities import Resolution
from apps.engine.graph.modules import SCRIPT_LANGUAGES
from apps.engine.graph.resolve import Resolver

Row = tuple[str, str, str, int, str, bool]  # the fields of an `Edge`

_MOST = 200  # values looked at in one default or annotation


def used_by_call(facts: FileFacts, call: Call, resolver: Resolver) -> Row | None:
    """The class, or model made by a library, whose member a call outside the repository belongs to."""
    callee = call.callee
    while callee.kind == "attribute" and callee.items:
        below = callee.items[0]
        callee = below.call.callee if below.kind == "call" and below.call is not None else below
    if callee.kind != "name" or "." not in callee.text:
        return None
    first = callee.text.partition(".")[0]
    if first in ("self", "cls", "this", "super"):
        return None
    parts = callee.text.split(".")
    for count in range(1, min(len(parts), 4)):
        found = resolver.resolve(facts.path, call.scope, ".".join(parts[:count]), call.line)
        if found.kind in ("definition", "assignment"):
            return _edge(facts, call.scope, found, call.line)
        if found.kind != "module":
            return None
    return None


def used_by_names(facts: FileFacts, resolver: Resolver) -> list[Row]:
    """Edges of names passed, returned or stored."""
    out = []
    for reference in facts.references:
        found = resolver.resolve(facts.path, reference.scope, reference.name, reference.line)
        edge = _edge(facts, reference.scope, found, reference.line)
        if edge is not None:
            out.append(edge)
    return out


def handed_on(facts: FileFacts) -> list[Row]:
    """Edges of functions that are written where they are handed to a call: ``schema.pre("save", function hash() {…})``."""
    out = []
    for call in facts.calls:
        todo = [argument.value for argument in call.arguments]
        for _ in range(_MOST):
            if not todo:
                break
            value = todo.pop()
            if value.kind == "function" and value.text:
                line = value.line or call.line
                out.append((symbol_of(facts.path, call.scope), "uses", symbol_of(facts.path, value.text), line, "exact", False))
            elif value.kind in ("list", "dict", "spread"):
                todo.extend(value.items)
    return out


@dataclass(frozen=True, slots=True)
class Needed:
    """An edge to what a parameter depends on; `spelled` is where an alias in between names it, None without one."""

    row: Row
    spelled: Place | None = None


def used_by_parameters(facts: FileFacts, definition: Definition, resolver: Resolver) -> list[Needed]:
    """Edges of annotations and defaults of a function's parameters, each at its parameter's line."""
    out: list[Needed] = []
    is_script = facts.language in SCRIPT_LANGUAGES
    for parameter in definition.parameters:
        values: list[tuple[str, str, Value, Place | None]] = []
        given = parameter.annotation_value or parameter.default_value
        line = given.line if given is not None and given.line else definition.line
        if parameter.default_value is not None:
            values.append((facts.path, definition.parent, parameter.default_value, None))
        if parameter.annotation:
            names, _ = annotated_names(parameter.annotation, is_script)
            for name in names:
                found = resolver.resolve(facts.path, definition.parent, name)
                edge = _edge(facts, definition.qualname, found, line)
                if edge is not None:
                    out.append(Needed(edge))
                elif found.kind == "assignment" and found.assignment is not None and found.assignment.value is not None:
                    alias = found.assignment
                    place = Place(found.path, alias.line, alias.end_line)
                    values.append((found.path, alias.scope, found.assignment.value, place))
        if parameter.annotation_value is not None:
            values.append((facts.path, definition.parent, parameter.annotation_value, None))
        for path, scope, value, spelled in values:
            for name in _depended(value):
                edge = _edge(facts, definition.qualname, resolver.resolve(path, scope, name), line)
                if edge is not None:
                    out.append(Needed(edge, spelled))
    return out


def _depended(value: Value) -> list[str]:
    """Plain names given to calls inside a default or annotation, and the first argument of ``Annotated``."""
    out: list[str] = []
    todo = [(value, False)]
    seen = 0
    while todo and seen < _MOST:
        here, counts = todo.pop()
        seen += 1
        if here.kind == "name" and counts:
            out.append(here.text)
        elif here.kind == "call" and here.call is not None:
            todo.extend((argument.value, True) for argument in reversed(here.call.arguments))
        elif here.kind == "subscript":
            todo.extend((item, True) for item in reversed(here.items[1:]))
        else:
            todo.extend((item, counts) for item in reversed(here.items))
    return out


def _edge(facts: FileFacts, scope: str, found: Resolution, line: int) -> Row | None:
    if found.is_instance or found.kind not in ("definition", "assignment"):
        return None
    if found.kind == "assignment":
        value = found.assignment.value if found.assignment is not None else None
        made = value is not None and value.kind == "call" and not (found.assignment and found.assignment.scope)
        if not made or not found.qualname[:1].isupper():
            return None
    elif found.definition is None or (found.definition.kind not in CLASSES and "setter" in found.definition.properties):
        return None
    source, symbol = symbol_of(facts.path, scope), found.symbol
    if symbol == source or source.startswith(f"{symbol}."):
        return None
    return (source, "uses", symbol, line, found.how, False)
