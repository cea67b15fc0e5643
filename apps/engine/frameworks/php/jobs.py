"""Scheduled and background work of PHP: Laravel's schedule, handlers of Symfony's messages and its cron tasks."""

from __future__ import annotations

from apps.engine.facts import Definition, FileFacts, Job, Place, Value
from apps.engine.frameworks.call_chains import Chain, Step, chains
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.declared_code import annotation, given, last
from apps.engine.frameworks.found import Found

_WORK = frozenset({"command", "job", "call", "exec"})
_PLAIN = frozenset({
    "hourly", "daily", "weekly", "monthly", "quarterly", "yearly", "twiceDaily", "twiceDailyAt", "weekdays", "weekends", "cron",
    "hourlyAt", "dailyAt", "at", "weeklyOn", "monthlyOn", "twiceMonthly", "lastDayOfMonth", "quarterlyOn", "yearlyOn", "between",
    "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "days", "timezone",
})  # fmt: skip
_FACADE = "Illuminate.Support.Facades.Schedule"
_TYPE = "Illuminate.Console.Scheduling.Schedule"
_MESSAGES = "Symfony.Component.Messenger"
_TASKS = {"AsCronTask": "cron task", "AsPeriodicTask": "periodic task"}


def find(code: Code) -> Found:
    """What is run again and again, and what answers messages."""
    found = Found()
    for facts in code.own("PHP"):
        names = {(name.alias or name.name): f"{item.module}.{name.name}" for item in facts.imports for name in item.names}
        if _FACADE in names.values() or _TYPE in names.values():
            heads = {name for name, full in names.items() if full == _FACADE} | _typed(facts, names)
            found.jobs += [job for chain in chains(facts) if chain.head in heads and (job := _scheduled(code, facts, chain))]
        if any(full.startswith((_MESSAGES, "Symfony.Component.Scheduler")) for full in names.values()):
            for definition in facts.definitions:
                found.jobs += _handled(facts, definition)
    return found


def _typed(facts: FileFacts, names: dict[str, str]) -> set[str]:
    """Parameters that are the schedule."""
    found = {item.target for item in facts.assignments if item.kind == "parameter" and names.get(item.annotation) == _TYPE}
    for definition in facts.definitions:
        found |= {item.name for item in definition.parameters if names.get(item.annotation) == _TYPE}
    return found


def _scheduled(code: Code, facts: FileFacts, chain: Chain) -> Job | None:
    step = chain.step(*_WORK)
    value = step.value(0) if step is not None else None
    if step is None or value is None:
        return None
    when = " ".join(_written(each) for each in chain.steps if each.name in _PLAIN or each.name.startswith("every"))
    name, symbol = _work(code, facts, chain, step, value)
    return Job(name, "laravel schedule", Place(facts.path, chain.line, chain.end_line), when, symbol, "framework:laravel")


def _work(code: Code, facts: FileFacts, chain: Chain, step: Step, value: Value) -> tuple[str, str]:
    """(name, symbol) of what is run: a command by its words, a class by its `handle`, a function without a name."""
    target = value.call.callee if value.call is not None and value.call.is_new else value
    if target.kind == "name":
        found = code.resolver.resolve(facts.path, chain.scope, f"{target.text}.handle", chain.line)
        symbol = symbol_of(found.path, found.definition.qualname) if found.definition is not None else ""
        name = last(target.text).lstrip("\\")
        words = (
            [item.value.text for item in value.call.arguments if item.value.kind == "string"] if value.call is not None else []
        )
        return f"{name}({', '.join(words)})" if words else name, symbol
    return (value.text, "") if value.kind == "string" else (step.name, symbol_of(facts.path, chain.scope))


def _written(step: Step) -> str:
    inside = ", ".join(item.value.text for item in step.arguments if item.value.kind in ("string", "number"))
    return f"{step.name}({inside})" if inside else step.name


def _handled(facts: FileFacts, definition: Definition) -> list[Job]:
    place = Place(facts.path, definition.line, definition.end_line)
    symbol = symbol_of(facts.path, definition.qualname)
    task = annotation(definition, *_TASKS)
    if task is not None:
        value = given(task, "value", "expression", "frequency")
        when = value.text if value is not None and value.kind in ("string", "number") else ""
        return [Job(definition.qualname, _TASKS[last(task.name)], place, when, symbol, "framework:symfony")]
    is_handler = annotation(definition, "AsMessageHandler") is not None or any(
        last(base.text) in ("MessageHandlerInterface", "MessageSubscriberInterface") for base in definition.bases
    )
    return [Job(definition.qualname, "message handler", place, "", symbol, "framework:symfony")] if is_handler else []
