"""Operations of GraphQL that annotated methods answer: Spring for GraphQL and Netflix DGS."""

from __future__ import annotations

from collections.abc import Iterator, Set

from apps.engine.facts import Decorator, Definition, Endpoint, Place
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, given, last, text_of
from apps.engine.frameworks.found import Found

_SPRING = {"QueryMapping": "QUERY", "MutationMapping": "MUTATION", "SubscriptionMapping": "SUBSCRIPTION"}
_DGS = {"DgsQuery": "QUERY", "DgsMutation": "MUTATION", "DgsSubscription": "SUBSCRIPTION"}
_ROOTS = {"Query": "QUERY", "Mutation": "MUTATION", "Subscription": "SUBSCRIPTION"}
_FIELDS = {"SchemaMapping": ("typeName", "field"), "DgsData": ("parentType", "field")}
_PACKAGES = {"org.springframework.graphql": ("Spring", "framework:spring"), "com.netflix.graphql.dgs": ("DGS", "framework:dgs")}
_GUARDS = ("PreAuthorize", "Secured", "RolesAllowed")


def find(code: Code, modules: Set[str]) -> Found:
    """Queries, mutations and subscriptions."""
    found = Found()
    if not any(module.startswith(tuple(_PACKAGES)) for module in modules):
        return found
    for facts in code.own("Java", "Kotlin"):
        package = next((key for item in facts.imports for key in _PACKAGES if item.module.startswith(key)), "")
        if not package:
            continue
        framework, source = _PACKAGES[package]
        for definition in facts.definitions:
            for decorator, method, name in _answered(code, facts.path, definition):
                guard = annotation(definition, *_GUARDS)
                owner = definition.parent.rpartition(".")[2]
                found.frameworks.append(framework)
                found.endpoints.append(
                    Endpoint(
                        method,
                        name,
                        f"{owner}.{definition.name}" if owner else definition.name,
                        place_of(facts.path, definition),
                        Place(facts.path, decorator.line, decorator.end_line),
                        symbol_of(facts.path, definition.qualname),
                        framework=framework,
                        docstring=definition.docstring,
                        source=source,
                        auth=f"@{last(guard.name)}" if guard is not None else "",
                        auth_at=Place(facts.path, guard.line, guard.end_line) if guard is not None else None,
                    )
                )
    return found


def _answered(code: Code, path: str, definition: Definition) -> Iterator[tuple[Decorator, str, str]]:
    """The operations a method answers: annotation, method and name."""
    for decorator in definition.decorators if definition.kind in ("method", "function") else ():
        kind = last(decorator.name)
        method = _SPRING.get(kind) or _DGS.get(kind) or ""
        names = ("field",) if kind in _DGS else ("value", "name")
        if kind in _FIELDS:
            root, field = _FIELDS[kind]
            above = text_of(code, path, definition.qualname, given(decorator, root))
            method = _ROOTS.get(above or "", "")
            names = (field, "value") if kind == "SchemaMapping" else (field,)
        if method:
            said = given(decorator, *names)
            name = definition.name if said is None else text_of(code, path, definition.qualname, said)
            if name:
                yield decorator, method, name
