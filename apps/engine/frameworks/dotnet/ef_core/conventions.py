"""What Entity Framework takes for granted, and what attributes say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Constraint, Decorator, Definition, Value
from apps.engine.frameworks.dotnet.aspnet.authorize import named
from apps.engine.graph.declared.types import TypeName, parse_type

if TYPE_CHECKING:
    from apps.engine.frameworks.dotnet.ef_core.entities import Entities, Entity, Property

_COLLECTIONS = frozenset({
    "List", "IList", "ICollection", "IEnumerable", "Collection", "HashSet", "ISet", "IReadOnlyCollection", "IReadOnlyList",
    "ObservableCollection", "[]", "IReadOnlySet", "SortedSet", "LinkedList",
})  # fmt: skip


def held_by(annotation: str) -> TypeName | None:
    """What a collection holds, by its written type; None for what is no collection."""
    of = parse_type(annotation)
    return of.arguments[-1] if of.name.rpartition(".")[2] in _COLLECTIONS and of.arguments else None


def is_left_out(item: Assignment) -> bool:
    """Whether a member of a class is never stored: constants, what is not mapped."""
    return bool({"static", "const"} & set(item.properties)) or any(
        named(decorator) == "NotMapped" for decorator in item.decorators
    )


def annotated(item: Property) -> Iterator[str]:
    """Constraints that a property's declaration and attributes say."""
    decorators = {named(decorator): decorator for decorator in item.assignment.decorators}
    if "Required" in decorators or "required" in item.assignment.properties:
        yield "not null"
    elif item.annotation.endswith("?"):
        yield "null"
    for name in ("MaxLength", "StringLength"):
        if name in decorators and (most := _first(decorators[name])):
            yield f"length {most}"
    if "Column" in decorators:
        column = decorators["Column"]
        name, kind = _first(column), next((a.value.text for a in column.arguments if a.name == "TypeName"), "")
        if name:
            yield f"column {name}"
        if kind:
            yield f"type {kind}"
    if "Precision" in decorators:
        yield f"precision {', '.join(a.value.text for a in decorators['Precision'].arguments)}"
    if "DatabaseGenerated" in decorators and not _first(decorators["DatabaseGenerated"]).endswith("None"):
        yield "generated"
    if "Timestamp" in decorators:
        yield "row version"


def indexed(definition: Definition) -> Iterator[Constraint]:
    """Indexes that the attributes of a class say."""
    for item in definition.decorators:
        if named(item) == "Index":
            members = [_plain(argument.value) for argument in item.arguments if not argument.name]
            is_unique = any(argument.name == "IsUnique" and argument.value.text == "true" for argument in item.arguments)
            yield Constraint("unique" if is_unique else "index", ", ".join(members), item.line)


def _first(decorator: Decorator) -> str:
    return next((item.value.text for item in decorator.arguments if not item.name), "")


class KeyRules:
    """Which properties are the key of an entity: as code says, else by attribute, else by name."""

    def __init__(self, entity: Entity) -> None:
        self._keys = set(entity.keys)
        items = list(entity.properties())
        if not self._keys and not entity.is_keyless and not entity.is_owned:
            self._keys = {item.name for item in items if any(named(d) == "Key" for d in item.assignment.decorators)}
            said = next((d for d in entity.definition.decorators if named(d) == "PrimaryKey"), None)
            if said is not None:
                self._keys = {_plain(argument.value) for argument in said.arguments}
        if not self._keys and not entity.is_keyless and not entity.is_owned:
            names = {item.name.lower(): item.name for item in items}
            found = names.get("id") or names.get(f"{entity.definition.name}id".lower())
            self._keys = {found} if found else set()

    def holds(self, name: str) -> bool:
        """Whether a property is (part of) the key."""
        return name in self._keys


def _plain(value: Value) -> str:
    """The name of a property that an attribute names, as text or by ``nameof``."""
    if value.call is not None and value.call.arguments:
        return value.call.arguments[0].value.text.rpartition(".")[2]
    return value.text


def relation_of(entities: Entities, entity: Entity, item: Property, target: Entity | None) -> str:
    """The relation a property is without a word about it: by what the other side has of this one."""
    if target is None or not item.is_navigation:
        return ""
    if target.is_owned:
        return "embedded"
    back = [
        other for other in target.properties() if entities.target(other) is entity and other.assignment is not item.assignment
    ]
    if held_by(item.annotation) is not None:
        return "many to many" if any(held_by(other.annotation) is not None for other in back) else "one to many"
    if any(held_by(other.annotation) is None for other in back) and not any(
        held_by(other.annotation) is not None for other in back
    ):
        return "one to one"
    return "many to one"
