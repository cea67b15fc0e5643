"""Eloquent of Laravel: models with the columns their tables have after all migrations, and relations of their methods."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from apps.engine.facts import Assignment, Call, Definition, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import fields_by_type, last
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.inflection import pluralize, underscore
from apps.engine.frameworks.migrated_tables import Table
from apps.engine.frameworks.php.eloquent.migrations import tables

FRAMEWORK = "Eloquent"
SOURCE = "framework:eloquent"
_BASES = (
    "Illuminate.Database.Eloquent.Model", "Illuminate.Foundation.Auth.User", "Illuminate.Database.Eloquent.Relations.Pivot",
    "Illuminate.Database.Eloquent.Relations.MorphPivot", "MongoDB.Laravel.Eloquent.Model", "Jenssegers.Mongodb.Eloquent.Model",
)  # fmt: skip
_KINDS = {
    "hasOne": "one to one", "hasMany": "one to many", "belongsTo": "many to one", "belongsToMany": "many to many",
    "hasOneThrough": "one to one", "hasManyThrough": "one to many", "morphOne": "one to one", "morphMany": "one to many",
    "morphToMany": "many to many", "morphedByMany": "many to many", "morphTo": "many to one (polymorphic)",
}  # fmt: skip
_LEVELS = 12
_STEPS = 30
_CASTS = 200


@dataclass(frozen=True, slots=True)
class _Class:
    facts: FileFacts
    definition: Definition
    fields: dict[str, Assignment]
    above: tuple["_Class", ...]


def find(code: Code) -> Found:
    """Models, and tables that no model stands for."""
    found = Found()
    files = [facts for facts in code.own("PHP") if any(definition.bases for definition in facts.definitions)]
    classes: dict[tuple[str, str], _Class | None] = {}
    for facts in files:
        fields = fields_by_type(facts)
        for definition in facts.definitions:
            if definition.kind == "class" and definition.bases and "anonymous" not in definition.properties:
                _class(code, facts.path, definition, classes, fields, 0)
    kept = [item for _, item in sorted(classes.items()) if item is not None]
    if not kept:
        return found
    made = tables(code)
    takers = _takers(kept)
    bases = {(item.facts.path, item.definition.qualname) for one in kept for item in one.above}
    mapped = set()
    for item in kept:
        name = _table(item)
        table = made.get(name)
        is_base = (item.facts.path, item.definition.qualname) in bases and table is None
        if table is not None:
            mapped.add(name)
        found.models.append(_model(item, name if not is_base else "", table, takers, is_base=is_base))
        found.frameworks.append(FRAMEWORK)
    found.models += [_bare(table) for name, table in sorted(made.items()) if name not in mapped and table.columns]
    return found


def _class(
    code: Code,
    path: str,
    definition: Definition,
    classes: dict[tuple[str, str], _Class | None],
    fields: Mapping[str, list[Assignment]] | None,
    level: int,
) -> _Class | None:
    """The class as a model, None where it is none."""
    key = (path, definition.qualname)
    if key in classes or level > _LEVELS:
        return classes.get(key)
    classes[key] = None
    facts = code.files[path]
    above: list[_Class] = []
    is_model = False
    for base in code.resolver.bases(path, definition.qualname):
        if base.kind == "external" and base.external in _BASES:
            is_model = True
        elif base.definition is not None and base.definition.kind == "class" and base.path in code.files:
            found = _class(code, base.path, base.definition, classes, None, level + 1)
            if found is not None:
                is_model = True
                above.append(found)
    if is_model:
        own = (fields if fields is not None else fields_by_type(facts)).get(definition.qualname, [])
        classes[key] = _Class(facts, definition, {item.target: item for item in own}, tuple(above))
    return classes[key]


def _property(item: _Class, name: str) -> Assignment | None:
    """A property of a model or of the nearest model above it."""
    here: _Class | None = item
    for _ in range(_LEVELS):
        if here is None:
            return None
        if name in here.fields:
            return here.fields[name]
        here = here.above[0] if here.above else None
    return None


def _table(item: _Class) -> str:
    said = _property(item, "table")
    if said is not None and said.value is not None and said.value.kind == "string":
        return said.value.text
    words = underscore(item.definition.name)
    is_pivot = any(last(base.text) in ("Pivot", "MorphPivot") for base in item.definition.bases)
    return words if is_pivot else pluralize(words)


def _model(item: _Class, name: str, table: Table | None, takers: dict[str, list[str]], *, is_base: bool) -> Model:
    definition = item.definition
    casts = _casts(item)
    key = _property(item, "primaryKey")
    key_name = key.value.text if key is not None and key.value is not None else ""
    fields = []
    for column in table.columns.values() if table is not None else ():
        said = [
            *column.said,
            *([f"references {column.target}"] if column.target else []),
            *([f"cast to {casts[column.name]}"] if column.name in casts else []),
        ]
        is_key = column.is_key or column.name == key_name
        fields.append(Field(column.name, column.type, ", ".join(said), is_key, column.place.line, place=column.place))
    if table is None:
        fields = [Field(name, kind, "cast", line=line) for name, (kind, line) in _cast_lines(item).items() if not is_base]
    return Model(
        definition.name,
        place_of(item.facts.path, definition),
        kind="abstract" if is_base or "abstract" in definition.properties else "table",
        framework=FRAMEWORK,
        table=name,
        bases=tuple(base.text.lstrip("\\") for base in definition.bases),
        fields=tuple(fields),
        relations=tuple(_relations(item, takers)),
        symbol=symbol_of(item.facts.path, definition.qualname),
        docstring=definition.docstring,
        source=SOURCE,
        shape=table.place if table is not None else None,
        constraints=tuple(table.constraints) if table is not None else (),
    )


def _bare(table: Table) -> Model:
    """A table of the migrations that no class stands for."""
    return Model(
        table.name,
        table.place,
        framework=FRAMEWORK,
        table=table.name,
        fields=tuple(
            Field(item.name, item.type, ", ".join(item.said), item.is_key, item.place.line, place=item.place)
            for item in table.columns.values()
        ),
        relations=tuple(
            Relation(item.name, "foreign key", item.target, item.place.line, place=item.place)
            for item in table.columns.values()
            if item.target
        ),
        source="framework:laravel migrations",
        constraints=tuple(table.constraints),
    )


def _casts(item: _Class) -> dict[str, str]:
    return {name: kind for name, (kind, _) in _cast_lines(item).items()}


def _cast_lines(item: _Class) -> dict[str, tuple[str, int]]:
    said = item.fields.get("casts")
    value = said.value if said is not None else None
    if value is None or value.kind != "dict":
        return {}
    pairs = zip(value.keys[:_CASTS], value.items[:_CASTS], strict=True)
    return {key.text: (last(of.text.lstrip("\\")), of.line) for key, of in pairs if of.kind in ("string", "name") and key.text}


def _methods(item: _Class) -> list[Definition]:
    return [each for each in item.facts.definitions if each.parent == item.definition.qualname and each.kind == "method"]


def _said(method: Definition) -> Call | None:
    """The call of a method's result that declares a relation."""
    for value in method.returned:
        call = value.call
        for _ in range(_STEPS):
            if call is None:
                break
            callee = call.callee
            if callee.kind == "name":
                owner, _, name = callee.text.rpartition(".")
                if owner == "this" and name in _KINDS:
                    return call
                break
            call = callee.items[0].call if callee.items else None
    return None


def _target(call: Call) -> Value | None:
    given = next((item.value for item in call.arguments if item.name in ("", "related")), None)
    return given if given is not None and given.kind == "name" and not given.text.startswith("$") else None


def _takers(kept: list[_Class]) -> dict[str, list[str]]:
    """Name of a polymorphic relation → models that others refer to by it."""
    found: dict[str, list[str]] = defaultdict(list)
    for item in kept:
        for method in _methods(item):
            call = _said(method)
            if call is not None and call.callee.text in ("this.morphMany", "this.morphOne") and len(call.arguments) > 1:
                name = call.arguments[1].value
                target = _target(call)
                if name.kind == "string" and target is not None:
                    found[f"{last(target.text)} {name.text}"].append(item.definition.name)
    return found


def _relations(item: _Class, takers: dict[str, list[str]]) -> list[Relation]:
    out: list[Relation] = []
    for method in _methods(item):
        call = _said(method)
        if call is None:
            continue
        word = last(call.callee.text)
        place = Place(item.facts.path, method.line, method.end_line)
        base = Relation(method.name, _KINDS[word], "", method.line, place=place)
        if word == "morphTo":
            name = call.arguments[0].value.text if call.arguments and call.arguments[0].value.kind == "string" else method.name
            targets = takers.get(f"{item.definition.name} {name}", [])
            out += [replace(base, target=target) for target in sorted(set(targets))]
            continue
        given = _target(call)
        if given is not None:
            own = last(given.text.lstrip("\\"))
            out.append(replace(base, target=item.definition.name if own in ("self", "static", "__CLASS__") else own))
    return out
