"""Work put on a queue or a schedule by a call: ``queue.enqueue("shop.tasks.send", …)``, ``scheduler.add_job(clean, "cron")``.

What is handed over is a function, or text that names one.  A function that only passes on what it is given is looked through:
its callers say what is enqueued.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Call, Definition, FileFacts, Import, Job, Parameter, Place, Unknown, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, keyword, positional, source_of

_PASSED_ON = 3  # functions, one calling the next, that hand the job over
_PARTIAL = frozenset({"functools.partial"})
_REASON = "What is put on the queue here is decided when the program runs."


@dataclass(frozen=True, slots=True)
class _Way:
    """A method that takes a job: the argument that holds it and the name of its kind."""

    position: int
    names: tuple[str, ...]
    kind: str
    schedule: tuple[str, ...] = ()  # arguments that say when
    when: int = -1  # the position of the one that says it without a name


_PARTS = ("trigger", "weeks", "days", "hours", "minutes", "seconds", "day_of_week", "day", "hour", "minute", "run_date")
# Last part of what is called → how it takes the job; the package that must stand behind it is in `_PACKAGES`.
_WAYS = {
    "enqueue": _Way(0, ("f", "func"), "rq job"),
    "enqueue_call": _Way(0, ("func",), "rq job"),
    "enqueue_at": _Way(1, ("f", "func"), "rq job"),
    "enqueue_in": _Way(1, ("f", "func"), "rq job"),
    "schedule": _Way(1, ("func",), "rq job", ("interval",)),
    "cron": _Way(1, ("func",), "rq job", ("cron_string",), 0),
    "add_job": _Way(0, ("func",), "apscheduler job", _PARTS, 1),
    "enqueue_job": _Way(0, ("function",), "arq job"),
    "async_task": _Way(0, ("func",), "django-q task"),
}
_PACKAGES = {
    "rq job": ("rq", "django_rq", "rq_scheduler", "flask_rq2", "flask_rq"),
    "apscheduler job": ("apscheduler", "flask_apscheduler", "django_apscheduler"),
    "arq job": ("arq",),
    "django-q task": ("django_q",),
}
# Where the receiver itself can't be followed (a parameter, an attribute), its name has to say what it is.
_RECEIVERS = {"rq job": ("queue", "scheduler"), "apscheduler job": ("scheduler", "sched"), "arq job": ("redis", "pool", "arq")}
# Objects of a framework that hold what the project puts on them.
_HOLDERS = ("flask.current_app.", "flask.g.", "quart.current_app.", "quart.g.")
# What starts a worker that runs whatever function it is named; prose only speaks of it.
_WORKER = re.compile(r"\brq\s+worker\b|\brqworker\b")
_PROSE = (".md", ".rst", ".txt", ".adoc", ".html")


@dataclass(frozen=True, slots=True)
class _Passing:
    """A function that hands over what one of its parameters holds."""

    position: int
    name: str
    way: _Way
    place: Place


def find(code: Code, files: list[FileFacts], found: Found) -> None:
    """Add the jobs that calls in `files` put on a queue; jobs found by a decorator are there already."""
    ways = {name: way for name, way in _WAYS.items() if not code.imports.isdisjoint(_PACKAGES[way.kind])}
    if not ways:
        return
    known = {job.symbol for job in found.jobs}
    passing: dict[tuple[str, str], _Passing] = {}
    called: set[tuple[str, str]] = set()
    for facts in files:
        for call in facts.calls:
            way = ways.get(_last(call))
            if way is None or not _is_queue(code, facts, call, way):
                continue
            given = argument(call, way.position, *way.names)
            if given is not None:
                _take(code, facts.path, call.scope, call, given, way, known, passing, found)
    for _ in range(_PASSED_ON):
        before = len(passing)
        for facts in files if passing else ():
            for call, passed, shift in _handed(code, facts, passing, called):
                given = keyword(call.arguments, passed.name) or positional(call.arguments, passed.position + shift)
                if given is not None:
                    _take(code, facts.path, call.scope, call, given, passed.way, known, passing, found)
        if len(passing) == before:
            break
    for key, passed in sorted(passing.items()):
        if key not in called:
            found.unknowns.append(Unknown("background job", passed.name, _REASON, passed.place))
    if "arq" in code.imports:
        _workers(code, files, known, found)


def _last(call: Call) -> str:
    return call.callee.text.rpartition(".")[2] if call.callee.kind in ("name", "attribute") else ""


def _is_queue(code: Code, facts: FileFacts, call: Call, way: _Way) -> bool:
    bound = code.names.of(facts.path, call.scope, call.callee)
    packages = _PACKAGES[way.kind]
    if bound.external and not bound.external.startswith(_HOLDERS):
        return bound.external.partition(".")[0] in packages
    if bound.kind == "definition" or call.callee.kind != "name" or "." not in call.callee.text:
        return False
    if not any(item.module.partition(".")[0] in packages for item in facts.imports) and "queue" not in call.callee.text.lower():
        return False
    receiver = call.callee.text.lower().split(".")[-2]
    return any(word in receiver for word in _RECEIVERS.get(way.kind, ()))


def _take(
    code: Code,
    path: str,
    scope: str,
    call: Call,
    given: Value,
    way: _Way,
    known: set[str],
    passing: dict[tuple[str, str], _Passing],
    found: Found,
) -> None:
    """One thing handed over: a job, something passed on, or an unknown."""
    here = Place(path, call.line, call.end_line)
    target = _function(code, path, scope, given)
    if target.kind == "definition" and target.definition is not None:
        symbol = symbol_of(target.path, target.definition.qualname)
        if symbol not in known:
            known.add(symbol)
            schedule = ", ".join(
                source_of(item.value)
                if not item.name or item.name in ("trigger", "cron_string", "run_date")
                else f"{item.name}={text}"
                for position, item in enumerate(call.arguments)
                if (text := source_of(item.value)) and (item.name in way.schedule or (position == way.when and not item.name))
            )
            found.jobs.append(
                Job(
                    target.definition.qualname,
                    way.kind,
                    place_of(target.path, target.definition),
                    schedule,
                    symbol,
                    f"framework:{way.kind.partition(' ')[0]}",
                    here,
                )
            )
        return
    if way.kind == "rq job" and (jobs := list(_of_module(code, path, given, here))):
        found.jobs += [job for job in jobs if job.symbol not in known]
        known.update(job.symbol for job in jobs)
        return
    owner = code.index(path).definitions.get(scope)
    if given.kind == "name" and owner is not None:
        names = [item.name for item in _given(owner)]
        if given.text in names:
            passing.setdefault((path, scope), _Passing(names.index(given.text), given.text, way, here))
            return
    if target.kind == "external":
        return  # a function of a package
    unknown = Unknown("background job", source_of(given)[:120], _REASON, here)
    if unknown not in found.unknowns:
        found.unknowns.append(unknown)


def _of_module(code: Code, path: str, given: Value, here: Place) -> Iterator[Job]:
    """The public functions of the module that ``f"shop.tasks.{name}"`` begins with, where something runs a worker."""
    if given.kind != "template" or len(given.items) != 2 or given.items[0].kind != "string":
        return
    module, dot, rest = given.items[0].text.rpartition(".")
    file = code.names.modules.python(path, module) if dot and module and not rest else None
    facts = code.files.get(file) if file is not None else None
    if facts is None or not any(_WORKER.search(text) for name, text in code.texts.items() if not name.endswith(_PROSE)):
        return
    for item in facts.definitions:
        if item.kind == "function" and not item.parent and not item.name.startswith("_"):
            place, symbol = place_of(facts.path, item), symbol_of(facts.path, item.qualname)
            yield Job(item.qualname, "rq job", place, "", symbol, "framework:rq", here)


def _given(owner: Definition) -> list[Parameter]:
    """The parameters a caller fills."""
    parameters = [item for item in owner.parameters if item.kind not in ("rest", "keywords")]
    return parameters[1:] if owner.kind == "method" and "staticmethod" not in owner.properties else parameters


def _function(code: Code, path: str, scope: str, given: Value) -> Bound:
    """The function meant: by reference, or by text such as ``package.module.function``."""
    text = code.folder.text(path, scope, given)
    if text is None:
        bound = code.names.of(path, scope, given)
        if bound.value is not None and bound.value.kind == "call" and bound.value.call is not None:
            inner = bound.value.call
            if code.names.of(bound.path, bound.scope, inner.callee).external in _PARTIAL and inner.arguments:
                return code.names.of(bound.path, bound.scope, inner.arguments[0].value)
        return bound
    parts = text.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:cut])
        if code.names.modules.python(path, module) is None:
            continue
        bound = code.names.imported(path, Import(module, kind="from"), parts[cut])
        for part in parts[cut + 1 :]:
            definition = bound.definition
            if bound.kind != "definition" or definition is None or definition.kind not in CLASSES:
                break
            bound = code.names.member(bound.path, definition, part)
        return bound
    return Bound("unknown")


def _handed(
    code: Code, facts: FileFacts, passing: dict[tuple[str, str], _Passing], called: set[tuple[str, str]]
) -> Iterator[tuple[Call, _Passing, int]]:
    """Calls of functions that pass a job on, also through ``partial``: (call, function, positions its arguments are moved)."""
    names = {qualname.rpartition(".")[2] for _, qualname in passing}
    for call in facts.calls:
        for value, shift in ((call.callee, 0), (positional(call.arguments, 0), 1)):
            if value is None or value.kind != "name" or (not shift and not call.arguments):
                continue
            brought = code.index(facts.path).imports.get(("", value.text))
            if value.text.rpartition(".")[2] not in names and (brought is None or brought[1] not in names):
                continue
            if shift and code.names.of(facts.path, call.scope, call.callee).external not in _PARTIAL:
                continue
            bound = code.names.of(facts.path, call.scope, value)
            key = (bound.path, bound.definition.qualname) if bound.definition is not None else ("", "")
            passed = passing.get(key)
            if passed is not None:
                called.add(key)
                yield call, passed, shift


def _workers(code: Code, files: list[FileFacts], known: set[str], found: Found) -> None:
    """``class WorkerSettings: functions = [send]``, the list of what an arq worker runs."""
    for facts in files:
        for assignment in facts.assignments:
            value = assignment.value
            if assignment.target != "functions" or not assignment.scope.endswith("WorkerSettings") or value is None:
                continue
            for item in value.items if value.kind == "list" else ():
                inner = item.call.arguments[0].value if item.kind == "call" and item.call and item.call.arguments else item
                target = _function(code, facts.path, "", inner)
                if target.definition is None:
                    continue
                symbol = symbol_of(target.path, target.definition.qualname)
                if symbol not in known:
                    known.add(symbol)
                    place = place_of(target.path, target.definition)
                    here = Place(facts.path, assignment.line, assignment.end_line)
                    found.jobs.append(Job(target.definition.qualname, "arq job", place, "", symbol, "framework:arq", here))
