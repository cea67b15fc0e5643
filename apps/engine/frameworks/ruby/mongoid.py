"""Models of Mongoid: classes that include its document module, with the fields and relations that they name."""

from __future__ import annotations

from apps.engine.facts import Call, Constraint, Field, Model, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.inflection import camelize, pluralize, singularize, underscore
from apps.engine.frameworks.ruby.blocks import option, positional, words
from apps.engine.frameworks.ruby.classes import Holder, RubyClasses, shown

FRAMEWORK = "Mongoid"
_DOCUMENT = "Mongoid.Document"
_STAMPS = {
    "Mongoid.Timestamps": ("created_at", "updated_at"), "Mongoid.Timestamps.Created": ("created_at",),
    "Mongoid.Timestamps.Updated": ("updated_at",),
}  # fmt: skip
_KINDS = {
    "belongs_to": "many to one", "has_one": "one to one", "has_many": "one to many", "has_and_belongs_to_many": "many to many",
    "embeds_one": "embedded", "embeds_many": "embedded list", "embedded_in": "embedded in",
}  # fmt: skip
_MANY = frozenset({"has_many", "has_and_belongs_to_many", "embeds_many"})


def find(code: Code) -> Found:
    """A model for every document class."""
    found = Found()
    if not any(item.base.text.removeprefix("::") == _DOCUMENT for facts in code.own("Ruby") for item in facts.conformances):
        return found
    classes = RubyClasses(code)
    for _, holder in sorted(classes.holders.items()):
        line = classes.line(holder)
        if holder.parts[0][1].kind == "class" and any(_DOCUMENT in item.mixins for item in line):
            found.models.append(_model(classes, holder))
    if found.models:
        found.frameworks.append(FRAMEWORK)
    return found


def _model(classes: RubyClasses, holder: Holder) -> Model:
    path, definition = holder.parts[0]
    table = underscore(pluralize(holder.name)).replace("/", "_")
    fields = [Field("_id", "BSON::ObjectId", "", True, definition.line)]
    relations: list[Relation] = []
    constraints: list[Constraint] = []
    for item in classes.included(holder):
        is_own = item is holder
        fields += [Field(name, "Time", line=definition.line) for base in item.mixins for name in _STAMPS.get(base, ())]
        for _, call in item.calls:
            word, given = call.callee.text, positional(call)
            line = call.line if is_own else 0
            if word == "field" and given:
                fields.append(Field(given[0].text, _type(option(call, "type")), _detail(call), line=line))
            elif word in _KINDS and given:
                relations.append(Relation(given[0].text, _KINDS[word], _target(classes, holder, call, given[0].text), line))
            elif word == "index" and given:
                unique = option(call, "unique")
                kind = "unique" if unique is not None and unique.text == "true" else "index"
                keys = [key.text for key in given[0].keys] or words(given[0])
                constraints.append(Constraint(kind, ", ".join(keys), line))
            elif word == "store_in":
                named = option(call, "collection")
                table = named.text if named is not None else table
    return Model(
        shown(holder.name),
        place_of(path, definition),
        kind="document",
        framework=FRAMEWORK,
        table=table,
        bases=tuple(base.removeprefix("::").replace(".", "::") for base in holder.bases),
        fields=tuple(fields),
        relations=tuple(relations),
        symbol=symbol_of(path, definition.qualname),
        docstring=definition.docstring,
        source="framework:mongoid",
        constraints=tuple(constraints),
    )


def _type(value: Value | None) -> str:
    return value.text.replace(".", "::") if value is not None else "Object"


def _detail(call: Call) -> str:
    default, localized = option(call, "default"), option(call, "localize")
    said = []
    if default is not None and default.kind in ("string", "number", "boolean"):
        said.append(f"default {default.text!r}" if default.kind == "string" else f"default {default.text}")
    if localized is not None and localized.text == "true":
        said.append("localized")
    return ", ".join(said)


def _target(classes: RubyClasses, holder: Holder, call: Call, name: str) -> str:
    named = option(call, "class_name")
    dotted = named.text.replace("::", ".").removeprefix(".") if named is not None else ""
    if not dotted:
        dotted = camelize(singularize(name) if call.callee.text in _MANY else name)
    found = classes.named(dotted, holder.name)
    return shown(found.name if found is not None else dotted)
