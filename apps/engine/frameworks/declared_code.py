"""What modules for declared languages share: members of a type, text that expressions stand for, names of annotations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from apps.engine.facts import Assignment, Decorator, Definition, FileFacts, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.text import UNKNOWN_START

_LEVELS = 12
_JOINING = frozenset({"+", ".", "||"})


def last(name: str) -> str:
    """The last part of a dotted name."""
    return name.rpartition(".")[2]


def annotation(definition: Definition | Assignment, *names: str) -> Decorator | None:
    """The first annotation or attribute of one of these names, its package left out."""
    return next((item for item in definition.decorators if last(item.name) in names), None)


def given(decorator: Decorator, *names: str) -> Value | None:
    """An annotation's argument: by name, or the unnamed one where "value" is among the names."""
    for item in decorator.arguments:
        if item.name in names or (not item.name and "value" in names):
            return item.value
    return None


def listed(value: Value | None) -> tuple[Value, ...]:
    """The items of a list, or the one value; none for none."""
    if value is None:
        return ()
    return value.items if value.kind == "list" else (value,)


def fields_by_type(facts: FileFacts) -> Mapping[str, list[Assignment]]:
    """Fields of every type of a file, by the qualified name of the type."""
    found: dict[str, list[Assignment]] = defaultdict(list)
    for assignment in facts.assignments:
        if assignment.kind in ("field", "case"):
            found[assignment.scope].append(assignment)
    return found


def types(facts: FileFacts, *kinds: str) -> Iterator[Definition]:
    """Definitions of these kinds."""
    return (definition for definition in facts.definitions if definition.kind in kinds)


def text_of(code: Code, path: str, scope: str, value: Value | None) -> str | None:
    """The text an expression stands for, None where a part of it can't be known.

    Strings joined by an operator or in a template; names of constants, through whatever file declares them.
    """
    parts = _parts(code, path, scope, value, 0)
    return None if None in parts else "".join(part or "" for part in parts)


def route_of(code: Code, path: str, scope: str, value: Value | None) -> str:
    """The text of a route or prefix; where its beginning can't be known, ``…`` and the part that is."""
    parts = _parts(code, path, scope, value, 0)
    if None not in parts:
        return "".join(part or "" for part in parts)
    tail = "".join(part or "" for part in parts[len(parts) - parts[::-1].index(None) :])
    return UNKNOWN_START + (tail if tail.startswith("/") or not tail else f"/{tail}")


def _parts(code: Code, path: str, scope: str, value: Value | None, level: int) -> list[str | None]:
    """The texts an expression is joined from, None for what can't be known."""
    if value is None or level > _LEVELS:
        return [None]
    if value.kind == "string":
        return [value.text]
    if value.kind == "template" or (value.kind == "binary" and value.text in _JOINING):
        return [part for item in value.items for part in _parts(code, path, scope, item, level + 1)]
    if value.kind == "name":
        found = code.resolver.resolve(path, scope, value.text, value.line)
        constant = found.assignment
        if constant is not None and constant.value is not None:
            return _parts(code, found.path, constant.scope, constant.value, level + 1)
    return [None]
