"""GORM and structs with database tags (sqlx, bun, pg, xorm, MongoDB's driver): fields, keys, constraints, relations."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from apps.engine.facts import Assignment, Decorator, Definition, Field, FileFacts, Model, Place, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.declared_code import annotation, fields_by_type, last, types
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.go.table_names import TableNames
from apps.engine.graph.declared.types import TypeName, parse_type

_GORM = "GORM"
_TAGS = {"gorm": _GORM, "bun": "Bun", "xorm": "xorm", "pg": "go-pg", "db": "sqlx", "bson": "MongoDB"}
_MODULES = {
    _GORM: ("gorm.io/", "github.com/jinzhu/gorm"),
    "Bun": ("github.com/uptrace/bun",),
    "xorm": ("xorm.io/", "github.com/go-xorm/"),
    "go-pg": ("github.com/go-pg/",),
    "sqlx": ("github.com/jmoiron/sqlx", "github.com/jackc/pgx", "github.com/georgysavva/scany", "database/sql"),
    "MongoDB": ("go.mongodb.org/", "github.com/globalsign/mgo"),
}
_DOCUMENTS = frozenset({"MongoDB"})
_BASE = "gorm.Model"
_BASE_NAME = re.compile(r"base|model|entity|common|stamp|audit|mixin", re.I)
_FIRST_RELEASE = "github.com/jinzhu/gorm"
_BASE_FIELDS = (
    ("ID", "uint", ""), ("CreatedAt", "time.Time", ""), ("UpdatedAt", "time.Time", ""), ("DeletedAt", "gorm.DeletedAt", "index"),
)  # fmt: skip
_REGISTERS = frozenset({"AutoMigrate", "CreateTable"})


@dataclass(frozen=True, slots=True)
class _Struct:
    facts: FileFacts
    definition: Definition
    fields: list[Assignment]
    framework: str


def find(code: Code) -> Found:
    """A model for every struct that is stored: it embeds ``gorm.Model``, has tags of a store, or is migrated."""
    found = Found()
    used = {
        framework
        for framework, modules in _MODULES.items()
        if any(item.module.startswith(modules) for facts in code.own("Go") for item in facts.imports)
    }
    if not used:
        return found
    structs = _structs(code)
    migrated = _migrated(code) if _GORM in used else frozenset()
    stored: dict[str, _Struct] = {}
    for symbol, struct in structs.items():
        framework = _framework(struct, used) or (_GORM if symbol in migrated else "")
        if framework:
            stored[symbol] = _Struct(struct.facts, struct.definition, struct.fields, framework)
    names = TableNames(code, by_rule=_GORM in used)
    bases = _bases(code, stored)
    handed_on = bases - migrated
    stored |= _beside(code, structs, stored, handed_on)
    for symbol, struct in stored.items():
        model = _model(code, struct, structs, stored)
        if symbol in handed_on:
            model = replace(model, kind="abstract")
        elif model.kind == "table":
            by_rule = struct.framework == _GORM
            model = replace(model, table=names.of(struct.facts.path, struct.definition, struct.fields, by_rule=by_rule))
        found.models.append(model)
        found.frameworks.append(struct.framework)
    return found


def _bases(code: Code, stored: dict[str, _Struct]) -> frozenset[str]:
    """Symbols of stored structs that other stored ones embed."""
    found = {base for struct in stored.values() for item in struct.fields if (base := _embedded(code, struct, item))}
    return frozenset(found & stored.keys())


def _beside(code: Code, structs: dict[str, _Struct], stored: dict[str, _Struct], bases: frozenset[str]) -> dict[str, _Struct]:
    """Structs that embed the same base of models as a stored struct does: they are stored as it is."""
    named = {base for base in bases if _BASE_NAME.search(stored[base].definition.name)}
    found = {}
    for symbol, struct in structs.items():
        if symbol not in stored:
            base = next((base for item in struct.fields if (base := _embedded(code, struct, item)) in named), "")
            if base:
                found[symbol] = _Struct(struct.facts, struct.definition, struct.fields, stored[base].framework)
    return found


def _embedded(code: Code, struct: _Struct, field: Assignment) -> str:
    """The symbol of the repository's struct that a field embeds, "" if it embeds none."""
    if "embedded" not in field.properties:
        return ""
    return code.resolver.resolve(struct.facts.path, struct.definition.qualname, parse_type(field.annotation).name).symbol


def _structs(code: Code) -> dict[str, _Struct]:
    out = {}
    for facts in code.own("Go"):
        fields = fields_by_type(facts)
        for definition in types(facts, "struct"):
            out[symbol_of(facts.path, definition.qualname)] = _Struct(facts, definition, fields.get(definition.qualname, []), "")
    return out


def _framework(struct: _Struct, used: set[str]) -> str:
    if any(base.text == _BASE for base in struct.definition.bases):
        return _GORM
    for tag, framework in _TAGS.items():
        if framework in used and any(annotation(item, tag) is not None for item in struct.fields):
            return framework
    return ""


def _migrated(code: Code) -> frozenset[str]:
    """Symbols of structs given to ``AutoMigrate``."""
    found = set()
    for facts in code.own("Go", tests=True):
        for call in facts.calls:
            if last(call.callee.text) not in _REGISTERS:
                continue
            for item in call.arguments:
                made = item.value.call
                if made is not None and made.is_new:
                    target = code.resolver.resolve_call(facts.path, made)
                    if target.definition is not None:
                        found.add(target.symbol)
    return frozenset(found)


def _model(code: Code, struct: _Struct, structs: dict[str, _Struct], stored: dict[str, _Struct]) -> Model:
    facts, definition = struct.facts, struct.definition
    kept = [item for item in struct.fields if not _is_left_out(item)]
    fields: list[Field] = []
    relations = []
    for item in kept:
        if item.annotation == _BASE:
            continue
        base = structs.get(_embedded(code, struct, item))
        if base is not None and base is not struct:
            fields += _inherited(code, base, structs, {struct.definition.name})
            continue
        fields.append(Field(item.target, item.annotation, _detail(item), _is_key(item), item.line))
        relation = _relation(code, facts, item, definition, struct, stored)
        if relation is not None:
            relations.append(relation)
    fields += [field for item in kept if item.annotation == _BASE for field in _of_package(facts, item)]
    return Model(
        definition.name,
        place_of(facts.path, definition),
        kind="document" if struct.framework in _DOCUMENTS else "table",
        framework=struct.framework,
        bases=tuple(base.text for base in definition.bases),
        fields=tuple(fields),
        relations=tuple(relations),
        symbol=symbol_of(facts.path, definition.qualname),
        docstring=definition.docstring,
        source=f"framework:{struct.framework.lower()}",
    )


def _of_package(facts: FileFacts, embedded: Assignment) -> list[Field]:
    """What ``gorm.Model`` gives to the struct that embeds it; its first release has no type of its own for what is deleted."""
    place = Place(facts.path, embedded.line, embedded.line)
    is_first = any(item.module == _FIRST_RELEASE for item in facts.imports)
    return [
        Field(name, "*time.Time" if is_first and kind == "gorm.DeletedAt" else kind, detail, name == "ID", 0, _BASE, place)
        for name, kind, detail in _BASE_FIELDS
    ]


def _inherited(code: Code, base: _Struct, structs: dict[str, _Struct], seen: set[str]) -> list[Field]:
    """The fields that a struct has from one it embeds, and from those that one embeds."""
    name, path = base.definition.name, base.facts.path
    found: list[Field] = []
    for item in base.fields:
        if _is_left_out(item):
            continue
        if item.annotation == _BASE:
            found += _of_package(base.facts, item)
            continue
        further = structs.get(_embedded(code, base, item))
        if further is not None:
            found += _inherited(code, further, structs, seen | {name}) if name not in seen else []
            continue
        place = Place(path, item.line, item.end_line)
        found.append(Field(item.target, item.annotation, _detail(item), _is_key(item), 0, name, place))
    return found


def _settings(field: Assignment) -> dict[str, str]:
    """What a GORM tag says, keys in lower case: ``column:name;size:20;not null``."""
    tag = annotation(field, "gorm")
    said = {}
    for part in _text(tag).split(";") if tag is not None else ():
        key, _, value = part.partition(":")
        if key.strip():
            said[key.strip().lower()] = value.strip()
    return said


def _text(tag: Decorator) -> str:
    return tag.arguments[0].value.text if tag.arguments else ""


def _is_left_out(field: Assignment) -> bool:
    return any(_text(tag) == "-" for tag in field.decorators if tag.name in _TAGS) or "-" in _settings(field)


def _is_key(field: Assignment) -> bool:
    said = _settings(field)
    if "primarykey" in said or "primary_key" in said:
        return True
    return any("pk" in _text(tag).replace(";", ",").split(",") for tag in field.decorators if tag.name in ("bun", "xorm", "pg"))


def _detail(field: Assignment) -> str:
    said = _settings(field)
    out = []
    if "not null" in said:
        out.append("not null")
    if {"unique", "unique_index", "uniqueindex"} & said.keys():
        out.append("unique")
    if said.get("size"):
        out.append(f"length {said['size']}")
    if "default" in said:
        out.append(f"default {said['default']}")
    if {"index"} & said.keys():
        out.append("index")
    return ", ".join(out)


def _relation(
    code: Code, facts: FileFacts, field: Assignment, owner: Definition, struct: _Struct, stored: dict[str, _Struct]
) -> Relation | None:
    """The relation that a field of another stored struct's type makes."""
    if struct.framework in _DOCUMENTS:
        return None
    written = parse_type(field.annotation)
    is_list = written.name == "[]"
    inner: TypeName = written.arguments[0] if is_list and written.arguments else written
    target = code.resolver.resolve(facts.path, owner.qualname, inner.name)
    if target.definition is None or target.symbol not in stored or "embedded" in field.properties:
        return None
    said = _settings(field)
    if "embedded" in said:
        return None
    if is_list:
        kind = "many to many" if "many2many" in said else "has many"
    else:
        names = {item.target.lower() for item in struct.fields}
        key = said.get("foreignkey", f"{field.target}ID").lower()
        kind = "belongs to" if key in names else "has one"
    return Relation(field.target, kind, target.definition.name, field.line)
