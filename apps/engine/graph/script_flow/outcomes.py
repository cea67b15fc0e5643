"""What calls of scripts run and give back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Call, Definition, Value
from apps.engine.graph.bindings import FileIndex
from apps.engine.graph.script_builtins import (
    CALLBACKS,
    CONTAINERS,
    ELEMENT,
    FIRST,
    PROMISE_CALLBACKS,
    SAME,
)
from apps.engine.graph.script_flow.handing import Handed, handed_back
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, holding

if TYPE_CHECKING:
    from apps.engine.graph.script_flow.expressions import ScriptFlow

_BINDINGS = 12
# A function that gives back what it is given, for any caller, says nothing of one call once it has many.
_RESULTS = 24
_FUNCTIONS = frozenset({"function", "lambda"})


class Outcomes:
    """Calls and their results."""

    def __init__(self, flow: ScriptFlow) -> None:
        self._flow = flow
        self._handed: dict[Thing, tuple[Handed, ...]] = {}

    def called(self, index: FileIndex, call: Call) -> Things:
        """What a call may run."""
        callee = call.callee
        if callee.kind == "name":
            found = self._flow.variables.dotted(index, call.scope, callee.text, call.line)
            base, _, last = callee.text.rpartition(".")
            if not found and base and last in PROMISE_CALLBACKS:
                held = self._flow.variables.dotted(index, call.scope, base, call.line)
                return frozenset({holding("native", f"Promise.prototype.{last}", held)})
            return found
        found = self._flow.things(index, call.scope, callee, call.line)
        if not found and callee.kind == "attribute" and callee.text in CALLBACKS and callee.items:
            held = self._flow.things(index, call.scope, callee.items[0], call.line)
            kind = "Promise" if callee.text in PROMISE_CALLBACKS else "Array"
            return frozenset({holding("native", f"{kind}.prototype.{callee.text}", held)})
        return found

    def results(self, index: FileIndex, call: Call) -> Things:
        """What a call may give back."""
        name = call.callee.text if call.callee.kind == "name" else ""
        if name in ("require", "import") and call.arguments:
            names = self._flow.names
            names.steps = 0
            module = names.located(names.modules.locate_script(index.facts.path, call.arguments[0].value.text))
            return self._flow.variables.of(names.exports.whole(module) if name == "require" else module)
        out: set[Thing] = set()
        for thing in sorted(self.called(index, call)):
            out |= self._result(index, call, thing)
        return frozenset(out) if sum(len(thing.inner) or 1 for thing in out) <= _RESULTS else NOTHING

    def receivers(self, index: FileIndex, call: Call) -> Things:
        """The objects whose method may be called."""
        callee = call.callee
        if callee.kind == "name":
            base = callee.text.rpartition(".")[0]
            if base == "super":
                return self._flow.variables.this(index, call.scope)
            return self._flow.variables.dotted(index, call.scope, base, call.line) if base else NOTHING
        if callee.kind == "attribute" and callee.items:
            return self._flow.things(index, call.scope, callee.items[0], call.line)
        return NOTHING

    def _result(self, index: FileIndex, call: Call, thing: Thing) -> Things:
        kind = thing.kind
        if call.is_new and kind in ("class", "function"):
            return frozenset({Thing("instance", thing.path, thing.name)})
        if kind in ("function", "lambda"):
            return self._returned_to(index, call, thing)
        if kind == "signature":
            there, scope, signature = self._flow.signatures[int(thing.name)]
            return self._flow.typed.types(there, scope, signature.returned)
        if kind == "native":
            return self._native_result(index, call, thing)
        if kind == "external":
            return self._outside_result(index, call, thing.name)
        return NOTHING

    def of_receivers(self, index: FileIndex, call: Call, things: Things) -> Things:
        """What a method says of the object it is called on, of the objects this call is made on."""
        if not any(thing.is_self for thing in things):
            return things
        return self._flow.membership.of_receivers(things, self.receivers(index, call))

    def _returned_to(self, index: FileIndex, call: Call, function: Thing) -> Things:
        """What a function gives back to one call: what that call hands in where it gives that back."""
        said = self._declared_result(index, call, function)
        if said:
            return self.of_receivers(index, call, said)
        handed = self._handed_back(function)
        if not handed:
            return self.of_receivers(index, call, self.returned(function))
        there = self._flow.names.files[function.path]
        out: set[Thing] = set()
        for one in handed:
            if one.position < 0:
                own = self._flow.things(there, self._flow.arguments.inside(there, function), one.value, one.value.line)
                out |= self.of_receivers(index, call, own)
                continue
            given = self._handed_in(index, call, function, one.position)
            if not one.is_called:
                out |= given
            elif one.is_new:
                out |= {Thing("instance", made.path, made.name) for made in given if made.kind in ("class", "function")}
            else:
                for made in sorted(given):
                    out |= self.returned(made) if made.kind in _FUNCTIONS else NOTHING
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _declared_result(self, index: FileIndex, call: Call, function: Thing) -> Things:
        """What the overloads of a function say it gives, or the interface that adds to the class of the receiver."""
        there = self._flow.names.files[function.path]
        definition = there.definitions.get(function.name) if function.kind == "function" else None
        if definition is None or definition.name == "constructor":
            return NOTHING
        said = self._flow.union(
            self._flow.typed.annotation(there, one.parent, one.returns)
            for one in _same(there, definition.parent, definition.name)
            if "overload" in one.properties and one.returns
        )
        if said or definition.kind != "method":
            return said
        out: set[Thing] = set()
        for receiver in sorted(self.receivers(index, call)):
            if receiver.kind not in ("instance", "typed"):
                return NOTHING
            found = self._said_of(receiver, function, definition)
            if not found:
                return NOTHING
            out |= found
        return frozenset(out)

    def _said_of(self, receiver: Thing, function: Thing, definition: Definition) -> Things:
        """What a method gives by the nearest interface merged with a class from the receiver's up to the method's own."""
        for cls in self._flow.names.classes.of(receiver.path, receiver.name):
            if cls.kind != "class" or (cls.path, cls.qualname) == (function.path, definition.parent):
                break
            index = self._flow.names.files[cls.path]
            for interface in index.merged.get(cls.qualname, ()):
                found = self._flow.union(
                    self._flow.typed.annotation(index, interface, one.returns)
                    for one in _same(index, interface, definition.name)
                    if one.returns
                )
                if found:
                    return found
        return NOTHING

    def _handed_in(self, index: FileIndex, call: Call, function: Thing, position: int) -> Things:
        """What one call gives a function as a parameter; by its type or default where that says nothing."""
        given = self._flow.arguments.passed(index, call, position)
        if given:
            return given
        there = self._flow.names.files[function.path]
        parameters, outer = self._flow.arguments.parameters(there, function)
        parameter = parameters[position]
        if parameter.annotation:
            given = self._flow.typed.annotation(there, outer, parameter.annotation)
        if not given and parameter.default_value is not None:
            given = self._flow.things(there, outer, parameter.default_value, 0)
        return given

    def _handed_back(self, function: Thing) -> tuple[Handed, ...]:
        known = self._handed.get(function)
        if known is None:
            known = self._handed[function] = self._find_handed(function)
        return known

    def _find_handed(self, function: Thing) -> tuple[Handed, ...]:
        index = self._flow.names.files[function.path]
        parameters, outer = self._flow.arguments.parameters(index, function)
        returned: tuple[Value, ...] = ()
        if function.kind == "lambda":
            returned = index.facts.lambdas[int(function.name)].returned
        elif (definition := index.definitions.get(function.name)) is not None and "generator" not in definition.properties:
            declared = self._flow.typed.annotation(index, outer, definition.returns) if definition.returns else NOTHING
            returned = definition.returned if not declared else ()
        if not parameters or not returned:
            return ()
        return handed_back(index, self._flow.arguments.inside(index, function), parameters, returned)

    def returned(self, function: Thing) -> Things:
        """What a function gives back."""
        index = self._flow.names.files[function.path]
        if function.kind == "lambda":
            given = index.facts.lambdas[int(function.name)]
            return self._flow.union(self._flow.things(index, given.scope, value, value.line) for value in given.returned)
        definition = index.definitions.get(function.name)
        if definition is None:
            return NOTHING
        if definition.returns:
            declared = self._flow.typed.annotation(index, definition.parent, definition.returns)
            if declared:
                return declared
        if "generator" in definition.properties:
            return NOTHING
        return self._flow.union(self._flow.things(index, definition.qualname, value, value.line) for value in definition.returned)

    def elements(self, lists: Things) -> Things:
        """What lists hold."""
        return self._flow.union(thing.inner for thing in sorted(lists) if thing.kind == "list")

    def _native_result(self, index: FileIndex, call: Call, thing: Thing) -> Things:
        of, _, last = thing.name.partition(".prototype.")
        receiver = thing.inner
        first = call.arguments[0].value if call.arguments else None
        if of == "Function":
            if last == "bind":
                return receiver
            return self._flow.union(self.returned(one) for one in sorted(receiver) if one.kind in _FUNCTIONS)
        if last in ("map", "flatMap", "then") and first is not None:
            results = self._flow.union(
                self.returned(one)
                for one in sorted(self._flow.things(index, call.scope, first, call.line))
                if one.kind in _FUNCTIONS
            )
            return results if last == "then" else frozenset({holding("list", "Array", results)})
        if last in ("catch", "finally") or last in SAME:
            return receiver
        if last in ELEMENT:
            return self.elements(receiver)
        if last in ("reduce", "reduceRight") and len(call.arguments) > 1:
            return self._flow.things(index, call.scope, call.arguments[1].value, call.line)
        return NOTHING

    def _outside_result(self, index: FileIndex, call: Call, name: str) -> Things:
        given = [self._flow.things(index, call.scope, argument.value, call.line) for argument in call.arguments[:_BINDINGS]]
        if name in CONTAINERS:
            return frozenset({holding("list", CONTAINERS[name], self.elements(given[0]) if given else NOTHING)})
        if name == "Object.assign":
            return self._flow.union(given)
        if name in FIRST and given:
            return given[0]
        if name == "Reflect.construct" and given:
            return frozenset(Thing("instance", one.path, one.name) for one in given[0] if one.kind in ("class", "function"))
        if name in ("Object.values", "Array.from") and given:
            held = self._flow.union(self._flow.membership.entries(thing) for thing in sorted(given[0]) if thing.kind == "object")
            return frozenset({holding("list", "Array", held | self.elements(given[0]))})
        if name == "react.useMemo" and given:
            return self._flow.union(self.returned(one) for one in sorted(given[0]) if one.kind in _FUNCTIONS)
        return NOTHING


def _same(index: FileIndex, scope: str, name: str) -> list[Definition]:
    """The definitions of one name in a scope: overloads and what implements them."""
    bindings = index.scopes.get(scope, {}).get(name, ())
    return [one.definition for one in bindings if one.definition is not None]
