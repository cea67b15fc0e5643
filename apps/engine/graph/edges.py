"""Calls and names of all files → edges.  A wrong edge is worse than a missing one: what is unsure is counted, not guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from apps.engine.facts import Call, Definition, FileFacts, Place
from apps.engine.graph.capsules import symbol_of
from apps.engine.graph.entities import LAMBDA, Resolution
from apps.engine.graph.guesses import Guesses
from apps.engine.graph.leaving import Leaving
from apps.engine.graph.modules import SCRIPT_LANGUAGES
from apps.engine.graph.resolve import Resolver
from apps.engine.graph.testfiles import inner_tests, is_inside, is_test
from apps.engine.graph.uses import Row, handed_on, used_by_call, used_by_names, used_by_parameters

_HOWS = ("exact", "inferred")
_BUILTINS = "builtins."


class CallEdges:
    """Rows of edges (the fields of `Edge`), and counts of what became of the calls."""

    def __init__(self, files: Mapping[str, FileFacts], resolver: Resolver) -> None:
        self.rows: set[Row] = set()
        self.needs: dict[Row, Place | None] = {}
        self.unresolved: Counter[tuple[str, str]] = Counter()
        self.unnamed: Counter[tuple[str, str]] = Counter()  # calls that leave the repository for what has no name
        self.calls = 0
        self.inside = 0
        self.outside = 0
        self._files = files
        self._resolver = resolver
        self._guesses = Guesses(files)
        self._leaving = Leaving(files, resolver)
        self._tests = {path: is_test(path) for path in files}
        self._inner_tests = {path: inner for path, facts in files.items() if (inner := inner_tests(facts))}
        self._builtins: set[tuple[str, str]] = set()  # a builtin is named once for each caller, at the first line

    def collect(self) -> None:
        """Go through all files."""
        resolved: dict[str, list[tuple[Call, Resolution]]] = {}
        still_open: dict[str, list[Call]] = {}
        for path in sorted(self._files):
            facts = self._files[path]
            known, unknown = self._calls(facts)
            if known:
                resolved[path] = known
            if unknown:
                still_open[path] = unknown
            self.rows.update(used_by_names(facts, self._resolver))
            if facts.language in SCRIPT_LANGUAGES:
                self.rows.update(handed_on(facts))
            for definition in facts.definitions:
                if definition.name == LAMBDA or _is_anonymous(definition):  # made where it stands, whoever calls it
                    source, target = symbol_of(path, definition.parent), symbol_of(path, definition.qualname)
                    self.rows.add((source, "uses", target, definition.line, "exact", False))
                if definition.parameters:
                    for needed in used_by_parameters(facts, definition, self._resolver):
                        self.rows.add(needed.row)
                        self.needs.setdefault(needed.row, needed.spelled)
        answered = self._implied(resolved, still_open)
        for path, calls in still_open.items():
            for call in calls:
                if id(call) not in answered:
                    self._last_resort(self._files[path], call)

    def _calls(self, facts: FileFacts) -> tuple[list[tuple[Call, Resolution]], list[Call]]:
        """The calls of a file that lead to something known, with it, and those that do not."""
        path = facts.path
        resolve = self._resolver.resolve_call
        known: list[tuple[Call, Resolution]] = []
        unknown: list[Call] = []
        sources: dict[str, str] = {}
        self.calls += len(facts.calls)
        for call in facts.calls:
            found = resolve(path, call)
            kind = found.kind
            source = sources.get(call.scope)
            if source is None:
                source = sources[call.scope] = symbol_of(path, call.scope)
            if kind == "definition" and not found.is_instance:
                self.inside += 1
                known.append((call, found))
                self._add(path, source, called_at(call), found)
                continue
            used = used_by_call(facts, call, self._resolver)
            if used is not None:
                self.rows.add(used)
            if kind == "external":
                self.outside += 1
                if found.external:
                    known.append((call, found))
                    self._add(path, source, called_at(call), found)
                else:
                    self._leave(facts, call)
            elif _is_import(call):
                self.calls -= 1
            else:
                unknown.append(call)
        return known, unknown

    def _add(self, path: str, source: str, line: int, found: Resolution) -> None:
        if found.kind == "external":
            name = found.external
            if name.startswith(_BUILTINS):
                if (source, name) in self._builtins:
                    return
                self._builtins.add((source, name))
            self.rows.add((source, "calls", name, line, found.how, True))
            return
        kind = self._kind(path, source, found)
        self.rows.add((source, kind, found.symbol, line, found.how, False))

    def _kind(self, path: str, source: str, found: Resolution) -> str:
        """Whether a call leads out of a test."""
        if not self._tests[path]:
            own = self._inner_tests.get(path)
            if own is None or not is_inside(source.partition("#")[2], own):
                return "calls"
        if self._tests.get(found.path, False) or is_inside(found.qualname, self._inner_tests.get(found.path, ())):
            return "calls"
        return "tests"

    def _implied(self, resolved: Mapping[str, list[tuple[Call, Resolution]]], still_open: Mapping[str, list[Call]]) -> set[int]:
        """Edges of calls through values; the ids of the open calls they answer."""
        answered: set[int] = set()
        waiting = {id(call) for calls in still_open.values() for call in calls}
        for item in self._resolver.implied(resolved, still_open):
            found = item.target
            source = symbol_of(item.path, item.scope)
            kind = self._kind(item.path, source, found)
            symbol = found.symbol
            line = item.line if item.call is None else called_at(item.call)
            exact, inferred = ((source, kind, symbol, line, how, False) for how in _HOWS)
            if exact not in self.rows and inferred not in self.rows:
                self._add(item.path, source, line, found)
            if item.call is not None and id(item.call) in waiting and id(item.call) not in answered:
                answered.add(id(item.call))
                if found.kind == "external":
                    self.outside += 1
                else:
                    self.inside += 1
        return answered

    def _last_resort(self, facts: FileFacts, call: Call) -> None:
        source = symbol_of(facts.path, call.scope)
        found = self._guesses.target(facts, call)
        if found is not None:
            self.inside += 1
            self._add(facts.path, source, called_at(call), found)
        elif self._guesses.leaves(facts, call):
            self.outside += 1
            self._leave(facts, call)
        else:
            self.unresolved[source, called_name(call)] += 1

    def _leave(self, facts: FileFacts, call: Call) -> None:
        """A call that leaves the repository: an edge to the best name that can be told, else it is counted."""
        source, name = symbol_of(facts.path, call.scope), self._leaving.name(facts.path, call)
        if name:
            self._add(facts.path, source, called_at(call), Resolution("external", external=name, how="inferred"))
        else:
            self.unnamed[source, called_name(call)] += 1


def called_at(call: Call) -> int:
    """The line that says what is called: in a chain over several lines each call has its own."""
    callee = call.callee
    return callee.end_line if callee.kind in ("name", "attribute") and callee.end_line else call.line


def called_name(call: Call) -> str:
    """The last part of what is called: ``save`` of ``self.items[0].save()``; "" where it has no name."""
    callee = call.callee
    return callee.text.rpartition(".")[2] if callee.kind in ("name", "attribute") else ""


def _is_import(call: Call) -> bool:
    """``require("x")`` and ``import("x")`` of a module that is not parsed."""
    return call.callee.kind == "name" and call.callee.text in ("require", "import")


def _is_anonymous(definition: Definition) -> bool:
    """Whether a class is written where its only instance is made."""
    return definition.kind in ("class", "object") and "anonymous" in definition.properties
