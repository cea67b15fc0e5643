"""Symfony: routes of attributes and annotations on controllers, of YAML files, and what configuration puts in front of them."""

from __future__ import annotations

from apps.engine.facts import Decorator, Definition, Endpoint, FileFacts, Place, Unknown, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import given, last, listed, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.php.annotations import with_annotations
from apps.engine.frameworks.php.symfony.configured import Configured, Imported
from apps.engine.frameworks.php.symfony.operations import resources
from apps.engine.frameworks.text import UNKNOWN_START

FRAMEWORK = "Symfony"
SOURCE = "framework:symfony"
_ROUTES = frozenset({"Route", "Get", "Post", "Put", "Delete", "Patch", "Head"})
_PACKAGES = ("Symfony.Component.Routing", "Sensio.Bundle.FrameworkExtraBundle", "FOS.RestBundle")
_GUARDS = ("IsGranted", "Security")


def find(code: Code) -> Found:
    """Endpoints of controllers and of YAML; API Platform's resources by their operations."""
    found = Found()
    configured: Configured | None = None
    for facts in code.own("PHP"):
        modules = [f"{item.module}.{name.name}" for item in facts.imports for name in item.names]
        if any(module.startswith("ApiPlatform") for module in modules):
            resources(code, facts, found)
        if not any(module.startswith(_PACKAGES) for module in modules):
            continue
        configured = configured or Configured(code)
        _controllers(code, facts, configured, found)
    if configured is None and (code.depends_on("symfony/routing", "symfony/framework-bundle", "symfony/symfony")):
        configured = Configured(code)
    if configured is not None:
        _configured(code, configured, found)
    if found.endpoints:
        found.frameworks.append(FRAMEWORK)
    return found


def _controllers(code: Code, facts: FileFacts, configured: Configured, found: Found) -> None:
    owners = {item.qualname: item for item in facts.definitions if item.kind in ("class", "trait")}
    for definition in facts.definitions:
        owner = owners.get(definition.parent)
        if owner is None or definition.kind != "method" or "abstract" in owner.properties:
            continue
        for route in _routes(definition):
            above = next(iter(_routes(owner)), None)
            found.endpoints += _endpoints(code, facts, owner, above, definition, route, configured, found)
    for owner in owners.values():
        invoked = next((item for item in facts.definitions if item.qualname == f"{owner.qualname}.__invoke"), None)
        if invoked is not None and not _routes(invoked):
            for route in _routes(owner):
                found.endpoints += _endpoints(code, facts, owner, None, invoked, route, configured, found)


def _routes(definition: Definition) -> list[Decorator]:
    return [item for item in with_annotations(definition) if last(item.name) in _ROUTES]


def _endpoints(
    code: Code,
    facts: FileFacts,
    owner: Definition,
    above: Decorator | None,
    handler: Definition,
    route: Decorator,
    configured: Configured,
    found: Found,
) -> list[Endpoint]:
    place = Place(facts.path, route.line, route.end_line)
    symbol = symbol_of(facts.path, handler.qualname)
    name = owner.name if handler.name == "__invoke" else f"{owner.name}.{handler.name}"
    guard = next((item for of in (handler, owner) for item in with_annotations(of) if last(item.name) in _GUARDS), None)
    named = given(route, "name")
    prefix_name = given(above, "name") if above is not None else None
    out = []
    for start in configured.of(facts.path) or [Imported()]:
        for upper in _paths(code, facts, owner.qualname, above) if above is not None else [""]:
            for path in _paths(code, facts, owner.qualname, route):
                if path is None:
                    reason = "The path of this route is put together when the program runs."
                    found.unknowns.append(Unknown("endpoint", name, reason, place))
                    continue
                is_known = start.is_known and upper is not None
                prefix = join(start.prefix, upper or "") if start.prefix or upper else ""
                full = join(prefix, path)
                mounts = list(start.places)
                if above is not None and upper:
                    mounts.append(Place(facts.path, above.line, above.end_line))
                for method in _methods(route) or (_methods(above) if above is not None else []) or ["ANY"]:
                    out.append(
                        Endpoint(
                            method,
                            full if is_known else f"{UNKNOWN_START}{full}",
                            name,
                            place_of(facts.path, handler),
                            place,
                            symbol,
                            start.name + _text(prefix_name) + _text(named),
                            FRAMEWORK,
                            is_known,
                            handler.docstring,
                            SOURCE,
                            prefix,
                            tuple(mounts),
                            auth=_required(guard) if guard is not None else "",
                            auth_at=Place(facts.path, guard.line, guard.end_line) if guard is not None else None,
                        )
                    )
    return out


def _required(guard: Decorator) -> str:
    value = given(guard, "value", "attribute")
    text = value.text if value is not None and value.kind in ("string", "name") else ""
    return f"{last(guard.name)}({text})" if text else last(guard.name)


def _text(value: Value | None) -> str:
    return value.text if value is not None and value.kind == "string" else ""


def join(prefix: str, path: str) -> str:
    """As Symfony puts them together: one slash in between, an empty path adds nothing."""
    start = "/" + prefix.strip("/") if prefix.strip("/") else ""
    if not path:
        return start or "/"
    return f"{start}/{path.lstrip('/')}"


def _paths(code: Code, facts: FileFacts, scope: str, route: Decorator) -> list[str | None]:
    """The paths a route gives, several where they are by language; None for one that can't be known."""
    value = given(route, "value", "path")
    if value is None:
        return [""]
    if value.kind == "dict":
        return [text_of(code, facts.path, scope, item) for item in value.items]
    return [text_of(code, facts.path, scope, value)]


def _methods(route: Decorator) -> list[str]:
    if last(route.name) != "Route":
        return [last(route.name).upper()]
    found = []
    for value in listed(given(route, "methods")):
        found += [last(part).removeprefix("METHOD_").upper() for part in value.text.split("|") if part]
    return found


def _configured(code: Code, configured: Configured, found: Found) -> None:
    """Routes that YAML files declare themselves."""
    for route in configured.routes:
        owner, _, method = route.controller.replace("::", ":").replace("\\", ".").rpartition(":")
        target = f"\\{owner or method}.{method if owner else '__invoke'}"
        path = next(iter(sorted(code.files)), "")
        defined = code.resolver.resolve(path, "", target, 0) if route.controller and path in code.files else None
        definition = defined.definition if defined is not None else None
        place = place_of(defined.path, definition) if defined is not None and definition is not None else route.place
        symbol = symbol_of(defined.path, definition.qualname) if defined is not None and definition is not None else ""
        handler = f"{last(owner)}.{method}" if owner else last(method)
        for method_name in route.methods or ("ANY",):
            found.endpoints.append(
                Endpoint(
                    method_name, route.path, handler, place, route.place, symbol, route.name, FRAMEWORK, route.is_known,
                    definition.docstring if definition is not None else "", SOURCE, route.prefix, route.mounts,
                )
            )  # fmt: skip
