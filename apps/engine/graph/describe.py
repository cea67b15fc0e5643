"""A capsule as plain data: what a row of a store and a line of a command's output say of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.engine.facts import Attribute, Capsule, Import, Parameter

_VISIBILITIES = ("private", "protected", "internal", "public")


def visibility(capsule: Capsule) -> str:
    """private, protected, internal or public, by its own words or (Python, JavaScript) its name; "" where nothing tells."""
    for word in _VISIBILITIES:
        if word in capsule.properties:
            return word
    name = capsule.name
    if name.startswith("#"):
        return "private"
    if capsule.language == "Python" and capsule.kind not in ("module", "document"):
        is_hidden = name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
        return "private" if is_hidden else "public"
    return "public" if "exported" in capsule.properties else ""


def details(capsule: Capsule) -> dict[str, Any]:
    """What only some kinds of capsules have, without what is empty: visibility, parameters, returns, methods, attributes,
    imports, exports, lookups, unnamed calls as {name: number}, mentions, the manifest that offers it."""
    found: dict[str, Any] = {
        "visibility": visibility(capsule),
        "parameters": [_parameter(item) for item in capsule.parameters],
        "returns": capsule.returns,
        "methods": capsule.methods,
        "attributes": [_attribute(item) for item in capsule.attributes],
        "imports": [_import(item) for item in capsule.imports],
        "exports": capsule.exports,
        "lookups": capsule.lookups,
        "unnamed_calls": dict(capsule.unnamed),
        "mentions": capsule.mentions,
        "offered_by": capsule.offered_by,
    }
    return {name: value for name, value in found.items() if value}


def describe(capsule: Capsule) -> dict[str, Any]:
    """Everything of a capsule but its edges; unresolved calls as {name: number}."""
    return {
        "capsule_id": capsule.capsule_id,
        "content_hash": capsule.content_hash,
        "symbol": capsule.symbol,
        "kind": capsule.kind,
        "name": capsule.name,
        "path": capsule.path,
        "language": capsule.language,
        "line": capsule.line,
        "start_line": capsule.start_line,
        "end_line": capsule.end_line,
        "signature": capsule.signature,
        "docstring": capsule.docstring,
        "body": capsule.body,
        "parent": capsule.parent,
        "bases": capsule.bases,
        "decorators": capsule.decorators,
        "properties": capsule.properties,
        "complexity": capsule.complexity,
        "rank": capsule.rank,
        "unresolved_calls": dict(capsule.unresolved),
        **details(capsule),
    }


def _parameter(item: Parameter) -> dict[str, str]:
    found = {"name": item.name, "type": item.annotation, "default": item.default, "kind": item.kind}
    return {name: value for name, value in found.items() if value or name == "name"}


def _attribute(item: Attribute) -> dict[str, str | int]:
    return {"name": item.name, "type": item.type, "line": item.line} if item.type else {"name": item.name, "line": item.line}


def _import(item: Import) -> dict[str, Any]:
    """`module` with the leading dots of a relative import, `names` as (name, or "name as alias")."""
    found: dict[str, Any] = {"module": "." * item.level + item.module, "line": item.line}
    if item.names:
        found["names"] = list(_names(item))
    if item.alias:
        found["alias"] = item.alias
    if item.kind != "import":
        found["kind"] = item.kind
    return found


def _names(item: Import) -> Iterable[str]:
    return (f"{name.name} as {name.alias}" if name.alias else name.name for name in item.names)
