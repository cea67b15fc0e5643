"""Which code runs in one program: a file that nothing imports, a test or a script, is one with all that it imports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from apps.engine.graph.bindings import CLASSES

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

Place = tuple[str, str]  # path and qualified name, "" for the code of the module


class Programs:
    """Programs of one repository, by the file they start with; `loaded` are files that others load without an import."""

    def __init__(
        self, names: DynamicNames, calls: Callable[[], Iterable[tuple[Place, Place]]], loaded: Iterable[tuple[str, str]]
    ) -> None:
        self._names = names
        self._calls = calls
        self._inside: dict[Place, set[Place]] | None = None
        self._imports: dict[str, set[str]] = {}
        for path, index in sorted(names.files.items()):
            found = {names.modules.find(path, one) for one in index.facts.imports if one.kind != "type"}
            self._imports[path] = {one for one in found if one is not None}
        for path, other in loaded:
            self._imports[path].add(other)
        imported = {other for path, others in self._imports.items() for other in others if other != path}
        self._starts = frozenset(names.files) - imported
        self._loaded: dict[str, set[str]] = {}
        self._run: dict[str, set[Place]] = {}

    def are_apart(self, caller: str, callee: str) -> bool:
        """Whether no program has both files: the second starts one that does not load the first."""
        return callee in self._starts and caller not in self._load(callee)

    def comes_to(self, start: str, caller: Place) -> bool:
        """Whether the program a file starts comes to a function; of a file others import that is not asked."""
        return start not in self._starts or start == caller[0] or caller in self._reached(start)

    def _load(self, start: str) -> set[str]:
        known = self._loaded.get(start)
        if known is None:
            known, files = {start}, [start]
            while files:
                for path in self._imports.get(files.pop(), ()):
                    if path not in known:
                        known.add(path)
                        files.append(path)
            self._loaded[start] = known
        return known

    def _reached(self, start: str) -> set[Place]:
        """The functions that code of a file comes to, by calls within what the file loads."""
        known = self._run.get(start)
        if known is None:
            inside = self._graph()
            loaded = self._load(start)
            known, todo = {(start, "")}, [(start, "")]
            while todo:
                for place in inside.get(todo.pop(), ()):
                    if place not in known and place[0] in loaded:
                        known.add(place)
                        todo.append(place)
            self._run[start] = known
        return known

    def _graph(self) -> dict[Place, set[Place]]:
        """What each function calls or has inside it."""
        if self._inside is None:
            self._inside = defaultdict(set)
            for source, target in self._calls():
                self._inside[source].add(target)
            for path, index in self._names.files.items():
                for definition in index.facts.definitions:
                    outer = index.definitions.get(definition.parent)
                    if outer is None or outer.kind not in CLASSES:  # functions in functions; methods run where they are called
                        self._inside[path, definition.parent].add((path, definition.qualname))
        return self._inside
