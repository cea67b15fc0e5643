"""Doctrine's ORM and ODM: classes that attributes or annotations make entities, with their columns and relations."""

from __future__ import annotations

import re

from apps.engine.facts import Assignment, Constraint, Decorator, Definition, Field, FileFacts, Model, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import fields_by_type, given, last, listed, text_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.php.annotations import of_field, with_annotations
from apps.engine.graph.declared.types import parse_type

FRAMEWORK = "Doctrine"
SOURCE = "framework:doctrine"
_KINDS = {"Entity": "table", "MappedSuperclass": "abstract", "Embeddable": "embedded", "Document": "document",
          "EmbeddedDocument": "embedded"}  # fmt: skip
_RELATIONS = {
    "ManyToOne": "many to one", "OneToMany": "one to many", "OneToOne": "one to one", "ManyToMany": "many to many",
    "Embedded": "embedded", "ReferenceOne": "ref", "ReferenceMany": "ref", "EmbedOne": "embedded", "EmbedMany": "embedded",
}  # fmt: skip
_COLUMNS = frozenset({"Column", "Id", "Field", *_RELATIONS})
_PACKAGE = "Doctrine."
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def find(code: Code) -> Found:
    """Entities, what stands above them and what is embedded in them."""
    found = Found()
    for facts in code.own("PHP"):
        if not any(item.module.startswith(_PACKAGE) for item in facts.imports):
            continue
        fields = fields_by_type(facts)
        for definition in facts.definitions:
            if definition.kind != "class":
                continue
            entity = next((item for item in with_annotations(definition) if last(item.name) in _KINDS), None)
            if entity is None:
                continue
            kind = _KINDS[last(entity.name)]
            found.models.append(_model(code, facts, definition, kind, fields.get(definition.qualname, [])))
            found.frameworks.append(FRAMEWORK)
    return found


def _model(code: Code, facts: FileFacts, owner: Definition, kind: str, fields: list[Assignment]) -> Model:
    said = with_annotations(owner)
    table = next((item for item in said if last(item.name) in ("Table", "Document")), None)
    name = text_of(code, facts.path, owner.qualname, given(table, "name", "value", "collection")) if table else None
    lines = code.texts.get(facts.path, "").splitlines()
    kept = []
    for item in fields:
        told = of_field(item, _comment(lines, item.line))
        if any(last(one.name) in _COLUMNS for one in told):
            kept.append((item, told))
    return Model(
        owner.name,
        place_of(facts.path, owner),
        kind=kind,
        framework=FRAMEWORK,
        table=name or (_WORD.sub("_", owner.name).lower() if kind == "table" else ""),
        bases=tuple(base.text.lstrip("\\") for base in owner.bases),
        fields=tuple(
            Field(item.target, _type(code, facts, owner, item, told), _detail(told), _is(told, "Id"), item.line)
            for item, told in kept
        ),
        relations=tuple(found for item, told in kept if (found := _relation(item, told)) is not None),
        symbol=symbol_of(facts.path, owner.qualname),
        docstring=owner.docstring,
        source=SOURCE,
        constraints=tuple(_rules(said)),
    )


def _comment(lines: list[str], line: int) -> str:
    """The documentation comment above a line, or above the attributes there."""
    at = line - 2
    while at >= 0 and lines[at].lstrip().startswith("#["):
        at -= 1
    if at < 0 or not lines[at].rstrip().endswith("*/"):
        return ""
    end = at
    while at >= 0 and "/**" not in lines[at]:
        at -= 1
    return "\n".join(lines[max(at, 0) : end + 1])


def _is(told: tuple[Decorator, ...], *names: str) -> bool:
    return any(last(item.name) in names for item in told)


def _one(told: tuple[Decorator, ...], *names: str) -> Decorator | None:
    return next((item for item in told if last(item.name) in names), None)


def _type(code: Code, facts: FileFacts, owner: Definition, item: Assignment, told: tuple[Decorator, ...]) -> str:
    """The column's type as Doctrine names it; where it names none, that of the property."""
    column = _one(told, "Column", "Field")
    value = given(column, "type") if column is not None else None
    if value is not None:
        return value.text if value.kind == "string" else last(value.text).lower()
    return item.annotation.lstrip("?\\")


def _relation(item: Assignment, told: tuple[Decorator, ...]) -> Relation | None:
    said = _one(told, *_RELATIONS)
    if said is None:
        return None
    value = given(said, "targetEntity", "class", "targetDocument")
    target = _named(value)
    if not target:
        of = parse_type(item.annotation)
        while of.arguments:
            of = of.arguments[-1]
        target = last(of.name).lstrip("\\")
    return Relation(item.target, _RELATIONS[last(said.name)], target, item.line) if target else None


def _named(value: Value | None) -> str:
    if value is None or value.kind not in ("name", "string"):
        return ""
    return last(value.text.replace("\\", ".")).removesuffix(".class")


def _detail(told: tuple[Decorator, ...]) -> str:
    said: list[str] = []
    for item in told:
        word = last(item.name)
        if word not in ("Column", "JoinColumn", "Field"):
            continue
        for argument in item.arguments:
            text = argument.value.text
            if argument.name == "nullable":
                said.append("null" if text == "true" else "not null")
            elif argument.name == "unique" and text == "true":
                said.append("unique")
            elif argument.name in ("length", "precision", "scale"):
                said.append(f"{argument.name} {text}")
            elif argument.name == "options" and argument.value.kind == "dict":
                pairs = zip(argument.value.keys, argument.value.items, strict=True)
                said += [f"default {value.text}" for key, value in pairs if key.text == "default" and value.text]
    if _is(told, "GeneratedValue"):
        said.append("generated")
    return ", ".join(dict.fromkeys(said))


def _rules(said: tuple[Decorator, ...]) -> list[Constraint]:
    """Rules over several columns: unique ones and indexes, as attributes of their own or in that of the table."""
    found = []
    for item in said:
        word = last(item.name)
        if word in ("UniqueConstraint", "Index"):
            found.append(_rule(word, item.arguments and given(item, "columns", "fields"), item.line))
        elif word == "Table":
            for name in ("uniqueConstraints", "indexes"):
                for value in listed(given(item, name)):
                    if value.call is not None:
                        columns = next((one.value for one in value.call.arguments if one.name in ("columns", "fields")), None)
                        found.append(_rule("Index" if name == "indexes" else "UniqueConstraint", columns, item.line))
    return [item for item in found if item.text]


def _rule(word: str, columns: object, line: int) -> Constraint:
    names = [item.text for item in listed(columns)] if isinstance(columns, Value) else []
    return Constraint("index" if word == "Index" else "unique", ", ".join(names), line)
