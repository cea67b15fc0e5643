"""What calls of scripts run and give back, and what functions are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.engine.facts import Call, Definition, Parameter, Value
from apps.engine.graph.bindings import CLASSES, Binding, FileIndex
from apps.engine.graph.script_builtins import (
    CALLBACKS,
    CONTAINERS,
    ELEMENT,
    FIRST,
    PROMISE_CALLBACKS,
    SAME,
)
from apps.engine.graph.script_flow.handing import Handed, handed_back
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, Type, holding, plain, read_type

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

    def _of_receivers(self, index: FileIndex, call: Call, things: Things) -> Things:
        """What a method says of the object it is called on, of the objects this call is made on."""
        if not any(thing.is_self for thing in things):
            return things
        return self._flow.membership.of_receivers(things, self.receivers(index, call))

    def _returned_to(self, index: FileIndex, call: Call, function: Thing) -> Things:
        """What a function gives back to one call: what that call hands in where it gives that back."""
        said = self._declared_result(index, call, function)
        if said:
            return self._of_receivers(index, call, said)
        handed = self._handed_back(function)
        if not handed:
            return self._of_receivers(index, call, self.returned(function))
        there = self._flow.names.files[function.path]
        out: set[Thing] = set()
        for one in handed:
            if one.position < 0:
                own = self._flow.things(there, self._inside(there, function), one.value, one.value.line)
                out |= self._of_receivers(index, call, own)
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
        given = self._passed(index, call, position)
        if given:
            return given
        there = self._flow.names.files[function.path]
        parameters, outer = self._parameters(there, function)
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
        parameters, outer = self._parameters(index, function)
        returned: tuple[Value, ...] = ()
        if function.kind == "lambda":
            returned = index.facts.lambdas[int(function.name)].returned
        elif (definition := index.definitions.get(function.name)) is not None and "generator" not in definition.properties:
            declared = self._flow.typed.annotation(index, outer, definition.returns) if definition.returns else NOTHING
            returned = definition.returned if not declared else ()
        if not parameters or not returned:
            return ()
        return handed_back(index, self._inside(index, function), parameters, returned)

    def _parameters(self, index: FileIndex, function: Thing) -> tuple[tuple[Parameter, ...], str]:
        """The parameters of a function, and the scope their types stand in."""
        if function.kind == "lambda":
            held = index.facts.lambdas[int(function.name)]
            return held.parameters, held.scope
        definition = index.definitions.get(function.name)
        return (definition.parameters, definition.parent) if definition is not None else ((), "")

    def _inside(self, index: FileIndex, function: Thing) -> str:
        """The scope of a function's own expressions."""
        return index.facts.lambdas[int(function.name)].scope if function.kind == "lambda" else function.name

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
        parameters, outer = self._parameters(index, function)
        if position >= len(parameters):
            return NOTHING
        parameter = parameters[position]
        out: set[Thing] = set()
        if parameter.annotation:
            out |= self._flow.typed.annotation(index, outer, parameter.annotation)
            if parameter.kind == "rest":
                return self._rest(function, position, frozenset(out))
            is_open = self._flow.typed.is_open(index, outer, parameter.annotation)
            if not is_open and (not out or any(self._is_data(thing) for thing in out)):
                return frozenset(out)
        if parameter.kind == "rest":
            return self._rest(function, position, NOTHING)
        if out:  # an interface or a function's type: what runs is what is passed
            passed = self._given_to(function, position)
            out |= {thing for thing in passed if thing.kind in _CALLABLE}
            return frozenset(out) if len(out) <= MOST else NOTHING
        out |= self._expected_types(function, position)
        if out:
            return frozenset(out) if len(out) <= MOST else NOTHING
        if parameter.default_value is not None:
            out |= self._flow.things(index, self._inside(index, function), parameter.default_value, 0)
        out |= self._flow.fed.get((function, position), set())
        out |= self._given_to(function, position)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def _expected_types(self, function: Thing, position: int) -> set[Thing]:
        """What a parameter without a type is by the type of the place the function stands in."""
        out: set[Thing] = set()
        for there, call, place in self._flow.given.get(function, ())[:_BINDINGS]:
            out |= self._contextual(there, call, place, position)
        for index, outer, declared in self._expected_of(function):
            if position < len(declared.inner) and declared.inner[position].name == ",":
                out |= self._flow.typed.types(index, outer, declared.inner[position].inner)
        return out

    def _expected_of(self, function: Thing) -> Iterator[tuple[FileIndex, str, Type]]:
        """The function types of the variables and results a function stands for, with where they are written."""
        for there, scope, annotation in self._flow.expected.get(function, ())[:_BINDINGS]:
            for thing in sorted(self._flow.typed.annotation(there, scope, annotation)):
                for signature in self._callable_as(thing):
                    yield self._flow.signatures[int(signature.name)]

    def bound_this(self, function: Thing) -> Things:
        """What ``this`` is in a function that is no member of a class: what calls and types bind it to."""
        return self._flow.once(("this", function), lambda: self._bound_this(function))

    def _bound_this(self, function: Thing) -> Things:
        out: set[Thing] = set()
        for there, call in self._flow.callers.get(function, ())[:_CALLERS]:
            base, _, through = call.callee.text.rpartition(".") if call.callee.kind == "name" else ("", "", "")
            if base and through in ("call", "apply", "bind") and call.arguments:
                out |= plain(self._flow.things(there, call.scope, call.arguments[0].value, call.line))
        types = list(self._expected_of(function))
        for there, call, place in self._flow.given.get(function, ())[:_BINDINGS]:
            for thing in sorted(self.called(there, call)):
                types.extend(self._flow.signatures[int(one.name)] for one in self._accepted(thing, place))
        for index, scope, declared in types:
            out |= self._flow.typed.types(index, scope, declared.receiver)
        return frozenset(out) if len(out) <= MOST else NOTHING

    def made_with(self, index: FileIndex, maker: Definition, name: str, owner: Thing) -> Things:
        """What a name of a constructor, a parameter or one of its members, is where the owner's class is made."""
        first, _, rest = name.replace("?.", ".").partition(".")
        places = [at for at, parameter in enumerate(maker.parameters) if parameter.name == first and not parameter.kind]
        if not places:
            return NOTHING
        key = ("made", index.facts.path, maker.qualname, name, owner._replace(is_self=False))
        return self._flow.once(key, lambda: self._made_with(index, maker, places[0], rest, owner))

    def _made_with(self, index: FileIndex, maker: Definition, place: int, rest: str, owner: Thing) -> Things:
        out: set[Thing] = set()
        membership = self._flow.membership
        for there, call in self._flow.callers.get(Thing("function", index.facts.path, maker.qualname), ())[:_CALLERS]:
            caller = there.class_of(call.scope) if call.callee.text == "super" else None
            if caller is None:
                out |= self._passed(there, call, place)
                continue
            path, qualname = there.facts.path, caller.qualname
            is_above = membership.is_below(owner.path, owner.name, path, qualname)
            if not is_above and not membership.is_below(path, qualname, owner.path, owner.name):
                continue  # of a class beside it
            given = call.arguments[place].value if place < len(call.arguments) else None
            around = there.definitions.get(call.scope)
            passed: Things = NOTHING
            if is_above and given is not None and given.kind == "name" and around is not None:
                passed = self.made_with(there, around, given.text, owner)
            out |= passed or self._passed(there, call, place)
        found = frozenset(out)
        for part in rest.split(".") if rest else ():
            found = membership.members(found, part)
        return found if len(found) <= MOST else NOTHING

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
                out |= plain(self._passed(there, call, position))
        return out

    def _rest(self, function: Thing, position: int, declared: Things) -> Things:
        """The list a rest parameter is: of what its type says, of what callers pass where that is open or a function."""
        held = self.elements(declared)
        if any(self._is_data(thing) for thing in held):
            return declared
        out = set(held)
        for there, call in self._flow.callers.get(function, ())[:_CALLERS]:
            through = call.callee.text.rpartition(".")[2] if call.callee.kind == "name" else ""
            first = position + (through in ("call", "bind") and "." in call.callee.text)
            for argument in call.arguments[first:] if through != "apply" else ():
                out |= self._flow.things(there, call.scope, argument.value, call.line)
        return frozenset({holding("list", "Array", frozenset(out) if len(out) <= MOST else held)})

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
                    out |= self._of_receivers(index, call, self._flow.typed.types(there, scope, kinds[position].inner))
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


def _same(index: FileIndex, scope: str, name: str) -> list[Definition]:
    """The definitions of one name in a scope: overloads and what implements them."""
    bindings = index.scopes.get(scope, {}).get(name, ())
    return [one.definition for one in bindings if one.definition is not None]
