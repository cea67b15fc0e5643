"""Ktor: routes in nested blocks, functions on ``Route`` that are called where they are mounted, resources as types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from apps.engine.facts import Call, Definition, Endpoint, FileFacts, Place, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.declared_code import annotation, given, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.blocks import Block, guard_of, innermost, join_all, lambda_of, last_name, path_of
from apps.engine.frameworks.routing import Key, Node, Routes, join_slash, prefix_unknowns
from apps.engine.frameworks.text import source_of

FRAMEWORK = "Ktor"
SOURCE = "framework:ktor"
_PACKAGES = ("io.ktor.server", "io.ktor.routing", "io.ktor.application")
_VERBS = {name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options")}
_VERBS["webSocket"] = "WEBSOCKET"
_ROOTS = frozenset({"routing"})
_NESTING = frozenset(
    {"route", "authenticate", "method", "accept", "header", "param", "contentType", "host", "rateLimit", "resource"}
)
_RECEIVERS = frozenset({"Route", "Routing", "RootRoute", "RoutingBuilder"})


def find(code: Code, modules: Set[str]) -> Found:
    """Endpoints of routing blocks."""
    found = Found()
    if not any(module.startswith(_PACKAGES) for module in modules):
        return found
    reader = _Reader(code)
    for facts in code.own("Kotlin"):
        if any(item.module.startswith(_PACKAGES) for item in facts.imports):
            reader.file(facts)
    endpoints = list(reader.routes.endpoints())
    found.endpoints += endpoints
    found.unknowns += [*reader.routes.unknowns, *prefix_unknowns(endpoints, FRAMEWORK)]
    if endpoints:
        found.frameworks.append(FRAMEWORK)
    return found


class _Reader:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes(FRAMEWORK, join_slash, code.branches)

    def file(self, facts: FileFacts) -> None:
        """Register the blocks of one file, definition by definition."""
        by_scope: dict[str, list[Call]] = defaultdict(list)
        for call in facts.calls:
            by_scope[call.scope].append(call)
        definitions = {definition.qualname: definition for definition in facts.definitions}
        for scope, calls in by_scope.items():
            self._scope(facts, scope, definitions.get(scope), calls)

    def _scope(self, facts: FileFacts, scope: str, around: Definition | None, calls: list[Call]) -> None:
        start: Key | None = None
        if around is not None and _is_router(around):
            start = (facts.path, scope, "")
            self.routes.nodes[start] = Node(start, place=Place(facts.path, around.line, around.end_line))
        blocks: list[Block] = []
        roots: dict[int, Key] = {}
        for call in calls:
            name = last_name(call)
            inner = lambda_of(call)
            above = innermost(blocks, call, call.line)
            if inner is not None and self._is_root(call, name):
                block = Block(call, inner.line, inner.end_line)
                blocks.append(block)
                key = (facts.path, scope, f"routing@{call.line}")
                roots[id(block)] = key
                self.routes.nodes[key] = Node(key, is_root=True, place=Place(facts.path, call.line, call.end_line))
                continue
            if above is None and start is None:
                continue
            if inner is not None and (name in _NESTING or name in _VERBS) and call.callee.kind == "name":
                block = Block(call, inner.line, inner.end_line, above)
                self._nest(facts, scope, block, name)
                blocks.append(block)
            key_of = self._key(above, roots, start)
            if key_of is None:
                continue
            if name in _VERBS or name == "handle":
                if call.callee.kind == "name" and "." not in call.callee.text and call.arguments:
                    self._route(facts, scope, call, name, above, key_of)
            elif (call.callee.kind == "name" and "." not in call.callee.text) or call.callee.text.startswith("this."):
                self._mounted(facts, call, above, key_of)

    def _is_root(self, call: Call, name: str) -> bool:
        if name in _ROOTS:
            return True
        first = call.arguments[0].value if call.arguments else None
        return name == "install" and first is not None and first.text in ("Routing", "RoutingRoot")

    def _key(self, block: Block | None, roots: dict[int, Key], start: Key | None) -> Key | None:
        """The root that a block stands in, or the function that is called on a route."""
        while block is not None:
            if id(block) in roots:
                return roots[id(block)]
            block = block.above
        return start

    def _nest(self, facts: FileFacts, scope: str, block: Block, name: str) -> None:
        call = block.call
        if name == "authenticate":
            optional = next((item.value.text for item in call.arguments if item.name == "optional"), "")
            block.auth = "" if optional == "true" else _written(call)
        elif name == "method" or (name == "route" and len(call.arguments) > 2):
            block.method = _verb(call.arguments[0 if name == "method" else 1].value)
        if name in ("route", "resource"):
            block.path = self._path(facts, scope, call)

    def _path(self, facts: FileFacts, scope: str, call: Call) -> str | None:
        """The path a call gives: its first argument, or that of the resource it is typed with."""
        first = next((item.value for item in call.arguments if item.name in ("", "path") and item.value.kind != "function"), None)
        if first is not None:
            return text_of(self.code, facts.path, scope, first)
        if call.type_arguments:
            return self._resource(facts.path, scope, call.type_arguments[0])
        return ""

    def _resource(self, path: str, scope: str, name: str) -> str | None:
        """The path of a type that is a route: those of the types around it first."""
        found = self.code.resolver.resolve(path, scope, name.partition("<")[0])
        if found.definition is None or found.path not in self.code.files:
            return None
        definitions = {item.qualname: item for item in self.code.files[found.path].definitions}
        parts: list[str] = []
        here: Definition | None = found.definition
        while here is not None:
            said = annotation(here, "Resource", "Location")
            if said is None:
                break
            text = text_of(self.code, found.path, here.qualname, given(said, "value", "path"))
            if text is None:
                return None
            parts.append(text)
            here = definitions.get(here.parent)
        return join_all(reversed(parts)) if parts else None

    def _route(self, facts: FileFacts, scope: str, call: Call, name: str, above: Block | None, key: Key) -> None:
        if lambda_of(call) is None and not any(item.value.kind in ("name", "call") for item in call.arguments):
            return
        path = self._path(facts, scope, call) if name != "handle" else ""
        method = _VERBS.get(name, "")
        block = above
        while block is not None:
            method = method or block.method
            block = block.above
        guard = guard_of(facts.path, above)
        place = Place(facts.path, call.line, call.end_line)
        full = path_of(above, path)
        self.routes.add(
            key,
            Endpoint(
                method or "ANY",
                full,
                scope or facts.path.rpartition("/")[2],
                place,
                place,
                symbol_of(facts.path, scope),
                framework=FRAMEWORK,
                source=SOURCE,
                auth=guard.text if guard is not None else "",
                auth_at=guard.place if guard is not None else None,
            ),
        )

    def _mounted(self, facts: FileFacts, call: Call, above: Block | None, key: Key) -> None:
        """A function on ``Route`` that is called here hangs its routes below."""
        found = self.code.resolver.resolve_call(facts.path, call)
        if found.definition is None or not _is_router(found.definition):
            return
        child = (found.path, found.definition.qualname, "")
        prefix = path_of(above, "")
        place = Place(facts.path, call.line, call.end_line)
        self.routes.mount(key, child, "" if prefix == "/" else prefix, (place,), guard=guard_of(facts.path, above))


def _is_router(definition: Definition) -> bool:
    return "extension" in definition.properties and definition.owner.rpartition(".")[2] in _RECEIVERS


def _verb(value: Value) -> str:
    """``HttpMethod.Get`` → GET; "" for what is no constant."""
    head, _, name = value.text.rpartition(".")
    return name.upper() if value.kind == "name" and head.endswith("HttpMethod") else ""


def _written(call: Call) -> str:
    names = ", ".join(source_of(item.value) for item in call.arguments if item.value.kind != "function")
    return f"authenticate({names})" if names else "authenticate"
