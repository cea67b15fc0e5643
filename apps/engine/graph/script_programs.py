"""Which code runs in one program: a file that nothing imports, a test or a script, is one with all that it imports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

Place = tuple[str, str]  # path and qualified name, "" for the code of the module


class Programs:
    """Programs of one repository, by the file they start with; `calls` are pairs of places."""

    def __init__(self, names: DynamicNames, calls: Iterable[tuple[Place, Place]]) -> None:
        self._names = names
        self._inside: dict[Place, set[Place]] = defaultdict(set)
        for source, target in calls:
            self._inside[source].add(target)
        self._imports: dict[str, set[str]] = {}
        imported: set[str] = set()
        for path, index in sorted(names.files.items()):
            for definition in index.facts.definitions:
                self._inside[path, definition.parent].add((path, definition.qualname))
            found = {names.modules.find(path, one) for one in index.facts.imports if one.kind != "type"}
            self._imports[path] = {one for one in found if one is not None and one != path}
            imported |= self._imports[path]
        self._starts = frozenset(names.files) - imported
        self._run: dict[str, set[Place]] = {}

    def may_meet(self, caller: Place, callee: Place) -> bool:
        """Whether a function can be handed to a caller: not where it is of a program that never comes to the caller."""
        start = callee[0]
        return start not in self._starts or start == caller[0] or caller in self._reached(start)

    def _reached(self, start: str) -> set[Place]:
        """The functions that code of a file comes to, by calls within what the file imports."""
        known = self._run.get(start)
        if known is not None:
            return known
        loaded, files = {start}, [start]
        while files:
            for path in self._imports.get(files.pop(), ()):
                if path not in loaded:
                    loaded.add(path)
                    files.append(path)
        reached: set[Place] = {(start, "")}
        todo: list[Place] = [(start, "")]
        while todo:
            for place in self._inside.get(todo.pop(), ()):
                if place not in reached and place[0] in loaded:
                    reached.add(place)
                    todo.append(place)
        self._run[start] = reached
        return reached
