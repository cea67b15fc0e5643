"""One file's facts by name."""

from __future__ import annotations

from collections import defaultdict

from apps.engine.facts import Assignment, Call, Definition, FileFacts, Import

SCRIPT = frozenset({"JavaScript", "TypeScript", "TSX"})


class FileIndex:
    """One file's facts by name."""

    def __init__(self, facts: FileFacts) -> None:
        self.facts = facts
        self.is_script = facts.language in SCRIPT
        self.definitions = {definition.qualname: definition for definition in facts.definitions}
        self.children: dict[str, list[Definition]] = defaultdict(list)
        self._named: dict[tuple[str, str], Definition] = {}
        for definition in facts.definitions:
            self.children[definition.parent].append(definition)
            self._named[definition.parent, definition.name] = definition
        self.assignments: dict[tuple[str, str], list[Assignment]] = defaultdict(list)
        self.assigned = {assignment.target for assignment in facts.assignments}
        self.fields: dict[str, list[Assignment]] = defaultdict(list)
        for assignment in facts.assignments:
            self.assignments[assignment.scope, assignment.target].append(assignment)
            self.fields[assignment.scope].append(assignment)
        self.imports: dict[tuple[str, str], tuple[Import, str]] = {}
        self.stars: list[Import] = []
        self.reexports: list[Import] = []
        for imported in facts.imports:
            self._import(imported)
        self.exports = {export.name: export for export in reversed(facts.exports)}
        self._calls: dict[tuple[int, int, str], list[Call]] = defaultdict(list)
        for call in facts.calls:
            self._calls[call.line, call.end_line, call.callee.text].append(call)

    def _import(self, imported: Import) -> None:
        if imported.kind == "export-from":
            self.reexports.append(imported)
            return
        for name in imported.names:
            if name.name == "*" and not name.alias:
                self.stars.append(imported)
            else:
                self.imports.setdefault((imported.scope, name.alias or name.name), (imported, name.name))
        if not imported.names:
            name_here = imported.alias or ("" if self.is_script else imported.module.split(".")[0])
            if name_here:
                self.imports.setdefault((imported.scope, name_here), (imported, ""))

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
