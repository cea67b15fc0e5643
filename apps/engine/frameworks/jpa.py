"""JPA (Hibernate, EclipseLink): classes that annotations make entities, with their columns and relations."""

from __future__ import annotations

from apps.engine.facts import Assignment, Definition, Field, FileFacts, Model, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, fields_by_type, given, last, text_of, types
from apps.engine.frameworks.found import Found
from apps.engine.graph.declared.types import parse_type

FRAMEWORK = "JPA"
SOURCE = "framework:jpa"
_KINDS = {"Entity": "table", "MappedSuperclass": "abstract", "Embeddable": "embedded", "Document": "document"}
_RELATIONS = {
    "ManyToOne": "many to one", "OneToMany": "one to many", "OneToOne": "one to one", "ManyToMany": "many to many",
    "ElementCollection": "", "DBRef": "ref", "DocumentReference": "ref", "Embedded": "embedded",
}  # fmt: skip
_PACKAGES = ("jakarta.persistence", "javax.persistence", "org.springframework.data")
_NOT_NULL = frozenset({"NotNull", "NotBlank", "NotEmpty", "NonNull"})
_LEFT_OUT = frozenset({"Transient"})


def find(code: Code) -> Found:
    """Entities, the classes above them and what is embedded in them."""
    found = Found()
    for facts in code.own("Java", "Kotlin"):
        if not any(item.module.startswith(_PACKAGES) for item in facts.imports):
            continue
        fields = fields_by_type(facts)
        for definition in types(facts, "class", "record"):
            entity = annotation(definition, *_KINDS)
            if entity is None:
                continue
            found.models.append(_model(code, facts, definition, _KINDS[last(entity.name)], fields.get(definition.qualname, [])))
            found.frameworks.append(FRAMEWORK)
    return found


def _model(code: Code, facts: FileFacts, definition: Definition, kind: str, fields: list[Assignment]) -> Model:
    table = annotation(definition, "Table", "Document")
    name = text_of(code, facts.path, definition.qualname, given(table, "name", "value", "collection")) if table else None
    kept = [item for item in fields if _is_column(item)]
    return Model(
        definition.name,
        place_of(facts.path, definition),
        kind=kind,
        framework=FRAMEWORK,
        table=name or "",
        bases=tuple(base.text for base in definition.bases),
        fields=tuple(
            Field(item.target, item.annotation, _detail(item), annotation(item, "Id", "EmbeddedId") is not None, item.line)
            for item in kept
        ),
        relations=tuple(relation for item in kept if (relation := _relation(item)) is not None),
        symbol=symbol_of(facts.path, definition.qualname),
        docstring=definition.docstring,
        source=SOURCE,
    )


def _is_column(field: Assignment) -> bool:
    return not {"static", "transient"} & set(field.properties) and annotation(field, *_LEFT_OUT) is None


def _relation(field: Assignment) -> Relation | None:
    said = annotation(field, *_RELATIONS)
    if said is None or not _RELATIONS[last(said.name)]:
        return None
    target = given(said, "targetEntity")
    if target is not None and target.kind == "name":
        return Relation(field.target, _RELATIONS[last(said.name)], last(target.text), field.line)
    of = parse_type(field.annotation)
    while of.arguments:
        of = of.arguments[-1]
    return Relation(field.target, _RELATIONS[last(said.name)], last(of.name), field.line) if of.name else None


def _detail(field: Assignment) -> str:
    """Constraints as far as annotations say them."""
    said = []
    column = annotation(field, "Column", "JoinColumn")
    for item in column.arguments if column is not None else ():
        if item.name == "nullable" and item.value.text == "false":
            said.append("not null")
        elif item.name == "unique" and item.value.text == "true":
            said.append("unique")
        elif item.name == "length":
            said.append(f"length {item.value.text}")
    if annotation(field, *_NOT_NULL) and "not null" not in said:
        said.append("not null")
    if annotation(field, "GeneratedValue"):
        said.append("generated")
    size = annotation(field, "Size")
    most = given(size, "max") if size is not None else None
    if most is not None:
        said.append(f"at most {most.text} long")
    return ", ".join(said)
