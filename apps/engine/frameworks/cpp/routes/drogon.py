"""Drogon: lists of macros in controllers, and handlers that are registered with the application.

The lists are no C++ before the preprocessor has been there, so they are read as text, macro by macro.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.engine.facts import Endpoint, FileFacts, Place
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.cpp.routes.handlers import Handler, find_handler, handler_named
from apps.engine.frameworks.declared_code import last, listed, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument

_NAME = "Drogon"
_SOURCE = "framework:drogon"
_LISTS = tuple((f"{name}_BEGIN", f"{name}_END") for name in ("METHOD_LIST", "PATH_LIST", "WS_PATH_LIST"))
_AROUND = frozenset({"class", "struct", "namespace"})
_METHODS = frozenset({"METHOD_ADD", "ADD_METHOD_TO", "ADD_METHOD_VIA_REGEX"})
_PATHS = {"PATH_ADD": "asyncHandleHttpRequest", "WS_PATH_ADD": "handleNewMessage"}
_VERBS = frozenset({"Get", "Post", "Put", "Delete", "Patch", "Head", "Options"})
_LONGEST = 2_000  # characters of one macro


@dataclass(frozen=True, slots=True)
class _Macro:
    """A macro with what it is given, as written, and its lines."""

    name: str
    given: tuple[str, ...]
    line: int
    end_line: int


def find_routes(code: Code, files: Sequence[FileFacts], found: Found) -> None:
    """Add the routes of all controllers and of ``registerHandler``."""
    before = len(found.endpoints)
    for facts in files:
        text = code.texts.get(facts.path, "")
        if any(begin in text for begin, _ in _LISTS):
            for macro in _macros(text):
                found.endpoints += _endpoints(code, facts.path, _owner(facts, macro), macro)
        for call in facts.calls:
            if last(call.callee.text) == "registerHandler" and call.arguments and call.arguments[0].value.kind == "string":
                here = Place(facts.path, call.line, call.end_line)
                handler = find_handler(code, facts.path, call.scope, argument(call, 1), here)
                path = text_of(code, facts.path, call.scope, argument(call, 0)) or ""
                methods = [last(value.text) for value in listed(argument(call, 2))]
                found.endpoints += _routes(path, [item for item in methods if item in _VERBS], handler, here)
    if len(found.endpoints) > before:
        found.frameworks.append(_NAME)


def _owner(facts: FileFacts, macro: _Macro) -> str:
    """The qualified name of the class a macro stands in; the macros of a list may hide the class, so that only they name it."""
    around = [item for item in facts.definitions if item.kind in _AROUND and item.line <= macro.line <= item.end_line]
    inner = max(around, key=lambda item: item.line, default=None)
    if inner is not None and inner.kind != "namespace":
        return inner.qualname
    named = macro.given[0].lstrip("&").rpartition("::")[0].replace("::", ".") if macro.name in _METHODS else ""
    return f"{inner.qualname}.{named}".rstrip(".") if inner is not None else named


def _endpoints(code: Code, path: str, owner: str, macro: _Macro) -> list[Endpoint]:
    here = Place(path, macro.line, macro.end_line)
    methods = [name for item in macro.given if (name := item.rpartition("::")[2].removeprefix("k")) in _VERBS]
    if macro.name in _PATHS:
        handler = _handler(code, path, owner, _PATHS[macro.name], here)
        if macro.name == "WS_PATH_ADD":
            methods = ["WEBSOCKET"]
        return _routes(_unquoted(macro.given[0]), methods, handler, here)
    if len(macro.given) < 2:
        return []
    handler = _handler(code, path, owner, macro.given[0].rpartition("::")[2], here)
    text = _unquoted(macro.given[1])
    if macro.name == "METHOD_ADD":  # below the name of the class and of what is around it
        text = f"/{owner.replace('.', '/').lower()}{'' if not text or text.startswith('/') else '/'}{text}"
    return _routes(text, methods, handler, here)


def _handler(code: Code, path: str, owner: str, name: str, here: Place) -> Handler:
    found = handler_named(code, path, owner, f"{owner}.{name}" if owner else name, here.line, here)
    return found if found.symbol else replace(found, name=f"{owner.replace('.', '::')}::{name}" if owner else name)


def _routes(path: str, methods: Sequence[str], handler: Handler, here: Place) -> list[Endpoint]:
    return [
        Endpoint(
            method.upper(), path.partition("?")[0], handler.name, handler.place, here, handler.symbol, framework=_NAME,
            docstring=handler.docstring, source=_SOURCE,
        )
        for method in methods or ["ANY"]
    ]  # fmt: skip


def _unquoted(text: str) -> str:
    return text.strip().strip('"')


def _macros(text: str) -> Iterator[_Macro]:
    """The macros between the beginning and the end of a list."""
    lines = text.split("\n")
    ends = dict(_LISTS)
    until, at = "", 0
    while at < len(lines):
        line = lines[at].strip()
        word = line.partition("(")[0].strip().rstrip(";")
        if not until:
            until = ends.get(word, "")
        elif word == until:
            until = ""
        elif word in _METHODS or word in _PATHS:
            whole, last_line = line, at
            while whole.count("(") > whole.count(")") and last_line + 1 < len(lines) and len(whole) < _LONGEST:
                last_line += 1
                whole += " " + lines[last_line].strip()
            inside = whole.partition("(")[2].rpartition(")")[0]
            yield _Macro(word, tuple(_split(inside)), at + 1, last_line + 1)
            at = last_line
        at += 1


def _split(text: str) -> Iterator[str]:
    """Arguments at the outermost level; commas in strings and brackets are part of one."""
    depth, start, quoted = 0, 0, False
    for at, sign in enumerate(text):
        if sign == '"' and text[at - 1 : at] != "\\":
            quoted = not quoted
        elif not quoted and sign in "([{":
            depth += 1
        elif not quoted and sign in ")]}":
            depth -= 1
        elif not quoted and sign == "," and not depth:
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()
