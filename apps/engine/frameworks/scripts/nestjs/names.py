"""What NestJS calls things, and how its decorators are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from apps.engine.facts import Decorator, Definition, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.text import UNKNOWN_START, positional, source_of

SOURCE = "framework:nestjs"
FRAMEWORK = "NestJS"
COMMON = "@nestjs/common."
_DEEP = 3  # levels of an argument in which parameters are looked for
_GUARDS = "@nestjs/common.UseGuards"


def decorated(code: Code, path: str, definition: Definition, last_names: frozenset[str]) -> Iterator[tuple[Decorator, str]]:
    """Decorators of a definition whose imported name ends in one of `last_names`, with their full external names."""
    for decorator in definition.decorators:
        external = code.names.bind(path, definition.parent, decorator.name, decorator.line).external
        if external.rpartition(".")[2] in last_names:
            yield decorator, external


def decorator_named(code: Code, path: str, definition: Definition, *externals: str) -> Decorator | None:
    """The first decorator that is one of these external names."""
    wanted = frozenset(name.rpartition(".")[2] for name in externals)
    return next((item for item, name in decorated(code, path, definition, wanted) if name in externals), None)


def composed(code: Code, path: str, definition: Definition, last_names: frozenset[str]) -> Iterator[tuple[Decorator, str]]:
    """What decorators of the project's own apply: ``Api("users")`` for a function that applies ``Controller(name)``.

    Each stands where the own decorator does, with the arguments that come to it.
    """
    for decorator in definition.decorators:
        bound = code.names.bind(path, definition.parent, decorator.name, decorator.line)
        maker = bound.definition
        if maker is None or maker.kind in CLASSES:
            continue
        given = {
            parameter.name: value
            for at, parameter in enumerate(maker.parameters)
            if (value := positional(decorator.arguments, at)) is not None
        }
        for call in code.files[bound.path].calls:
            if call.scope != maker.qualname or call.callee.text.rpartition(".")[2] not in last_names:
                continue
            external = code.names.of(bound.path, call.scope, call.callee).external
            if external.startswith(COMMON):
                arguments = tuple(replace(item, value=_filled(item.value, given, _DEEP)) for item in call.arguments)
                yield replace(decorator, arguments=arguments), external


def _filled(value: Value, given: Mapping[str, Value], levels: int) -> Value:
    """An expression with parameters replaced by what is given for them."""
    if value.kind == "name":
        return given.get(value.text, value)
    if levels and value.items:
        return replace(value, items=tuple(_filled(item, given, levels - 1) for item in value.items))
    return value


def paths_of(code: Code, path: str, scope: str, value: Value | None) -> list[str]:
    """The paths a decorator's argument gives; none is the empty one, one that can't be known is ``…``."""
    if value is None or (value.kind == "dict" and not value.keys):
        return [""]
    return code.folder.texts(path, scope, value) or [code.folder.route(path, scope, value)]


def guards(code: Code, owners: Sequence[tuple[str, Definition]]) -> tuple[str, Place | None]:
    """What `@UseGuards` of a class and its method name, in order: what a request must pass; and where the first of it stands."""
    named: dict[str, Place] = {}
    for path, owner in owners:
        for decorator, external in decorated(code, path, owner, frozenset({"UseGuards"})):
            if external == _GUARDS:
                place = Place(path, decorator.line or owner.line, decorator.end_line or decorator.line or owner.line)
                for item in decorator.arguments:
                    named.setdefault(source_of(item.value, script=True), place)
    return ", ".join(named), next(iter(named.values()), None)


def join(*parts: str) -> str:
    """The parts of an address with one slash before each; what stands before an unknown part is unknown with it."""
    kept: list[str] = []
    for part in parts:
        if part.startswith(UNKNOWN_START):
            kept = []
        clean = part.strip("/")
        if clean:
            kept.append(clean)
    whole = "/".join(kept)
    return whole if whole.startswith(UNKNOWN_START) else f"/{whole}"


def first(decorator: Decorator) -> Value | None:
    """A decorator's first argument."""
    return positional(decorator.arguments, 0)


def uses(facts: FileFacts, *packages: str) -> bool:
    """Whether a file imports one of these packages (or something below one)."""
    return any(item.module.startswith(packages) for item in facts.imports)
