"""Variables that NestJS reads through its `ConfigService`: ``configService.get("PORT", 3000)``, ``getOrThrow("SECRET")``."""

from __future__ import annotations

import re

from apps.engine.facts import Call, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.environment.annotated import SOURCE
from apps.engine.frameworks.environment.conditions import judge
from apps.engine.frameworks.file_index import FileIndex
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, source_of

_PACKAGE, _CLASS = "@nestjs/config", "ConfigService"
_METHODS = {"get": False, "getOrThrow": True}  # whether a missing variable raises
# The service gives what the project's own files of configuration say as well; those keys are written otherwise.
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_LEVELS = 24


def find(code: Code, facts: FileFacts, found: Found) -> None:
    """Add the reads of a file where the object's declared type is the service."""
    names = {
        one.alias or one.name for item in facts.imports if item.module == _PACKAGE for one in item.names if one.name == _CLASS
    }
    if not names:
        return
    index = code.index(facts.path)
    for call in facts.calls:
        receiver, _, method = call.callee.text.rpartition(".")
        if method not in _METHODS or call.callee.kind != "name" or not call.arguments:
            continue
        name = code.folder.text(facts.path, call.scope, call.arguments[0].value)
        if name is None or not _VARIABLE.fullmatch(name) or not _is_service(index, call, receiver, names):
            continue
        second = argument(call, 1)
        default = second if method == "get" and second is not None and second.kind != "dict" else None
        place = Place(facts.path, call.line, call.end_line)
        verdict = judge(index, place, call.scope, name, fails=_METHODS[method], has_default=default is not None)
        found.config_keys.append(verdict.key(name, place, call.callee.text, source_of(default, script=True), SOURCE))


def _is_service(index: FileIndex, call: Call, receiver: str, names: set[str]) -> bool:
    """Whether what is asked is declared as the service: a field, a parameter, a variable got from the application."""
    scope = call.scope
    for _ in range(_LEVELS):
        definition = index.definitions.get(scope)
        if receiver.startswith("this."):
            if definition is not None and definition.kind == "class":
                fields = index.assignments.get((scope, receiver.removeprefix("this.")), ())
                return any(_named(item.annotation) in names for item in fields)
        else:
            declared = [
                _named(item.annotation) if item.annotation else _got(item.value.call if item.value is not None else None)
                for item in index.assignments.get((scope, receiver), ())
                if item.kind != "parameter" or item.line <= call.line <= item.end_line
            ]
            declared += [_named(item.annotation) for item in definition.parameters if item.name == receiver] if definition else []
            if declared:
                return all(name in names for name in declared)
        if definition is None:
            return False
        scope = definition.parent
    return False


def _named(annotation: str) -> str:
    """The name of a type without its arguments."""
    return annotation.partition("<")[0].strip()


def _got(call: Call | None) -> str:
    """The class that ``app.get(ConfigService)`` asks for."""
    given = argument(call, 0) if call is not None and call.callee.text.endswith(".get") else None
    return given.text if given is not None and given.kind == "name" else ""
