"""Facts compared: what was added, removed or changed, and where a reader, or a search for the commit, has to look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apps.engine.facts import Component, Endpoint, FactSheet, Model, Place

KINDS = (
    "project", "framework", "endpoint", "model", "field", "relation", "dependency", "config", "entry point", "command", "job",
    "service",
    "component", "tests", "secret",
)  # fmt: skip

_CONFIG_KINDS = {"env": "environment variable"}


@dataclass(frozen=True, slots=True)
class FactChange:
    """`change`: added, removed or changed.  `before` and `after` are plain text: what is said of it in each version.

    `old_place` and `new_place` are where it is declared: for an endpoint the line that registers it.  `also` is a second place
    that shows it (of the newer version where it has one): the definition of an endpoint's handler.  `touched_paths` are the
    files that show it in either version: a commit that changed it changed one of them.
    """

    kind: str
    change: str
    name: str
    before: str = ""
    after: str = ""
    old_place: Place | None = None
    new_place: Place | None = None
    also: Place | None = None
    touched_paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fact:
    """A fact as it is compared.  `alias` is what stays when it is renamed: the handler of an endpoint, the fields of a model."""

    kind: str
    identity: tuple[str, ...]
    name: str
    detail: str
    place: Place | None = None
    also: Place | None = None
    alias: tuple[str, ...] = ()


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _said(label: str, value: str) -> str:
    """A value with what it is in front, "" for none."""
    return f"{label} {value}" if value else ""


def _endpoint(fact: Endpoint) -> _Fact:
    handler = fact.symbol if "#" in fact.symbol else f"{fact.place.path}#{fact.handler}"
    name = f"{fact.method} {fact.path}"
    detail = _joined(_said("handler", fact.handler), _said("only if", fact.condition))
    place, also = (fact.place, None) if fact.registered is None else (fact.registered, fact.place)
    return _Fact("endpoint", (fact.method, fact.path), name, detail, place, also, (fact.method, handler))


def _model(fact: Model) -> _Fact:
    detail = ", ".join(
        part
        for part in (
            fact.kind,
            fact.framework,
            f"table {fact.table}" if fact.table else "",
            *(f"from {base}" for base in fact.bases),
        )
        if part
    )
    fields = tuple(sorted(field.name for field in fact.fields))
    return _Fact(
        "model", (fact.name, fact.place.path), fact.name, detail, fact.place, None, (fact.place.path, *fields) if fields else ()
    )


def _part(part: Component) -> str:
    """The folder of a part; what is left over beside the parts of a folder has no folder of its own."""
    if part.path in ("", "."):
        return "files at the root"
    return f"other folders in {part.path[:-1] or 'the root'}" if part.path.endswith("*") else part.path


def _facts(sheet: FactSheet) -> Iterator[_Fact]:
    project = sheet.project
    about = (
        ("name", project.name, project.place),
        ("description", project.description, project.description_place),
        ("version", project.version, project.version_place),
        ("license", project.license, project.license_place),
        ("kind", project.kind, None),
    )
    for name, value, place in about:
        if value:
            yield _Fact("project", (name,), name, value, place or project.place)
    for framework in sheet.frameworks:
        yield _Fact("framework", (framework,), framework, "")
    for endpoint in sheet.endpoints:
        yield _endpoint(endpoint)
    for model in sheet.models:
        yield _model(model)
        for field in model.fields:
            place = Place(model.place.path, field.line, field.line) if field.line else model.place
            detail = _joined(_said("type", field.type), field.detail, "key" if field.is_key else "")
            yield _Fact("field", (model.name, model.place.path, field.name), f"{model.name}.{field.name}", detail, place)
        for relation in model.relations:
            place = Place(model.place.path, relation.line, relation.line) if relation.line else model.place
            detail = f"{relation.kind} to {relation.target}"
            yield _Fact(
                "relation", (model.name, model.place.path, relation.field), f"{model.name}.{relation.field}", detail, place
            )
    for dependency in sheet.dependencies:
        detail = _joined(
            _said("asks for", dependency.spec),
            _said("resolved to", dependency.resolved),
            _said("with extras", dependency.extras),
            _said("group", dependency.group),
        )
        yield _Fact(
            "dependency",
            (dependency.name, dependency.place.path, dependency.group),
            dependency.name,
            detail,
            dependency.place,
            None,
            (dependency.name, dependency.place.path),
        )
    yield from _configuration(sheet)
    for entry in sheet.entry_points:
        yield _Fact(
            "entry point",
            (entry.kind, entry.place.path, entry.what),
            (entry.what or entry.place.path).replace("`", ""),
            _said("kind", entry.kind),
            entry.place,
        )
    for command in sheet.commands:
        yield _Fact(
            "command",
            (command.kind, command.name, command.place.path),
            f"{command.kind} {command.name}",
            _joined(_said("runs", command.text), _said("on", command.trigger)),
            command.place,
        )
    for job in sheet.jobs:
        yield _Fact("job", (job.name, job.place.path), job.name, _joined(job.kind, _said("schedule", job.schedule)), job.place)
    for service in sheet.services:
        yield _Fact(
            "service",
            (service.name, service.kind, service.place.path),
            service.name,
            _joined(service.kind, _said("seen by", service.evidence)),
            service.place,
        )
    for part in sheet.components:
        yield _Fact("component", (part.path,), _part(part), _said("role", part.role), part.place)
    for suite in sheet.tests:
        yield _Fact("tests", (suite.path,), suite.path, _said("run with", suite.framework), suite.place)
    for finding in sheet.findings:
        yield _Fact("secret", (finding.kind, finding.place.path), finding.kind, "", finding.place)


def _configuration(sheet: FactSheet) -> Iterator[_Fact]:
    for label, keys in (
        ("", sheet.config_keys),
        ("declared in an example", sheet.env_example),
        ("set by deployment", sheet.deployment),
    ):
        for key in keys:
            required = {True: "required", False: "", None: ""}[key.required]
            detail = _joined(label or _CONFIG_KINDS.get(key.kind, key.kind), _said("default", key.default), required)
            yield _Fact("config", (label or key.kind, key.name, key.place.path), key.name, detail, key.place)


def _by_identity(sheet: FactSheet) -> dict[tuple[str, tuple[str, ...]], _Fact]:
    found: dict[tuple[str, tuple[str, ...]], _Fact] = {}
    for fact in _facts(sheet):
        found.setdefault((fact.kind, fact.identity), fact)
    return found


def _paths(*facts: _Fact | None) -> tuple[str, ...]:
    places = (place for fact in facts if fact is not None for place in (fact.place, fact.also) if place is not None)
    return tuple(sorted({place.path for place in places}))


def _change(old: _Fact | None, new: _Fact | None) -> FactChange:
    if old is not None and new is not None:
        renamed = old.name != new.name
        moved = old.identity != new.identity and not renamed and old.place and new.place and old.place.path != new.place.path
        before, after = (
            f"{fact.name} ({fact.detail})" if renamed and fact.detail else fact.name if renamed else fact.detail
            for fact in (old, new)
        )
        if moved and old.place and new.place:
            before, after = _joined(before, f"in {old.place.path}"), _joined(after, f"in {new.place.path}")
        return FactChange(new.kind, "changed", new.name, before, after, old.place, new.place, new.also, _paths(old, new))
    if new is not None:
        return FactChange(new.kind, "added", new.name, "", new.detail, None, new.place, new.also, _paths(new))
    assert old is not None
    return FactChange(old.kind, "removed", old.name, old.detail, "", old.place, None, old.also, _paths(old))


def _pair(removed: list[_Fact], added: list[_Fact], mark: Callable[[_Fact], tuple[str, ...]]) -> list[tuple[_Fact, _Fact]]:
    """Pairs of a removed and an added fact with the same mark, where each side has it once; both are taken off their lists."""
    old, new = ({}, {})  # type: tuple[dict[tuple[str, ...], list[_Fact]], dict[tuple[str, ...], list[_Fact]]]
    for side, facts in ((old, removed), (new, added)):
        for fact in facts:
            if mark(fact):
                side.setdefault((fact.kind, *mark(fact)), []).append(fact)
    pairs = [(old[key][0], new[key][0]) for key in sorted(old) if len(old[key]) == 1 and len(new.get(key, ())) == 1]
    for before, after in pairs:
        removed.remove(before)
        added.remove(after)
    return pairs


def _by_name(fact: _Fact) -> tuple[str, ...]:
    return (fact.name,) if fact.kind in ("model", "job", "config") else ()


def compare_facts(old: FactSheet, new: FactSheet) -> tuple[FactChange, ...]:
    """Changes by kind, then name.  A rename is one change where what it names stays the same; lines never count."""
    before, after = _by_identity(old), _by_identity(new)
    changes = [_change(before[key], after[key]) for key in before if key in after and before[key].detail != after[key].detail]
    removed = [fact for key, fact in before.items() if key not in after]
    added = [fact for key, fact in after.items() if key not in before]
    pairs = [*_pair(removed, added, lambda fact: fact.alias), *_pair(removed, added, _by_name)]
    changes.extend(_change(was, now) for was, now in pairs)
    # Fields of a model that came, went or moved as a whole are told by the model.
    whole_old = {fact.identity for fact in removed if fact.kind == "model"} | {
        was.identity for was, _now in pairs if was.kind == "model"
    }
    whole_new = {fact.identity for fact in added if fact.kind == "model"} | {
        now.identity for _was, now in pairs if now.kind == "model"
    }
    changes.extend(
        _change(fact, None) for fact in removed if not (fact.kind in ("field", "relation") and fact.identity[:2] in whole_old)
    )
    changes.extend(
        _change(None, fact) for fact in added if not (fact.kind in ("field", "relation") and fact.identity[:2] in whole_new)
    )
    order = {kind: position for position, kind in enumerate(KINDS)}
    return tuple(
        sorted(changes, key=lambda change: (order[change.kind], change.name, change.change, change.before, change.after))
    )
