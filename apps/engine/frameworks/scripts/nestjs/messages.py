"""Classes that requests carry and answers give: what handlers of NestJS take as a body, a query or arguments, and return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.engine.facts import Decorator, Definition, Field, FileFacts, Model, Parameter, Place, Relation, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.classes import members, unwrapped
from apps.engine.frameworks.scripts.decorated_models.dialects import DIALECTS
from apps.engine.frameworks.scripts.nestjs.names import FRAMEWORK, SOURCE
from apps.engine.frameworks.text import source_of

_TAKEN = frozenset({
    "@nestjs/common.Body", "@nestjs/common.Query", "@nestjs/common.Param", "@nestjs/microservices.Payload",
    "@nestjs/websockets.MessageBody", "@nestjs/graphql.Args", "type-graphql.Arg", "type-graphql.Args",
})  # fmt: skip
_STORED = tuple(package for dialect in DIALECTS for package in dialect.packages)  # their classes are models by themselves
_VALIDATORS = ("class-validator.",)
_MAPPED = frozenset({"PartialType", "OmitType", "PickType", "IntersectionType"})
_LONGEST = 60  # characters of one constraint
_Class = tuple[str, Definition]


def find_messages(code: Code, files: Sequence[FileFacts], handlers: frozenset[str], found: Found) -> None:
    """Add a model for every class that the methods of these symbols take or return, and for the classes of its fields."""
    waiting: list[_Class] = []
    for facts in files:
        for definition in facts.definitions:
            if symbol_of(facts.path, definition.qualname) in handlers:
                waiting += _named(code, facts.path, definition, definition.returns, definition.line)
                for parameter in _taken(code, facts.path, definition):
                    waiting += _named(code, facts.path, definition, parameter.annotation, definition.line)
    done: set[str] = set()
    while waiting:
        path, owner = waiting.pop()
        symbol = symbol_of(path, owner.qualname)
        if symbol in done or _is_stored(code, path, owner):
            continue
        done.add(symbol)
        made, further = _model(code, path, owner)
        waiting += further
        if made.fields:
            found.models.append(made)


def _taken(code: Code, path: str, method: Definition) -> Iterator[Parameter]:
    """The parameters that a request fills."""
    for parameter in method.parameters:
        if any(_external(code, path, method.parent, item) in _TAKEN for item in parameter.decorators):
            yield parameter


def _external(code: Code, path: str, scope: str, decorator: Decorator) -> str:
    return code.names.bind(path, scope, decorator.name, decorator.line).external


def _named(code: Code, path: str, scope: Definition, annotation: str, line: int) -> Iterator[_Class]:
    """The class of the repository that a type is about."""
    name, _ = unwrapped(annotation)
    bound = code.names.bind(path, scope.qualname, name, line) if name else None
    if bound is not None and bound.definition is not None and bound.definition.kind == "class":
        yield bound.path, bound.definition


def _is_stored(code: Code, path: str, owner: Definition) -> bool:
    return any(_external(code, path, owner.qualname, item).startswith(_STORED) for item in owner.decorators)


def _model(code: Code, path: str, owner: Definition) -> tuple[Model, list[_Class]]:
    """The model of a class, and the classes its fields are of."""
    fields: dict[str, Field] = {}
    relations: list[Relation] = []
    further: list[_Class] = []
    for at, current, allowed in _lineage(code, path, owner):
        is_own = current is owner and at == path
        for member in members(code.index(at), current):
            if not allowed(member.name):
                continue
            detail = ", ".join(_constraints(code, at, current, member.decorators))
            place = None if is_own else Place(at, member.line, member.line)
            inherited = "" if is_own else current.name
            kept = fields.pop(member.name, None) is not None
            line = member.line if is_own else 0
            fields[member.name] = Field(member.name, member.annotation, detail, False, line, inherited, place)
            for _, target in _named(code, at, current, member.annotation, member.line):
                if not kept:
                    many = unwrapped(member.annotation)[1]
                    relations.append(Relation(member.name, "to many" if many else "to one", target.name, line, inherited, place))
            further += _named(code, at, current, member.annotation, member.line)
    model = Model(
        owner.name, place_of(path, owner), "schema", FRAMEWORK, "", tuple(source_of(base, script=True) for base in owner.bases),
        tuple(fields.values()), tuple(relations), symbol_of(path, owner.qualname), owner.docstring, SOURCE,
    )  # fmt: skip
    return model, further


class _Allowed:
    """Which fields of a class are taken over: ``OmitType(A, ["x"])``, ``PickType(A, ["x"])``."""

    def __init__(self, word: str = "", names: frozenset[str] = frozenset()) -> None:
        self._word = word
        self._names = names

    def __call__(self, name: str) -> bool:
        return (name in self._names) == (self._word == "PickType") if self._word in ("OmitType", "PickType") else True


def _lineage(code: Code, path: str, owner: Definition) -> list[tuple[str, Definition, _Allowed]]:
    """The class and all it takes fields from, the farthest first, with which of them it takes."""
    found: list[tuple[str, Definition, _Allowed]] = []
    seen = set()
    waiting = [(path, owner, _Allowed())]
    while waiting:
        at, current, allowed = waiting.pop(0)
        if (at, current.qualname) in seen:
            continue
        seen.add((at, current.qualname))
        found.append((at, current, allowed))
        for base in current.bases:
            call = base.call
            word = call.callee.text.rpartition(".")[2] if call is not None else ""
            names, inner = frozenset[str](), [base]
            if call is not None and word in _MAPPED:
                inner = [item.value for item in call.arguments if item.value.kind == "name"]
                names = frozenset(text.text for item in call.arguments for text in _texts(item.value))
            for value in inner:
                bound = code.names.of(at, current.parent, value)
                if bound.definition is not None and bound.definition.kind in CLASSES:
                    waiting.append((bound.path, bound.definition, _Allowed(word, names)))
    return found[::-1]


def _texts(value: Value) -> Iterator[Value]:
    """The strings of ``["a", "b"] as const``."""
    inner = value.items[0] if value.kind == "cast" and value.items else value
    return (item for item in inner.items if item.kind == "string") if inner.kind == "list" else iter(())


def _constraints(code: Code, path: str, owner: Definition, decorators: Sequence[Decorator]) -> Iterator[str]:
    """What validators ask of a field, as written: ``IsEmail``, ``MinLength(6)``."""
    for item in decorators:
        external = _external(code, path, owner.qualname, item)
        if external.startswith(_VALIDATORS):
            given = ", ".join(source_of(argument.value, script=True) for argument in item.arguments)
            yield f"{external.rpartition('.')[2]}({given})" if given and len(given) <= _LONGEST else external.rpartition(".")[2]
