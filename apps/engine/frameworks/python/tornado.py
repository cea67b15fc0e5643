"""Tornado: lists of handlers, those an application is made with and those that nothing in the code shows to be given to one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from apps.engine.facts import Call, Definition, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import of_class
from apps.engine.frameworks.handlers import Handler
from apps.engine.frameworks.python.lists import Lists
from apps.engine.frameworks.routing import Key, Node, Routes, guarded, join_slash, prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START, argument, keyword

_NAME = "Tornado"
SOURCE = "framework:tornado"
_APPLICATIONS = frozenset({"tornado.web.Application"})
_HANDLERS = ("tornado.web.", "tornado.websocket.")
_SPECS = frozenset({"tornado.web.url", "tornado.web.URLSpec", "tornado.routing.URLSpec"})
_RULES = frozenset({"tornado.routing.Rule"})
_MATCHERS = frozenset({"tornado.routing.PathMatches"})
_VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
_SOCKET = "tornado.websocket.WebSocketHandler"
_READING = frozenset({"StaticFileHandler", "RedirectHandler", "FallbackHandler", "ErrorHandler"})


def find(code: Code) -> Found:
    """Endpoints and applications of Tornado."""
    return _Finder(code).find() if "tornado" in code.imports else Found()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.files = list(code.python())
        self.routes = Routes(_NAME, join_slash, code.branches)
        self.lists = Lists(code, self.files)
        self.found = Found()
        self._told: set[tuple[str, int, int]] = set()  # lines whose routes are registered

    def find(self) -> Found:
        for facts in self.files:
            own = self._own_applications(facts)
            for call in facts.calls:
                self._call(facts, call, own)
        for facts in self.files:
            self._left(facts)
        self.found.endpoints = list(self.routes.endpoints())
        if self.found.endpoints or self.found.entry_points:
            self.found.frameworks.append(_NAME)
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, _NAME), *self.routes.unknowns]
        return self.found

    def _own_applications(self, facts: FileFacts) -> set[str]:
        """Qualified names of a file's classes that are applications."""
        return {
            item.qualname
            for item in facts.definitions
            if item.kind == "class" and item.bases and _APPLICATIONS & set(self.code.names.external_bases(facts.path, item))
        }

    def _call(self, facts: FileFacts, call: Call, own: set[str]) -> None:
        last = call.callee.text.rpartition(".")[2]
        here = Place(facts.path, call.line, call.end_line)
        if last == "__init__":
            owner = next((name for name in own if call.scope.startswith(f"{name}.")), "")
            if owner:
                is_named = call.callee.kind == "name"  # Application.__init__(self, handlers)
                self._application(facts.path, call, argument(call, 1 if is_named else 0, "handlers"), owner, here)
        elif last == "add_handlers":
            given = argument(call, 1, "host_handlers", "handlers")
            if given is not None:
                self._listed((facts.path, call.scope, f"@{call.line}"), facts.path, call.scope, given)
        elif last == "Application" and self.code.names.of(facts.path, call.scope, call.callee).external in _APPLICATIONS:
            self._application(facts.path, call, argument(call, 0, "handlers"), "", here)

    def _application(self, path: str, call: Call, handlers: Value | None, owner: str, here: Place) -> None:
        name = owner or call.scope
        self.found.entry_points.append(
            EntryPoint(
                "app", f"Tornado application `{owner}`" if owner else "Tornado application", here, symbol_of(path, name), SOURCE
            )
        )
        if handlers is not None:
            self._listed((path, call.scope, f"@{call.line}"), path, call.scope, handlers)

    def _listed(self, key: Key, path: str, scope: str, value: Value) -> None:
        """The routes of a list that an application is given."""
        self.routes.nodes[key] = Node(key, is_root=True)
        for bound, item in self.lists.items(path, scope, value):
            for endpoint in self._route(bound, item):
                self.routes.add(key, endpoint)

    def _left(self, facts: FileFacts) -> None:
        """Lists of handlers that were given to no application as far as the code shows: their prefix is not known."""
        for assignment in facts.assignments:
            value = assignment.value
            if value is None or value.kind != "list" or not value.items:
                continue
            key = (facts.path, assignment.scope, assignment.target)
            for item in value.items:
                if (facts.path, item.line, item.end_line) in self._told or item.kind not in ("list", "call"):
                    continue
                bound = Bound("value", facts.path, assignment.scope, value=item)
                for endpoint in self._route(bound, item):
                    self.routes.nodes.setdefault(key, Node(key))
                    self.routes.add(key, endpoint)

    def _route(self, bound: Bound, item: Value) -> Iterator[Endpoint]:
        """The endpoints of ``(pattern, handler)`` or ``url(pattern, handler)``, none for anything else."""
        value = bound.value
        if value is None:
            return
        path, scope, name = bound.path, bound.scope, None
        if value.kind == "list" and len(value.items) >= 2:
            pattern, given = value.items[0], value.items[1]
            name = value.items[3] if len(value.items) > 3 else None
        elif value.call is not None:
            call = self.code.index(path).whole(value.call)
            external = self.code.names.of(path, scope, call.callee).external
            if external not in _SPECS | _RULES:
                return
            first, second = argument(call, 0, "pattern", "matcher"), argument(call, 1, "handler", "target")
            if first is None or second is None:
                return
            pattern, given, name = first, second, keyword(call.arguments, "name") or argument(call, 3, "name")
            if pattern.call is not None and self.code.names.of(path, scope, pattern.call.callee).external in _MATCHERS:
                inner = argument(pattern.call, 0, "path_pattern")
                pattern = inner if inner is not None else pattern
        else:
            return
        handler = self._handler(path, scope, given)
        if handler is None:
            return
        here = Place(path, value.line or item.line, value.end_line or value.line or item.line)
        self._told.add((path, value.line, value.end_line))
        text = self.code.folder.route(path, scope, pattern)
        base = Endpoint(
            "ANY", text if text == UNKNOWN_START else _plain(text), handler.name, handler.place, here, handler.symbol,
            (self.code.folder.text(path, scope, name) or "") if name is not None else "",
            _NAME, docstring=handler.docstring, source=SOURCE,
        )  # fmt: skip
        yield from self._methods(base, handler)

    def _handler(self, path: str, scope: str, value: Value) -> Handler | None:
        """The class that answers, None if the expression means none."""
        bound = self.code.names.of(path, scope, value)
        if value.kind == "string":  # "package.module.Handler"
            module, _, name = value.text.rpartition(".")
            target = self.code.names.modules.python(path, module) if module else None
            if target is None:
                return None
            bound = self.code.names.bind(target, "", name)
        owner = bound.definition
        if owner is not None and owner.kind in CLASSES:
            bases = self.code.names.external_bases(bound.path, owner)
            if any(base.startswith(_HANDLERS) and base not in _APPLICATIONS for base in bases):
                return Handler(
                    owner.qualname, place_of(bound.path, owner), symbol_of(bound.path, owner.qualname), owner.docstring, owner
                )
        elif bound.external.startswith(_HANDLERS):
            place = Place(path, value.line or 1, value.end_line or value.line or 1)
            return Handler(bound.external.rpartition(".")[2], place, is_external=True)
        return None

    def _methods(self, base: Endpoint, handler: Handler) -> Iterator[Endpoint]:
        """An endpoint for each of the class's methods that is named after an HTTP method."""
        owner, path = handler.definition, handler.place.path
        if owner is None:
            yield replace(base, method="GET" if handler.name in _READING else "ANY")
            return
        bases = self.code.names.external_bases(path, owner)
        any_known = is_socket = _SOCKET in bases
        if is_socket:
            yield replace(base, method="WEBSOCKET")
        for verb in _VERBS if not is_socket else ():
            found = self.code.names.member(path, owner, verb)
            own = found.definition
            if own is None or own.kind in CLASSES or (verb == "options" and own.parent != owner.qualname):
                continue  # what all handlers answer to OPTIONS is no route of each
            any_known = True
            yield self._one(base, owner, path, verb.upper(), found.path, own)
        if not any_known:
            reading = any(name.rpartition(".")[2] in _READING for name in bases)
            yield replace(base, method="GET" if reading else "ANY")

    def _one(self, base: Endpoint, owner: Definition, path: str, method: str, at: str, own: Definition) -> Endpoint:
        endpoint = replace(
            base,
            method=method,
            handler=own.qualname,
            place=place_of(at, own),
            symbol=symbol_of(at, own.qualname),
            docstring=own.docstring or base.docstring,
        )
        return guarded(endpoint, of_class(self.code, path, owner, own.name))


def _plain(pattern: str) -> str:
    """A pattern without the signs of its beginning and end."""
    return pattern.removeprefix("^").removesuffix("$")
