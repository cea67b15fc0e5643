"""Celery's periodic tasks: tables of entries, single entries set later (under a condition too), updates, `add_periodic_task`."""

from __future__ import annotations

from apps.engine.facts import Call, FileFacts, Job, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, dict_item, keyword, source_of

_TABLES = ("beat_schedule", "CELERY_BEAT_SCHEDULE", "CELERYBEAT_SCHEDULE")
_SIGNATURES = (".s", ".si", ".signature")


def find(code: Code, facts: FileFacts, found: Found) -> None:
    """Add what a Python file puts on the schedule."""
    for assignment in facts.assignments:
        value = assignment.value
        if value is None or value.kind != "dict":
            continue
        table, bracket, key = assignment.target.partition("[")
        if table.rpartition(".")[2] not in _TABLES:
            continue
        if bracket:
            place = Place(facts.path, assignment.line, assignment.end_line)
            _entry(code, facts, assignment.scope, key.rstrip("]").strip("\"'"), value, place, found)
        else:
            _table(code, facts, assignment.scope, value, found)
    for call in facts.calls:
        receiver, _, last = call.callee.text.rpartition(".")
        if last == "add_periodic_task" and receiver:
            _added(code, facts, call, found)
        elif last == "update" and call.arguments:
            given = argument(call, 0)
            if receiver.rpartition(".")[2] in _TABLES:
                _table(code, facts, call.scope, given, found)
            elif receiver.rpartition(".")[2] == "conf":
                _table(
                    code,
                    facts,
                    call.scope,
                    keyword(call.arguments, *sorted(_TABLES)) or dict_item(given, *sorted(_TABLES)),
                    found,
                )


def _table(code: Code, facts: FileFacts, scope: str, value: Value | None, found: Found) -> None:
    if value is None or value.kind != "dict":
        return
    for key, item in zip(value.keys, value.items, strict=False):
        place = Place(facts.path, key.line or item.line, item.end_line or key.line)
        _entry(code, facts, scope, key.text if key.kind == "string" else "", item, place, found)


def _entry(code: Code, facts: FileFacts, scope: str, key: str, item: Value, place: Place, found: Found) -> None:
    task, schedule = dict_item(item, "task"), dict_item(item, "schedule")
    name = code.folder.text(facts.path, scope, task) or key
    if name and schedule is not None:
        found.jobs.append(Job(name, "celery schedule", place, source_of(schedule), "", "framework:celery"))


def _added(code: Code, facts: FileFacts, call: Call, found: Found) -> None:
    """``sender.add_periodic_task(10.0, clean.s(), name="…")``."""
    schedule, task = argument(call, 0, "schedule"), argument(call, 1, "sig")
    if schedule is None or task is None:
        return
    made = task.call.callee.text if task.call is not None else task.text
    named = next((made.removesuffix(ending) for ending in _SIGNATURES if made.endswith(ending)), made)
    name = code.folder.text(facts.path, call.scope, keyword(call.arguments, "name")) or named
    if name:
        place = Place(facts.path, call.line, call.end_line)
        found.jobs.append(Job(name, "celery schedule", place, source_of(schedule), "", "framework:celery"))
