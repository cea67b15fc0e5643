"""Classes that a context keeps, with their properties, those of the classes above counted in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Constraint, Definition, FileFacts, Place, Relation
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.dotnet.aspnet.authorize import attribute
from apps.engine.frameworks.dotnet.ef_core.conventions import held_by, is_left_out
from apps.engine.graph.declared.types import TypeName, parse_type

_LEVELS = 8
_IDENTITY = "IdentityDbContext<"  # a context that keeps users
_KINDS = frozenset({"class", "record"})
Key = tuple[str, str]  # path and qualified name of the first part of a class


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an entity; `scope` is the class that declares it, in `path`."""

    path: str
    scope: str
    assignment: Assignment
    inherited_from: str = ""
    is_backed: bool = False  # its class keeps a field of its name

    @property
    def name(self) -> str:
        return self.assignment.target

    @property
    def annotation(self) -> str:
        return self.assignment.annotation

    @property
    def line(self) -> int:
        return self.assignment.line

    @property
    def place(self) -> Place:
        return Place(self.path, self.assignment.line, self.assignment.end_line)

    @property
    def is_mapped(self) -> bool:
        """Whether it is a column without being named as one: it can be read and set, or a record declares it."""
        words = set(self.assignment.properties)
        return "setter" in words or not words

    @property
    def is_navigation(self) -> bool:
        """Whether it may lead to other entities without being named for it: several are read through a field too."""
        return self.is_mapped or (self.is_backed and held_by(self.annotation) is not None)


@dataclass(slots=True)
class Entity:
    """What is known of one; `details`, `relations` and `keys` are by name of a property."""

    path: str
    definition: Definition
    line: list[list[Property]] = field(default_factory=list)  # of the class itself, then of each above
    table: str = ""
    set_name: str = ""
    is_owned: bool = False
    is_keyless: bool = False
    details: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    relations: dict[str, tuple[str, str]] = field(default_factory=dict)  # kind, target
    stated: list[Relation] = field(default_factory=list)  # without a property
    keys: list[str] = field(default_factory=list)
    key_line: int = 0
    ignored: set[str] = field(default_factory=set)
    constraints: list[Constraint] = field(default_factory=list)

    def properties(self) -> Iterator[Property]:
        """Properties, those of the classes above first; each name once, as the nearest class has it."""
        taken = {item.name: item for held in reversed(self.line) for item in held if self._counts(item)}
        seen: set[str] = set()
        for held in reversed(self.line):
            for item in held:
                if item.name in taken and item.name not in seen and item.name not in self.ignored:
                    seen.add(item.name)
                    yield taken[item.name]

    def _counts(self, item: Property) -> bool:
        """Whether it is a property, or a field that code names as one."""
        words = set(item.assignment.properties)
        return not words or bool(words & {"getter", "setter"}) or item.name in self.details

    def property(self, name: str) -> Property | None:
        """One by its name."""
        return next((item for held in self.line for item in held if item.name == name), None)

    def table_name(self) -> str:
        """As code says it, else by the set of the context."""
        if self.table:
            return self.table
        said = attribute(self.definition, "Table")
        if said is not None and said.arguments and said.arguments[0].value.kind == "string":
            return said.arguments[0].value.text
        return "" if self.is_owned else self.set_name


class Entities:
    """All entities of a repository."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._found: dict[Key, Entity] = {}
        self._parts: dict[str, list[tuple[str, Definition]]] = defaultdict(list)
        self._full: dict[Key, str] = {}
        self._above: dict[Key, str] = {}  # what a class stands in
        self._fields: dict[Key, list[Assignment]] = defaultdict(list)
        self._targets: dict[tuple[str, str, str], tuple[str, Definition] | None] = {}
        for facts in code.own("C#"):
            self._index(facts)
        for facts in code.own("C#"):
            for definition in facts.definitions:
                at = definition.signature.find(_IDENTITY) if definition.kind == "class" and definition.bases else -1
                if at > 0 and (given := parse_type(definition.signature[at:]).arguments):
                    user = self.add(facts.path, definition.qualname, given[0].name)
                    if user is not None:
                        user.set_name = "AspNetUsers"
            for assignment in facts.assignments:
                if assignment.kind == "field" and assignment.annotation.startswith(("DbSet<", "IDbSet<")):
                    found = self.add(
                        facts.path, assignment.scope, assignment.annotation[assignment.annotation.index("<") + 1 : -1]
                    )
                    if found is not None and not found.set_name:
                        found.set_name = assignment.target

    def _index(self, facts: FileFacts) -> None:
        spaces: dict[str, str] = {"": facts.package}
        for definition in facts.definitions:
            above = spaces.get(definition.parent, facts.package)
            spaces[definition.qualname] = f"{above}.{definition.name}" if above else definition.name
            if definition.kind in _KINDS:
                self._parts[spaces[definition.qualname]].append((facts.path, definition))
                self._full[facts.path, definition.qualname] = spaces[definition.qualname]
                self._above[facts.path, definition.qualname] = definition.parent
        for assignment in facts.assignments:
            if assignment.kind == "field" and (facts.path, assignment.scope) in self._full:
                self._fields[facts.path, assignment.scope].append(assignment)

    def all(self) -> list[Entity]:
        """By place."""
        return [self._found[key] for key in sorted(self._found)]

    def add(self, path: str, scope: str, name: str) -> Entity | None:
        """The entity of a class named in a scope, None where that is no class of the repository."""
        found = self.named(path, scope, parse_type(name))
        return self.entity(*found) if found is not None else None

    def entity(self, path: str, definition: Definition) -> Entity:
        """The entity of a class, made where it is new."""
        path, definition = self._first(path, definition)
        known = self._found.get((path, definition.qualname))
        if known is None:
            known = self._found[path, definition.qualname] = Entity(path, definition)
            known.line = self._line(path, definition)
            known.is_owned = attribute(definition, "Owned", "ComplexType") is not None
            known.is_keyless = attribute(definition, "Keyless") is not None
        return known

    def _first(self, path: str, definition: Definition) -> tuple[str, Definition]:
        parts = self._parts.get(self._full.get((path, definition.qualname), ""))
        return parts[0] if parts else (path, definition)

    def _line(self, path: str, definition: Definition) -> list[list[Property]]:
        out: list[list[Property]] = []
        here: tuple[str, Definition] | None = (path, definition)
        for level in range(_LEVELS):
            if here is None:
                break
            parts = self._parts.get(self._full.get((here[0], here[1].qualname), ""), [here])
            name = here[1].name if level else ""
            fields = {item.target for where, part in parts for item in self._fields.get((where, part.qualname), ())}
            out.append(
                [
                    Property(where, part.qualname, item, name, f"_{item.target[:1].lower()}{item.target[1:]}" in fields)
                    for where, part in parts
                    for item in self._fields.get((where, part.qualname), ())
                    if not is_left_out(item)
                ]
            )
            above = [base for where, part in parts for base in self._code.resolver.bases(where, part.qualname)]
            here = next(
                ((base.path, base.definition) for base in above if base.definition and base.definition.kind in _KINDS), None
            )
        return out

    def named(self, path: str, scope: str, of: TypeName) -> tuple[str, Definition] | None:
        """The class of the repository that a type names."""
        key = (path, scope, of.name)
        if key not in self._targets:
            found = self._code.resolver.resolve(path, scope, of.name)
            if found.definition is None and scope:  # a property is often called as its type
                above = self._above.get((path, scope), "")
                found = self._code.resolver.resolve(path, above, of.name)
            is_class = found.definition is not None and found.definition.kind in _KINDS
            self._targets[key] = self._first(found.path, found.definition) if is_class and found.definition is not None else None
        return self._targets[key]

    def class_of(self, item: Property) -> tuple[str, Definition] | None:
        """The class of the repository that a property holds one or several of."""
        of = held_by(item.annotation) or parse_type(item.annotation)
        return self.named(item.path, item.scope, of) if of.name and not of.arguments else None

    def target(self, item: Property) -> Entity | None:
        """The entity a property points to."""
        found = self.class_of(item)
        return self._found.get((found[0], found[1].qualname)) if found is not None else None

    def close(self) -> None:
        """Adds the classes that properties of entities hold and that have a key of their own, or are embedded."""
        waiting = self.all()
        while waiting:
            entity = waiting.pop()
            for item in entity.properties():
                found = self.class_of(item) if item.is_navigation or item.name in entity.relations else None
                if found is None or (found[0], found[1].qualname) in self._found or item.name in entity.details:
                    continue
                candidate = Entity(*found)
                candidate.line = self._line(*found)
                said = attribute(found[1], "Owned", "ComplexType") is not None
                names = {"Id", f"{found[1].name}Id"}
                has_key = any(held.name in names or attribute_of(held, "Key") for line in candidate.line for held in line)
                if said or has_key:
                    waiting.append(self.entity(*found))


def attribute_of(item: Property, *names: str) -> bool:
    """Whether a property has one of these attributes."""
    return any(found.name.rpartition(".")[2].removesuffix("Attribute") in names for found in item.assignment.decorators)
