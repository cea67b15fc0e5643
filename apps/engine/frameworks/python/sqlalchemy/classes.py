"""Mapped classes of SQLAlchemy: declarative ones in both styles, dataclasses, and the mixins they inherit from."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Assignment, Call, Constraint, Definition, Field, Model, Relation
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.python.classes import annotated_class, class_fields, constraints, string_class
from apps.engine.frameworks.python.sqlalchemy.columns import (
    COLUMNS,
    DETAILS,
    annotated_column,
    column_type,
    constraint_of,
    foreign_table,
    is_true,
    last_of,
    table_of,
)
from apps.engine.frameworks.text import argument, keyword, source_of

_BASES = frozenset({
    "sqlalchemy.orm.DeclarativeBase", "sqlalchemy.orm.DeclarativeBaseNoMeta", "sqlalchemy.orm.declarative_base",
    "sqlalchemy.ext.declarative.declarative_base", "sqlalchemy.ext.declarative.api.declarative_base",
    "flask_sqlalchemy.SQLAlchemy.Model",
    "flask_sqlalchemy.model.Model", "flask_appbuilder.Model", "sqlalchemy.ext.automap.automap_base",
    "sqlalchemy.orm.registry.generate_base",
    "flask_sqlalchemy_lite.SQLAlchemy.Model", "gino.Gino.Model", "sqlalchemy.ext.declarative.DeclarativeMeta",
})  # fmt: skip
_RELATIONSHIPS = frozenset({"relationship", "dynamic_loader", "relation"})
_BASE_CLASSES = frozenset({"sqlalchemy.orm.DeclarativeBase", "sqlalchemy.orm.DeclarativeBaseNoMeta"})


def is_mapped(code: Code, path: str, definition: Definition) -> bool:
    """Whether a class is mapped: by its bases, by a decorator of its own, or by one that makes a base a declarative one."""
    if definition.bases and any(
        base in _BASES or base.startswith("advanced_alchemy.base.") for base in code.names.external_bases(path, definition)
    ):
        return True
    if any(_has(code, path, definition, ("mapped", "mapped_as_dataclass"))):
        return True
    above = code.names.ancestors(path, definition)[1:] if definition.bases else ()
    return any(any(_has(code, at, current, ("as_declarative", "as_declarative_base"))) for at, current in above)


def _has(code: Code, path: str, definition: Definition, names: tuple[str, ...]) -> Iterator[bool]:
    """Whether each decorator is SQLAlchemy's of one of these names."""
    for decorator in definition.decorators:
        if last_of(decorator.name) in names:
            yield code.names.bind(path, definition.parent, decorator.name, decorator.line).external.startswith("sqlalchemy.")


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
            and last not in COLUMNS | _RELATIONSHIPS
        ):
            return "column" if outer == "Mapped" else ""
        if last in COLUMNS:
            return "column"
        if last in _RELATIONSHIPS:
            return "relation"
    if outer in ("Mapped", "DynamicMapped", "WriteOnlyMapped"):
        return "column" if outer == "Mapped" else "relation"
    return ""


def read_class(code: Code, path: str, definition: Definition, tables: dict[str, str]) -> Model | None:
    """What the body of a class declares (`tables`: model by table); None for a base that declares nothing."""
    scope = definition.qualname
    fields: list[Field] = []
    relations: list[Relation] = []
    keys: list[tuple[Assignment, str]] = []
    for item in class_fields(code, path, definition):
        if item.target.startswith("__"):
            continue
        kind = _kind(code, path, definition, item)
        call = item.value.call if item.value is not None else None
        if kind == "relation":
            target, how = _target(code, path, definition, item, call)
            if target:
                relations.append(Relation(item.target, how, target, item.line))
        elif kind == "column":
            table = foreign_table(code, path, scope, call)
            fields.append(_field(code, path, scope, item, call, table))
            if table:
                keys.append((item, table))
    for child in code.index(path).children.get(scope, ()):  # columns that a mixin or model declares by a function
        if any(
            decorator.name.rpartition(".")[2] == "declared_attr" for decorator in child.decorators
        ) and not child.name.startswith("__"):
            for value in child.returned:
                if value.call is not None and value.call.callee.text.rpartition(".")[2] in COLUMNS:
                    fields.append(Field(child.name, column_type(value.call), "", False, child.line))
    table_name = table_of(code, path, definition)
    named = {relation.target for relation in relations}
    for item, table in keys:
        target = tables.get(table, "")
        if target and target not in named:
            relations.append(Relation(item.target, "foreign key", target, item.line))
    options = {item.target: item for item in class_fields(code, path, definition)}
    abstract = options.get("__abstract__")
    is_abstract = abstract is not None and abstract.value is not None and abstract.value.text == "true"
    direct = {code.names.base(path, definition, base).external for base in definition.bases}
    is_base = bool(direct & _BASE_CLASSES) and not table_name
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
        constraints=tuple(_constraints(code, path, scope, options.get("__table_args__"))),
    )


def _constraints(code: Code, path: str, scope: str, given: Assignment | None) -> Iterator[Constraint]:
    """What `__table_args__` says of several columns together."""
    value = code.names.of(path, scope, given.value).value if given is not None and given.value is not None else None
    for item in value.items if value is not None and value.kind == "list" else ():
        rule = constraint_of(code, path, scope, item.call) if item.call is not None else None
        if rule is not None:
            yield rule


def _field(code: Code, path: str, scope: str, item: Assignment, call: Call | None, table: str) -> Field:
    detail, is_key, kind = "", False, ""
    if call is not None:
        detail = constraints(call.arguments, DETAILS)
        is_key = is_true(keyword(call.arguments, "primary_key"))
        kind = column_type(call)
    if table:
        detail = f"foreign key to {table}" + (f", {detail}" if detail else "")
    if item.annotation.startswith(("Mapped[", "orm.Mapped[", "so.Mapped[")):
        inner = item.annotation.partition("[")[2].rpartition("]")[0].strip()
        shared = annotated_column(code, path, scope, item)
        if shared is not None:
            inner, column = shared
            is_key = is_key or is_true(keyword(column.arguments, "primary_key"))
            detail = detail or constraints(column.arguments, DETAILS)
        kind = inner or kind
    return Field(item.target, kind or item.annotation, detail, is_key, item.line)


def _target(code: Code, path: str, definition: Definition, item: Assignment, call: Call | None) -> tuple[str, str]:
    """(model, kind) of a relationship; the kind is "" where only the foreign keys can tell."""
    scope = definition.qualname
    noted, many = annotated_class(code, path, scope, item.annotation_value) if item.annotation else ("", False)
    kind = ("to many" if many else "to one") if noted else ""
    if call is None:
        return noted, kind
    uses_list = keyword(call.arguments, "uselist")
    if uses_list is not None and uses_list.kind == "boolean":
        kind = "to many" if uses_list.text == "true" else "to one"
    elif keyword(call.arguments, "secondary") is not None and kind != "to one":
        kind = "many to many"
    elif not kind and keyword(call.arguments, "remote_side") is not None:
        kind = "to one"
    first = argument(call, 0, "argument")
    if first is not None and first.kind == "string":
        return string_class(first.text)[0] or noted, kind
    if first is not None and first.kind == "name":
        bound = code.names.of(path, scope, first)
        return (bound.definition.name if bound.definition is not None else last_of(first.text)), kind
    return noted, kind
