"""Background and scheduled work: Celery, RQ, Dramatiq, Huey, APScheduler, cron packages of JavaScript."""

from __future__ import annotations

from apps.engine.facts import Call, EntryPoint, FileFacts, Job, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.text import argument, dict_item, keyword, source_of

_TASKS = {
    "celery.shared_task": "celery task", "celery.app.shared_task": "celery task", "celery.Celery.task": "celery task",
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
_CRON = frozenset(
    {"node-cron.schedule", "cron.CronJob", "cron.job", "node-schedule.scheduleJob", "croner.Cron", "cron.CronJob.from"}
)


def find(code: Code) -> Found:
    """Jobs, their schedules, and worker applications."""
    found = Found()
    for facts in code.python():
        _python(code, facts, found)
    for facts in code.script():
        for call in facts.calls:
            if code.names.of(facts.path, call.scope, call.callee).external in _CRON:
                _cron(code, facts, call, found)
    return found


def _python(code: Code, facts: FileFacts, found: Found) -> None:
    for definition in facts.definitions:
        for decorator in definition.decorators:
            last = decorator.name.rpartition(".")[2]
            if last not in ("shared_task", "task", "job", "actor", "db_task", "periodic_task", "db_periodic_task"):
                continue
            kind = _TASKS.get(code.names.bind(facts.path, definition.parent, decorator.name, decorator.line).external)
            if kind:
                given = keyword(decorator.arguments, "name")
                name = (
                    code.folder.text(facts.path, definition.parent, given) if given is not None else ""
                ) or definition.qualname
                symbol = symbol_of(facts.path, definition.qualname)
                found.jobs.append(
                    Job(name, kind, place_of(facts.path, definition), "", symbol, f"framework:{kind.partition(' ')[0]}")
                )
                break
    for assignment in facts.assignments:
        value = assignment.value
        last = assignment.target.rpartition(".")[2]
        if (
            value is not None
            and value.kind == "dict"
            and last in ("beat_schedule", "CELERY_BEAT_SCHEDULE", "CELERYBEAT_SCHEDULE")
        ):
            _beat(code, facts, assignment.scope, value, found)
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


def _beat(code: Code, facts: FileFacts, scope: str, value: Value, found: Found) -> None:
    for key, item in zip(value.keys, value.items, strict=False):
        task, schedule = dict_item(item, "task"), dict_item(item, "schedule")
        name = code.folder.text(facts.path, scope, task) or (key.text if key.kind == "string" else "")
        if name and schedule is not None:
            place = Place(facts.path, key.line or item.line, item.end_line or key.line)
            found.jobs.append(Job(name, "cron", place, source_of(schedule), "", "framework:celery"))


def _cron(code: Code, facts: FileFacts, call: Call, found: Found) -> None:
    first = argument(call, 0)
    if first is not None and first.kind == "dict":
        when, what = dict_item(first, "cronTime", "schedule"), dict_item(first, "onTick")
    else:
        when = first
        what = next(
            (item.value for item in call.arguments[1:] if item.value.kind in ("function", "name", "call", "attribute")), None
        )
    text = code.folder.text(facts.path, call.scope, when)
    if text is None:
        return
    name = find_handler(code, facts.path, call.scope, what).name if what is not None else "job"
    place = Place(facts.path, call.line, call.end_line)
    found.jobs.append(Job(name, "cron", place, text, symbol_of(facts.path, call.scope), "syntax"))
