"""Schemas of an OpenAPI description as models."""

from __future__ import annotations

from collections.abc import Iterator

from apps.engine.facts import Field, Model, Place, Relation
from apps.engine.frameworks.schemas.references import Files, name_of
from apps.engine.manifests.nodes import Node

FRAMEWORK = "OpenAPI"
SOURCE = "schema:openapi"
_LEVELS = 6  # of lists in lists
_MERGED = 20  # members of one ``allOf``
_CHOICES = 6  # values or members that are told


def schemas_of(root: Node) -> Node:
    """Where a description keeps its named schemas: OpenAPI 3, else Swagger 2."""
    return root.get("components", "schemas") or root.get("definitions")


def models_of(files: Files, path: str) -> Iterator[Model]:
    """One model for every named schema with properties or values."""
    root = files.tree(path)
    known = {key.text.rpartition(".")[2] for key, _ in schemas_of(root).keyed()}
    for key, value in schemas_of(root).keyed():
        target = files.follow(path, value)
        model = _model(files, target.path, key.text.rpartition(".")[2], target.node, known)
        if model is None:
            continue
        own = target.path == path and target.node is value
        line = key.line if own else target.node.line
        yield _at(model, Place(target.path, line, max(line, target.node.end_line)))


def _at(model: Model, place: Place) -> Model:
    return Model(
        model.name, place, "schema", FRAMEWORK,
        bases=model.bases, fields=model.fields, relations=model.relations, docstring=model.docstring, source=SOURCE,
    )  # fmt: skip


def _model(files: Files, path: str, name: str, schema: Node, known: set[str]) -> Model | None:
    fields: list[Field] = []
    relations: list[Relation] = []
    bases: list[str] = []
    waiting = [schema]
    for _ in range(_MERGED):
        if not waiting:
            break
        part = waiting.pop(0)
        reference = part.get("$ref").text
        if reference:
            bases.append(name_of(reference))
            continue
        required = set(part.get("required").texts())
        for key, value in part.get("properties").keyed():
            kind, target, many = _type(value)
            fields.append(Field(key.text, kind, _detail(value, key.text in required), False, key.line))
            if target in known:
                relations.append(Relation(key.text, "to many" if many else "to one", target, key.line))
        waiting += part.get("allOf").items
    values = [item for item in schema.get("enum").items if item.kind in ("text", "number")]
    if not fields and not bases and not values:
        return None
    fields += [Field(item.text, "", "", False, item.line) for item in values]
    said = schema.get("description").text or schema.get("title").text
    return Model(name, Place(path), bases=tuple(bases), fields=tuple(fields), relations=tuple(relations), docstring=said.strip())


def _type(schema: Node) -> tuple[str, str, bool]:
    """Type as text, the schema it refers to ("" for none), and whether there may be many."""
    ending, many = "", False
    for _ in range(_LEVELS):
        merged = schema.get("allOf").items
        reference = schema.get("$ref").text or (merged[0].get("$ref").text if len(merged) == 1 else "")
        if reference:
            return name_of(reference) + ending, name_of(reference), many
        items, others = schema.get("items"), schema.get("additionalProperties")
        if items:
            schema, ending, many = items, f"[]{ending}", True
        elif others.kind == "map" and not schema.get("properties"):
            inner, target, _ = _type_of_leaf(others)
            return f"map<string, {inner}>{ending}", target, True
        else:
            break
    kind, target, _ = _type_of_leaf(schema)
    return kind + ending if " | " not in kind or not ending else f"({kind}){ending}", target, many


def _type_of_leaf(schema: Node) -> tuple[str, str, bool]:
    reference = schema.get("$ref").text
    if reference:
        return name_of(reference), name_of(reference), False
    choices = (schema.get("oneOf") or schema.get("anyOf")).items
    if choices:
        named = [
            name_of(item.get("$ref").text) or " | ".join(item.get("type").texts()) or "object" for item in choices[:_CHOICES]
        ]
        targets = [name_of(item.get("$ref").text) for item in choices if item.get("$ref")]
        return " | ".join(dict.fromkeys(named)), targets[0] if len(targets) == 1 else "", False
    kind = " | ".join(schema.get("type").texts()) or ("object" if schema.get("properties") else "")
    form = schema.get("format").text
    return f"{kind} ({form})" if kind and form else kind, "", False


def _detail(schema: Node, required: bool) -> str:
    said = ["required"] if required else []
    values = schema.get("enum").texts()
    if values:
        more = ", …" if len(values) > _CHOICES else ""
        said.append(f"one of {', '.join(values[:_CHOICES])}{more}")
    for word, shown in (
        ("nullable", "nullable"),
        ("readOnly", "read only"),
        ("writeOnly", "write only"),
        ("deprecated", "deprecated"),
    ):
        if schema.get(word).text == "true":
            said.append(shown)
    default = schema.get("default")
    if default.kind in ("text", "number") and default.text:
        said.append(f"default {default.text}")
    return ", ".join(said)
