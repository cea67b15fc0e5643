"""Routes of Ruby on Rails: applications and engines, as their ``config/routes.rb`` and the files that it draws say."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from apps.engine.facts import Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.routing import prefix_unknowns
from apps.engine.frameworks.ruby.blocks import Step, join, steps
from apps.engine.frameworks.ruby.rails.controllers import Controllers
from apps.engine.frameworks.ruby.rails.mapper import FRAMEWORK, Mapper
from apps.engine.frameworks.ruby.rails.scopes import Scope
from apps.engine.frameworks.text import UNKNOWN_START

__all__ = ["find"]

_DRAWING = (".routes.draw", ".routes.append", ".routes.prepend")
_APPLICATION = (".application", ".Application")


def find(code: Code) -> Found:
    """Endpoints of every application, and of engines where they are mounted."""
    found = Found()
    drawing = [
        (facts, step)
        for facts in code.own("Ruby")
        if any(call.callee.text.endswith(_DRAWING) for call in facts.calls)
        for step in _drawn(facts)
    ]
    if not drawing:
        return found
    controllers = Controllers(code)
    mappers: dict[str, list[Mapper]] = defaultdict(list)
    for facts, step in drawing:
        name = step.call.callee.text.rpartition(".routes.")[0].removeprefix("::")
        mapper = Mapper(code, controllers, _files_beside(code, facts.path), functions=_functions(facts))
        engine = "" if name.endswith(_APPLICATION) else name
        mapper.run(facts, step.inside, Scope(module=""))
        mapper.endpoints = [_conditional(code, endpoint) for endpoint in mapper.endpoints]
        mappers[engine].append(mapper)
    mounts = [mounted for held in mappers.values() for mapper in held for mounted in mapper.mounted]
    for engine, held in sorted(mappers.items()):
        for mapper in held:
            endpoints = mapper.endpoints if not engine else _engine(engine, mapper.endpoints, mounts)
            found.endpoints += endpoints
            found.unknowns += [*mapper.unknowns, *prefix_unknowns(endpoints, FRAMEWORK)]
    found.unknowns += [
        Unknown(
            "endpoint",
            f"{name.replace('.', '::') or 'a program'} at {path}",
            "What is mounted here has routes of its own.",
            place,
        )
        for name, path, _, place in mounts
        if name not in mappers
    ]
    found.frameworks.append(FRAMEWORK)
    return found


def _conditional(code: Code, endpoint: Endpoint) -> Endpoint:
    """The endpoint with the condition that its line stands under."""
    at = endpoint.registered
    if at is None:
        return endpoint
    around = [arm for arm in code.files[at.path].branches if arm.line <= at.line <= arm.end_line]
    if not around:
        return endpoint
    arm = max(around, key=lambda item: (item.line, -item.end_line))
    return replace(endpoint, condition=arm.test, condition_at=Place(at.path, arm.test_line, arm.test_end_line))


def _drawn(facts: FileFacts) -> list[Step]:
    """The blocks that routes are drawn in."""
    waiting, out = steps(facts), []
    while waiting:
        step = waiting.pop(0)
        if step.call.callee.kind == "name" and step.call.callee.text.endswith(_DRAWING) and step.inside:
            out.append(step)
        else:
            waiting += step.inside
    return out


def _files_beside(code: Code, path: str) -> dict[str, FileFacts]:
    """Files of ``config/routes/`` beside a ``config/routes.rb``, by what `draw` calls them."""
    folder = f"{path.removesuffix('.rb')}/"
    return {name.removeprefix(folder).removesuffix(".rb"): facts for name, facts in code.files.items() if name.startswith(folder)}


def _functions(facts: FileFacts) -> dict[str, tuple[FileFacts, str]]:
    """Functions of the file: words of its own for routes."""
    return {item.name: (facts, item.qualname) for item in facts.definitions if item.kind in ("function", "method")}


def _engine(name: str, endpoints: list[Endpoint], mounts: list[tuple[str, str, bool, Place]]) -> list[Endpoint]:
    """Routes of an engine, once a place it is mounted at; below an unknown prefix where that is nowhere in the repository."""
    module = name.rpartition(".")[0]
    where: list[tuple[str, bool, Place | None]] = []
    where += sorted({(path, known, place) for mounted, path, known, place in mounts if mounted in (name, module)})
    out = []
    for path, known, place in where or [(UNKNOWN_START, False, None)]:
        start = path if known else UNKNOWN_START
        for endpoint in endpoints:
            full = join(start, endpoint.path) or "/"
            shown = full if known else full.removeprefix("/")
            mounted = (place, *endpoint.mounts) if place is not None else endpoint.mounts
            out.append(replace(endpoint, path=shown, prefix_known=known and endpoint.prefix_known, prefix=start, mounts=mounted))
    return out
