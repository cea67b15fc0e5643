"""Models of Active Record: tables of ``schema.rb``, of migrations or of ``structure.sql``, joined with their classes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apps.engine.facts import Constraint, Field, FileFacts, Model, Place, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.ruby.active_record.classes import ATTACHED, Record, Records
from apps.engine.frameworks.ruby.active_record.tables import Column, Database, Table
from apps.engine.frameworks.ruby.blocks import positional
from apps.engine.frameworks.ruby.classes import RubyClasses, shown
from apps.engine.frameworks.schemas import sql_tables

__all__ = ["find"]

FRAMEWORK = "Active Record"
_SOURCE = "framework:active record"
_SCHEMA = re.compile(r"(?:^|/)db/(?:\w+_)?schema\.rb$")
_MIGRATION = re.compile(r"(?:^|/)(?:db/(?:\w+_)?migrate|migrate)/(?:.*/)?\d+_\w+\.rb$")
_STRUCTURE = re.compile(r"(?:^|/)db/(?:\w+_)?structure\.sql$")
# Tables that libraries keep for themselves.
_LIBRARIES = (
    "active_storage_", "action_mailbox_", "action_text_", "solid_queue_", "solid_cache_", "solid_cable_", "ar_internal_",
    "schema_migrations",
)  # fmt: skip
_BIG_KEYS = (5, 1)  # the version since which primary keys are bigint
_VERSION = re.compile(r"(?:Schema|Migration)\[(\d+)\.(\d+)\]")


def find(code: Code) -> Found:
    """A model for every class that stands for rows, and for tables without one."""
    found = Found()
    rubies = list(code.own("Ruby", migrations=True))
    tables = _tables(rubies)
    if not tables and not any(base.text.endswith(("ApplicationRecord", "ActiveRecord.Base")) for facts in rubies
                              for definition in facts.definitions for base in definition.bases):  # fmt: skip
        return found
    records = Records(RubyClasses(code))
    models = _models(code, records, tables)
    if models:
        found.frameworks.append(FRAMEWORK)
        found.models += models
    return found


def _tables(rubies: Sequence[FileFacts]) -> dict[str, Table]:
    """Tables by name: those of a schema, else of the migrations beside where it would be."""
    out: dict[str, Table] = {}
    homes: set[str] = set()
    for facts in rubies:
        if _SCHEMA.search(facts.path):
            database = Database(_key(facts))
            database.apply(facts, None)
            if database.tables:
                homes.add(facts.path.rpartition("/")[0])
                for name, table in sorted(database.tables.items()):
                    out.setdefault(name, table)
    series: dict[str, list[FileFacts]] = {}
    for facts in rubies:
        match = _MIGRATION.search(facts.path)
        if match is not None:
            folder = facts.path.rpartition("/")[0]
            home = folder.rpartition("/")[0]
            if home not in homes:
                series.setdefault(folder, []).append(facts)
    for _, listed in sorted(series.items()):
        database = Database("bigint")
        for facts in sorted(listed, key=lambda item: (_number(item.path), item.path)):
            database.key = _key(facts)
            for definition in facts.definitions:
                if definition.name in ("change", "up"):
                    database.apply(facts, definition.qualname)
        for name, table in sorted(database.tables.items()):
            out.setdefault(name, table)
    return out


def _number(path: str) -> int:
    return int(path.rpartition("/")[2].partition("_")[0])


def _key(facts: FileFacts) -> str:
    """The type of primary keys by the version of Rails that a schema or migration is written for."""
    texts = [base.items[0].text + f"[{base.items[1].text}]" for definition in facts.definitions for base in definition.bases
             if base.kind == "subscript"]  # fmt: skip
    texts += [
        call.callee.items[0].items[0].text + f"[{call.callee.items[0].items[1].text}]"
        for call in facts.calls
        if call.callee.text == "define" and call.callee.items and call.callee.items[0].kind == "subscript"
    ]
    for text in texts:
        match = _VERSION.search(text)
        if match is not None:
            return "bigint" if (int(match[1]), int(match[2])) >= _BIG_KEYS else "integer"
    return "integer"


def _models(code: Code, records: Records, tables: dict[str, Table]) -> list[Model]:
    known: dict[str, object] = dict(tables)
    structure = {
        model.table or model.name: model
        for model in (sql_tables.find(code).models if any(_STRUCTURE.search(path) for path in code.files) else ())
        if _STRUCTURE.search(model.place.path)
    }
    known |= {name.rpartition(".")[2]: model for name, model in structure.items()}
    takers = records.takers()
    out: list[Model] = []
    names: dict[str, str] = {}  # table → class that stands for it
    for name in sorted(records.by_name):
        record = records.by_name[name]
        table = "" if record.is_abstract else records.table_of(record, known)
        if table and (record.base is None or record.base.is_abstract):
            names.setdefault(table, shown(name))
    for name in sorted(records.by_name):
        record = records.by_name[name]
        table = "" if record.is_abstract else records.table_of(record, known)
        shares = record.base is not None and not record.base.is_abstract and not record.table
        sql = next((model for key, model in structure.items() if key.rpartition(".")[2] == table), None)
        one = _class_model(record, table, None if shares else tables.get(table), None if shares else sql, records, takers)
        if not shares or one.relations or one.fields:  # else it says nothing that what it inherits from does not say
            out.append(one)
    for name, held in sorted(tables.items()):
        if name not in names and not name.startswith(_LIBRARIES):
            out.append(_table_model(held, names))
    return out


def _class_model(
    record: Record, table: str, held: Table | None, sql: Model | None, records: Records, takers: dict[str, list[str]]
) -> Model:  # fmt: skip
    path, definition = record.holder.parts[0]
    relations = records.relations(record, takers)
    fields: tuple[Field, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    shape: Place | None = None
    if held is not None:
        fields, constraints = _fields(held), _constraints(held)
        shape = Place(held.path, held.line, held.end_line)
    elif sql is not None:
        fields, constraints, shape = sql.fields, sql.constraints, sql.place
    fields += tuple(
        Field(positional(call)[0].text, ATTACHED[call.callee.text], line=call.line)
        for _, call in record.holder.calls
        if call.callee.text in ATTACHED and positional(call)
    )
    enums = _enums(record)
    if enums:
        fields = tuple(
            Field(item.name, item.type, ", ".join(part for part in (item.detail, enums.get(item.name, "")) if part), item.is_key,
                  item.line)
            for item in fields
        )  # fmt: skip
    return Model(
        shown(record.holder.name),
        place_of(path, definition),
        kind="abstract" if record.is_abstract else "table",
        framework=FRAMEWORK,
        table=table,
        bases=tuple(base.text.removeprefix("::").replace(".", "::") for base in definition.bases if base.kind == "name"),
        fields=fields,
        relations=tuple(relations),
        symbol=symbol_of(path, definition.qualname),
        docstring=definition.docstring,
        source=_SOURCE,
        shape=shape,
        constraints=constraints,
    )


def _table_model(table: Table, names: dict[str, str]) -> Model:
    """A table that no class stands for."""
    place = Place(table.path, table.line, table.end_line)
    relations = tuple(
        Relation(column, "foreign key", names.get(to, to), line) for column, (to, line) in sorted(table.foreign.items())
    )
    return Model(
        table.name, place, framework=FRAMEWORK, table=table.name, fields=_fields(table), relations=relations, source=_SOURCE,
        constraints=_constraints(table),
    )  # fmt: skip


def _fields(table: Table) -> tuple[Field, ...]:
    unique = {index.columns[0] for index in table.indexes if index.is_unique and len(index.columns) == 1}
    return tuple(
        Field(column.name, column.type, _detail(column, table, unique), column.name in table.keys, column.line)
        for column in table.columns.values()
    )


def _detail(column: Column, table: Table, unique: set[str]) -> str:
    said = list(column.says)
    if column.name in unique:
        said.append("unique")
    if column.name in table.foreign:
        said.append(f"references {table.foreign[column.name][0]}")
    return ", ".join(said)


def _constraints(table: Table) -> tuple[Constraint, ...]:
    return tuple(
        Constraint("unique" if index.is_unique else "index", ", ".join(index.columns), index.line)
        for index in table.indexes
        if len(index.columns) > 1 or not index.is_unique
    )


def _enums(record: Record) -> dict[str, str]:
    """Columns whose numbers have names: ``enum :status, { draft: 0, done: 1 }``."""
    found = {}
    for _, call in record.holder.calls:
        if call.callee.text != "enum":
            continue
        given = positional(call)
        if given and given[0].kind == "string" and len(given) > 1:
            found[given[0].text] = _listed([item.text for item in given[1].keys or given[1].items])
        elif given and given[0].kind == "string":
            found[given[0].text] = _listed([item.name for item in call.arguments if item.name and not item.name.startswith("_")])
        for item in call.arguments:
            if not given and item.value.kind in ("dict", "list") and not item.name.startswith("_"):
                found[item.name] = _listed([value.text for value in item.value.keys or item.value.items])
    return found


def _listed(names: list[str]) -> str:
    return f"one of {', '.join(names)}" if names else ""
