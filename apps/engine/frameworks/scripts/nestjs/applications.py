"""Applications of NestJS and their modules: which controllers each one serves, and under which prefix and version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apps.engine.facts import Call, FileFacts, Place, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.scripts.classes import given_back, returned_by
from apps.engine.frameworks.scripts.nestjs.names import decorator_named, first, join, uses
from apps.engine.frameworks.text import argument, dict_item

Class = tuple[str, str]  # path and qualified name

_FACTORIES = frozenset({"@nestjs/core.NestFactory.create", "@nestjs/core.NestFactory.createMicroservice"})
_ROUTER_MODULES = frozenset({"@nestjs/core.RouterModule.register", "nest-router.RouterModule.forRoutes"})
_SETTINGS = frozenset({"setGlobalPrefix", "enableVersioning"})
_LIMIT = 5_000  # items of module lists that are followed
NEUTRAL = ""


@dataclass(slots=True)
class Application:
    """One call of `NestFactory.create`, with what is set on the object it gives."""

    place: Place
    scope: str
    root: Class | None
    prefix: str = ""
    prefix_at: Place | None = None
    excluded: tuple[tuple[str, str], ...] = ()  # (method or "", path)
    is_versioned: bool = False  # in the address
    version_prefix: str = "v"
    default_versions: tuple[str, ...] = ()


@dataclass(slots=True)
class Module:
    """What `@Module` lists, by class."""

    imports: list[Class] = field(default_factory=list)
    controllers: list[Class] = field(default_factory=list)


@dataclass(slots=True)
class Modules:
    """All modules of the repository, and the paths that `RouterModule` gives some."""

    known: dict[Class, Module] = field(default_factory=dict)
    paths: dict[Class, tuple[str, Place]] = field(default_factory=dict)

    def below(self, root: Class) -> Iterator[Class]:
        """The module and all it imports, each once."""
        waiting, seen = [root], {root}
        while waiting:
            key = waiting.pop(0)
            yield key
            for child in self.known[key].imports if key in self.known else ():
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)


def read_modules(code: Code, files: Sequence[FileFacts]) -> Modules:
    """The modules of these files."""
    modules = Modules()
    for facts in files:
        index = code.index(facts.path)
        for definition in facts.definitions:
            if definition.kind not in CLASSES or not definition.decorators:
                continue
            decorator = decorator_named(code, facts.path, definition, "@nestjs/common.Module")
            if decorator is None:
                continue
            module = modules.known.setdefault((facts.path, definition.qualname), Module())
            shapes = [(definition.parent, first(decorator))]
            for method in index.children.get(definition.qualname, ()):  # static forRoot() { return { module, controllers } }
                shapes += [(method.qualname, value) for value in method.returned if value.kind == "dict"]
            for scope, shape in shapes:
                if shape is not None:
                    module.imports += _classes(code, facts.path, scope, dict_item(shape, "imports"))
                    module.controllers += _classes(code, facts.path, scope, dict_item(shape, "controllers"))
        for call in facts.calls:
            if call.callee.text.endswith((".register", ".forRoutes")):
                external = code.names.of(facts.path, call.scope, call.callee).external
                if external in _ROUTER_MODULES:
                    _module_paths(code, facts.path, call, modules)
    return modules


def _module_paths(code: Code, path: str, call: Call, modules: Modules) -> None:
    """``RouterModule.register([{ path, module, children }])``."""
    given = argument(call, 0)
    waiting = [("", path, call.scope, given)] if given is not None else []
    for _ in range(_LIMIT):
        if not waiting:
            return
        prefix, at, scope, value = waiting.pop(0)
        bound = code.names.of(at, scope, value)
        if bound.kind == "definition" and bound.definition is not None:  # a class among the children
            modules.paths.setdefault((bound.path, bound.definition.qualname), (prefix, Place(path, call.line, call.end_line)))
            continue
        current = bound.value
        if current is None:
            continue
        if current.kind == "list":
            waiting += [(prefix, bound.path, bound.scope, item) for item in current.items]
        elif current.kind == "dict":
            own = dict_item(current, "path")
            whole = join(prefix, code.folder.route(bound.path, bound.scope, own)) if own is not None else prefix
            for key in _classes(code, bound.path, bound.scope, dict_item(current, "module")):
                modules.paths.setdefault(key, (whole, Place(bound.path, current.line, current.end_line or current.line)))
            children = dict_item(current, "children")
            if children is not None:
                waiting.append((whole, bound.path, bound.scope, children))


def _classes(code: Code, path: str, scope: str, value: Value | None) -> list[Class]:
    """The classes a list names: plainly, as ``X.forRoot()``, behind `forwardRef`, spread or as a constant."""
    found: list[Class] = []
    waiting = [(path, scope, value)] if value is not None else []
    for _ in range(_LIMIT):
        if not waiting:
            break
        at, inside, item = waiting.pop(0)
        if item.kind in ("list", "spread", "binary"):
            waiting = [(at, inside, part) for part in item.items] + waiting
            continue
        if item.kind == "call" and item.call is not None:
            owner, dot, _ = item.call.callee.text.rpartition(".")
            if dot and item.call.callee.kind == "name":
                waiting.insert(0, (at, inside, Value("name", owner, line=item.line)))
            elif item.call.callee.text == "forwardRef" and item.call.arguments:
                given = item.call.arguments[0].value
                waiting.insert(0, (at, inside, Value("name", given_back(code, at, given), line=given.line)))
            continue
        bound = code.names.of(at, inside, item)
        if bound.definition is not None and bound.definition.kind in CLASSES:
            found.append((bound.path, bound.definition.qualname))
        elif bound.value is not None and bound.value is not item and bound.value.kind in ("list", "call"):
            waiting.insert(0, (bound.path, bound.scope, bound.value))
    return list(dict.fromkeys(found))


def read_applications(code: Code, files: Sequence[FileFacts]) -> list[Application]:
    """Every application made in these files, with its prefix and versions."""
    found: list[Application] = []
    settings: list[tuple[FileFacts, Call]] = []
    for facts in files:
        for call in facts.calls:
            last = call.callee.text.rpartition(".")[2]
            if last in _SETTINGS:
                settings.append((facts, call))
            elif (
                last in ("create", "createMicroservice")
                and call.arguments
                and code.names.of(facts.path, call.scope, call.callee).external in _FACTORIES
            ):
                roots = _classes(code, facts.path, call.scope, call.arguments[0].value)
                place = Place(facts.path, call.line, call.end_line)
                found.append(Application(place, call.scope, roots[0] if len(roots) == 1 else None))
    for facts, call in settings:
        for application in _meant(code, facts, call, found):
            _set(code, facts, call, application)
    return found


def _meant(code: Code, facts: FileFacts, call: Call, applications: list[Application]) -> list[Application]:
    """The applications a setting is for: that of its object, else those of its file, else all."""
    owner = call.callee.text.rpartition(".")[0]
    bound = code.names.bind(facts.path, call.scope, owner, call.line) if call.callee.kind == "name" and owner else None
    made = bound.value if bound is not None else None
    if bound is not None and made is not None and made.kind == "call":
        same = [item for item in applications if item.place.path == bound.path and item.place.line == made.line]
        if same:
            return same
    here = [item for item in applications if item.place.path == facts.path]
    return here or applications


def _set(code: Code, facts: FileFacts, call: Call, application: Application) -> None:
    given = argument(call, 0)
    if call.callee.text.endswith("setGlobalPrefix"):
        application.prefix = _configured(code, facts.path, call, given) or code.folder.route(facts.path, call.scope, given)
        application.prefix_at = Place(facts.path, call.line, call.end_line)
        application.excluded = tuple(_excluded(code, facts.path, call))
        return
    kind = dict_item(given, "type")
    if kind is not None and not kind.text.endswith(".URI"):
        return
    application.is_versioned = True
    prefix = dict_item(given, "prefix")
    if prefix is not None:
        application.version_prefix = "" if prefix.kind == "boolean" else code.folder.route(facts.path, call.scope, prefix)
    application.default_versions = versions(code, facts.path, call.scope, dict_item(given, "defaultVersion"))


def _configured(code: Code, path: str, call: Call, value: Value | None) -> str:
    """For ``configService.get("app.prefix")``: what ``registerAs("app", () => ({ prefix }))`` gives; "" if that is not it."""
    bound = code.names.of(path, call.scope, value) if value is not None else None
    asked = bound.value.call if bound is not None and bound.value is not None else None
    if asked is None or asked.callee.text.rpartition(".")[2] not in ("get", "getOrThrow"):
        return ""
    group, _, name = (code.folder.text(path, call.scope, argument(asked, 0)) or "").partition(".")
    for facts in code.script() if name else ():
        for other in facts.calls if uses(facts, "@nestjs/config") else ():
            if other.callee.text != "registerAs" or code.folder.text(facts.path, other.scope, argument(other, 0)) != group:
                continue
            maker = argument(other, 1)
            scope, shapes = returned_by(code, facts.path, maker) if maker is not None else ("", ())
            for shape in shapes:
                given = dict_item(shape, name)
                if given is not None:
                    return code.folder.text(facts.path, scope, given) or ""
    return ""


def versions(code: Code, path: str, scope: str, value: Value | None) -> tuple[str, ...]:
    """The versions a value gives, `NEUTRAL` for ``VERSION_NEUTRAL``."""
    if value is None:
        return ()
    items = value.items if value.kind == "list" else (value,)
    return tuple(NEUTRAL if item.text.endswith("VERSION_NEUTRAL") else code.folder.route(path, scope, item) for item in items)


def _excluded(code: Code, path: str, call: Call) -> Iterator[tuple[str, str]]:
    listed = dict_item(argument(call, 1), "exclude")
    for item in listed.items if listed is not None and listed.kind == "list" else ():
        own = dict_item(item, "path") if item.kind == "dict" else item
        text = code.folder.text(path, call.scope, own)
        if text is not None:
            method = dict_item(item, "method") if item.kind == "dict" else None
            name = method.text.rpartition(".")[2] if method is not None else ""
            yield ("" if name == "ALL" else name), text
