"""Queues and schedules of JavaScript and TypeScript: Bull, BullMQ, Bee-Queue, Agenda, cron libraries, pg-boss."""

from __future__ import annotations

from apps.engine.facts import Call, FileFacts, Job, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.handlers import Handler, find_handler
from apps.engine.frameworks.text import argument, dict_item

_CRON = frozenset({
    "node-cron.schedule", "cron.CronJob", "cron.job", "cron.CronJob.from", "node-schedule.scheduleJob", "croner.Cron", "croner",
    "cron.schedule",
})  # fmt: skip
# What takes the jobs of a queue by the queue's name, given first.
_WORKERS = {
    "bullmq.Worker": "bullmq worker", "agenda.define": "agenda job", "agenda.Agenda.define": "agenda job",
    "pg-boss.work": "pg-boss job", "pg-boss.PgBoss.work": "pg-boss job",
}  # fmt: skip
# Objects that are a queue: `queue.process([name,] [concurrency,] handler)` takes its jobs.
_QUEUES = {"bull": "bull queue", "bull.default": "bull queue", "bee-queue": "bee-queue queue", "kue.createQueue": "kue queue"}
_SCHEDULED = {"agenda.every": "agenda schedule", "agenda.Agenda.every": "agenda schedule", "pg-boss.schedule": "pg-boss schedule"}
_PACKAGES = frozenset({
    "node-cron", "cron", "node-schedule", "croner", "bull", "bullmq", "bee-queue", "agenda", "@hokify/agenda", "pg-boss", "kue",
})  # fmt: skip
_SHOWN_ONLY = frozenset({"docs", "doc", "example", "examples", "sample", "samples"})
_LASTS = frozenset(
    {name.rpartition(".")[2] for name in (*_CRON, *_WORKERS, *_SCHEDULED)} | {"process", "schedule", "default", "Cron"}
)


def find(code: Code) -> Found:
    """Workers, processors and schedules."""
    found = Found()
    if code.imports.isdisjoint(_PACKAGES):
        return found
    for facts in code.script():
        if not _SHOWN_ONLY.isdisjoint(facts.path.split("/")[:-1]):
            continue  # only shows how something is done
        direct = {item.alias for item in facts.imports if item.module in _PACKAGES} | {
            name.alias or name.name for item in facts.imports if item.module in _PACKAGES for name in item.names
        }
        for call in facts.calls:
            if call.arguments and (call.callee.text.rpartition(".")[2] in _LASTS or call.callee.text in direct):
                _call(code, facts, call, found)
    return found


def _call(code: Code, facts: FileFacts, call: Call, found: Found) -> None:
    external = code.names.of(facts.path, call.scope, call.callee).external
    if external in _CRON:
        _cron(code, facts, call, found)
    elif external in _WORKERS:
        name = code.folder.text(facts.path, call.scope, argument(call, 0))
        if name:
            _add(facts, call, name, _WORKERS[external], _handler(code, facts, call, 1), "", found)
    elif external in _SCHEDULED:
        first = code.folder.text(facts.path, call.scope, argument(call, 0))
        name = code.folder.text(facts.path, call.scope, argument(call, 1))
        if first and name and external.endswith("every"):
            _add(facts, call, name, _SCHEDULED[external], None, first, found)
        elif first and name:
            _add(facts, call, first, _SCHEDULED[external], None, name, found)
    elif call.callee.text.endswith(".process"):
        _process(code, facts, call, found)


def _process(code: Code, facts: FileFacts, call: Call, found: Found) -> None:
    """``queue.process("send", 5, handler)``; the queue's own name is given where it is made."""
    owner = Value("name", call.callee.text.rpartition(".")[0], line=call.line)
    bound = code.names.of(facts.path, call.scope, owner)
    kind = _QUEUES.get(code.names.maker(bound).external, "")
    made = bound.value.call if bound.value is not None else None
    if not kind or made is None:
        return
    queue = code.folder.text(bound.path, bound.scope, argument(made, 0)) or owner.text
    name = code.folder.text(facts.path, call.scope, argument(call, 0)) if len(call.arguments) > 1 else None
    position = len(call.arguments) - 1
    _add(
        facts,
        call,
        f"{queue}: {name}" if name and not name.isdigit() else queue,
        kind,
        _handler(code, facts, call, position),
        "",
        found,
    )


def _handler(code: Code, facts: FileFacts, call: Call, position: int) -> Handler | None:
    given = argument(call, position)
    if given is None or given.kind not in ("function", "name", "call", "attribute"):
        return None
    return find_handler(code, facts.path, call.scope, given)


def _add(facts: FileFacts, call: Call, name: str, kind: str, handler: Handler | None, schedule: str, found: Found) -> None:
    here = Place(facts.path, call.line, call.end_line)
    is_known = handler is not None and handler.definition is not None
    place = handler.place if handler is not None and is_known else here
    symbol = handler.symbol if handler is not None and is_known else symbol_of(facts.path, call.scope)
    found.jobs.append(Job(name, kind, place, schedule, symbol, "syntax", here if is_known else None))


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
