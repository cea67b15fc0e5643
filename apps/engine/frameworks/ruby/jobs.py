"""Background work of Ruby: classes of Active Job and Sidekiq, with those that inherit from them, and Clockwork's schedules."""

from __future__ import annotations

from apps.engine.facts import Call, Definition, FileFacts, Job, Place, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.ruby.blocks import block_of, option, positional

_KINDS = {
    "ApplicationJob": "active job", "ActiveJob.Base": "active job", "ActiveJob::Base": "active job",
    "Sidekiq.Job": "sidekiq job", "Sidekiq.Worker": "sidekiq job", "Sidekiq::Job": "sidekiq job",
    "Sidekiq::Worker": "sidekiq job", "ApplicationWorker": "sidekiq job", "Resque.Job": "resque job",
}  # fmt: skip
_CLOCKWORK = frozenset({"clockwork", "Clockwork"})
_AFTER = ("perform_async", "perform_later", "perform_in", "perform_now", "new", "enqueue", "delay")
_ROUNDS = 6  # classes that inherit from classes that inherit

Class = tuple[FileFacts, Definition, list[str]]  # with what it inherits from and takes on


def find(code: Code) -> Found:
    """Jobs of the project's Ruby files."""
    found = Found()
    classes: list[Class] = []
    for facts in code.own("Ruby"):
        classes += _classes(facts)
        if any(item.module in _CLOCKWORK for item in facts.imports) or any(
            item.base.text == "Clockwork" for item in facts.conformances
        ):
            _clockwork(facts, found)
    _jobs(classes, found)
    return found


def _classes(facts: FileFacts) -> list[Class]:
    taken: dict[str, list[str]] = {}
    for conformance in facts.conformances:
        taken.setdefault(conformance.type or conformance.scope, []).append(conformance.base.text)
    return [
        (facts, definition, [*(base.text for base in definition.bases), *taken.get(definition.qualname, ())])
        for definition in facts.definitions
        if definition.kind == "class"
    ]


def _jobs(classes: list[Class], found: Found) -> None:
    """The classes that can be put on a queue; one that others inherit from and that does nothing itself is none."""
    kinds = dict(_KINDS)
    for _ in range(_ROUNDS):
        before = len(kinds)
        for _, definition, above in classes:
            kind = _kind(definition, above, kinds)
            if kind:
                kinds.setdefault(definition.qualname, kind)
        if len(kinds) == before:
            break
    inherited = {name for _, _, above in classes for name in above}
    for facts, definition, above in classes:
        kind = _kind(definition, above, kinds)
        does = any(item.parent == definition.qualname and item.name == "perform" for item in facts.definitions)
        if kind and (does or definition.qualname not in inherited):
            found.jobs.append(
                Job(
                    definition.qualname, kind, place_of(facts.path, definition), "",
                    symbol_of(facts.path, definition.qualname), f"framework:{kind.removesuffix(' job')}",
                )
            )  # fmt: skip


def _kind(definition: Definition, above: list[str], kinds: dict[str, str]) -> str:
    """The kind of job a class is by what it inherits from, whose names are looked up in the modules around it, inmost first."""
    around = definition.parent.split(".") if definition.parent else []
    for name in above:
        for depth in range(len(around), -1, -1):
            kind = kinds.get(".".join((*around[:depth], name)))
            if kind:
                return kind
    return ""


def _clockwork(facts: FileFacts, found: Found) -> None:
    """``every(1.day, "name", at: "4:00") { Work.perform_async }``: one schedule for each thing it starts, else its own."""
    for call in facts.calls:
        given = positional(call)
        block = block_of(call)
        if call.callee.text != "every" or not given or block is None:
            continue
        at = option(call, "at")
        when = _duration(given[0]) + (f" at {at.text}" if at is not None and at.kind == "string" else "")
        place = Place(facts.path, call.line, call.end_line)
        started = [
            inner.callee.text.rpartition(".")[0]
            for inner in facts.calls
            if block.line <= inner.line <= block.end_line and inner.callee.text.rpartition(".")[2] in _AFTER
        ]
        name = given[1].text if len(given) > 1 and given[1].kind == "string" else "clockwork"
        for what in dict.fromkeys(started) or (name,):
            found.jobs.append(
                Job(what or name, "clockwork schedule", place, when, symbol_of(facts.path, call.scope), "framework:clockwork")
            )


def _duration(value: Value) -> str:
    """``10.seconds`` as it is written."""
    made: Call | None = value.call
    if made is not None and made.callee.kind == "attribute" and made.callee.items:
        return f"every {made.callee.items[0].text}.{made.callee.text}"
    return f"every {value.text}"
