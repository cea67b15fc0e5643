"""What models inherit from classes without a table of their own: a row each, with the class that declares it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from apps.engine.facts import Definition, Field, Model, Place, Relation
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.python.classes import class_fields

Shape = Callable[[str, Definition], Model | None]


def with_inherited(code: Code, models: list[Model], shape_of: Shape, tables: Collection[str] = frozenset()) -> list[Model]:
    """The models, each with what it inherits after its own fields.

    `shape_of` gives a class with the fields of its own body if it hands them on, None otherwise.  What one of `tables` (symbols)
    has or inherits stands in its own table and goes no further.
    """
    return [_with(code, model, shape_of, tables) for model in models]


def _with(code: Code, model: Model, shape_of: Shape, tables: Collection[str]) -> Model:
    path, mark, qualname = model.symbol.partition("#")
    definition = code.index(path).definitions.get(qualname) if mark and path in code.files else None
    if definition is None or not definition.bases:
        return model
    seen = _names(code, path, definition, model)
    apart: set[tuple[str, str]] = set()
    fields: list[Field] = []
    relations: list[Relation] = []
    for at, current in code.names.ancestors(path, definition)[1:]:
        if symbol_of(at, current.qualname) in tables:
            apart |= {(file, above.qualname) for file, above in code.names.ancestors(at, current)}
        parent = shape_of(at, current) if (at, current.qualname) not in apart else None
        if parent is None:
            continue
        fields += [
            replace(field, line=0, inherited_from=parent.name, place=Place(at, field.line, field.line))
            for field in parent.fields
            if field.name not in seen
        ]
        relations += [
            replace(
                relation,
                line=0,
                inherited_from=parent.name,
                place=Place(at, relation.line, relation.line),
                target=model.name if relation.target == parent.name else relation.target,
            )
            for relation in parent.relations
            if relation.field not in seen
        ]
        seen |= _names(code, at, current, parent)
    if not fields and not relations:
        return model
    return replace(model, fields=(*model.fields, *fields), relations=(*model.relations, *relations))


def _names(code: Code, path: str, definition: Definition, model: Model) -> set[str]:
    """What a class gives a meaning of its own: its fields, relations, and what it sets to nothing."""
    assigned = {item.target for item in class_fields(code, path, definition)}
    return assigned | {field.name for field in model.fields} | {relation.field for relation in model.relations}
