"""Values as small sets, gathered from all places that give them: names, attributes, and the arguments a parameter stands for.

A set of more than a few is no answer: such a value is unknown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from apps.engine.facts import Assignment, Call, Definition, Value
from apps.engine.graph.arguments import argument_of
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.containers import Containers
from apps.engine.graph.entities import Entity, caught
from apps.engine.graph.fixtures import parametrized
from apps.engine.graph.unions import Unions
from apps.engine.parsing.python.narrowing import EXCLUDED

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

_MOST = 24  # values one expression may have
_SITES = 60  # calls of one function whose arguments are looked at
_BELOW = 40  # classes that inherit from one
_STEPS = 120  # expressions looked at for one question
_DEPTH = 16
_CONTAINERS = frozenset({
    "builtins.list", "builtins.dict", "builtins.set", "collections.OrderedDict", "collections.defaultdict", "collections.deque",
})  # fmt: skip
KEPT = frozenset({"class", "function", "instance", "object", "external", "made", "module"})

Values = tuple[Entity, ...]


class Gathering(ABC):
    """Sets of values, over what is known so far of who calls whom."""

    containers: Containers

    def __init__(self, names: DynamicNames) -> None:
        self._names = names
        self._unions = Unions(names)
        self._sites: dict[tuple[str, str], list[tuple[FileIndex, Call]]] = defaultdict(list)
        self._bound: dict[tuple[str, str], list[Entity]] = defaultdict(list)  # what decorators are given
        self._stored: dict[str, list[tuple[FileIndex, Call]]] = defaultdict(list)  # setattr by the name of its object
        self._set: dict[str, list[tuple[set[tuple[str, str]], set[str], FileIndex, Call]]] = {}
        self._known: dict[tuple[object, ...], Values] = {}
        self._busy: dict[tuple[object, ...], bool] = {}
        self._growing: set[tuple[object, ...]] = set()  # answers that more calls may add to
        self._depth = 0
        self._steps = 0
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
        self.begin()
        return self.values(index, scope, value, line)

    def declared(self, index: FileIndex, scope: str, value: Value, line: int) -> Values:
        """The classes that the annotation of a name tells, where it names several; nothing is followed."""
        if value.kind != "name":
            return ()
        found = self._names.dotted(index, scope, value.text, line)
        if found.kind == "parameter" and found.parameter is not None and found.definition is not None:
            if not found.parameter.annotation or found.parameter.kind in ("rest", "keywords"):
                return ()
            there = self._names.files[found.path]
            told = self._unions.of(there, found.definition.parent, found.parameter.annotation, found.definition.line)
        elif found.assignment is not None and found.assignment.annotation:
            told = self._declared(self._names.files[found.path], found.assignment)
        else:
            return ()
        return self._left(index, scope, value.text, line, told) if (scope, value.text) in index.excluded else told

    def begin(self) -> None:
        """A question of its own starts: the steps of the one before do not count."""
        self._steps = 0
        self._depth = 0
        self.touched = False

    def values(self, index: FileIndex, scope: str, value: Value, line: int) -> Values:
        """The same, as a step of another question."""
        self._steps += 1
        self._names.steps = 0
        if self._depth >= _DEPTH or self._steps > _STEPS:
            return ()
        self._depth += 1
        found = self._values(index, scope, value, line)
        self._depth -= 1
        return found

    def _values(self, index: FileIndex, scope: str, value: Value, line: int) -> Values:
        kind = value.kind
        if kind == "name":
            return self._named(index, scope, value.text, line)
        if kind == "call" and value.call is not None:
            return self.results(index, value.call, scope, line)
        if kind == "attribute" and value.items:
            return self.members(self.values(index, scope, value.items[0], line), value.text)
        if kind == "subscript" and len(value.items) == 2:
            held = self.values(index, scope, value.items[0], line)
            return self.containers.elements(held, index, scope, value.items[1], line)
        if kind in ("list", "dict"):
            held_as = Assignment("{}", value, value.line or line, value.end_line or line, scope)
            return (Entity("object", index.facts.path, "{}", assignment=held_as, how="inferred"),)
        if kind == "binary" and value.text in ("or", "and", "if"):
            return few(found for item in value.items for found in self.values(index, scope, item, line))
        found = self._names.value(index, scope, value, line)
        return (found,) if found.kind in KEPT else ()

    def _named(self, index: FileIndex, scope: str, name: str, line: int) -> Values:
        found = self._names.dotted(index, scope, name, line)
        if found.kind == "function":
            return (found, *self.wrapped(found))
        if found.kind in KEPT and not ("." in name and is_container(found)):
            return (found,)
        if found.kind in ("variable", "parameter"):
            answer = self.behind(found)
            if answer and (scope, name) in index.excluded:
                answer = self._left(index, scope, name, line, answer)
            if answer or "." not in name:
                return answer
        if "." not in name:
            return ()
        head, *rest = name.split(".")
        here = self.behind(self._names.plain(index, scope, head, line))
        if here and (scope, head) in index.excluded:
            here = self._left(index, scope, head, line, here)
        for part in rest:
            here = self.members(here, part)
        return here

    def _left(self, index: FileIndex, scope: str, name: str, line: int, found: Values) -> Values:
        """What is left of the values of a name where `isinstance` has ruled some classes out."""
        spans = index.short[scope][name]
        excluded = [span for span in spans if span.properties == EXCLUDED and span.line <= line <= span.end_line]
        return tuple(one for one in found if not self._names.is_excluded(index, one, excluded))

    def behind(self, found: Entity) -> Values:
        """The values of a variable or parameter; other entities are their own."""
        if found.kind == "variable" and found.assignment is not None:
            return self._assigned(self._names.files[found.path], found.assignment)
        if found.kind == "parameter":
            return self._parameter(found)
        return (found,) if found.kind in KEPT else ()

    def recall(self, key: tuple[object, ...]) -> Values | None:
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

    def remember(self, key: tuple[object, ...], found: Iterable[Entity]) -> Values:
        """Kept until `again`, also where the question went in a circle: the next round sees the rest."""
        kept = self._known[key] = few(found)
        if self.touched:
            self._growing.add(key)
        self.touched = self._busy.pop(key) or self.touched
        return kept

    def _assigned(self, index: FileIndex, assignment: Assignment) -> Values:
        value = assignment.value
        if value is None and assignment.annotation:
            single = self._names.assigned(index, assignment)
            return (single,) if single.kind in KEPT else self._declared(index, assignment)
        if value is None or assignment.kind == "augmented":
            return ()
        if assignment.kind == "except":
            several = value.items if value.kind == "list" else (value,)
            return few(caught(self._names.value(index, assignment.scope, one, assignment.line)) for one in several)
        key = (index.facts.path, assignment.scope, assignment.target, assignment.line)
        known = self.recall(key)
        if known is not None:
            return known
        given = self.values(index, assignment.scope, value, assignment.line)
        if assignment.annotation and not given:
            given = self._declared(index, assignment)
        if assignment.kind in ("loop", "parameter"):
            given = self.iterated(given)
        elif assignment.kind == "with":
            given = self.results_of(self.members(given, "__enter__"))
        elif value.kind in ("list", "dict") and len(given) == 1:
            given = (Entity("object", index.facts.path, assignment.target, assignment=assignment, how="inferred"),)
        elif len(given) == 1 and is_container(given[0]) and value.call is not None and not _fills(value.call):
            empty = msgspec.structs.replace(assignment, value=Value("list", line=value.line, end_line=value.end_line))
            given = (Entity("object", index.facts.path, assignment.target, assignment=empty, how="inferred"),)
        return self.remember(key, given)

    def _parameter(self, found: Entity) -> Values:
        definition, parameter = found.definition, found.parameter
        if definition is None or parameter is None:
            return ()
        key = (found.path, definition.qualname, parameter.name)
        known = self.recall(key)
        if known is not None:
            return known
        self.touched = True
        out: list[Entity] = []
        for index, scope, value, line in self.given(found):
            out.extend(self.values(index, scope, value, line))
        for value, is_list in parametrized(definition, parameter.name) if definition.decorators else ():
            given = self.values(self._names.files[found.path], definition.parent, value, value.line)
            out.extend(self.iterated(given) if is_list else given)
        bound = self._bound.get((found.path, definition.qualname))
        if bound and definition.parameters[0].name == parameter.name:
            out.extend(bound)
        single = self._names.evaluate(found)
        if single.kind in KEPT:
            out = [item for item in out if item.kind != "external"] or [single]
        elif parameter.annotation and parameter.kind not in ("rest", "keywords"):
            out.extend(self._unions.of(self._names.files[found.path], definition.parent, parameter.annotation, definition.line))
        return self.remember(key, out)

    def _declared(self, index: FileIndex, assignment: Assignment) -> Values:
        """What the annotation of an assignment tells, where it names several classes."""
        return self._unions.of(index, assignment.scope, assignment.annotation, assignment.line) if assignment.annotation else ()

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
            skipped = self.skipped(index, call, found.path, definition)
            value = argument_of(definition, parameter.name, parameter.kind, call, skipped)
            if value is not None:
                out.append((index, call.scope, value, call.line))
        return out

    def skipped(self, index: FileIndex, call: Call, path: str, definition: Definition) -> int:
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

    def members(self, owners: Values, name: str) -> Values:
        out: list[Entity] = []
        for owner in owners:
            found = self._names.member(owner, name)
            if found.kind == "function":
                out.extend((found, *self.wrapped(found)))
            elif is_container(found) and owner.kind in ("instance", "class", "module"):
                out.extend(self._attribute_or_below(owner, name) or (found,))
            elif found.kind in KEPT:
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
        known = self.recall(key)
        if known is not None:
            return known
        found = self._attribute(owner, name) or self._set_on(owner, name) or self._below(owner, name)
        return self.remember(key, found)

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
            elif found.kind in KEPT:
                out.append(found.inferred())
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

    # what calls give is told by the class that has both

    @abstractmethod
    def results(self, index: FileIndex, call: Call, scope: str, line: int) -> Values:
        """What a call gives back."""

    @abstractmethod
    def results_of(self, functions: Iterable[Entity]) -> Values:
        """What calling any of them gives."""

    @abstractmethod
    def wrapped(self, function: Entity) -> Values:
        """What the decorators of a function put in its place."""

    @abstractmethod
    def iterated(self, holders: Values) -> Values:
        """What a loop over any of them gives its variable."""


def is_container(found: Entity) -> bool:
    """Whether something is a container of the standard library of which no annotation tells the elements."""
    return found.kind == "made" and not found.path and found.external in _CONTAINERS


def _fills(call: Call) -> bool:
    """Whether the call that makes a container gives it elements."""
    return bool(call.arguments) and call.callee.text.rpartition(".")[2] not in ("defaultdict", "deque")


def few(found: Iterable[Entity]) -> Values:
    """Each of them once, in order; () where there are too many to say anything."""
    if isinstance(found, (tuple, list)) and len(found) < 2:
        return tuple(found)
    unique: dict[tuple[str, str, str, str, int], Entity] = {}
    for item in found:
        line = item.assignment.line if item.assignment is not None else 0
        unique.setdefault((item.kind, item.path, item.qualname, item.external, line), item)
        if len(unique) > _MOST:
            return ()
    return tuple(unique.values())
