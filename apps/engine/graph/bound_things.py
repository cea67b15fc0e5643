"""What stands behind the bindings of a name: the one of several that holds, what an import brings, what a star brings."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from apps.engine.facts import Assignment, Import
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex
from apps.engine.graph.entities import UNKNOWN, Entity, external
from apps.engine.graph.modules import Located
from apps.engine.graph.stdlib import BUILTINS

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

WINDOW = 12  # bindings of one name looked at, the nearest before a line
_STARS = 60  # star imports of one file that are searched


class BoundThings:
    """Turns bindings into what they bind; nothing is evaluated."""

    def __init__(self, resolver: DynamicNames) -> None:
        self._resolver = resolver

    def choose(self, index: FileIndex, bindings: list[Binding], line: int) -> Entity:
        """Of several bindings: the last one before `line`; one that is known before one that is not."""
        if len(bindings) > 1:
            end = bisect_right(bindings, line, key=line_of) if line else len(bindings)
            bindings = bindings[max(end - WINDOW, 0) : end] or bindings[:1]
        if len(bindings) == 1:
            return self._entity(index, bindings[0])
        last = bindings[-1]
        if last.imported is not None and not index.is_script:  # a module that is run may import itself by its name
            bindings = [binding for binding in bindings if not self._brings_itself(index, binding)] or bindings
            last = bindings[-1]
        if last.imported is not None:  # alternatives, as in try … except ImportError: the one in the repository
            found = [self._entity(index, binding) for binding in bindings if binding.imported is not None]
            inside = [entity for entity in found if entity.kind not in ("external", "outside", "unknown")]
            return inside[-1] if inside else found[0]
        if last.definition is not None:
            same = [binding for binding in bindings if binding.definition is not None]
            real = [binding for binding in same if not _is_overload(binding)]
            return self._entity(index, (real or same)[-1])
        if index.is_script and any(binding.definition is not None for binding in bindings):
            return self._entity(index, next(binding for binding in reversed(bindings) if binding.definition is not None))
        plain = [binding for binding in bindings if not _is_none(binding)]
        return self._entity(index, (plain or bindings)[-1])

    def _brings_itself(self, index: FileIndex, binding: Binding) -> bool:
        if binding.imported is None or binding.name is None:
            return False
        module = self.module_of(index, binding.imported)
        return module.kind == "module" and module.path == index.facts.path and binding.name.name != "*"

    def _entity(self, index: FileIndex, binding: Binding) -> Entity:
        path = index.facts.path
        if binding.definition is not None:
            definition = binding.definition
            kind = "class" if definition.kind in CLASSES else "function"
            return Entity(kind, path, definition.qualname, definition=definition)
        if binding.assignment is not None:
            assignment = binding.assignment
            qualname = f"{assignment.scope}.{assignment.target}" if assignment.scope else assignment.target
            return Entity("variable", path, qualname, assignment=assignment)
        if binding.imported is None:
            return UNKNOWN
        return self.imported(index, binding)

    def imported(self, index: FileIndex, binding: Binding) -> Entity:
        """What an import binds."""
        imported = binding.imported
        if imported is None or not self._resolver.enter():
            return UNKNOWN
        try:
            if binding.name is None:
                if imported.alias or index.is_script:
                    module = self.module_of(index, imported)
                    return self._resolver.exports.whole(module) if imported.kind == "require" else module
                first = imported.module.partition(".")[0]
                return self.located(self._resolver.modules.locate_python(index.facts.path, first))
            module = self.module_of(index, imported)
            if binding.name.name == "*":
                return module
            if imported.kind == "require":
                return self._resolver.member(self._resolver.exports.whole(module), binding.name.name)
            return self._resolver.member(module, binding.name.name)
        finally:
            self._resolver.leave()

    def module_of(self, index: FileIndex, imported: Import) -> Entity:
        """The module an import names."""
        return self.located(self._resolver.modules.locate(index.facts.path, imported))

    def located(self, located: Located) -> Entity:
        """The module, folder or package that was found for a path or name."""
        if located.kind == "file":
            return Entity("module", located.path)
        if located.kind == "folder":
            return Entity("folder", located.path)
        return external(located.name) if located.kind == "external" else UNKNOWN

    def starred(self, index: FileIndex, name: str) -> Entity | None:
        """A name that came with ``from x import *``."""
        unsure = False
        for star in index.stars[:_STARS]:
            module = self.module_of(index, star)
            if module.kind == "module":
                other = self._resolver.files[module.path]
                if name.startswith("_") and other.public is None:
                    continue
                if other.public is not None and name not in other.public:
                    continue
                found = self._resolver.member(module, name)
                if found.kind != "unknown":
                    return found
            elif module.kind != "folder":
                unsure = True
        return UNKNOWN if unsure and name not in BUILTINS else None


def line_of(bound: Binding | Assignment) -> int:
    """The line of a binding, for a search in those that are in order."""
    return bound.line


def _is_overload(binding: Binding) -> bool:
    definition = binding.definition
    if definition is None:
        return False
    return any(decorator.name.rpartition(".")[2] == "overload" for decorator in definition.decorators) or (
        "overload" in definition.properties
    )


def _is_none(binding: Binding) -> bool:
    return binding.assignment is not None and (binding.assignment.value is None or binding.assignment.value.kind == "none")
