"""Prisma: models, views and composite types of its schema files, with keys, constraints and relations."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from apps.engine.facts import Field, Model, Place, Relation
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.scripts.prisma.schema import Attribute, Block, Line, read_schema

__all__ = ["find"]

SOURCE = "framework:prisma"
_KINDS = {"model": "table", "view": "table", "type": "schema"}
_SHOWN = {"@unique": "unique", "@default": "default", "@updatedAt": "updated at", "@map": "column"}


def find(code: Code) -> Found:
    """Every model of the schema files; the files of one folder are one schema."""
    found = Found()
    schemas: dict[str, list[tuple[str, Block]]] = {}
    for path in sorted(code.texts):
        if path.endswith(".prisma") and code.roles.get(path) not in ("test", "vendored"):
            blocks = [(path, block) for block in read_schema(code.texts[path])]
            folder = posixpath.dirname(path)
            root = next((known for known in schemas if folder == known or folder.startswith(f"{known}/")), folder)
            schemas.setdefault(root, []).extend(blocks)
    for placed in schemas.values():
        named = {block.name: block for _, block in placed if block.kind in _KINDS or block.kind == "enum"}
        found.models += [_model(path, block, named) for path, block in placed if block.kind in _KINDS]
    if found.models:
        found.frameworks.append("Prisma")
    return found


def _model(path: str, block: Block, blocks: dict[str, Block]) -> Model:
    together = [_columns(item) for item in block.attributes if item.name == "@@unique"]
    keys = {column for item in block.attributes if item.name == "@@id" for column in _columns(item)}
    foreign: dict[str, str] = {}
    relations: list[Relation] = []
    for line in block.lines:
        target = blocks.get(line.type)
        if target is None or target.kind == "enum":
            continue
        kind = _cardinality(block, line, target) if target.kind != "type" else "embeds many" if line.is_list else "embeds one"
        relations.append(Relation(line.name, kind, target.name, line.line))
        for attribute in line.attributes:
            if attribute.name == "@relation":
                for own, theirs in zip(attribute.words("fields"), attribute.words("references"), strict=False):
                    foreign[own] = f"foreign key to {target.name}.{theirs}"
    fields = []
    for line in block.lines:
        kind_of = blocks.get(line.type)
        if not line.type or (kind_of is not None and kind_of.kind != "enum"):
            continue
        detail = [foreign[line.name]] if line.name in foreign else []
        for attribute in line.attributes:
            word = _SHOWN.get(attribute.name)
            if word is not None:
                detail.append(f"{word}={attribute.text()}" if attribute.arguments else word)
            elif attribute.name.startswith("@db."):
                detail.append(attribute.name.removeprefix("@db.") + (f"({attribute.text()})" if attribute.arguments else ""))
        for columns in together:
            if line.name in columns:
                others = [name for name in columns if name != line.name]
                detail.append(f"unique with {', '.join(others)}" if others else "unique")
        if kind_of is not None:
            detail.append("one of " + ", ".join(value.name for value in kind_of.lines))
        is_key = line.name in keys or any(attribute.name == "@id" for attribute in line.attributes)
        shown = line.type + ("[]" if line.is_list else "") + ("?" if line.is_optional else "")
        fields.append(Field(line.name, shown, ", ".join(detail), is_key, line.line))
    table = next(
        ("".join(item.words("") or item.words("name")).strip('"') for item in block.attributes if item.name == "@@map"), ""
    )
    return Model(
        block.name, Place(path, block.line, block.end_line), _KINDS[block.kind], "Prisma", table, (), tuple(fields),
        tuple(relations), "", block.documentation, SOURCE,
    )  # fmt: skip


def _columns(attribute: Attribute) -> Sequence[str]:
    return attribute.words("fields") or attribute.words("")


def _cardinality(block: Block, line: Line, target: Block) -> str:
    """How many on either side, by the field that points back (of the same name of relation)."""
    name = _relation_name(line)
    back = [other for other in target.lines if other.type == block.name and other is not line and _relation_name(other) == name]
    many_back = any(other.is_list for other in back)
    if line.is_list:
        return "many to many" if many_back else "one to many"
    return "one to one" if back and not many_back else "many to one"


def _relation_name(line: Line) -> str:
    for attribute in line.attributes:
        if attribute.name == "@relation":
            return "".join(attribute.words("name") or attribute.words(""))
    return ""
