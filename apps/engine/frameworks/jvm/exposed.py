"""Exposed: tables that are Kotlin objects, with columns that calls declare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.engine.facts import Assignment, Call, Constraint, Field, Model, Place, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import fields_by_type, last, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.jvm.classes import Class, Classes
from apps.engine.frameworks.text import argument

_NAME = "Exposed"
_SOURCE = "framework:exposed"
_PACKAGE = "org.jetbrains.exposed"
_TABLES = frozenset({
    "Table", "IdTable", "IntIdTable", "LongIdTable", "UUIDTable", "UIntIdTable", "ULongIdTable", "CompositeIdTable", "UuidTable",
})  # fmt: skip
_TYPES = frozenset({
    "varchar", "char", "text", "mediumText", "largeText", "integer", "short", "byte", "long", "uinteger", "ulong", "ushort",
    "ubyte", "float", "double", "decimal", "bool", "binary", "blob", "uuid", "date", "time", "datetime", "timestamp",
    "timestampWithTimeZone", "duration", "enumeration", "enumerationByName", "customEnumeration", "json", "jsonb", "array",
    "reference", "optReference", "entityId", "registerColumn",
})  # fmt: skip
_MODIFIERS = {
    "nullable": "null", "uniqueIndex": "unique", "index": "index", "autoIncrement": "auto increment", "default": "default",
    "defaultExpression": "default", "clientDefault": "default", "autoGenerate": "generated", "databaseGenerated": "generated",
}  # fmt: skip
_REFERENCES = frozenset({"reference", "optReference", "references"})
_SIZED = frozenset({"varchar", "char", "decimal", "binary"})
_STEPS = 30  # calls of one column


def find(code: Code) -> Found:
    """Every table, with the columns it has from tables above it."""
    found = Found()
    files = [facts for facts in code.own("Kotlin") if any(item.module.startswith(_PACKAGE) for item in facts.imports)]
    classes = Classes(code)
    for facts in files:
        fields = fields_by_type(facts)
        for item in classes.of(facts).values():
            definition = item.definition
            is_companion = "companion" in definition.properties
            if definition.kind not in ("object", "class") or is_companion or not definition.bases:
                continue
            line = classes.line(item)
            if any(last(base.text) in _TABLES for above in line for base in above.definition.bases):
                found.models.append(_table(code, item, fields.get(definition.qualname, ()), line))
    if found.models:
        found.frameworks.append(_NAME)
    return found


def _table(code: Code, item: Class, fields: Sequence[Assignment], line: Sequence[Class]) -> Model:
    definition = item.definition
    own = [column for field in fields if (column := _column(field)) is not None]
    key = next((field.value for field in fields if field.target == "primaryKey"), None)
    keys = (
        [value.value.text for value in key.call.arguments if not value.name] if key is not None and key.call is not None else []
    )
    columns = [replace(field, is_key=field.name in keys) for field, _ in own]
    relations = [relation for _, relation in own if relation is not None]
    for above in line[1:]:
        inherited = [_column(field) for field in fields_by_type(above.facts).get(above.definition.qualname, ())]
        for column in inherited:
            if column is not None:
                name, place = above.definition.name, Place(above.path, column[0].line, column[0].line)
                columns.append(replace(column[0], line=0, inherited_from=name, place=place))
                if column[1] is not None:
                    relations.append(replace(column[1], line=0, inherited_from=name, place=place))
    constraints = [Constraint("primary key", ", ".join(keys), key.line)] if key is not None and len(keys) > 1 else []
    return Model(
        definition.name,
        place_of(item.path, definition),
        "table" if definition.kind == "object" else "abstract",
        _NAME,
        _name(code, item),
        tuple(base.text for base in definition.bases),
        tuple(columns),
        tuple(relations),
        symbol_of(item.path, definition.qualname),
        definition.docstring,
        _SOURCE,
        constraints=(*constraints, *_indexes(item)),
    )


def _name(code: Code, item: Class) -> str:
    """What the constructor of the table above is given: ``object Cities : IntIdTable("cities")``."""
    bases = {base.text for base in item.definition.bases}
    for call in item.facts.calls:
        if call.is_new and call.scope == item.definition.qualname and call.callee.text in bases:
            return text_of(code, item.path, item.definition.qualname, argument(call, 0, "name")) or ""
    return ""


def _chain(value: Value | None) -> list[Call]:
    """The calls of ``integer("x").nullable()`` from the first on."""
    calls: list[Call] = []
    while value is not None and value.call is not None and len(calls) < _STEPS:
        calls.append(value.call)
        value = value.call.callee.items[0] if value.call.callee.items else None
    return calls[::-1]


def _column(field: Assignment) -> tuple[Field, Relation | None] | None:
    """A property that holds a column."""
    calls = _chain(field.value)
    is_typed = field.annotation.startswith("Column<")
    if not calls or not (is_typed or calls[0].callee.text in _TYPES) or calls[0].callee.kind != "name":
        return None
    kind = calls[0].callee.text
    size = argument(calls[0], 1, "length", "precision") if kind in _SIZED else None
    said = dict.fromkeys(
        "null" if call.callee.text == "optReference" else _MODIFIERS[call.callee.text]
        for call in calls
        if call.callee.text in _MODIFIERS or call.callee.text == "optReference"
    )
    target = next((name for call in calls if (name := _target(call))), "")
    shown = f"{kind}({size.text})" if size is not None else kind
    column = Field(field.target, shown, ", ".join(said), False, field.line)
    return column, Relation(field.target, "foreign key", target, field.line) if target else None


def _target(call: Call) -> str:
    """The table that a call refers to: itself or one of its columns is named."""
    if call.callee.text not in _REFERENCES:
        return ""
    given = next((item.value for item in call.arguments if item.value.kind == "name"), None)
    parts = given.text.split(".") if given is not None else []
    return next((part for part in reversed(parts) if part[:1].isupper()), "")


def _indexes(item: Class) -> Iterator[Constraint]:
    """``index(true, name, code)`` and ``uniqueIndex(name, code)`` in an initialiser."""
    for call in item.facts.calls:
        if (
            call.scope != item.definition.qualname
            or call.callee.kind != "name"
            or call.callee.text not in ("index", "uniqueIndex")
        ):
            continue
        names = [value.value.text for value in call.arguments if value.value.kind == "name"]
        unique = call.callee.text == "uniqueIndex" or any(value.value.text == "true" for value in call.arguments)
        if names:
            yield Constraint("unique" if unique else "index", ", ".join(names), call.line)
