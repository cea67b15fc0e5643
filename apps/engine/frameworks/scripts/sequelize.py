"""Sequelize: models made by `define` and `init`, and the associations between them.  (Decorated ones: `decorated_models`.)"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from apps.engine.facts import Call, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.models import constraints, type_text
from apps.engine.frameworks.text import argument, dict_item

SOURCE = "framework:sequelize"
FRAMEWORK = "Sequelize"
_PACKAGES = ("sequelize", "@sequelize/")
_DETAILS = ("allowNull", "unique", "autoIncrement", "defaultValue", "field", "onDelete", "onUpdate")
_ASSOCIATIONS = {
    "belongsTo": "many to one", "hasMany": "one to many", "hasOne": "one to one", "belongsToMany": "many to many",
}  # fmt: skip


@dataclass(slots=True)
class _Made:
    """A model and the names it goes by: its variable, class or name in Sequelize."""

    model: Model
    key: tuple[str, str, str]  # file, scope and variable
    relations: list[Relation] = field(default_factory=list)


def find(code: Code) -> Found:
    """A model for every call of `define` or `init`."""
    found = Found()
    if not any(name.startswith(_PACKAGES) for name in code.imports) and not code.depends_on("sequelize"):
        return found
    made: list[_Made] = []
    joined: list[tuple[FileFacts, Call]] = []
    for facts in code.script():
        for call in facts.calls:
            last = call.callee.text.rpartition(".")[2]
            if last in ("define", "init") and len(call.arguments) > 1:
                model = _model(code, facts, code.index(facts.path).whole(call), last)
                if model is not None:
                    made.append(model)
            elif last in _ASSOCIATIONS and call.arguments:
                joined.append((facts, call))
    by_name = {item.model.name.lower(): item for item in reversed(made)}
    by_key = {item.key: item for item in made}
    for facts, call in joined if made else ():
        _associate(code, facts, call, by_name, by_key)
    for item in made:
        found.models.append(replace(item.model, relations=tuple(item.relations)))
        found.frameworks.append(FRAMEWORK)
    return found


def _model(code: Code, facts: FileFacts, call: Call, last: str) -> _Made | None:
    owner = call.callee.text.rpartition(".")[0] if call.callee.kind == "name" else ""
    path = facts.path
    if not owner:
        return None
    if last == "define":
        name = code.folder.text(path, call.scope, call.arguments[0].value)
        shape, options, symbol = argument(call, 1), argument(call, 2), symbol_of(path, call.scope)
        place = Place(path, call.line, call.end_line)
        key = _variable(facts, call)
    else:
        bound = code.names.bind(path, call.scope, "this" if owner == "super" else owner, call.line)
        definition = bound.definition
        if definition is None or definition.kind not in CLASSES:
            return None
        if not any(base.endswith(".Model") for base in code.names.external_bases(bound.path, definition)):
            return None
        shape, options, symbol = argument(call, 0), argument(call, 1), symbol_of(bound.path, definition.qualname)
        place = Place(bound.path, definition.line, definition.end_line)
        name = code.folder.text(path, call.scope, dict_item(options, "modelName")) or definition.name
        key = (bound.path, "", definition.qualname)
    attributes = code.names.of(path, call.scope, shape).value if shape is not None else None
    if not name or attributes is None or attributes.kind != "dict":
        return None
    fields = _fields(attributes)
    if last == "define" and not any(item.type for item in fields) and attributes.keys:
        return None
    table = code.folder.text(path, call.scope, dict_item(options, "tableName")) or ""
    shaped = Place(path, call.line, call.end_line) if path != place.path or call.line > place.end_line else None
    model = Model(name, place, "table", FRAMEWORK, table, (), tuple(fields), (), symbol, "", SOURCE, shaped)
    return _Made(model, key)


def _variable(facts: FileFacts, call: Call) -> tuple[str, str, str]:
    """Where the model that `define` gives is kept."""
    for assignment in facts.assignments:
        value = assignment.value
        inner = value.call if value is not None and assignment.scope == call.scope else None
        if inner is not None and inner.callee.text == call.callee.text and inner.line == call.line:
            return (facts.path, assignment.scope, assignment.target)
    return (facts.path, call.scope, "")


def _fields(attributes: Value) -> list[Field]:
    fields = []
    for key, item in zip(attributes.keys, attributes.items, strict=False):
        if key.kind not in ("string", "name"):
            continue
        options = item if item.kind == "dict" else None
        kind = type_text(item)
        primary = dict_item(options, "primaryKey")
        parts = [constraints(options, _DETAILS)]
        reference = dict_item(options, "references")
        if reference is not None:
            table = dict_item(reference, "model", "table")
            table = dict_item(table, "tableName") or table
            if table is not None and table.kind in ("string", "name"):
                parts.insert(0, f"foreign key to {table.text.rpartition('.')[2]}")
        detail = ", ".join(part for part in parts if part)
        fields.append(Field(key.text, kind, detail, primary is not None and primary.text == "true", key.line or item.line))
    return fields


def _associate(
    code: Code, facts: FileFacts, call: Call, by_name: dict[str, _Made], by_key: dict[tuple[str, str, str], _Made]
) -> None:
    """``User.hasMany(models.Post, { as: "posts" })``."""
    owner, _, last = call.callee.text.rpartition(".")
    if call.callee.kind != "name" or not owner:
        return
    source = _meant(code, facts.path, call.scope, Value("name", owner, line=call.line), by_name, by_key)
    target = _meant(code, facts.path, call.scope, call.arguments[0].value, by_name, by_key)
    if source is None or target is None:
        return
    options = argument(call, 1)
    named = dict_item(options, "as")
    named = dict_item(named, "singular", "name") or named if named is not None and named.kind == "dict" else named
    name = code.folder.text(facts.path, call.scope, named) or target.model.name
    line = call.line if facts.path == source.model.place.path else 0
    relation = Relation(name, _ASSOCIATIONS[last], target.model.name, line)
    if relation not in source.relations:
        source.relations.append(relation)


def _meant(
    code: Code, path: str, scope: str, value: Value, by_name: dict[str, _Made], by_key: dict[tuple[str, str, str], _Made]
) -> _Made | None:
    """The model a value is: a class, a variable, or a property of that name of what holds all models."""
    bound = code.names.of(path, scope, value)
    if bound.definition is not None and bound.definition.kind in CLASSES:
        return by_key.get((bound.path, "", bound.definition.qualname))
    if bound.assignment is not None and bound.key in by_key:
        return by_key[bound.key]
    if value.kind != "name":
        return None
    return by_name.get(value.text.rpartition(".")[2].lower())
