"""Calls of JavaScript and TypeScript that names alone do not tell, as implied calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from apps.engine.facts import Call, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.entities import Entity, Resolution
from apps.engine.graph.implied import Implied, Open, Resolved
from apps.engine.graph.script_builtins import CALLBACKS, EVALUATORS, FIRST, RUNNERS
from apps.engine.graph.script_elements import element_calls
from apps.engine.graph.script_flow import ScriptFlow
from apps.engine.graph.script_programs import Place, Programs
from apps.engine.graph.script_things import Thing, Things, plain
from apps.engine.graph.testfiles import is_aside
from apps.engine.parsing import parse

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_ROUNDS = 2
_TARGETS = 400  # functions one call may run; beyond it is unknown
_NO_OBJECTS = frozenset({"typed", "function", "lambda", "signature"})
_MANY = 16  # functions of one call that are looked at program by program
_EXACT = frozenset({"instance", "class", "object"})  # receivers whose methods are known for sure
_LONGEST_TEXT = 2000  # characters of program text in a string
_CONSTRUCT = Thing("external", "", "Reflect.construct")
_CALLING = RUNNERS | EVALUATORS | {_CONSTRUCT.name}
_MADE = frozenset({"class", "function"})
_UNIVERSAL = frozenset({"toString", "toLocaleString", "valueOf"})
_OVERRIDING = 40  # methods below a declared class that a call may run


class ScriptCalls:
    """One run over the files of a backend."""

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._flow = ScriptFlow(names)
        self._out: dict[tuple[str, str, int, str, str], Implied] = {}
        self._loaded: set[tuple[str, str]] = set()  # files, and those whose functions make their elements
        self._known: dict[int, set[Thing]] = {}

    def find(self, resolved: Resolved, still_open: Open) -> list[Implied]:
        """What is implied by the calls that are resolved, for those that are not."""
        settled: dict[int, Resolution] = {}
        for path in sorted(resolved):
            index = self._names.files[path]
            for call, found in resolved[path]:
                settled[id(call)] = found
                self._learn(index, call, found)
        waiting = {id(call) for calls in still_open.values() for call in calls}
        todo: list[tuple[FileIndex, Call]] = []
        for _, index in sorted(self._names.files.items()):
            self._note_expected(index)
            self._note_elements(index)
            for call in index.facts.calls:
                self._note_given(index, call)
                known = settled.get(id(call))
                if id(call) in waiting or self._takes_callback(call, known) or (known is not None and self._is_open(known)):
                    todo.append((index, call))
        for _ in range(_ROUNDS):
            if not self._round(todo):
                break
        for index, call in todo:
            self._emit(index, call, settled.get(id(call)))
        for path in sorted(resolved):
            for call, found in resolved[path]:
                self._overriding(self._names.files[path], call, found)
        self._part_programs(resolved)
        return list(self._out.values())

    def _part_programs(self, resolved: Resolved) -> None:
        """No call runs a function of another program; one of very many only those of tests and scripts that come to it.

        What tests or examples alone hand in is no part of the program, as in Python.
        """
        spread = Counter(key[:3] for key in self._out)
        programs = Programs(self._names, lambda: self._places(resolved), self._loaded)
        aside = {path: is_aside(path) for path in self._names.files}
        left_out: list[tuple[str, str, int, str, str]] = []
        for key in self._out:
            path, scope, _, target, _ = key
            if not target or target == path:
                continue
            is_many = spread[key[:3]] > _MANY
            is_handed_in = aside[target] and not aside[path]
            is_apart = is_handed_in or programs.are_apart(path, target)
            if is_apart or (is_many and not programs.comes_to(target, (path, scope))):
                left_out.append(key)
        for key in left_out:  # at the end: until then they tell what a program comes to
            del self._out[key]

    def _places(self, resolved: Resolved) -> Iterator[tuple[Place, Place]]:
        """All calls inside the repository."""
        for path, scope, _, target, name in self._out:
            if target:
                yield (path, scope), (target, name)
        for path, found in resolved.items():
            for call, one in found:
                if one.definition is not None:
                    yield (path, call.scope), (one.path, one.qualname)

    def _learn(self, index: FileIndex, call: Call, found: Resolution) -> None:
        definition = found.definition
        if definition is None:
            return
        if definition.kind not in CLASSES:
            self._flow.callers[Thing("function", found.path, found.qualname)].append((index, call))
            return
        for cls in self._names.classes.of(found.path, found.qualname):
            if cls.kind != "class":
                return
            maker = self._names.classes.own_constructor(cls)
            if maker.kind == "function":
                self._flow.callers[Thing("function", maker.path, maker.qualname)].append((index, call))
                if call.is_new:
                    self._add(index, call, Thing("function", maker.path, maker.qualname), None)
                return

    def _takes_callback(self, call: Call, known: Resolution | None) -> bool:
        """Whether a call that leaves the repository may run a function it is given."""
        if known is not None and known.kind != "external":
            return False
        if known is not None and known.external.partition("()")[0] in FIRST:
            return True  # what is made from an object of the repository
        if not call.arguments:
            return False
        name = call.callee.text
        last = name.rpartition(".")[2]
        return last in CALLBACKS or name in _CALLING or (known is not None and known.external in RUNNERS)

    def _is_open(self, found: Resolution) -> bool:
        """Whether what a name stands for says too little of what runs: a field of a type, an interface that is called."""
        return found.definition is not None and found.definition.kind in ("interface", "type")

    def _note_given(self, index: FileIndex, call: Call) -> None:
        for place, argument in enumerate(call.arguments):
            thing = _literal(index, argument.value)
            if thing is not None:
                self._flow.given[thing].append((index, call, place))

    def _note_expected(self, index: FileIndex) -> None:
        """Functions whose type is declared by the variable or by the result they are."""
        for assignment in index.facts.assignments:
            thing = _literal(index, assignment.value) if assignment.annotation and assignment.value is not None else None
            if thing is not None:
                self._flow.expected[thing].append((index, assignment.scope, assignment.annotation))
        for definition in index.facts.definitions:
            for value in definition.returned if definition.returns else ():
                thing = _literal(index, value)
                if thing is not None:
                    self._flow.expected[thing].append((index, definition.parent, definition.returns))

    def _note_elements(self, index: FileIndex) -> None:
        """Functions that make the elements of a file: they are called where elements stand, with their tags."""
        calls, makers = element_calls(self._flow, index)
        for call in calls:
            for maker in sorted(makers):
                if maker.kind == "function":
                    self._loaded.add((index.facts.path, maker.path))
                    self._flow.callers[maker].append((index, call))
                    self._add(index, call, maker, None)

    def _round(self, todo: list[tuple[FileIndex, Call]]) -> bool:
        """Go through the open calls once; whether something new was found."""
        self._flow.forget()
        progress = False
        for index, call in todo:
            found = self._flow.outcomes.called(index, call)
            known = self._known.setdefault(id(call), set())
            for thing in sorted(found):
                if self._feed(index, call, thing):
                    progress = True
                if thing in known:
                    continue
                known.add(thing)
                for target in self._run(index, thing, call):
                    self._flow.callers[target].append((index, call))
                    progress = True
        return progress

    def _run(self, index: FileIndex, thing: Thing, call: Call) -> list[Thing]:
        """The functions that calling a thing runs."""
        if thing.kind in ("function", "lambda"):
            return [thing]
        if thing.kind == "native" and thing.name in ("Function.prototype.call", "Function.prototype.apply"):
            return sorted(one for one in thing.inner if one.kind in ("function", "lambda"))
        if thing.kind == "class" and call.is_new:
            return [self._constructor(thing)]
        if thing == _CONSTRUCT and call.arguments:
            made = self._flow.things(index, call.scope, call.arguments[0].value, call.line)
            return sorted({self._constructor(one) if one.kind == "class" else one for one in made if one.kind in _MADE})
        return []

    def _constructor(self, made: Thing) -> Thing:
        """What runs when a class is instantiated: its constructor or the one it inherits, else the class itself."""
        for cls in self._names.classes.of(made.path, made.name):
            if cls.kind != "class":
                break
            maker = self._names.classes.own_constructor(cls)
            if maker.kind == "function":
                return Thing("function", maker.path, maker.qualname)
        return made

    def _feed(self, index: FileIndex, call: Call, thing: Thing) -> bool:
        """Give callbacks what a built-in method calls them with; whether that is news."""
        of, dot, last = thing.name.partition(".prototype.")
        if thing.kind != "native" or not dot or last not in CALLBACKS or not call.arguments:
            return False
        held = plain(thing.inner) if of == "Promise" else self._flow.outcomes.elements(thing.inner)
        news = False
        for function in sorted(self._flow.things(index, call.scope, call.arguments[0].value, call.line)):
            for position in CALLBACKS[last]:
                fed = self._flow.fed[function, position]
                if not held <= fed:
                    fed |= held
                    news = True
        return news

    def _emit(self, index: FileIndex, call: Call, settled: Resolution | None) -> None:
        found = self._known.get(id(call), set())
        targets = sorted({target for thing in found for target in self._run(index, thing, call)})
        if settled is None or settled.kind != "external":
            named = [target for target in targets if target.kind != "lambda"]
            if len(targets) <= _TARGETS and not self._may_be_plain(index, call):
                for target in named:
                    self._add(index, call, target, call)
                    self._overridden(index, call, target)
            if not targets:
                for thing in sorted(found):
                    if thing.kind == "native" or (thing.kind == "external" and "." in thing.name):
                        self._outside(index, call, thing.name)
        elif settled.kind == "external" and len(targets) <= _TARGETS:
            for target in targets:
                if target.kind != "lambda":
                    self._add(index, call, target, call)
        self._callbacks(index, call, found)
        if call.callee.text in EVALUATORS and call.arguments and Thing("external", "", call.callee.text) in found:
            self._evaluated(index, call)

    def _may_be_plain(self, index: FileIndex, call: Call) -> bool:
        """Whether a method that numbers and strings have too is asked of something that nothing declares.

        Plain values are not followed: those that are found need not be the ones the call meets.
        """
        callee = call.callee
        base, _, last = callee.text.rpartition(".") if callee.kind == "name" else ("", "", callee.text)
        if last not in _UNIVERSAL or base in ("this", "super") or (callee.text == last and callee.kind == "name"):
            return False
        if callee.kind == "attribute" and callee.items and callee.items[0].kind == "call":
            return False
        for level in index.levels(call.scope):
            parameter, bindings = level.parameters.get(base), level.names.get(base, ())
            if parameter is not None or bindings:
                made = [one.assignment for one in bindings if one.assignment is not None]
                noted = [one for one in made if one.annotation or _makes(one.value)]
                return not (noted or (parameter is not None and parameter[1].annotation))
        return True

    def _evaluated(self, index: FileIndex, call: Call) -> None:
        """What program text that is a constant calls."""
        text = self._flow.variables.text(index, call.scope, call.arguments[0].value, call.line)
        if "(" not in text or len(text) > _LONGEST_TEXT:
            return
        for inner in parse(index.facts.path, index.facts.language, text).calls:
            if not inner.scope:
                here = replace(inner, scope=call.scope, line=call.line)
                for thing in sorted(self._flow.outcomes.called(index, here)):
                    for target in self._run(index, thing, here):
                        if target.kind != "lambda":
                            self._add(index, call, target, None)

    def _callbacks(self, index: FileIndex, call: Call, found: set[Thing]) -> None:
        """Functions a built-in runs that is given them."""
        callee = call.callee
        last = callee.text.rpartition(".")[2] if callee.kind in ("name", "attribute") else ""
        is_method = last in CALLBACKS and (callee.kind == "attribute" or "." in callee.text)
        runs = any(thing.kind == "external" and thing.name in RUNNERS for thing in found)
        ours = any(thing.kind in ("function", "lambda", "signature") for thing in found)
        if not call.arguments or ours or not (runs or is_method):
            return
        given = call.arguments[:2] if last == "then" else call.arguments[:1]
        functions: set[Thing] = set()
        for argument in given:
            functions |= self._flow.things(index, call.scope, argument.value, call.line)
        named = sorted(function for function in functions if function.kind == "function")
        if len(named) <= _TARGETS:
            for function in named:
                self._add(index, call, function, None)

    def _overriding(self, index: FileIndex, call: Call, found: Resolution) -> None:
        """Methods of classes below that a call of a declared class's method may run."""
        if found.definition is None or found.definition.kind not in ("method", "function"):
            return
        self._overridden(index, call, Thing("function", found.path, found.qualname))

    def _overridden(self, index: FileIndex, call: Call, method: Thing) -> None:
        there = self._names.files[method.path]
        definition = there.definitions.get(method.name)
        owner = there.definitions.get(definition.parent) if definition is not None else None
        if definition is None or owner is None or owner.kind not in CLASSES or definition.kind == "constructor":
            return
        below = self._flow.membership.below(method.path, owner.qualname)
        literals = self._flow.membership.literals(method.path, owner.qualname) if owner.kind == "interface" else []
        if not below and not literals:
            return
        receiver = self._receiver(index, call)
        found: set[Thing | None] = set()
        if receiver is None:  # ``super``
            return
        if receiver and all(thing.kind in _EXACT for thing in receiver):
            found.update(one for one in self._flow.membership.members(receiver, definition.name) if one.kind == "function")
            below, literals = [], []
        declared = sorted({(thing.path, thing.name) for thing in receiver if thing.kind == "typed"} & {*below})
        if (
            declared
            and all(thing.kind in _NO_OBJECTS for thing in receiver)
            and Thing("typed", method.path, owner.qualname) not in receiver
        ):
            # of types below the one the method stands in: what those and the types below them have
            below = [*declared, *(one for path, name in declared for one in self._flow.membership.below(path, name))]
            literals = [one for path, name in below for one in self._flow.membership.literals(path, name)]
        found.update(self._flow.membership.implementation(path, qualname, definition.name) for path, qualname in below)
        for literal in literals:
            found.update(one for one in self._flow.membership.member(literal, definition.name) if one.kind == "function")
        named = sorted(thing for thing in found if thing is not None)
        if len(named) <= _OVERRIDING:
            for thing in named:
                self._add(index, call, thing, None)

    def _receiver(self, index: FileIndex, call: Call) -> Things | None:
        """What the object may be whose method is called, None where it is the parent's method that is wanted."""
        is_name = call.callee.kind == "name"
        if is_name and call.callee.text.rpartition(".")[0] in ("", "super"):
            return None
        return plain(self._flow.outcomes.receivers(index, call)) if is_name or call.callee.kind == "attribute" else None

    def _outside(self, index: FileIndex, call: Call, name: str) -> None:
        if name.startswith(("Function.prototype.", "Record.prototype.")):
            return
        target = Resolution("external", "", "", name, "inferred")
        key = (index.facts.path, call.scope, call.line, "", name)
        self._out.setdefault(key, Implied(index.facts.path, call.scope, call.line, target, call))

    def _add(self, index: FileIndex, call: Call, thing: Thing, answered: Call | None) -> None:
        definition = self._names.files[thing.path].definitions.get(thing.name)
        if definition is None or definition.kind == "type":
            return
        kind = "class" if definition.kind in CLASSES else "function"
        target = self._names.as_resolution(Entity(kind, thing.path, thing.name, how="inferred", definition=definition))
        key = (index.facts.path, call.scope, call.line, thing.path, thing.name)
        known = self._out.get(key)
        if known is None or (known.call is None and answered is not None):
            self._out[key] = Implied(index.facts.path, call.scope, call.line, target, answered)


def _makes(value: Value | None) -> bool:
    """Whether an expression makes what its variable holds: a literal, or something called that a class or function tells."""
    return value is not None and value.kind in ("call", "dict", "function")


def _literal(index: FileIndex, value: Value) -> Thing | None:
    """The function an expression is, None for any other expression."""
    if value.kind != "function":
        return None
    if value.text:
        return Thing("function", index.facts.path, value.text)
    return Thing("lambda", index.facts.path, value.items[0].text) if value.items else None
