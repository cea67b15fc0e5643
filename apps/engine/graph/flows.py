"""The principal flows: walks from endpoints and entry points through calls to models and systems outside.

Only edges that were followed (exact or inferred) are walked, no test code, and only flows that lead somewhere are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.engine.facts import Capsule, Edge, Endpoint, EntryPoint, ExternalService, Flow, FlowStep, Model, Place
from apps.engine.graph.build import is_test
from apps.engine.graph.walk import adjacency

MOST = 6  # flows
STEPS = 12  # of one flow
DEPTH = 5
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_CALLABLE = frozenset({"function", "method", "component", "constructor", "accessor"})


@dataclass(frozen=True, slots=True)
class Start:
    """Where a flow begins: its first step, and the symbol that is walked from."""

    step: FlowStep
    symbol: str
    weight: int
    area: str


def starts(endpoints: Sequence[Endpoint], entry_points: Sequence[EntryPoint]) -> list[Start]:
    """Endpoints (writing ones first) and runnable entry points, outside tests."""
    found = []
    for endpoint in endpoints:
        if endpoint.symbol and not is_test(endpoint.place.path):
            step = FlowStep(
                "endpoint", f"{endpoint.method} {endpoint.path}", endpoint.registered or endpoint.place, endpoint.symbol
            )
            weight = 3 if endpoint.method.upper() in WRITES else 2
            found.append(Start(step, endpoint.symbol, weight, endpoint.place.path.rpartition("/")[0]))
    for entry in entry_points:
        if entry.symbol and not is_test(entry.place.path):
            step = FlowStep("entry", entry.what, entry.place, entry.symbol)
            found.append(Start(step, entry.symbol, 1, entry.place.path.rpartition("/")[0]))
    return found


def find_flows(
    begin: Sequence[Start],
    edges: Iterable[Edge],
    capsules: Sequence[Capsule],
    models: Sequence[Model],
    services: Sequence[ExternalService] = (),
) -> tuple[Flow, ...]:
    """At most six flows, from different areas, those first that reach most."""
    calls = adjacency((edge for edge in edges if edge.resolution != "name"), frozenset({"calls"}))
    known = {capsule.symbol: capsule for capsule in capsules}
    entities = {model.symbol: model for model in models if model.symbol}
    outside = _outside(services)
    walked = []
    for start in begin:
        steps = _walk(start, calls, known, entities, outside)
        ends = {step.name for step in steps if step.kind in ("model", "external")}
        inner = sum(1 for step in steps if step.kind == "call")
        if len(steps) > 2 and (ends or inner > 1):
            walked.append((start, steps, len(ends) * 3 + inner + start.weight * 2))
    walked.sort(key=lambda item: (-item[2], item[0].step.name, item[0].symbol))
    chosen: list[tuple[Start, list[FlowStep], int]] = []
    for one_per_area in (True, False):
        for candidate in walked:
            if len(chosen) >= MOST:
                break
            areas = {start.area for start, _, _ in chosen}
            paths = {step.symbol for _, steps, _ in chosen for step in steps[1:2]}
            if candidate in chosen or candidate[1][1].symbol in paths or (one_per_area and candidate[0].area in areas):
                continue
            chosen.append(candidate)
    chosen.sort(key=lambda item: (-item[2], item[0].step.name))
    return tuple(Flow(start.step.name, tuple(steps), start.step.place) for start, steps, _ in chosen)


def _outside(services: Sequence[ExternalService]) -> dict[str, str]:
    """{package name: service's name} of services known by a dependency."""
    found = {}
    for service in services:
        if service.evidence.startswith("dependency "):
            found[service.evidence.removeprefix("dependency ").replace("-", "_").lower()] = service.name
    return found


def _walk(
    start: Start,
    calls: Mapping[str, Sequence[Edge]],
    known: Mapping[str, Capsule],
    entities: Mapping[str, Model],
    outside: Mapping[str, str],
) -> list[FlowStep]:
    steps = [start.step]
    seen: set[str] = set()
    waiting = [(start.symbol, 1, "exact", "handler")]
    while waiting and len(steps) < STEPS:
        symbol, depth, via, kind = waiting.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        model = entities.get(symbol) or entities.get(symbol.rpartition(".")[0])
        capsule = known.get(symbol)
        if model is not None and kind != "handler":
            if ("model", model.symbol) not in {(step.kind, step.symbol) for step in steps}:
                steps.append(FlowStep("model", model.name, model.place, model.symbol, depth, "", via))
            continue
        if capsule is None or (capsule.kind == "module" and kind != "handler"):
            continue
        name = symbol.partition("#")[2] or capsule.name
        place = Place(capsule.path, capsule.line, capsule.end_line)
        steps.append(FlowStep(kind, name, place, symbol, depth, _first_line(capsule.docstring), via))
        following = []
        for edge in calls.get(symbol, ()):
            if edge.is_external:
                service = outside.get(edge.target.partition(".")[0].lower())
                if service and ("external", service) not in {(step.kind, step.name) for step in steps} and len(steps) < STEPS:
                    spot = Place(capsule.path, edge.line, edge.line)
                    steps.append(FlowStep("external", service, spot, edge.target, depth + 1, edge.target, edge.resolution))
            elif depth < DEPTH and not is_test(edge.target.partition("#")[0]):
                following.append((edge.target, depth + 1, edge.resolution, "call"))
        waiting.extend(reversed(following))
    return steps


def _first_line(docstring: str) -> str:
    return docstring.strip().partition("\n")[0].strip()[:160]
