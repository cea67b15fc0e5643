"""Spring MVC and WebFlux: methods of controllers with mapping annotations, below what their class maps."""

from __future__ import annotations

from apps.engine.facts import Decorator, Definition, Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, given, last, listed, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import UNKNOWN_START

FRAMEWORK = "Spring"
SOURCE = "framework:spring"
_METHODS = {
    "GetMapping": "GET", "PostMapping": "POST", "PutMapping": "PUT", "DeleteMapping": "DELETE", "PatchMapping": "PATCH",
    "GetExchange": "", "RequestMapping": "",
}  # fmt: skip
_MAPPINGS = frozenset(name for name in _METHODS if name.endswith("Mapping"))
_CONTROLLERS = frozenset({"Controller", "RestController"})
_CLIENTS = frozenset({"FeignClient", "HttpExchange"})
_GUARDS = frozenset({"PreAuthorize", "Secured", "RolesAllowed"})
_PACKAGE = "org.springframework"


def find(code: Code) -> Found:
    """Endpoints of controllers; interfaces that describe a client are none."""
    found = Found()
    for facts in code.own("Java", "Kotlin"):
        if not any(item.module.startswith(_PACKAGE) for item in facts.imports):
            continue
        definitions = {definition.qualname: definition for definition in facts.definitions}
        for definition in facts.definitions:
            mapping = annotation(definition, *_MAPPINGS)
            owner = definitions.get(definition.parent)
            if mapping is None or owner is None or definition.kind not in ("method", "function"):
                continue
            if owner.kind == "interface" or annotation(owner, *_CLIENTS) or not _is_controller(owner):
                continue
            found.frameworks.append(FRAMEWORK)
            found.endpoints += _endpoints(code, facts, owner, definition, mapping, found)
    return found


def _is_controller(owner: Definition) -> bool:
    return annotation(owner, *_CONTROLLERS, "RequestMapping") is not None or any(
        last(item.name).endswith("Controller") for item in owner.decorators
    )


def _endpoints(
    code: Code, facts: FileFacts, owner: Definition, handler: Definition, mapping: Decorator, found: Found
) -> list[Endpoint]:
    above = annotation(owner, "RequestMapping")
    prefixes = _paths(code, facts, owner.qualname, above) if above is not None else [""]
    guard = annotation(handler, *_GUARDS) or annotation(owner, *_GUARDS)
    out = []
    for method in _methods(mapping) or (_methods(above) if above is not None else []) or ["ANY"]:
        for prefix in prefixes:
            for path in _paths(code, facts, owner.qualname, mapping):
                place = Place(facts.path, mapping.line, mapping.end_line)
                if path is None:
                    reason = "The path of this route is put together when the program runs."
                    found.unknowns.append(Unknown("endpoint", f"{owner.name}.{handler.name}", reason, place))
                    continue
                out.append(
                    Endpoint(
                        method,
                        join(prefix, path) if prefix is not None else join(UNKNOWN_START, path),
                        f"{owner.name}.{handler.name}",
                        place_of(facts.path, handler),
                        place,
                        symbol_of(facts.path, handler.qualname),
                        framework=FRAMEWORK,
                        prefix_known=prefix is not None,
                        docstring=handler.docstring,
                        source=SOURCE,
                        prefix=prefix or "",
                        mounts=(Place(facts.path, above.line, above.end_line),) if above is not None and prefix else (),
                        auth=f"@{last(guard.name)}" if guard is not None else "",
                        auth_at=Place(facts.path, guard.line, guard.end_line) if guard is not None else None,
                    )
                )
    return out


def join(prefix: str, path: str) -> str:
    """Two parts of a path with one slash between them."""
    if not path or path == "/":
        return prefix or "/"
    start = prefix.rstrip("/")
    joined = f"{start}/{path.lstrip('/')}"
    return joined if joined.startswith(("/", UNKNOWN_START)) else f"/{joined}"


def _methods(mapping: Decorator) -> list[str]:
    """The methods an annotation names; none where it takes all."""
    known = _METHODS.get(last(mapping.name), "")
    if known:
        return [known]
    return [last(value.text) for value in listed(given(mapping, "method")) if value.kind == "name"]


def _paths(code: Code, facts: FileFacts, scope: str, mapping: Decorator) -> list[str | None]:
    """The paths an annotation gives, None for one that can't be known; the empty path where it gives none."""
    values = listed(given(mapping, "value", "path"))
    return [text_of(code, facts.path, scope, value) for value in values] if values else [""]
