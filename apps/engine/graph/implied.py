"""Calls that no name alone tells: of parameters, results, elements and attributes; of decorators, iterators and context managers.

Starts from the calls that names did resolve: they say what the parameters of a function may be.  What is found then says more, so
the open calls are gone through again, a few times at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.entities import Entity, Resolution
from apps.engine.graph.passing import Passing
from apps.engine.graph.testfiles import is_test
from apps.engine.parsing import parse

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_ROUNDS = 5
_EVALUATES = frozenset({"builtins.eval", "builtins.exec"})
_MOST_TEXT = 2000  # characters of program text in a string


class Implied(msgspec.Struct, frozen=True, gc=False):
    """`target` is run at `line` of `scope`; by `call`, or without one by a decorator, a loop, ``with`` or a property."""

    path: str
    scope: str
    line: int
    target: Resolution
    call: Call | None = None


Resolved = Mapping[str, Sequence[tuple[Call, Resolution]]]
Open = Mapping[str, Sequence[Call]]


class Implications:
    """One run over the files of a backend."""

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._passing = Passing(names)
        self._out: list[Implied] = []
        self._tests: dict[str, bool] = {}

    def find(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """What is implied by the calls that are resolved, for those that are not and for what is no call."""
        indexes = [index for _, index in sorted(self._names.files.items()) if not index.is_script]
        callbacks: list[tuple[FileIndex, Call, str]] = []
        decorated: list[tuple[FileIndex, Call, Entity]] = []
        for index in indexes:
            for call, found in resolved.get(index.facts.path, ()):
                self._learn(index, call, found, callbacks, decorated)
        for index in indexes:
            for definition in index.facts.definitions:
                if definition.decorators:
                    self._decorations(index, definition)
        todo = [(index, call) for index in indexes for call in still_open.get(index.facts.path, ())]
        self._settle(todo)
        self._passing.again()
        for index, call, function in decorated:
            for wrapper in self._passing.wrapped(function):
                for run in self._passing.run(wrapper):
                    self._add(index, call.scope, call.line, run.inferred(), call)
        for index, call, name in callbacks:
            runs = self._evaluated(index, call) if name in _EVALUATES else self._passing.callbacks(index, name, call)
            for run in runs:
                self._add(index, call.scope, call.line, run.inferred(), None)
        getters = {
            definition.name
            for index in indexes
            for definition in index.facts.definitions
            if definition.kind == "accessor" and "setter" not in definition.properties
        }
        for index in indexes:
            self._read(index, getters)
            for assignment in index.facts.assignments:
                if assignment.kind in ("loop", "with", "parameter") and assignment.value is not None:
                    self._protocol(index, assignment, assignment.value)
        return self._out

    def _learn(
        self,
        index: FileIndex,
        call: Call,
        found: Resolution,
        callbacks: list[tuple[FileIndex, Call, str]],
        decorated: list[tuple[FileIndex, Call, Entity]],
    ) -> None:
        if found.kind == "external":
            if found.external == "builtins.setattr":
                self._passing.stored(index, call)
            elif found.external.startswith(("builtins.", "functools.", "itertools.")):
                callbacks.append((index, call, found.external))
            return
        definition = found.definition
        if definition is None:
            return
        if definition.kind in CLASSES:
            cls = Entity("class", found.path, found.qualname, how=found.how, definition=definition)
            maker = self._passing.constructor(cls)
            if maker.kind != "function":
                return
            self._add(index, call.scope, call.line, maker, None)
            if call.arguments:
                self._passing.called(maker, index, call)
            return
        function = Entity("function", found.path, found.qualname, definition=definition)
        if definition.decorators:
            decorated.append((index, call, function))
        if call.arguments:
            self._passing.called(function, index, call)

    def _decorations(self, index: FileIndex, definition: Definition) -> None:
        kind = "class" if definition.kind in CLASSES else "function"
        decorated = Entity(kind, index.facts.path, definition.qualname, definition=definition)
        for decorator, found in zip(reversed(definition.decorators), self._passing.decorators(decorated), strict=True):
            if not found.path:
                continue
            for run in self._passing.run(found):
                self._add(index, definition.parent, decorator.line, run.inferred() if decorator.called else run, None)
            if kind == "class":
                self._passing.decorates(found, decorated)
        self._passing.wrapped(decorated)

    def _settle(self, todo: list[tuple[FileIndex, Call]]) -> None:
        given: dict[int, set[tuple[str, str, str]]] = {}
        for _ in range(_ROUNDS):
            self._passing.again()
            later: list[tuple[FileIndex, Call]] = []
            grown = False
            for index, call in todo:
                targets = self._passing.targets(index, call)
                if self._passing.touched:
                    later.append((index, call))
                seen = given.setdefault(id(call), set())
                for target in targets:
                    key = (target.path, target.qualname, target.external)
                    if key in seen:
                        continue
                    seen.add(key)
                    grown = True
                    self._add(index, call.scope, call.line, target.inferred(), call)
                    if target.kind == "function" and call.arguments:
                        self._passing.called(target, index, call)
            todo = later
            if not grown:
                break

    def _evaluated(self, index: FileIndex, call: Call) -> list[Entity]:
        """What program text that is a constant calls."""
        if not call.arguments:
            return []
        out: list[Entity] = []
        for text in sorted(self._passing.containers.keys(index, call.scope, call.arguments[0].value, call.line)):
            if "(" not in text or len(text) > _MOST_TEXT:
                continue
            for inner in parse(index.facts.path, index.facts.language, text).calls:
                if not inner.scope:
                    out.extend(self._passing.targets(index, msgspec.structs.replace(inner, scope=call.scope, line=call.line)))
        return out

    def _protocol(self, index: FileIndex, assignment: Assignment, value: Value) -> None:
        """The methods that a loop or ``with`` calls."""
        holders = self._passing.ask(index, assignment.scope, value, assignment.line)
        if assignment.kind != "with":
            for _, method in self._passing.iteration(holders):
                self._add(index, assignment.scope, assignment.line, method.inferred(), None)
            return
        for names in (("__enter__", "__exit__"), ("__aenter__", "__aexit__")):
            for name in names:
                for method in self._passing.methods(holders, name):
                    self._add(index, assignment.scope, assignment.line, method.inferred(), None)

    def _read(self, index: FileIndex, getters: set[str]) -> None:
        """The properties that are read by the dotted names of a file."""
        for reference in index.facts.references:
            if "." in reference.name:
                self._getters(index, reference.scope, reference.name, reference.line, getters)
        for call in index.facts.calls:
            if call.callee.kind == "name" and call.callee.text.count(".") > 1:
                self._getters(index, call.scope, call.callee.text.rpartition(".")[0], call.line, getters)

    def _getters(self, index: FileIndex, scope: str, name: str, line: int, getters: set[str]) -> None:
        parts = name.split(".")
        for at in range(1, len(parts)):
            if parts[at] not in getters:
                continue
            owner = self._names.evaluate(self._names.dotted(index, scope, ".".join(parts[:at]), line))
            if owner.kind not in ("instance", "super"):
                continue
            getter = self._names.classes.getter(owner, parts[at])
            if getter is not None:
                self._add(index, scope, line, getter.after(owner), None)

    def _is_test(self, path: str) -> bool:
        known = self._tests.get(path)
        if known is None:
            known = self._tests[path] = is_test(path)
        return known

    def _add(self, index: FileIndex, scope: str, line: int, target: Entity, call: Call | None) -> None:
        found = self._names.as_resolution(target)
        if self._is_test(found.path) and not self._is_test(index.facts.path):
            return  # what tests alone hand in is no part of the program
        if found.kind in ("definition", "external") and not found.is_instance:
            self._out.append(Implied(index.facts.path, scope, line, found, call))
