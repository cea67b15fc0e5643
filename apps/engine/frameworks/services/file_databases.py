"""SQLite: a database in a file, set in Django's `DATABASES`, by an address, or as the default of either.

It matters that the default is said: whoever starts the program then needs no database server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from apps.engine.facts import Assignment, ExternalService, FileFacts, Place, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, dict_item, keyword

NAME = "SQLite"
BY_DEFAULT = "file by default"
_ALWAYS = "file"
_ADDRESS = re.compile(r"sqlite3?(?:\+\w+)?:///.")
_MEMORY = re.compile(r":memory:|mode=memory")
_TARGET = re.compile(r"(?:DATABASE|DB|SQLALCHEMY|SQL)\w*(?:URL|URI|DSN)$", re.I)
_READERS = frozenset({"db", "db_url", "dj_db_url", "config", "parse", "env", "str", "url", "get", "getenv", "setdefault"})
_ENGINES = frozenset({"create_engine", "create_async_engine", "connect"})
_LEVELS = 4
_NEAR = 20  # lines from a condition to what stands under it that are cited as one
# Settings of tests keep their data in a file whatever the program does.
_OF_TESTS = re.compile(r"(?:^|[/_.-])(?:tests?|testing|ci)(?:[_-]settings)?\.py$")


def find(code: Code, facts: FileFacts, found: Found) -> None:
    """Where a Python file sets SQLite as the database, once for each way."""
    if _OF_TESTS.search(facts.path):
        return
    seen: set[str] = set()
    for place, evidence in sorted((*_settings(code, facts), *_addresses(facts), *_calls(facts))):
        if evidence not in seen:
            seen.add(evidence)
            found.services.append(ExternalService(NAME, "database", place, evidence, "syntax"))


def _settings(code: Code, facts: FileFacts) -> Iterator[tuple[Place, str]]:
    """``DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}``."""
    for assignment in facts.assignments:
        for engine in _engines(assignment):
            given, (evidence, place) = engine, _under(code, facts.path, engine)
            if engine.kind == "call" and engine.call is not None:
                given, evidence = keyword(engine.call.arguments, "default") or argument(engine.call, 1) or engine, BY_DEFAULT
            if given.kind == "string" and given.text.rpartition(".")[2] in ("sqlite3", "spatialite"):
                yield place, evidence


def _engines(assignment: Assignment) -> Iterator[Value]:
    value = assignment.value
    if value is None or value.kind != "dict" or not assignment.target.startswith("DATABASES"):
        return
    for item in (value, *value.items):
        engine = dict_item(item, "ENGINE")
        if engine is not None:
            yield engine


def _under(code: Code, path: str, engine: Value) -> tuple[str, Place]:
    """By default, always, or only under a condition, and the lines that say so.

    It is the default where a variable or setting that names another database is missing.
    """
    here = Place(path, engine.line, engine.end_line)
    branch = code.branches.of(path, engine.line)
    if branch is None:
        return _ALWAYS, here
    condition = branch.condition
    asks = re.search(r"environ|getenv|\benv\b|_URL\b|_HOST\b", condition) is not None
    if 0 < here.line - branch.place.line < _NEAR:
        here = Place(path, branch.place.line, here.end_line)
    return (BY_DEFAULT if asks and condition.startswith("not ") else f"file if {condition}"), here


def _addresses(facts: FileFacts) -> Iterator[tuple[Place, str]]:
    """``DATABASE_URL: str = "sqlite:///app.db"``, ``SQLALCHEMY_DATABASE_URI = os.environ.get(…) or "sqlite:///…"``."""
    classes = {item.qualname for item in facts.definitions if item.kind == "class"}
    for assignment in facts.assignments:
        value = assignment.value
        if value is None or not _TARGET.search(assignment.target):
            continue
        by_default = bool(assignment.annotation) and assignment.scope in classes  # a field that the environment may fill
        if value.kind == "binary" and value.text == "or" and len(value.items) == 2:
            value, by_default = value.items[1], True
        if _is_file(value):
            yield Place(facts.path, assignment.line, assignment.end_line), BY_DEFAULT if by_default else _ALWAYS


def _calls(facts: FileFacts) -> Iterator[tuple[Place, str]]:
    """``env.db("DATABASE_URL", default="sqlite:///db.sqlite3")``, ``create_engine("sqlite:///app.db")``."""
    for call in facts.calls:
        last = call.callee.text.rpartition(".")[2]
        if last not in _READERS and last not in _ENGINES:
            continue
        for position, item in enumerate(call.arguments):
            if item.name in ("", "default", "url") and _is_file(item.value):
                named = item.name == "default" or (position > 0 and last in _READERS)
                yield Place(facts.path, call.line, call.end_line), BY_DEFAULT if named else _ALWAYS


def _is_file(value: Value) -> bool:
    """Whether text begins as the address of a file; what follows may be put together."""
    parts = ""
    for _ in range(_LEVELS):
        if value.kind == "string":
            parts += value.text
            break
        if value.kind not in ("template", "binary") or not value.items or (value.kind == "binary" and value.text != "+"):
            break
        first = value.items[0]
        parts += "" if first.kind in ("template", "binary") else f"{first.text if first.kind == 'string' else ''}…"
        if first.kind not in ("template", "binary"):
            break
        value = first
    return _ADDRESS.match(parts) is not None and not _MEMORY.search(parts)
