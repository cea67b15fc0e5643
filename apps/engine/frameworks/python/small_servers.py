"""Sanic, Bottle and Falcon: applications and blueprints, decorators, routes that are added, resources."""

from __future__ import annotations

from dataclasses import replace

from apps.engine.facts import Call, Decorator, Definition, Endpoint, EntryPoint, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import decorated, of_class
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.routing import Key, Routes, guarded, join_slash, prefix_unknowns
from apps.engine.frameworks.text import argument, keyword

_FRAMEWORKS = {"sanic": "Sanic", "bottle": "Bottle", "falcon": "Falcon"}
_ROOTS = frozenset({
    "sanic.Sanic", "sanic.app.Sanic", "bottle.Bottle", "falcon.App", "falcon.API", "falcon.asgi.App",
})  # fmt: skip
_BLUEPRINTS = frozenset({"sanic.Blueprint", "sanic.blueprints.Blueprint"})
_VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
_ADDS = frozenset({"blueprint", "add_route", "mount"})


def find(code: Code) -> Found:
    """Endpoints and applications."""
    return _Finder(code).find() if _FRAMEWORKS.keys() & code.imports else Found()


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes("", join_slash, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, _BLUEPRINTS)
        self.kinds: dict[Key, str] = {}
        self.found = Found()

    def find(self) -> Found:
        files = list(self.code.python())
        self.mounting.discover(files)
        if not self.routes.nodes:
            return self.found
        for key, (facts, scope, call) in self.mounting.made.items():
            self._made(key, facts, scope, call)
        for facts in files:
            for definition in facts.definitions:
                for decorator in definition.decorators:
                    self._decorated(facts, definition, decorator)
            for call in facts.calls:
                self._call(facts, call)
        self.mounting.pass_on(files)
        named = {key[0]: kind for key, kind in self.kinds.items()}
        default = sorted(set(self.kinds.values()))[0] if self.kinds else ""
        for item in self.routes.endpoints():
            kind = item.framework or named.get((item.registered or item.place).path, default)
            self.found.endpoints.append(replace(item, framework=kind, source=f"framework:{kind.lower()}"))
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, default), *self.routes.unknowns]
        return self.found

    def _made(self, key: Key, facts: FileFacts, scope: str, call: Call) -> None:
        name = self.code.names.of(facts.path, scope, call.callee).external
        kind = _FRAMEWORKS.get(name.partition(".")[0], "")
        node = self.routes.nodes[key]
        if kind:
            self.kinds[key] = kind
            self.found.frameworks.append(kind)
        if node.is_root:
            place = Place(facts.path, call.line, call.end_line)
            what = f"{kind} application `{key[2]}`".strip()
            self.found.entry_points.append(
                EntryPoint("app", what, place, symbol_of(facts.path, scope), f"framework:{kind.lower()}")
            )
        prefix = keyword(call.arguments, "url_prefix")
        if prefix is not None and not node.is_root:
            node.prefix = self.code.folder.route(facts.path, scope, prefix)

    def _decorated(self, facts: FileFacts, definition: Definition, decorator: Decorator) -> None:
        receiver, dot, verb = decorator.name.rpartition(".")
        if not dot or not decorator.called or verb not in (*_VERBS, "route", "websocket"):
            return
        node = self.mounting.node(facts.path, definition.parent, Value("name", receiver, line=decorator.line))
        call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
        rule = argument(call, 0, "uri", "path")
        if node is None or rule is None:
            return
        methods = [verb.upper()]
        if verb == "route":
            methods = self._methods(facts.path, definition.parent, call, argument(call, 1, "method", "methods"))
        base = Endpoint(
            "", self.code.folder.route(facts.path, definition.parent, rule), definition.qualname,
            place_of(facts.path, definition), Place(facts.path, decorator.line, max(decorator.end_line, definition.line)),
            symbol_of(facts.path, definition.qualname), framework=self.kinds.get(node, ""), docstring=definition.docstring,
        )  # fmt: skip
        for method in methods:
            self.routes.add(node, guarded(replace(base, method=method), decorated(self.code, facts.path, definition)))

    def _methods(self, path: str, scope: str, call: Call, listed: Value | None) -> list[str]:
        if listed is None:
            return ["GET"]
        texts = self.code.folder.texts(path, scope, listed)
        return sorted({text.upper() for text in texts}) if texts else ["ANY"]

    def _call(self, facts: FileFacts, call: Call) -> None:
        receiver, dot, last = call.callee.text.rpartition(".")
        if call.callee.kind != "name" or not dot or last not in _ADDS:
            return
        node = self.mounting.node(facts.path, call.scope, Value("name", receiver, line=call.line))
        if node is None:
            return
        here = Place(facts.path, call.line, call.end_line)
        if last == "add_route":
            self._added(node, facts.path, call, here)
            return
        given, prefix = argument(call, 0, "blueprint"), keyword(call.arguments, "url_prefix")
        if last == "mount":  # Bottle: the prefix first
            given, prefix = argument(call, 1, "app"), argument(call, 0, "prefix")
        if given is None:
            return
        for path, scope, value in self.mounting.values(facts.path, call.scope, given):
            child = self.mounting.node(path, scope, value, parameters=False)
            if child is not None:
                full = self.routes.nodes[child].prefix  # of its own, unless another is given in its place
                if prefix is not None:
                    full = self.code.folder.route(facts.path, call.scope, prefix)
                self.routes.mount(node, child, full, (here, *self.code.constant_places(facts.path, call.scope, prefix)))

    def _added(self, node: Key, path: str, call: Call, here: Place) -> None:
        """``app.add_route(handler, "/x")`` of Sanic, ``app.add_route("/x", Resource())`` of Falcon."""
        first, second = argument(call, 0, "handler", "uri_template"), argument(call, 1, "uri", "resource")
        if first is None or second is None:
            return
        is_falcon = self.kinds.get(node) == "Falcon"
        rule, given = (first, second) if is_falcon else (second, first)
        text = self.code.folder.route(path, call.scope, rule)
        bound = self.code.names.of(path, call.scope, given)
        made = self.code.names.maker(bound) if bound.definition is None else bound
        owner = made.definition
        if is_falcon and owner is not None and owner.kind in CLASSES:
            self._class(node, text, made.path, owner, here)
            return
        handler = find_handler(self.code, path, call.scope, given)
        guard = decorated(self.code, handler.place.path, handler.definition) if handler.definition is not None else None
        methods = self._methods(path, call.scope, call, argument(call, 2, "methods")) if not is_falcon else ["ANY"]
        for method in methods:
            endpoint = Endpoint(
                method, text, handler.name, handler.place, here, handler.symbol,
                framework=self.kinds.get(node, ""), docstring=handler.docstring,
            )  # fmt: skip
            self.routes.add(node, guarded(endpoint, guard))

    def _class(self, node: Key, text: str, path: str, owner: Definition, here: Place) -> None:
        """A resource of Falcon: its methods ``on_get``, ``on_post`` and so on."""
        for verb in _VERBS:
            found = self.code.names.member(path, owner, f"on_{verb}")
            own = found.definition
            if own is None or own.kind in CLASSES:
                continue
            endpoint = Endpoint(
                verb.upper(), text, own.qualname, place_of(found.path, own), here, symbol_of(found.path, own.qualname),
                framework=self.kinds.get(node, ""), docstring=own.docstring,
            )  # fmt: skip
            self.routes.add(node, guarded(endpoint, of_class(self.code, path, owner, own.name)))
