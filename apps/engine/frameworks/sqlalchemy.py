"""SQLAlchemy and Flask-SQLAlchemy: declarative classes, columns, relationships."""

from __future__ import annotations

from apps.engine.facts import Assignment, Call, Definition, Field, FileFacts, Model, Relation, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python_classes import annotated_class, class_fields, constraints, string_class
from apps.engine.frameworks.text import argument, keyword, source_of

_BASES = frozenset({
    "sqlalchemy.orm.DeclarativeBase", "sqlalchemy.orm.DeclarativeBaseNoMeta", "sqlalchemy.orm.declarative_base",
    "sqlalchemy.ext.declarative.declarative_base", "sqlalchemy.ext.declarative.api.declarative_base",
    "flask_sqlalchemy.SQLAlchemy.Model",
    "flask_sqlalchemy.model.Model", "flask_appbuilder.Model", "sqlalchemy.ext.automap.automap_base",
    "sqlalchemy.orm.registry.generate_base",
    "flask_sqlalchemy_lite.SQLAlchemy.Model", "gino.Gino.Model", "sqlalchemy.ext.declarative.DeclarativeMeta",
})  # fmt: skip
_COLUMNS = frozenset({"Column", "mapped_column", "column_property", "deferred", "synonym", "composite"})
_RELATIONSHIPS = frozenset({"relationship", "dynamic_loader", "relation"})
_CONSTRAINTS = frozenset(
    {"primary_key", "nullable", "unique", "index", "default", "server_default", "onupdate", "autoincrement", "ondelete"}
)


def find(code: Code) -> Found:
    """Every mapped class, and mixins that declare columns for them."""
    found = Found()
    tables: dict[str, str] = {}
    waiting: list[tuple[FileFacts, Definition]] = []
    for facts in code.python():
        for definition in facts.definitions:
            if definition.kind != "class" or not definition.bases:
                continue
            if any(
                base in _BASES or base.startswith("advanced_alchemy.base.")
                for base in code.names.external_bases(facts.path, definition)
            ):
                waiting.append((facts, definition))
                table = _table(code, facts.path, definition)
                if table:
                    tables[table] = definition.name
    for facts, definition in waiting:
        model = _model(code, facts, definition, tables)
        if model is not None:
            found.models.append(model)
    if found.models:
        found.frameworks.append("SQLAlchemy")
    return found


def _table(code: Code, path: str, definition: Definition) -> str:
    for item in class_fields(code, path, definition):
        if item.target == "__tablename__":
            return code.folder.text(path, definition.qualname, item.value) or ""
    return ""


def _kind(code: Code, path: str, definition: Definition, item: Assignment) -> str:
    """ "column", "relation" or ""."""
    call = item.value.call if item.value is not None else None
    outer = item.annotation.partition("[")[0].rpartition(".")[2]
    if call is not None and call.callee.kind == "name":
        last = call.callee.text.rpartition(".")[2]
        origin = code.names.of(path, definition.qualname, call.callee)
        if (
            origin.kind == "definition"
            and origin.definition is not None
            and origin.definition.kind not in CLASSES
            and last not in _COLUMNS | _RELATIONSHIPS
        ):
            return "column" if outer == "Mapped" else ""
        if last in _COLUMNS:
            return "column"
        if last in _RELATIONSHIPS:
            return "relation"
    if outer in ("Mapped", "DynamicMapped", "WriteOnlyMapped"):
        return "column" if outer == "Mapped" else "relation"
    return ""


def _model(code: Code, facts: FileFacts, definition: Definition, tables: dict[str, str]) -> Model | None:
    path, scope = facts.path, definition.qualname
    fields: list[Field] = []
    relations: list[Relation] = []
    keys: list[tuple[Assignment, str]] = []
    for item in class_fields(code, path, definition):
        if item.target.startswith("__"):
            continue
        kind = _kind(code, path, definition, item)
        call = item.value.call if item.value is not None else None
        if kind == "relation":
            target, many = _target(code, path, definition, item, call)
            if target:
                relations.append(Relation(item.target, "to many" if many else "to one", target, item.line))
        elif kind == "column":
            table = _foreign_table(code, path, scope, call)
            fields.append(_field(code, path, scope, item, call, table))
            if table:
                keys.append((item, table))
    for child in code.index(path).children.get(scope, ()):  # columns that a mixin or model declares by a function
        if any(
            decorator.name.rpartition(".")[2] == "declared_attr" for decorator in child.decorators
        ) and not child.name.startswith("__"):
            for value in child.returned:
                if value.call is not None and value.call.callee.text.rpartition(".")[2] in _COLUMNS:
                    fields.append(Field(child.name, _column_type(code, path, child.qualname, value.call), "", False, child.line))
    table_name = _table(code, path, definition)
    named = {relation.target for relation in relations}
    for item, table in keys:
        target = tables.get(table, "")
        if target and target not in named:
            relations.append(Relation(item.target, "foreign key", target, item.line))
    options = {item.target: item for item in class_fields(code, path, definition)}
    abstract = options.get("__abstract__")
    is_abstract = abstract is not None and abstract.value is not None and abstract.value.text == "true"
    direct = {code.names.base(path, definition, base).external for base in definition.bases}
    is_base = bool(direct & {"sqlalchemy.orm.DeclarativeBase", "sqlalchemy.orm.DeclarativeBaseNoMeta"}) and not table_name
    if is_base and not fields:
        return None
    if is_abstract and not fields and not relations:
        return None
    return Model(
        definition.name,
        place_of(path, definition),
        "abstract" if is_abstract or is_base else "table",
        "SQLAlchemy",
        table_name,
        tuple(source_of(base) for base in definition.bases),
        tuple(fields),
        tuple(relations),
        symbol_of(path, scope),
        definition.docstring,
        "framework:sqlalchemy",
    )


def _field(code: Code, path: str, scope: str, item: Assignment, call: Call | None, table: str) -> Field:
    detail, is_key, kind = "", False, ""
    if call is not None:
        detail = constraints(call.arguments, _CONSTRAINTS)
        key = keyword(call.arguments, "primary_key")
        is_key = key is not None and key.text == "true"
        kind = _column_type(code, path, scope, call)
    if table:
        detail = f"foreign key to {table}" + (f", {detail}" if detail else "")
    if item.annotation.startswith(("Mapped[", "orm.Mapped[", "so.Mapped[")):
        inner = item.annotation.partition("[")[2].rpartition("]")[0].strip()
        kind = inner or kind
    return Field(item.target, kind or item.annotation, detail, is_key, item.line)


def _column_type(code: Code, path: str, scope: str, call: Call) -> str:
    for item in call.arguments:
        if item.name and item.name != "type_":
            continue
        value = item.value
        if value.kind == "string":
            continue
        last = value.text.rpartition(".")[2] if value.kind == "name" else ""
        if value.kind == "call" and value.call is not None:
            last = value.call.callee.text.rpartition(".")[2]
        if last in ("ForeignKey", "Sequence", "Identity", "Computed", "CheckConstraint", "") or last in _COLUMNS:
            continue
        return source_of(value) if value.kind == "call" else last
    return ""


def _foreign_table(code: Code, path: str, scope: str, call: Call | None) -> str:
    """The table a column's `ForeignKey` points to, "" if there is none."""
    for item in call.arguments if call is not None else ():
        inner = item.value.call
        if inner is not None and inner.callee.text.rpartition(".")[2] == "ForeignKey":
            first = argument(inner, 0, "column")
            if first is None:
                return ""
            if first.kind == "name" and first.text.count(".") >= 1:
                owner = code.names.of(path, scope, Value("name", first.text.rpartition(".")[0], line=first.line))
                if owner.definition is not None and owner.definition.kind in CLASSES:
                    return _table(code, owner.path, owner.definition)
            text = code.folder.text(path, scope, first)
            return text.rpartition(".")[0] if text else ""
    return ""


def _target(code: Code, path: str, definition: Definition, item: Assignment, call: Call | None) -> tuple[str, bool]:
    scope = definition.qualname
    noted, many = annotated_class(code, path, scope, item.annotation_value) if item.annotation else ("", False)
    uses_list = keyword(call.arguments, "uselist") if call is not None else None
    if uses_list is not None:
        many = uses_list.text == "true"
    first = argument(call, 0, "argument") if call is not None else None
    if first is None:
        return noted, many
    if first.kind == "string":
        name, _ = string_class(first.text)
        return name or noted, many
    if first.kind == "name":
        bound = code.names.of(path, scope, first)
        return (bound.definition.name if bound.definition is not None else first.text.rpartition(".")[2]), many
    return noted, many
