"""Calls that no name alone tells: of parameters, results, elements and attributes; of decorators, iterators and context managers.

Starts from the calls that names did resolve: they say what the parameters of a function may be.  What is found then says more, so
the open calls are gone through again, a few times at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from apps.engine.facts import Call, Definition, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.class_creation import ClassCreation
from apps.engine.graph.descriptors import Descriptors
from apps.engine.graph.entities import Entity, Resolution
from apps.engine.graph.overriding import Overriding
from apps.engine.graph.passing import Passing
from apps.engine.graph.protocols import Protocols
from apps.engine.graph.testfiles import is_aside
from apps.engine.parsing import parse

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_ROUNDS = 5
_EVALUATES = frozenset({"builtins.eval", "builtins.exec"})
_BUILTINS = "builtins."
_CONSTRUCTORS = frozenset({"__init__", "__new__"})
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
        self._overriding = Overriding(names, self._passing)
        self._creation = ClassCreation(names)
        self._descriptors = Descriptors(names)
        self._out: list[Implied] = []
        self._tests: dict[str, bool] = {}
        self._befores: dict[str, tuple[tuple[str, str], ...]] = {}  # by dotted name: before a property's name, and that name

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
                if definition.kind in CLASSES:
                    for method in self._creation.of_class(index.facts.path, definition):
                        self._add(index, definition.parent, definition.line, method, None)
        todo = [(index, call) for index in indexes for call in still_open.get(index.facts.path, ())]
        self._settle(todo)
        self._passing.again()
        for index, call, function in decorated:
            self._passing.begin()
            for wrapper in self._passing.wrapped(function):
                for run in self._passing.run(wrapper):
                    self._add(index, call.scope, call.line, run.inferred(), call)
        for index, call, name in callbacks:
            runs = self._evaluated(index, call) if name in _EVALUATES else self._passing.callbacks(index, name, call)
            for run in runs:
                self._add(index, call.scope, call.line, run.inferred(), None)
        protocols = Protocols(self._names, self._passing)
        for index, call, name in callbacks:
            if name.startswith(_BUILTINS):
                for method in protocols.of_builtin(index, call, name.removeprefix(_BUILTINS)):
                    self._add(index, call.scope, call.line, method.inferred(), None)
        accessors = [item for index in indexes for item in index.facts.definitions if item.kind == "accessor"]
        getters = {item.name for item in accessors if "setter" not in item.properties} | self._descriptors.read
        setters = {item.name for item in accessors if "setter" in item.properties} | self._descriptors.written
        for index in indexes:
            self._read(index, getters, setters)
            for assignment in index.facts.assignments:
                if assignment.kind in ("loop", "with", "parameter") and assignment.value is not None:
                    for method in protocols.of_assignment(index, assignment):
                        self._add(index, assignment.scope, assignment.line, method.inferred(), None)
            for operation in index.facts.operations:
                if operation.kind == "get":
                    continue
                for method in protocols.of_operation(index, operation):
                    self._add(index, operation.scope, operation.line, method.inferred(), None)
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
            self._makes(index, call, cls)
            maker = self._passing.constructor(cls)
            if maker.kind == "external":  # that of a base outside
                self._add(index, call.scope, call.line, maker, None)
            if maker.kind != "function":
                return
            self._add(index, call.scope, call.line, maker, None)
            if call.arguments:
                self._passing.called(maker, index, call)
            return
        function = Entity("function", found.path, found.qualname, definition=definition)
        if definition.name in _CONSTRUCTORS and not call.callee.text.endswith(definition.name):
            self._makes(index, call, Entity("class", found.path, definition.parent))
        for other in self._overriding.of_call(index, call, found):
            self._add(index, call.scope, call.line, other, None)
            if call.arguments:
                self._passing.called(other, index, call)
        if definition.decorators:
            decorated.append((index, call, function))
        if call.arguments:
            self._passing.called(function, index, call)

    def _makes(self, index: FileIndex, call: Call, cls: Entity) -> None:
        before = self._creation.of_instance(cls)
        callee = call.callee
        if callee.kind == "name":
            self._names.steps = 0
            called = self._names.evaluate(self._names.dotted(index, call.scope, callee.text, call.line))
            if called.kind == "class" and called.loose:  # ``cls(…)`` may make one of a class below
                before.extend(self._passing.constructors_below(called))
        for method in before:
            self._add(index, call.scope, call.line, method, None)
            if call.arguments:
                self._passing.called(method, index, call)

    def _decorations(self, index: FileIndex, definition: Definition) -> None:
        kind = "class" if definition.kind in CLASSES else "function"
        decorated = Entity(kind, index.facts.path, definition.qualname, definition=definition)
        self._passing.begin()
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
                    if target.kind != "function":
                        continue
                    for run in (target, *self._overriding.of_call(index, call, self._names.as_resolution(target))):
                        if run is not target:
                            self._add(index, call.scope, call.line, run, call)
                        if call.arguments:
                            self._passing.called(run, index, call)
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

    def _read(self, index: FileIndex, getters: set[str], setters: set[str]) -> None:
        """The properties that are read in a file."""
        for reference in index.facts.references:
            if "." in reference.name:
                self._getters(index, reference.scope, reference.name, reference.line, getters)
        for call in index.facts.calls:
            if call.callee.kind == "name" and "." in call.callee.text:
                self._getters(index, call.scope, call.callee.text, call.line, getters)
            elif call.callee.kind == "attribute":
                self._getters_of(index, call.scope, call.callee.items[0], call.line, getters)
        for assignment in index.facts.assignments:
            owner_name, _, attribute = assignment.target.rpartition(".")
            if owner_name and attribute in setters and not assignment.kind:
                owner = self._names.evaluate(self._names.dotted(index, assignment.scope, owner_name, assignment.line))
                if owner.kind != "instance":
                    continue
                setter = self._names.classes.setter(owner, attribute) or self._descriptors.setter(owner, attribute)
                if setter is not None:
                    self._add(index, assignment.scope, assignment.line, setter.after(owner), None)
        for operation in index.facts.operations:
            if operation.kind == "get":
                self._getters_of(index, operation.scope, operation.value, operation.line, getters)

    def _getters_of(self, index: FileIndex, scope: str, value: Value, line: int, getters: set[str]) -> None:
        """The properties read by an expression: a dotted name, or one attribute after another of what a call gives."""
        while value.kind == "attribute" and value.items:
            if value.text in getters:
                for owner in self._passing.ask(index, scope, value.items[0], line):
                    self._getter(index, scope, line, owner, value.text)
            value = value.items[0]
        if value.kind == "name":
            self._getters(index, scope, value.text, line, getters)

    def _getters(self, index: FileIndex, scope: str, name: str, line: int, getters: set[str]) -> None:
        befores = self._befores.get(name)
        if befores is None:
            parts = name.split(".")
            befores = tuple([(".".join(parts[:at]), parts[at]) for at in range(1, len(parts)) if parts[at] in getters])
            self._befores[name] = befores
        for before, attribute in befores:
            owner = self._names.evaluate(self._names.dotted(index, scope, before, line))
            self._names.steps = 0
            if owner.kind in ("instance", "super"):
                self._getter(index, scope, line, owner, attribute)
            elif owner.kind == "unknown":
                for holder in self._passing.ask(index, scope, Value("name", before, line=line), line):
                    self._getter(index, scope, line, holder, attribute)

    def _getter(self, index: FileIndex, scope: str, line: int, owner: Entity, name: str) -> None:
        if owner.kind not in ("instance", "super"):
            return
        getter = self._names.classes.getter(owner, name) or self._descriptors.getter(owner, name)
        if getter is not None:
            self._add(index, scope, line, getter.after(owner), None)
            for other in self._overriding.getters(owner, getter):
                self._add(index, scope, line, other, None)

    def _is_aside(self, path: str) -> bool:
        known = self._tests.get(path)
        if known is None:
            known = self._tests[path] = is_aside(path)
        return known

    def _add(self, index: FileIndex, scope: str, line: int, target: Entity, call: Call | None) -> None:
        found = self._names.as_resolution(target)
        if self._is_aside(found.path) and not self._is_aside(index.facts.path):
            return  # what tests or examples alone hand in is no part of the program
        if found.kind in ("definition", "external") and not found.is_instance:
            self._out.append(Implied(index.facts.path, scope, line, found, call))
