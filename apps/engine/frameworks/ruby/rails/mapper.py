"""Follows the words of Rails' routes through their blocks, as Rails' own mapper does."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from apps.engine.facts import Call, Endpoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.guards import Guard
from apps.engine.frameworks.inflection import camelize, pluralize
from apps.engine.frameworks.ruby.blocks import (
    BLOCK,
    Step,
    block_of,
    block_parameter,
    join,
    option,
    place_of_call,
    positional,
    steps,
    text,
    walked,
    words,
)
from apps.engine.frameworks.ruby.rails.controllers import Controllers
from apps.engine.frameworks.ruby.rails.reading import actions, program, written
from apps.engine.frameworks.ruby.rails.scope_options import grouped, namespaced, scoped
from apps.engine.frameworks.ruby.rails.scopes import Resource, Scope, inside_module
from apps.engine.frameworks.ruby.rails.targets import answering, option_text, target
from apps.engine.frameworks.text import UNKNOWN_START

FRAMEWORK = "Ruby on Rails"
SOURCE = "framework:rails"
_VERBS = ("get", "post", "put", "patch", "delete", "options", "head")
_LIMIT = 20_000  # endpoints of one application
_DEPTH = 30  # concerns, drawn files and blocks inside each other
_OPTIONAL_START = re.compile(r"/(\(+)/?")  # ``/posts/(:id)`` is ``/posts(/:id)``
_OPTIONAL_FORMAT = re.compile(r"\(\.:format\)$")
# Options of `resources` that are its own; others are those of a scope around it.
_OWN = frozenset({"as", "controller", "path", "only", "except", "param", "concerns", "shallow", BLOCK})
_SILENT = frozenset({"direct", "resolve", "require", "require_relative", "lambda", "proc", "puts", "raise"})
_LATE = "The path of this route is put together when the program runs."
# Words of libraries that register routes of their own.
_LIBRARIES = {
    "devise_for": "Devise", "use_doorkeeper": "Doorkeeper", "use_doorkeeper_openid_connect": "Doorkeeper",
    "mount_devise_token_auth_for": "Devise Token Auth", "mount_griddler": "Griddler", "jsonapi_resources": "JSONAPI Resources",
    "jsonapi_resource": "JSONAPI Resources", "comfy_route": "Comfortable Mexican Sofa", "passwordless_for": "Passwordless",
    "health_check_routes": "Health Check", "mount_avo": "Avo", "clearance_routes": "Clearance",
}  # fmt: skip


@dataclass(slots=True)
class Mapper:
    """Collects the endpoints of one application or engine.  `mounted` are other programs that it mounts, with their paths."""

    code: Code
    controllers: Controllers
    files: dict[str, FileFacts]  # files that `draw` reads, by name
    endpoints: list[Endpoint] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    mounted: list[tuple[str, str, bool, Place]] = field(default_factory=list)  # name, path, whether that is known, where
    concerns: dict[str, tuple[FileFacts, Step]] = field(default_factory=dict)
    functions: dict[str, tuple[FileFacts, str]] = field(default_factory=dict)
    _depth: int = 0

    def run(self, facts: FileFacts, listed: list[Step], scope: Scope) -> None:
        """Follow calls in order."""
        if self._depth >= _DEPTH or len(self.endpoints) >= _LIMIT:
            return
        self._depth += 1
        for step in listed:
            self._step(facts, step, scope)
        self._depth -= 1

    def _step(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        call, word = step.call, step.word
        below, _, last = call.callee.text.rpartition(".")
        if not word and below and below == scope.variable:
            word = last
        if not word:
            self._on_something(facts, step, scope)
            return
        handler = _WORDS.get(word)
        if handler is not None:
            handler(self, facts, step, scope)
        elif word in _VERBS:
            self._match(facts, call, scope, (word.upper(),))
        elif word in _LIBRARIES:
            names = [value.text for value in positional(call)]
            self._unknown(facts, call, f"{word} {', '.join(names)}".strip(), f"{_LIBRARIES[word]} registers these routes itself.")
        elif word in self.functions:
            held, qualname = self.functions[word]
            self.run(held, steps(held, qualname), scope)
        elif step.inside and word not in _SILENT:
            self.run(facts, step.inside, scope)

    def _on_something(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        """Blocks of calls on something: loops over a literal list, the mapper passed as a variable (``map.resources``)."""
        call = step.call
        if block_of(call) is None:
            return
        name, items = walked(facts, call)
        if name:
            for item in items:
                self.run(facts, step.inside, replace(scope, bound={**scope.bound, name: item}))
            return
        if call.callee.text.rpartition(".")[2] not in ("routes", "draw", "append", "prepend"):
            self.run(facts, step.inside, scope)

    def _with_options(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        """Options for every call in a block, which may name the mapper by a variable."""
        block = block_of(step.call)
        if block is not None:
            inner = scoped(self.code, facts, step.call, scope)
            self.run(facts, step.inside, replace(inner, variable=block_parameter(facts, block)))

    # scopes

    def _scope(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        self.run(facts, step.inside, grouped(self.code, facts, step, scope))

    def _namespace(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        inner = namespaced(self.code, facts, step.call, scope)
        if inner is not None:
            self.run(facts, step.inside, inner)

    def _guarded(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        """``authenticate :user do``."""
        call = step.call
        names = ", ".join(value.text for value in positional(call) if value.kind == "string")
        guard = Guard(f"{step.word} {names}".strip(), place_of_call(facts.path, call))
        self.run(facts, step.inside, scope if step.word == "unauthenticated" else replace(scope, guard=guard))

    def _level(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        if scope.resource is not None:
            self.run(facts, step.inside, scope.at(step.word))

    # resources

    def _resources(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        call, is_single = step.call, step.call.callee.text.endswith("resource")
        names = [text(self.code, facts.path, call, value, scope.bound) for value in positional(call)]
        if any(argument.name not in _OWN and argument.name for argument in call.arguments) or option(call, "shallow") is not None:
            around = tuple(item for item in call.arguments if item.name not in _OWN or item.name == "shallow")
            scope = scoped(self.code, facts, Call(call.callee, around, call.line, call.end_line, call.scope), scope)
        if scope.level in ("resources", "resource"):
            is_nested_shallow = scope.is_shallow
            scope = scope.at("nested")
            scope = replace(scope, is_shallow=is_nested_shallow)
        for name in names:
            if name is None:
                self._unknown(facts, call, f"{step.word} in {facts.path}", _LATE)
            else:
                self._resource(facts, step, scope, name, is_single)

    def _resource(self, facts: FileFacts, step: Step, scope: Scope, name: str, is_single: bool) -> None:
        call = step.call
        own_path = option(call, "path")
        path = text(self.code, facts.path, call, own_path, scope.bound) if own_path is not None else name
        controller = option(call, "controller")
        parameter = option(call, "param")
        known = text(self.code, facts.path, call, controller, scope.bound) if controller is not None else None
        if path is None:
            scope = replace(scope, is_known=False, path="")
        around = scope.resource if scope.level == "nested" else None
        resource = Resource(
            name,
            path or "",
            (known or controller.text) if controller is not None else (pluralize(name) if is_single else name),
            is_single,
            parameter.text if parameter is not None else "id",
            actions(call, scope, is_single),
            around is not None and not around.is_single,
        )
        inner = replace(
            scope, level="resource" if is_single else "resources", resource=resource, controller=resource.controller, only=None,
            without=None, action="",
        )  # fmt: skip
        self.run(facts, step.inside, inner)
        for used in words(option(call, "concerns")):
            self._use(used, inner)
        self._standard(facts, call, inner, resource)

    def _standard(self, facts: FileFacts, call: Call, inner: Scope, resource: Resource) -> None:
        """The seven routes, those that are asked for."""
        collection, new, member = (inner.at(level) for level in ("collection", "new", "member"))
        rows = (
            ("index", ("GET",), collection, ""), ("create", ("POST",), collection, ""), ("new", ("GET",), new, ""),
            ("edit", ("GET",), member, inner.path_name("edit")), ("show", ("GET",), member, ""),
            ("update", ("PATCH", "PUT"), member, ""), ("destroy", ("DELETE",), member, ""),
        )  # fmt: skip
        for action, methods, scope, more in rows:
            if action in resource.actions:
                self._add(facts, call, scope.below(more), methods, scope.controller, action)

    def _concern(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        for value in positional(step.call)[:1]:
            self.concerns[value.text] = (facts, step)

    def _concerns(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        for value in positional(step.call):
            for name in words(value):
                self._use(name, scope)

    def _use(self, name: str, scope: Scope) -> None:
        held = self.concerns.get(name)
        if held is not None:
            self.run(held[0], held[1].inside, scope)

    # single routes

    def _match_word(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        via = option(step.call, "via")
        methods = tuple(item.upper() for item in words(via)) or tuple(item.upper() for item in scope.via) or ("ANY",)
        self._match(facts, step.call, scope, ("ANY",) if "ALL" in methods else methods)

    def _root(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        call = step.call
        given = positional(call)
        to = option(call, "to") or (given[0] if given else None)
        controller, action = target(self.code, facts, call, to, scope)
        if to is None:  # root controller: :home, action: :show
            controller, action = (option_text(self.code, facts, call, name, scope) for name in ("controller", "action"))
        base = scope.at("collection") if scope.level == "resources" else scope
        self._add(facts, call, base, ("GET",), controller, action, to)

    def _match(self, facts: FileFacts, call: Call, scope: Scope, methods: tuple[str, ...]) -> None:
        on = option(call, "on")
        if on is not None and scope.resource is not None and on.text in ("member", "collection", "new"):
            scope = scope.at(on.text)
        elif scope.level in ("resources", "resource"):
            scope = scope.at("nested")
        for value in positional(call):
            if value.kind == "dict":
                for key, item in zip(value.keys, value.items, strict=True):
                    self._one(facts, call, scope, methods, key, item)
            elif value.kind == "list":
                for item in value.items:
                    self._one(facts, call, scope, methods, item, option(call, "to"))
            elif not any(other.kind == "dict" for other in positional(call)):
                self._one(facts, call, scope, methods, value, option(call, "to"))

    def _one(self, facts: FileFacts, call: Call, scope: Scope, methods: tuple[str, ...], value: Value, to: Value | None) -> None:
        path = text(self.code, facts.path, call, value, scope.bound)
        if path is None:
            self._unknown(facts, call, value.text or call.callee.text, _LATE)
            return
        own = option(call, "path")
        shown = _OPTIONAL_FORMAT.sub("", path)
        controller, action = answering(self.code, facts, call, scope, shown, to)
        if own is not None:
            shown = text(self.code, facts.path, call, own, scope.bound) or shown
        self._add(facts, call, scope.below(shown), methods, controller, action, to)

    def _add(
        self, facts: FileFacts, call: Call, scope: Scope, methods: tuple[str, ...], controller: str, action: str,
        to: Value | None = None,
    ) -> None:  # fmt: skip
        path = _OPTIONAL_START.sub(r"\1/", scope.path) or "/"
        registered = place_of_call(facts.path, call)
        if not scope.is_known:
            path = join(UNKNOWN_START, path) if path != "/" else f"{UNKNOWN_START}/"
            path = path.removeprefix("/")
        full = controller.removeprefix("/") if controller.startswith("/") else inside_module(scope.module, controller)
        handler, place, symbol, docstring, guard = written(to), registered, "", "", scope.guard
        if controller and action:
            handler = f"{camelize(full).replace('.', '::')}Controller#{action}"
            found = self.controllers.action(full, action)
            guard = self.controllers.guard(full, action) or guard
            if found is not None:
                place = place_of(found.path, found.definition)
                symbol = symbol_of(found.path, found.definition.qualname)
                docstring = found.definition.docstring if found.is_method else ""
        for method in methods:
            self.endpoints.append(
                Endpoint(
                    method, path, handler, place, registered, symbol, "", FRAMEWORK, scope.is_known, docstring, SOURCE,
                    mounts=scope.mounts,
                    auth=guard.text if guard is not None else "", auth_at=guard.place if guard is not None else None,
                )
            )  # fmt: skip

    # other programs

    def _mount(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        call = step.call
        at = option(call, "at")
        for value in positional(call):
            pairs = list(zip(value.keys, value.items, strict=True)) if value.kind == "dict" else [(value, at)]
            for held, where in pairs:
                name = program(held)
                path = text(self.code, facts.path, call, where, scope.bound)
                full = join(scope.path, path) if path is not None else ""
                self.mounted.append((name, full or "/", path is not None and scope.is_known, place_of_call(facts.path, call)))

    def _draw(self, facts: FileFacts, step: Step, scope: Scope) -> None:
        for value in positional(step.call)[:1]:
            held = self.files.get(value.text)
            if held is not None and held is not facts:
                self.run(held, steps(held, ""), scope)

    def _unknown(self, facts: FileFacts, call: Call, what: str, reason: str) -> None:
        self.unknowns.append(Unknown("endpoint", what, reason, place_of_call(facts.path, call)))


_WORDS: dict[str, Callable[[Mapper, FileFacts, Step, Scope], None]] = {
    "resources": Mapper._resources, "resource": Mapper._resources, "namespace": Mapper._namespace, "scope": Mapper._scope,
    "constraints": Mapper._scope, "defaults": Mapper._scope, "controller": Mapper._scope, "shallow": Mapper._scope,
    "member": Mapper._level, "collection": Mapper._level, "new": Mapper._level, "nested": Mapper._level,
    "concern": Mapper._concern, "concerns": Mapper._concerns, "match": Mapper._match_word, "root": Mapper._root,
    "mount": Mapper._mount, "draw": Mapper._draw, "authenticate": Mapper._guarded, "authenticated": Mapper._guarded,
    "unauthenticated": Mapper._guarded, "with_options": Mapper._with_options,
}  # fmt: skip
