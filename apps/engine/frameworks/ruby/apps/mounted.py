"""Where programs that speak Rack are put: ``map`` and ``run`` of a ``config.ru``, ``mount`` of Rails' routes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from apps.engine.facts import FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.ruby.blocks import Step, join, option, place_of_call, positional, steps, text
from apps.engine.frameworks.text import UNKNOWN_START

_DEPTH = 20
_DRAWING = ".routes.draw"


@dataclass(slots=True)
class Mounts:
    """Paths by the names of programs as written; `in_rails`: routes of Rails are drawn, so that a program may hang anywhere."""

    places: dict[str, list[tuple[str, Place]]] = field(default_factory=lambda: defaultdict(list))
    in_rails: bool = False

    def of(self, name: str) -> list[tuple[str, Place]]:
        """The paths of a program by its full name."""
        return [item for written, listed in sorted(self.places.items()) if _means(written, name) for item in listed]


def _means(written: str, name: str) -> bool:
    plain = written.removeprefix("::")
    return plain == name or name.endswith(f".{plain}")


def mounts_of(code: Code, rubies: Sequence[FileFacts]) -> Mounts:
    """All mounts of a repository."""
    found = Mounts()
    for facts in rubies:
        is_drawing = any(call.callee.text.endswith(_DRAWING) for call in facts.calls)
        found.in_rails = found.in_rails or is_drawing
        if facts.path.endswith(".ru") or is_drawing or any(call.callee.text == "Rack.URLMap.new" for call in facts.calls):
            _walk(code, facts, steps(facts), "", found)
        else:
            for call in facts.calls:
                owner, _, word = call.callee.text.rpartition(".")
                if word == "run!" and owner[:1].isupper():
                    found.places[owner].append(("", place_of_call(facts.path, call)))
    return found


def _walk(code: Code, facts: FileFacts, roots: list[Step], start: str, found: Mounts) -> None:
    waiting = [(step, start, 0) for step in reversed(roots)]
    while waiting:
        step, prefix, depth = waiting.pop()
        call, word = step.call, step.call.callee.text
        below = prefix
        place = place_of_call(facts.path, call)
        given = positional(call)
        if word in ("map", "scope", "namespace") and step.inside:
            path = text(code, facts.path, call, option(call, "path") or (given[0] if given else None), {})
            below = UNKNOWN_START if path is None or prefix == UNKNOWN_START else join(prefix, path)
        elif word in ("run", "use") and given:
            name = _program(given[0])
            if name:
                found.places[name].append((prefix, place))
        elif word in ("mount", "Rack.URLMap.new"):
            at = option(call, "at")
            for program, where in _pairs(given, at, is_map=word != "mount"):
                path = text(code, facts.path, call, where, {})
                name = _program(program)
                if name:
                    known = path is not None and prefix != UNKNOWN_START
                    found.places[name].append((join(prefix, path or "") if known else UNKNOWN_START, place))
        if depth < _DEPTH:
            waiting += [(inner, below, depth + 1) for inner in reversed(step.inside)]


def _pairs(given: list[Value], at: Value | None, *, is_map: bool) -> list[tuple[Value, Value | None]]:
    """Programs with their paths: ``mount App => '/x'``, ``mount App, at: '/x'``, ``URLMap.new('/x' => App)``."""
    out: list[tuple[Value, Value | None]] = []
    for value in given:
        if value.kind == "dict":
            for key, item in zip(value.keys, value.items, strict=True):
                out.append((item, key) if is_map else (key, item))
        else:
            out.append((value, at))
    return out


def _program(value: Value | None) -> str:
    if value is None:
        return ""
    if value.kind == "call" and value.call is not None:
        return value.call.callee.text.removesuffix(".new").removesuffix(".freeze").removesuffix(".instance")
    return value.text.removesuffix(".freeze").removesuffix(".instance") if value.kind == "name" else ""
