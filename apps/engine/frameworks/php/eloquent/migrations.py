"""Tables as Laravel's migrations leave them: applied in the order of their names, only what `up` does."""

from __future__ import annotations

from apps.engine.facts import Constraint, FileFacts, Place, Value
from apps.engine.frameworks.call_chains import Chain, Step, chains
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.declared_code import last, listed, text_of
from apps.engine.frameworks.inflection import pluralize, underscore
from apps.engine.frameworks.migrated_tables import Column, Table

_KEYS = {
    "id": "bigIncrements", "increments": "increments", "bigIncrements": "bigIncrements", "mediumIncrements": "mediumIncrements",
    "smallIncrements": "smallIncrements", "tinyIncrements": "tinyIncrements",
}  # fmt: skip
_OTHER = frozenset({
    "engine", "charset", "collation", "comment", "temporary", "spatialIndex", "rawIndex", "dropForeign", "dropIndex",
    "dropUnique", "dropFullText", "dropSpatialIndex", "dropPrimary", "renameIndex", "dropForeignIdFor",
    "dropConstrainedForeignId", "fullText", "index", "vectorIndex", "after", "integerIncrements",
})  # fmt: skip
_TIMES = frozenset({"timestamps", "nullableTimestamps", "timestampsTz", "datetimes"})
_MORPHS = {
    "morphs": "unsignedBigInteger", "nullableMorphs": "unsignedBigInteger", "numericMorphs": "unsignedBigInteger",
    "nullableNumericMorphs": "unsignedBigInteger", "uuidMorphs": "uuid", "nullableUuidMorphs": "uuid", "ulidMorphs": "ulid",
    "nullableUlidMorphs": "ulid",
}  # fmt: skip
_SAID = {"nullable": "null", "unique": "unique", "unsigned": "unsigned", "useCurrent": "default now", "index": "index"}


def tables(code: Code) -> dict[str, Table]:
    """Tables by name after all migrations."""
    found: dict[str, Table] = {}
    files = [facts for facts in code.own("PHP", migrations=True) if _is_migration(facts)]
    for facts in sorted(files, key=lambda item: (item.path.rpartition("/")[2], item.path)):
        told = [chain for chain in chains(facts) if not chain.scope or last(chain.scope) != "down"]
        for chain in told:
            if last(chain.head.lstrip("\\")) == "Schema":
                _apply(code, facts, chain, told, found)
    return found


def _is_migration(facts: FileFacts) -> bool:
    return "migrations/" in facts.path and any(
        name.name == "Schema" or item.module.startswith("Illuminate.Database") for item in facts.imports for name in item.names
    )


def _apply(code: Code, facts: FileFacts, chain: Chain, told: list[Chain], found: dict[str, Table]) -> None:
    step = chain.steps[-1]
    name = text_of(code, facts.path, chain.scope, step.value(0))
    if name is None:
        return
    place = Place(facts.path, chain.line, chain.end_line)
    if step.name in ("drop", "dropIfExists"):
        found.pop(name, None)
    elif step.name == "rename":
        to = text_of(code, facts.path, chain.scope, step.value(1))
        if to is not None and name in found:
            found[to] = found.pop(name)
            found[to].name = to
    elif step.name == "dropColumns" and name in found:
        for item in listed(step.value(1)):
            found[name].columns.pop(item.text, None)
    elif step.name in ("create", "table"):
        if step.name == "create" or name not in found:
            found[name] = Table(name, place)
        body = step.value(1)
        if body is None or body.kind != "function":
            return
        for inner in told:
            if inner.head.startswith("$") and body.line <= inner.line and inner.end_line <= body.end_line:
                renamed = _column(code, facts, inner, found[name])
                if renamed:
                    found[renamed] = found.pop(name)
                    name = found[renamed].name = renamed


def _column(code: Code, facts: FileFacts, chain: Chain, table: Table) -> str:
    """Apply one row of calls on a table's blueprint; the table's new name where it renames it."""
    step = chain.steps[0]
    place = Place(facts.path, chain.line, chain.end_line)
    names = [item.text for argument in step.arguments for item in listed(argument.value) if item.kind == "string"]
    first = text_of(code, facts.path, chain.scope, step.value(0))
    word = step.name
    if word == "rename":
        return first or ""
    if word in _TIMES:
        for name in ("created_at", "updated_at"):
            table.columns[name] = Column(name, "timestamp", place, ["null"])
    elif word.startswith("softDeletes"):
        name = first or "deleted_at"
        table.columns[name] = Column(name, "timestamp", place, ["null"])
    elif word == "rememberToken":
        table.columns["remember_token"] = Column("remember_token", "string", place, ["length 100", "null"])
    elif word in _MORPHS and first:
        said = ["null"] if word.startswith("nullable") else []
        table.columns[f"{first}_type"] = Column(f"{first}_type", "string", place, list(said))
        table.columns[f"{first}_id"] = Column(f"{first}_id", _MORPHS[word], place, list(said))
    elif word.startswith(("drop", "removeColumn", "rename")):
        _dropped(word, names, table)
    elif word in ("primary", "unique"):
        _rule(word, names, table, place)
    elif word == "foreign":
        _foreign(chain, names, table, place)
    elif word in _OTHER or (first is None and word != "id" and not word.startswith("foreignIdFor")):
        return ""
    else:
        _declared(chain, step, first, table, place)
    return ""


def _dropped(word: str, names: list[str], table: Table) -> None:
    if word in ("dropColumn", "removeColumn"):
        for name in names:
            table.columns.pop(name, None)
    elif word == "dropTimestamps" or word == "dropTimestampsTz":
        table.columns.pop("created_at", None)
        table.columns.pop("updated_at", None)
    elif word.startswith("dropSoftDeletes"):
        table.columns.pop(names[0] if names else "deleted_at", None)
    elif word == "dropRememberToken":
        table.columns.pop("remember_token", None)
    elif word == "dropMorphs" and names:
        table.columns.pop(f"{names[0]}_type", None)
        table.columns.pop(f"{names[0]}_id", None)
    elif word == "renameColumn" and len(names) == 2 and names[0] in table.columns:
        table.columns = {
            (names[1] if name == names[0] else name): column for name, column in table.columns.items() if name != names[1]
        }
        table.columns[names[1]].name = names[1]
    elif word == "dropPrimary":
        for column in table.columns.values():
            column.is_key = False
    elif word == "dropForeign":
        for name in names:
            short = name.removeprefix(f"{table.name}_").removesuffix("_foreign")
            for tied in (table.columns.get(name), table.columns.get(short)):
                if tied is not None:
                    tied.target = ""
    elif word == "dropUnique":
        gone = ", ".join(names)
        table.constraints = [item for item in table.constraints if item.text != gone]


def _rule(word: str, names: list[str], table: Table, place: Place) -> None:
    """A key or uniqueness of one column or several; a name of the rule behind a single column is none of them."""
    kept = [name for name in names if name in table.columns]
    if word == "primary":
        for name in kept:
            table.columns[name].is_key = True
    elif len(kept) == 1:
        if "unique" not in table.columns[kept[0]].said:
            table.columns[kept[0]].said.append("unique")
    elif kept:
        table.constraints.append(Constraint("unique", ", ".join(kept), place.line))


def _foreign(chain: Chain, names: list[str], table: Table, place: Place) -> None:
    on = chain.step("on")
    to = on.value(0) if on is not None else None
    column = table.columns.get(names[0]) if len(names) >= 1 else None
    if to is not None and to.kind == "string" and column is not None:
        column.target = to.text


def _declared(chain: Chain, step: Step, first: str | None, table: Table, place: Place) -> None:
    word, name = step.name, first or "id"
    target = ""
    if word == "foreignIdFor":
        given = step.value(0)
        of = last(given.text) if given is not None and given.kind == "name" else ""
        if not of:
            return
        named = step.value(1)
        name = named.text if named is not None and named.kind == "string" else f"{underscore(of)}_id"
        target = pluralize(underscore(of))
    column = Column(name, _KEYS.get(word, word), place, is_key=word in _KEYS)
    length = step.value(1)
    if length is not None and length.kind == "number" and word in ("string", "char", "decimal", "float", "double"):
        column.said.append(f"length {length.text}" if word in ("string", "char") else f"precision {length.text}")
    for further in chain.steps[1:]:
        _said(column, further)
    constrained = chain.step("constrained")
    if constrained is not None:
        to = constrained.value(0, "table")
        column.target = to.text if to is not None and to.kind == "string" else target or pluralize(name.removesuffix("_id"))
    on = chain.step("on")
    if on is not None and chain.step("references") is not None:
        to = on.value(0)
        column.target = to.text if to is not None and to.kind == "string" else ""
    if chain.step("change") is not None and name in table.columns:
        before = table.columns[name]
        column.is_key, column.target = column.is_key or before.is_key, column.target or before.target
        column.said += [item for item in before.said if item == "unique" and item not in column.said]
    table.columns[name] = column


def _said(column: Column, step: Step) -> None:
    value = step.value(0)
    if step.name == "primary":
        column.is_key = True
    elif step.name in _SAID and (value is None or value.text != "false"):
        column.said.append(_SAID[step.name])
    elif step.name == "default" and value is not None:
        shown = _shown(value)
        if shown:
            column.said.append(f"default {shown}")


def _shown(value: Value) -> str:
    return value.text if value.kind in ("number", "boolean", "name") else f"'{value.text}'" if value.kind == "string" else ""
