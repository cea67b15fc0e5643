"""Stored structs of Rust: tables and structs of Diesel, rows of SQLx, entities of SeaORM."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Assignment, Call, Decorator, Definition, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import fields_by_type, last, types
from apps.engine.frameworks.found import Found

_CRATES = frozenset({"diesel", "sqlx", "sea_orm", "diesel_async"})
_DIESEL = frozenset(
    {"Queryable", "QueryableByName", "Selectable", "Identifiable", "Insertable", "Associations", "AsChangeset", "HasQuery"}
)
_READ = frozenset({"Queryable", "Selectable", "Identifiable", "HasQuery"})
_RELATIONS = {"belongs_to": "belongs to", "has_many": "has many", "has_one": "has one"}


def find(code: Code) -> Found:
    """A model for every struct that these crates store or read, and for every table that no struct stands for."""
    found = Found()
    if not (_CRATES & code.imports or code.depends_on("diesel", "sqlx", "sea-orm")):
        return found
    tables: dict[str, Model] = {}
    joined: list[tuple[str, Relation]] = []
    for facts in code.own("Rust"):
        fields = fields_by_type(facts)
        for call in facts.calls:
            name = last(call.callee.text)
            if name == "table!":
                tables |= {table.table: table for table in _tables(facts, call)}
            elif name == "joinable!":
                joined += _joined(call)
        for definition in types(facts, "struct"):
            made = _struct(facts, definition, fields.get(definition.qualname, []))
            if made is not None:
                found.models.append(made)
    stored = {model.table for model in found.models if model.kind == "table"}
    for name, table in sorted(tables.items()):
        if name not in stored:
            relations = tuple(relation for owner, relation in joined if owner == name)
            found.models.append(_with_relations(table, relations))
    found.frameworks += sorted({model.framework for model in found.models})
    return found


def _struct(facts: FileFacts, definition: Definition, fields: list[Assignment]) -> Model | None:
    derived = {last(item.value.text) for mark in definition.decorators if mark.name == "derive" for item in mark.arguments}
    if "DeriveEntityModel" in derived:
        table = _said(definition.decorators, "sea_orm", "table_name") or definition.name
        relations = tuple(_entity_relations(facts, definition.parent))
        return _model(facts, definition, fields, "SeaORM", table, relations, "sea_orm", name=table)
    if derived & _DIESEL:
        table = _said(definition.decorators, "diesel", "table_name") or _said(definition.decorators, "table_name", "")
        relations = tuple(_belongs(definition))
        kind = "table" if derived & _READ and table else "class"
        return _model(facts, definition, fields, "Diesel", table, relations, "diesel", kind=kind)
    if "FromRow" in derived:
        return _model(facts, definition, fields, "SQLx", "", (), "sqlx", kind="class")
    return None


def _model(
    facts: FileFacts, definition: Definition, fields: list[Assignment], framework: str, table: str,
    relations: tuple[Relation, ...], mark: str, *, kind: str = "table", name: str = "",
) -> Model:  # fmt: skip
    return Model(
        name or definition.name,
        place_of(facts.path, definition),
        kind=kind,
        framework=framework,
        table=table,
        fields=tuple(Field(item.target, item.annotation, _detail(item, mark), _is_key(item, mark), item.line) for item in fields),
        relations=relations,
        symbol=symbol_of(facts.path, definition.qualname),
        docstring=definition.docstring,
        source=f"framework:{framework.lower()}",
    )


def _marks(item: Assignment, mark: str) -> Iterator[str]:
    for decorator in item.decorators:
        if decorator.name == mark:
            yield from (given.name or given.value.text for given in decorator.arguments)


def _is_key(item: Assignment, mark: str) -> bool:
    return "primary_key" in set(_marks(item, mark))


def _detail(item: Assignment, mark: str) -> str:
    """Constraints that SeaORM's attributes of a field say."""
    said = set(_marks(item, mark))
    return ", ".join(word for word in ("unique", "nullable", "indexed") if word in said)


def _said(decorators: tuple[Decorator, ...], mark: str, name: str) -> str:
    """What an attribute says under a name: ``#[diesel(table_name = users)]``."""
    for decorator in decorators:
        if decorator.name == mark:
            for item in decorator.arguments:
                if item.name == name:
                    return item.value.text.rpartition(".")[2]
    return ""


def _belongs(definition: Definition) -> Iterator[Relation]:
    """``#[diesel(belongs_to(User))]``"""
    for decorator in definition.decorators:
        for item in decorator.arguments if decorator.name in ("diesel", "belongs_to") else ():
            call = item.value.call
            if call is not None and call.callee.text == "belongs_to" and call.arguments:
                target = last(call.arguments[0].value.text)
                key = next((given.value.text for given in call.arguments if given.name == "foreign_key"), "")
                yield Relation(key or f"{target.lower()}_id", "belongs to", target, decorator.line)
            elif decorator.name == "belongs_to" and item.value.kind == "name":
                yield Relation(f"{item.value.text.lower()}_id", "belongs to", last(item.value.text), decorator.line)


def _entity_relations(facts: FileFacts, around: str) -> Iterator[Relation]:
    """Variants of SeaORM's enum of relations: ``#[sea_orm(belongs_to = "super::user::Entity")]``."""
    scope = f"{around}.Relation" if around else "Relation"
    for item in facts.assignments:
        if item.scope != scope or item.kind != "case":
            continue
        for decorator in item.decorators:
            for given in decorator.arguments if decorator.name == "sea_orm" else ():
                if given.name in _RELATIONS and given.value.kind == "string":
                    parts = given.value.text.split("::")
                    target = parts[-2] if len(parts) > 1 else parts[0]
                    yield Relation(item.target, _RELATIONS[given.name], target, item.line)


def _tables(facts: FileFacts, call: Call) -> Iterator[Model]:
    """``table! { users (id) { id -> Int4, name -> Nullable<Text> } }``"""
    for argument in call.arguments:
        head, body = _head_and_body(argument.value)
        if head is None or body is None:
            continue
        name, keys = head
        fields = []
        for item in body.items:
            column, _, sort = item.text.rpartition("]")[2].partition("->")
            if sort.strip():
                detail = "" if sort.strip().startswith("Nullable") else "not null"
                fields.append(Field(column.strip(), sort.strip(), detail, column.strip() in keys, item.line))
        yield Model(
            name, Place(facts.path, call.line, call.end_line), framework="Diesel", table=name, fields=tuple(fields),
            source="framework:diesel",
        )  # fmt: skip


def _head_and_body(value: Value) -> tuple[tuple[str, tuple[str, ...]] | None, Value | None]:
    head: tuple[str, tuple[str, ...]] | None = None
    body: Value | None = None
    for item in value.items:
        if item.kind == "call" and item.call is not None and head is None:
            keys = tuple(given.value.text for given in item.call.arguments)
            head = (last(item.call.callee.text), keys)
        elif item.kind == "name" and head is None:
            head = (last(item.text), ("id",))
        elif item.kind == "list":
            body = item
    return head, body


def _joined(call: Call) -> Iterator[tuple[str, Relation]]:
    """``joinable!(posts -> users (user_id))``"""
    for argument in call.arguments:
        names = [item for item in argument.value.items if item.kind in ("name", "call")]
        if len(names) == 2 and names[1].call is not None and names[1].call.arguments:
            target = names[1].call
            yield names[0].text, Relation(target.arguments[0].value.text, "foreign key", target.callee.text, call.line)


def _with_relations(table: Model, relations: tuple[Relation, ...]) -> Model:
    return Model(
        table.name, table.place, table.kind, table.framework, table.table, table.bases, table.fields, relations, table.symbol,
        table.docstring, table.source,
    )  # fmt: skip
