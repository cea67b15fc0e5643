"""What expressions of JavaScript and TypeScript may be: functions, classes, instances and objects followed as values.

Flow-insensitive and on demand: a question goes back from an expression to everything that may have been put there.  It starts
where names alone give no answer, so a set that grows too large counts as unknown: nothing is guessed from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from apps.engine.facts import Call, Definition, Value
from apps.engine.graph.bindings import CLASSES, FileIndex
from apps.engine.graph.script_things import MOST, NOTHING, Thing, Things, Type, holding

if TYPE_CHECKING:
    from apps.engine.graph.dynamic import DynamicNames

from apps.engine.graph.script_flow.arguments import Arguments
from apps.engine.graph.script_flow.membership import Membership
from apps.engine.graph.script_flow.outcomes import Outcomes
from apps.engine.graph.script_flow.typed import DeclaredTypes
from apps.engine.graph.script_flow.variables import Variables

_DEPTH = 60  # steps in a row
_WRITES = 40  # assignments to one property name of a file that are looked at
_CHOICES = frozenset({"||", "&&", "??", "if", ","})


class ScriptFlow:
    """Answers of one run; `callers` and `fed` grow while calls are resolved, `forget` makes the answers follow them."""

    def __init__(self, names: DynamicNames) -> None:
        self.names = names
        self.callers: dict[Thing, list[tuple[FileIndex, Call]]] = defaultdict(list)
        self.fed: dict[tuple[Thing, int], set[Thing]] = defaultdict(set)
        self.expected: dict[Thing, list[tuple[FileIndex, str, str]]] = defaultdict(list)  # … that stand where a type is declared
        self.given: dict[Thing, list[tuple[FileIndex, Call, int]]] = defaultdict(list)  # functions passed as arguments
        self._kept: dict[tuple[object, ...], Things] = {}
        self._busy: set[tuple[object, ...]] = set()
        self.objects: list[tuple[FileIndex, str, Value | Call]] = []
        self._object_places: dict[tuple[str, str, int], int] = {}
        self.signatures: list[tuple[FileIndex, str, Type]] = []
        self._before: dict[tuple[object, ...], Things] = {}
        self._depth = 0
        self.variables = Variables(self)
        self.typed = DeclaredTypes(self)
        self.membership = Membership(self)
        self.arguments = Arguments(self)
        self.outcomes = Outcomes(self)

    def forget(self) -> None:
        """Answer anew from here on; where a question comes back to itself, the answer of before stands in."""
        self._before = self._kept
        self._kept = {}

    def things(self, index: FileIndex, scope: str, value: Value, line: int) -> Things:
        """What an expression may be."""
        line = value.line or line
        key = (index.facts.path, scope, id(value), line)
        known = self._kept.get(key)
        return self.once(key, lambda: self._expression(index, scope, value, line)) if known is None else known

    def known(self, key: tuple[object, ...]) -> Things | None:
        """The answer to a question that has been worked out, None where it has not."""
        return self._kept.get(key)

    def once(self, key: tuple[object, ...], answer: Callable[[], Things]) -> Things:
        """The answer to a question, worked out once; what it was before where it depends on itself."""
        known = self._kept.get(key)
        if known is not None:
            return known
        if key in self._busy or self._depth >= _DEPTH:
            return self._before.get(key, NOTHING)
        self._busy.add(key)
        self._depth += 1
        try:
            found = answer()
        finally:
            self._busy.discard(key)
            self._depth -= 1
        self._kept[key] = found if len(found) <= MOST else NOTHING
        return self._kept[key]

    def _expression(self, index: FileIndex, scope: str, value: Value, line: int) -> Things:
        kind = value.kind
        if kind == "name":
            return self.variables.dotted(index, scope, value.text, line)
        if kind == "call" and value.call is not None:
            return self.outcomes.results(index, value.call)
        if kind == "function":
            return self._function_value(index, value)
        if kind == "attribute" and value.items:
            return self.membership.members(self.things(index, scope, value.items[0], line), value.text)
        if kind == "subscript" and len(value.items) == 2:
            return self._subscript(index, scope, value, line)
        if kind == "dict":
            return frozenset({self.object(index, scope, value)})
        if kind == "list":
            return frozenset({holding("list", "Array", self.items(index, scope, value.items, line))})
        if kind == "binary" and value.text in _CHOICES:
            return self.union(self.things(index, scope, item, line) for item in value.items)
        if kind == "cast" and value.items:
            declared = self.typed.annotation(index, scope, value.text)
            return declared or self.things(index, scope, value.items[0], line)
        if kind == "spread" and value.items:
            return self.outcomes.elements(self.things(index, scope, value.items[0], line))
        return NOTHING

    def items(self, index: FileIndex, scope: str, items: Iterable[Value], line: int) -> Things:
        """What several expressions may be, together."""
        return self.union(self.things(index, scope, item, line) for item in list(items)[:_WRITES])

    def union(self, parts: Iterable[Things]) -> Things:
        """All of several sets, none where they are too many."""
        out: set[Thing] = set()
        for part in parts:
            out |= part
            if len(out) > MOST:
                return NOTHING
        return frozenset(out)

    def _function_value(self, index: FileIndex, value: Value) -> Things:
        if value.text:
            definition = index.definitions.get(value.text)
            return frozenset({self.defined(index, definition)}) if definition is not None else NOTHING
        if value.items:
            return frozenset({Thing("lambda", index.facts.path, value.items[0].text)})
        return NOTHING

    def defined(self, index: FileIndex, definition: Definition) -> Thing:
        """The thing a definition is."""
        kind = "function"
        if definition.kind in CLASSES:
            kind = "class"
        elif definition.kind == "namespace":
            kind = "namespace"
        elif definition.kind == "type":
            kind = "class"
        return Thing(kind, index.facts.path, definition.qualname)

    def object(self, index: FileIndex, scope: str, value: Value | Call) -> Thing:
        """An object literal, or a call that makes one."""
        key = (index.facts.path, scope, id(value))
        place = self._object_places.get(key)
        if place is None:
            place = self._object_places[key] = len(self.objects)
            self.objects.append((index, scope, value))
        return Thing("object", index.facts.path, str(place))

    def _subscript(self, index: FileIndex, scope: str, value: Value, line: int) -> Things:
        below, place = value.items
        if below.kind == "function" and place.kind == "number":
            functions = self._function_value(index, below)
            return self.union(self.arguments.argument(function, int(place.text)) for function in functions)
        owners = self.things(index, scope, below, line)
        text = self.variables.text(index, scope, place, line)
        out: set[Thing] = set()
        for owner in sorted(owners):
            if owner.kind == "list":
                out |= owner.inner
            elif text:
                out |= self.membership.member(owner, text)
            elif owner.kind == "object":
                out |= self.membership.keyed(owner, place) or self.membership.entries(owner)
        return frozenset(out) if len(out) <= MOST else NOTHING
