"""Mongoose: schemas and the models made of them."""

from __future__ import annotations

from apps.engine.facts import Call, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.bindings import Bound
from apps.engine.frameworks.code import Code, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.text import argument, dict_item, source_of

SOURCE = "framework:mongoose"
_LEVELS = 4
_DETAILS = ("required", "unique", "index", "default", "enum", "min", "max", "minlength", "maxlength")


def find(code: Code) -> Found:
    """A model for every call of `model` with a schema."""
    found = Found()
    for facts in code.script():
        for call in facts.calls:
            last = call.callee.text.rpartition(".")[2]
            if last not in ("model", "discriminator") or len(call.arguments) < 2:
                continue
            origin = code.names.of(facts.path, call.scope, call.callee).external
            if origin in ("mongoose.model", "mongoose.default.model") or _is_connection(code, facts, call):
                model = _model(code, facts, call)
                if model is not None:
                    found.models.append(model)
    if found.models:
        found.frameworks.append("Mongoose")
    return found


def _is_connection(code: Code, facts: FileFacts, call: Call) -> bool:
    if call.callee.kind != "name" or "." not in call.callee.text:
        return False
    owner = code.names.bind(facts.path, call.scope, call.callee.text.rpartition(".")[0], call.line)
    return code.names.maker(owner).external in (
        "mongoose.createConnection",
        "mongoose.connection.useDb",
    ) or owner.external.startswith("mongoose.")


def _schema(code: Code, bound: Bound) -> Call | None:
    call = bound.value.call if bound.value is not None else None
    if call is None:
        return None
    origin = code.names.of(bound.path, bound.scope, call.callee).external
    return code.index(bound.path).whole(call) if origin in ("mongoose.Schema", "mongoose.default.Schema") else None


def _model(code: Code, facts: FileFacts, call: Call) -> Model | None:
    name = code.folder.text(facts.path, call.scope, call.arguments[0].value)
    if name is None:
        return None
    bound = code.names.of(facts.path, call.scope, call.arguments[1].value)
    schema = _schema(code, bound)
    if schema is None:
        return None
    fields: list[Field] = []
    relations: list[Relation] = []
    shape = argument(schema, 0)
    if shape is not None:
        _read(code, bound.path, bound.scope, shape, fields, relations)
    for other in code.index(bound.path).facts.calls:  # userSchema.add({…})
        owner, _, last = other.callee.text.rpartition(".")
        if (
            last == "add"
            and other.arguments
            and bound.assignment is not None
            and owner == bound.assignment.target
            and other.scope == bound.scope
        ):
            _read(code, bound.path, bound.scope, other.arguments[0].value, fields, relations)
    collection = argument(call, 2)
    options = dict_item(argument(schema, 1), "collection")
    table = code.folder.text(facts.path, call.scope, collection) or code.folder.text(bound.path, bound.scope, options) or ""
    return Model(
        name, Place(facts.path, call.line, call.end_line), "document", "Mongoose", table, (), tuple(fields), tuple(relations),
        symbol_of(facts.path, call.scope), "", SOURCE, _shape(bound, schema),
    )  # fmt: skip


def _shape(bound: Bound, schema: Call) -> Place:
    """Where the fields stand: the schema's definition."""
    if bound.assignment is not None:
        return Place(bound.path, bound.assignment.line, bound.assignment.end_line)
    return Place(bound.path, schema.line, schema.end_line)


def _read(code: Code, path: str, scope: str, shape: Value, fields: list[Field], relations: list[Relation]) -> None:
    waiting: list[tuple[str, str, Value, str, int]] = [(path, scope, shape, "", 0)]
    while waiting:
        at, inside, value, prefix, level = waiting.pop(0)
        bound = code.names.of(at, inside, value)
        current = bound.value
        if current is None or current.kind != "dict" or level > _LEVELS:
            continue
        for key, item in zip(current.keys, current.items, strict=False):
            if key.kind == "spread":
                waiting.append((bound.path, bound.scope, item, prefix, level + 1))
                continue
            if key.kind not in ("string", "name"):
                continue
            name = f"{prefix}{key.text}"
            if item.kind == "dict" and _is_nested(item):
                waiting.append((bound.path, bound.scope, item, f"{name}.", level + 1))
                continue
            kind, detail, target, many = _type(code, bound.path, bound.scope, item)
            fields.append(Field(name, kind, detail, False, key.line or item.line))
            if target:
                relations.append(Relation(name, "ref to many" if many else "ref", target, key.line or item.line))


def _is_nested(value: Value) -> bool:
    """An object without `type` holds fields of its own; an empty one is of mixed type."""
    return dict_item(value, "type") is None and dict_item(value, "$type") is None and bool(value.items)


def _type(code: Code, path: str, scope: str, value: Value) -> tuple[str, str, str, bool]:
    """(type, constraints, target of `ref`, whether it is a list)."""
    many = False
    detail = target = ""
    current = value
    for _ in range(4):
        if current.kind == "list":
            many = True
            if not current.items:
                return "Array", detail, target, True
            current = current.items[0]
            continue
        if current.kind == "dict":
            inner = dict_item(current, "type")
            detail = detail or ", ".join(
                f"{key.text}={source_of(item, script=True)}"
                for key, item in zip(current.keys, current.items, strict=False)
                if key.text in _DETAILS
            )
            reference = dict_item(current, "ref")
            if reference is not None:
                target = code.folder.text(path, scope, reference) or reference.text.rpartition(".")[2]
            if inner is None:
                return ("[Object]" if many else "Mixed"), detail, target, many
            current = inner
            continue
        break
    name = "Mixed"
    if current.kind == "string":
        name = current.text
    elif current.kind == "name":
        name = current.text.rpartition(".")[2]
    elif current.kind == "call" and current.call is not None:
        name = current.call.callee.text.rpartition(".")[2]
    return (f"[{name}]" if many else name), detail, target, many
