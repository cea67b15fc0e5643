"""Methods of classes below: what a call on an instance runs where the instance is of a class that overrides the method."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from apps.engine.facts import Call, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.entities import Entity, Resolution

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames
    from apps.engine.graph.passing import Passing

_MOST = 24  # methods that override one; of more, none is told
_ALWAYS_OWN = frozenset({"__init__", "__new__", "__init_subclass__"})


class Overriding:
    """Overriding methods by the method they take the place of."""

    def __init__(self, names: DynamicNames, passing: Passing) -> None:
        self._names = names
        self._passing = passing
        self._below: dict[tuple[str, str], list[Entity]] = defaultdict(list)
        for path, index in sorted(names.files.items()):
            if not index.is_script:
                self._add(path, index)

    def _add(self, path: str, index: FileIndex) -> None:
        for definition in index.facts.definitions:
            if not definition.parent or definition.kind not in ("method", "accessor") or definition.name in _ALWAYS_OWN:
                continue
            owner = index.definitions.get(definition.parent)
            if owner is None or not owner.bases or owner.kind not in CLASSES or "setter" in definition.properties:
                continue
            own = Entity("function", path, definition.qualname, definition=definition, how="inferred")
            for above in self._names.classes.of(path, owner.qualname)[1:]:
                there = self._names.files.get(above.path) if above.kind == "class" else None
                for binding in there.scopes.get(above.qualname, {}).get(definition.name, ()) if there is not None else ():
                    if binding.definition is not None:
                        self._below[above.path, binding.definition.qualname].append(own)

    def of_call(self, index: FileIndex, call: Call, found: Resolution) -> list[Entity]:
        """What a call that leads to a method may run instead: only of receivers whose class is not known for sure."""
        below = self._below.get((found.path, found.qualname))
        if not below or call.callee.kind != "name":
            return []
        receiver = call.callee.text.rpartition(".")[0]
        if not receiver:
            return []
        holder = self._names.evaluate(self._names.dotted(index, call.scope, receiver, call.line))
        self._names.steps = 0
        holders = [holder]
        if holder.kind == "unknown":
            holders = list(self._passing.ask(index, call.scope, Value("name", receiver, line=call.line), call.line))
        out: list[Entity] = []
        for one in holders:
            if one.kind in ("instance", "class") and one.loose:
                out.extend(item for item in self.below(one, below) if item not in out)
        return out

    def below(self, holder: Entity, below: list[Entity]) -> list[Entity]:
        """Those of the methods that stand in classes below that of the holder."""
        classes = {(cls.path, cls.qualname) for cls in self._names.classes.below(holder.path, holder.qualname)}
        out = [item for item in below if item.definition is not None and (item.path, item.definition.parent) in classes]
        return out if len(out) <= _MOST else []

    def getters(self, owner: Entity, getter: Entity) -> list[Entity]:
        """Properties below that take the place of one."""
        below = self._below.get((getter.path, getter.qualname)) if owner.loose else None
        return self.below(owner, below) if below else []
