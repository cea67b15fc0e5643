"""Descriptors: attributes of a class whose own methods answer when they are read from an instance or given a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Assignment
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.entities import Entity

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_GET, _SET = "__get__", "__set__"


class Descriptors:
    """The fields that hold an instance of a class with ``__get__`` or ``__set__``, by the class that has them."""

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._fields: dict[tuple[str, str, str], Entity] = {}  # path and name of the class, name of the field
        self.read: set[str] = set()  # names of fields that a method answers for
        self.written: set[str] = set()
        indexes = [index for _, index in sorted(names.files.items()) if not index.is_script]
        makers = self._makers(indexes)
        for index in indexes if makers else ():
            for assignment in index.facts.assignments:
                call = assignment.value.call if assignment.kind == "field" and assignment.value is not None else None
                if call is not None and call.callee.text.rpartition(".")[2] in makers:
                    self._add(index, assignment)

    def _makers(self, indexes: list[FileIndex]) -> set[str]:
        """Names of the classes that have such methods, and of those below them."""
        out: set[str] = set()
        for index in indexes:
            for definition in index.facts.definitions:
                if definition.name in (_GET, _SET) and definition.parent in index.definitions:
                    out.add(index.definitions[definition.parent].name)
                    out.update(
                        cls.qualname.rpartition(".")[2] for cls in self._names.classes.below(index.facts.path, definition.parent)
                    )
        return out

    def _add(self, index: FileIndex, assignment: Assignment) -> None:
        self._names.steps = 0
        value = assignment.value
        held = self._names.value(index, assignment.scope, value, assignment.line) if value is not None else None
        if held is None or held.kind != "instance":
            return
        for method, named in ((_GET, self.read), (_SET, self.written)):
            if self._names.member(held, method).kind == "function":
                named.add(assignment.target)
                self._fields[index.facts.path, assignment.scope, assignment.target] = held

    def getter(self, owner: Entity, name: str) -> Entity | None:
        """The ``__get__`` that reading the attribute of an instance runs, None where there is none."""
        return self._answering(owner, name, _GET) if name in self.read else None

    def setter(self, owner: Entity, name: str) -> Entity | None:
        """The ``__set__`` that giving the attribute of an instance a value runs, None where there is none."""
        return self._answering(owner, name, _SET) if name in self.written else None

    def _answering(self, owner: Entity, name: str, method: str) -> Entity | None:
        line = self._names.classes.of(owner.path, owner.qualname)
        for cls in line[1:] if owner.kind == "super" else line:
            index = self._names.index(cls.path) if cls.kind == "class" else None
            if index is None:
                return None
            if name in index.scopes.get(cls.qualname, {}):
                held = self._fields.get((cls.path, cls.qualname, name))
                found = self._names.member(held, method) if held is not None else None
                return found if found is not None and found.kind == "function" else None
        return None
