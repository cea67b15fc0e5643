"""Tables of Active Record: what a ``schema.rb`` says, or what migrations make when they are applied in their order."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.engine.facts import Call, FileFacts, Value
from apps.engine.frameworks.inflection import pluralize, singularize
from apps.engine.frameworks.ruby.blocks import Step, block_of, block_parameter, option, positional, steps, words

_TYPES = """
string text integer bigint float decimal numeric datetime timestamp timestamptz time date binary boolean json jsonb uuid hstore
inet cidr macaddr xml array citext money virtual blob tinyint smallint mediumint bit ltree point polygon line lseg box path circle
int4range int8range numrange tsrange tstzrange daterange tsvector enum interval oid vector geometry geography st_point primary_key
unsigned_integer unsigned_bigint bit_varying serial bigserial tinytext mediumtext longtext tinyblob mediumblob longblob halfvec
"""
_COLUMNS = frozenset(_TYPES.split())
_REFERENCES = frozenset({"references", "belongs_to", "reference"})
_DETAILS = ("default", "limit", "precision", "scale")


@dataclass(slots=True)
class Column:
    """`says` are constraints in words."""

    name: str
    type: str
    line: int
    says: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Index:
    """An index and its columns."""

    columns: tuple[str, ...]
    is_unique: bool
    line: int
    name: str = ""


@dataclass(slots=True)
class Table:
    """One table as it stands at the end."""

    name: str
    path: str
    line: int
    end_line: int
    columns: dict[str, Column] = field(default_factory=dict)
    keys: tuple[str, ...] = ()
    indexes: list[Index] = field(default_factory=list)
    foreign: dict[str, tuple[str, int]] = field(default_factory=dict)  # column → table, line


class Database:
    """Tables of one database.  `key` is the type of a primary key that is not said."""

    def __init__(self, key: str = "bigint") -> None:
        self.tables: dict[str, Table] = {}
        self.key = key

    def apply(self, facts: FileFacts, scope: str | None) -> None:
        """Do what the calls of a file, or of one method in it, do."""
        self._run(facts, steps(facts, scope))

    def _run(self, facts: FileFacts, listed: list[Step]) -> None:
        for step in listed:
            word = step.call.callee.text.rpartition(".")[2]
            handler = _CHANGES.get(word)
            if handler is not None:
                handler(self, facts, step)
            elif word not in ("down", "revert"):
                self._run(facts, step.inside)

    def _table(self, call: Call) -> Table | None:
        given = positional(call)
        return self.tables.get(given[0].text) if given and given[0].kind == "string" else None

    def _create(self, facts: FileFacts, step: Step) -> None:
        call = step.call
        given = positional(call)
        if not given or given[0].kind != "string":
            return
        name = given[0].text
        if name in self.tables and option(call, "if_not_exists") is not None:
            return
        table = self.tables[name] = Table(name, facts.path, call.line, call.end_line)
        key, named = option(call, "id"), option(call, "primary_key")
        if named is not None and named.kind == "list":
            table.keys = tuple(words(named))
        elif key is None or key.text != "false":
            column = named.text if named is not None and named.kind == "string" else "id"
            table.columns[column] = Column(column, key.text if key is not None and key.kind == "string" else self.key, call.line)
            table.keys = (column,)
        self._columns(facts, table, step)

    def _columns(self, facts: FileFacts, table: Table, step: Step) -> None:
        """What the block of ``create_table`` and ``change_table`` says of the table."""
        block = block_of(step.call)
        variable = block_parameter(facts, block) if block is not None else ""
        for inner in step.inside:
            below, _, word = inner.call.callee.text.rpartition(".")
            if not below or below != variable:
                continue
            self._column(table, word, inner.call)

    def _column(self, table: Table, word: str, call: Call) -> None:
        given = positional(call)
        names = [value.text for value in given if value.kind == "string"]
        if word in _COLUMNS:
            for name in names:
                add_column(table, name, word, call)
        elif word == "column" and len(names) > 1:
            add_column(table, names[0], names[1], call)
        elif word in _REFERENCES:
            for name in names:
                self._refer(table, name, call)
        elif word == "timestamps":
            for name in ("created_at", "updated_at"):
                add_column(table, name, "datetime", call, ["not null"] if option(call, "null") is None else [])
        elif word == "index" and given:
            add_index(table, given[0], call)
        elif word == "foreign_key" and names:
            refer(table, names[0], call)
        elif word in ("remove", "remove_column"):
            for name in names:
                table.columns.pop(name, None)
        elif word == "rename" and len(names) > 1:
            rename(table, names[0], names[1])
        elif word == "change" and len(names) > 1:
            add_column(table, names[0], names[1], call)
        elif word == "attachment" and names:
            add_column(table, names[0], word, call)

    def _refer(self, table: Table, name: str, call: Call) -> None:
        kind = option(call, "type")
        column = f"{name}_id"
        add_column(table, column, kind.text if kind is not None else self.key, call)
        if option(call, "polymorphic") is not None:
            add_column(table, f"{name}_type", "string", call)
        key = option(call, "foreign_key")
        if key is not None and key.text != "false":
            to = [item.text for at, item in zip(key.keys, key.items, strict=True) if at.text == "to_table"]
            table.foreign[column] = (to[0] if to else pluralize(name), call.line)
        index = option(call, "index")
        if index is not None and any(at.text == "unique" for at in index.keys):
            table.indexes.append(Index((column,), True, call.line))

    def _drop(self, facts: FileFacts, step: Step) -> None:
        for value in positional(step.call):
            self.tables.pop(value.text, None)

    def _rename_table(self, facts: FileFacts, step: Step) -> None:
        names = [value.text for value in positional(step.call)]
        if len(names) == 2 and names[0] in self.tables:
            table = self.tables[names[1]] = self.tables.pop(names[0])
            table.name = names[1]

    def _change_table(self, facts: FileFacts, step: Step) -> None:
        table = self._table(step.call)
        if table is not None:
            self._columns(facts, table, step)

    def _on_table(self, facts: FileFacts, step: Step) -> None:
        """``add_column :posts, :title, :string`` and the like."""
        call = step.call
        table = self._table(call)
        if table is None:
            return
        word = call.callee.text.rpartition(".")[2]
        given = positional(call)[1:]
        names = [value.text for value in given if value.kind == "string"]
        if word in ("add_column", "change_column") and len(names) > 1:
            add_column(table, names[0], names[1], call)
        elif word == "remove_column" and names:
            table.columns.pop(names[0], None)
        elif word == "remove_columns":
            for name in names:
                table.columns.pop(name, None)
        elif word == "rename_column" and len(names) > 1:
            rename(table, names[0], names[1])
        elif word in ("add_reference", "add_belongs_to") and names:
            self._refer(table, names[0], call)
        elif word in ("remove_reference", "remove_belongs_to") and names:
            for name in (f"{names[0]}_id", f"{names[0]}_type"):
                table.columns.pop(name, None)
                table.foreign.pop(name, None)
        elif word == "add_index" and given:
            add_index(table, given[0], call)
        elif word == "remove_index":
            remove_index(table, given[0] if given else None, call)
        elif word == "add_foreign_key" and names:
            refer(table, names[0], call)
        elif word == "remove_foreign_key":
            column = option(call, "column")
            targets = {column.text} if column is not None else {key for key, (to, _) in table.foreign.items() if to in names}
            for name in targets:
                table.foreign.pop(name, None)
        elif word in ("add_timestamps", "remove_timestamps"):
            for name in ("created_at", "updated_at"):
                if word == "add_timestamps":
                    add_column(table, name, "datetime", call)
                else:
                    table.columns.pop(name, None)
        elif word == "change_column_null" and names and given[1:]:
            known = table.columns.get(names[0])
            if known is not None:
                known.says = [said for said in known.says if said != "not null"]
                known.says += ["not null"] if given[1].text == "false" else []
        elif word == "change_column_default" and names:
            known = table.columns.get(names[0])
            if known is not None:
                to = option(call, "to") or (given[1] if len(given) > 1 else None)
                known.says = [said for said in known.says if not said.startswith("default")]
                known.says += [f"default {to.text}"] if to is not None and to.text else []

    def _join(self, facts: FileFacts, step: Step) -> None:
        """``create_join_table :a, :b``."""
        call = step.call
        names = sorted(pluralize(value.text) for value in positional(call)[:2] if value.kind == "string")
        if len(names) != 2:
            return
        named = option(call, "table_name")
        name = named.text if named is not None else "_".join(names)
        table = self.tables[name] = Table(name, facts.path, call.line, call.end_line)
        for value in positional(call)[:2]:
            add_column(table, f"{singularize(value.text)}_id", self.key, call, ["not null"])
        self._columns(facts, table, step)


def add_column(table: Table, name: str, kind: str, call: Call, says: list[str] | None = None) -> None:
    """Add a column, or say it anew."""
    said = list(says or [])
    null, array = option(call, "null"), option(call, "array")
    if null is not None and null.text == "false" and "not null" not in said:
        said.append("not null")
    for word in _DETAILS:
        value = option(call, word)
        if value is not None and value.kind in ("string", "number", "boolean"):
            said.append(f"{word} {value.text!r}" if value.kind == "string" else f"{word} {value.text}")
    if array is not None and array.text == "true":
        said.append("array")
    table.columns[name] = Column(name, kind, call.line, said)


def add_index(table: Table, over: Value, call: Call) -> None:
    """Add an index over a column, several, or an expression (which is left out)."""
    columns = tuple(words(over))
    unique, name = option(call, "unique"), option(call, "name")
    is_unique = unique is not None and unique.text == "true"
    if columns and (not is_unique or option(call, "where") is None):
        table.indexes.append(Index(columns, is_unique, call.line, name.text if name is not None else ""))


def remove_index(table: Table, over: Value | None, call: Call) -> None:
    """Remove an index by its columns or its name."""
    columns = tuple(words(over or option(call, "column")))
    name = option(call, "name")
    table.indexes = [
        index for index in table.indexes if not (index.columns == columns or (name is not None and index.name == name.text))
    ]


def refer(table: Table, target: str, call: Call) -> None:
    """Add a foreign key."""
    column = option(call, "column")
    name = column.text if column is not None and column.kind == "string" else f"{singularize(target)}_id"
    table.foreign[name] = (target, call.line)


def rename(table: Table, old: str, new: str) -> None:
    """Rename a column, in its indexes and keys too."""
    column = table.columns.pop(old, None)
    if column is None:
        return
    column.name = new
    table.columns[new] = column
    for index in table.indexes:
        index.columns = tuple(new if name == old else name for name in index.columns)
    if old in table.foreign:
        table.foreign[new] = table.foreign.pop(old)


_ON_TABLE = (
    "add_column", "change_column", "remove_column", "remove_columns", "rename_column", "add_reference", "add_belongs_to",
    "remove_reference", "remove_belongs_to", "add_index", "remove_index", "add_foreign_key", "remove_foreign_key",
    "add_timestamps", "remove_timestamps", "change_column_null", "change_column_default",
)  # fmt: skip
_CHANGES = {
    "create_table": Database._create, "drop_table": Database._drop, "rename_table": Database._rename_table,
    "change_table": Database._change_table, "create_join_table": Database._join,
    **dict.fromkeys(_ON_TABLE, Database._on_table),
}  # fmt: skip
