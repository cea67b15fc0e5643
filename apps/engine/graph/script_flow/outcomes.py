"""What calls of scripts run and give back, and what functions are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.engine.facts import Call
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex
from apps.engine.graph.script_builtins import (
    CALLBACKS,
    CONTAINERS,
    ELEMENT,
    FIRST,
    PROMISE_CALLBACKS,
    SAME,
)
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, Type, holding, read_type

if TYPE_CHECKING:
    from apps.engine.graph.script_flow.expressions import ScriptFlow

_CALLERS = 400  # calls of one function whose arguments are looked at
_WRITES = 40  # assignments to one property name of a file that are looked at
_BINDINGS = 12
# A function that gives back what it is given, for any caller, says nothing of one call once it has many.
_RESULTS = 24
_FUNCTIONS = frozenset({"function", "lambda"})
_CALLABLE = frozenset({"function", "lambda", "class", "object"})


class Outcomes:
    """Calls and their results; arguments as parameters see them."""

    def __init__(self, flow: ScriptFlow) -> None:
        self._flow = flow
        self._parameter_types: dict[tuple[Thing, int], list[Thing]] = {}

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

    def _result(self, index: FileIndex, call: Call, thing: Thing) -> Things:
        kind = thing.kind
        if call.is_new and kind in ("class", "function"):
            return frozenset({Thing("instance", thing.path, thing.name)})
        if kind in ("function", "lambda"):
            return self.returned(thing)
        if kind == "signature":
            there, scope, signature = self._flow.signatures[int(thing.name)]
            return self._flow.typed.types(there, scope, signature.returned)
        if kind == "native":
            return self._native_result(index, call, thing)
        if kind == "external":
            return self._outside_result(index, call, thing.name)
        return NOTHING

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

    def argument(self, function: Thing, position: int) -> Things:
        """What a parameter of a function may be: by its annotation, by its default and by what callers give."""
        return self._flow.once(("argument", function, position), lambda: self._argument(function, position))

    def _argument(self, function: Thing, position: int) -> Things:
        index = self._flow.names.files[function.path]
        if function.kind == "lambda":
            held = index.facts.lambdas[int(function.name)]
            parameters, outer, name = held.parameters, held.scope, ""
        else:
            definition = index.definitions.get(function.name)
            if definition is None:
                return NOTHING
            parameters, outer, name = definition.parameters, definition.parent, definition.qualname
        if position >= len(parameters):
            return NOTHING
        parameter = parameters[position]
        out: set[Thing] = set()
        if parameter.annotation:
            out |= self._flow.typed.annotation(index, outer, parameter.annotation)
            is_open = self._flow.typed.is_open(index, outer, parameter.annotation)
            if not is_open and (not out or any(self._is_data(thing) for thing in out)):
                return frozenset(out)
        if parameter.kind == "rest":
            return frozenset(out)
        if out:  # an interface or a function's type: what runs is what is passed
            passed = self._given_to(function, position)
            out |= {thing for thing in passed if thing.kind in _CALLABLE}
            return frozenset(out) if len(out) <= MOST else NOTHING
        out |= self._expected_types(function, position)
        if out:
            return frozenset(out) if len(out) <= MOST else NOTHING
        if parameter.default_value is not None:
            out |= self._flow.things(index, name or outer, parameter.default_value, 0)
        out |= self._flow.fed.get((function, position), set())
        out |= self._given_to(function, position)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _expected_types(self, function: Thing, position: int) -> set[Thing]:
        """What a parameter without a type is by the type of the place the function stands in."""
        out: set[Thing] = set()
        for there, call, place in self._flow.given.get(function, ())[:_BINDINGS]:
            out |= self._contextual(there, call, place, position)
        for there, scope, annotation in self._flow.expected.get(function, ())[:_BINDINGS]:
            for thing in sorted(self._flow.typed.annotation(there, scope, annotation)):
                for signature in self._callable_as(thing):
                    index, outer, declared = self._flow.signatures[int(signature.name)]
                    if position < len(declared.inner) and declared.inner[position].name == ",":
                        out |= self._flow.typed.types(index, outer, declared.inner[position].inner)
        return out

    def _callable_as(self, thing: Thing) -> list[Thing]:
        """The function types of a thing that is declared to be one, or to be callable."""
        if thing.kind == "signature":
            return [thing]
        index = self._flow.names.files.get(thing.path)
        if index is None or thing.kind != "typed":
            return []
        out: list[Thing] = []
        for binding in index.scopes.get(thing.name, {}).get("()", ())[:_BINDINGS]:
            if binding.assignment is not None:
                found = self._flow.typed.annotation(index, thing.name, binding.assignment.annotation)
                out.extend(sorted(one for one in found if one.kind == "signature"))
        return out

    def _is_data(self, thing: Thing) -> bool:
        """Whether a declared thing is an object whose class says what its members run."""
        if thing.kind != "typed":
            return thing.kind != "signature"
        definition = self._flow.names.files[thing.path].definitions.get(thing.name)
        return definition is not None and definition.kind in CLASSES and definition.kind != "interface"

    def _given_to(self, function: Thing, position: int) -> set[Thing]:
        """What callers pass as a parameter."""
        out: set[Thing] = set()
        for declared in [function, *self._flow.membership.declared_above(function)]:
            for there, call in self._flow.callers.get(declared, ())[:_CALLERS]:
                out |= self._passed(there, call, position)
        return out

    def _passed(self, index: FileIndex, call: Call, position: int) -> Things:
        arguments = call.arguments
        through = call.callee.text.rpartition(".")[2] if call.callee.kind == "name" else ""
        if through == "apply" and "." in call.callee.text:
            given = self._flow.things(index, call.scope, arguments[1].value, call.line) if arguments[1:] else NOTHING
            return self.elements(given)
        if through in ("call", "bind") and "." in call.callee.text:
            position += 1
        if arguments and arguments[0].name and position == 0:
            return frozenset({self._flow.object(index, call.scope, call)})
        if position >= len(arguments) or any(argument.value.kind == "spread" for argument in arguments[: position + 1]):
            return NOTHING
        return self._flow.things(index, call.scope, arguments[position].value, call.line)

    def _contextual(self, index: FileIndex, call: Call, place: int, position: int) -> Things:
        """What a function gets as a parameter by the types of the function it is passed to."""
        out: set[Thing] = set()
        for thing in sorted(self.called(index, call)):
            for signature in self._accepted(thing, place):
                there, scope, declared = self._flow.signatures[int(signature.name)]
                kinds = declared.inner
                if position < len(kinds) and kinds[position].name == ",":
                    out |= self._flow.typed.types(there, scope, kinds[position].inner)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _accepted(self, thing: Thing, place: int) -> list[Thing]:
        """The function types a parameter of a thing has."""
        known = self._parameter_types.get((thing, place))
        if known is None:
            known = self._parameter_types[thing, place] = self._declared(thing, place)
        return known

    def _declared(self, thing: Thing, place: int) -> list[Thing]:
        found: set[Thing] = set()
        index = self._flow.names.files.get(thing.path)
        if index is None:
            return []
        if thing.kind == "function":
            definition = index.definitions.get(thing.name)
            if definition is None:
                return []
            same = [one for one in index.scopes.get(definition.parent, {}).get(definition.name, ()) if one.definition]
            for one in same[:_BINDINGS] or [Binding(0, definition)]:
                if one.definition is not None and place < len(one.definition.parameters):
                    note = one.definition.parameters[place].annotation
                    found |= self._flow.typed.annotation(index, one.definition.parent, note) if note else NOTHING
        elif thing.kind == "typed":
            for binding in index.scopes.get(thing.name, {}).get("()", ())[:_WRITES]:
                note = binding.assignment.annotation if binding.assignment is not None else ""
                for declared in read_type(note):
                    found |= self._types_at(index, thing.name, declared, place)
        elif thing.kind == "signature":
            there, scope, declared = self._flow.signatures[int(thing.name)]
            found |= self._types_at(there, scope, declared, place)
        lists = self.elements(frozenset(found))
        return sorted(one for one in found | lists if one.kind == "signature")

    def _types_at(self, index: FileIndex, scope: str, declared: Type, place: int) -> Things:
        for at, kind in enumerate(declared.inner):
            if kind.name == "..." and place >= at:
                return self.elements(self._flow.typed.types(index, scope, kind.inner))
            if at == place:
                return self._flow.typed.types(index, scope, kind.inner)
        return NOTHING
