"""Tables as Knex's migrations leave them: applied in the order of their names, only what `up` does."""

from __future__ import annotations

from apps.engine.facts import Constraint, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.call_chains import Chain, Step, chains
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import listed
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.migrated_tables import Column, Table
from apps.engine.frameworks.text import source_of

FRAMEWORK = "Knex"
SOURCE = "framework:knex"
_MAKES = frozenset({"createTable", "createTableIfNotExists", "createTableLike"})
_CHANGES = frozenset({"alterTable", "table"})
_DROPS = frozenset({"dropTable", "dropTableIfExists"})
_KEYS = frozenset({"increments", "bigIncrements"})
_COLUMNS = _KEYS | frozenset({
    "integer", "tinyint", "smallint", "mediumint", "bigint", "bigInteger", "text", "string", "float", "double", "decimal",
    "boolean", "date", "datetime", "dateTime", "time", "timestamp", "binary", "enum", "enu", "json", "jsonb", "uuid", "geometry",
    "geography", "point", "specificType",
})  # fmt: skip
_LENGTHS = frozenset({"string", "binary"})


def find(code: Code) -> Found:
    """Every table that stands once all migrations have run."""
    found = Found()
    if not code.depends_on("knex") and "knex" not in code.imports:
        return found
    tables: dict[str, Table] = {}
    files = [facts for facts in code.own("JavaScript", "TypeScript", migrations=True) if _migrates(facts)]
    for facts in sorted(files, key=lambda item: (item.path.rpartition("/")[2], item.path)):
        rows = [row for row in chains(facts, code.index(facts.path).whole) if row.scope.rpartition(".")[2] != "down"]
        for row in rows:
            if row.head.rpartition(".")[2] == "schema":
                for step in row.steps:
                    _apply(facts, step, rows, tables)
    for table in tables.values():
        found.models.append(_model(table))
        found.frameworks.append(FRAMEWORK)
    return found


def _migrates(facts: FileFacts) -> bool:
    return any(item.name == "up" for item in facts.definitions)


def _apply(facts: FileFacts, step: Step, rows: list[Chain], tables: dict[str, Table]) -> None:
    named, second = step.value(0), step.value(1)
    if named is None or named.kind != "string":
        return
    name = named.text
    if step.name in _DROPS:
        tables.pop(name, None)
    elif step.name == "renameTable" and second is not None and second.kind == "string" and name in tables:
        tables[second.text] = tables.pop(name)
        tables[second.text].name = second.text
    elif step.name in _MAKES | _CHANGES:
        body = step.arguments[-1].value
        if step.name in _MAKES:
            tables[name] = Table(name, Place(facts.path, named.line or step.call.line, step.call.end_line))
        if body.kind != "function" or name not in tables:
            return
        builder = _builder(facts, body)
        for row in rows:
            if row.head == builder and body.line <= row.line and row.end_line <= body.end_line:
                _column(facts, row, tables[name])


def _builder(facts: FileFacts, function: Value) -> str:
    """The name of what a function calls the table it is given."""
    if function.text:
        parameters = next((item.parameters for item in facts.definitions if item.qualname == function.text), ())
    else:
        position = int(function.items[0].text) if function.items else -1
        parameters = facts.lambdas[position].parameters if 0 <= position < len(facts.lambdas) else ()
    return parameters[0].name if parameters else ""


def _column(facts: FileFacts, row: Chain, table: Table) -> None:
    """Apply one row of calls on a table."""
    step = row.steps[0]
    place = Place(facts.path, row.line, row.end_line)
    names = [item.text for argument in step.arguments for item in listed(argument.value) if item.kind == "string"]
    if step.name == "timestamps":
        in_camel = step.value(2)
        for name in (
            ("createdAt", "updatedAt") if in_camel is not None and in_camel.text == "true" else ("created_at", "updated_at")
        ):
            table.columns[name] = Column(name, "timestamp", place)
    elif step.name in ("dropColumn", "dropColumns"):
        for name in names:
            table.columns.pop(name, None)
    elif step.name == "dropTimestamps":
        for name in ("created_at", "updated_at", "createdAt", "updatedAt"):
            table.columns.pop(name, None)
    elif step.name == "renameColumn" and len(names) == 2 and names[0] in table.columns:
        table.columns = {names[1] if name == names[0] else name: column for name, column in table.columns.items()}
        table.columns[names[1]].name = names[1]
    elif step.name in ("setNullable", "dropNullable") and names and names[0] in table.columns:
        said = table.columns[names[0]].said
        said[:] = [item for item in said if item != "not null"] + ["not null"] * (step.name == "dropNullable")
    elif step.name in ("primary", "unique", "foreign"):
        _rule(row, [item.text for item in listed(step.value(0)) if item.kind == "string"], table, place)
    elif step.name in _COLUMNS and (names or step.name in _KEYS):
        _declared(row, names[0] if names else "id", table, place)


def _rule(row: Chain, names: list[str], table: Table, place: Place) -> None:
    """A key, uniqueness or reference that is told apart from its column."""
    known = [table.columns[name] for name in names if name in table.columns]
    word = row.steps[0].name
    if word == "primary":
        for column in known:
            column.is_key = True
    elif word == "foreign":
        for column in known[:1]:
            column.target = _target(row)
    elif len(known) == 1:
        known[0].said += ["unique"] if "unique" not in known[0].said else []
    elif known:
        table.constraints.append(Constraint("unique", ", ".join(names), place.line))


def _declared(row: Chain, name: str, table: Table, place: Place) -> None:
    step, second = row.steps[0], row.steps[0].value(1)
    kind = second.text if step.name == "specificType" and second is not None else step.name
    column = Column(name, kind, place, is_key=step.name in _KEYS, target=_target(row))
    if step.name in _LENGTHS and second is not None and second.kind == "number":
        column.said.append(f"length {second.text}")
    for further in row.steps[1:]:
        value = further.value(0)
        if further.name == "primary":
            column.is_key = True
        elif further.name == "notNullable":
            column.said.append("not null")
        elif further.name in ("unique", "index", "unsigned"):
            column.said.append(further.name)
        elif further.name == "defaultTo" and value is not None:
            column.said.append(f"default {source_of(value, script=True)}")
    before = table.columns.get(name)
    if before is not None and row.step("alter") is not None:
        column.is_key, column.target = column.is_key or before.is_key, column.target or before.target
        column.said += [item for item in before.said if item == "unique" and item not in column.said]
    table.columns[name] = column


def _target(row: Chain) -> str:
    """The table that ``references("users.id")``, or ``references("id").inTable("users")``, names."""
    referred, inside = row.step("references"), row.step("inTable")
    value = inside.value(0) if inside is not None else referred.value(0) if referred is not None else None
    if value is None or value.kind != "string":
        return ""
    return value.text if inside is not None else value.text.rpartition(".")[0]


def _model(table: Table) -> Model:
    fields, relations = [], []
    for column in table.columns.values():
        elsewhere = column.place.path != table.place.path
        line = 0 if elsewhere else column.place.line
        fields.append(
            Field(
                column.name, column.type, ", ".join(column.said), column.is_key, line, place=column.place if elsewhere else None
            )
        )
        if column.target:
            relations.append(Relation(column.name, "foreign key", column.target, line, place=column.place if elsewhere else None))
    return Model(
        table.name, table.place, "table", FRAMEWORK, table.name, fields=tuple(fields), relations=tuple(relations),
        source=SOURCE, constraints=tuple(table.constraints),
    )  # fmt: skip
