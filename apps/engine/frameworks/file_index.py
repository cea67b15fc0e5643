"""One file's facts by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from apps.engine.facts import Assignment, Call, Definition, Export, FileFacts, Import

_CHAIN = 200  # calls one on the other
SCRIPT = frozenset({"JavaScript", "TypeScript", "TSX"})


class FileIndex:
    """One file's facts by name; each table is made when first asked for, since most files are never looked at closely."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.is_script = facts.language in SCRIPT

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """By qualified name."""
        return {definition.qualname: definition for definition in self.facts.definitions}

    @cached_property
    def children(self) -> Mapping[str, list[Definition]]:
        """By the definition around them, "" at module level."""
        found: dict[str, list[Definition]] = defaultdict(list)
        for definition in self.facts.definitions:
            found[definition.parent].append(definition)
        return found

    @cached_property
    def assignments(self) -> Mapping[tuple[str, str], list[Assignment]]:
        """By scope and target."""
        found: dict[tuple[str, str], list[Assignment]] = defaultdict(list)
        for assignment in self.facts.assignments:
            found[assignment.scope, assignment.target].append(assignment)
        return found

    @cached_property
    def assigned(self) -> frozenset[str]:
        """Every target."""
        return frozenset(assignment.target for assignment in self.facts.assignments)

    @cached_property
    def fields(self) -> Mapping[str, list[Assignment]]:
        """Assignments by scope."""
        found: dict[str, list[Assignment]] = defaultdict(list)
        for assignment in self.facts.assignments:
            found[assignment.scope].append(assignment)
        return found

    @cached_property
    def imports(self) -> dict[tuple[str, str], tuple[Import, str]]:
        """By scope and the name brought there: the statement and the name as its module has it ("" = the module)."""
        found: dict[tuple[str, str], tuple[Import, str]] = {}
        for imported in self.facts.imports:
            if imported.kind == "export-from":
                continue
            for name in imported.names:
                if name.name != "*" or name.alias:
                    found.setdefault((imported.scope, name.alias or name.name), (imported, name.name))
            if not imported.names:
                here = imported.alias or ("" if self.is_script else imported.module.split(".")[0])
                if here:
                    found.setdefault((imported.scope, here), (imported, ""))
        return found

    @cached_property
    def stars(self) -> tuple[Import, ...]:
        """Star imports."""
        return tuple(
            imported
            for imported in self.facts.imports
            if imported.kind != "export-from"
            for name in imported.names
            if name.name == "*" and not name.alias
        )

    @cached_property
    def reexports(self) -> tuple[Import, ...]:
        """``export … from``."""
        return tuple(imported for imported in self.facts.imports if imported.kind == "export-from")

    @cached_property
    def exports(self) -> dict[str, Export]:
        """By the name importers use."""
        return {export.name: export for export in reversed(self.facts.exports)}

    @cached_property
    def _named(self) -> dict[tuple[str, str], Definition]:
        return {(definition.parent, definition.name): definition for definition in self.facts.definitions}

    @cached_property
    def _calls(self) -> Mapping[tuple[int, int, str], list[Call]]:
        found: dict[tuple[int, int, str], list[Call]] = defaultdict(list)
        for call in self.facts.calls:
            found[call.line, call.end_line, call.callee.text].append(call)
        return found

    @cached_property
    def _scoped_calls(self) -> Mapping[str, list[Call]]:
        found: dict[str, list[Call]] = defaultdict(list)
        for call in self.facts.calls:
            found[call.scope].append(call)
        return found

    def calls_of(self, scope: str) -> list[Call]:
        """The calls directly in a scope, by line."""
        return sorted(self._scoped_calls.get(scope, ()), key=lambda call: (call.line, call.end_line))

    def whole(self, call: Call) -> Call:
        """The same call with all of its arguments: a value deep inside another one is cut, the call of its own is not."""
        same = [
            other
            for other in self._calls.get((call.line, call.end_line, call.callee.text), ())
            if len(other.arguments) == len(call.arguments)
            and all(
                mine.name == theirs.name
                and (mine.value.kind in ("other", "call", "list") or mine.value.text == theirs.value.text)
                for mine, theirs in zip(call.arguments, other.arguments, strict=True)
            )
        ]
        return same[0] if len(same) == 1 else call

    def child(self, parent: str, name: str) -> Definition | None:
        """A definition directly inside another one, or at module level; where it repeats, the last."""
        return self._named.get((parent, name))


def chain(file: FileIndex, call: Call) -> list[Call]:
    """The calls of ``make().use(x).get(y)`` from the top down: get, use, make; each with all of its arguments.

    A `require` is no part of it: ``require("express").Router()`` is a call of what a module has.
    """
    found: list[Call] = []
    current: Call | None = call
    while current is not None and len(found) < _CHAIN:
        current = file.whole(current)
        found.append(current)
        callee = current.callee
        current = callee.items[0].call if callee.kind == "attribute" and callee.items else None
        if current is not None and current.callee.text == "require":
            break
    return found
