"""Drizzle: tables made by `pgTable` and its like, their columns, keys and references, and what `relations` says of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from apps.engine.facts import Assignment, Call, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.classes import given_back, returned_by
from apps.engine.frameworks.text import argument, dict_item, source_of

SOURCE = "framework:drizzle"
FRAMEWORK = "Drizzle"
_PACKAGE = "drizzle-orm"
_CHAIN = 30
_SPREADS = 4
_PLAIN = {
    "notNull": "not null",
    "unique": "unique",
    "defaultNow": "default now",
    "array": "array",
    "defaultRandom": "default random",
}
_VALUED = {
    "default": "default",
    "$default": "default",
    "$defaultFn": "default",
    "$onUpdate": "on update",
    "$onUpdateFn": "on update",
}

Key = tuple[str, str]  # file and variable


@dataclass(slots=True)
class _Table:
    model: Model
    relations: list[Relation] = field(default_factory=list)  # said by `relations`
    targets: set[str] = field(default_factory=set)


def find(code: Code) -> Found:
    """A model for every table."""
    found = Found()
    if not any(name.startswith(_PACKAGE) for name in code.imports):
        return found
    tables: dict[Key, _Table] = {}
    files = list(code.script())
    for facts in files:
        for assignment in facts.assignments:
            call = assignment.value.call if assignment.value is not None and not assignment.scope else None
            if call is not None and len(call.arguments) > 1 and _is_table(code, facts.path, call):
                model = _model(code, facts, assignment, code.index(facts.path).whole(call))
                if model is not None:
                    tables[facts.path, assignment.target] = _Table(model)
    for facts in files if tables else ():
        if any(item.module.startswith(_PACKAGE) for item in facts.imports):
            for call in facts.calls:
                if call.callee.text in ("relations", "defineRelations") and len(call.arguments) > 1:
                    _related(code, facts.path, call, tables)
    for table in tables.values():
        keys = [item for item in table.model.relations if item.target not in table.targets]
        found.models.append(replace(table.model, relations=tuple(sorted((*table.relations, *keys), key=lambda item: item.line))))
        found.frameworks.append(FRAMEWORK)
    return found


def _is_table(code: Code, path: str, call: Call) -> bool:
    last = call.callee.text.rpartition(".")[2]
    bound = code.names.of(path, "", call.callee)
    if bound.external:
        return bound.external.startswith(_PACKAGE) and (last.endswith("Table") or bound.external.endswith(".table"))
    made = code.names.maker(bound).external  # const createTable = pgTableCreator((name) => …)
    return made.startswith(_PACKAGE) and made.endswith("TableCreator")


def _model(code: Code, facts: FileFacts, assignment: Assignment, call: Call) -> Model | None:
    path = facts.path
    fields: list[Field] = []
    relations: list[Relation] = []
    shape = _shape(code, path, call.arguments[1].value)
    if shape is None:
        return None
    for at, key, item in _columns(code, *shape):
        column = _column(code, at, key, item, relations if at == path else [])
        if column is not None:
            fields.append(column)
    for name, inner in _extras(code, path, call):
        columns = _named_columns(inner)
        if name == "primaryKey":
            fields = [replace(item, is_key=True) if item.name in columns else item for item in fields]
        elif name == "foreignKey" and columns:
            target = _target(dict_item(argument(inner, 0), "foreignColumns"))
            if target:
                relations.append(Relation(columns[0], "foreign key", _table_name(code, path, target, inner.line), inner.line))
        elif name in ("unique", "uniqueIndex") and columns:
            fields = [_together(item, columns) if item.name in columns else item for item in fields]
    table = code.folder.text(path, "", call.arguments[0].value) or ""
    return Model(
        assignment.target, Place(path, assignment.line, assignment.end_line), "table", FRAMEWORK, table, (), tuple(fields),
        tuple(relations), symbol_of(path, ""), "", SOURCE,
    )  # fmt: skip


def _together(item: Field, columns: list[str]) -> Field:
    others = [name for name in columns if name != item.name]
    words = f"unique with {', '.join(others)}" if others else "unique"
    return replace(item, detail=", ".join(part for part in (item.detail, words) if part))


def _shape(code: Code, path: str, value: Value) -> tuple[str, str, Value] | None:
    """(file, scope, object) of the columns: an object, a constant, or a function that gives one."""
    if value.kind == "function":
        scope, given = returned_by(code, path, value)
        return next(((path, scope, item) for item in given if item.kind == "dict"), None)
    bound = code.names.of(path, "", value)
    if bound.value is not None and bound.value.kind == "dict":
        return bound.path, bound.scope, bound.value
    return None


def _columns(code: Code, path: str, scope: str, shape: Value) -> Iterator[tuple[str, Value, Value]]:
    """(file, key, value) of each column, those of spread objects too."""
    waiting = [(path, scope, shape, 0)]
    while waiting:
        at, inside, current, level = waiting.pop(0)
        for key, item in zip(current.keys, current.items, strict=False):
            if key.kind == "spread":
                bound = code.names.of(at, inside, item)
                if bound.value is not None and bound.value.kind == "dict" and level < _SPREADS:
                    waiting.append((bound.path, bound.scope, bound.value, level + 1))
            elif key.kind in ("string", "name"):
                yield at, key, item


def _column(code: Code, path: str, key: Value, item: Value, relations: list[Relation]) -> Field | None:
    """``varchar("email", { length: 255 }).notNull()``: the call at the bottom is the type, the others say more."""
    if item.kind != "call" or item.call is None:
        return None
    current: Call | None = item.call
    detail: list[str] = []
    is_key = False
    for _ in range(_CHAIN):
        if current is None:
            return None
        current = code.index(path).whole(current)
        callee = current.callee
        last = callee.text.rpartition(".")[2]
        below = callee.items[0] if callee.kind == "attribute" and callee.items else None
        if below is None or below.kind != "call":
            break
        first = argument(current, 0)
        is_key = is_key or last == "primaryKey"
        if last in _PLAIN:
            detail.append(_PLAIN[last])
        elif last in _VALUED:
            detail.append(f"{_VALUED[last]}={source_of(first, script=True)}" if first is not None else _VALUED[last])
        elif last.startswith("generated"):
            detail.append("generated")
        elif last == "references" and first is not None:
            target = given_back(code, path, first)
            if target:
                table = _table_name(code, path, target, first.line)
                relations.append(Relation(key.text, "foreign key", table, key.line or first.line))
                detail.append(f"foreign key to {table}.{target.rpartition('.')[2]}")
        current = below.call
    if current is None:
        return None
    options = next((item.value for item in current.arguments if item.value.kind == "dict"), None)
    shown = ", ".join(
        f"{name.text}: {source_of(value, script=True)}"
        for name, value in zip(options.keys if options else (), options.items if options else (), strict=False)
    )
    kind = current.callee.text.rpartition(".")[2] + (f"({shown})" if shown and len(shown) < 80 else "")
    return Field(key.text, kind, ", ".join(reversed(detail)), is_key, key.line or item.line)


def _extras(code: Code, path: str, call: Call) -> Iterator[tuple[str, Call]]:
    """Keys and indexes of the function given last: (what it is, the call that names the columns)."""
    given = argument(call, 2)
    if given is None or given.kind != "function":
        return
    for inner in code.index(path).calls_of(given.text):  # in a function without a name they are of the scope around it
        if not given.line <= inner.line <= given.end_line:
            continue
        if inner.callee.kind == "name" and inner.callee.text in ("primaryKey", "foreignKey"):
            yield inner.callee.text, inner
        elif inner.callee.kind == "attribute" and inner.callee.text == "on" and inner.callee.items:
            made = inner.callee.items[0].call
            if made is not None and made.callee.kind == "name":
                yield made.callee.text, inner


def _named_columns(call: Call) -> list[str]:
    """``{ columns: [table.a, table.b] }`` or the columns one after the other."""
    listed = dict_item(argument(call, 0), "columns")
    values = listed.items if listed is not None else tuple(item.value for item in call.arguments)
    return [value.text.rpartition(".")[2] for value in values if value.kind == "name" and "." in value.text]


def _target(columns: Value | None) -> str:
    first = columns.items[0] if columns is not None and columns.items else None
    return first.text if first is not None and first.kind == "name" else ""


def _table_name(code: Code, path: str, column: str, line: int) -> str:
    """The variable of the table that ``roles.id`` is a column of."""
    owner = column.rpartition(".")[0] or column
    bound = code.names.bind(path, "", owner, line)
    return bound.assignment.target if bound.assignment is not None else owner.rpartition(".")[2]


def _related(code: Code, path: str, call: Call, tables: dict[Key, _Table]) -> None:
    """``relations(users, ({ one, many }) => ({ posts: many(posts) }))``."""
    scope, given = returned_by(code, path, call.arguments[1].value)
    shape = next((item for item in given if item.kind == "dict"), None)
    if shape is None:
        return
    if call.callee.text == "relations":
        bound = code.names.of(path, call.scope, call.arguments[0].value)
        table = tables.get((bound.path, bound.assignment.target)) if bound.assignment is not None else None
        if table is not None:
            _take(code, path, scope, shape, table)
        return
    by_name = {key[1]: table for key, table in tables.items()}
    for key, item in zip(shape.keys, shape.items, strict=False):
        if key.text in by_name and item.kind == "dict":
            _take(code, path, scope, item, by_name[key.text])


def _take(code: Code, path: str, scope: str, shape: Value, table: _Table) -> None:
    for key, item in zip(shape.keys, shape.items, strict=False):
        call = item.call
        if call is None or call.callee.kind != "name":
            continue
        parts = call.callee.text.split(".")
        words = [part for part in parts if part in ("one", "many")]
        if not words:
            continue
        if parts[-1] in ("one", "many"):
            first = argument(call, 0)
            if first is None:
                continue
            bound = code.names.of(path, scope, first)
            target = bound.assignment.target if bound.assignment is not None else first.text.rpartition(".")[2]
            has_key = dict_item(argument(call, 1), "fields") is not None
        else:  # r.many.posts()
            target, has_key = parts[-1], dict_item(argument(call, 0), "from") is not None
        kind = "one to many" if words[0] == "many" else "many to one" if has_key else "one to one"
        line = (key.line or item.line) if path == table.model.place.path else 0
        table.relations.append(Relation(key.text, kind, target, line))
        table.targets.add(target)
