"""Fluent: classes with a schema, whose properties have wrappers."""

from __future__ import annotations

from apps.engine.facts import Assignment, Definition, Field, FileFacts, Model, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, fields_by_type, last, text_of
from apps.engine.frameworks.found import Found
from apps.engine.graph.declared.types import parse_type

_NAME = "Fluent"
_SOURCE = "framework:fluent"
_FIELDS = ("ID", "CompositeID", "Field", "OptionalField", "Enum", "OptionalEnum", "Boolean", "OptionalBoolean", "Timestamp")
_RELATIONS = {
    "Parent": "many to one", "OptionalParent": "many to one", "Children": "one to many", "OptionalChild": "one to one",
    "Siblings": "many to many", "Group": "embedded", "CompositeParent": "many to one", "CompositeChildren": "one to many",
}  # fmt: skip
_PLAIN = (  # classes of the first versions, whose properties have no wrappers
    "SQLiteModel", "SQLiteUUIDModel", "MySQLModel", "MySQLUUIDModel", "PostgreSQLModel", "PostgreSQLUUIDModel", "Pivot",
    "SQLitePivot", "MySQLPivot", "PostgreSQLPivot", "MySQLUUIDPivot", "PostgreSQLUUIDPivot",
)  # fmt: skip


def find_models(code: Code, found: Found) -> None:
    """Every model, and what is embedded in one."""
    for facts in code.own("Swift"):
        if not any(item.module.startswith("Fluent") for item in facts.imports):
            continue
        fields = fields_by_type(facts)
        for definition in facts.definitions:
            if definition.kind == "class":
                model = _model(code, facts, definition, fields.get(definition.qualname, []))
                if model is not None:
                    found.models.append(model)
    if any(model.framework == _NAME for model in found.models):
        found.frameworks.append(_NAME)


def _bases(facts: FileFacts, definition: Definition) -> set[str]:
    """What a class takes on, in its own header or outside of it."""
    names = {last(base.text) for base in definition.bases}
    return names | {last(item.base.text) for item in facts.conformances if item.type == definition.name}


def _model(code: Code, facts: FileFacts, definition: Definition, fields: list[Assignment]) -> Model | None:
    bases = _bases(facts, definition)
    is_plain = not bases.isdisjoint(_PLAIN)
    if not is_plain and bases.isdisjoint(("Model", "Fields")):
        return None
    schema = next((item.value for item in fields if item.target == "schema"), None)
    wrapped = [item for item in fields if annotation(item, *_FIELDS, *_RELATIONS) is not None]
    if not is_plain and not wrapped:
        return None
    if is_plain:
        wrapped = [item for item in fields if "static" not in item.properties and item.annotation]
    return Model(
        definition.name,
        place_of(facts.path, definition),
        "table" if is_plain or "Model" in bases else "embedded",
        _NAME,
        (text_of(code, facts.path, definition.qualname, schema) or "") if schema is not None else "",
        tuple(base.text for base in definition.bases),
        tuple(_field(item, is_plain) for item in wrapped if annotation(item, "Children", "OptionalChild", "Siblings") is None),
        tuple(relation for item in wrapped if (relation := _relation(item)) is not None),
        symbol_of(facts.path, definition.qualname),
        definition.docstring,
        _SOURCE,
    )


def _field(item: Assignment, is_plain: bool) -> Field:
    is_key = annotation(item, "ID", "CompositeID") is not None or (is_plain and item.target == "id")
    wrapper = annotation(item, *_FIELDS, *_RELATIONS)
    given = next((one.value for one in wrapper.arguments if one.name == "key"), None) if wrapper is not None else None
    key = given.text if given is not None and given.kind == "string" and given.text != item.target else ""
    return Field(item.target, item.annotation, f"column {key}" if key else "", is_key, item.line)


def _relation(item: Assignment) -> Relation | None:
    said = annotation(item, *_RELATIONS)
    of = parse_type(item.annotation)
    while of.arguments:
        of = of.arguments[-1]
    return Relation(item.target, _RELATIONS[last(said.name)], last(of.name), item.line) if said is not None and of.name else None
