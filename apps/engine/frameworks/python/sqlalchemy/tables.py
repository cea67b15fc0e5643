"""Tables that are objects (``links = Table("links", metadata, Column(…))``), and what foreign keys tell of relationships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from apps.engine.facts import Assignment, Call, Field, Model, Place, Relation
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.python.classes import constraints
from apps.engine.frameworks.python.sqlalchemy.columns import (
    COLUMNS,
    DETAILS,
    column_type,
    constraint_of,
    foreign_table,
    is_true,
    last_of,
)
from apps.engine.frameworks.text import argument, keyword

_TABLES = frozenset({
    "sqlalchemy.Table", "sqlalchemy.schema.Table", "sqlalchemy.sql.schema.Table", "flask_sqlalchemy.SQLAlchemy.Table",
})  # fmt: skip
_FOREIGN = "foreign key"


def find_tables(code: Code, path: str, assignments: Iterable[Assignment]) -> Iterator[tuple[Model, dict[str, str]]]:
    """Each table of a file, with the tables its columns point to by column."""
    for item in assignments:
        call = item.value.call if item.value is not None else None
        if call is None or item.scope or last_of(call.callee.text) != "Table":
            continue
        if code.names.of(path, "", call.callee).external not in _TABLES:
            continue
        name = code.folder.text(path, "", argument(call, 0, "name"))
        made = _table(code, path, item, code.index(path).whole(call), name) if name else None
        if made is not None:
            yield made


def _table(code: Code, path: str, item: Assignment, call: Call, name: str) -> tuple[Model, dict[str, str]] | None:
    fields: list[Field] = []
    rules = []
    keys: dict[str, str] = {}
    for given in call.arguments:
        inner = given.value.call
        if inner is None:
            continue
        if last_of(inner.callee.text) in COLUMNS:
            column = code.folder.text(path, "", argument(inner, 0, "name"))
            if not column:
                continue
            table = foreign_table(code, path, "", inner)
            detail = constraints(inner.arguments, DETAILS)
            if table:
                keys[column] = table
                detail = f"foreign key to {table}" + (f", {detail}" if detail else "")
            is_key = is_true(keyword(inner.arguments, "primary_key"))
            fields.append(Field(column, column_type(inner), detail, is_key, inner.line))
        else:
            rule = constraint_of(code, path, "", inner)
            if rule is not None:
                rules.append(rule)
    if not fields:
        return None
    made = Model(
        item.target,
        Place(path, item.line, item.end_line),
        "table",
        "SQLAlchemy",
        name,
        fields=tuple(fields),
        symbol=symbol_of(path, ""),
        source="framework:sqlalchemy",
        constraints=tuple(rules),
    )
    return made, keys


def linked(tables: Iterable[tuple[Model, dict[str, str]]], names: dict[str, str]) -> list[Model]:
    """The tables with a relation for each foreign key whose table is known (`names`: model by table)."""
    out = []
    for model, keys in tables:
        lines = {field.name: field.line for field in model.fields}
        relations = [Relation(column, _FOREIGN, names[table], lines[column]) for column, table in keys.items() if table in names]
        out.append(replace(model, relations=tuple(relations)))
    return out


def with_cardinality(models: list[Model]) -> list[Model]:
    """Relationships that say nothing of how many: to one where the model holds the foreign key, to many where the other does."""
    tables = {model.name: model.table for model in models}
    points = {model.name: {field.detail.partition(",")[0] for field in model.fields} for model in models}
    out = []
    for model in models:
        if any(not relation.kind for relation in model.relations):
            told = tuple(
                relation if relation.kind else replace(relation, kind=_kind(model.name, relation.target, tables, points))
                for relation in model.relations
            )
            model = replace(model, relations=told)
        out.append(model)
    return out


def _kind(name: str, target: str, tables: dict[str, str], points: dict[str, set[str]]) -> str:
    here, there = tables.get(name, ""), tables.get(target, "")
    to_target = bool(there) and f"{_FOREIGN} to {there}" in points.get(name, ())
    to_here = bool(here) and f"{_FOREIGN} to {here}" in points.get(target, ())
    if name == target and to_target:  # without `remote_side` the side of many
        return "to many"
    if to_target != to_here:
        return "to one" if to_target else "to many"
    return "relationship"
