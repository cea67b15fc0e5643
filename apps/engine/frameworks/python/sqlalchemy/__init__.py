"""SQLAlchemy and Flask-SQLAlchemy: mapped classes, tables, columns, relationships."""

from __future__ import annotations

from apps.engine.facts import Definition, FileFacts, Model
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python.inheritance import with_inherited
from apps.engine.frameworks.python.sqlalchemy.classes import is_mapped, read_class
from apps.engine.frameworks.python.sqlalchemy.columns import table_of
from apps.engine.frameworks.python.sqlalchemy.tables import find_tables, linked, with_cardinality

__all__ = ["find"]

_PACKAGES = frozenset({"sqlalchemy", "flask_sqlalchemy", "flask_appbuilder", "flask_sqlalchemy_lite", "gino", "advanced_alchemy"})


def find(code: Code) -> Found:
    """Every mapped class and every table, with what mixins declare for them."""
    found = Found()
    if not _PACKAGES & code.imports:
        return found
    classes: list[tuple[FileFacts, Definition]] = []
    objects: list[tuple[Model, dict[str, str]]] = []
    for facts in code.python():
        objects += find_tables(code, facts.path, facts.assignments)
        classes += [
            (facts, definition)
            for definition in facts.definitions
            if definition.kind == "class" and is_mapped(code, facts.path, definition)
        ]
    names = {model.table: model.name for model, _ in objects}
    for facts, definition in classes:
        table = table_of(code, facts.path, definition)
        if table:
            names[table] = definition.name
    models = [model for facts, definition in classes if (model := read_class(code, facts.path, definition, names)) is not None]
    mapped = {model.symbol for model in models if model.kind == "table"}
    handed_on: dict[str, Model | None] = {model.symbol: model for model in models if model.kind != "table"}

    def shape_of(path: str, definition: Definition) -> Model | None:
        symbol = symbol_of(path, definition.qualname)
        if symbol not in handed_on:
            handed_on[symbol] = None if symbol in mapped else read_class(code, path, definition, names)
        return handed_on[symbol]

    found.models = with_cardinality([*with_inherited(code, models, shape_of, mapped), *linked(objects, names)])
    if found.models:
        found.frameworks.append("SQLAlchemy")
    return found
