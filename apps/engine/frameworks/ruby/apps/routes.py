"""What classes of Sinatra and Grape register, through their blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from apps.engine.facts import Call, Definition, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.ruby.apps.mounted import Mounts
from apps.engine.frameworks.ruby.blocks import (
    Step,
    block_of,
    join,
    option,
    place_of_call,
    positional,
    steps,
    text,
    walked,
    words,
)
from apps.engine.frameworks.ruby.classes import RubyClasses, shown
from apps.engine.frameworks.text import UNKNOWN_START

_LOOPS = frozenset({"each", "each_pair", "each_with_index", "map"})
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "options", "head", "link", "unlink"})
_DEPTH = 20


@dataclass(frozen=True)
class Kind:
    """A framework: the classes its applications descend from, and its words for blocks below a path."""

    name: str
    roots: frozenset[str]
    nesting: frozenset[str]


SINATRA = Kind("Sinatra", frozenset({"Sinatra.Base", "Sinatra.Application"}), frozenset({"namespace"}))
GRAPE = Kind(
    "Grape",
    frozenset({"Grape.API", "Grape.API.Instance"}),
    frozenset({"namespace", "resource", "resources", "group", "segment", "route_param"}),
)
KINDS = (GRAPE, SINATRA)


@dataclass(slots=True)
class App:
    """One application; `parts` are the files and scopes its words stand in."""

    name: str
    kind: Kind
    definition: Definition | None
    path: str
    parts: list[tuple[FileFacts, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Route:
    """A route as its class has it."""

    methods: tuple[str, ...]
    path: str
    place: Place
    docstring: str
    is_known: bool


@dataclass(frozen=True, slots=True)
class _At:
    """Where a block stands: below which path of Grape, and what the variables of loops around it stand for."""

    prefix: str = ""
    version: str = ""
    below: str = ""
    is_known: bool = True
    bound: dict[str, Value] = field(default_factory=dict)

    def path(self, more: str) -> str:
        return join(join(join(self.prefix, self.version), self.below), more)


def apps_of(code: Code, rubies: Sequence[FileFacts]) -> dict[str, App]:
    """Applications by their full name; one without a class has its path for a name."""
    classes = RubyClasses(code)
    files = {facts.path: facts for facts in rubies}
    found: dict[str, App] = {}
    for _, holder in sorted(classes.holders.items()):
        bases = {base.removeprefix("::") for item in classes.line(holder) for base in item.bases}
        kind = next((kind for kind in KINDS if bases & kind.roots), None)
        if kind is not None:
            path, definition = holder.parts[0]
            app = found[holder.name] = App(holder.name, kind, definition, path)
            app.parts = [(files[where], part.qualname) for where, part in holder.parts]
    for facts in rubies:
        if any(item.module in ("sinatra", "sinatra/main") for item in facts.imports):
            found[facts.path] = App(facts.path, SINATRA, None, facts.path, [(facts, "")])
    return found


def endpoints_of(code: Code, kind: Kind, apps: Mapping[str, App], mounts: Mounts) -> list[Endpoint]:
    """Routes of the applications of one framework with their whole paths."""
    reader = _Reader(code, kind, apps)
    for app in apps.values():
        reader.read(app)
    out: list[Endpoint] = []
    for name, app in sorted(apps.items()):
        if kind is GRAPE and name in reader.children:
            continue
        places = mounts.of(name)
        if not places and app.definition is not None and mounts.in_rails:
            starts: list[tuple[str, tuple[Place, ...]]] = [(UNKNOWN_START, ())]
        else:
            starts = [(path, (place,)) for path, place in dict(places).items()] if places else [("", ())]
        for start, where in starts:
            for owner, route, passed in reader.all(name):
                out += _made(kind, owner, route, start, (*where, *passed))
    return out


def _made(kind: Kind, app: App, route: Route, start: str, mounts: tuple[Place, ...]) -> list[Endpoint]:
    is_known = route.is_known and start != UNKNOWN_START
    full = (join(start if is_known else "", route.path) or "/") + (
        "/" if len(route.path) > 1 and route.path.endswith("/") else ""
    )
    if not is_known:
        full = f"{UNKNOWN_START}{full}"
    handler = shown(app.name) if app.definition is not None else "anonymous function"
    symbol = symbol_of(app.path, app.definition.qualname) if app.definition is not None else app.path
    return [
        Endpoint(
            method, full, handler, route.place, route.place, symbol, "", kind.name, is_known, route.docstring,
            f"framework:{kind.name.lower()}", start if mounts else "", mounts if start else (),
        )
        for method in route.methods
    ]  # fmt: skip


class _Reader:
    """Reads the routes of applications, and which of them hang in each other."""

    def __init__(self, code: Code, kind: Kind, apps: Mapping[str, App]) -> None:
        self._code = code
        self._kind = kind
        self._apps = apps
        self._routes: dict[str, list[Route]] = {}
        self._mounts: dict[str, list[tuple[str, _At, str, Place]]] = {}  # application → what hangs in it, where, below which path
        self.children: set[str] = set()

    def read(self, app: App) -> None:
        """Collect the routes of one application and what it mounts."""
        self._routes[app.name], self._mounts[app.name] = [], []
        for facts, scope in app.parts:
            self._walk(app, facts, steps(facts, scope), _At())

    def all(self, name: str) -> list[tuple[App, Route, tuple[Place, ...]]]:
        """The routes of an application with those of what hangs in it."""
        out: list[tuple[App, Route, tuple[Place, ...]]] = []
        waiting: list[tuple[str, str, bool, tuple[str, ...], tuple[Place, ...]]] = [(name, "", True, (name,), ())]
        while waiting:
            here, prefix, known, passed, places = waiting.pop(0)
            for route in self._routes[here]:
                path = join(prefix, route.path) if prefix else route.path
                full = replace(route, path=path, is_known=route.is_known and known)
                out.append((self._apps[here], full, places))
            for child, at, more, place in self._mounts[here]:
                if child not in passed and len(passed) < _DEPTH:
                    waiting.append(
                        (child, join(prefix, at.path(more)), known and at.is_known, (*passed, child), (*places, place))
                    )
        return out

    def _walk(self, app: App, facts: FileFacts, listed: list[Step], at: _At) -> None:
        said = ""
        for step in listed:
            call, word = step.call, step.word
            given = positional(call)
            if word == "desc" and given and given[0].kind == "string":
                said = given[0].text
            elif word in self._kind.nesting:
                self._walk(app, facts, step.inside, self._below(facts, call, at, is_parameter=word == "route_param"))
            elif word in _VERBS and block_of(call) is not None:
                self._route(app, facts, call, at, (word.upper(),), given, said)
                said = ""
            elif word == "route" and given and block_of(call) is not None:
                methods = tuple(item.upper() for item in words(given[0]))
                named = [item.text.upper() for item in given if item.kind == "string" and item.text.lower() in _VERBS]
                chosen = tuple(named) if self._kind is SINATRA else methods
                methods = ("ANY",) if "ANY" in chosen or "*" in chosen else chosen
                self._route(app, facts, call, at, methods, given[len(named) :] if self._kind is SINATRA else given[1:], said)
                said = ""
            elif self._kind is GRAPE and word in ("prefix", "version", "mount"):
                at = self._grape(app, facts, step, at)
            elif not word and step.inside and (loop := walked(facts, call))[1]:
                for item in loop[1]:
                    self._walk(app, facts, step.inside, replace(at, bound={**at.bound, loop[0]: item}))
            elif not word and step.inside and call.callee.text.rpartition(".")[2] in _LOOPS:
                self._walk(app, facts, step.inside, at)  # over what is not spelled out: paths with its variable are not known
            elif word in ("configure", "helpers", "before", "after", "params") or (step.inside and not word):
                continue

    def _below(self, facts: FileFacts, call: Call, at: _At, *, is_parameter: bool) -> _At:
        given = positional(call)
        part = text(self._code, facts.path, call, given[0], at.bound) if given else ""
        if part is None:
            return replace(at, is_known=False)
        return replace(at, below=join(at.below, f":{part}" if is_parameter else part))

    def _grape(self, app: App, facts: FileFacts, step: Step, at: _At) -> _At:
        """``prefix``, ``version`` (with a block or for what follows), ``mount``."""
        call = step.call
        given = positional(call)
        if step.word == "mount":
            for value in given:
                pairs = zip(value.keys, value.items, strict=True) if value.kind == "dict" else [(value, option(call, "at"))]
                for program, where in pairs:
                    path = text(self._code, facts.path, call, where, at.bound) if where is not None else ""
                    child = self._named(program, app.name)
                    if child:
                        self.children.add(child)
                        known = replace(at, is_known=at.is_known and path is not None)
                        self._mounts[app.name].append((child, known, path or "", place_of_call(facts.path, call)))
            return at
        if step.word == "prefix":
            part = text(self._code, facts.path, call, given[0], at.bound) if given else ""
            return replace(at, prefix=part or "", is_known=at.is_known and part is not None)
        using = option(call, "using")
        versions = [item.text for value in given for item in (value.items if value.kind == "list" else (value,))]
        in_path = using is None or using.text == "path"
        inner = replace(at, version=versions[0] if in_path and len(versions) == 1 else (":version" if in_path else ""))
        if block_of(call) is not None:
            self._walk(app, facts, step.inside, inner)
            return at
        return inner

    def _named(self, value: Value, inside: str) -> str:
        """An application by its name as written inside another."""
        written = value.text if value.kind == "name" else ""
        if written.startswith("::"):
            return written[2:] if written[2:] in self._apps else ""
        while inside:
            if f"{inside}.{written}" in self._apps:
                return f"{inside}.{written}"
            inside = inside.rpartition(".")[0]
        return written if written in self._apps else ""

    def _route(
        self, app: App, facts: FileFacts, call: Call, at: _At, methods: tuple[str, ...], given: list[Value], said: str
    ) -> None:  # fmt: skip
        place = Place(facts.path, call.line, call.end_line)
        for value in given or [Value("string", "")]:
            for item in value.items if value.kind == "list" else (value,):
                path = text(self._code, facts.path, call, item, at.bound)
                if path is None and item.kind == "other":
                    path = _expression(item.text)
                if item.kind == "dict":
                    continue
                known = at.is_known and path is not None
                full = at.path(path or "")
                if self._kind is SINATRA and path is not None and len(path) > 1 and path.endswith("/"):
                    full += "/"  # two routes, where Grape sees one
                self._routes[app.name].append(Route(methods, full, place, said, known))


def _expression(text: str) -> str:
    """A regular expression without what is around it; of one with comments what stands before the first."""
    start, comment, _ = text.partition(" # ")
    inner = start.removeprefix("%r{" if start.startswith("%r{") else "/").strip()
    if comment:
        return f"{inner}(…)"
    return inner[: inner.rfind("}" if start.startswith("%r{") else "/")]
