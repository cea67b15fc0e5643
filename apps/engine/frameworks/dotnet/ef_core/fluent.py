"""What code says of entities in calls: ``builder.Property(x => x.Name).IsRequired()``, ``HasOne(…).WithMany(…)``."""

from __future__ import annotations

from collections import defaultdict

from apps.engine.facts import Assignment, Call, Constraint, FileFacts, Relation, Value
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.dotnet.ef_core.entities import Entities, Entity
from apps.engine.graph.declared.types import parse_type

_LENGTH = 60  # calls of one chain
_BUILDER = "EntityTypeBuilder"
_SIDES = {
    ("HasOne", "WithMany"): "many to one", ("HasOne", "WithOne"): "one to one", ("HasMany", "WithOne"): "one to many",
    ("HasMany", "WithMany"): "many to many",
}  # fmt: skip
_BACK = {"many to one": "one to many", "one to many": "many to one"}
_OWNING = frozenset({"OwnsOne", "OwnsMany", "ComplexProperty"})
_GENERATED = frozenset(
    {"ValueGeneratedOnAdd", "ValueGeneratedOnAddOrUpdate", "UseIdentityColumn", "UseHiLo", "UseIdentityAlwaysColumn"}
)


class Fluent:
    """Reads configurations."""

    def __init__(self, code: Code, entities: Entities) -> None:
        self._code = code
        self._entities = entities

    def read(self) -> None:
        """Everything the project's own files say."""
        for facts in self._code.own("C#"):
            if any(_speaks(item.annotation) for definition in facts.definitions for item in definition.parameters):
                _File(facts, self._entities).read()


def _speaks(annotation: str) -> bool:
    return annotation.startswith((_BUILDER, "ModelBuilder")) or f".{_BUILDER}" in annotation


class _File:
    def __init__(self, facts: FileFacts, entities: Entities) -> None:
        self._facts = facts
        self._entities = entities
        self._definitions = {item.qualname: item for item in facts.definitions}
        self._lambdas: dict[tuple[int, int], Entity | None] = {}  # lines of a function that is given a builder of an entity
        self._named: dict[tuple[str, str], list[Assignment]] = defaultdict(list)
        for item in facts.assignments:
            if item.kind == "parameter":
                self._named[item.scope, item.target].append(item)

    def read(self) -> None:
        inner: set[tuple[int, int, int, str]] = set()
        for call in self._facts.calls:
            if _spot(call) in inner:
                continue
            steps, root = _chain(call)
            inner.update(_spot(step) for step in steps)
            entity = self._root(call, root)
            self._chain(entity, steps, call.scope)

    def _root(self, call: Call, root: str) -> Entity | None:
        """The entity that a name stands for a builder of."""
        held = [
            item
            for item in self._named.get((call.scope, root), ())
            if item.line <= call.line <= item.end_line and (item.line, item.end_line) in self._lambdas
        ]
        if held:
            inmost = min(held, key=lambda item: item.end_line - item.line)
            return self._lambdas[inmost.line, inmost.end_line]
        here = self._definitions.get(call.scope)
        while here is not None:
            for parameter in here.parameters:
                if parameter.name == root:
                    of = parse_type(parameter.annotation)
                    is_builder = of.name.rpartition(".")[2] == _BUILDER and bool(of.arguments)
                    return self._entity(here.qualname, of.arguments[0].name) if is_builder else None
            here = self._definitions.get(here.parent)
        return None

    def _entity(self, scope: str, name: str) -> Entity | None:
        return self._entities.add(self._facts.path, scope, name) if name else None

    def _chain(self, entity: Entity | None, steps: list[Call], scope: str) -> None:
        at = 0
        while at < len(steps):
            call = steps[at]
            name = call.callee.text.rpartition(".")[2]
            at += 1
            if name == "Entity" and len(call.type_arguments) == 1:
                entity = self._entity(scope, call.type_arguments[0])
                self._open(call, entity)
                continue
            if entity is None:
                continue
            rest = steps[at:]
            self._step(entity, name, call, rest, scope)
            if name in _OWNING:
                return

    def _open(self, call: Call, entity: Entity | None) -> None:
        for item in call.arguments:
            if item.value.kind == "function":
                self._lambdas[item.value.line, item.value.end_line] = entity

    def _step(self, entity: Entity, name: str, call: Call, rest: list[Call], scope: str) -> None:
        members = _members(call.arguments[0].value) if call.arguments else []
        if name == "Property" and members:
            entity.details[members[0]] += _details(rest)
        elif name == "HasKey" and members:
            entity.keys, entity.key_line = members, call.line
        elif name == "HasNoKey":
            entity.is_keyless = True
        elif name in ("ToTable", "ToView") and call.arguments and call.arguments[0].value.kind == "string":
            entity.table = call.arguments[0].value.text
        elif name == "Ignore":
            entity.ignored.update(members)
        elif name in ("HasIndex", "HasAlternateKey") and members:
            is_unique = name == "HasAlternateKey" or _is_unique(rest)
            if is_unique and len(members) == 1:
                entity.details[members[0]].append("unique")
            else:
                entity.constraints.append(Constraint("unique" if is_unique else "index", ", ".join(members), call.line))
        elif name in ("HasOne", "HasMany"):
            self._relation(entity, name, call, rest, scope)
        elif name in _OWNING and members:
            self._owned(entity, members[0], call)

    def _owned(self, entity: Entity, member: str, call: Call) -> None:
        item = entity.property(member)
        found = self._entities.class_of(item) if item is not None else None
        owned = self._entities.entity(*found) if found is not None else None
        if owned is not None:
            owned.is_owned = True
            entity.relations[member] = ("embedded", owned.definition.name)
        self._open(call, owned)

    def _relation(self, entity: Entity, name: str, call: Call, rest: list[Call], scope: str) -> None:
        other = next(((item.callee.text.rpartition(".")[2], item) for item in rest[:1]), ("", None))
        kind = _SIDES.get((name, other[0]))
        members = _members(call.arguments[0].value) if call.arguments else []
        item = entity.property(members[0]) if members else None
        found = self._entities.class_of(item) if item is not None else None
        target = self._entities.entity(*found) if found is not None else None
        if target is None and call.type_arguments:
            target = self._entity(scope, call.type_arguments[0])
        if kind is None or target is None:
            return
        if item is not None:
            entity.relations[members[0]] = (kind, target.definition.name)
        else:
            keys = [
                member
                for step in rest
                if step.callee.text.endswith("HasForeignKey") and step.arguments
                for member in _members(step.arguments[0].value)
            ]
            if keys and kind != "one to many":
                entity.stated.append(Relation(keys[0], kind, target.definition.name, call.line))
        back = other[1]
        named = _members(back.arguments[0].value) if back is not None and back.arguments else []
        if named:
            target.relations.setdefault(named[0], (_BACK.get(kind, kind), entity.definition.name))


def _details(rest: list[Call]) -> list[str]:
    """Constraints that the calls behind ``Property(…)`` say."""
    said: list[str] = []
    for call in rest:
        name = call.callee.text.rpartition(".")[2]
        first = call.arguments[0].value if call.arguments else None
        text = first.text if first is not None else ""
        if name == "IsRequired":
            said.append("null" if text == "false" else "not null")
        elif name == "HasMaxLength" and text:
            said.append(f"length {text}")
        elif name in ("HasColumnName", "HasColumnType") and text:
            said.append(f"{'column' if name == 'HasColumnName' else 'type'} {text}")
        elif name in ("HasDefaultValue", "HasDefaultValueSql") and text:
            said.append(f"default {text}")
        elif name == "HasPrecision":
            said.append(f"precision {', '.join(item.value.text for item in call.arguments)}")
        elif name in _GENERATED:
            said.append("generated")
        elif name == "IsRowVersion":
            said.append("row version")
    return said


def _is_unique(rest: list[Call]) -> bool:
    return any(
        call.callee.text.rpartition(".")[2] == "IsUnique" and not (call.arguments and call.arguments[0].value.text == "false")
        for call in rest[:3]
    )


def _members(value: Value) -> list[str]:
    """Names of the properties that an argument picks: ``x => x.A``, ``x => new { x.A, x.B }``, ``"A"``, ``nameof(T.A)``."""
    if value.kind == "string":
        return [value.text]
    if value.kind == "call" and value.call is not None and value.call.callee.text == "nameof" and value.call.arguments:
        return [value.call.arguments[0].value.text.rpartition(".")[2]]
    if value.kind != "function" or not value.items:
        return []
    body = value.items[0]
    picked = body.items if body.kind == "dict" else (body,)
    names = [item.text.partition(".")[2] for item in picked if item.kind == "name"]
    return [name for name in names if name and "." not in name]


def _chain(call: Call) -> tuple[list[Call], str]:
    """The calls of a chain from the first on, and the name it begins with."""
    steps = [call]
    here = call
    for _ in range(_LENGTH):
        callee = here.callee
        below = callee.items[0] if callee.kind == "attribute" and callee.items else None
        if below is None or below.call is None:
            break
        here = below.call
        steps.append(here)
    root = here.callee.text.rpartition(".")[0] if here.callee.kind == "name" else ""
    return steps[::-1], root


def _spot(call: Call) -> tuple[int, int, int, str]:
    return (call.line, call.end_line, call.callee.end_line, call.callee.text)
