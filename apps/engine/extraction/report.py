"""The fact sheet for scripts and scorers (JSON), and as a summary for people."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.engine.facts import Command, ConfigKey, Dependency, Endpoint, EntryPoint, FactSheet, Field, Model, Place, Relation

_NAMED_APART = {
    "project", "languages", "tree", "files", "documents", "dependencies", "models", "endpoints", "config_keys", "env_example",
    "deployment", "entry_points", "commands",
}  # fmt: skip


def _at(place: Place) -> dict[str, Any]:
    return {"file": place.path, "line": place.line, "end_line": place.end_line, "fingerprint": place.fingerprint}


def _endpoint(fact: Endpoint) -> dict[str, Any]:
    return {
        "method": fact.method,
        "path": fact.path,
        "handler": fact.handler,
        **_at(fact.place),
        "registered": _at(fact.registered) if fact.registered else None,
        "name": fact.name,
        "symbol": fact.symbol,
        "framework": fact.framework,
        "prefix_known": fact.prefix_known,
        "prefix": fact.prefix,
        "mounts": [_at(place) for place in fact.mounts],
        "condition": fact.condition,
        "condition_at": _at(fact.condition_at) if fact.condition_at else None,
        "docstring": fact.docstring,
        "documented": _at(fact.documented) if fact.documented else None,
        "serves": fact.serves,
        "auth": fact.auth,
        "auth_at": _at(fact.auth_at) if fact.auth_at else None,
        "passes": [
            {"text": item.text, **_at(item.place), "symbol": item.symbol, "is_guard": item.is_guard} for item in fact.passes
        ],
        "source": fact.source,
    }


def _model(fact: Model) -> dict[str, Any]:
    return {
        "name": fact.name,
        **_at(fact.place),
        "kind": fact.kind,
        "framework": fact.framework,
        "table": fact.table,
        "bases": fact.bases,
        "fields": [_field(field) for field in fact.fields if not field.inherited_from],
        "relations": [_relation(relation) for relation in fact.relations if not relation.inherited_from],
        "inherited_fields": [_field(field) for field in fact.fields if field.inherited_from],
        "inherited_relations": [_relation(relation) for relation in fact.relations if relation.inherited_from],
        "symbol": fact.symbol,
        "docstring": fact.docstring,
        "shape": _at(fact.shape) if fact.shape else None,
        "constraints": fact.constraints,
        "source": fact.source,
    }


def _field(fact: Field) -> dict[str, Any]:
    return {
        "name": fact.name,
        "type": fact.type,
        "detail": fact.detail,
        "key": fact.is_key,
        "line": fact.line,
        "inherited_from": fact.inherited_from,
        "at": _at(fact.place) if fact.place else None,
    }


def _relation(fact: Relation) -> dict[str, Any]:
    return {
        "field": fact.field,
        "kind": fact.kind,
        "target": fact.target,
        "line": fact.line,
        "inherited_from": fact.inherited_from,
        "at": _at(fact.place) if fact.place else None,
    }


def _dependency(fact: Dependency) -> dict[str, Any]:
    return {
        "name": fact.name,
        "spec": fact.spec,
        "manifest": fact.place.path,
        **_at(fact.place),
        "group": fact.group,
        "extras": fact.extras,
        "ecosystem": fact.ecosystem,
        "resolved": fact.resolved,
        "locked_at": _at(fact.locked_at) if fact.locked_at else None,
        "source": fact.source,
    }


def _key(fact: ConfigKey) -> dict[str, Any]:
    return {
        "name": fact.name,
        "kind": fact.kind,
        **_at(fact.place),
        "access": fact.access,
        "default": fact.default,
        "required": fact.required,
        "when": fact.when,
        "inside": fact.inside,
        "reason": _at(fact.reason) if fact.reason else None,
        "source": fact.source,
    }


def _entry(fact: EntryPoint) -> dict[str, Any]:
    return {"kind": fact.kind, "what": fact.what, **_at(fact.place), "symbol": fact.symbol, "source": fact.source}


def _command(fact: Command) -> dict[str, Any]:
    return {"kind": fact.kind, "name": fact.name, "text": fact.text, "trigger": fact.trigger, **_at(fact.place)}


def facts_json(sheet: FactSheet) -> bytes:
    """Canonical, indented JSON that ends with a line feed; places as file, line, end_line, fingerprint."""
    out: dict[str, Any] = {
        "project": sheet.project,
        "frameworks": sheet.frameworks,
        "languages": sheet.languages,
        "endpoints": [_endpoint(fact) for fact in sheet.endpoints],
        "models": [_model(fact) for fact in sheet.models],
        "dependencies": [_dependency(fact) for fact in sheet.dependencies],
        "config_keys": [_key(fact) for fact in sheet.config_keys],
        "env_example": [_key(fact) for fact in sheet.env_example],
        "deployment": [_key(fact) for fact in sheet.deployment],
        "entry_points": [_entry(fact) for fact in sheet.entry_points],
        "commands": [_command(fact) for fact in sheet.commands],
        "documents": sheet.documents,
        "tree": sheet.tree,
        "files": sheet.files,
    }
    for name in sheet.__dataclass_fields__:
        if name not in _NAMED_APART and name not in out:
            out[name] = getattr(sheet, name)
    return msgspec.json.format(msgspec.json.encode(out, order="deterministic"), indent=1) + b"\n"


def facts_summary(sheet: FactSheet, prose_count: int = 0) -> str:
    """One line a kind of fact, with its number.  `prose_count` capsules are documents and their sections, not of the sheet."""
    lines = [f"{sheet.project.name}: {sheet.project.description}".rstrip(": ")]
    for name in sheet.__dataclass_fields__:
        value = getattr(sheet, name)
        if isinstance(value, tuple):
            lines.append(f"  {name.replace('_', ' '):20} {len(value):6,}")
        elif isinstance(value, int):
            lines.append(f"  {name.replace('_', ' '):20} {value:6,}")
            if name == "capsule_count" and prose_count:
                lines[-1] += f" of code, and {prose_count:,} of prose: {value + prose_count:,} in all"
    return "\n".join(lines) + "\n"
