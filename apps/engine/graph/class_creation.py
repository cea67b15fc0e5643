"""What Python runs to make a class: methods of its metaclass, and hooks of the classes it inherits from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Definition
from apps.engine.graph.entities import Entity

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_MAKING = ("__prepare__", "__new__", "__init__")


class ClassCreation:
    """Finds them where they are of the repository."""

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._known: dict[tuple[str, str], Entity | None] = {}

    def of_class(self, path: str, definition: Definition) -> list[Entity]:
        """What the statement that defines a class runs."""
        out: list[Entity] = []
        meta = self._metaclass(path, definition.qualname)
        if meta is not None:
            out.extend(found for name in _MAKING if (found := self._method(meta, name)) is not None)
        if definition.bases:
            above = Entity("super", path, definition.qualname, definition=definition)
            hook = self._names.member(above, "__init_subclass__")
            if hook.kind == "function":
                out.append(hook)
        return out

    def of_instance(self, cls: Entity) -> list[Entity]:
        """What calling a class runs before ``__init__``: of its metaclass, and the method that makes the instance."""
        meta = self._metaclass(cls.path, cls.qualname)
        found = (self._method(meta, "__call__") if meta is not None else None, self._method(cls, "__new__"))
        return [method for method in found if method is not None]

    def _metaclass(self, path: str, qualname: str) -> Entity | None:
        """The metaclass of the repository that the nearest class in the line of inheritance names."""
        key = (path, qualname)
        if key not in self._known:
            self._known[key] = None  # while it is looked for
            for cls in self._names.classes.of(path, qualname):
                index = self._names.index(cls.path) if cls.kind == "class" else None
                definition = index.definitions.get(cls.qualname) if index is not None else None
                named = [item.value for item in definition.keywords if item.name == "metaclass"] if definition is not None else []
                if index is not None and definition is not None and named:
                    self._names.steps = 0
                    found = self._names.value(index, definition.parent, named[0], definition.line)
                    self._known[key] = found if found.kind == "class" else None
                    break
        return self._known[key]

    def _method(self, cls: Entity, name: str) -> Entity | None:
        self._names.steps = 0
        found = self._names.member(cls, name)
        return found if found.kind == "function" else None
