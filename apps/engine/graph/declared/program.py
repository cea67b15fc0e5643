"""All declarations of one family of languages, by where they can be named from: spaces (packages, namespaces) and types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.engine.facts import Assignment, Definition, FileFacts, Value
from apps.engine.graph.declared.types import type_parameters

TYPES = frozenset({
    "class", "interface", "struct", "trait", "enum", "record", "union", "protocol", "object", "type", "module", "extension",
    "implementation",
})  # fmt: skip
ADDITIONS = frozenset({"extension", "implementation"})  # blocks that add to a type which stands elsewhere
FUNCTIONS = frozenset({"function", "method", "constructor", "accessor", "macro", "test"})

INNER = frozenset({"local", "loop", "with", "except", "parameter"})  # assignments whose names mean something in their lines only

Found = tuple[str, Definition]  # path, definition


@dataclass(slots=True)
class Type:
    """A type with all that is declared of it anywhere: partial classes, receivers, implementations, extensions."""

    space: str
    name: str  # qualified inside its space
    parts: list[Found] = field(default_factory=list)
    methods: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))
    constructors: list[Found] = field(default_factory=list)
    fields: dict[str, tuple[str, Assignment]] = field(default_factory=dict)
    nested: dict[str, "Type"] = field(default_factory=dict)
    bases: list[tuple[str, str, Value]] = field(default_factory=list)  # path, scope of the name, the name
    included: list[Value] = field(default_factory=list)  # those of the bases that are taken on beside what is extended
    parameters: tuple[str, ...] = ()
    outer: "Type | None" = None
    outside: str = ""  # the full name of a type from elsewhere that is only added to here

    @property
    def full(self) -> str:
        """The name with its space."""
        return f"{self.space}.{self.name}" if self.space else self.name


@dataclass(slots=True)
class Space:
    """What a package or namespace holds itself."""

    name: str
    types: dict[str, Type] = field(default_factory=dict)
    functions: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))
    variables: dict[str, tuple[str, Assignment]] = field(default_factory=dict)


@dataclass(slots=True)
class File:
    """A file's declarations by qualified name, and what its functions bind."""

    facts: FileFacts
    space: str
    definitions: dict[str, Definition] = field(default_factory=dict)
    locals: dict[tuple[str, str], list[Assignment]] = field(default_factory=lambda: defaultdict(list))
    inner: dict[tuple[str, str], list[Definition]] = field(default_factory=lambda: defaultdict(list))
    types: dict[str, Type] = field(default_factory=dict)  # by the qualified name of one of its parts
    members: dict[str, Type] = field(default_factory=dict)  # owners of functions that stand outside of them


class Program:
    """Indexes the files.  `homes` is the space of each file; `homes_inside` that of a namespace in it is appended.

    `outside_of_types`: ``Owner::name`` stands outside of its owner, which is a type or a space seen from there.
    """

    def __init__(self, files: Mapping[str, FileFacts], homes: Mapping[str, str], *, outside_of_types: bool = False) -> None:
        self._outside_of_types = outside_of_types
        self.spaces: dict[str, Space] = {}
        self.files: dict[str, File] = {}
        self.named: dict[str, list[tuple[Type, str, Definition]]] = defaultdict(list)  # methods by name
        self.extensions: dict[str, list[Found]] = defaultdict(list)  # functions that are called on types from elsewhere, by name
        for path in sorted(files):
            self.files[path] = self._file(files[path], homes[path])
        for path in sorted(files):
            self._types(path)
        for path in sorted(files):
            self._members(path)

    def space(self, name: str) -> Space:
        """The space of this name, made where it is new."""
        found = self.spaces.get(name)
        if found is None:
            found = self.spaces[name] = Space(name)
        return found

    def join(self, added: Type, to: Type) -> None:
        """Give blocks that add to a type from another space to the type itself."""
        for path, definition in added.parts:
            self.files[path].types[definition.qualname] = to
        for name, functions in added.methods.items():
            to.methods[name] += functions
            self.named[name] = [(to if of is added else of, path, item) for of, path, item in self.named[name]]
        to.constructors += added.constructors
        for name, bound in added.fields.items():
            to.fields.setdefault(name, bound)
        for name, nested in added.nested.items():
            to.nested.setdefault(name, nested)
        to.bases += added.bases

    def space_of(self, file: File, scope: str) -> str:
        """The space that a definition stands in: its file's, with the namespaces around it."""
        inside: list[str] = []
        here = file.definitions.get(scope)
        while here is not None:
            if here.kind == "namespace" and "inline" not in here.properties:
                inside.append(here.name)
            here = file.definitions.get(here.parent)
        return ".".join([part for part in (file.space, *reversed(inside)) if part])

    def _file(self, facts: FileFacts, home: str) -> File:
        file = File(facts, home)
        for definition in facts.definitions:
            file.definitions[definition.qualname] = definition
            file.inner[definition.parent, definition.name].append(definition)
        for assignment in facts.assignments:
            owner = file.definitions.get(assignment.scope)
            if assignment.scope and (owner is None or owner.kind not in TYPES or assignment.kind in INNER):
                file.locals[assignment.scope, assignment.target].append(assignment)
        return file

    def enclosing(self, file: File, scope: str) -> Type | None:
        """The innermost type around a scope, the scope counted in."""
        here = file.definitions.get(scope)
        while here is not None:
            found = file.types.get(here.qualname) or file.members.get(here.qualname)
            if found is not None:
                return found
            here = file.definitions.get(here.parent)
        return None

    def _types(self, path: str) -> None:
        file = self.files[path]
        for definition in file.facts.definitions:
            if definition.kind not in TYPES:
                continue
            outer = self.enclosing(file, definition.parent) if definition.parent else None
            name = definition.owner or definition.name
            if outer is not None and definition.kind not in ADDITIONS:
                found = outer.nested.get(name)
                if found is None:
                    found = outer.nested[name] = Type(outer.space, f"{outer.name}.{name}", outer=outer)
            else:
                space = self.space(self.space_of(file, definition.parent))
                found = self._reached(space, name)
            if definition.kind not in ADDITIONS or not found.parts:
                found.parts.append((path, definition))
            file.types[definition.qualname] = found
            found.bases += [(path, definition.parent, base) for base in definition.bases]
            if not found.parameters:
                found.parameters = type_parameters(definition.signature, definition.name)

    def _reached(self, space: Space, dotted: str) -> Type:
        """The type of a dotted name in a space, made where it is new."""
        parts = dotted.split(".")
        found = space.types.get(parts[0])
        if found is None:
            found = space.types[parts[0]] = Type(space.name, parts[0])
        for part in parts[1:]:
            below = found.nested.get(part)
            if below is None:
                below = found.nested[part] = Type(found.space, f"{found.name}.{part}", outer=found)
            found = below
        return found

    def _members(self, path: str) -> None:
        file = self.files[path]
        for definition in file.facts.definitions:
            if definition.kind not in FUNCTIONS:
                continue
            if "extension" in definition.properties:
                self.extensions[definition.name].append((path, definition))
                continue
            owner = self._owner(file, definition)
            if owner is None:
                above = file.definitions.get(definition.parent)
                if above is None or above.kind == "namespace" or definition.kind == "macro":
                    space = self.space(self._holding(file, definition))
                    space.functions[definition.name].append((path, definition))
                continue
            if definition.kind == "constructor":
                owner.constructors.append((path, definition))
            else:
                owner.methods[definition.name].append((path, definition))
                self.named[definition.name].append((owner, path, definition))
        for assignment in file.facts.assignments:
            holder = file.types.get(assignment.scope)
            if holder is not None and assignment.kind in INNER:
                continue
            if holder is not None:
                holder.fields.setdefault(assignment.target, (path, assignment))
                continue
            above = file.definitions.get(assignment.scope)
            if not assignment.scope or (above is not None and above.kind == "namespace"):
                space = self.space(self.space_of(file, assignment.scope))
                space.variables.setdefault(assignment.target, (path, assignment))
            elif above is not None and assignment.target.startswith(("this.", "self.", "@")):
                owner = self.enclosing(file, assignment.scope)
                name = assignment.target.lstrip("@").partition(".")[2] or assignment.target
                if owner is not None and "." not in name:
                    owner.fields.setdefault(name, (path, assignment))
        for conformance in file.facts.conformances:
            taker = file.types.get(conformance.scope) if not conformance.type else None
            if taker is None and conformance.type:
                taker = self._reached(self.space(self.space_of(file, conformance.scope)), conformance.type)
            if taker is not None:
                taker.bases.append((path, conformance.scope, conformance.base))
                if conformance.kind == "include":
                    taker.included.append(conformance.base)

    def _owner(self, file: File, definition: Definition) -> Type | None:
        """The type a function is a member of."""
        if definition.owner:
            within = file.types.get(definition.parent)
            if within is not None:
                return within
            if self._outside_of_types:
                return self._seen(file, definition)
            return self._reached(self.space(self.space_of(file, definition.parent)), definition.owner)
        return file.types.get(definition.parent) if definition.parent else None

    def _holding(self, file: File, definition: Definition) -> str:
        """The name of the space a function stands in: that of its owner, if that is one; macros stand in no namespace."""
        if not self._outside_of_types:
            return self.space_of(file, definition.parent)
        if definition.kind == "macro":
            return file.space
        within = self.space_of(file, definition.parent)
        if not definition.owner:
            return within
        return next((space for space in self._inside(within, definition.owner) if space in self.spaces), within)

    def _seen(self, file: File, definition: Definition) -> Type | None:
        """The type that a function written as ``Owner::name`` belongs to, None where the owner is a space."""
        within = self.space_of(file, definition.parent)
        stars = [item.module for item in file.facts.imports if item.names and item.names[0].name == "*"]
        for whole in (*self._inside(within, definition.owner), *(f"{star}.{definition.owner}" for star in stars)):
            parts = whole.split(".")
            for count in range(len(parts) - 1, -1, -1):
                space = self.spaces.get(".".join(parts[:count]))
                if space is not None and parts[count] in space.types:
                    found = self._reached(space, ".".join(parts[count:]))
                    file.members[definition.qualname] = found
                    return found
            if whole in self.spaces:
                return None
        found = file.members[definition.qualname] = self._reached(self.space(within), definition.owner)
        return found

    def _inside(self, within: str, name: str) -> list[str]:
        """A dotted name as it may be meant in a space: in it, then in the spaces around it."""
        out = []
        while within:
            out.append(f"{within}.{name}")
            within = within.rpartition(".")[0]
        return [*out, name]
