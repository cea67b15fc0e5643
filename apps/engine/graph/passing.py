"""Functions, classes and instances as values: passed as arguments, returned, put into attributes and containers, decorated.

`DynamicNames` follows one name to one meaning.  Here a value is a small set, gathered from all places that give it: the arguments
of every call a parameter stands for, everything a function returns.  The order of statements counts only as far as the names
themselves tell.  A set of more than a few is no answer: such a value is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.arguments import argument_of, handed_back
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.containers import Containers
from apps.engine.graph.entities import UNKNOWN, Entity, element
from apps.engine.graph.gathering import KEPT, Gathering, Values, few

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

# Functions that hand on what they are given first.
_WRAPPERS = frozenset({"functools.partial", "builtins.staticmethod", "builtins.classmethod"})
_CALLS_FIRST = frozenset({"builtins.map", "builtins.filter", "functools.reduce", "itertools.starmap", "itertools.takewhile"})
_CALLS_KEY = frozenset({"builtins.sorted", "builtins.max", "builtins.min", "builtins.list.sort", "itertools.groupby"})
_ITERATED = frozenset(
    {"builtins.list", "builtins.tuple", "builtins.set", "builtins.iter", "builtins.sorted", "builtins.reversed"}
)


class Passing(Gathering):
    """What calls run and give back, over what is known so far of who calls whom."""

    def __init__(self, names: DynamicNames) -> None:
        super().__init__(names)
        self.containers = Containers(self)

    def targets(self, index: FileIndex, call: Call) -> Values:
        """All a call may run: functions, classes, what is outside."""
        self.begin()
        out: list[Entity] = []
        for found in self.values(index, call.scope, call.callee, call.line):
            out.extend(self.run(found))
        return few(out)

    def run(self, found: Entity) -> Values:
        """What calling a value runs."""
        if found.kind == "class":
            return (self.constructor(found), *(self.constructors_below(found) if found.loose else ()))
        if found.kind == "instance":
            return tuple(item for item in self.members((found,), "__call__") if item.kind == "function")
        return (found,) if found.kind in ("function", "external") else ()

    def constructor(self, cls: Entity) -> Entity:
        """What making an instance runs: the nearest constructor of the repository, else the class."""
        for name in ("__init__", "__new__"):
            found = self._names.member(cls, name)
            if found.kind == "function" and found.definition is not None and found.definition.kind not in CLASSES:
                return found
            if found.kind == "external" and name == "__init__":
                return found
        return cls

    def constructors_below(self, cls: Entity) -> Values:
        """The constructors that classes below define, where a class may be any of them; () where they are too many to tell."""
        below = self._names.classes.below(cls.path, cls.qualname)
        found = [self._names.classes.own_constructor(other) for other in below]
        return few(item.inferred() for item in found if item.kind == "function")

    def results(self, index: FileIndex, call: Call, scope: str, line: int) -> Values:
        """What a call gives back."""
        single = self._names.called(index, call, scope, line)
        if single.kind in ("instance", "class", "function", "module", "super"):
            return (single, *self.wrapped(single)) if single.kind == "function" else (single,)
        callee = call.callee
        if callee.kind == "name" and callee.text == "getattr" and len(call.arguments) > 1:
            owners = self.values(index, scope, call.arguments[0].value, line)
            keys = self.containers.keys(index, scope, call.arguments[1].value, line)
            return few(found for key in sorted(keys) for found in self.members(owners, key))
        held = self.containers.taken(index, call, scope, line)
        if held is not None:
            return held
        out: list[Entity] = []
        for function in self.values(index, scope, callee, line):
            if function.kind == "external":
                out.extend(self._handed_on(index, function.external, call, scope, line))
            elif function.kind == "function" and function.definition is not None:
                definition = function.definition
                skipped = self.skipped(index, call, function.path, definition)
                for parameter in handed_back(definition):
                    given = argument_of(definition, parameter.name, parameter.kind, call, skipped)
                    out.extend(self.values(index, scope, given, line) if given is not None else ())
                out.extend(self.returned(function, definition, own=False))
            else:
                out.extend(self.results_of((function,)))
        return few(out) or ((single,) if single.kind in KEPT else ())

    def _handed_on(self, index: FileIndex, name: str, call: Call, scope: str, line: int) -> Values:
        if not call.arguments:
            return ()
        if name in _WRAPPERS or name in _ITERATED:
            first = self.values(index, scope, call.arguments[0].value, line)
            return first if name in _WRAPPERS else few(one for item in first for one in self._in_list(item, name))
        if name == "builtins.map":  # a list of what the function gives back
            given = tuple(Value("call", call=Call(item.value, (), line, line, scope), line=line) for item in call.arguments[:2])
            held = Assignment("{}", Value("list", items=given, line=line), line, line, scope)
            return (Entity("object", index.facts.path, "{}", assignment=held, how="inferred"),)
        return (Entity("made", external=name),)

    def _in_list(self, item: Entity, name: str) -> Values:
        """What ``iter(item)``, ``list(item)`` and their like give: what holds elements stands for itself."""
        if item.kind != "instance":
            return (item,)
        if name == "builtins.iter":
            return self.results_of(method for start, method in self.iteration((item,)) if start == "__iter__")
        inside = self.iterated((item,))
        return tuple(
            msgspec.structs.replace(one, kind="made", external="builtins.list") for one in inside if one.kind == "instance"
        )

    def callbacks(self, index: FileIndex, name: str, call: Call) -> Values:
        """The functions of the repository that a function outside calls with what it is given."""
        if name in _CALLS_FIRST:
            given = [argument.value for argument in call.arguments[:2] if not argument.name]
        elif name in _CALLS_KEY:
            given = [argument.value for argument in call.arguments if argument.name == "key"]
        else:
            return ()
        self.begin()
        found = few(item for value in given for item in self.values(index, call.scope, value, call.line))
        return few(run for item in found if item.kind in ("function", "class") for run in self.run(item) if run.path)

    def results_of(self, functions: Iterable[Entity]) -> Values:
        out: list[Entity] = []
        for function in functions:
            if function.kind == "class":
                out.append(Entity("instance", function.path, function.qualname, definition=function.definition, how=function.how))
            elif function.kind == "instance":
                out.extend(self.results_of(item for item in self.members((function,), "__call__") if item.kind == "function"))
            elif function.kind == "function" and function.definition is not None:
                out.extend(self.returned(function, function.definition))
        return few(out)

    def returned(self, function: Entity, definition: Definition, *, own: bool = True) -> Values:
        """What a function returns; without `own`, what is none of its parameters."""
        key = (function.path, definition.qualname, "()", own)
        known = self.recall(key)
        if known is not None:
            return known
        index = self._names.files[function.path]
        out: list[Entity] = []
        left_out = () if own else [parameter.name for parameter in handed_back(definition)]
        for value in definition.returned:
            if value.kind != "name" or value.text not in left_out:
                out.extend(self.values(index, definition.qualname, value, value.line))
        if not out and definition.returns:
            single = self._names.annotated(index, definition.parent, definition.returns, definition.line)
            out = [single] if single.kind in KEPT else []
        return self.remember(key, out)

    def wrapped(self, function: Entity) -> Values:
        """What the decorators of a function put in its place, where they are of the repository; () where nothing is."""
        definition = function.definition
        if definition is None or not definition.decorators or definition.kind in CLASSES:
            return ()
        key = (function.path, definition.qualname, "@", 0)
        known = self.recall(key)
        if known is not None:
            return known
        here: Values = (function,)
        for decorator in self.decorators(function):
            if decorator.kind == "external" or not decorator.path:
                continue
            for given in here:
                self.decorates(decorator, given)
            if decorator.kind == "function" and decorator.definition is not None:
                handed = here if handed_back(decorator.definition) else ()
                here = few((*handed, *self.returned(decorator, decorator.definition, own=False))) or here
            else:
                here = self.results_of((decorator,)) or here
        own = (function.path, function.qualname)
        kinds = ("function", "instance")
        out = tuple(item.inferred() for item in here if item.kind in kinds and (item.path, item.qualname) != own)
        return self.remember(key, out)

    def decorators(self, function: Entity) -> list[Entity]:
        """What is called with a function when it is defined, the innermost decorator first; UNKNOWN where that is not known."""
        definition = function.definition
        index = self._names.files[function.path]
        out: list[Entity] = []
        for decorator in reversed(definition.decorators if definition is not None else ()):
            scope = definition.parent if definition is not None else ""
            value = Value("name", decorator.name, line=decorator.line)
            if decorator.called:
                made = Call(value, decorator.arguments, decorator.line, decorator.end_line, scope)
                value = Value("call", call=made, line=decorator.line)
            found = [item for item in self.values(index, scope, value, decorator.line) if item.kind in ("function", "class")]
            out.append(found[0] if len(found) == 1 else UNKNOWN)
        return out

    def methods(self, holders: Values, name: str) -> Values:
        """The methods of that name that instances have."""
        found = self.members(tuple(holder for holder in holders if holder.kind == "instance"), name)
        return tuple(item for item in found if item.kind == "function")

    # what containers ask

    def file(self, path: str) -> FileIndex:
        """The index of a file."""
        return self._names.files[path]

    def few(self, found: Iterable[Entity]) -> Values:
        """Each of them once; () where there are too many."""
        return few(found)

    def subscripted(self, holders: Values) -> Values:
        """What ``instance[key]`` gives."""
        return self.results_of(self.methods(holders, "__getitem__"))

    def constants(self, index: FileIndex, scope: str, name: str, line: int) -> list[tuple[FileIndex, str, Value, int]]:
        """The expressions a name stands for, one step on."""
        found = self._names.dotted(index, scope, name, line)
        if found.kind == "parameter":
            self.touched = True
            return self.given(found)
        assignment = found.assignment
        if found.kind != "variable" or assignment is None or assignment.value is None or assignment.kind:
            return []
        return [(self._names.files[found.path], assignment.scope, assignment.value, assignment.line)]

    # iteration

    def iterated(self, holders: Values) -> Values:
        """What a loop over any of them gives its variable."""
        out: list[Entity] = []
        for holder in holders:
            if holder.kind == "object":
                out.extend(self.containers.all_of(holder))
            elif holder.kind == "made" and holder.path and holder.external != "builtins.dict":
                out.append(element(holder))
            elif holder.kind == "instance":
                for _, method in self.iteration((holder,)):
                    if method.definition is not None and method.definition.name == "__next__":
                        out.extend(self.returned(method, method.definition))
        return few(out)

    def iteration(self, holders: Values) -> list[tuple[str, Entity]]:
        """The methods a loop over any of them calls, by name."""
        out: list[tuple[str, Entity]] = []
        for holder in holders:
            if holder.kind != "instance":
                continue
            for starts, goes_on in (("__iter__", "__next__"), ("__aiter__", "__anext__")):
                for method in self.members((holder,), starts):
                    if method.kind != "function" or method.definition is None:
                        continue
                    out.append((starts, method))
                    for iterator in self.returned(method, method.definition):
                        if iterator.kind == "instance":
                            nexts = self.members((iterator,), goes_on)
                            out.extend((goes_on, item) for item in nexts if item.kind == "function")
        return out
