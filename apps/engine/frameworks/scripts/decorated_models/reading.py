"""One decorated class → its model: fields with types, keys and constraints, and relations with their cardinality."""

from __future__ import annotations

from collections.abc import Sequence

from apps.engine.facts import Decorator, Definition, Field, FileFacts, Model, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.scripts.classes import Member, class_named, given_back, members, unwrapped
from apps.engine.frameworks.scripts.decorated_models.dialects import Dialect
from apps.engine.frameworks.scripts.models import constraints, type_text
from apps.engine.frameworks.text import dict_item, positional, source_of

_DETAILS = (
    "nullable", "allowNull", "required", "unique", "index", "default", "defaultValue", "enum", "items", "length", "precision",
    "scale", "array", "min", "max", "minlength", "maxlength", "onCreate", "onUpdate",
)  # fmt: skip
_TARGETS = ("entity", "type", "ref", "target")


def find_dialect_name(code: Code, path: str, owner: Definition, decorator: Decorator, dialect: Dialect) -> str:
    """The decorator's own name in this dialect, "" if it is of another package."""
    external = code.names.bind(path, owner.qualname, decorator.name, decorator.line).external
    return external.rpartition(".")[2] if external.startswith(dialect.packages) else ""


def read_model(
    code: Code, facts: FileFacts, definition: Definition, dialect: Dialect, kind: str, entity: Decorator | None
) -> Model:
    """The model of a class; `entity` is the decorator that makes it one."""
    fields: list[Field] = []
    relations: list[Relation] = []
    own = {member.name for member in members(code.index(facts.path), definition)}
    for at, owner in reversed(code.names.ancestors(facts.path, definition)):
        is_own = owner is definition and at == facts.path
        for member in members(code.index(at), owner):
            if is_own or member.name not in own:
                _read(code, at, owner, member, dialect, is_own, fields, relations)
    return Model(
        definition.name,
        place_of(facts.path, definition),
        "abstract" if "abstract" in definition.properties else kind,
        dialect.framework,
        _table(code, facts.path, definition, entity) if entity is not None else "",
        tuple(source_of(base, script=True) for base in definition.bases),
        tuple(fields),
        tuple(relations),
        symbol_of(facts.path, definition.qualname),
        definition.docstring,
        dialect.source,
    )


def _table(code: Code, path: str, definition: Definition, entity: Decorator) -> str:
    """The name of the table or collection, as text or as an option."""
    for item in entity.arguments:
        for name in ("name", "tableName", "collection"):
            given = dict_item(item.value, name)
            if given is not None:
                return code.folder.text(path, definition.parent, given) or ""
        options = dict_item(dict_item(item.value, "schemaOptions"), "collection")
        text = code.folder.text(path, definition.parent, options or item.value)
        if text:
            return text
    return ""


def _read(
    code: Code,
    path: str,
    owner: Definition,
    member: Member,
    dialect: Dialect,
    is_own: bool,
    fields: list[Field],
    relations: list[Relation],
) -> None:
    named = [(find_dialect_name(code, path, owner, item, dialect), item) for item in member.decorators]
    names = {name for name, _ in named}
    inherited = "" if is_own else owner.name
    place = None if is_own else place_of(path, owner)
    for name, decorator in named:
        if name in dialect.relations:
            target = _target(code, path, owner, member, decorator)
            if target:
                relations.append(Relation(member.name, dialect.relations[name], target, member.line))
                if names & dialect.keys or _is_set(decorator, "primary"):
                    fields.append(Field(member.name, target, "", True, member.line, inherited, place))
            return
    column = next(((name, item) for name, item in named if name in dialect.columns), None)
    if column is None and not names & (dialect.keys | dialect.foreign):
        return
    arguments = [item.value for item in column[1].arguments] if column is not None else []
    options = next((value for value in arguments if value.kind == "dict"), None)
    parts = [part for part in (constraints(options, _DETAILS), *_modified(named, dialect)) if part]
    for name, decorator in named:
        if name in dialect.foreign:
            target = _target(code, path, owner, member, decorator)
            if target:
                parts.insert(0, f"foreign key to {target}")
                relations.append(Relation(member.name, "foreign key", target, member.line))
    if dialect.references and arguments:
        target, many = _reference(code, path, owner, arguments[0])
        if target:
            relations.append(Relation(member.name, "ref to many" if many else "ref", target, member.line))
    is_key = bool(names & dialect.keys) or (column is not None and _is_set(column[1], "primary", "primaryKey"))
    kind = _type(code, path, arguments, dialect) or _annotated(member) or (dialect.columns[column[0]] if column else "")
    fields.append(Field(member.name, kind, ", ".join(parts), is_key, member.line, inherited, place))


def _modified(named: Sequence[tuple[str, Decorator]], dialect: Dialect) -> list[str]:
    """Constraints that decorators of their own give: ``@Unique``, ``@Default(5)``, ``@AllowNull(false)``."""
    found = []
    for name, decorator in named:
        if name in dialect.modifiers:
            given = positional(decorator.arguments, 0)
            word = "unique" if _is_set(decorator, "unique") else dialect.modifiers[name]
            shown = given is not None and given.kind in ("boolean", "number", "name", "call") and name not in dialect.columns
            found.append(f"{word}={source_of(given, script=True)}" if shown else word)
    return found


def _is_set(decorator: Decorator, *names: str) -> bool:
    """Whether an option is there and not switched off."""
    for item in decorator.arguments:
        given = dict_item(item.value, *names)
        if given is not None and given.text != "false":
            return True
    return False


def _type(code: Code, path: str, arguments: Sequence[Value], dialect: Dialect) -> str:
    """The type that a decorator's arguments give, "" if none."""
    for value in arguments:
        given = dict_item(value, "type") if value.kind == "dict" else value
        if given is None:
            continue
        if given.kind == "function":
            return given_back(code, path, given).rpartition(".")[2]
        text = type_text(given, script_types=dialect.references)
        if text:
            return text
    return ""


def _annotated(member: Member) -> str:
    """The field's own type, without what says that it may be missing."""
    return " | ".join(
        part for part in (part.strip() for part in member.annotation.split("|")) if part not in ("null", "undefined")
    )


def _target(code: Code, path: str, owner: Definition, member: Member, decorator: Decorator) -> str:
    """The entity a relation leads to: named by the decorator, else by the field's type."""
    for item in decorator.arguments[:1]:
        given = dict_item(item.value, *_TARGETS) if item.value.kind == "dict" else item.value
        if given is None:
            continue
        if given.kind == "string":
            return given.text
        name = given_back(code, path, given) if given.kind == "function" else given.text if given.kind == "name" else ""
        if name:
            return class_named(code, path, owner.qualname, name, given.line)
    name, _ = unwrapped(member.annotation)
    return class_named(code, path, owner.qualname, name, member.line) if name else ""


def _reference(code: Code, path: str, owner: Definition, options: Value) -> tuple[str, bool]:
    """What the option `ref` leads to, and whether to many: ``{ type: [{ type: ObjectId, ref: "User" }] }``."""
    many, current = False, options
    for _ in range(4):
        if current.kind == "list" and current.items:
            many, current = True, current.items[0]
            continue
        given = dict_item(current, "ref")
        if given is not None:
            kind = dict_item(current, "type")
            many = many or (kind is not None and kind.kind == "list")
            if given.kind == "string":
                return given.text, many
            name = given_back(code, path, given) if given.kind == "function" else given.text if given.kind == "name" else ""
            return (class_named(code, path, owner.qualname, name.removesuffix(".name"), given.line) if name else ""), many
        inner = dict_item(current, "type")
        if inner is None:
            break
        current = inner
    return "", many
