"""Functions, classes and instances as values: passed as arguments, returned, put into attributes and containers, decorated.

`DynamicNames` follows one name to one meaning.  Here a value is a small set, gathered from all places that give it: the arguments
of every call a parameter stands for, everything a function returns.  The order of statements counts only as far as the names
themselves tell.  A set of more than a few is no answer: such a value is unknown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from apps.engine.facts import Argument, Assignment, Call, Definition, Parameter, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.containers import Containers
from apps.engine.graph.entities import UNKNOWN, Entity, element

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_MOST = 8  # values one expression may have
_SITES = 60  # calls of one function whose arguments are looked at
_BELOW = 20  # classes that inherit from one
_STEPS = 120  # expressions looked at for one question
_DEPTH = 16
_KEPT = frozenset({"class", "function", "instance", "object", "external", "made", "module"})
# Functions that hand on what they are given first.
_WRAPPERS = frozenset({"functools.partial", "builtins.staticmethod", "builtins.classmethod"})
_CALLS_FIRST = frozenset({"builtins.map", "builtins.filter", "functools.reduce", "itertools.starmap", "itertools.takewhile"})
_CALLS_KEY = frozenset({"builtins.sorted", "builtins.max", "builtins.min", "itertools.groupby"})
_ITERATED = frozenset(
    {"builtins.list", "builtins.tuple", "builtins.set", "builtins.iter", "builtins.sorted", "builtins.reversed"}
)

Values = tuple[Entity, ...]


class Passing:
    """Sets of values, over what is known so far of who calls whom."""

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._sites: dict[tuple[str, str], list[tuple[FileIndex, Call]]] = defaultdict(list)
        self._bound: dict[tuple[str, str], list[Entity]] = defaultdict(list)  # what decorators are given
        self._stored: dict[str, list[tuple[FileIndex, Call]]] = defaultdict(list)  # setattr by the name of its object
        self._set: dict[str, list[tuple[set[tuple[str, str]], set[str], FileIndex, Call]]] = {}
        self._known: dict[tuple[object, ...], Values] = {}
        self._busy: dict[tuple[object, ...], bool] = {}
        self._growing: set[tuple[object, ...]] = set()  # answers that more calls may add to
        self._depth = 0
        self._steps = 0
        self.containers = Containers(self)
        self.touched = False  # whether the last answer may grow when more calls are known

    # what is known of calls

    def called(self, function: Entity, index: FileIndex, call: Call) -> None:
        """`call` runs `function`."""
        sites = self._sites[function.path, function.qualname]
        if len(sites) <= _SITES:
            sites.append((index, call))

    def decorates(self, decorator: Entity, decorated: Entity) -> None:
        """`decorator` is called with `decorated` alone."""
        bound = self._bound[decorator.path, decorator.qualname]
        if decorated not in bound:
            bound.append(decorated)

    def stored(self, index: FileIndex, call: Call) -> None:
        """A call of setattr."""
        if len(call.arguments) == 3:
            self._stored[index.facts.path].append((index, call))

    def again(self) -> None:
        """Forget answers that new calls may change."""
        self._known.clear()
        self._growing.clear()
        self._set.clear()

    # questions

    def ask(self, index: FileIndex, scope: str, value: Value, line: int) -> Values:
        """All an expression may give, () where that is unknown."""
        self._steps = 0
        self._depth = 0
        self.touched = False
        return self.values(index, scope, value, line)

    def values(self, index: FileIndex, scope: str, value: Value, line: int) -> Values:
        """The same, as a step of another question."""
        self._steps += 1
        self._names.steps = 0
        if self._depth >= _DEPTH or self._steps > _STEPS:
            return ()
        self._depth += 1
        try:
            return self._values(index, scope, value, line)
        finally:
            self._depth -= 1

    def _values(self, index: FileIndex, scope: str, value: Value, line: int) -> Values:
        kind = value.kind
        if kind == "name":
            return self._named(index, scope, value.text, line)
        if kind == "call" and value.call is not None:
            return self.results(index, value.call, scope, line)
        if kind == "attribute" and value.items:
            return self._members(self.values(index, scope, value.items[0], line), value.text)
        if kind == "subscript" and len(value.items) == 2:
            held = self.values(index, scope, value.items[0], line)
            return self.containers.elements(held, index, scope, value.items[1], line)
        if kind in ("list", "dict"):
            held_as = Assignment("{}", value, value.line or line, value.end_line or line, scope)
            return (Entity("object", index.facts.path, "{}", assignment=held_as, how="inferred"),)
        if kind == "binary" and value.text in ("or", "and", "if"):
            return few(found for item in value.items for found in self.values(index, scope, item, line))
        found = self._names.value(index, scope, value, line)
        return (found,) if found.kind in _KEPT else ()

    def _named(self, index: FileIndex, scope: str, name: str, line: int) -> Values:
        found = self._names.dotted(index, scope, name, line)
        if found.kind == "function":
            return (found, *self.wrapped(found))
        if found.kind in _KEPT:
            return (found,)
        if found.kind in ("variable", "parameter"):
            answer = self.behind(found)
            if answer or "." not in name:
                return answer
        if "." not in name:
            return ()
        head, *rest = name.split(".")
        here = self.behind(self._names.plain(index, scope, head, line))
        for part in rest:
            here = self._members(here, part)
        return here

    def behind(self, found: Entity) -> Values:
        """The values of a variable or parameter; other entities are their own."""
        if found.kind == "variable" and found.assignment is not None:
            return self._assigned(self._names.files[found.path], found.assignment)
        if found.kind == "parameter":
            return self._parameter(found)
        return (found,) if found.kind in _KEPT else ()

    def _recall(self, key: tuple[object, ...]) -> Values | None:
        """What is known already; () while it is being found out."""
        known = self._known.get(key)
        if known is not None:
            self.touched = self.touched or key in self._growing
            return known
        if key in self._busy:
            return ()
        self._busy[key] = self.touched
        self.touched = False
        return None

    def _remember(self, key: tuple[object, ...], found: Iterable[Entity]) -> Values:
        """Kept until `again`, also where the question went in a circle: the next round sees the rest."""
        kept = self._known[key] = few(found)
        if self.touched:
            self._growing.add(key)
        self.touched = self._busy.pop(key) or self.touched
        return kept

    def _assigned(self, index: FileIndex, assignment: Assignment) -> Values:
        value = assignment.value
        if value is None or assignment.kind in ("except", "augmented"):
            return ()
        key = (index.facts.path, assignment.scope, assignment.target, assignment.line)
        known = self._recall(key)
        if known is not None:
            return known
        given = self.values(index, assignment.scope, value, assignment.line)
        if assignment.kind in ("loop", "parameter"):
            given = self.iterated(given)
        elif assignment.kind == "with":
            given = self._results_of(self._members(given, "__enter__"))
        elif value.kind in ("list", "dict") and len(given) == 1:
            given = (Entity("object", index.facts.path, assignment.target, assignment=assignment, how="inferred"),)
        return self._remember(key, given)

    def _parameter(self, found: Entity) -> Values:
        definition, parameter = found.definition, found.parameter
        if definition is None or parameter is None:
            return ()
        key = (found.path, definition.qualname, parameter.name)
        known = self._recall(key)
        if known is not None:
            return known
        self.touched = True
        out: list[Entity] = []
        for index, scope, value, line in self.given(found):
            out.extend(self.values(index, scope, value, line))
        bound = self._bound.get((found.path, definition.qualname))
        if bound and definition.parameters[0].name == parameter.name:
            out.extend(bound)
        single = self._names.evaluate(found)
        if single.kind in _KEPT:
            out = [item for item in out if item.kind != "external"] or [single]
        return self._remember(key, out)

    def given(self, found: Entity) -> list[tuple[FileIndex, str, Value, int]]:
        """The expressions a parameter may stand for: arguments of its calls and its default."""
        definition, parameter = found.definition, found.parameter
        if definition is None or parameter is None:
            return []
        out: list[tuple[FileIndex, str, Value, int]] = []
        if parameter.default_value is not None:
            out.append((self._names.files[found.path], definition.parent, parameter.default_value, definition.line))
        sites = self._sites.get((found.path, definition.qualname), ())
        if len(sites) > _SITES:
            return []
        for index, call in sites:
            skipped = self._skipped(index, call, found.path, definition)
            value = _argument(definition, parameter.name, parameter.kind, call, skipped)
            if value is not None:
                out.append((index, call.scope, value, call.line))
        return out

    def _skipped(self, index: FileIndex, call: Call, path: str, definition: Definition) -> int:
        """How many parameters are bound before the arguments: 1 for the receiver of a method."""
        if not definition.parent or "static" in definition.properties:
            return 0
        owner = self._names.files[path].definitions.get(definition.parent)
        if owner is None or owner.kind not in CLASSES:
            return 0
        callee = call.callee
        if callee.kind != "name" or "." not in callee.text or "classmethod" in definition.properties:
            return 1
        if definition.name in ("__init__", "__new__") and definition.name not in callee.text:
            return 1
        below = self._names.evaluate(self._names.dotted(index, call.scope, callee.text.rpartition(".")[0], call.line))
        return 0 if below.kind == "class" else 1

    def _members(self, owners: Values, name: str) -> Values:
        out: list[Entity] = []
        for owner in owners:
            found = self._names.member(owner, name)
            if found.kind == "function":
                out.extend((found, *self.wrapped(found)))
            elif found.kind in _KEPT:
                out.append(found)
            elif found.kind == "opaque" and found.assignment is not None:
                out.extend(self._attribute_or_below(owner, name))
            elif found.kind in ("variable", "parameter"):
                out.extend(self.behind(found))
            elif owner.kind in ("instance", "class", "module"):
                out.extend(self._attribute_or_below(owner, name))
        return few(out)

    def _attribute_or_below(self, owner: Entity, name: str) -> Values:
        key = (owner.kind, owner.path, owner.qualname, name, ".")
        known = self._recall(key)
        if known is not None:
            return known
        found = self._attribute(owner, name) or self._set_on(owner, name) or self._below(owner, name)
        return self._remember(key, found)

    def _below(self, owner: Entity, name: str) -> Values:
        """What the classes that inherit from a class give a name it leaves to them."""
        if owner.kind not in ("instance", "class"):
            return ()
        out: list[Entity] = []
        below = self._names.classes.below(owner.path, owner.qualname)
        for cls in below if len(below) <= _BELOW else ():
            holder = Entity(owner.kind, cls.path, cls.qualname, definition=cls.definition, how="inferred")
            found = self._names.member(holder, name)
            if found.kind == "function":
                out.append(found.inferred())
            elif found.kind == "opaque":
                out.extend(self._attribute(holder, name))
        return few(out)

    def _attribute(self, owner: Entity, name: str) -> Values:
        """What assignments anywhere in the line of inheritance, or on instances of it, give an attribute."""
        out: list[Entity] = []
        for cls in self._names.classes.of(owner.path, owner.qualname):
            index = self._names.index(cls.path) if cls.kind == "class" else None
            if index is None:
                continue
            for assignment in index.own.get(cls.qualname, {}).get(name, ()):
                out.extend(self._assigned(index, assignment))
            for binding in index.scopes.get(cls.qualname, {}).get(name, ()):
                if binding.assignment is not None:
                    out.extend(self._assigned(index, binding.assignment))
        return few(out)

    def _set_on(self, owner: Entity, name: str) -> Values:
        """What setattr gave an attribute: under that name, else under one that is not known."""
        sure: list[Entity] = []
        maybe: list[Entity] = []
        for holders, keys, index, call in self._stores(owner.path):
            if (owner.path, owner.qualname) in holders and (name in keys or not keys):
                (sure if keys else maybe).extend(self.values(index, call.scope, call.arguments[2].value, call.line))
        return few(sure or maybe)

    def _stores(self, path: str) -> list[tuple[set[tuple[str, str]], set[str], FileIndex, Call]]:
        """Calls of setattr in a file, with the classes of what they change and the names they give."""
        known = self._set.get(path)
        if known is None:
            known = self._set[path] = []
            for index, call in self._stored.get(path, ()):
                target, key = call.arguments[0].value, call.arguments[1].value
                holders = {(item.path, item.qualname) for item in self.values(index, call.scope, target, call.line)}
                known.append((holders, self.containers.keys(index, call.scope, key, call.line), index, call))
        return known

    # calls

    def targets(self, index: FileIndex, call: Call) -> Values:
        """All a call may run: functions, classes, what is outside."""
        self._steps = 0
        self._depth = 0
        self.touched = False
        out: list[Entity] = []
        for found in self.values(index, call.scope, call.callee, call.line):
            out.extend(self.run(found))
        return few(out)

    def run(self, found: Entity) -> Values:
        """What calling a value runs."""
        if found.kind == "class":
            return (self.constructor(found),)
        if found.kind == "instance":
            return tuple(item for item in self._members((found,), "__call__") if item.kind == "function")
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

    def results(self, index: FileIndex, call: Call, scope: str, line: int) -> Values:
        """What a call gives back."""
        single = self._names.called(index, call, scope, line)
        if single.kind in ("instance", "class", "function", "module", "super"):
            return (single, *self.wrapped(single)) if single.kind == "function" else (single,)
        callee = call.callee
        if callee.kind == "name" and callee.text == "getattr" and len(call.arguments) > 1:
            owners = self.values(index, scope, call.arguments[0].value, line)
            keys = self.containers.keys(index, scope, call.arguments[1].value, line)
            return few(found for key in sorted(keys) for found in self._members(owners, key))
        held = self.containers.taken(index, call, scope, line)
        if held is not None:
            return held
        out: list[Entity] = []
        for function in self.values(index, scope, callee, line):
            if function.kind == "external":
                out.extend(self._handed_on(index, function.external, call, scope, line))
            elif function.kind == "function" and function.definition is not None:
                definition = function.definition
                skipped = self._skipped(index, call, function.path, definition)
                for parameter in _handed_back(definition):
                    given = _argument(definition, parameter.name, parameter.kind, call, skipped)
                    out.extend(self.values(index, scope, given, line) if given is not None else ())
                out.extend(self._returned(function, definition, own=False))
            else:
                out.extend(self._results_of((function,)))
        return few(out) or ((single,) if single.kind in _KEPT else ())

    def _handed_on(self, index: FileIndex, name: str, call: Call, scope: str, line: int) -> Values:
        if not call.arguments:
            return ()
        if name in _WRAPPERS or name in _ITERATED:
            return self.values(index, scope, call.arguments[0].value, line)
        if name == "builtins.map":  # a list of what the function gives back
            given = tuple(Value("call", call=Call(item.value, (), line, line, scope), line=line) for item in call.arguments[:2])
            held = Assignment("{}", Value("list", items=given, line=line), line, line, scope)
            return (Entity("object", index.facts.path, "{}", assignment=held, how="inferred"),)
        return (Entity("made", external=name),)

    def callbacks(self, index: FileIndex, name: str, call: Call) -> Values:
        """The functions of the repository that a function outside calls with what it is given."""
        if name in _CALLS_FIRST:
            given = [argument.value for argument in call.arguments[:2] if not argument.name]
        elif name in _CALLS_KEY:
            given = [argument.value for argument in call.arguments if argument.name == "key"]
        else:
            return ()
        self._steps = 0
        found = few(item for value in given for item in self.values(index, call.scope, value, call.line))
        return few(run for item in found if item.kind in ("function", "class") for run in self.run(item) if run.path)

    def _results_of(self, functions: Iterable[Entity]) -> Values:
        out: list[Entity] = []
        for function in functions:
            if function.kind == "class":
                out.append(Entity("instance", function.path, function.qualname, definition=function.definition, how=function.how))
            elif function.kind == "instance":
                out.extend(self._results_of(item for item in self._members((function,), "__call__") if item.kind == "function"))
            elif function.kind == "function" and function.definition is not None:
                out.extend(self._returned(function, function.definition))
        return few(out)

    def _returned(self, function: Entity, definition: Definition, *, own: bool = True) -> Values:
        """What a function returns; without `own`, what is none of its parameters."""
        key = (function.path, definition.qualname, "()", own)
        known = self._recall(key)
        if known is not None:
            return known
        index = self._names.files[function.path]
        out: list[Entity] = []
        left_out = () if own else [parameter.name for parameter in _handed_back(definition)]
        for value in definition.returned:
            if value.kind != "name" or value.text not in left_out:
                out.extend(self.values(index, definition.qualname, value, value.line))
        if not out and definition.returns:
            single = self._names.annotated(index, definition.parent, definition.returns, definition.line)
            out = [single] if single.kind in _KEPT else []
        return self._remember(key, out)

    def wrapped(self, function: Entity) -> Values:
        """What the decorators of a function put in its place, where they are of the repository; () where nothing is."""
        definition = function.definition
        if definition is None or not definition.decorators or definition.kind in CLASSES:
            return ()
        key = (function.path, definition.qualname, "@", 0)
        known = self._recall(key)
        if known is not None:
            return known
        here: Values = (function,)
        for decorator in self.decorators(function):
            if decorator.kind == "external" or not decorator.path:
                continue
            for given in here:
                self.decorates(decorator, given)
            if decorator.kind == "function" and decorator.definition is not None:
                handed = here if _handed_back(decorator.definition) else ()
                here = few((*handed, *self._returned(decorator, decorator.definition, own=False))) or here
            else:
                here = self._results_of((decorator,)) or here
        own = (function.path, function.qualname)
        kinds = ("function", "instance")
        out = tuple(item.inferred() for item in here if item.kind in kinds and (item.path, item.qualname) != own)
        return self._remember(key, out)

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
        found = self._members(tuple(holder for holder in holders if holder.kind == "instance"), name)
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
        return self._results_of(self.methods(holders, "__getitem__"))

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
                        out.extend(self._returned(method, method.definition))
        return few(out)

    def iteration(self, holders: Values) -> list[tuple[str, Entity]]:
        """The methods a loop over any of them calls, by name."""
        out: list[tuple[str, Entity]] = []
        for holder in holders:
            if holder.kind != "instance":
                continue
            for starts, goes_on in (("__iter__", "__next__"), ("__aiter__", "__anext__")):
                for method in self._members((holder,), starts):
                    if method.kind != "function" or method.definition is None:
                        continue
                    out.append((starts, method))
                    for iterator in self._returned(method, method.definition):
                        if iterator.kind == "instance":
                            nexts = self._members((iterator,), goes_on)
                            out.extend((goes_on, item) for item in nexts if item.kind == "function")
        return out


def _handed_back(definition: Definition) -> list[Parameter]:
    """The parameters a function returns as they are."""
    names = {value.text for value in definition.returned if value.kind == "name"}
    return [parameter for parameter in definition.parameters if parameter.name in names and parameter.kind in ("", "positional")]


def few(found: Iterable[Entity]) -> Values:
    """Each of them once, in order; () where there are too many to say anything."""
    unique: dict[tuple[str, str, str, str, int], Entity] = {}
    for item in found:
        line = item.assignment.line if item.assignment is not None else 0
        unique.setdefault((item.kind, item.path, item.qualname, item.external, line), item)
        if len(unique) > _MOST:
            return ()
    return tuple(unique.values())


def _argument(definition: Definition, name: str, kind: str, call: Call, skipped: int) -> Value | None:
    """What a call gives a parameter; the rest of the arguments as a list or dict."""
    if kind == "keywords":
        own = {parameter.name for parameter in definition.parameters}
        rest = [argument for argument in call.arguments if argument.name and argument.name not in own]
        keys = tuple(Value("string", argument.name, line=call.line) for argument in rest)
        return Value("dict", items=tuple(argument.value for argument in rest), keys=keys, line=call.line) if rest else None
    position = -skipped
    places: list[str] = []
    for parameter in definition.parameters:
        if parameter.kind == "rest" or parameter.kind in ("keyword", "keywords"):
            break
        places.append(parameter.name)
    positional: list[Argument] = []
    for argument in call.arguments:
        if argument.name:
            if argument.name == name:
                return argument.value
            continue
        if argument.value.kind == "spread":
            break
        positional.append(argument)
    if kind == "rest":
        rest_values = tuple(argument.value for argument in positional[len(places) + position :])
        return Value("list", items=rest_values, line=call.line) if rest_values else None
    if name in places:
        at = places.index(name) + position
        if 0 <= at < len(positional):
            return positional[at].value
    return None
