"""warp: filters that are combined with ``and`` and ``or`` until one is served."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from apps.engine.facts import Call, Value
from apps.engine.frameworks.file_index import chain
from apps.engine.frameworks.routing import Key, Node, Routes, join_slash
from apps.engine.frameworks.rust.routes.rows import LEVELS, VERBS, Rows
from apps.engine.frameworks.text import UNKNOWN_START, argument

_NAME = "warp"
_SERVED = "warp.serve"
_HANDLING = frozenset({"map", "and_then", "then"})
_STATIC = frozenset({"warp.fs.dir", "warp.fs.file"})
_MOST = 5_000  # routes of one filter
_SOCKET = "WEBSOCKET"


@dataclass(frozen=True, slots=True)
class _Route:
    """One way through a filter: the parts of its path, its HTTP method, and the call that hands over what answers.

    `is_route` tells that it asks something of a request's path or method; others only make values.
    """

    parts: tuple[str, ...] = ()
    method: str = ""
    is_route: bool = False
    at: tuple[str, Call] | None = None


_ANY = (_Route(),)


def routes(rows: Rows) -> Routes:
    """What the repository serves."""
    found = Routes(_NAME, join_slash, rows.code.branches)
    reader = _Warp(rows)
    for path in rows.files:
        for call in rows.calls(path, "serve"):
            served = argument(call, 0)
            if served is None or reader.name(path, call) != _SERVED:
                continue
            key: Key = (path, call.scope, f"@{call.line}")
            found.nodes[key] = Node(key, is_root=True)
            for route in dict.fromkeys(reader.of(path, call.scope, served, 0)):
                where, handing = route.at or (path, call)
                text = _path(route.parts)
                handler = argument(handing, 0) if route.at is not None else None
                if handler is not None:
                    found.add(key, rows.endpoint(where, handing, route.method or "ANY", text, handler, _NAME))
    return found


class _Warp:
    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def name(self, path: str, call: Call) -> str:
        """What is called, by its name in the library."""
        if call.callee.text.startswith("warp."):
            return call.callee.text
        return self.rows.code.resolver.resolve_call(path, call).external

    def of(self, path: str, scope: str, value: Value, level: int) -> tuple[_Route, ...]:
        """The ways through a filter; what is no filter as far as the code shows asks nothing."""
        if level > LEVELS:
            return _ANY
        if value.kind == "name":
            bound = self.rows.variable(path, scope, value.text, value.line) if "." not in value.text else None
            if bound is None or bound.value is None or bound.kind == "parameter":
                return _ANY
            return self.of(path, bound.scope, bound.value, level + 1)
        if value.kind == "call" and value.call is not None:
            return self._row(path, value.call, level)
        return _ANY

    def _row(self, path: str, call: Call, level: int) -> tuple[_Route, ...]:
        """A row of calls, from the filter it begins with: ``warp::path("x").and(warp::get()).map(f)``."""
        calls = chain(self.rows.code.index(path), call)[::-1]
        first = calls.pop(0)
        owner, _, last = first.callee.text.rpartition(".")
        is_on_name = (
            first.callee.kind == "name" and owner and last in (*_HANDLING, "and", "or", "with", "boxed", "clone", "recover")
        )
        if is_on_name:
            found = self.of(path, first.scope, Value("name", owner, line=first.line), level + 1)
            calls.insert(0, first)
        else:
            found = self._made(path, first, level)
        for step in calls:
            found = self._step(path, found, step, level)[:_MOST]
        return found

    def _step(self, path: str, found: tuple[_Route, ...], call: Call, level: int) -> tuple[_Route, ...]:
        last = call.callee.text.rpartition(".")[2]
        given = argument(call, 0)
        if given is None:
            return found
        if last == "or":
            return (*found, *self.of(path, call.scope, given, level + 1))
        if last == "and":
            return tuple(_both(one, other) for one in found for other in self.of(path, call.scope, given, level + 1))
        if last in _HANDLING:  # of several that have their own this only changes what they give
            keeps = len(found) > 1
            return tuple(one if keeps and one.at is not None else replace(one, at=(path, call)) for one in found)
        return found

    def _made(self, path: str, call: Call, level: int) -> tuple[_Route, ...]:
        """The filter that a function of the library, or of the repository, gives."""
        name = self.name(path, call)
        if name in ("warp.path!", "warp.path"):
            return (_Route(tuple(self._parts(path, call)), "", True),)
        if name == "warp.path.end":
            return (_Route(is_route=True),)
        if name in ("warp.path.param", "warp.path.tail"):
            of = call.type_arguments[0] if call.type_arguments else name.rpartition(".")[2]
            return (_Route((f"{{{of}}}",), "", True),)
        if name in _STATIC:
            return (_Route((), "GET", True, (path, call)),)
        package, _, last = name.partition(".")
        if package == "warp":
            verb = last.removeprefix("method.").removeprefix("filters.")
            if verb in VERBS:
                return (_Route((), verb.upper(), True),)
            return (_Route((), _SOCKET, True),) if last == "ws" else _ANY
        found = self.rows.code.resolver.resolve_call(path, call)
        if found.definition is None or found.path not in self.rows.files:
            return _ANY
        given = [self.of(found.path, found.definition.qualname, value, level + 1) for value in found.definition.returned]
        return tuple(one for ways in given for one in ways) or _ANY

    def _parts(self, path: str, call: Call) -> Iterator[str]:
        """The parts of ``path!("todos" / u64)`` and ``path("todos")``; a type stands for what is read as one."""
        for item in call.arguments:
            values = item.value.items if item.value.kind == "other" and item.value.items else (item.value,)
            for value in values:
                if value.kind == "name" and call.callee.text.endswith("!"):
                    yield f"{{{value.text}}}"
                elif value.kind in ("string", "name"):
                    yield self.rows.text(path, call.scope, value).strip("/")


def _both(one: _Route, other: _Route) -> _Route:
    """One filter and then another; what answers is handed over by the last that asks something of the request."""
    method = other.method if not one.method or other.method == _SOCKET else one.method
    at = other.at if other.is_route and other.at is not None else one.at
    return _Route((*one.parts, *other.parts), method, one.is_route or other.is_route, at)


def _path(parts: tuple[str, ...]) -> str:
    """The parts joined; what follows one that is not known begins with ``…``."""
    unknown = max((at for at, part in enumerate(parts) if part == UNKNOWN_START), default=-1)
    rest = "/".join(part for part in parts[unknown + 1 :] if part)
    return f"/{rest}" if unknown < 0 else f"{UNKNOWN_START}/{rest}" if rest else UNKNOWN_START
