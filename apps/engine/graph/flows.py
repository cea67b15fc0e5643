"""The principal flows: walks from endpoints and entry points through calls to models and systems outside.

Only edges that were followed (exact or inferred) are walked, no test code, and only flows that lead somewhere are kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.engine.facts import Capsule, Edge, Endpoint, EntryPoint, ExternalService, Flow, FlowStep, Model, Place
from apps.engine.graph.testfiles import is_test

MOST = 6  # flows
STEPS = 12  # of one flow
DEPTH = 6
_COLLECTED = 80  # steps looked at before the least telling ones are left out
_ENTRIES = 2  # flows that start at an entry point, where endpoints would fill the list
WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_WALKED = frozenset({"calls", "uses"})
_CLASSES = frozenset({"class", "interface", "enum", "struct", "trait"})
_CALLABLE = frozenset({"function", "method", "component", "constructor", "accessor"})
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_RUNS = frozenset({"dispatch", "handle", "run", "__call__", "resolve", "execute"})
_STORED = frozenset({"table", "document"})
# Packages whose calls leave the process, by the first part of their name.
_OUTSIDE = {
    "requests": "HTTP (requests)", "httpx": "HTTP (httpx)", "aiohttp": "HTTP (aiohttp)", "urllib3": "HTTP (urllib3)",
    "axios": "HTTP (axios)", "fetch": "HTTP (fetch)", "got": "HTTP (got)", "node-fetch": "HTTP (node-fetch)",
    "smtplib": "mail (smtplib)", "nodemailer": "mail (nodemailer)", "boto3": "AWS (boto3)", "stripe": "Stripe",
    "redis": "Redis", "ioredis": "Redis", "pymongo": "MongoDB", "psycopg": "PostgreSQL", "psycopg2": "PostgreSQL",
    "subprocess": "another program (subprocess)", "child_process": "another program (child_process)",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Start:
    """Where a flow begins: its first step, the symbol that is walked from, how much it weighs, and its neighbourhood.

    Without a symbol of its own the code between `first` and `last` line of the module `module` is walked.
    """

    step: FlowStep
    symbol: str
    weight: int
    area: str
    module: str = ""
    first: int = 0
    last: int = 0


def starts(endpoints: Sequence[Endpoint], entry_points: Sequence[EntryPoint]) -> list[Start]:
    """Endpoints (writing ones weigh more) and runnable entry points, outside tests."""
    found = []
    for endpoint in endpoints:
        path = endpoint.place.path
        if is_test(path):
            continue
        method = endpoint.method.upper()
        place = endpoint.registered or endpoint.place
        step = FlowStep("endpoint", f"{endpoint.method} {endpoint.path}", place, endpoint.symbol)
        weight = 3 if method in WRITES else 2
        found.append(Start(step, endpoint.symbol, weight, path, path, endpoint.place.line, endpoint.place.end_line))
    for entry in entry_points:
        if not is_test(entry.place.path) and entry.symbol:
            step = FlowStep("entry", entry.what, entry.place, entry.symbol)
            found.append(Start(step, entry.symbol, 1, entry.place.path))
    return found


def find_flows(
    begin: Sequence[Start],
    edges: Iterable[Edge],
    capsules: Sequence[Capsule],
    models: Sequence[Model],
    services: Sequence[ExternalService] = (),
) -> tuple[Flow, ...]:
    """At most six flows from different places: writing endpoints first, then reading ones, then commands."""
    walker = _Walker(edges, capsules, models, services)
    walked = []
    for start in begin:
        steps = walker.walk(start)
        score = _score(steps, walker)
        if score > 0:
            walked.append(_Candidate(start, tuple(steps), score))
    walked.sort(key=lambda item: (-item.start.weight, -item.score, item.start.step.name, item.start.symbol))
    return tuple(Flow(item.start.step.name, item.steps, item.start.step.place) for item in _choose(walked))


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: Start
    steps: tuple[FlowStep, ...]
    score: int


def _choose(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    chosen: list[_Candidate] = []
    has_endpoints = sum(item.start.weight > 1 for item in candidates)
    for spread in (True, False):
        for candidate in candidates:
            if len(chosen) >= MOST:
                break
            entries = sum(item.start.weight == 1 for item in chosen)
            if candidate.start.weight == 1 and has_endpoints >= MOST - _ENTRIES and entries >= _ENTRIES:
                continue
            areas = {item.start.area for item in chosen}
            if candidate in chosen or (spread and candidate.start.area in areas):
                continue
            if any(_resembles(candidate, item) for item in chosen):
                continue
            if candidate.start.weight > 1 and has_endpoints and not _room(chosen, candidates):
                continue
            chosen.append(candidate)
    return sorted(chosen, key=lambda item: (-item.start.weight, -item.score, item.start.step.name))


def _room(chosen: Sequence[_Candidate], candidates: Sequence[_Candidate]) -> bool:
    """Whether an endpoint may take the last place: one is kept for an entry point that leads somewhere."""
    waiting = any(item.start.weight == 1 and item not in chosen for item in candidates)
    endpoints = sum(item.start.weight > 1 for item in chosen)
    return endpoints < MOST - (1 if waiting else 0)


def _resembles(one: _Candidate, other: _Candidate) -> bool:
    """Whether two flows run through the same code."""
    mine = {step.symbol for step in one.steps[1:] if step.kind in ("handler", "call")}
    theirs = {step.symbol for step in other.steps[1:] if step.kind in ("handler", "call")}
    return bool(mine) and len(mine & theirs) * 2 > min(len(mine), len(theirs))


def _score(steps: Sequence[FlowStep], walker: _Walker) -> int:
    """How much a flow tells; 0 where it leads nowhere."""
    stored = {step.symbol or step.name for step in steps if step.kind == "model" and walker.is_stored(step)}
    schemas = {step.symbol or step.name for step in steps if step.kind == "model"} - stored
    outside = {step.name for step in steps if step.kind == "external"}
    inner = sum(step.kind == "call" for step in steps)
    if not (stored or outside or schemas or inner > 1):
        return 0
    return min(len(stored), 3) * 4 + min(len(outside), 2) * 4 + min(len(schemas), 2) + min(inner, 5)


class _Walker:
    """Walks the graph from a start."""

    def __init__(
        self, edges: Iterable[Edge], capsules: Sequence[Capsule], models: Sequence[Model], services: Sequence[ExternalService]
    ) -> None:
        self._edges: dict[str, list[Edge]] = defaultdict(list)
        for edge in edges:
            if edge.kind in _WALKED and edge.resolution != "name":
                self._edges[edge.source].append(edge)
        for group in self._edges.values():
            group.sort(key=lambda edge: (edge.line, edge.kind, edge.target))
        self._known = {capsule.symbol: capsule for capsule in capsules}
        self._methods: dict[str, list[Capsule]] = defaultdict(list)
        self._in_file: dict[str, list[Capsule]] = defaultdict(list)
        for capsule in capsules:
            if capsule.kind in _CALLABLE:
                self._methods[capsule.parent].append(capsule)
                self._in_file[capsule.path].append(capsule)
        for found in self._in_file.values():
            found.sort(key=lambda capsule: (capsule.line, capsule.symbol))
        self._models = {model.symbol: model for model in models if model.symbol}
        for model in models:
            self._models.setdefault(f"{model.place.path}#{model.name}", model)
        self._outside = dict(_OUTSIDE)
        for service in services:
            if service.evidence.startswith("dependency "):
                package = service.evidence.removeprefix("dependency ").lower()
                self._outside[package] = self._outside[package.replace("-", "_")] = service.name

    def is_stored(self, step: FlowStep) -> bool:
        """Whether the model of a step is kept in a database."""
        model = self._models.get(step.symbol)
        return model is not None and model.kind in _STORED

    def walk(self, start: Start) -> list[FlowStep]:
        """The start, then what it reaches, each step below the one that calls it; at most `STEPS`."""
        steps = [start.step]
        seen: set[str] = set()
        waiting: list[tuple[Edge | None, str, int]] = [(None, symbol, 1) for symbol in reversed(self._handlers(start))]
        if not waiting and start.module:
            inside = [edge for edge in self._edges.get(start.module, ()) if start.first <= edge.line <= start.last]
            waiting = [(edge, edge.target, 1) for edge in reversed(inside)]
        while waiting and len(steps) < _COLLECTED:
            edge, symbol, depth = waiting.pop()
            step = self._step(edge, symbol, depth, seen)
            if step is None:
                continue
            steps.append(step)
            if step.kind in ("call", "handler") and depth < DEPTH:
                seen.add(symbol)
                waiting.extend((following, following.target, depth + 1) for following in reversed(self._following(symbol)))
        return _shorten(steps)

    def _handlers(self, start: Start) -> list[str]:
        """The functions a start runs; for a class its methods named after the request's method, else all."""
        capsule = self._known.get(start.symbol)
        if start.module and (capsule is None or capsule.kind == "module"):
            inside = [found for found in self._in_file[start.module] if start.first <= found.line <= max(start.last, start.first)]
            return [inside[0].symbol] if inside else []
        if capsule is None:
            return []
        if capsule.kind not in _CLASSES:
            return [start.symbol]
        methods = sorted(self._methods[start.symbol], key=lambda method: method.line)
        verb = start.step.name.partition(" ")[0].lower()
        for wanted in ({verb}, _RUNS, _VERBS):
            named = [method.symbol for method in methods if method.name in wanted]
            if named:
                return named
        return [method.symbol for method in methods if not method.name.startswith("_") and method.kind == "method"]

    def _following(self, symbol: str) -> list[Edge]:
        return [edge for edge in self._edges.get(symbol, ()) if edge.is_external or not is_test(edge.target.partition("#")[0])]

    def _step(self, edge: Edge | None, symbol: str, depth: int, seen: set[str]) -> FlowStep | None:
        """The step an edge leads to, None where it tells nothing or was told before."""
        via = edge.resolution if edge is not None else "exact"
        if edge is not None and edge.is_external:
            return self._external(edge, depth, seen)
        model = self._models.get(symbol) or self._models.get(symbol.rpartition(".")[0])
        if model is not None and edge is not None:
            key = f"model {model.place.path}#{model.name}"
            is_constructor = symbol.rpartition(".")[2] in ("__init__", "constructor")
            if symbol in self._models or is_constructor:
                if key in seen:
                    return None
                seen.add(key)
                return FlowStep(
                    "model", model.name, model.place, symbol if symbol in self._models else model.symbol, depth, "", via
                )
        capsule = self._known.get(symbol)
        if capsule is None or symbol in seen:
            return None
        if edge is not None and (capsule.kind not in _CALLABLE and not (capsule.kind in _CLASSES and edge.kind == "calls")):
            return None
        if edge is not None and capsule.name.endswith(("Error", "Exception")):
            return None
        name = symbol.partition("#")[2] or capsule.name
        place = Place(capsule.path, capsule.line, capsule.end_line)
        kind = "handler" if edge is None else "call"
        via = "inferred" if edge is not None and edge.kind == "uses" else via
        return FlowStep(kind, name, place, symbol, depth, _first_line(capsule.docstring), via)

    def _external(self, edge: Edge, depth: int, seen: set[str]) -> FlowStep | None:
        first = edge.target.partition(".")[0].partition("/")[0].partition("(")[0].lower()
        name = self._outside.get(first) or self._outside.get(edge.target.partition(".")[0].lower())
        if not name or f"external {name}" in seen:
            return None
        seen.add(f"external {name}")
        place = Place(edge.source.partition("#")[0], edge.line, edge.line)
        return FlowStep("external", name, place, edge.target, depth, edge.target, edge.resolution)


def _shorten(steps: list[FlowStep]) -> list[FlowStep]:
    """At most `STEPS`: branches that reach no model and nothing outside go first, the deepest of them before others."""
    while len(steps) > STEPS:
        telling = _telling(steps)
        leaves = [at for at in range(1, len(steps)) if at + 1 >= len(steps) or steps[at + 1].depth <= steps[at].depth]
        plain = [at for at in leaves if at not in telling] or leaves
        drop = max(plain, key=lambda at: (steps[at].depth, at))
        steps = steps[:drop] + steps[drop + 1 :]
    return steps


def _telling(steps: Sequence[FlowStep]) -> set[int]:
    """Steps that are, or lead to, a model or something outside."""
    out: set[int] = set()
    above: list[int] = []
    for at, step in enumerate(steps):
        while above and steps[above[-1]].depth >= step.depth:
            above.pop()
        if step.kind in ("model", "external"):
            out.update([*above, at])
        above.append(at)
    return out


def _first_line(docstring: str) -> str:
    return docstring.strip().partition("\n")[0].strip()[:160]
