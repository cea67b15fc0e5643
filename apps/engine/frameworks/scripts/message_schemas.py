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
_EXTENDS = frozenset({"extend", "safeExtend", "augment"})
_LEVELS = 6  # schemas made from schemas
_DEEP = 8
_LIMIT = 400  # values of one call that are looked at
_LONGEST = 60  # characters of one constraint


_Entry = tuple[Value, Bound]


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
    entries = _entries(code, bound)
    if bound.assignment is None or not entries:
        return None
    fields, relations = [], []
    for name, (value, owner) in entries.items():
        is_own = owner.key == bound.key
        line = value.line if is_own else 0
        place = None if is_own else Place(owner.path, value.line or 1, value.end_line or value.line or 1)
        inherited = "" if is_own or owner.assignment is None else owner.assignment.target
        kind, said, named = _typed(value)
        fields.append(Field(name, kind, ", ".join(said), False, line, inherited, place))
        for other in named:
            target = code.names.bind(owner.path, owner.scope, other, value.line)
            if target.assignment is not None and not target.assignment.scope:
                waiting.append(target)
                if _entries(code, target):
                    many = kind.lower().startswith("array")
                    relations.append(
                        Relation(name, "to many" if many else "to one", target.assignment.target, line, inherited, place)
                    )
    at = Place(bound.path, bound.assignment.line, bound.assignment.end_line)
    library = _library_of(code, bound)
    return Model(
        bound.assignment.target, at, "schema", library, "", (), tuple(fields), tuple(relations), "", "",
        f"framework:{library.lower()}",
    )  # fmt: skip


def _entries(code: Code, bound: Bound, level: int = 0) -> dict[str, _Entry]:
    """The fields of an object by name, each with the schema that says it; none for what is no object."""
    value = bound.assignment.value if bound.assignment is not None else None
    steps = list(_steps(value)) if value is not None else []
    if not steps or level > _LEVELS:
        return {}
    found: dict[str, _Entry] = {}
    if steps[0][0] in _OBJECTS:
        if not _library(code, bound, steps[0][1]):
            return {}
        found = _told(bound, steps.pop(0)[1])
    elif not _library_of(code, bound):
        return {}
    else:
        found = dict(_entries(code, _base(code, bound, steps[0][1]), level + 1))
    for word, call in steps:
        given = call.arguments[0].value if call.arguments else None
        keys = {key.text for key in given.keys} if given is not None else set()
        if word in _EXTENDS and given is not None and given.kind == "dict":
            found |= _told(bound, call)
        elif word in ("merge", "extend") and given is not None and given.kind == "name":
            found |= _entries(code, code.names.of(bound.path, bound.scope, given), level + 1)
        elif word in ("omit", "pick"):
            found = {name: entry for name, entry in found.items() if (name in keys) == (word == "pick")}
    return found


def _told(bound: Bound, call: Call) -> dict[str, _Entry]:
    shape = call.arguments[0].value if call.arguments else None
    if shape is None or shape.kind != "dict":
        return {}
    pairs = zip(shape.keys, shape.items, strict=True)
    return {key.text: (item, bound) for key, item in pairs if key.kind in ("string", "name")}


def _base(code: Code, bound: Bound, call: Call) -> Bound:
    """The schema that ``Base.extend(…)`` begins with."""
    receiver = call.callee.text.rpartition(".")[0] if call.callee.kind == "name" else ""
    return code.names.of(bound.path, bound.scope, Value("name", receiver, line=call.line))


def _library_of(code: Code, bound: Bound) -> str:
    """The library that makes an object, or what it begins with."""
    for _ in range(_LEVELS):
        value = bound.assignment.value if bound.assignment is not None else None
        steps = list(_steps(value)) if value is not None else []
        if not steps:
            break
        library = _library(code, bound, steps[0][1])
        if library:
            return library
        bound = _base(code, bound, steps[0][1])
    return ""


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
