"""What NestJS calls things, and how its decorators are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.engine.facts import Decorator, Definition, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.text import UNKNOWN_START, positional, source_of

SOURCE = "framework:nestjs"
FRAMEWORK = "NestJS"
COMMON = "@nestjs/common."
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
