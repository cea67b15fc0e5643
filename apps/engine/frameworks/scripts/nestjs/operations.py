"""What NestJS serves besides routes: GraphQL operations, messages and events, sockets; and its scheduled and queued work."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Decorator, Definition, Endpoint, FileFacts, Job, Place
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.nestjs.names import FRAMEWORK, SOURCE, decorated, decorator_named, first, guards
from apps.engine.frameworks.text import dict_item, positional, source_of

_OPERATIONS = {
    "@nestjs/graphql.Query": "QUERY", "@nestjs/graphql.Mutation": "MUTATION", "@nestjs/graphql.Subscription": "SUBSCRIPTION",
    "type-graphql.Query": "QUERY", "type-graphql.Mutation": "MUTATION", "type-graphql.Subscription": "SUBSCRIPTION",
}  # fmt: skip
_MESSAGES = {
    "@nestjs/microservices.MessagePattern": "MESSAGE", "@nestjs/microservices.EventPattern": "EVENT",
    "@nestjs/microservices.GrpcMethod": "GRPC", "@nestjs/microservices.GrpcStreamMethod": "GRPC",
    "@nestjs/websockets.SubscribeMessage": "WEBSOCKET",
}  # fmt: skip
_SCHEDULED = {
    "@nestjs/schedule.Cron": "cron", "@nestjs/schedule.Interval": "interval", "@nestjs/schedule.Timeout": "timeout",
}  # fmt: skip
_PROCESSORS = {"@nestjs/bull.Processor": "bull processor", "@nestjs/bullmq.Processor": "bullmq processor"}
_LASTS = frozenset(name.rpartition(".")[2] for name in (*_OPERATIONS, *_MESSAGES, *_SCHEDULED))
PACKAGES = frozenset(
    {"@nestjs/graphql", "type-graphql", "@nestjs/microservices", "@nestjs/websockets", "@nestjs/schedule", "@nestjs/bull",
     "@nestjs/bullmq"}
)  # fmt: skip


def find_operations(code: Code, files: Sequence[FileFacts], found: Found) -> None:
    """Add operations, messages, schedules and processors of the classes in `files`."""
    for facts in files:
        for definition in facts.definitions:
            if definition.kind in CLASSES:
                if definition.decorators:
                    _processor(code, facts, definition, found)
            elif definition.parent:
                for decorator, external in decorated(code, facts.path, definition, _LASTS):
                    _method(code, facts, definition, decorator, external, found)


def _method(code: Code, facts: FileFacts, definition: Definition, decorator: Decorator, external: str, found: Found) -> None:
    registered = Place(facts.path, decorator.line or definition.line, max(decorator.end_line, definition.line))
    operation, message, scheduled = _OPERATIONS.get(external), _MESSAGES.get(external), _SCHEDULED.get(external)
    if scheduled is not None:
        found.jobs.append(
            Job(
                definition.qualname,
                scheduled,
                place_of(facts.path, definition),
                _schedule(code, facts.path, definition, decorator),
                symbol_of(facts.path, definition.qualname),
                SOURCE,
                registered,
            )
        )
        return
    name = _name(code, facts.path, definition, decorator) if operation else _pattern(code, facts.path, definition, decorator)
    if not (operation or message) or not name:
        return
    owner = code.index(facts.path).definitions.get(definition.parent)
    auth, auth_at = guards(code, [(facts.path, item) for item in (owner, definition) if item is not None])
    found.endpoints.append(
        Endpoint(
            operation or message or "",
            name,
            definition.qualname,
            place_of(facts.path, definition),
            registered,
            symbol_of(facts.path, definition.qualname),
            "",
            FRAMEWORK if external.startswith("@nestjs/") else "TypeGraphQL",
            docstring=definition.docstring,
            source=SOURCE if external.startswith("@nestjs/") else "framework:type-graphql",
            auth=auth,
            auth_at=auth_at,
        )
    )


def _name(code: Code, path: str, definition: Definition, decorator: Decorator) -> str:
    """The name of an operation: given as text or as the option `name`, else that of the method."""
    for item in decorator.arguments:
        text = code.folder.text(path, definition.parent, dict_item(item.value, "name") or item.value)
        if text:
            return text
    return definition.name


def _pattern(code: Code, path: str, definition: Definition, decorator: Decorator) -> str:
    given = first(decorator)
    if given is None:
        return definition.name if decorator.name.endswith(("GrpcMethod", "GrpcStreamMethod")) else ""
    text = code.folder.text(path, definition.parent, given) or source_of(given, script=True)
    if decorator.name.endswith(("GrpcMethod", "GrpcStreamMethod")):
        method = code.folder.text(path, definition.parent, positional(decorator.arguments, 1))
        return f"{text}/{method or definition.name[:1].upper() + definition.name[1:]}"
    return text


def _schedule(code: Code, path: str, definition: Definition, decorator: Decorator) -> str:
    """When it runs: the expression, or how many milliseconds apart; a first text may only be a name."""
    values = [item.value for item in decorator.arguments if item.value.kind != "dict"]
    if not values:
        return ""
    value = values[-1] if decorator.name.endswith(("Interval", "Timeout")) else values[0]
    return code.folder.text(path, definition.parent, value) or source_of(value, script=True)


def _processor(code: Code, facts: FileFacts, definition: Definition, found: Found) -> None:
    """A class that takes the jobs of a queue: each method for a name of its own, or the one that takes all."""
    decorator = decorator_named(code, facts.path, definition, *_PROCESSORS)
    if decorator is None:
        return
    external = code.names.bind(facts.path, definition.parent, decorator.name, decorator.line).external
    given = first(decorator)
    options = dict_item(given, "name") if given is not None and given.kind == "dict" else given
    queue = code.folder.text(facts.path, definition.parent, options) or (
        source_of(options, script=True) if options is not None else "default"
    )
    registered = Place(facts.path, decorator.line or definition.line, max(decorator.end_line, definition.line))
    for method in code.index(facts.path).children.get(definition.qualname, ()):
        process = decorator_named(code, facts.path, method, "@nestjs/bull.Process")
        if process is None and not (method.name == "process" and external.startswith("@nestjs/bullmq")):
            continue
        given = first(process) if process is not None else None
        given = dict_item(given, "name") if given is not None and given.kind == "dict" else given
        name = code.folder.text(facts.path, definition.qualname, given)
        found.jobs.append(
            Job(
                f"{queue}: {name}" if name else queue,
                _PROCESSORS[external],
                place_of(facts.path, method),
                "",
                symbol_of(facts.path, method.qualname),
                SOURCE,
                registered,
            )
        )
