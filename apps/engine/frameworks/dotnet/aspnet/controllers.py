"""Routes of controllers: by attributes, and by patterns for all controllers that say nothing themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import Call, Decorator, Definition, Endpoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import given, last, listed
from apps.engine.frameworks.dotnet.aspnet.authorize import attribute, named, of_attributes, of_call
from apps.engine.frameworks.dotnet.aspnet.builders import Builder, Builders, Frame
from apps.engine.frameworks.dotnet.aspnet.minimal import FRAMEWORK, SOURCE
from apps.engine.frameworks.dotnet.aspnet.templates import below, conventional, is_absolute, join, replaced, takes_area
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument
from apps.engine.graph.modules import ancestors, folder_of

_METHODS = {
    "HttpGet": "GET", "HttpPost": "POST", "HttpPut": "PUT", "HttpDelete": "DELETE", "HttpPatch": "PATCH", "HttpHead": "HEAD",
    "HttpOptions": "OPTIONS",
}  # fmt: skip
_VERBS = "AcceptVerbs"
_BASES = frozenset(
    {"Controller", "ControllerBase", "ODataController", "JsonApiController", "EndpointBaseAsync", "EndpointBaseSync"}
)
_PATTERNS = frozenset({"MapControllerRoute", "MapAreaControllerRoute", "MapRoute", "MapAreaRoute"})
_DEFAULT = frozenset({"MapDefaultControllerRoute", "UseMvcWithDefaultRoute"})
_DEFAULT_PATTERN = "{controller=Home}/{action=Index}/{id?}"
_LEVELS = 8


@dataclass(frozen=True, slots=True)
class _Template:
    """`text` is None where it can't be known; `at` is the attribute."""

    text: str | None
    at: Decorator


@dataclass(frozen=True, slots=True)
class _Pattern:
    text: str
    area: str
    above: Builder
    place: Place


@dataclass(frozen=True, slots=True)
class _Owner:
    """A controller, with the types it inherits actions and attributes from, nearest first, itself counted in."""

    facts: FileFacts
    definition: Definition
    line: tuple[tuple[str, Definition], ...]

    def attribute(self, *names: str) -> Decorator | None:
        """The nearest attribute of one of these names."""
        return next((item for _, above in self.line if (item := attribute(above, *names)) is not None), None)


class Controllers:
    """Finds controllers and their actions."""

    def __init__(self, code: Code, builders: Builders, found: Found) -> None:
        self._code = code
        self._builders = builders
        self._found = found
        self._files = {facts.path: facts for facts in code.own("C#")}
        self._projects = sorted({folder_of(path) for path in code.texts if path.endswith(".csproj")})
        self._lines: dict[tuple[str, str], tuple[tuple[tuple[str, Definition], ...], bool]] = {}
        self._methods: dict[tuple[str, str], list[Definition]] = {}
        for facts in self._files.values():
            for definition in facts.definitions:
                if definition.kind == "method" and definition.parent:
                    self._methods.setdefault((facts.path, definition.parent), []).append(definition)

    def find(self) -> None:
        """Endpoints of all controllers."""
        patterns, mapped = self._mapped()
        for facts in self._files.values():
            for definition in facts.definitions:
                if definition.kind != "class" or "abstract" in definition.properties or not self._is_candidate(definition):
                    continue
                line, is_controller = self._line(facts.path, definition)
                if is_controller:
                    owner = _Owner(facts, definition, line)
                    for path, action in self._actions(owner):
                        self._action(owner, path, action, patterns, mapped)

    def _is_candidate(self, definition: Definition) -> bool:
        if attribute(definition, "NonController") is not None or "static" in definition.properties:
            return False
        return (
            bool(definition.bases) or definition.name.endswith("Controller") or attribute(definition, "ApiController") is not None
        )

    def _line(self, path: str, definition: Definition) -> tuple[tuple[tuple[str, Definition], ...], bool]:
        """The types above a type inside the repository, and whether one of them is a controller of the framework."""
        known = self._lines.get((path, definition.qualname))
        if known is not None:
            return known
        is_controller = attribute(definition, "ApiController", "Controller") is not None or self._is_named(path, definition)
        found, here = [(path, definition)], [(path, definition)]
        for _ in range(_LEVELS):
            above = [base for where, item in here for base in self._code.resolver.bases(where, item.qualname)]
            for base in above:
                names = set(base.external.split("."))
                is_controller = is_controller or bool(names & _BASES) or base.external.endswith("Controller")
            here = [
                (base.path, base.definition) for base in above if base.definition is not None and base.definition.kind == "class"
            ]
            found += here
            if not here:
                break
        self._lines[path, definition.qualname] = tuple(found), is_controller
        return self._lines[path, definition.qualname]

    def _is_named(self, path: str, definition: Definition) -> bool:
        """Whether a class is a controller by its name alone; routes that it declares show that it is meant to be one."""
        if not definition.name.endswith("Controller") or definition.bases or "public" not in definition.properties:
            return False
        methods = self._methods.get((path, definition.qualname), ())
        return attribute(definition, "Route") is not None or any(attribute(item, *_METHODS) is not None for item in methods)

    def _actions(self, owner: _Owner) -> Iterator[tuple[str, Definition]]:
        seen: set[str] = set()
        for path, above in owner.line:
            for method in self._methods.get((path, above.qualname), ()):
                words = set(method.properties)
                is_hidden = "override" not in words and method.name in seen and above is not owner.definition
                if "public" not in words or words & {"static", "abstract"} or is_hidden or attribute(method, "NonAction"):
                    continue
                if above is not owner.definition and method.name in seen:
                    continue
                if method.name.startswith(("~", "operator ", "implicit ", "explicit ")) or method.name == "Dispose":
                    continue
                yield path, method
            seen |= {method.name for method in self._methods.get((path, above.qualname), ())}

    def _action(
        self, owner: _Owner, path: str, action: Definition, patterns: dict[str, list[_Pattern]], mapped: dict[str, list[Builder]]
    ) -> None:
        templates: list[_Template | None] = [*self._templates(path, action)]
        above: list[_Template | None] = [*self._class_templates(owner)]
        methods = [_METHODS[named(item)] for item in action.decorators if named(item) in _METHODS]
        methods += [value.text.upper() for item in action.decorators if named(item) == _VERBS for value in _verbs(item)]
        if not templates and not above:
            if owner.attribute("ApiController") is None:
                self._conventional(owner, path, action, methods or ["ANY"], patterns)
            return
        project = self._project(owner.facts.path)
        for root in mapped.get(project) or [Builder()]:
            for prefix in above or [None]:
                for template in templates or [None]:
                    own = template.at if template is not None else None
                    verbs = methods or ["ANY"]
                    if own is not None and len(templates) > 1 and named(own) in _METHODS:
                        verbs = [_METHODS[named(own)]]
                    self._attributed(owner, path, action, verbs, root, prefix, template)

    def _attributed(
        self, owner: _Owner, path: str, action: Definition, verbs: list[str], root: Builder, prefix: _Template | None,
        template: _Template | None,
    ) -> None:  # fmt: skip
        line = template.at if template is not None else next(
            (item for item in action.decorators if named(item) in _METHODS or named(item) == _VERBS), None
        )  # fmt: skip
        at = Place(path, line.line, line.end_line) if line is not None else place_of(path, action)
        text = template.text if template is not None else ""
        if text is None:
            reason = "The path of this route is put together when the program runs."
            self._found.unknowns.append(Unknown("endpoint", f"{owner.definition.name}.{action.name}", reason, at))
            return
        known, start, mounts = root.known, root.prefix, root.mounts
        if prefix is not None and not is_absolute(text):
            known = known and prefix.text is not None
            start = join(root.prefix, self._tokens(owner, action, prefix.text or ""))
            mounts = (*mounts, Place(owner.facts.path, prefix.at.line, prefix.at.end_line))
        self._add(
            owner, path, action, verbs, below(start, known, self._tokens(owner, action, text)), known, start, mounts, at, root
        )

    def _tokens(self, owner: _Owner, action: Definition, text: str) -> str:
        return replaced(text, _controller(owner.definition), _action_name(action), _area(owner))

    def _conventional(
        self, owner: _Owner, path: str, action: Definition, methods: list[str], patterns: dict[str, list[_Pattern]]
    ) -> None:
        area = _area(owner)
        parameters = frozenset(item.name for item in action.parameters)
        for pattern in patterns.get(self._project(owner.facts.path), ()):
            if (pattern.area or "") != area if pattern.area else takes_area(pattern.text) != bool(area):
                continue
            text = conventional(pattern.text, _controller(owner.definition), _action_name(action), area, parameters)
            root = pattern.above
            full = below(root.prefix, root.known, text)
            self._add(owner, path, action, methods, full, root.known, root.prefix, root.mounts, pattern.place, root)
            break

    def _add(
        self, owner: _Owner, path: str, action: Definition, methods: list[str], full: str, known: bool, prefix: str,
        mounts: tuple[Place, ...], at: Place, root: Builder,
    ) -> None:  # fmt: skip
        guard = of_attributes(path, action)
        for where, above in owner.line:
            guard = guard or of_attributes(where, above)
        guard = guard or root.guard
        self._found.frameworks.append(FRAMEWORK)
        for method in methods:
            self._found.endpoints.append(
                Endpoint(
                    method,
                    full,
                    f"{owner.definition.name}.{action.name}",
                    place_of(path, action),
                    at,
                    symbol_of(path, action.qualname),
                    framework=FRAMEWORK,
                    prefix_known=known,
                    docstring=action.docstring,
                    source=SOURCE,
                    prefix=prefix,
                    mounts=mounts,
                    auth=guard.text if guard is not None else "",
                    auth_at=guard.place if guard is not None else None,
                )
            )

    # what attributes and calls say

    def _templates(self, path: str, action: Definition) -> Iterator[_Template]:
        for item in action.decorators:
            if named(item) in _METHODS or named(item) == "Route":
                value = given(item, "value", "template", "Template")
                if value is not None and value.kind != "none" and item.arguments[0].value is value:
                    yield _Template(self._text(path, action.parent, value), item)
            elif named(item) == _VERBS and (value := given(item, "Route")) is not None:
                yield _Template(self._text(path, action.parent, value), item)

    def _class_templates(self, owner: _Owner) -> Iterator[_Template]:
        for path, above in owner.line:
            found = [item for item in above.decorators if named(item) == "Route" and item.arguments]
            for item in found:
                yield _Template(self._text(path, above.qualname, item.arguments[0].value), item)
            if found:
                return

    def _text(self, path: str, scope: str, value: Value) -> str | None:
        return self._builders.text(Frame(path, scope), value)

    def _mapped(self) -> tuple[dict[str, list[_Pattern]], dict[str, list[Builder]]]:
        """Patterns for controllers, and groups that controllers stand below, by the folder of the project."""
        patterns: dict[str, list[_Pattern]] = {}
        roots: dict[str, list[Builder]] = {}
        for path, call in self._builders.calls():
            name = last(call.callee.text)
            if name not in _PATTERNS and name not in _DEFAULT and name != "MapControllers":
                continue
            if self._builders.is_wrapped(path, call):
                continue
            for frame in self._builders.frames(path, call.scope):
                above = self._builders.receiver(frame, call)
                if above is None:
                    continue
                for outer in self._builders.chained(path, call):
                    above = above.guarded(of_call(path, outer))
                project = self._project(frame.above.path if frame.above is not None else path)
                if name == "MapControllers":
                    if above not in roots.setdefault(project, []):
                        roots[project].append(above)
                    continue
                pattern = self._pattern(frame, call, name, above)
                if pattern is not None and pattern not in patterns.setdefault(project, []):
                    patterns[project].append(pattern)
        return patterns, roots

    def _pattern(self, frame: Frame, call: Call, name: str, above: Builder) -> _Pattern | None:
        place = Place(frame.path, call.line, call.end_line)
        if name in _DEFAULT:
            return _Pattern(_DEFAULT_PATTERN, "", above, place)
        in_area = name in ("MapAreaControllerRoute", "MapAreaRoute")
        text = self._builders.text(frame, argument(call, 2 if in_area else 1, "pattern", "template"))
        area = self._builders.text(frame, argument(call, 1, "areaName")) if in_area else ""
        return _Pattern(text, area or "", above, place) if text is not None and (area or not in_area) else None

    def _project(self, path: str) -> str:
        """The folder of the project that a file belongs to."""
        return next((folder for folder in ancestors(folder_of(path)) if folder in self._projects), "")


def _verbs(item: Decorator) -> list[Value]:
    return [value for given_ in item.arguments if not given_.name for value in listed(given_.value) if value.kind == "string"]


def _controller(definition: Definition) -> str:
    return definition.name.removesuffix("Controller") or definition.name


def _action_name(action: Definition) -> str:
    said = attribute(action, "ActionName")
    if said is not None and said.arguments and said.arguments[0].value.kind == "string":
        return said.arguments[0].value.text
    return action.name.removesuffix("Async") or action.name


def _area(owner: _Owner) -> str:
    said = owner.attribute("Area")
    return said.arguments[0].value.text if said is not None and said.arguments else ""
