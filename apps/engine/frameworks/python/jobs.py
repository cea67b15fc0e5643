"""Background and scheduled work of Python, by decorator, schedule or worker: Celery, RQ, Dramatiq, Huey, APScheduler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apps.engine.facts import Decorator, EntryPoint, FileFacts, Job, Place
from apps.engine.frameworks import background
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python import beat, queues
from apps.engine.frameworks.text import keyword, source_of

_TASKS = {
    "celery.shared_task": "celery task", "celery.app.shared_task": "celery task", "django.tasks.task": "django task",
    "celery.Celery.task": "celery task",
    "celery.task": "celery task",
    "celery.decorators.task": "celery task", "celery.task.periodic_task": "celery task", "rq.decorators.job": "rq job",
    "django_rq.job": "rq job",
    "dramatiq.actor": "dramatiq actor", "huey.contrib.djhuey.task": "huey task", "huey.contrib.djhuey.db_task": "huey task",
    "huey.contrib.djhuey.periodic_task": "huey task", "huey.contrib.djhuey.db_periodic_task": "huey task",
    "procrastinate.App.task": "procrastinate task",
    "huey.RedisHuey.task": "huey task", "huey.RedisHuey.periodic_task": "huey task", "huey.SqliteHuey.task": "huey task",
    "arq.cron": "cron",
    "taskiq.InMemoryBroker.task": "taskiq task", "celery.Celery.on_after_configure.connect": "",
}  # fmt: skip
_OBJECTS = {
    "huey": "huey task", "taskiq": "taskiq task", "apscheduler": "apscheduler job", "flask_apscheduler": "apscheduler job",
    "flask_rq2": "rq job", "rq": "rq job", "django_rq": "rq job", "procrastinate": "procrastinate task",
    "faststream": "faststream subscriber", "faust": "faust agent",
}  # fmt: skip
_METHODS = frozenset(
    {"task", "periodic_task", "db_task", "db_periodic_task", "scheduled_job", "job", "actor", "subscriber", "agent"}
)
_MAKERS = frozenset(name.rpartition(".")[2] for name in _TASKS) | _METHODS
_NOT_WHEN = frozenset({"id", "name", "args", "kwargs", "queue", "max_instances", "misfire_grace_time", "coalesce", "retries"})
_SHOWN_ONLY = frozenset({"docs", "doc", "example", "examples", "sample", "samples"})


def find(code: Code) -> Found:
    """Jobs, their schedules, and worker applications."""
    found = Found()
    python = [facts for facts in code.own("Python", migrations=True) if _is_used(facts)]
    own = _own_decorators(code, python)
    for facts in python:
        _python(code, facts, own, found)
        beat.find(code, facts, found)
    background.find(code, found)
    queues.find(code, [facts for facts in python if code.roles.get(facts.path, "code") != "migration"], found)
    return found


def _is_used(facts: FileFacts) -> bool:
    """Not a file that only shows how something is done."""
    return _SHOWN_ONLY.isdisjoint(facts.path.split("/")[:-1])


def _own_decorators(code: Code, files: Sequence[FileFacts]) -> dict[tuple[str, str], str]:
    """{(path, qualified name): kind} of functions whose body makes a task of what they are given."""
    found: dict[tuple[str, str], str] = {}
    for facts in files:
        functions = {item.qualname for item in facts.definitions if item.kind == "function" and not item.parent}
        used = [(call.scope, call.callee.text, call.line) for call in facts.calls if call.callee.kind == "name"]
        used += [
            (definition.parent, decorator.name, decorator.line)
            for definition in facts.definitions
            for decorator in definition.decorators
        ]
        for scope, name, line in used:
            owner = scope.partition(".")[0]
            if owner in functions and name.rpartition(".")[2] in _MAKERS:
                kind = _TASKS.get(code.names.bind(facts.path, scope, name, line).external)
                if kind:
                    found.setdefault((facts.path, owner), kind)
    return found


def _kind_of(code: Code, path: str, parent: str, decorator: Decorator, own: Mapping[tuple[str, str], str]) -> str:
    """What kind of task a decorator makes, "" if none."""
    if not own and decorator.name.rpartition(".")[2] not in _MAKERS:
        return ""
    bound = code.names.bind(path, parent, decorator.name, decorator.line)
    if bound.kind == "definition" and bound.definition is not None:
        return own.get((bound.path, bound.definition.qualname), "")
    package, _, last = bound.external.partition(".")
    if package in _OBJECTS and last.rpartition(".")[2] in _METHODS:  # objects of any of their classes
        return _OBJECTS[package]
    return _TASKS.get(bound.external, "")


def _python(code: Code, facts: FileFacts, own: Mapping[tuple[str, str], str], found: Found) -> None:
    for definition in facts.definitions:
        for decorator in definition.decorators:
            kind = _kind_of(code, facts.path, definition.parent, decorator, own)
            # A function inside one that makes tasks is not known by name: what is given to it is.
            if kind and (facts.path, definition.qualname.partition(".")[0]) not in own:
                given = keyword(decorator.arguments, "name")
                name = (
                    code.folder.text(facts.path, definition.parent, given) if given is not None else ""
                ) or definition.qualname
                symbol = symbol_of(facts.path, definition.qualname)
                when = ""
                if kind == "apscheduler job" or decorator.name.endswith("periodic_task"):
                    when = ", ".join(
                        f"{item.name}={source_of(item.value)}" if item.name else source_of(item.value)
                        for item in decorator.arguments
                        if item.name not in _NOT_WHEN
                    )
                place = Place(facts.path, decorator.line or definition.line, definition.end_line)
                found.jobs.append(Job(name, kind, place, when, symbol, f"framework:{kind.partition(' ')[0]}"))
                break
    for assignment in facts.assignments:
        value = assignment.value
        call = value.call if value is not None else None
        if call is not None and code.names.of(facts.path, assignment.scope, call.callee).external in (
            "celery.Celery",
            "celery.app.Celery",
        ):
            place = Place(facts.path, assignment.line, assignment.end_line)
            found.entry_points.append(
                EntryPoint("worker", f"Celery application `{assignment.target}`", place, facts.path, "framework:celery")
            )
            found.frameworks.append("Celery")
    if any(job.kind == "celery task" for job in found.jobs):
        found.frameworks.append("Celery")
