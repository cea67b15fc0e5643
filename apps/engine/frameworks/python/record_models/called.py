"""Models whose fields are calls: ``name = CharField(unique=True)`` of Peewee, Tortoise and MongoEngine."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Assignment, Call, Constraint, Definition, Field, Model, Relation, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.python.classes import class_fields, constraints
from apps.engine.frameworks.text import argument, dict_item, keyword, source_of

_PACKAGES = ("peewee.", "playhouse.", "tortoise.", "mongoengine.", "flask_mongoengine.")
_DETAILS = frozenset({
    "null", "unique", "index", "db_index", "default", "max_length", "min_length", "max_digits", "decimal_places", "primary_key",
    "pk", "choices", "required", "on_delete", "reverse_delete_rule", "related_name", "backref", "column_name", "db_field",
    "db_column", "source_field", "min_value", "max_value", "unique_with", "auto_now", "auto_now_add", "through", "generated",
    "constraints",
})  # fmt: skip
_RELATIONS = {
    "ForeignKeyField": "foreign key", "OneToOneField": "one to one", "ManyToManyField": "many to many",
    "DeferredForeignKey": "foreign key", "ReferenceField": "foreign key", "LazyReferenceField": "foreign key",
    "CachedReferenceField": "foreign key", "EmbeddedDocumentField": "embeds", "EmbeddedDocumentListField": "embeds many",
}  # fmt: skip
_KEYS = frozenset({"AutoField", "BigAutoField", "PrimaryKeyField", "IdentityField"})
_LISTS = frozenset({"ListField", "SortedListField", "MapField"})


def read(code: Code, path: str, definition: Definition, framework: str) -> Model:
    """One class as a model."""
    fields: list[Field] = []
    relations: list[Relation] = []
    for item in class_fields(code, path, definition):
        call = item.value.call if item.value is not None else None
        kind = _field_type(code, path, definition, call) if call is not None else ""
        if call is None or not kind:
            continue
        is_key = any(_is_true(keyword(call.arguments, name)) for name in ("primary_key", "pk")) or kind in _KEYS
        fields.append(Field(item.target, kind, constraints(call.arguments, _DETAILS), is_key, item.line))
        relation = _relation(code, path, definition, item, kind, call)
        if relation is not None:
            relations.append(relation)
    options = _options(code, path, definition)
    abstract = options.get("abstract")
    table = next((options[name] for name in ("table_name", "db_table", "table", "collection") if name in options), None)
    return Model(
        definition.name,
        place_of(path, definition),
        "abstract" if _is_true(abstract) else ("document" if framework == "MongoEngine" else "table"),
        framework,
        (code.folder.text(path, definition.qualname, table) or "") if table is not None else "",
        tuple(source_of(base) for base in definition.bases),
        tuple(fields),
        tuple(relations),
        symbol_of(path, definition.qualname),
        definition.docstring,
        f"framework:{framework.lower()}",
        constraints=tuple(_rules(code, path, definition, options)),
    )


def _is_true(value: Value | None) -> bool:
    return value is not None and value.text == "true"


def _field_type(code: Code, path: str, definition: Definition, call: Call) -> str:
    """The class of a field, "" for other calls; a class of the project's own counts by what it extends."""
    bound = code.names.of(path, definition.qualname, call.callee)
    names, shown = [bound.external], bound.external.rpartition(".")[2]
    if bound.definition is not None and bound.definition.kind in CLASSES:
        names, shown = code.names.external_bases(bound.path, bound.definition), bound.definition.name
    for name in names:
        last = name.rpartition(".")[2]
        if name.startswith(_PACKAGES) and (last.endswith("Field") or last in _RELATIONS):
            return shown
    return ""


def _relation(code: Code, path: str, definition: Definition, item: Assignment, kind: str, call: Call) -> Relation | None:
    many = False
    if kind in _LISTS:
        inner = argument(call, 0, "field")
        if inner is None or inner.call is None:
            return None
        call, many = inner.call, True
        kind = call.callee.text.rpartition(".")[2]
    how = _RELATIONS.get(kind)
    given = argument(call, 0, "model_name", "document_type", "model", "rel_model_name")
    target = _target(code, path, definition, given) if how is not None and given is not None else ""
    if how is None or not target:
        return None
    if many:
        how = "embeds many" if how == "embeds" else "to many"
    return Relation(item.target, how, target, item.line)


def _target(code: Code, path: str, definition: Definition, value: Value) -> str:
    if value.kind == "string":
        return definition.name if value.text == "self" else value.text.rpartition(".")[2]
    if value.kind == "name":
        if value.text == "self":
            return definition.name
        bound = code.names.of(path, definition.parent, value)
        return bound.definition.name if bound.definition is not None else value.text.rpartition(".")[2]
    return ""


def _options(code: Code, path: str, definition: Definition) -> dict[str, Value]:
    """What `Meta` (Peewee, Tortoise) or `meta` (MongoEngine) sets."""
    inner = code.index(path).child(definition.qualname, "Meta")
    if inner is not None:
        return {item.target: item.value for item in class_fields(code, path, inner) if item.value is not None}
    for item in class_fields(code, path, definition):
        if item.target == "meta" and item.value is not None and item.value.kind == "dict":
            names = [key.text for key in item.value.keys if key.kind == "string"]
            return {name: value for name in names if (value := dict_item(item.value, name)) is not None}
    return {}


def _rules(code: Code, path: str, definition: Definition, options: dict[str, Value]) -> Iterator[Constraint]:
    """``unique_together``, ``indexes`` and a key of several fields."""
    key = options.get("primary_key")
    if key is not None and key.call is not None and key.call.callee.text.rpartition(".")[2] == "CompositeKey":
        parts = [code.folder.text(path, definition.qualname, item.value) for item in key.call.arguments]
        yield Constraint("primary key", ", ".join(part for part in parts if part), key.line)
    for name in ("unique_together", "indexes"):
        value = options.get(name)
        for item in value.items if value is not None and value.kind == "list" else ():
            unique = name == "unique_together"
            fields: Value = item
            if item.kind == "list" and len(item.items) == 2 and item.items[0].kind == "list":  # Peewee: ((fields), is unique)
                fields, unique = item.items[0], item.items[1].text == "true"
            texts = code.folder.texts(path, definition.qualname, fields) or []
            if unique and item.kind == "string" and value is not None:  # one group: ("a", "b")
                texts = code.folder.texts(path, definition.qualname, value) or []
                yield Constraint("unique", ", ".join(texts), value.line)
                break
            if texts:
                yield Constraint("unique" if unique else "index", ", ".join(texts), item.line)
