"""Tables that SQL itself defines: scripts of a schema, and migrations applied in their order.

A folder of numbered scripts is one database: they are applied by number, what they undo is left out.  Any other script is a
database of its own (the same schema is often written once a dialect); a table told by several is listed once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Decorator, Definition, Field, FileFacts, Model, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found

FRAMEWORK = "SQL"
SOURCE = "syntax"
_NUMBER = re.compile(r"^[vV]?(\d[\d_.\-]*)")
_REPEATED = re.compile(r"^R__", re.I)
_UNDO = re.compile(r"(?:^|[._-])(?:down|undo|rollback|revert)\.sql$|^U\d[\d_.]*__|^\d+\.(?:down|undo)\.", re.I)
_NO_TABLES = frozenset({"temporary", "partition"})
_UP_NAMES = frozenset({"up.sql", "migration.sql"})
_SHOWN = {"not null": "not null", "unique": "unique", "generated": "generated", "default": "default", "check": "check"}
_PLURALS = ((re.compile(r"([^aeiou])y$"), r"\1ies"), (re.compile(r"(s|x|z|ch|sh)$"), r"\1es"), (re.compile(r"$"), "s"))


@dataclass(slots=True)
class _Column:
    name: str
    type: str
    line: int
    constraints: list[Decorator]


@dataclass(slots=True)
class _Key:
    """A foreign key: own columns, table it points to."""

    columns: tuple[str, ...]
    target: str
    line: int


@dataclass(slots=True)
class _Table:
    name: str
    path: str
    definition: Definition
    columns: dict[str, _Column] = field(default_factory=dict)
    primary: tuple[str, ...] = ()
    unique: set[tuple[str, ...]] = field(default_factory=set)
    keys: list[_Key] = field(default_factory=list)
    comment: str = ""


def find(code: Code) -> Found:
    """Every table that stands at the end of each series of scripts."""
    found = Found()
    series: dict[str, list[tuple[tuple[object, ...], FileFacts]]] = {}
    for facts in code.own("SQL", migrations=True):
        name = facts.path.rpartition("/")[2]
        if (facts.definitions or facts.assignments) and not _UNDO.search(name):
            place, order = _place_in_series(facts.path)
            series.setdefault(place, []).append((order, facts))
    known: set[str] = set()
    databases = {place: _apply([facts for _, facts in sorted(series[place], key=lambda item: item[0])]) for place in series}
    # Migrations say what the database has become, and of other scripts the fullest: the rest may be dumps, parts or upgrades.
    for place in sorted(series, key=lambda name: (not name.endswith("/"), -len(databases[name]), name)):
        tables = databases[place]
        for key in sorted(tables):
            if _plain(key) not in known:
                found.models.append(_model(tables[key], tables))
        known |= {_plain(key) for key in tables}
    return found


def without_mapped(models: Sequence[Model]) -> list[Model]:
    """The models without the tables that a class of the code stands for already, nor the tables that only link such tables."""
    names: set[str] = set()
    for model in models:
        if model.framework != FRAMEWORK and model.kind in ("table", "class", "abstract"):
            names |= {_bare(model.table)} if model.table else _table_names(model.name)
    mapped = {model.name for model in models if model.framework == FRAMEWORK and _bare(model.table) in names}
    if not mapped:
        return list(models)
    return [model for model in models if model.framework != FRAMEWORK or not (model.name in mapped or _links(model, mapped))]


def _links(model: Model, mapped: set[str]) -> bool:
    """A table of nothing but foreign keys to mapped tables and its own number."""
    tied = {name for relation in model.relations if relation.target in mapped for name in relation.field.split(", ")}
    return len(model.relations) > 1 and all(item.name in tied or item.is_key for item in model.fields)


def _table_names(name: str) -> set[str]:
    """Tables by which mappers call a class when it names none: its name, in words, in plural."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    plural = next(pattern.sub(ending, snake, count=1) for pattern, ending in _PLURALS if pattern.search(snake))
    return {name.lower(), snake, plural, plural.replace("_", "")}


def _plain(key: str) -> str:
    """A table's name without underscores: dialects of one schema differ in them."""
    return key.replace("_", "")


def _bare(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _place_in_series(path: str) -> tuple[str, tuple[object, ...]]:
    """The series a script belongs to (a folder, ending in "/", or the script itself) and its place in it."""
    folder, _, name = path.rpartition("/")
    if name.lower() in _UP_NAMES and folder:
        folder, _, name = folder.rpartition("/")
    number = _NUMBER.match(name)
    if number is not None:
        parts = tuple(int(part) for part in re.split(r"[_.\-]+", number[1]) if part)
        return folder + "/", (0, parts, path)
    if _REPEATED.match(name):
        return folder + "/", (1, (), path)
    return path, (2, (), path)


def _apply(scripts: Iterable[FileFacts]) -> dict[str, _Table]:
    """The tables that are there once all scripts have run, by their bare names in lower case."""
    tables: dict[str, _Table] = {}
    for facts in scripts:
        fields: dict[str, list[Assignment]] = {}
        steps: list[tuple[int, int, Definition | Assignment]] = []
        for definition in facts.definitions:
            if definition.kind == "table" and not _NO_TABLES & set(definition.properties):
                steps.append((definition.line, 1, definition))
        for item in facts.assignments:
            if item.kind == "field":
                fields.setdefault(item.scope, []).append(item)
            elif item.kind == "augmented":
                # A table dropped on the line that makes it anew is dropped first.
                steps.append((item.line, 0 if item.properties == ("drop table",) else 2, item))
        for _, _, step in sorted(steps, key=lambda step: step[:2]):
            if isinstance(step, Definition):
                tables.setdefault(_bare(step.name), _table(facts.path, step, fields.get(step.qualname, ())))
            else:
                _change(tables, step)
    return tables


def _table(path: str, definition: Definition, fields: Iterable[Assignment]) -> _Table:
    made = _Table(definition.qualname.partition("#")[0], path, definition, comment=definition.docstring)
    for item in fields:
        _add_column(made, _Column(item.target, item.annotation, item.line, list(item.decorators)))
    _constrain(made, definition.decorators)
    return made


def _add_column(table: _Table, column: _Column) -> None:
    table.columns[column.name.lower()] = column
    for constraint in column.constraints:
        if constraint.name == "primary key":
            table.primary = (column.name.lower(),)
        elif constraint.name == "unique":
            table.unique.add((column.name.lower(),))
        elif constraint.name == "references":
            table.keys.append(_Key((column.name.lower(),), constraint.arguments[0].value.text, constraint.line))


def _constrain(table: _Table, constraints: Iterable[Decorator]) -> None:
    for constraint in constraints:
        first = constraint.arguments[0].value if constraint.arguments else None
        columns = tuple(item.text.lower() for item in first.items) if first is not None else ()
        if constraint.name == "primary key":
            table.primary = columns
        elif constraint.name == "unique":
            table.unique.add(tuple(sorted(columns)))
        elif constraint.name == "foreign key":
            table.keys.append(_Key(columns, constraint.arguments[1].value.text, constraint.line))


def _change(tables: dict[str, _Table], step: Assignment) -> None:
    """Apply one later statement; one about a table that is not here changes nothing."""
    what = step.properties[0] if step.properties else ""
    table = tables.get(_bare(step.target))
    items = step.value.items if step.value is not None else ()
    if table is None or len(items) != 2:
        return
    column, new = items[0].text, items[1].text
    key = column.lower()
    held = table.columns.get(key)
    if what in ("drop table", "partition"):
        del tables[_bare(step.target)]
    elif what == "rename table" and new:
        tables[_bare(new)] = tables.pop(_bare(step.target))
        table.name = new
        for other in tables.values():
            for tie in other.keys:
                tie.target = new if _bare(tie.target) == _bare(step.target) else tie.target
    elif what == "constraint":
        _constrain(table, step.decorators)
    elif what == "comment":
        table.comment = new
    elif what == "add" and held is None:
        _add_column(table, _Column(column, step.annotation, step.line, list(step.decorators)))
    elif held is None:
        return
    elif what == "drop":
        del table.columns[key]
        table.keys = [tie for tie in table.keys if key not in tie.columns]
        table.unique = {columns for columns in table.unique if key not in columns}
    elif what == "rename" and new:
        _rename(table, key, new)
    elif what in ("type", "column"):
        held.type = step.annotation or held.type
        if what == "column":
            held.constraints = [item for item in held.constraints if item.name in ("references", "primary key", "unique")]
            held.constraints += step.decorators
    elif what in ("not null", "nullable"):
        held.constraints = [item for item in held.constraints if item.name != "not null"]
        held.constraints += [Decorator("not null", line=step.line)] if what == "not null" else []


def _rename(table: _Table, old: str, new: str) -> None:
    def named(columns: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new.lower() if column == old else column for column in columns)

    columns = list(table.columns.values())
    table.columns[old].name = new
    table.columns = {column.name.lower(): column for column in columns}
    table.primary = named(table.primary)
    table.unique = {tuple(sorted(named(item))) for item in table.unique}
    for tie in table.keys:
        tie.columns = named(tie.columns)


def _model(table: _Table, tables: dict[str, _Table]) -> Model:
    tied = {column: tie.target for tie in table.keys for column in tie.columns}
    fields = tuple(_field(table, key, column, tied.get(key, "")) for key, column in table.columns.items())
    relations = tuple(_relation(table, tie, tables) for tie in table.keys if tie.target)
    return Model(
        table.name.rpartition(".")[2],
        place_of(table.path, table.definition),
        "table",
        FRAMEWORK,
        table.name,
        fields=fields,
        relations=tuple(dict.fromkeys(relations)),
        symbol=symbol_of(table.path, table.definition.qualname),
        docstring=table.comment,
        source=SOURCE,
    )


def _field(table: _Table, key: str, column: _Column, target: str) -> Field:
    said = [f"foreign key to {target}"] if target else []
    for constraint in column.constraints:
        if constraint.name in _SHOWN:
            text = constraint.arguments[0].value.text if constraint.arguments else ""
            said.append(f"{constraint.name} {text}".strip())
    if (key,) in table.unique and "unique" not in said:
        said.append("unique")
    # A column that a later script added stands in another file than the table: its line would mislead.
    line = column.line if table.definition.line <= column.line <= table.definition.end_line else 0
    return Field(column.name, column.type, ", ".join(dict.fromkeys(said)), key in table.primary, line)


def _relation(table: _Table, tie: _Key, tables: dict[str, _Table]) -> Relation:
    columns = tuple(sorted(tie.columns))
    alone = columns in table.unique or (bool(columns) and columns == tuple(sorted(table.primary)))
    names = [table.columns[column].name if column in table.columns else column for column in tie.columns]
    target = tables.get(_bare(tie.target))
    shown = (target.name if target is not None else tie.target).rpartition(".")[2]
    line = tie.line if table.definition.line <= tie.line <= table.definition.end_line else 0
    return Relation(", ".join(names), "one to one" if alone else "foreign key", shown, line)
