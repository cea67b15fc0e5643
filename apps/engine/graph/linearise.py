"""Classes, their bases in the order they are searched, and their members."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Definition, Value
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex
from apps.engine.graph.entities import OUTSIDE, UNKNOWN, Entity, external

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_TRIVIAL = ("builtins.object", "typing.", "typing_extensions.", "abc.ABC", "enum.")
_MOST = 60  # classes in one line of inheritance
_NESTED = 3  # lines of inheritance looked up while looking up another


class Lineage:
    """Inheritance among the classes a resolver knows."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver
        self._known: dict[tuple[str, str], list[Entity]] = {}
        self._members: dict[tuple[str, str, str, str], Entity] = {}
        self._below: dict[tuple[str, str], list[Entity]] | None = None
        self._nested = 0

    def bases(self, path: str, qualname: str) -> list[Entity]:
        """The direct bases, as classes, external names or unknown."""
        index = self._resolver.index(path)
        definition = index.definitions.get(qualname) if index is not None else None
        if index is None or definition is None:
            return []
        out = []
        for base in definition.bases:
            if base.kind == "spread":
                out.append(UNKNOWN)
                continue
            found = self._resolver.value(index, definition.parent, _without_arguments(base), definition.line)
            if found.kind in ("made", "outside"):
                found = OUTSIDE
            out.append(found if found.kind in ("class", "external", "outside") else UNKNOWN)
        return out

    def of(self, path: str, qualname: str) -> list[Entity]:
        """The class, then its ancestors in the order they are searched (C3 where that exists)."""
        start = (path, qualname)
        known = self._known.get(start)
        if known is not None:
            return known
        if self._nested >= _NESTED:
            self._resolver.cut = True
            return []
        self._nested += 1
        # The answer is kept, so it must not depend on how far the question had come.
        depth, steps = self._resolver.depth, self._resolver.steps
        self._resolver.depth = 0
        try:
            self._fill(start)
        finally:
            self._resolver.depth, self._resolver.steps = depth, steps
            self._nested -= 1
        return self._known.get(start, [])

    def below(self, path: str, qualname: str) -> list[Entity]:
        """The classes that inherit from a class, directly or not, by path and name."""
        if self._below is None:
            self._below = defaultdict(list)
            for other, index in sorted(self._resolver.files.items()):
                for definition in index.facts.definitions:
                    if definition.kind in CLASSES and definition.bases:
                        line = self.of(other, definition.qualname)
                        for cls in line[1:]:
                            if cls.kind == "class":
                                self._below[cls.path, cls.qualname].append(line[0])
        return self._below.get((path, qualname), [])

    def _fill(self, start: tuple[str, str]) -> None:
        """Compute the line of a class and, before it, those of its bases."""
        todo = [start]
        open_: dict[tuple[str, str], list[Entity]] = {}
        while todo:
            key = todo[-1]
            if key in self._known:
                todo.pop()
                continue
            bases = open_.get(key)
            if bases is None:
                self._resolver.steps = 0
                bases = open_[key] = self.bases(*key)
                wanted = [(base.path, base.qualname) for base in bases if base.kind == "class"]
                wanted.extend(self._merged(key))
                todo.extend(other for other in wanted if other not in self._known and other not in open_)
                continue
            todo.pop()
            index = self._resolver.index(key[0])
            definition = index.definitions.get(key[1]) if index is not None else None
            if definition is None:
                self._known[key] = []
                continue
            lines = []
            for base in bases:
                if base.kind == "class":  # one that is still open inherits from itself
                    lines.append(self._known.get((base.path, base.qualname)) or [UNKNOWN])
                else:
                    lines.append([base])
            line = [Entity("class", key[0], key[1], definition=definition), *_merge(lines)]
            for other in self._merged(key):  # says what there is, and has no code: behind all that does
                line.extend([item for item in self._known.get(other, ()) if not any(_same(item, one) for one in line)])
            self._known[key] = line[:_MOST]

    def _merged(self, cls: tuple[str, str]) -> list[tuple[str, str]]:
        index = self._resolver.index(cls[0])
        return [(cls[0], other) for other in index.merged.get(cls[1], ())] if index is not None else []

    def known(self, owner: Entity, name: str) -> Entity | None:
        """What has been found out about a member, as sure as its owner is."""
        found = self._members.get((owner.kind, owner.path, owner.qualname, name))
        return found.after(owner) if found is not None else None

    def member(self, owner: Entity, name: str) -> Entity:
        """A member of a class, an instance, or of what `super` means."""
        key = (owner.kind, owner.path, owner.qualname, name)
        known = self._members.get(key)
        if known is not None:
            return known
        cut, self._resolver.cut = self._resolver.cut, False
        found = self._member(owner, name)
        if not self._resolver.cut:
            self._members[key] = found
        self._resolver.cut = self._resolver.cut or cut
        return found

    def _member(self, owner: Entity, name: str) -> Entity:
        line = self.of(owner.path, owner.qualname)
        if owner.kind == "super":
            line = line[1:]
        outside: list[Entity] = []
        for cls in line:
            if cls.kind == "class":
                found = self._own(cls, name, owner)
                if found is not None:
                    return found
            elif cls.kind == "unknown":
                return UNKNOWN
            elif not cls.external.startswith(_TRIVIAL) or cls.kind == "outside":
                outside.append(cls)
        if not outside:
            return UNKNOWN
        if len(outside) > 1 or outside[0].kind == "outside":
            return OUTSIDE
        return external(f"{outside[0].external}.{name}").inferred()

    def _own(self, cls: Entity, name: str, owner: Entity) -> Entity | None:
        index = self._resolver.index(cls.path)
        if index is None:
            return None
        bindings = index.scopes.get(cls.qualname, {}).get(name)
        if bindings:
            definition = _definition(bindings, index)
            if definition is not None:
                if definition.kind == "accessor":
                    return self._accessor(index, definition)
                kind = "class" if definition.kind in CLASSES else "function"
                return Entity(kind, cls.path, definition.qualname, definition=definition)
        assignments = [binding.assignment for binding in bindings or () if binding.assignment is not None]
        if owner.kind != "class":
            assignments += index.own.get(cls.qualname, {}).get(name, [])
        if assignments:
            found = self._attribute(index, cls, name, assignments)
            is_read = bindings and owner.kind == "instance" and found.kind == "instance" and not index.is_script
            return self._given(found) if is_read else found
        outer = index.scopes.get("", {}).get(f"{cls.qualname}.{name}")
        if outer and outer[-1].assignment is not None:
            return self._attribute(index, cls, name, [outer[-1].assignment])
        return None

    def _given(self, held: Entity) -> Entity:
        """What reading an attribute gives that holds an instance: a descriptor gives something else than itself."""
        getter = self._resolver.member(held, "__get__")
        if getter.kind != "function" or getter.definition is None:
            return held
        definition = getter.definition
        there = self._resolver.files[getter.path]
        return (
            self._resolver.annotated(there, definition.parent, definition.returns, definition.line)
            if definition.returns
            else UNKNOWN
        )

    def _accessor(self, index: FileIndex, definition: Definition) -> Entity:
        """The value of a property: by its annotation; a property runs code, so what it gives is only inferred."""
        if definition.returns:
            return self._resolver.annotated(index, definition.parent, definition.returns, definition.line)
        key = (index.facts.path, definition.qualname, "property")
        if key in self._resolver.busy:  # one that gives what it is read from itself
            self._resolver.cut = True
            return UNKNOWN
        self._resolver.busy.add(key)
        results = [
            self._resolver.value(index, definition.qualname, value, value.line)
            for value in definition.returned
            if value.kind != "none"
        ]
        self._resolver.busy.discard(key)
        known = [result for result in results if result.kind in ("instance", "made", "class")]
        return known[0].inferred() if len(known) == 1 == len(results) else UNKNOWN

    def _attribute(self, index: FileIndex, cls: Entity, name: str, assignments: list[Assignment]) -> Entity:
        """An attribute by all its assignments: known only where they agree."""
        found: dict[tuple[str, str, str, str], Entity] = {}
        for assignment in assignments[:8]:
            if assignment.value is not None and assignment.value.kind == "none" and not assignment.annotation:
                continue
            entity = self._resolver.assigned(index, assignment)
            if entity.kind == "object" or entity.kind != "unknown":
                found.setdefault((entity.kind, entity.path, entity.qualname, entity.external), entity)
        if len(found) == 1:
            return next(iter(found.values())).inferred()
        if found:
            return UNKNOWN
        return Entity("opaque", cls.path, f"{cls.qualname}.{name}", assignment=assignments[0], how="inferred")

    def getter(self, owner: Entity, name: str) -> Entity | None:
        """The property of that name that reading an attribute runs, None where it is no property of the repository."""
        return self._property(owner, name, is_setter=False)

    def setter(self, owner: Entity, name: str) -> Entity | None:
        """The setter of that name that giving an attribute a value runs, None where there is none in the repository."""
        return self._property(owner, name, is_setter=True)

    def _property(self, owner: Entity, name: str, *, is_setter: bool) -> Entity | None:
        line = self.of(owner.path, owner.qualname)
        for cls in line[1:] if owner.kind == "super" else line:
            index = self._resolver.index(cls.path) if cls.kind == "class" else None
            if index is None:
                return None
            found = [binding.definition for binding in index.scopes.get(cls.qualname, {}).get(name, ())]
            for definition in found:
                is_property = definition is not None and definition.kind == "accessor"
                if definition is not None and is_property and ("setter" in definition.properties) == is_setter:
                    return Entity("function", cls.path, definition.qualname, definition=definition)
            if found:
                return None
        return None

    def own_constructor(self, cls: Entity) -> Entity:
        """The constructor a class defines itself, else the class."""
        index = self._resolver.index(cls.path)
        if index is not None:
            for name in ("__init__", "constructor", "__new__"):
                bindings = index.scopes.get(cls.qualname, {}).get(name)
                definition = _definition(bindings, index) if bindings else None
                if definition is not None:
                    return Entity("function", cls.path, definition.qualname, definition=definition, how=cls.how)
        return cls

    def constructor(self, parent: Entity) -> Entity | None:
        """What ``super(…)`` runs in JavaScript."""
        for cls in self.of(parent.path, parent.qualname)[1:]:
            if cls.kind != "class":
                return cls
            found = self.own_constructor(cls)
            if found.kind == "function":
                return found
        return None


def _without_arguments(base: Value) -> Value:
    """``Base[T]`` → ``Base``."""
    while base.kind == "subscript" and base.items:
        base = base.items[0]
    return base


def _definition(bindings: list[Binding], index: FileIndex) -> Definition | None:
    """The definition that counts: the implementation of overloads, the getter of a property, else the last."""
    found = [binding.definition for binding in bindings if binding.definition is not None]
    if not found:
        return None
    if not index.is_script and bindings[-1].assignment is not None and bindings[-1].line > found[-1].line:
        return found[-1]
    for definition in found:
        if definition.kind == "accessor" and "setter" not in definition.properties:
            return definition
    return found[-1]


def _merge(lines: list[list[Entity]]) -> list[Entity]:
    """C3 linearisation where it exists, else what is left depth first."""
    out: list[Entity] = []
    todo = [list(line) for line in lines if line]
    while todo:
        chosen = None
        for line in todo:
            first = line[0]
            if first.kind == "unknown" or not any(_same(first, later) for other in todo for later in other[1:]):
                chosen = first
                break
        if chosen is None:
            chosen = todo[0][0]
        out.append(chosen)
        if chosen.kind == "unknown":
            todo[todo.index(next(line for line in todo if line[0] is chosen))].pop(0)
        else:
            todo = [[item for item in line if not _same(item, chosen)] for line in todo]
        todo = [line for line in todo if line]
    return out


def _same(one: Entity, other: Entity) -> bool:
    return (one.kind, one.path, one.qualname, one.external) == (other.kind, other.path, other.qualname, other.external)
