"""What a list of Python holds, wherever its parts stand: names, sums, spreads, items added later, functions, parameters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from apps.engine.facts import Call, FileFacts, Value
from apps.engine.frameworks.bindings import CLASSES, Bound
from apps.engine.frameworks.code import Code
from apps.engine.frameworks.mounting import bind_arguments
from apps.engine.frameworks.text import keyword

_ITEMS = 5_000  # of one list
_ADDING = ("append", "extend", "insert")
_COPYING = frozenset({"list", "tuple", "set", "sorted"})

Item = tuple[Bound, Value]  # what an item is, and the expression in its place


class Lists:
    """Reads lists of the given files; calls are indexed once the items of a parameter are asked for."""

    def __init__(self, code: Code, files: list[FileFacts]) -> None:
        self._code = code
        self._files = files
        self._calls: dict[str, list[tuple[str, Call]]] | None = None

    def items(self, path: str, scope: str, value: Value) -> Iterator[Item]:
        """The items in order; a tuple is an item, not a list, where it stands in a list.  What is no list is its own item."""
        waiting = [(path, scope, value, True)]
        seen: set[tuple[str, str, str]] = set()
        count = 0
        while waiting and count < _ITEMS:
            count += 1
            at, inside, item, is_whole = waiting.pop()
            spread = item.kind == "spread" and bool(item.items)
            if spread:
                item, is_whole = item.items[0], True
            bound = self._code.names.of(at, inside, item)
            current = bound.value
            more: list[tuple[str, str, Value, bool]] | None = None
            if is_whole and bound.kind == "parameter":
                more = [(where, within, given, True) for where, within, given in self._given(bound)]
            elif is_whole and current is not None:
                more = self._inside(bound, current)
                if more is not None and bound.assignment is not None:
                    if bound.key in seen:
                        continue
                    seen.add(bound.key)
                    more += self._added(bound)
            if more is None:
                yield bound, item
            else:
                waiting += reversed(more)

    def _inside(self, bound: Bound, value: Value) -> list[tuple[str, str, Value, bool]] | None:
        """The parts of an expression that is a list, None for others."""
        at, inside = bound.path, bound.scope
        if value.kind == "list":
            return [(at, inside, item, False) for item in value.items]
        if value.kind == "binary" and value.text in ("+", "or"):
            return [(at, inside, item, True) for item in value.items]
        call = value.call
        if call is None:
            return None
        if call.callee.text in _COPYING and len(call.arguments) == 1:
            return [(at, inside, call.arguments[0].value, True)]
        called = self._code.names.of(at, inside, call.callee)
        made = called.definition
        if called.kind != "definition" or made is None or made.kind in CLASSES:
            return None
        listed = [item for item in made.returned if item.kind in ("list", "name", "binary", "attribute")]
        return [(called.path, made.qualname, item, True) for item in listed] or None

    def _added(self, bound: Bound) -> list[tuple[str, str, Value, bool]]:
        """What ``x += […]``, ``x.append(…)`` and ``x.extend(…)`` add to a variable, in the scope that makes it."""
        assignment = bound.assignment
        if assignment is None:
            return []
        file, scope, target = self._code.index(bound.path), assignment.scope, assignment.target
        found = [
            (bound.path, scope, item.value, True)
            for item in file.assignments.get((scope, target), ())
            if item.kind == "augmented" and item.value is not None
        ]
        for call in file.calls_of(scope):
            owner, _, last = call.callee.text.rpartition(".")
            if owner == target and last in _ADDING and call.arguments:
                found.append((bound.path, scope, call.arguments[-1].value, last == "extend"))
        return found

    def _given(self, bound: Bound) -> Iterator[tuple[str, str, Value]]:
        """What a parameter is given by the calls of its function."""
        definition = bound.definition
        if definition is None:
            return
        if self._calls is None:
            self._calls = defaultdict(list)
            for facts in self._files:
                for call in facts.calls:
                    self._calls[call.callee.text.rpartition(".")[2]].append((facts.path, call))
        for path, call in self._calls.get(definition.name, ()):
            called = self._code.names.of(path, call.scope, call.callee)
            if called.path == bound.path and called.definition is definition:
                named = keyword(call.arguments, bound.name)
                given = named or next(
                    (value for name, value in bind_arguments(definition, call.arguments) if name == bound.name), None
                )
                if given is not None:
                    yield path, call.scope, given
