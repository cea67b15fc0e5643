"""Flask: applications, blueprints (nested too), `add_url_rule`, class views, Flask-RESTful and Flask-RESTX resources."""

from __future__ import annotations

from apps.engine.facts import Call, Decorator, Definition, Endpoint, EntryPoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard, around, decorated, of_class
from apps.engine.frameworks.handlers import find_handler
from apps.engine.frameworks.mounting import Mounting
from apps.engine.frameworks.python.started import named_modules
from apps.engine.frameworks.routing import Key, Routes, guarded, join_slash, prefix_unknowns
from apps.engine.frameworks.text import UNKNOWN_START, argument, keyword

_ROOTS = frozenset({"flask.Flask", "flask.app.Flask", "quart.Quart", "flask_openapi3.OpenAPI"})
_BLUEPRINTS = frozenset(
    {"flask.Blueprint", "flask.blueprints.Blueprint", "quart.Blueprint", "flask_smorest.Blueprint", "flask_openapi3.APIBlueprint"}
)
_APIS = frozenset({
    "flask_restful.Api", "flask_restx.Api", "flask_restplus.Api", "flask_restx.Namespace", "flask_restplus.Namespace",
    "flask_restx.api.Api",
})  # fmt: skip
_VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
_SHORT = ("get", "post", "put", "patch", "delete")
SOURCE = "framework:flask"
_OWN_WAY = "It is registered through a method of the project's own that puts the path together."


def find(code: Code) -> Found:
    """Endpoints and applications of Flask and Quart."""
    return _Finder(code).find()


def join_rule(prefix: str, rule: str) -> str:
    """A blueprint's prefix and a rule below it."""
    if rule.startswith(UNKNOWN_START) or not prefix:
        return rule
    return join_slash(prefix, rule) if rule else prefix


class _Finder:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.routes = Routes("Flask", join_rule, code.branches)
        self.mounting = Mounting(code, self.routes, _ROOTS, _BLUEPRINTS | _APIS)
        self.found = Found()
        self._apis: set[Key] = set()
        self._registering: set[tuple[str, str]] = set()  # methods of the project's own that register routes
        self._own_ways: set[str] = set()

    def find(self) -> Found:
        files = list(self.code.python())
        self.mounting.discover(files)
        if not self.routes.nodes:
            return self.found
        for facts in files:
            for call in facts.calls:
                if call.callee.text in ("self.add_resource", "self.add_url_rule") and "." in call.scope:
                    self._registering.add((facts.path, call.scope))
        self._own_ways = {qualname.rpartition(".")[2] for _, qualname in self._registering}
        for key, (facts, scope, call) in sorted(self.mounting.made.items(), key=lambda item: item[0]):
            self._made(key, facts, scope, call)
        for facts in files:
            for definition in facts.definitions:
                for decorator in definition.decorators:
                    self._decorated(facts, definition, decorator)
            for call in facts.calls:
                self._call(facts, call)
        self.mounting.pass_on(files)
        self.found.endpoints = list(self.routes.endpoints())
        self.found.unknowns += [*prefix_unknowns(self.found.endpoints, "Flask"), *self.routes.unknowns]
        return self.found

    def _made(self, key: Key, facts: FileFacts, scope: str, call: Call) -> None:
        node = self.routes.nodes[key]
        name = self.code.names.of(facts.path, scope, call.callee).external
        if node.is_root:
            label = "Quart" if name.startswith("quart") else "Flask"
            self.found.frameworks.append(label)
            kind = "wsgi" if label == "Flask" else "asgi"
            started = self.mounting.started_at(key, facts.path, scope, call)
            paths = {place.path for place, _, _ in started}
            # A worker's module makes an application for itself; the one that is served is the one that is named.
            served = named_modules(self.code.texts, paths) if len(paths) > 1 else frozenset()
            for place, symbol, variable in started:
                if served and place.path not in served:
                    continue
                self.found.entry_points.append(EntryPoint(kind, f"{label} application `{variable}`", place, symbol, SOURCE))
            return
        self.found.frameworks.append("Flask")
        prefix = keyword(call.arguments, "url_prefix")
        if name in _APIS:
            self._apis.add(key)
            prefix = keyword(call.arguments, "path" if name.endswith("Namespace") else "prefix")
            if prefix is None and name.endswith("Namespace"):
                first = argument(call, 0, "name")
                text = self.code.folder.text(facts.path, scope, first)
                node.prefix = f"/{text}" if text else UNKNOWN_START
            owner = argument(call, 0, "app")
            if owner is not None and not name.endswith("Namespace"):
                parent = self.mounting.node(facts.path, scope, owner)
                if parent is not None:
                    own = self.code.folder.route(facts.path, scope, prefix) if prefix is not None else ""
                    self.routes.mount(parent, key, own, (Place(facts.path, call.line, call.end_line),))
        if prefix is not None:
            node.prefix = self.code.folder.route(facts.path, scope, prefix)

    def _decorated(self, facts: FileFacts, definition: Definition, decorator: Decorator) -> None:
        receiver, dot, verb = decorator.name.rpartition(".")
        if verb == "before_request" and dot:
            self._before(facts, definition, receiver, decorator.line)
        if not dot or not decorator.called or verb not in ("route", "websocket", *_SHORT):
            return
        node = self.mounting.node(facts.path, definition.parent, Value("name", receiver, line=decorator.line))
        if node is None:
            return
        scope = definition.parent
        rules = [item.value for item in decorator.arguments if not item.name] if node in self._apis else []
        if not rules:
            call = Call(Value("name", decorator.name), decorator.arguments, decorator.line)
            first = argument(call, 0, "rule")
            rules = [first] if first is not None else []
        if not rules and verb != "route":
            return
        registered = Place(facts.path, decorator.line, max(decorator.end_line, definition.line))
        for rule in rules:
            text = self.code.folder.route(facts.path, scope, rule)
            if definition.kind in CLASSES:
                self._class(node, text, facts.path, definition, registered, None)
                continue
            if verb in _SHORT:
                methods = [verb.upper()]
            elif verb == "websocket":
                methods = ["WEBSOCKET"]
            else:
                listed = keyword(decorator.arguments, "methods")
                texts = self.code.folder.texts(facts.path, scope, listed) if listed is not None else ["GET"]
                methods = sorted({item.upper() for item in texts}) if texts else ["ANY"]
            for method in methods:
                self._add(node, method, text, facts.path, definition, registered)

    def _before(self, facts: FileFacts, definition: Definition, receiver: str, line: int) -> None:
        """A guarded function that runs before every request of an application or blueprint."""
        guard = decorated(self.code, facts.path, definition)
        node = self.mounting.node(facts.path, definition.parent, Value("name", receiver, line=line)) if guard else None
        if node is not None:
            self.routes.nodes[node].guard = guard

    def _add(
        self,
        node: Key,
        method: str,
        path: str,
        file: str,
        definition: Definition,
        registered: Place,
        guard: Guard | None = None,
    ) -> None:
        endpoint = Endpoint(
            method,
            path,
            definition.qualname,
            place_of(file, definition),
            registered,
            symbol_of(file, definition.qualname),
            "",
            "Flask",
            docstring=definition.docstring,
            source=SOURCE,
        )
        self.routes.add(node, guarded(endpoint, guard or decorated(self.code, file, definition)))

    def _class(self, node: Key, path: str, file: str, definition: Definition, registered: Place, only: list[str] | None) -> None:
        """A class view: each of its methods named after an HTTP method."""
        found_any = False
        for verb in _VERBS:
            found = self.code.names.member(file, definition, verb)
            if found.definition is not None and found.definition.kind not in CLASSES and (only is None or verb.upper() in only):
                guard = of_class(self.code, file, definition, verb)
                self._add(node, verb.upper(), path, found.path, found.definition, registered, guard)
                found_any = True
        if not found_any:
            dispatch = self.code.names.member(file, definition, "dispatch_request")
            listed = self.code.names.member(file, definition, "methods")
            texts = self.code.folder.texts(listed.path, listed.scope, listed.value) if listed.value is not None else None
            handler = dispatch.definition or definition
            at = dispatch.path if dispatch.definition is not None else file
            for method in only or sorted({item.upper() for item in texts or ["GET"]}):
                guard = of_class(self.code, file, definition, "dispatch_request")
                self._add(node, method, path, at, handler, registered, guard)

    def _call(self, facts: FileFacts, call: Call) -> None:
        callee = call.callee
        receiver_text, dot, last = callee.text.rpartition(".")
        if callee.kind != "name" or not dot:
            return
        if last not in ("register_blueprint", "add_url_rule", "add_resource", "add_namespace", "init_app"):
            if last in self._own_ways:
                self._own_way(facts, call, receiver_text)
            return
        scope = call.scope
        node = self.mounting.node(facts.path, scope, Value("name", receiver_text, line=call.line))
        if node is None:
            return
        if last in ("register_blueprint", "add_namespace"):
            self._register(facts, call, node, "url_prefix" if last == "register_blueprint" else "path")
        elif last == "init_app":
            given = argument(call, 0, "app")
            parent = self.mounting.node(facts.path, scope, given) if given is not None and node in self._apis else None
            if parent is not None:
                self.routes.mount(parent, node, self.routes.nodes[node].prefix, self._places(facts, call, node, None))
        elif last == "add_url_rule":
            self._rule(facts, call, node)
        else:
            resource = argument(call, 0, "resource")
            bound = self.code.names.of(facts.path, scope, resource) if resource is not None else None
            if bound is None or bound.definition is None or bound.definition.kind not in CLASSES:
                return
            registered = Place(facts.path, call.line, call.end_line)
            for item in [item for item in call.arguments if not item.name][1:]:
                self._class(
                    node, self.code.folder.route(facts.path, scope, item.value), bound.path, bound.definition, registered, None
                )

    def _own_way(self, facts: FileFacts, call: Call, receiver: str) -> None:
        """A method of the project's own that registers what it is given: that it does is said, its paths are not known."""
        if self.mounting.node(facts.path, call.scope, Value("name", receiver, line=call.line)) is None:
            return
        called = self.code.names.of(facts.path, call.scope, call.callee)
        if called.definition is None or (called.path, called.definition.qualname) not in self._registering:
            return
        for item in call.arguments:
            given = self.code.names.of(facts.path, call.scope, item.value) if item.value.kind == "name" else None
            if given is not None and given.definition is not None:
                place = Place(facts.path, call.line, call.end_line)
                self.found.unknowns.append(Unknown("endpoint", given.definition.qualname, _OWN_WAY, place))
                return

    def _register(self, facts: FileFacts, call: Call, parent: Key, name: str) -> None:
        given = argument(call, 0, "blueprint", "ns")
        if given is None:
            return
        prefix = keyword(call.arguments, name) or (argument(call, 1, name) if name == "path" else None)
        for path, scope, value in self.mounting.values(facts.path, call.scope, given):
            child = self.mounting.node(path, scope, value)
            if child is not None:
                is_none = prefix is not None and prefix.kind == "none"
                own = (
                    self.routes.nodes[child].prefix
                    if prefix is None or is_none
                    else self.code.folder.route(facts.path, call.scope, prefix)
                )
                self.routes.mount(parent, child, own, self._places(facts, call, child, None if is_none else prefix))

    def _places(self, facts: FileFacts, call: Call, child: Key, prefix: Value | None) -> tuple[Place, ...]:
        """The call that mounts, and where the prefix stands: as a constant, or where the blueprint is made."""
        here = Place(facts.path, call.line, call.end_line)
        node = self.routes.nodes[child]
        if prefix is not None:
            return (here, *self.code.constant_places(facts.path, call.scope, prefix))
        return (here, node.place) if node.prefix and node.place is not None else (here,)

    def _rule(self, facts: FileFacts, call: Call, node: Key) -> None:
        rule, view = argument(call, 0, "rule"), argument(call, 2, "view_func")
        if rule is None or view is None:
            return
        scope = call.scope
        text = self.code.folder.route(facts.path, scope, rule)
        listed = keyword(call.arguments, "methods")
        texts = self.code.folder.texts(facts.path, scope, listed) if listed is not None else None
        only = sorted({item.upper() for item in texts}) if texts else None
        registered = Place(facts.path, call.line, call.end_line)
        looked = self.code.names.of(facts.path, scope, view)
        made = looked.value.call if looked.value is not None else None
        if made is not None and made.callee.kind == "name" and made.callee.text.endswith(".as_view"):
            owner = self.code.names.of(
                looked.path, looked.scope, Value("name", made.callee.text.removesuffix(".as_view"), line=made.line)
            )
            if owner.definition is not None and owner.definition.kind in CLASSES:
                self._class(node, text, owner.path, owner.definition, registered, only)
                return
        handler = find_handler(self.code, facts.path, scope, view)
        guard = around(self.code, facts.path, scope, view)
        if guard is None and handler.definition is not None:
            guard = decorated(self.code, handler.place.path, handler.definition)
        for method in only or ["GET"]:
            endpoint = Endpoint(
                method,
                text,
                handler.name,
                handler.place,
                registered,
                handler.symbol,
                "",
                "Flask",
                docstring=handler.docstring,
                source=SOURCE,
            )
            self.routes.add(node, guarded(endpoint, guard))
