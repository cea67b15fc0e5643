"""API Platform: the operations of a resource, where it lists them; else what it offers is said to be unknown."""

from __future__ import annotations

from apps.engine.facts import Call, Decorator, Definition, Endpoint, FileFacts, Place, Unknown
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import given, last, listed
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.php.annotations import with_annotations
from apps.engine.frameworks.text import UNKNOWN_START

FRAMEWORK = "API Platform"
_OPERATIONS = {"Get": "GET", "GetCollection": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE"}
_REASON = "API Platform makes the routes of this resource when the program runs; the resource lists no operations with paths."


def resources(code: Code, facts: FileFacts, found: Found) -> None:
    """Add the operations of the resources of a file."""
    for definition in facts.definitions:
        if definition.kind != "class":
            continue
        said = with_annotations(definition)
        resource = next((item for item in said if last(item.name) == "ApiResource"), None)
        own = [item for item in said if last(item.name) in _OPERATIONS]
        listed_here = listed(given(resource, "operations")) if resource is not None else ()
        calls = [item.call for item in listed_here if item.call is not None]
        if resource is None and not own:
            continue
        found.frameworks.append(FRAMEWORK)
        told: list[Decorator | Call] = [*own, *calls]
        added = [_operation(facts, definition, item) for item in told]
        kept = [item for item in added if item is not None]
        found.endpoints += kept
        if len(kept) < len(added) or not added:
            place = Place(facts.path, (resource or own[0]).line, (resource or own[0]).end_line)
            found.unknowns.append(Unknown("endpoint", definition.name, _REASON, place))


def _operation(facts: FileFacts, owner: Definition, said: Decorator | Call) -> Endpoint | None:
    """One operation with a path of its own; its prefix is that of the configuration, which is not told here."""
    name = last(said.name if isinstance(said, Decorator) else said.callee.text)
    arguments = {item.name: item.value for item in said.arguments}
    path = arguments.get("uriTemplate")
    if name not in _OPERATIONS or path is None or path.kind != "string":
        return None
    guard = arguments.get("security")
    place = Place(facts.path, said.line, said.end_line)
    return Endpoint(
        _OPERATIONS[name],
        f"{UNKNOWN_START}/{path.text.lstrip('/')}",
        owner.name,
        place_of(facts.path, owner),
        place,
        symbol_of(facts.path, owner.qualname),
        framework=FRAMEWORK,
        prefix_known=False,
        docstring=owner.docstring,
        source="framework:api platform",
        auth=guard.text if guard is not None and guard.kind == "string" else "",
        auth_at=Place(facts.path, guard.line, guard.end_line) if guard is not None and guard.kind == "string" else None,
    )
