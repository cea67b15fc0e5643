"""Routes of NestJS controllers: `@Controller`, `@Get` and their like, inherited ones too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.engine.facts import Decorator, Definition, Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.nestjs.applications import NEUTRAL, Application, Class, Modules, versions
from apps.engine.frameworks.scripts.nestjs.names import (
    COMMON,
    FRAMEWORK,
    SOURCE,
    composed,
    decorated,
    decorator_named,
    first,
    guards,
    join,
    paths_of,
)
from apps.engine.frameworks.text import UNKNOWN_START, dict_item

_VERBS = {
    "Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE", "Options": "OPTIONS", "Head": "HEAD",
    "All": "ANY", "Search": "SEARCH", "Sse": "GET",
}  # fmt: skip
_NAMES = frozenset(_VERBS)
_CONTROLLER = frozenset({"Controller"})
_WILDCARDS = ("(.*)", "/*", "*path", "*splat", "*")


@dataclass(frozen=True, slots=True)
class _Served:
    """One way a controller is served: its application (None: it is not known), the path of its module and where that stands."""

    application: Application | None
    module_path: str = ""
    module_at: Place | None = None


def find_routes(
    code: Code, files: Sequence[FileFacts], modules: Modules, applications: Sequence[Application], found: Found
) -> None:
    """Add every route of the controllers in `files`; a controller that nothing names is in no module and serves nothing."""
    served = _served(modules, applications)
    serving = _serving(applications, modules)
    named = {reference.name for facts in files for reference in facts.references} if modules.known else None
    for facts in files:
        for definition in facts.definitions:
            if definition.kind not in CLASSES or not definition.decorators:
                continue
            controller = decorator_named(code, facts.path, definition, f"{COMMON}Controller")
            if controller is None:
                controller = next((item for item, _ in composed(code, facts.path, definition, _CONTROLLER)), None)
            if controller is None:
                continue
            ways = served.get((facts.path, definition.qualname), [])
            if not ways and (named is None or definition.name in named):  # listed in a way that can't be followed
                ways = [_Served(serving)]
            for method, decorator, at, verb in _methods(code, facts.path, definition):
                for way in ways:
                    _add(code, facts.path, definition, controller, at, method, decorator, verb, way, found)


def _served(modules: Modules, applications: Sequence[Application]) -> dict[Class, list[_Served]]:
    """The ways each controller is served, by what the applications' modules list."""
    found: dict[Class, list[_Served]] = {}
    for application in applications:
        if application.root is None:
            continue
        for key in modules.below(application.root):
            path, at = modules.paths.get(key, ("", None))
            for controller in modules.known[key].controllers if key in modules.known else ():
                way = _Served(application, path, at)
                ways = found.setdefault(controller, [])
                if way not in ways:
                    ways.append(way)
    return found


def _serving(applications: Sequence[Application], modules: Modules) -> Application | None:
    """The only application there is, or the only one whose modules have controllers: it serves what no module lists plainly."""
    some = [
        item
        for item in applications
        if item.root is None or any(modules.known[key].controllers for key in modules.below(item.root) if key in modules.known)
    ]
    candidates = some or applications
    return candidates[0] if len(candidates) == 1 else None


def _methods(code: Code, path: str, definition: Definition) -> Iterator[tuple[Definition, Decorator, str, str]]:
    """(method, decorator, file, verb) of the routes a class has, its own before those it inherits."""
    seen: set[str] = set()
    for at, current in code.names.ancestors(path, definition):
        children = code.index(at).children.get(current.qualname, ())
        for method in children:
            if method.name in seen:
                continue
            own = composed(code, at, method, _NAMES) if method.decorators else ()
            for decorator, external in (*decorated(code, at, method, _NAMES), *own):
                if external.startswith(COMMON):
                    yield method, decorator, at, _VERBS[external.removeprefix(COMMON)]
        seen |= {method.name for method in children}


def _add(
    code: Code,
    path: str,
    owner: Definition,
    controller: Decorator,
    at: str,
    method: Definition,
    decorator: Decorator,
    verb: str,
    way: _Served,
    found: Found,
) -> None:
    options = first(controller)
    registered = Place(at, decorator.line or method.line, max(decorator.end_line, method.line))
    own = dict_item(options, "path") if options is not None and options.kind == "dict" else options
    mounts = [Place(path, controller.line or owner.line, max(controller.end_line, owner.line))]
    if way.module_at is not None:
        mounts.insert(0, way.module_at)
    if way.application is not None and way.application.prefix_at is not None:
        mounts.insert(0, way.application.prefix_at)
    auth, auth_at = guards(code, ((path, owner), (at, method)))
    for text in paths_of(code, at, method.parent, first(decorator)):
        if text.startswith(UNKNOWN_START):
            found.unknowns.append(
                Unknown("endpoint", method.qualname, "The path of this route is put together when the program runs.", registered)
            )
            continue
        for base in paths_of(code, path, owner.parent, own):
            for version in _versions(code, path, owner, controller, at, method, way.application):
                inner = join(way.module_path, base)
                before = join(_global(way.application, verb, join(inner, text)), version, inner)
                whole = join(before, text)
                found.endpoints.append(
                    Endpoint(
                        verb,
                        f"{whole}/" if whole == UNKNOWN_START else whole,
                        f"{owner.qualname}.{method.name}",
                        place_of(at, method),
                        registered,
                        symbol_of(at, method.qualname),
                        "",
                        FRAMEWORK,
                        not whole.startswith(UNKNOWN_START),
                        method.docstring,
                        SOURCE,
                        "" if before == "/" else before,
                        tuple(mounts) if before != "/" else (),
                        auth=auth,
                        auth_at=auth_at,
                    )
                )


def _global(application: Application | None, verb: str, path: str) -> str:
    """The application's prefix, "" where this route is left out of it."""
    if application is None:
        return UNKNOWN_START
    for method, excluded in application.excluded:
        if method in ("", verb) and _is_same(excluded.strip("/"), path.strip("/")):
            return ""
    return application.prefix


def _is_same(pattern: str, path: str) -> bool:
    for ending in _WILDCARDS:
        if pattern.endswith(ending):
            return path.startswith(pattern.removesuffix(ending).rstrip("/"))
    return pattern == path


def _versions(
    code: Code,
    path: str,
    owner: Definition,
    controller: Decorator,
    at: str,
    method: Definition,
    application: Application | None,
) -> tuple[str, ...]:
    """The parts of the address that versions give; one empty part where there is none."""
    if application is None or not application.is_versioned:
        return ("",)
    own = decorator_named(code, at, method, f"{COMMON}Version")
    given = versions(code, at, method.parent, first(own)) if own is not None else ()
    options = first(controller)
    if not given and options is not None and options.kind == "dict":
        given = versions(code, path, owner.parent, dict_item(options, "version"))
    given = given or application.default_versions
    return tuple(
        "" if version == NEUTRAL else version if version.startswith(UNKNOWN_START) else f"{application.version_prefix}{version}"
        for version in given
    ) or ("",)
