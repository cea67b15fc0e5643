"""Pydantic and SQLModel: schemas, tables, and settings read from the environment."""

from __future__ import annotations

from apps.engine.facts import Assignment, Call, ConfigKey, Definition, Field, FileFacts, Model, Place, Relation, Value
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.python.classes import annotated_class, class_fields, constraints, is_class_variable, shown_type
from apps.engine.frameworks.python.inheritance import with_inherited
from apps.engine.frameworks.text import argument, keyword, source_of

SCHEMAS = frozenset(
    {
        "pydantic.BaseModel",
        "pydantic.main.BaseModel",
        "pydantic.v1.BaseModel",
        "pydantic.generics.GenericModel",
        "pydantic.RootModel",
    }
)
SQLMODEL = frozenset({"sqlmodel.SQLModel", "sqlmodel.main.SQLModel"})
SETTINGS = frozenset(
    {"pydantic_settings.BaseSettings", "pydantic.BaseSettings", "pydantic.v1.BaseSettings", "pydantic_settings.main.BaseSettings"}
)
_PACKAGES = frozenset(name.partition(".")[0] for name in SCHEMAS | SQLMODEL | SETTINGS)
_RELATIONS = frozenset({"sqlmodel.Relationship", "sqlmodel.main.Relationship"})
_CONSTRAINTS = frozenset({
    "default", "default_factory", "max_length", "min_length", "gt", "ge", "lt", "le", "regex", "pattern", "unique", "index",
    "nullable",
    "primary_key", "foreign_key", "alias", "ondelete", "sa_type", "max_digits", "decimal_places",
})  # fmt: skip
_OWN_NAMES = frozenset({"model_config", "Config", "metadata", "registry", "__tablename__", "__table_args__"})


def find(code: Code) -> Found:
    """Schemas and tables as models, fields of settings classes as configuration."""
    found = Found()
    if not _PACKAGES & code.imports:
        return found
    for facts in code.own("Python", tests=True):
        is_test = code.roles.get(facts.path) == "test"
        for definition in facts.definitions:
            if definition.kind != "class" or not definition.bases:
                continue
            bases = code.names.external_bases(facts.path, definition)
            if any(base in SETTINGS for base in bases):
                if not is_test:
                    found.config_keys += _settings(code, facts, definition)
                    found.frameworks.append("Pydantic settings")
            elif is_test:
                continue
            elif any(base in SQLMODEL for base in bases):
                found.models.append(_model(code, facts, definition, "SQLModel"))
                found.frameworks.append("SQLModel")
            elif any(base in SCHEMAS for base in bases):
                found.models.append(_model(code, facts, definition, "Pydantic"))
                found.frameworks.append("Pydantic")
    by_symbol = {model.symbol: model for model in found.models}
    found.models = with_inherited(
        code, found.models, lambda path, definition: by_symbol.get(symbol_of(path, definition.qualname))
    )
    return found


def _model(code: Code, facts: FileFacts, definition: Definition, framework: str) -> Model:
    table = keyword(definition.keywords, "table")
    is_table = framework == "SQLModel" and table is not None and table.text == "true"
    fields: list[Field] = []
    relations: list[Relation] = []
    table_name = definition.name.lower() if is_table else ""
    for item in class_fields(code, facts.path, definition):
        if item.target == "__tablename__":
            table_name = code.folder.text(facts.path, definition.qualname, item.value) or table_name
        if not item.annotation or item.target.startswith("_") or item.target in _OWN_NAMES or is_class_variable(item):
            continue
        call = item.value.call if item.value is not None else None
        if call is not None and code.names.of(facts.path, definition.qualname, call.callee).external in _RELATIONS:
            target, many = annotated_class(code, facts.path, definition.qualname, item.annotation_value)
            if target:
                relations.append(Relation(item.target, "to many" if many else "to one", target, item.line))
            continue
        fields.append(_field(item, call))
    return Model(
        definition.name,
        place_of(facts.path, definition),
        "table" if is_table else "schema",
        framework,
        table_name,
        tuple(source_of(base) for base in definition.bases),
        tuple(fields),
        tuple(relations),
        symbol_of(facts.path, definition.qualname),
        definition.docstring,
        f"framework:{framework.lower()}",
    )


def _field(item: Assignment, call: Call | None) -> Field:
    detail, is_key = "", False
    if call is not None and call.callee.text.rpartition(".")[2] in ("Field", "Column"):
        detail = constraints(call.arguments, _CONSTRAINTS)
        key = keyword(call.arguments, "primary_key")
        is_key = key is not None and key.text == "true"
    elif item.value is not None:
        detail = f"default={source_of(item.value)}"
    return Field(item.target, shown_type(item), detail, is_key, item.line)


def _settings(code: Code, facts: FileFacts, definition: Definition) -> list[ConfigKey]:
    prefix = _prefix(code, facts.path, definition)
    if prefix is None:
        return []
    out = []
    for item in class_fields(code, facts.path, definition):
        if not item.annotation or item.target.startswith("_") or item.target in _OWN_NAMES or is_class_variable(item):
            continue
        call = item.value.call if item.value is not None else None
        names, default, required = [prefix + item.target], source_of(item.value), item.value is None
        if call is not None and call.callee.text.rpartition(".")[2] == "Field":
            given = keyword(call.arguments, "validation_alias", "env", "alias")
            if given is not None:
                names = _aliases(code, facts.path, definition.qualname, given) or names
            value = argument(call, 0, "default", "default_factory")
            required = value is None or value.text in ("...", "Ellipsis")
            default = "" if required else source_of(value)
        for name in names:
            out.append(
                ConfigKey(
                    name,
                    "env",
                    Place(facts.path, item.line, item.end_line),
                    f"{definition.name}.{item.target}",
                    default,
                    required,
                    "framework:pydantic",
                )
            )
    return out


def _aliases(code: Code, path: str, scope: str, given: Value) -> list[str]:
    """Names given as text, as a list, or as ``AliasChoices("a", "b")``."""
    if given.call is not None:
        texts = [code.folder.text(path, scope, item.value) for item in given.call.arguments]
        return [text for text in texts if text]
    return code.folder.texts(path, scope, given) or []


def _prefix(code: Code, path: str, definition: Definition) -> str | None:
    """What stands before the names of a settings class's variables; None if it can't be known."""
    for at, current in code.names.ancestors(path, definition):
        for item in class_fields(code, at, current):
            call = item.value.call if item.value is not None else None
            value = None
            if item.target == "model_config" and call is not None:
                value = keyword(call.arguments, "env_prefix")
            if value is not None:
                return code.folder.text(at, current.qualname, value)
        inner = code.index(at).child(current.qualname, "Config")
        if inner is not None:
            for item in class_fields(code, at, inner):
                if item.target == "env_prefix":
                    return code.folder.text(at, inner.qualname, item.value)
    return ""
