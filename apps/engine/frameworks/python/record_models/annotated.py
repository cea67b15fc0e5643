"""Models whose fields are annotations: documents of Beanie and ODMantic."""

from __future__ import annotations

from apps.engine.facts import Assignment, Definition, Field, Model, Relation
from apps.engine.frameworks.code import Code, place_of, symbol_of
from apps.engine.frameworks.python.classes import annotated_class, class_fields, constraints, is_class_variable, shown_type
from apps.engine.frameworks.text import dict_item, keyword, source_of

_OWN_NAMES = frozenset({"model_config", "Config", "Settings"})
_DETAILS = frozenset({
    "default", "default_factory", "unique", "index", "primary_field", "key_name", "max_length", "min_length", "gt", "ge", "lt",
    "le", "pattern", "alias",
})  # fmt: skip
_LINKS = frozenset({"Link", "BackLink"})


def read(code: Code, path: str, definition: Definition, framework: str) -> Model:
    """One class as a document."""
    fields: list[Field] = []
    relations: list[Relation] = []
    for item in class_fields(code, path, definition):
        if not item.annotation or item.target.startswith("_") or item.target in _OWN_NAMES or is_class_variable(item):
            continue
        call = item.value.call if item.value is not None else None
        last = call.callee.text.rpartition(".")[2] if call is not None else ""
        if last == "Reference" or _is_link(item):
            target, many = annotated_class(code, path, definition.qualname, item.annotation_value)
            if target:
                relations.append(Relation(item.target, "to many" if many else "to one", target, item.line))
        detail, is_key = "", False
        if call is not None and last == "Field":
            primary = keyword(call.arguments, "primary_field")
            detail, is_key = constraints(call.arguments, _DETAILS), primary is not None and primary.text == "true"
        elif item.value is not None and last != "Reference":
            detail = f"default={source_of(item.value)}"
        fields.append(Field(item.target, shown_type(item), detail, is_key, item.line))
    return Model(
        definition.name,
        place_of(path, definition),
        "document",
        framework,
        _collection(code, path, definition),
        tuple(source_of(base) for base in definition.bases),
        tuple(fields),
        tuple(relations),
        symbol_of(path, definition.qualname),
        definition.docstring,
        f"framework:{framework.lower()}",
    )


def _is_link(item: Assignment) -> bool:
    """Whether ``Link[…]`` stands in an annotation, however deep it is wrapped."""
    waiting = [item.annotation_value] if item.annotation_value is not None else []
    while waiting:
        current = waiting.pop()
        if current.kind == "subscript" and current.items[0].text.rpartition(".")[2] in _LINKS:
            return True
        if current.kind in ("subscript", "list", "binary"):
            waiting += current.items
    return False


def _collection(code: Code, path: str, definition: Definition) -> str:
    """Beanie's ``Settings.name``, ODMantic's ``collection``."""
    for inner, name in (("Settings", "name"), ("Collection", "name"), ("Config", "collection")):
        child = code.index(path).child(definition.qualname, inner)
        for item in class_fields(code, path, child) if child is not None else ():
            if item.target == name:
                return code.folder.text(path, child.qualname if child is not None else "", item.value) or ""
    for item in class_fields(code, path, definition):
        if item.target == "model_config" and item.value is not None:
            given = dict_item(item.value, "collection")
            if given is None and item.value.call is not None:
                given = keyword(item.value.call.arguments, "collection")
            return code.folder.text(path, definition.qualname, given) or "" if given is not None else ""
    return ""
