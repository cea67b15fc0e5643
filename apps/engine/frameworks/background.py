"""Background and scheduled work of Java, Kotlin, Go, C#, PHP and Rust, by annotation, base class or call."""

from __future__ import annotations

from collections.abc import Mapping

from apps.engine.facts import Call, Decorator, Definition, FileFacts, Job, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.environment.annotated import text_of, written
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument

_CLASSES = frozenset({"class", "record", "struct"})
_ROUNDS = 6  # classes that inherit from classes that inherit
# Last part of an annotation on a method → kind.
_LISTENERS = {
    "KafkaListener": "kafka listener", "RabbitListener": "rabbitmq listener", "JmsListener": "jms listener",
    "SqsListener": "sqs listener", "RedisListener": "redis listener", "PulsarListener": "pulsar listener",
}  # fmt: skip
_WHEN = ("cron", "every", "fixedRate", "fixedRateString", "fixedDelay", "fixedDelayString", "initialDelay")
# Last part of a base class → kind; the package that must be imported, or declared, "" where the name alone tells.
_BASES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Java": {"QuartzJobBean": ("quartz job", ""), "Job": ("quartz job", "org.quartz")},
    "Kotlin": {
        "QuartzJobBean": ("quartz job", ""), "Job": ("quartz job", "org.quartz"), "CoroutineWorker": ("work manager job", ""),
        "Worker": ("work manager job", "androidx.work"),
    },
    "C#": {
        "BackgroundService": ("hosted service", ""), "IHostedService": ("hosted service", ""), "IJob": ("quartz job", "Quartz"),
        "IConsumer": ("message consumer", "MassTransit"),
    },
    "PHP": {"ShouldQueue": ("laravel job", "")},
}  # fmt: skip
# Last part of a call → (kind, position of the time, position of the work, import it needs).
_CALLS: Mapping[str, Mapping[str, tuple[str, int, int, str]]] = {
    "Go": {
        "AddFunc": ("cron", 0, 1, "github.com/robfig/cron"), "AddJob": ("cron", 0, 1, "github.com/robfig/cron"),
        "HandleFunc": ("asynq task", -1, 0, "github.com/hibiken/asynq"),
        "Register": ("asynq schedule", 0, 1, "github.com/hibiken/asynq"),
    },
    "C#": {"AddOrUpdate": ("hangfire job", 2, 0, "Hangfire")},
    "Rust": {"new_async": ("cron", 0, -1, "tokio_cron_scheduler")},
}  # fmt: skip


def find(code: Code, found: Found) -> None:
    """Add the jobs that the project's files of these languages declare."""
    for language in ("C#", "Go", "Java", "Kotlin", "PHP", "Rust"):
        bases, calls = _BASES.get(language, {}), _CALLS.get(language, {})
        kinds: dict[str, str] = {}
        for facts in code.own(language):
            if language in ("Java", "Kotlin"):
                _annotated(facts, found)
            if bases:
                kinds |= _derived(facts, bases, found)
            for call in facts.calls if calls else ():
                row = calls.get(call.callee.text.replace("::", ".").rpartition(".")[2])
                if row is not None and _imports(facts, row[3]):
                    _called(facts, call, row, found)
        if kinds:
            _inherited(code, language, kinds, found)


def _imports(facts: FileFacts, package: str) -> bool:
    below = (f"{package}.", f"{package}/", f"{package}::")
    return not package or any(item.module == package or item.module.startswith(below) for item in facts.imports)


def _annotated(facts: FileFacts, found: Found) -> None:
    for definition in facts.definitions:
        for decorator in definition.decorators:
            last = decorator.name.rpartition(".")[2]
            kind = "scheduled method" if last == "Scheduled" else _LISTENERS.get(last, "")
            if kind:
                place = Place(facts.path, decorator.line or definition.line, definition.end_line)
                source = "framework:spring"
                when = _when(decorator) if last == "Scheduled" else ""
                found.jobs.append(Job(definition.qualname, kind, place, when, symbol_of(facts.path, definition.qualname), source))


def _when(decorator: Decorator) -> str:
    said = []
    for given in decorator.arguments:
        if given.name in _WHEN or not given.name:
            shown = text_of(given.value) or written(given.value)
            said.append(shown if given.name in ("cron", "") else f"{given.name}={shown}")
    return ", ".join(said)


def _derived(facts: FileFacts, bases: Mapping[str, tuple[str, str]], found: Found) -> dict[str, str]:
    """Add the classes of a file with such a base; the kinds of all of them by symbol, those that are no jobs themselves too."""
    taken: dict[str, list[Value]] = {}
    for conformance in facts.conformances:
        taken.setdefault(conformance.type or conformance.scope, []).append(conformance.base)
    kinds = {}
    for definition in facts.definitions:
        if definition.kind not in _CLASSES:
            continue
        for base in (*definition.bases, *taken.get(definition.qualname, ())):
            row = bases.get(base.text) or bases.get(base.text.partition("<")[0].replace("\\", ".").rpartition(".")[2])
            if row is not None and _imports(facts, row[1]):
                kinds[symbol_of(facts.path, definition.qualname)] = row[0]
                if "abstract" not in definition.properties:
                    found.jobs.append(_job(facts, definition, row[0]))
                break
    return kinds


def _inherited(code: Code, language: str, kinds: dict[str, str], found: Found) -> None:
    """Add the classes that inherit from classes of `kinds`, and those that inherit from them."""
    for _ in range(_ROUNDS):
        names = {symbol.rpartition("#")[2].rpartition(".")[2] for symbol in kinds}
        further: dict[str, str] = {}
        for facts in code.own(language):
            for definition in facts.definitions:
                symbol = symbol_of(facts.path, definition.qualname)
                near = definition.kind in _CLASSES and symbol not in kinds
                if not near or not any(base.text.rpartition(".")[2] in names for base in definition.bases):
                    continue
                above = (base.symbol for base in code.resolver.bases(facts.path, definition.qualname))
                kind = next((kinds[name] for name in above if name in kinds), "")
                if kind:
                    further[symbol] = kind
                    if "abstract" not in definition.properties:
                        found.jobs.append(_job(facts, definition, kind))
        if not further:
            return
        kinds |= further


def _job(facts: FileFacts, definition: Definition, kind: str) -> Job:
    place = Place(facts.path, definition.line, definition.end_line)
    symbol = symbol_of(facts.path, definition.qualname)
    return Job(definition.qualname, kind, place, "", symbol, f"framework:{kind.partition(' ')[0]}")


def _called(facts: FileFacts, call: Call, row: tuple[str, int, int, str], found: Found) -> None:
    kind, when_at, what_at, _ = row
    when = text_of(argument(call, when_at)) if when_at >= 0 else ""
    what = argument(call, what_at) if what_at >= 0 else None
    if (kind == "cron" and not when) or text_of(what).startswith("/"):
        return  # no text, no schedule; a path is that of a route
    name = text_of(what) or (what.text if what is not None and what.kind == "name" else "") or call.scope or "job"
    place = Place(facts.path, call.line, call.end_line)
    found.jobs.append(Job(name, kind, place, when, symbol_of(facts.path, call.scope), "syntax"))
