"""The principal flows: walks from endpoints, jobs and entry points through calls to models and systems outside.

Only edges that were followed (exact or inferred) are walked, no test code, and only flows that lead somewhere are kept.  Of these
are told: one that changes data, one of a job, one that signs somebody in, then what reaches things that none of them does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.engine.facts import Capsule, Edge, Endpoint, EntryPoint, ExternalService, Flow, FlowStep, Job, Model, Place
from apps.engine.graph.journeys import CALLABLE, CLASSES, Journey, Journeys
from apps.engine.graph.testfiles import is_test

MOST = 4  # flows
_FEW = 3  # flows that make further ones of the same kind, and commands, superfluous
_FEWEST = 2  # flows told even where they reach nothing but shapes of data
_VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
_RUNS = ("dispatch", "handle", "run", "__call__", "resolve", "execute")
# Methods that a framework's base class calls for a request's method.
_ACTIONS = {
    "get": ("list", "retrieve"), "post": ("create", "form_valid"), "put": ("update",), "patch": ("partial_update",),
    "delete": ("destroy",),
}  # fmt: skip
# What a start weighs: endpoints before programs before commands; among endpoints those that make something first.
_METHODS = {"POST": 4, "PUT": 3, "PATCH": 3, "DELETE": 2}
_ENDPOINT, _JOB, _PROGRAM, _COMMAND = 4, 3, 2, 1
# What a flow is told for, in the order in which they are told.
_CHANGE, _SIGN_IN, _READ, _LISTS, _WORK, _OTHER = range(6)
_SIGNS_IN = re.compile(r"(?:^|[^a-z])(?:sign|log)[-_]?in(?![a-z])|authenticate|access[-_]?tokens?(?![a-z])", re.I)
_PROGRAMS = frozenset({"asgi", "wsgi", "app", "main", "worker"})


@dataclass(frozen=True, slots=True)
class Start:
    """Where a flow begins: its first step, the symbol that is walked from, its rank, a bonus within it, and its neighbourhood.

    Without a symbol of its own the code between `first` and `last` line of the module `module` is walked.
    """

    step: FlowStep
    symbol: str
    rank: int
    bonus: int
    area: str
    module: str = ""
    first: int = 0
    last: int = 0


def starts(endpoints: Sequence[Endpoint], entry_points: Sequence[EntryPoint], jobs: Sequence[Job] = ()) -> list[Start]:
    """Endpoints (writing ones weigh more), jobs, then runnable entry points, each code once, outside tests."""
    found = []
    for endpoint in endpoints:
        path = endpoint.place.path
        if is_test(path):
            continue
        method = endpoint.method.upper()
        place = endpoint.registered or endpoint.place
        step = FlowStep("endpoint", f"{endpoint.method} {endpoint.path}", place, endpoint.symbol)
        first, last = endpoint.place.line, endpoint.place.end_line
        found.append(Start(step, endpoint.symbol, _ENDPOINT, _METHODS.get(method, 1), path, path, first, last))
    seen: set[str] = set()
    for job in sorted(jobs, key=lambda job: (job.place, job.name)):
        if is_test(job.place.path) or "#" not in job.symbol or job.symbol in seen:
            continue
        seen.add(job.symbol)
        step = FlowStep("entry", f"background job `{job.name}`", job.place, job.symbol)
        found.append(Start(step, job.symbol, _JOB, 0, job.place.path))
    for entry in sorted(entry_points, key=lambda entry: (not entry.source.startswith("framework"), entry.place, entry.what)):
        if is_test(entry.place.path) or not entry.symbol or entry.symbol in seen:
            continue
        seen.add(entry.symbol)
        step = FlowStep("entry", entry.what, entry.place, entry.symbol)
        found.append(Start(step, entry.symbol, _PROGRAM if entry.kind in _PROGRAMS else _COMMAND, 0, entry.place.path))
    return found


def find_flows(
    begin: Sequence[Start],
    edges: Iterable[Edge],
    capsules: Sequence[Capsule],
    models: Sequence[Model],
    services: Sequence[ExternalService] = (),
    *,
    texts: Mapping[str, str] | None = None,
    needed: Sequence[tuple[Edge, Place | None]] = (),
) -> tuple[Flow, ...]:
    """At most four flows that reach different things: writing endpoints first, then reading ones, jobs, programs, commands.

    `texts` (by path) tell on which line of a statement something is named, `needed` which edges come from parameters.
    """
    journeys = Journeys(edges, capsules, models, services, texts or {}, needed)
    finder = _Handlers(journeys, capsules)
    walked = []
    for start in begin:
        handlers = finder.of(start)
        if handlers:
            journey = journeys.from_handlers(start.step, handlers, in_phases=start.rank == _JOB)
        elif start.module and not finder.is_class(start.symbol):
            journey = journeys.from_edges(start.step, journeys.between(start.module, start.first, start.last))
        else:
            continue
        score = _score(start, journey, journeys)
        if score > 0:
            reached = _reached(journey, journeys)
            walked.append(_Candidate(start, journey, score, reached, _purpose(start, journey, reached)))
    walked.sort(key=_rank)
    return tuple(
        Flow(item.start.step.name, item.journey.steps, item.start.step.place, item.journey.left_out) for item in _choose(walked)
    )


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: Start
    journey: Journey
    score: int
    reached: frozenset[str]  # stored models and systems outside
    purpose: int

    @property
    def is_thin(self) -> bool:
        """Whether it is hardly more than its start: no call inside the repository, no model, one system."""
        return len(self.reached) < 2 and not any(step.kind in ("call", "model") for step in self.journey.steps)

    @property
    def inner(self) -> frozenset[str]:
        return frozenset(step.symbol for step in self.journey.steps if step.kind in ("handler", "call"))

    @property
    def names(self) -> frozenset[str]:
        """Names of the functions below the handler, without their classes: twins in two folders have the same."""
        return frozenset(step.name.rpartition(".")[2] for step in self.journey.steps if step.kind == "call")


def _reached(journey: Journey, journeys: Journeys) -> frozenset[str]:
    stored = {step.symbol for step in journey.steps if step.kind == "model" and journeys.is_stored(step)}
    return frozenset(stored | {step.name for step in journey.steps if step.kind == "external"})


def _purpose(start: Start, journey: Journey, reached: frozenset[str]) -> int:
    if start.rank == _JOB:
        return _WORK
    if start.rank != _ENDPOINT:
        return _OTHER
    method, _, path = start.step.name.partition(" ")
    if method.upper() not in ("GET", "HEAD") and _SIGNS_IN.search(f"{path} {start.symbol.partition('#')[2]}"):
        return _SIGN_IN
    if journey.writes or method.upper() in _METHODS:
        return _CHANGE
    return _READ if len(reached) > 1 else _LISTS


def _told(item: _Candidate) -> tuple[int, int, str, str]:
    """Where a flow stands: by what it is told for and its name, so that a change of another flow moves none."""
    return (-item.start.rank, item.purpose, item.start.step.name, item.start.symbol)


def _rank(item: _Candidate) -> tuple[int, int, str, str]:
    return (-item.start.rank, -item.score, item.start.step.name, item.start.symbol)


def _choose(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """One flow that changes data, one job, one that signs in; then endpoints that reach what no flow before reached.

    They are from different files if they can be, and at most one only lists what one model holds.  Programs follow in the places
    left, commands only where little else is told, and what is hardly more than its start where nothing else is.
    """
    chosen: list[_Candidate] = []
    reached: set[str] = set()
    thick = [item for item in candidates if not item.is_thin]
    for purpose in (_SIGN_IN, _CHANGE, _WORK):
        fitting = (item for item in thick if item.purpose == purpose and (item.reached or purpose == _SIGN_IN))
        first = next((item for item in fitting if not any(_resembles(item, other) for other in chosen)), None)
        if first is not None:
            chosen.append(first)
            reached |= first.reached
    passes = (
        (_ENDPOINT, True, True, MOST), (_ENDPOINT, True, False, MOST), (_JOB, True, True, MOST),
        (_ENDPOINT, False, True, _FEW), (_PROGRAM, True, False, MOST), (_COMMAND, True, False, _FEW),
        (_ENDPOINT, False, False, _FEWEST),
        (_JOB, False, False, _FEWEST), (_PROGRAM, False, False, _FEWEST), (_COMMAND, False, False, _FEWEST),
    )  # fmt: skip
    for rank, wants_new, wants_spread, limit in passes:
        for candidate in thick or candidates:
            if len(chosen) >= limit:
                break
            if candidate.purpose == _LISTS and any(item.purpose == _LISTS for item in chosen):
                continue
            if candidate.start.rank != rank or candidate in chosen:
                continue
            if wants_spread and any(item.start.area == candidate.start.area for item in chosen):
                continue
            if wants_new and not candidate.reached - reached:
                continue
            if not candidate.reached and limit != _FEWEST:
                continue
            if any(_resembles(candidate, item) for item in chosen):
                continue
            chosen.append(candidate)
            reached |= candidate.reached
    return sorted(chosen, key=_told)


def _resembles(one: _Candidate, other: _Candidate) -> bool:
    """Whether two flows run through the same code, or through code that is called the same."""
    for mine, theirs in ((one.inner, other.inner), (one.names, other.names)):
        shared = len(mine & theirs)
        if shared and shared * 2 > min(len(mine), len(theirs)):
            return True
    return False


def _score(start: Start, journey: Journey, journeys: Journeys) -> int:
    """How much a flow tells; 0 where it leads nowhere."""
    steps = journey.steps
    stored = {step.symbol for step in steps if step.kind == "model" and journeys.is_stored(step)}
    schemas = {step.symbol for step in steps if step.kind == "model"} - stored
    outside = {step.name for step in steps if step.kind == "external"}
    inner = sum(step.kind == "call" for step in steps)
    if not (stored or outside or schemas or inner > 1):
        return 0
    ends = min(len(stored), 3) * 4 + min(len(outside), 2) * 5 + min(len(schemas), 2) + min(journey.writes, 2) * 4
    return ends + min(inner, 5) + start.bonus


class _Handlers:
    """The functions a start runs."""

    def __init__(self, journeys: Journeys, capsules: Sequence[Capsule]) -> None:
        self._known = journeys.known
        self._family = journeys.family
        self._in_file: dict[str, list[Capsule]] = defaultdict(list)
        for capsule in capsules:
            if capsule.kind in CALLABLE:
                self._in_file[capsule.path].append(capsule)
        for found in self._in_file.values():
            found.sort(key=lambda capsule: (capsule.line, capsule.symbol))

    def is_class(self, symbol: str) -> bool:
        """Whether a symbol is that of a class."""
        capsule = self._known.get(symbol)
        return capsule is not None and capsule.kind in CLASSES

    def of(self, start: Start) -> list[str]:
        """The function itself; of a class the methods that serve the request, inherited ones too; never its constructor."""
        capsule = self._known.get(start.symbol)
        if start.module and (capsule is None or capsule.kind == "module"):
            inside = [found for found in self._in_file[start.module] if start.first <= found.line <= max(start.last, start.first)]
            return [inside[0].symbol] if inside else []
        if capsule is None:
            return []
        if capsule.kind not in CLASSES:
            return [start.symbol]
        verb = start.step.name.partition(" ")[0].lower() if start.step.kind == "endpoint" else ""
        for wanted in ((verb,), _RUNS, _ACTIONS.get(verb, ()), _VERBS if verb not in _VERBS else ()):
            found = [self._family.method(start.symbol, name) for name in wanted if name]
            methods = sorted({symbol for symbol in found if symbol}, key=lambda symbol: (self._known[symbol].line, symbol))
            if methods:
                return methods
        return []
