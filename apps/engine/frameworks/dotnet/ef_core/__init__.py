"""Entity Framework Core: sets of contexts, configurations, annotations."""

from __future__ import annotations

from apps.engine.facts import Constraint, Field, Model, Place, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.dotnet.ef_core.conventions import KeyRules, annotated, indexed, relation_of
from apps.engine.frameworks.dotnet.ef_core.entities import Entities, Entity, Property
from apps.engine.frameworks.dotnet.ef_core.fluent import Fluent
from apps.engine.frameworks.found import Found

FRAMEWORK = "Entity Framework Core"
SOURCE = "framework:efcore"
_PACKAGE = "Microsoft.EntityFrameworkCore"


def find(code: Code) -> Found:
    """Entities and what is embedded in them."""
    found = Found()
    if not any(item.module.startswith(_PACKAGE) for facts in code.own("C#") for item in facts.imports):
        return found
    entities = Entities(code)
    Fluent(code, entities).read()
    entities.close()
    for entity in entities.all():
        found.models.append(_model(entities, entity))
        found.frameworks.append(FRAMEWORK)
    return found


def _model(entities: Entities, entity: Entity) -> Model:
    definition = entity.definition
    keys = KeyRules(entity)
    fields: list[Field] = []
    relations: list[Relation] = list(entity.stated)
    related = {item.field for item in relations}
    constraints = [*indexed(definition), *entity.constraints]
    for item in entity.properties():
        target = entities.target(item)
        said = entity.relations.get(item.name)
        if said is not None or target is not None:
            kind = said[0] if said is not None else relation_of(entities, entity, item, target)
            name = said[1] if said is not None and said[1] else target.definition.name if target is not None else ""
            if kind and name and item.name not in related:
                relations.append(Relation(item.name, kind, name, *_where(item)))
            continue
        if not item.is_mapped and item.name not in entity.details:
            continue
        said_in_calls = entity.details.get(item.name, [])
        words = [word for word in annotated(item) if not ({word, *said_in_calls} >= {"null", "not null"})]
        detail = ", ".join(dict.fromkeys((*words, *said_in_calls)))
        fields.append(Field(item.name, item.annotation, detail, keys.holds(item.name), *_where(item)))
    if len(entity.keys) > 1:
        constraints.append(Constraint("primary key", ", ".join(entity.keys), entity.key_line))
    return Model(
        definition.name,
        place_of(entity.path, definition),
        kind="embedded" if entity.is_owned else "table",
        framework=FRAMEWORK,
        table=entity.table_name(),
        bases=tuple(base.text for base in definition.bases),
        fields=tuple(fields),
        relations=tuple(relations),
        symbol=symbol_of(entity.path, definition.qualname),
        docstring=definition.docstring,
        source=SOURCE,
        constraints=tuple(constraints),
    )


def _where(item: Property) -> tuple[int, str, Place | None]:
    """Line, the class that declares it where that is another, and the place there."""
    return (0, item.inherited_from, item.place) if item.inherited_from else (item.line, "", None)
