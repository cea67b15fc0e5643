"""Addresses that a wrapper of a WSGI or ASGI application answers: ``application = health_check(application, "/up/")``."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Assignment, Call, Endpoint, FileFacts, Place
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.mounting import bind_arguments

_PACKAGES = frozenset({"django", "channels"})
_PATHS = ('"path"', "'path'", '"PATH_INFO"', "'PATH_INFO'", '"raw_path"', "'raw_path'")


def find_wrapped(code: Code) -> Iterator[Endpoint]:
    """Endpoints of functions that compare a request's path with the one they are given, and answer it themselves."""
    if not _PACKAGES & code.imports:
        return
    for facts in code.python():
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None else None
            if call is None or assignment.scope or len(call.arguments) < 2:
                continue
            if assignment.target == "application" or assignment.target.endswith("_application"):
                yield from _wrapper(code, facts, assignment, call)


def _wrapper(code: Code, facts: FileFacts, assignment: Assignment, call: Call) -> Iterator[Endpoint]:
    if not any(item.value.kind == "name" and item.value.text == assignment.target for item in call.arguments):
        return
    called = code.names.of(facts.path, "", call.callee)
    definition = called.definition
    if definition is None or definition.kind in CLASSES:
        return
    for name, value in bind_arguments(definition, call.arguments):
        text = code.folder.text(facts.path, "", value)
        if text is None or not text.startswith("/") or not _compares(code, called.path, definition.qualname, name):
            continue
        yield Endpoint(
            "ANY",
            text,
            definition.qualname,
            place_of(called.path, definition),
            Place(facts.path, assignment.line, assignment.end_line),
            symbol_of(called.path, definition.qualname),
            framework="Django",
            docstring=definition.docstring,
            source="framework:django",
        )


def _compares(code: Code, path: str, qualname: str, name: str) -> bool:
    """Whether a function inside decides by a comparison of the request's path with the parameter."""
    for call in code.files[path].calls:
        if not call.scope.startswith(f"{qualname}."):
            continue
        branch = code.branches.of(path, call.line)
        pieces = branch.condition.replace(" and ", " or ").split(" or ") if branch is not None else ()
        for piece in pieces:
            if piece.rstrip(" )").endswith((f"== {name}", f"!= {name}")) and any(word in piece for word in _PATHS):
                return True
    return False
