"""Classes whose annotations make routes of their methods: Spring, JAX-RS (Jersey, RESTEasy, Quarkus), Micronaut.

What a class does not say itself it takes from what it extends or implements: an interface made from a description declares the
routes, the class that implements it is the controller.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace

from apps.engine.facts import Decorator, Definition, Endpoint, Place, Unknown
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, given, last, listed, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.classes import Class, Classes
from apps.engine.frameworks.jvm.settings import Settings
from apps.engine.frameworks.jvm.styles import STYLES, Style
from apps.engine.frameworks.text import UNKNOWN_START
from apps.engine.graph.declared.types import parse_type

_LOCATED = 5  # resources that hand on to others
_REASON = "The path of this route is put together when the program runs."
_ALL_OF = frozenset({"params", "headers"})  # conditions of a mapping that must all hold
_DATA_REST = frozenset({"RepositoryRestResource"})


def find(code: Code, modules: Set[str]) -> Found:
    """Endpoints of annotated classes; interfaces that describe a client are none."""
    found = Found()
    classes, settings = Classes(code), None
    for style in STYLES:
        if any(module.startswith(style.packages) for module in modules):
            settings = settings or Settings(code)
            reader = _Reader(code, style, classes, settings, found)
            reader.read()
            reader.tell_apart()
    return found


@dataclass(frozen=True, slots=True)
class _Prefix:
    """The beginning of a path; None where it can't be known."""

    text: str | None
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class _Route:
    """A method of a class that is mapped: where the annotations stand, and what runs."""

    at: Class  # the type that declares the route
    declared: Definition
    mapping: Decorator
    methods: tuple[str, ...]
    runs: tuple[Class, Definition]


@dataclass(slots=True)
class _Reader:
    code: Code
    style: Style
    classes: Classes
    settings: Settings
    found: Found
    # Annotations of the project that carry known ones.
    _stereotypes: set[str] = field(default_factory=set)
    _class_paths: dict[str, Decorator] = field(default_factory=dict)
    _mapped_by: dict[str, Decorator] = field(default_factory=dict)
    _verbs: dict[str, str] = field(default_factory=dict)  # annotations of the project that name an HTTP method
    _narrowed: dict[Place, str] = field(
        default_factory=dict
    )  # by the mapping's place, what it asks of requests beside their path

    def read(self) -> None:
        files = [facts for facts in self.code.own("Java", "Kotlin") if facts.definitions]
        style = self.style
        for facts in files:
            for definition in facts.definitions:
                if definition.kind == "interface" and definition.decorators:
                    self._annotation_type(definition)
        classes = [item for facts in files for item in self.classes.of(facts).values()]
        application = self._application(classes)
        for item in classes:
            if item.definition.kind == "interface":
                if item.marked(*_DATA_REST) and style.framework == "Spring":
                    self._data_rest(item)
                continue
            if "abstract" in item.definition.properties or (not item.definition.decorators and not item.definition.bases):
                continue
            line = self.classes.line(item) if item.definition.bases else [item]
            if self._is_controller(item, line):
                prefixes = self._prefixes(item, line)
                above = self._above(item, application)
                self._routes(item, line, [_joined(start, prefix) for start in above for prefix in prefixes], 0)

    def _annotation_type(self, definition: Definition) -> None:
        style = self.style
        if "@interface" not in definition.signature and "annotation class" not in definition.signature:
            return
        if annotation(definition, *style.controllers) is not None:
            self._stereotypes.add(definition.name)
        for names, kept in ((style.class_paths, self._class_paths), (style.methods, self._mapped_by)):
            known = annotation(definition, *names)
            if known is not None:
                kept[definition.name] = known
        verb = annotation(definition, "HttpMethod")
        value = given(verb, "value") if verb is not None else None
        if value is not None and value.kind == "string":
            self._verbs[definition.name] = value.text

    def _application(self, classes: list[Class]) -> list[tuple[str, _Prefix]]:
        """What the application's own annotation puts before all paths, by the folder of its module."""
        out = []
        for item in classes if self.style.application else ():
            said = item.marked(self.style.application)
            if said is not None:
                text = text_of(self.code, item.path, item.definition.qualname, given(said, "value"))
                module = item.path.partition("src/main/")[0]
                out.append((module, _Prefix(text, (Place(item.path, said.line, said.end_line),))))
        return out

    def _above(self, item: Class, application: list[tuple[str, _Prefix]]) -> list[_Prefix]:
        """What stands before the paths of a class: settings of its module, the application's path."""
        start = _Prefix("")
        for setting in self.settings.of(item.path, self.style.settings):
            start = _joined(start, _Prefix(setting.text, (setting.place,)))
        near = [(module, prefix) for module, prefix in application if item.path.startswith(module)]
        longest = max((len(module) for module, _ in near), default=0)
        own = [prefix for module, prefix in near if len(module) == longest]
        if len(own) > 1:
            own = [_Prefix(None)]
        return [_joined(start, prefix) for prefix in own] or [start]

    def _is_controller(self, item: Class, line: list[Class]) -> bool:
        style = self.style
        if any(above.marked(*style.clients) for above in line):
            return False
        own = {last(decorator.name) for decorator in item.definition.decorators}
        if own & self._stereotypes:
            return True
        if own & (style.controllers | style.class_paths):
            return self._imports(item) or len(line) > 1
        if style.same_if_named and any(name.endswith("Controller") for name in own):
            return self._imports(item)
        return bool(style.path_annotation) and any(above.marked(*style.class_paths) for above in line[1:])

    def _imports(self, item: Class) -> bool:
        return any(one.module.startswith(self.style.packages) for one in item.facts.imports)

    def _prefixes(self, item: Class, line: list[Class]) -> list[_Prefix]:
        for above in line:
            said = above.marked(*self.style.class_paths)
            if said is None:
                carried = (self._class_paths.get(last(one.name)) for one in above.definition.decorators)
                said = next((one for one in carried if one is not None), None)
            if said is not None:
                place = Place(above.path, said.line, said.end_line)
                return [_Prefix(text, (place,) if text else ()) for text in self._paths(above, said)]
        return [_Prefix("")]

    def _paths(self, at: Class, mapping: Decorator) -> list[str | None]:
        """The paths an annotation gives, None for one that can't be known; the empty path where it gives none."""
        values = [value for name in self.style.paths for value in listed(given(mapping, name))]
        return [text_of(self.code, at.path, at.definition.qualname, value) for value in values] or [""]

    def _mapped(self, line: list[Class]) -> Iterator[_Route]:
        """Every route that a class has by itself or from above."""
        done: set[tuple[str, int]] = set()
        for at in line:
            for method in at.methods:
                key = (method.name, len(method.parameters))
                if key in done or not method.decorators:
                    continue
                for mapping, methods in self._mappings(method):
                    done.add(key)
                    yield _Route(at, method, mapping, methods, _runs(line, at, method))

    def _mappings(self, method: Definition) -> Iterator[tuple[Decorator, tuple[str, ...]]]:
        """Annotations that map a method, each with its HTTP methods; none where it takes all."""
        for decorator in method.decorators:
            name = last(decorator.name)
            if name in self.style.methods:
                yield decorator, _methods(self.style, decorator)
            elif name in self._verbs:
                yield decorator, (self._verbs[name],)
            elif name in self._mapped_by:
                known = self._mapped_by[name]
                yield (decorator if decorator.arguments else known), _methods(self.style, known)

    def _routes(self, item: Class, line: list[Class], prefixes: list[_Prefix], level: int) -> None:
        style = self.style
        above = next((said for at in line if (said := at.marked(*style.class_paths)) is not None), None)
        for route in self._mapped(line):
            self.found.frameworks.append(style.framework)
            paths = self._paths(route.at, route.mapping)
            if style.path_annotation:
                said = annotation(route.declared, style.path_annotation)
                paths = self._paths(route.at, said) if said is not None else [""]
            methods = route.methods or (_methods(style, above) if above is not None and "" in style.methods.values() else ())
            for method in methods or ("ANY",):
                for prefix in prefixes:
                    for path in paths:
                        self._endpoint(item, route, method, prefix, path)
        if style.path_annotation and level < _LOCATED:
            self._located(line, prefixes, level)

    def _endpoint(self, item: Class, route: _Route, method: str, prefix: _Prefix, path: str | None) -> None:
        holder, handler = route.runs
        name = f"{item.definition.name}.{handler.name}"
        place = Place(route.at.path, route.mapping.line, route.mapping.end_line)
        if path is None:
            self.found.unknowns.append(Unknown("endpoint", name, _REASON, place))
            return
        asked = ", ".join(self._asked(route))
        if asked:
            self._narrowed[place] = asked
        guard, guard_at, is_open = self._guard(item, route)
        self.found.endpoints.append(
            Endpoint(
                method,
                join(prefix.text, path) if prefix.text is not None else join(UNKNOWN_START, path),
                name,
                place_of(holder.path, handler),
                place,
                symbol_of(holder.path, handler.qualname),
                framework=self.style.framework,
                prefix_known=prefix.text is not None,
                docstring=handler.docstring or route.declared.docstring,
                source=self.style.source,
                prefix=prefix.text or "",
                mounts=prefix.places if prefix.text else (),
                auth="" if guard is None or is_open else f"@{last(guard.name)}",
                auth_at=Place(guard_at.path, guard.line, guard.end_line) if guard is not None and guard_at is not None else None,
            )
        )

    def _asked(self, route: _Route) -> Iterator[str]:
        """What a mapping asks of a request beside its path: ``params="form"``."""
        for name in self.style.narrowing:
            said = annotation(route.declared, name.title()) if self.style.path_annotation else None
            given_value = given(said, "value") if said is not None else given(route.mapping, name)
            values = listed(given_value)
            texts = [
                text_of(self.code, route.at.path, route.at.definition.qualname, value) or last(value.text) for value in values
            ]
            if texts:
                yield f"{name} {(' and ' if name in _ALL_OF else ' or ').join(texts)}"

    def tell_apart(self) -> None:
        """Of routes with one method and path each says what it asks for beside them."""
        same: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, endpoint in enumerate(self.found.endpoints if self._narrowed else ()):
            same[endpoint.method, endpoint.path].append(at)
        for numbers in same.values():
            for at in numbers if len(numbers) > 1 else ():
                endpoint = self.found.endpoints[at]
                asked = self._narrowed.get(endpoint.registered or endpoint.place, "")
                if asked and not endpoint.condition:
                    self.found.endpoints[at] = replace(endpoint, condition=asked, condition_at=endpoint.registered)

    def _guard(self, item: Class, route: _Route) -> tuple[Decorator | None, Class | None, bool]:
        """The annotation that says who may ask, where it stands, and whether it says that everybody may."""
        style = self.style
        holder, handler = route.runs
        for parameter in handler.parameters:
            for decorator in parameter.decorators:
                if last(decorator.name) == "Auth" and style.path_annotation:
                    return decorator, holder, False
        for at, definition in ((holder, handler), (route.at, route.declared), (item, item.definition)):
            said = annotation(definition, *style.guards, *style.open_to)
            if said is not None:
                return said, at, last(said.name) in style.open_to
        return None, None, False

    def _located(self, line: list[Class], prefixes: list[_Prefix], level: int) -> None:
        """Methods with a path and no HTTP method hand on to another resource, whose routes stand below."""
        for at in line:
            for method in at.methods:
                said = annotation(method, self.style.path_annotation)
                if said is None or any(True for _ in self._mappings(method)):
                    continue
                name = parse_type(method.returns).name
                below = self.classes.named(at.path, method.qualname, name) if name else None
                place = Place(at.path, said.line, said.end_line)
                if below is None or below.definition.kind == "interface":
                    reason = "Which resource this method hands on to could not be read from the code."
                    self.found.unknowns.append(Unknown("endpoint", f"{at.definition.name}.{method.name}", reason, place))
                    continue
                handed = [_joined(prefix, _Prefix(text, (place,))) for prefix in prefixes for text in self._paths(at, said)]
                self._routes(below, self.classes.line(below), handed, level + 1)

    def _data_rest(self, item: Class) -> None:
        said = item.marked(*_DATA_REST)
        line = said.line if said is not None else item.definition.line
        reason = "Spring Data REST makes the routes of this repository when the program runs."
        self.found.unknowns.append(Unknown("endpoint", item.definition.name, reason, Place(item.path, line, line)))


def _runs(line: list[Class], at: Class, method: Definition) -> tuple[Class, Definition]:
    """The nearest method of the name that takes as many parameters."""
    for item in line:
        for own in item.methods:
            if own.name == method.name and len(own.parameters) == len(method.parameters):
                return item, own
    return at, method


def _methods(style: Style, mapping: Decorator) -> tuple[str, ...]:
    """The HTTP methods an annotation names; none where it takes all."""
    known = style.methods.get(last(mapping.name), "")
    if known:
        return (known,)
    return tuple(last(value.text) for value in listed(given(mapping, "method")) if value.kind == "name")


def _joined(first: _Prefix, second: _Prefix) -> _Prefix:
    if first.text is None or second.text is None:
        return _Prefix(None)
    if not second.text or second.text == "/":
        return first
    return _Prefix(join(first.text, second.text), (*first.places, *second.places))


def join(prefix: str, path: str) -> str:
    """Two parts of a path with one slash between them."""
    if not path or path == "/":
        return prefix or "/"
    start = prefix.rstrip("/")
    joined = f"{start}/{path.lstrip('/')}"
    return joined if joined.startswith(("/", UNKNOWN_START)) else f"/{joined}"
