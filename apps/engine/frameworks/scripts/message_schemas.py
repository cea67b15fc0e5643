"""Schemas of Zod and TypeBox that requests and answers are checked by: objects with a name, named where routes are told."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Call, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.routes import VERBS
from apps.engine.frameworks.text import source_of

_LIBRARIES = {
    "zod": "Zod", "@hono/zod-openapi": "Zod", "typebox": "TypeBox", "@sinclair/typebox": "TypeBox",
    "@fastify/type-provider-typebox": "TypeBox", "elysia": "TypeBox",
}  # fmt: skip
_OBJECTS = frozenset({"object", "strictObject", "looseObject", "Object"})
_OPTIONAL = frozenset({"Optional", "Nullable", "optional", "nullable"})  # around another schema
# Calls that check requests, or tell what they carry.
_CHECKS = frozenset({
    "zValidator", "sValidator", "validator", "createRoute", "jsonContent", "jsonContentRequired", "openapi", "input", "output",
    "validateRequest", "processRequest", "processRequestBody",
})  # fmt: skip
_TOLD = _CHECKS | frozenset(VERBS) | {"route"}
_DEEP = 8
_LIMIT = 400  # values of one call that are looked at
_LONGEST = 60  # characters of one constraint


def find(code: Code) -> Found:
    """A model for every object of a schema that a route names, and for those its fields name."""
    found = Found()
    if not any(name == module or name.startswith(f"{module}/") for name in code.imports for module in _LIBRARIES):
        return found
    waiting: list[Bound] = []
    for facts in code.script():
        for call in facts.calls:
            if call.arguments and call.callee.text.rpartition(".")[2] in _TOLD:
                waiting += _named(code, facts, call)
    done: set[tuple[str, str, str]] = set()
    while waiting:
        bound = waiting.pop()
        if bound.key in done:
            continue
        done.add(bound.key)
        made = _model(code, bound, waiting)
        if made is not None:
            found.models.append(made)
    return found


def _named(code: Code, facts: FileFacts, call: Call) -> Iterator[Bound]:
    """The variables of modules that the arguments of a call name."""
    waiting = [(item.value, 0) for item in call.arguments]
    for _ in range(_LIMIT):
        if not waiting:
            return
        value, depth = waiting.pop()
        if value.kind == "name":
            bound = code.names.of(facts.path, call.scope, value)
            if bound.assignment is not None and not bound.assignment.scope:
                yield bound
        elif depth < _DEEP:
            inner = [item.value for item in value.call.arguments] if value.call is not None else list(value.items)
            waiting += [(item, depth + 1) for item in inner]


def _model(code: Code, bound: Bound, waiting: list[Bound]) -> Model | None:
    value = bound.assignment.value if bound.assignment is not None else None
    steps = list(_steps(value)) if value is not None else []
    made = steps[0][1] if steps and steps[0][0] in _OBJECTS else None
    library = _library(code, bound, made) if made is not None else ""
    shape = made.arguments[0].value if made is not None and made.arguments else None
    if bound.assignment is None or shape is None or shape.kind != "dict" or not library:
        return None
    fields, relations = [], []
    for key, item in zip(shape.keys, shape.items, strict=True):
        if key.kind not in ("string", "name"):
            continue
        line = item.line or key.line
        kind, said, named = _typed(item)
        fields.append(Field(key.text, kind, ", ".join(said), False, line))
        for name in named:
            target = code.names.bind(bound.path, bound.scope, name, line)
            if target.assignment is not None and not target.assignment.scope:
                waiting.append(target)
                if _is_object(target.assignment.value):
                    many = kind.lower().startswith("array")
                    relations.append(Relation(key.text, "to many" if many else "to one", target.assignment.target, line))
    place = Place(bound.path, bound.assignment.line, bound.assignment.end_line)
    return Model(
        bound.assignment.target, place, "schema", library, "", (), tuple(fields), tuple(relations), "", "",
        f"framework:{library.lower()}",
    )  # fmt: skip


def _is_object(value: Value | None) -> bool:
    return value is not None and next((name in _OBJECTS for name, _ in _steps(value)), False)


def _library(code: Code, bound: Bound, made: Call) -> str:
    external = code.names.of(bound.path, bound.scope, made.callee).external
    return next((label for module, label in _LIBRARIES.items() if external.startswith((f"{module}.", f"{module}/"))), "")


def _steps(value: Value) -> Iterator[tuple[str, Call]]:
    """The calls of ``z.string().min(1)``, the first first: what it is, then what is asked of it."""
    found: list[tuple[str, Call]] = []
    current: Value | None = value
    while current is not None and current.call is not None:
        found.append((current.call.callee.text.rpartition(".")[2], current.call))
        callee = current.call.callee
        current = callee.items[0] if callee.kind == "attribute" and callee.items else None
    return reversed(found)


def _typed(value: Value) -> tuple[str, list[str], list[str]]:
    """(type, constraints, names of other schemas) of a field."""
    if value.kind == "name":
        return value.text, [], [value.text]
    steps = list(_steps(value))
    if not steps:
        return source_of(value, script=True)[:_LONGEST], [], []
    (name, call), *further = steps
    said = [_written(word, step) for word, step in further]
    inner = call.arguments[0].value if call.arguments else None
    if inner is not None and inner.kind == "dict" and name not in _OBJECTS:  # Type.Integer({ minimum: 1 })
        said = [text for text in (source_of(inner, script=True)[1:-1],) if len(text) <= _LONGEST] + said
    if inner is None or inner.kind not in ("name", "call"):
        return name, said, []
    kind, more, named = _typed(inner)
    if name in _OPTIONAL:
        return kind, [*more, *said, name.lower()], named
    return f"{name}({kind})", said, named


def _written(word: str, call: Call) -> str:
    given = ", ".join(source_of(item.value, script=True) for item in call.arguments)
    return f"{word}({given})" if given and len(given) <= _LONGEST else word
