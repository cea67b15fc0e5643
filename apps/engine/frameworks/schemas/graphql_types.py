"""GraphQL schemas, in files of their own or as text in code: what their root types offer, and their types as models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apps.engine.facts import ApiSchema, Field, Model, Place, Relation, SchemaRoot, Value
from apps.engine.frameworks.code import FOREIGN, Code
from apps.engine.frameworks.found import Found
from apps.engine.frameworks.schemas.sdl import ROOTS, Schema, SchemaType, TypeField, read_schema
from apps.engine.frameworks.schemas.sources import own_texts

FRAMEWORK = "GraphQL"
SOURCE = "framework:graphql"
_ENDINGS = (".graphql", ".graphqls", ".gql")
_LANGUAGES = ("JavaScript", "Python", "TSX", "TypeScript")
# Functions and tags that take a schema as text, and variables that hold one.
_TAKERS = frozenset({"gql", "graphql", "buildSchema", "build_schema", "build_ast_schema", "makeExecutableSchema"})
_HOLDERS = frozenset({"typedefs", "type_defs"})
# Packages with which a schema is made from classes: its file is a print of them, and they are read where they are written.
_CODE_FIRST = (
    "graphene", "graphene-django", "strawberry-graphql", "type-graphql", "@pothos/core", "nexus",
    "async-graphql", "juniper", "hotchocolate.aspnetcore", "graphql-kotlin-spring-server",
)  # fmt: skip
_MODELLED = frozenset({"type", "input", "interface", "enum"})


@dataclass(frozen=True, slots=True)
class _Text:
    """A schema that was found, with the file it stands in."""

    path: str
    schema: Schema


def find(code: Code) -> Found:
    """Root types of every schema, and the types of those that people wrote."""
    found = Found()
    texts = [_Text(path, read_schema(text)) for path, text in own_texts(code, *_ENDINGS)]
    texts += _in_code(code)
    texts = [text for text in texts if text.schema.types]
    for text in texts:
        roots = _roots(text)
        if roots:
            place = Place(text.path, roots[0].place.line, roots[0].place.line)
            found.schemas.append(ApiSchema("graphql", place, roots, SOURCE))
    written = [text for text in texts if code.roles.get(text.path) not in FOREIGN]
    if written and not code.depends_on(*_CODE_FIRST):
        found.models += _models(written)
    if found.schemas:
        found.frameworks.append(FRAMEWORK)
    return found


def _in_code(code: Code) -> Iterator[_Text]:
    """Plain literals in code that hold a schema; looked for only where a package that speaks GraphQL is declared."""
    names = (dependency.name.lower() for dependency in code.dependencies)
    if not any("graphql" in name or "apollo" in name or name == "ariadne" for name in names):
        return
    for facts in code.own(*_LANGUAGES):
        values: list[Value] = []
        for call in facts.calls:
            if call.callee.kind == "name" and call.callee.text.rpartition(".")[2] in _TAKERS:
                values += [argument.value for argument in call.arguments]
        for item in facts.assignments:
            if item.value is not None and item.target.rpartition(".")[2].lower() in _HOLDERS:
                values.append(item.value)
        seen: set[tuple[int, str]] = set()
        for value in values:
            if value.kind == "string" and "{" in value.text and (value.line, value.text) not in seen:
                seen.add((value.line, value.text))
                yield _Text(facts.path, read_schema(value.text, value.line))


def _roots(text: _Text) -> tuple[SchemaRoot, ...]:
    """The blocks of root types, in order."""
    names = {kind: text.schema.roots.get(kind, kind.capitalize()) for kind in ROOTS}
    kinds = {name: kind for kind, name in names.items()}
    return tuple(
        SchemaRoot(kinds[one.name], one.name, len(one.fields), Place(text.path, one.line, one.end_line))
        for one in text.schema.types
        if one.kind == "type" and one.name in kinds and one.fields
    )


def _models(texts: list[_Text]) -> Iterator[Model]:
    """Every type once, the roots left out; fields that other blocks add stand with the type they extend."""
    roots = {text.schema.roots.get(kind, kind.capitalize()) for text in texts for kind in ROOTS}
    first: dict[str, tuple[str, SchemaType]] = {}
    more: dict[str, list[tuple[str, SchemaType]]] = {}
    # A copy of a schema (a client's) stands deeper than the schema, or later by name.
    for text in sorted(texts, key=lambda text: (text.path.count("/"), text.path)):
        for one in text.schema.types:
            if one.kind not in _MODELLED or one.name in roots:
                continue
            if one.extends:
                more.setdefault(one.name, []).append((text.path, one))
            else:
                first.setdefault(one.name, (text.path, one))
    objects = {name for name, (_, one) in first.items() if one.kind != "enum"}
    for name in sorted(first):
        path, one = first[name]
        fields = [(item, item.line) for item in one.fields]
        fields += [(item, item.line if place == path else 0) for place, block in more.get(name, ()) for item in block.fields]
        yield Model(
            name,
            Place(path, one.line, one.end_line),
            "schema",
            FRAMEWORK,
            bases=one.bases,
            fields=tuple(_field(item, line) for item, line in fields),
            relations=tuple(
                Relation(item.name, "to many" if "[" in item.type else "to one", item.named, line)
                for item, line in fields
                if item.named in objects
            ),
            docstring=one.doc,
            source=SOURCE,
        )


def _field(item: TypeField, line: int) -> Field:
    said = [f"arguments {item.arguments}"] if item.arguments else []
    if item.default:
        said.append(f"default {item.default}")
    if item.deprecated:
        said.append("deprecated")
    return Field(item.name, item.type, ", ".join(said), False, line)
