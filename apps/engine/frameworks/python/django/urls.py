"""Urlconfs: from the root that `ROOT_URLCONF` names, through every `include`, to the views."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.engine.facts import Call, Endpoint, Place, Unknown, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.branches import Branch
from apps.engine.frameworks.code import Code, place_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.guards import Guard, around
from apps.engine.frameworks.python.django.admin import AdminSites, Site
from apps.engine.frameworks.python.django.ninja import NinjaApis
from apps.engine.frameworks.python.django.patterns import is_named_group, join, list_values, pattern_values, show, variants
from apps.engine.frameworks.python.django.permissions import Permissions
from apps.engine.frameworks.python.django.registries import Registries
from apps.engine.frameworks.python.django.settings import Settings
from apps.engine.frameworks.python.django.urlconfs import INCLUDES, Urlconfs
from apps.engine.frameworks.python.django.views import Answer, find_answers
from apps.engine.frameworks.python.django.viewsets import RouterMade, Routers
from apps.engine.frameworks.python.django.wrappers import find_wrapped
from apps.engine.frameworks.routing import in_branch, prefix_unknowns, without_known
from apps.engine.frameworks.text import UNKNOWN_START, argument, source_of

SOURCE = "framework:django"
_ROUTES = frozenset({"django.urls.path", "django.urls.conf.path"})
_PATTERNS = frozenset({
    "django.urls.re_path", "django.urls.conf.re_path", "django.conf.urls.url", "django.conf.urls.re_path",
    "django.conf.urls.defaults.url",
})  # fmt: skip
_LANGUAGE = frozenset({"django.conf.urls.i18n.i18n_patterns"})
_TRANSPARENT = frozenset({
    "rest_framework.urlpatterns.format_suffix_patterns", "django.conf.urls.patterns", "list", "tuple", "builtins.list",
})  # fmt: skip
_STATIC = "django.conf.urls.static.static"
_FILES = "django.contrib.staticfiles.urls.staticfiles_urlpatterns"
_TRANSLATED = ("_", "gettext_lazy", "pgettext_lazy")
_NO_VALUE = Value("none")
_STEPS = 60_000
_DEPTH = 24


@dataclass(frozen=True, slots=True)
class _Task:
    """A part of a urlconf still to be read: an expression at a prefix; `way` lists the urlconfs it is in.

    `mounts` are the calls that gave the prefix, `branch` the condition one of them stands under.
    """

    path: str
    scope: str
    value: Value
    prefix: str
    way: tuple[str, ...]
    spaces: tuple[str, ...] = ()
    mounts: tuple[Place, ...] = ()
    branch: Branch | None = None


def find(code: Code, settings: Settings) -> Found:
    """Endpoints of Django and Django REST framework."""
    return _Finder(code, settings).find()


class _Finder:
    def __init__(self, code: Code, settings: Settings) -> None:
        self.code = code
        self.settings = settings
        self.found = Found()
        self.routers = Routers(code)
        self.permissions = Permissions(code, settings)
        self.ninja = NinjaApis(code)
        self.confs = Urlconfs(code, settings, self.routers)
        self.reached: set[str] = set()
        self._outside: set[tuple[str, str]] = set()
        self._registries = Registries(code)
        self._admins = AdminSites(code, settings)

    def find(self) -> Found:
        if not self.confs.known:
            return self.found
        self.found.frameworks.append("Django")
        if self.routers.made:
            self.found.frameworks.append("Django REST framework")
        for root in self.confs.roots():
            self._read(root, "")
        self.found.unknowns += [*self.confs.unknowns, *self.routers.unknowns]
        for path in self.confs.unreached(self.reached):  # they keep an unknown prefix
            if path not in self.reached:
                self._read(path, UNKNOWN_START)
        self._operations(_Task("", "", _NO_VALUE, UNKNOWN_START, ()), list(self.ninja.left()))
        if any(item.framework == "Django Ninja" for item in self.found.endpoints):
            self.found.frameworks.append("Django Ninja")
        self.found.endpoints = [*without_known(self.found.endpoints), *find_wrapped(self.code)]
        self.found.unknowns += prefix_unknowns(self.found.endpoints, "Django")
        return self.found

    def _read(self, root: str, prefix: str) -> None:
        waiting = list(reversed(self._conf(root, _Task(root, "", _NO_VALUE, prefix, ()))))
        steps = 0
        while waiting and steps < _STEPS:
            steps += 1
            more = self._step(waiting.pop())
            waiting.extend(reversed(more))

    def _conf(self, path: str, task: _Task) -> list[_Task]:
        """What a urlconf holds, at the task's prefix."""
        self.reached.add(path)
        facts = self.confs.files.get(path)
        spaces = task.spaces
        if facts is None or path in task.way or len(task.way) >= _DEPTH:
            return []
        app_name = next(
            (
                item.value.text
                for item in facts.assignments
                if item.target == "app_name" and not item.scope and item.value and item.value.kind == "string"
            ),
            "",
        )
        inner = (*spaces, app_name) if app_name and spaces[-1:] != (app_name,) else spaces
        return [
            replace(task, path=path, scope=scope, value=value, way=(*task.way, path), spaces=inner)
            for scope, value in pattern_values(facts)
        ]

    def _step(self, task: _Task) -> list[_Task]:
        value = task.value
        kind = value.kind
        if kind == "list":
            return [replace(task, value=item) for item in value.items]
        if kind in ("spread", "binary"):
            return [replace(task, value=item) for item in value.items]
        if kind == "call" and value.call is not None:
            return self._called(task, self.code.index(task.path).whole(value.call))
        if kind in ("name", "attribute"):
            return self._named(task)
        return []

    def _named(self, task: _Task) -> list[_Task]:
        value = task.value
        if value.kind == "name" and value.text == "urlpatterns":
            return []
        if value.kind == "name" and value.text.endswith((".urls", ".get_urls")):
            made = self.routers.find(task.path, task.scope, Value("name", value.text.rpartition(".")[0], line=value.line))
            if made is not None:
                self._router_routes(task, made)
                return []
        bound = self.code.names.of(task.path, task.scope, value)
        if bound.kind == "module":
            return self._conf(bound.path, task)
        if bound.kind == "assignment" and bound.assignment is not None:
            values = list_values(self.code.index(bound.path), bound.assignment)
            key = f"{bound.path}#{bound.scope}#{bound.assignment.target}"
            if key in task.way or len(task.way) >= _DEPTH:
                return []
            if bound.assignment.target == "urlpatterns" and not bound.scope:
                self.reached.add(bound.path)
            return [replace(task, path=bound.path, scope=bound.scope, value=item, way=(*task.way, key)) for item in values]
        if bound.kind == "external":
            owner = Value("name", value.text.removesuffix(".urls"), line=value.line) if value.kind == "name" else None
            self._third_party(task, bound.external, owner)
        elif bound.kind == "unknown":
            self._unknown(task, value)
        return []

    def _called(self, task: _Task, call: Call) -> list[_Task]:
        name = self.confs.callee(task.path, task.scope, call)
        if name in _ROUTES or name in _PATTERNS:
            return self._route(task, call, name in _PATTERNS)
        if name in _LANGUAGE:
            default = argument(call, -1, "prefix_default_language")
            part = "" if default is not None and default.text == "false" else "<language_code>/"
            inner = join(task.prefix, part)
            place = Place(task.path, call.line, call.end_line)
            return [self._below(task, item.value, inner, place) for item in call.arguments if not item.name]
        if name in INCLUDES:
            return self._include(task, call)
        if name in _TRANSPARENT or call.callee.text in ("list", "tuple"):
            return [replace(task, value=item.value) for item in call.arguments if not item.name]
        if name in (_STATIC, _FILES):
            self._files(task, call, name)
            return []
        if call.callee.text.rpartition(".")[2] == "get_urls" and any(step.endswith("get_urls()") for step in task.way):
            return []  # what the class would give without the project: told where the site is mounted
        # A function of someone's own that is given patterns or routes: what is passed in is still registered.
        inner_calls = [
            item.value
            for item in call.arguments
            if item.value.kind == "list"
            or (item.value.kind == "name" and item.value.text.endswith(("urlpatterns", "patterns", ".urls")))
        ]
        if inner_calls:
            return [replace(task, value=item) for item in inner_calls]
        bound = self.code.names.of(task.path, task.scope, call.callee)
        definition = bound.definition
        if definition is not None and definition.returned:
            key = f"{bound.path}#{definition.qualname}()"
            if key not in task.way and definition.kind in ("function", "method"):
                wrapped = self._wrapper_route(task, call, bound)
                if wrapped is not None:
                    return wrapped
                return [
                    replace(task, path=bound.path, scope=definition.qualname, value=item, way=(*task.way, key))
                    for item in definition.returned
                ]
        self._unknown(task, Value("call", call=call, line=call.line, end_line=call.end_line))
        return []

    def _files(self, task: _Task, call: Call, name: str) -> None:
        """``static(settings.MEDIA_URL, …)``: Django's own view answers below the address, while developing."""
        given = argument(call, 0, "prefix")
        if given is None and name == _FILES:
            text = self.settings.text("STATIC_URL")
        else:
            text = self.settings.text_of(task.path, task.scope, given)
        if text is None:
            self._unknown(task, Value("call", call=call, line=call.line, end_line=call.end_line))
        elif "://" not in text and text.strip("/"):
            place = Place(task.path, call.line, call.end_line)
            view = "django.views.static.serve" if name == _STATIC else "django.contrib.staticfiles.views.serve"
            only = replace(task, branch=task.branch or Branch("settings.DEBUG", place))  # the helper gives nothing without it
            self._add(only, join(task.prefix, f"{text.strip('/')}/<path>"), Answer("ANY", view, place), place, "")

    def _wrapper_route(self, task: _Task, call: Call, bound: Bound) -> list[_Task] | None:
        """A function that passes its route and view on to `path`: read as `path` itself."""
        definition = bound.definition
        assert definition is not None
        for value in definition.returned:
            inner = value.call
            if inner is None or len(call.arguments) < 2 or len(inner.arguments) < 2:
                continue
            name = self.confs.callee(bound.path, definition.qualname, inner)
            parameters = [parameter.name for parameter in definition.parameters]
            first = inner.arguments[0].value
            if name in _ROUTES | _PATTERNS and parameters and first.kind == "name" and first.text == parameters[0]:
                return self._route(task, call, name in _PATTERNS)
        return None

    def _route(self, task: _Task, call: Call, is_pattern: bool) -> list[_Task]:
        route, view = argument(call, 0, "route", "regex"), argument(call, 1, "view")
        if route is None or view is None:
            return []
        if route.call is not None and route.call.callee.text.rpartition(".")[2] in _TRANSLATED and route.call.arguments:
            route = route.call.arguments[-1].value
        text = self.code.folder.route(task.path, task.scope, route)
        if text == UNKNOWN_START:
            self._unknown(task, Value("call", call=call, line=call.line, end_line=call.end_line))
            return []
        texts = variants(text) if is_pattern and not text.startswith(UNKNOWN_START) else [text]
        return [item for text in texts for item in self._route_at(task, call, text, view)]

    def _route_at(self, task: _Task, call: Call, text: str, view: Value) -> list[_Task]:
        prefix = join(task.prefix, text)
        place = Place(task.path, call.line, call.end_line)
        below = self._below(task, view, prefix, place)
        if view.kind == "call" and view.call is not None and self.confs.callee(task.path, task.scope, view.call) in INCLUDES:
            return self._include(below, self.code.index(task.path).whole(view.call))
        if view.kind == "list" and view.items and is_named_group(view):  # path("x/", (patterns, app, namespace))
            return [replace(below, value=view.items[0])]
        if view.kind == "name" and view.text.endswith(".urls"):
            return self._urls_attribute(below, view)
        name = argument(call, 3, "name")
        label = (self.code.folder.text(task.path, task.scope, name) or "") if name is not None else ""
        full = ":".join([*task.spaces, label]) if label else ""
        guard = around(self.code, task.path, task.scope, view)
        for answer in find_answers(self.code, task.path, task.scope, view):
            self._add(task, prefix, answer, place, full, guard)
        return []

    def _below(self, task: _Task, value: Value, prefix: str, place: Place) -> _Task:
        """What hangs below a route: its call is one more line that the full path is put together from."""
        branch = self.code.branches.of(place.path, place.line) or task.branch
        return replace(task, value=value, prefix=prefix, mounts=(*task.mounts, place), branch=branch)

    def _urls_attribute(self, task: _Task, view: Value) -> list[_Task]:
        """``admin.site.urls``, ``router.urls``, ``api.urls``."""
        owner = Value("name", view.text.rpartition(".")[0], line=view.line)
        made = self.routers.find(task.path, task.scope, owner)
        if made is not None:
            self._router_routes(task, made)
            return []
        operations = self.ninja.below(task.path, task.scope, owner)
        if operations is not None:
            self._operations(task, operations)
            return []
        site = self._admins.site(task.path, task.scope, owner)
        if site is not None:
            self._third_party(task, site[1])
            return self._admin(task, owner, site[0])
        bound = self.code.names.of(task.path, task.scope, owner)
        name = bound.external or self.code.names.maker(bound).external
        if name:
            self._third_party(task, name, owner)
            return []
        return self._named(task)

    def _admin(self, task: _Task, owner: Value, site: Site) -> list[_Task]:
        """What the project adds to an admin site."""
        out = []
        for own in self._admins.patterns(task.path, task.scope, owner, site):
            key = f"{own.path}#{own.scope}()"
            if key not in task.way:
                prefix = join(task.prefix, own.prefix)
                below = replace(task, path=own.path, scope=own.scope, prefix=prefix, spaces=(*task.spaces, "admin"))
                out += [replace(below, value=value, way=(*task.way, key)) for value in own.values]
        return out

    def _include(self, task: _Task, call: Call) -> list[_Task]:
        given = argument(call, 0, "arg")
        if given is None:
            return []
        spaces = task.spaces
        if is_named_group(given):
            if given.items[-1].kind == "string":
                spaces = (*spaces, given.items[-1].text)
            given = given.items[0]
        namespace = argument(call, 1, "namespace")
        if namespace is not None and namespace.kind == "string":
            spaces = (*task.spaces, namespace.text)
        text = self.code.folder.text(task.path, task.scope, given)
        if text is not None:
            target = self.code.names.modules.python(task.path, text)
            if target is not None:
                return self._conf(target, replace(task, spaces=spaces))
            self._third_party(task, text)
            return []
        return [replace(task, value=given, spaces=spaces)]

    def _router_routes(self, task: _Task, made: RouterMade) -> None:
        own = self.routers.own_patterns(made)
        if own is not None:
            what, reason = own[1].qualname, "What the router's class adds to its routes is put together when the program runs."
            self.found.unknowns.append(Unknown("endpoints", f"{what} below {show(task.prefix)}", reason, place_of(*own)))
        for route in self.routers.routes(made):
            self._add(task, join(task.prefix, route.path), route.answer, route.registered, route.name)

    def _operations(self, task: _Task, operations: list[Endpoint]) -> None:
        """Those of an API of Django Ninja, at the prefix of the urlconf."""
        for item in operations:
            full = show(join(task.prefix, item.path.lstrip("/")))
            placed = replace(
                item,
                path=full,
                prefix_known=not full.startswith(UNKNOWN_START),
                prefix=show(join(task.prefix, item.prefix.lstrip("/"))) if task.prefix or item.prefix else "",
                mounts=tuple(dict.fromkeys((*task.mounts, *item.mounts))),
            )
            self.found.endpoints.append(in_branch(placed, task.branch))

    def _add(self, task: _Task, path: str, answer: Answer, registered: Place, name: str, guard: Guard | None = None) -> None:
        full = show(path)
        guard = guard or self.permissions.of(answer)
        endpoint = Endpoint(
            answer.method, full, answer.handler, answer.place, registered, answer.symbol, name, "Django",
            not full.startswith(UNKNOWN_START), answer.docstring, SOURCE,
            prefix=show(task.prefix) if task.prefix else "", mounts=task.mounts if task.prefix else (),
            auth=guard.text if guard is not None else "", auth_at=guard.place if guard is not None else None,
        )  # fmt: skip
        branch = self.code.branches.of(registered.path, registered.line) or task.branch
        self.found.endpoints.append(in_branch(endpoint, branch))

    def _third_party(self, task: _Task, name: str, registry: Value | None = None) -> None:
        key = (task.prefix, name)
        if key not in self._outside:
            self._outside.add(key)
            if registry is not None:
                self.found.unknowns += self._registries.below(task.path, task.scope, registry, show(task.prefix))
            self.found.unknowns.append(
                Unknown(
                    "endpoints",
                    f"{show(task.prefix)} ({name})",
                    "The routes below this prefix are defined in a package outside the repository.",
                    Place(task.path, task.value.line or 1, task.value.end_line or task.value.line or 1),
                )
            )

    def _unknown(self, task: _Task, value: Value) -> None:
        self.found.unknowns.append(
            Unknown(
                "endpoints",
                source_of(value)[:120],
                "What this adds to the urlconf is put together when the program runs.",
                Place(task.path, value.line or 1, value.end_line or value.line or 1),
            )
        )
