"""Methods of controllers whose routes stand in a description alone: the build makes the interface they implement from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.facts import Definition, Place
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, last
from apps.engine.frameworks.jvm.classes import Class, Classes
from apps.engine.frameworks.jvm.styles import STYLES, Style


@dataclass(frozen=True, slots=True)
class Answer:
    """The method that answers an operation, and what it or its class requires of who asks."""

    handler: str
    place: Place
    symbol: str
    auth: str = ""
    auth_at: Place | None = None


def answers(code: Code) -> Mapping[str, Answer]:
    """The overriding methods of controllers by name, where exactly one controller has exactly one of the name."""
    found: dict[str, list[tuple[Class, Definition, Style]]] = defaultdict(list)
    classes = Classes(code)
    for facts in code.own("Java", "Kotlin"):
        imported = [item.module for item in facts.imports]
        style = next((one for one in STYLES if any(name.startswith(one.packages) for name in imported)), None)
        if style is None:
            continue
        for item in classes.of(facts).values():
            if item.definition.kind != "class" or not item.definition.bases or not item.marked(*style.controllers):
                continue
            for method in item.methods:
                found[method.name].append((item, method, style))
    return {name: _answer(*given[0]) for name, given in found.items() if len(given) == 1 and _overrides(given[0][1])}


def _overrides(method: Definition) -> bool:
    return "override" in method.properties or annotation(method, "Override") is not None


def _answer(item: Class, method: Definition, style: Style) -> Answer:
    auth, auth_at = "", None
    for definition in (method, item.definition):
        said = annotation(definition, *style.guards, *style.open_to)
        if said is not None:
            auth = "" if last(said.name) in style.open_to else f"@{last(said.name)}"
            auth_at = Place(item.path, said.line, said.end_line)
            break
    handler = f"{item.definition.name}.{method.name}"
    return Answer(handler, place_of(item.path, method), symbol_of(item.path, method.qualname), auth, auth_at)
