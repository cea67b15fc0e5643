"""Fields of Python classes that declare models: annotations, constraints, targets of relations."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from apps.engine.facts import Argument, Assignment, Definition, Value
from apps.engine.frameworks.bindings import CLASSES
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.text import source_of

_WRAPPERS = frozenset({
    "Optional", "List", "list", "Sequence", "Set", "set", "FrozenSet", "frozenset", "Mapped", "DynamicMapped",
    "WriteOnlyMapped", "Annotated",
    "Dict", "dict", "Union", "Tuple", "tuple", "Iterable", "Collection", "ForwardRef", "Relationship", "Link",
    "BackLink",
})  # fmt: skip
_MANY = frozenset(
    {
        "List",
        "list",
        "Sequence",
        "Set",
        "set",
        "FrozenSet",
        "frozenset",
        "Iterable",
        "Collection",
        "DynamicMapped",
        "WriteOnlyMapped",
    }
)


def class_fields(code: Code, path: str, definition: Definition) -> Iterator[Assignment]:
    """Assignments of a class's own body, in order; where one repeats, the last."""
    own = [
        item for item in code.index(path).fields.get(definition.qualname, ()) if "." not in item.target and "[" not in item.target
    ]
    last = {item.target: item for item in own if item.kind != "augmented"}
    for item in own:
        if last.get(item.target) is item:
            yield item


def is_class_variable(field: Assignment) -> bool:
    """``x: ClassVar[…]``."""
    return field.annotation.partition("[")[0].rpartition(".")[2] == "ClassVar"


def annotated_class(code: Code, path: str, scope: str, value: Value | None) -> tuple[str, bool]:
    """(name of the class inside an annotation, whether it stands for many): ``list["Item"]`` → ("Item", True)."""
    waiting = [value] if value is not None else []
    many = False
    while waiting:
        current = waiting.pop(0)
        if current.kind == "string":
            name, is_many = string_class(current.text)
            return name, many or is_many
        if current.kind == "subscript" and len(current.items) == 2:
            outer, inner = current.items
            last = outer.text.rpartition(".")[2]
            if last in _MANY:
                many = True
            if last in _WRAPPERS:
                waiting = (list(inner.items) if inner.kind == "list" else [inner]) + waiting
            continue
        if current.kind == "binary" and current.text == "|":
            waiting = list(current.items) + waiting
            continue
        if current.kind == "name" and current.text not in ("None",):
            bound = code.names.of(path, scope, current)
            if bound.definition is not None and bound.definition.kind in CLASSES:
                return bound.definition.name, many
            last = current.text.rpartition(".")[2]
            if last[:1].isupper():
                return last, many
    return "", many


def string_class(text: str) -> tuple[str, bool]:
    """The class named in a string annotation such as ``Optional["list[Item]"]``, as far as it is simple."""
    many = False
    current = text.strip().strip("\"'")
    for _ in range(6):
        if "[" in current:
            outer, _, inner = current.partition("[")
            last = outer.strip().rpartition(".")[2]
            if last not in _WRAPPERS:
                return "", many
            many = many or last in _MANY
            current = inner.rpartition("]")[0].strip().strip("\"'")
            continue
        break
    parts = [part.strip().strip("\"'") for part in current.split("|")]
    parts = [part for part in parts if part and part != "None"]
    name = parts[0].rpartition(".")[2] if len(parts) == 1 else ""
    return (name, many) if name.isidentifier() else ("", many)


def constraints(arguments: tuple[Argument, ...], names: frozenset[str]) -> str:
    """Keyword arguments of a field that constrain it, as they are written, sorted as they stand."""
    return ", ".join(f"{item.name}={source_of(item.value)}" for item in arguments if item.name in names)


def shown_type(item: Assignment) -> str:
    """A field's type as written, without what ``Annotated`` adds to it."""
    if item.annotation_value is None or "Annotated" not in item.annotation:
        return item.annotation
    return source_of(_bare(item.annotation_value, 6))


def _bare(value: Value, levels: int) -> Value:
    if levels <= 0:
        return value
    if value.kind == "subscript" and len(value.items) == 2 and value.items[0].text.rpartition(".")[2] == "Annotated":
        inner = value.items[1]
        return _bare(inner.items[0] if inner.kind == "list" and inner.items else inner, levels - 1)
    if value.kind == "binary" and value.text == "|":
        return replace(value, items=tuple(_bare(item, levels - 1) for item in value.items))
    return value
