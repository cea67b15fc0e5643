"""Entities written as decorated classes: TypeORM, MikroORM, Sequelize's TypeScript, Mongoose under NestJS, Typegoose."""

from __future__ import annotations

from apps.engine.facts import Decorator, Definition
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.classes import members
from apps.engine.frameworks.scripts.decorated_models.dialects import DIALECTS, TYPEGOOSE, Dialect
from apps.engine.frameworks.scripts.decorated_models.reading import find_dialect_name, read_model

__all__ = ["find"]


def find(code: Code) -> Found:
    """A model for every class that one of the libraries' decorators makes an entity."""
    found = Found()
    dialects = [dialect for dialect in DIALECTS if any(name.startswith(dialect.packages) for name in code.imports)]
    for facts in code.script() if dialects else ():
        used = [dialect for dialect in dialects if any(item.module.startswith(dialect.packages) for item in facts.imports)]
        for definition in facts.definitions if used else ():
            if definition.kind not in CLASSES:
                continue
            for dialect in used:
                kind, entity = _entity(code, facts.path, definition, dialect)
                if kind:
                    found.models.append(read_model(code, facts, definition, dialect, kind, entity))
                    found.frameworks.append(dialect.framework)
                    break
    return found


def _entity(code: Code, path: str, definition: Definition, dialect: Dialect) -> tuple[str, Decorator | None]:
    """(kind of model, the decorator that says so); Typegoose needs none where the fields have its decorators."""
    for decorator in definition.decorators:
        name = find_dialect_name(code, path, definition, decorator, dialect)
        if name in dialect.entities:
            return dialect.entities[name], decorator
    if dialect is TYPEGOOSE:
        for member in members(code.index(path), definition):
            if any(find_dialect_name(code, path, definition, item, dialect) for item in member.decorators):
                return "document", None
    return "", None
