"""What functions of scripts are given: parameters, ``this``, and what the types of the place they stand in say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.engine.facts import Call, Definition, Parameter
from apps.engine.graph.bindings import Binding, FileIndex
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, Type, holding, plain, read_type

if TYPE_CHECKING:
    from apps.engine.graph.script_flow.expressions import ScriptFlow

_CALLERS = 400  # calls of one function whose arguments are looked at
_WRITES = 40  # assignments to one property name of a file that are looked at
_BINDINGS = 12
_CALLABLE = frozenset({"function", "lambda", "class", "object"})


class Arguments:
    """Parameters, as the functions that have them see them."""

    def __init__(self, flow: ScriptFlow) -> None:
        self._flow = flow
        self._parameter_types: dict[tuple[Thing, int], list[Thing]] = {}

    def argument(self, function: Thing, position: int) -> Things:
        """What a parameter of a function may be: by its annotation, by its default and by what callers give."""
        return self._flow.once(("argument", function, position), lambda: self._argument(function, position))

    def _argument(self, function: Thing, position: int) -> Things:
        index = self._flow.names.files[function.path]
        parameters, outer = self.parameters(index, function)
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
            out |= self._flow.things(index, self.inside(index, function), parameter.default_value, 0)
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
            for thing in sorted(self._flow.outcomes.called(there, call)):
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
                out |= self.passed(there, call, place)
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
            out |= passed or self.passed(there, call, place)
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
        return self._flow.membership.is_class(thing)

    def _given_to(self, function: Thing, position: int) -> set[Thing]:
        """What callers pass as a parameter."""
        out: set[Thing] = set()
        for declared in [function, *self._flow.membership.declared_above(function)]:
            for there, call in self._flow.callers.get(declared, ())[:_CALLERS]:
                out |= plain(self.passed(there, call, position))
        return out

    def _rest(self, function: Thing, position: int, declared: Things) -> Things:
        """The list a rest parameter is: of what its type says, of what callers pass where that is open or a function."""
        held = self._flow.outcomes.elements(declared)
        if any(self._is_data(thing) for thing in held):
            return declared
        out = set(held)
        for there, call in self._flow.callers.get(function, ())[:_CALLERS]:
            through = call.callee.text.rpartition(".")[2] if call.callee.kind == "name" else ""
            first = position + (through in ("call", "bind") and "." in call.callee.text)
            for argument in call.arguments[first:] if through != "apply" else ():
                out |= self._flow.things(there, call.scope, argument.value, call.line)
        return frozenset({holding("list", "Array", frozenset(out) if len(out) <= MOST else held)})

    def passed(self, index: FileIndex, call: Call, position: int) -> Things:
        """What a call gives as a parameter."""
        arguments = call.arguments
        through = call.callee.text.rpartition(".")[2] if call.callee.kind == "name" else ""
        if through == "apply" and "." in call.callee.text:
            given = self._flow.things(index, call.scope, arguments[1].value, call.line) if arguments[1:] else NOTHING
            return self._flow.outcomes.elements(given)
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
        for thing in sorted(self._flow.outcomes.called(index, call)):
            for signature in self._accepted(thing, place):
                there, scope, declared = self._flow.signatures[int(signature.name)]
                kinds = declared.inner
                if position < len(kinds) and kinds[position].name == ",":
                    out |= self._flow.outcomes.of_receivers(
                        index, call, self._flow.typed.types(there, scope, kinds[position].inner)
                    )
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
        lists = self._flow.outcomes.elements(frozenset(found))
        return sorted(one for one in found | lists if one.kind == "signature")

    def _types_at(self, index: FileIndex, scope: str, declared: Type, place: int) -> Things:
        for at, kind in enumerate(declared.inner):
            if kind.name == "..." and place >= at:
                return self._flow.outcomes.elements(self._flow.typed.types(index, scope, kind.inner))
            if at == place:
                return self._flow.typed.types(index, scope, kind.inner)
        return NOTHING

    def parameters(self, index: FileIndex, function: Thing) -> tuple[tuple[Parameter, ...], str]:
        """The parameters of a function, and the scope their types stand in."""
        if function.kind == "lambda":
            held = index.facts.lambdas[int(function.name)]
            return held.parameters, held.scope
        definition = index.definitions.get(function.name)
        return (definition.parameters, definition.parent) if definition is not None else ((), "")

    def inside(self, index: FileIndex, function: Thing) -> str:
        """The scope of a function's own expressions."""
        return index.facts.lambdas[int(function.name)].scope if function.kind == "lambda" else function.name
