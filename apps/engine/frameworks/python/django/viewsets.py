"""Routers of Django REST framework and what they make of viewsets."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import Call, Decorator, Definition, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.python.django.patterns import join, simplify
from apps.engine.frameworks.python.django.views import Answer, allowed_methods, member_answer
from apps.engine.frameworks.text import UNKNOWN_START, argument, keyword

_ROUTERS = frozenset(
    {
        "DefaultRouter",
        "SimpleRouter",
        "BaseRouter",
        "ExtendedDefaultRouter",
        "ExtendedSimpleRouter",
        "BulkRouter",
        "WagtailAPIRouter",
    }
)
_PACKAGES = frozenset({"rest_framework", "rest_framework_nested", "rest_framework_extensions", "rest_framework_bulk"})
_NESTED = frozenset({"NestedSimpleRouter", "NestedDefaultRouter"})
_WITH_ROOT = frozenset({"DefaultRouter", "ExtendedDefaultRouter"})
_ROOT_NAMES = ("include_root_view", "get_urls", "get_api_root_view")
_NESTS = 8  # routers inside routers
_LIST, _DETAIL = ("list", "create"), ("retrieve", "update", "partial_update", "destroy")
_METHODS = {"list": "GET", "create": "POST", "retrieve": "GET", "update": "PUT", "partial_update": "PATCH", "destroy": "DELETE"}
_GIVEN: dict[str, tuple[str, ...]] = {
    "ModelViewSet": (*_LIST, *_DETAIL),
    "ReadOnlyModelViewSet": ("list", "retrieve"),
    "ListModelMixin": ("list",),
    "CreateModelMixin": ("create",),
    "RetrieveModelMixin": ("retrieve",),
    "UpdateModelMixin": ("update", "partial_update"),
    "DestroyModelMixin": ("destroy",),
}


@dataclass(frozen=True, slots=True)
class RouterRoute:
    """A route below a router, with the line that registers its viewset."""

    path: str
    answer: Answer
    registered: Place
    name: str = ""


@dataclass(slots=True)
class _Registered:
    prefix: Value
    viewset: Value
    path: str
    scope: str
    place: Place


@dataclass(slots=True)
class RouterMade:
    """A router's variable: how it was made and what was registered on it."""

    bound: Bound
    call: Call
    name: str
    registered: list[_Registered] = field(default_factory=list)
    extended: list[tuple[str, str, str]] = field(default_factory=list)  # keys of routers whose registry it took over


def _own_classes(files: list[FileFacts]) -> set[str]:
    """Names of the project's classes that inherit from a router, whatever they are called."""
    bases = [
        (item.name, base.text.rpartition(".")[2])
        for facts in files
        for item in facts.definitions
        if item.kind in CLASSES
        for base in item.bases
    ]
    own: set[str] = set()
    for _ in range(_NESTS):
        more = {name for name, base in bases if base in own or base.endswith("Router")} - own
        if not more:
            break
        own |= more
    return own


class Routers:
    """All routers of a repository, by where they are bound."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.made: dict[tuple[str, str, str], RouterMade] = {}
        self.used: set[tuple[str, str, str]] = set()
        self.unknowns: list[Unknown] = []
        if _PACKAGES.isdisjoint(code.imports):
            return
        files = list(code.python())
        own = _own_classes(files)
        for facts in files:
            for assignment in facts.assignments:
                call = assignment.value.call if assignment.value is not None else None
                if call is None:
                    continue
                last = call.callee.text.rpartition(".")[2]
                if not last.endswith("Router") and last not in own:
                    continue
                name = self._router_name(facts.path, assignment.scope, call)
                if name:
                    bound = Bound(
                        "assignment",
                        facts.path,
                        assignment.scope,
                        assignment.target,
                        assignment=assignment,
                        value=assignment.value,
                    )
                    self.made.setdefault(bound.key, RouterMade(bound, call, name))
        if not self.made:
            return
        for facts in files:
            for call in facts.calls:
                if call.callee.kind == "name":
                    self._call(facts.path, call)

    def _router_name(self, path: str, scope: str, call: Call) -> str:
        bound = self.code.names.of(path, scope, call.callee)
        names = [bound.external]
        if bound.definition is not None and bound.definition.kind in CLASSES:
            names = self.code.names.external_bases(bound.path, bound.definition)
        for name in names:
            last = name.rpartition(".")[2]
            if last in _ROUTERS | _NESTED and name.partition(".")[0] in _PACKAGES:
                return last
        return ""

    def _call(self, path: str, call: Call) -> None:
        receiver, _, last = call.callee.text.rpartition(".")
        if last == "register" and receiver:
            made = self.find(path, call.scope, Value("name", receiver, line=call.line))
            prefix, viewset = argument(call, 0, "prefix"), argument(call, 1, "viewset")
            if made is not None and prefix is not None and viewset is not None:
                place = Place(path, call.line, call.end_line)
                bound = self.code.names.of(path, call.scope, viewset)
                if bound.assignment is not None and bound.assignment.kind == "loop":
                    reason = "What a router registers in a loop is put together when the program runs."
                    self.unknowns.append(Unknown("endpoints", f"{receiver}.register", reason, place))
                    return
                made.registered.append(_Registered(prefix, viewset, path, call.scope, place))
        elif last == "extend" and receiver.endswith(".registry") and call.arguments:
            made = self.find(path, call.scope, Value("name", receiver.removesuffix(".registry"), line=call.line))
            given = call.arguments[0].value
            if made is not None and given.kind == "name" and given.text.endswith(".registry"):
                other = self.find(path, call.scope, Value("name", given.text.removesuffix(".registry"), line=call.line))
                if other is not None:
                    made.extended.append(other.bound.key)

    def find(self, path: str, scope: str, value: Value) -> RouterMade | None:
        """The router an expression means."""
        bound = self.code.names.of(path, scope, value)
        return self.made.get(bound.key) if bound.kind == "assignment" else None

    def routes(self, made: RouterMade) -> list[RouterRoute]:
        """Every route of a router, relative to where it is included."""
        out = self._root(made)
        seen = set()
        waiting = [made]
        while waiting:
            current = waiting.pop(0)
            if current.bound.key in seen:
                continue
            seen.add(current.bound.key)
            self.used.add(current.bound.key)
            parent = self._parent_prefix(current)
            slash = keyword(made.call.arguments, "trailing_slash")
            ending = "" if slash is not None and slash.text == "false" else "/"
            for registered in current.registered:
                out += self._viewset(registered, parent, ending)
            waiting += [self.made[key] for key in current.extended if key in self.made]
        return out

    def own_patterns(self, made: RouterMade) -> tuple[str, Definition] | None:
        """The method of the project's own by which a router gives its patterns, with its file."""
        bound = self.code.names.of(made.bound.path, made.bound.scope, made.call.callee)
        if bound.definition is None:
            return None
        for name in ("urls", "get_urls"):
            found = self.code.names.member(bound.path, bound.definition, name)
            if found.definition is not None:
                return found.path, found.definition
        return None

    def _parent_prefix(self, made: RouterMade) -> str:
        """Of a nested router: the prefix of each router above it with the key of its object."""
        parts: list[str] = []
        current = made
        for _ in range(_NESTS):
            if current.name not in _NESTED:
                return "".join(reversed(parts))
            path, scope, arguments = current.bound.path, current.bound.scope, current.call.arguments
            parent, lookup = argument(current.call, 0, "parent_router"), keyword(arguments, "lookup")
            text = self.code.folder.text(path, scope, argument(current.call, 1, "parent_prefix"))
            word = self.code.folder.text(path, scope, lookup) if lookup is not None else "nested_1"
            outer = self.find(path, scope, parent) if parent is not None else None
            if text is None or word is None or outer is None or outer is current:
                return UNKNOWN_START
            parts.append(f"{simplify(text)}/<{word}_{self._lookup_below(outer, text)}>/")
            current = outer
        return UNKNOWN_START

    def _lookup_below(self, outer: RouterMade, prefix: str) -> str:
        """How the viewset registered at `prefix` of a router calls the key of its objects."""
        for registered in outer.registered:
            if self.code.folder.text(registered.path, registered.scope, registered.prefix) == prefix:
                bound = self.code.names.of(registered.path, registered.scope, registered.viewset)
                if bound.definition is not None and bound.definition.kind in CLASSES:
                    return self._lookup(bound.path, bound.definition)
        return "pk"

    def _root(self, made: RouterMade) -> list[RouterRoute]:
        """The page that lists a router's viewsets; a class of the project's own may do without it."""
        bound = self.code.names.of(made.bound.path, made.bound.scope, made.call.callee)
        own = bound.definition
        if made.name not in _WITH_ROOT or not made.registered:
            return []
        if own is not None and any(self.code.names.member(bound.path, own, name).kind != "unknown" for name in _ROOT_NAMES):
            return []
        line = made.bound.assignment.line if made.bound.assignment is not None else made.call.line
        place = Place(made.bound.path, line, made.call.end_line)
        return [RouterRoute("", Answer("GET", "rest_framework.routers.APIRootView", place), place, "api-root")]

    def _viewset(self, registered: _Registered, parent: str, ending: str) -> list[RouterRoute]:
        code = self.code
        base = code.folder.route(registered.path, registered.scope, registered.prefix)
        base = base if base.startswith(UNKNOWN_START) else simplify(base)
        prefix = join(parent, base)
        bound = code.names.of(registered.path, registered.scope, registered.viewset)
        definition = bound.definition
        start = f"{prefix}{ending}" if prefix else ""
        if definition is None or definition.kind not in CLASSES:
            name = bound.external or registered.viewset.text
            return [RouterRoute(start, Answer("ANY", name, registered.place), registered.place)]
        actions = self._actions(bound.path, definition)
        allowed = allowed_methods(code, bound.path, definition)
        lookup = self._lookup(bound.path, definition)
        detail = f"{prefix}/<{lookup}>{ending}" if prefix else f"<{lookup}>{ending}"
        out = []
        for action, answer in actions.items():
            if allowed is None or answer.method in allowed:
                out.append(RouterRoute(start if action in _LIST else detail, answer, registered.place))
        for name, methods, is_detail, url in self._extra(bound.path, definition):
            below = (f"{prefix}/<{lookup}>" if prefix else f"<{lookup}>") if is_detail else prefix
            route = f"{below}/{url}{ending}" if below else f"{url}{ending}"
            found = code.names.member(bound.path, definition, name)
            if found.definition is None:
                continue
            for method in methods:
                if allowed is None or method in allowed:
                    answer = self._extra_answer(bound.path, definition, name, method)
                    out.append(RouterRoute(route, answer, registered.place))
        return out

    def _extra_answer(self, path: str, definition: Definition, name: str, method: str) -> Answer:
        """An action's method, or the one mapped to it for another HTTP method (``@name.mapping.post``)."""
        for at, current in self.code.names.ancestors(path, definition):
            for child in self.code.index(at).children.get(current.qualname, ()):
                if any(decorator.name == f"{name}.mapping.{method.lower()}" for decorator in child.decorators):
                    return member_answer(self.code, path, definition, child.name, method)
        return member_answer(self.code, path, definition, name, method)

    def _actions(self, path: str, definition: Definition) -> dict[str, Answer]:
        given = {
            action
            for base in self.code.names.external_bases(path, definition)
            for action in _GIVEN.get(base.rpartition(".")[2], ())
        }
        out: dict[str, Answer] = {}
        for action in (*_LIST, *_DETAIL):
            found = self.code.names.member(path, definition, action).definition
            if action in given or (found is not None and found.kind not in CLASSES):
                out[action] = member_answer(self.code, path, definition, action, _METHODS[action])
        return out

    def _lookup(self, path: str, definition: Definition) -> str:
        for name in ("lookup_url_kwarg", "lookup_field"):
            found = self.code.names.member(path, definition, name)
            text = self.code.folder.text(found.path, found.scope, found.value) if found.value is not None else None
            if text:
                return text
        return "pk"

    def _extra(self, path: str, definition: Definition) -> list[tuple[str, list[str], bool, str]]:
        """(method's name, HTTP methods, whether on one object, path) of every `@action`."""
        out: list[tuple[str, list[str], bool, str]] = []
        seen: set[str] = set()
        for at, current in self.code.names.ancestors(path, definition):
            for child in self.code.index(at).children.get(current.qualname, ()):
                decorator = self._action(at, child)
                if decorator is None or child.name in seen:
                    continue
                seen.add(child.name)
                last = decorator.name.rpartition(".")[2]
                is_detail = keyword(decorator.arguments, "detail")
                on_one = last == "detail_route" or (is_detail is not None and is_detail.text == "true")
                listed = keyword(decorator.arguments, "methods")
                texts = self.code.folder.texts(at, current.qualname, listed) if listed is not None else ["get"]
                methods = {text.upper() for text in texts} if texts else {"ANY"}
                for other in self.code.index(at).children.get(current.qualname, ()):
                    for mapped in other.decorators:
                        if mapped.name.startswith(f"{child.name}.mapping."):
                            methods.add(mapped.name.rpartition(".")[2].upper())
                given = keyword(decorator.arguments, "url_path")
                url = self.code.folder.text(at, current.qualname, given) if given is not None else child.name
                if url is not None:
                    out.append((child.name, sorted(methods), on_one, simplify(url)))
        return out

    def _action(self, path: str, child: Definition) -> Decorator | None:
        for decorator in child.decorators:
            if decorator.called and decorator.name.rpartition(".")[2] in ("action", "detail_route", "list_route"):
                name = self.code.names.bind(path, child.parent, decorator.name, decorator.line).external
                if name.startswith("rest_framework.decorators."):
                    return decorator
        return None
