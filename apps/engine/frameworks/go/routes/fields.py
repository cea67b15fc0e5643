"""Structs of a Go program that hold routers: which struct a name means, and what its fields are given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from apps.engine.facts import Assignment, Call, Definition, FileFacts, Value
from apps.engine.frameworks.code import Code
from apps.engine.graph.declared.types import parse_type

Holder = tuple[str, Definition]  # the file of a struct, and the struct


class Fields:
    """Literals of structs and assignments to fields, by package."""

    def __init__(self, code: Code, files: Iterable[FileFacts]) -> None:
        self._code = code
        self._literals: dict[tuple[str, str], list[tuple[str, Call]]] = defaultdict(list)
        self._assigned: dict[tuple[str, str], list[tuple[str, Assignment]]] = defaultdict(list)
        for facts in files:
            package = _package(facts.path)
            for call in facts.calls:
                if call.is_new and any(item.name for item in call.arguments):
                    self._literals[package, call.callee.text.rpartition(".")[2]].append((facts.path, call))
            for item in facts.assignments:
                owner, dot, name = item.target.rpartition(".")
                if dot and item.value is not None and "." not in owner:
                    self._assigned[package, name].append((facts.path, item))

    def named(self, path: str, annotation: str) -> Holder | None:
        """The struct of the repository that a type names."""
        name = parse_type(annotation).name
        found = self._code.resolver.resolve(path, "", name) if name else None
        return (found.path, found.definition) if found is not None and found.definition is not None else None

    def held(self, path: str, assignment: Assignment) -> Holder | None:
        """The struct that a variable holds: by its type, ``&Server{…}``, ``new(Server)``, what a function gives back."""
        call = assignment.value.call if assignment.value is not None else None
        if assignment.annotation or call is None:
            return self.named(path, assignment.annotation)
        if call.is_new:
            return self.named(path, call.callee.text)
        made = self._code.resolver.resolve_call(path, call)
        if made.definition is None:
            return None
        return self.named(made.path, made.definition.returns.removeprefix("(").partition(",")[0])

    def given(self, holder: Holder, field: str) -> Iterator[tuple[str, str, Value]]:
        """What the field of a struct is given: in literals and by assignments, each with its file and scope."""
        package = _package(holder[0])
        for path, call in self._literals.get((package, holder[1].name), ()):
            yield from ((path, call.scope, item.value) for item in call.arguments if item.name == field)
        for path, item in self._assigned.get((package, field), ()):
            if item.value is not None and self._owner(path, item) == holder[1].qualname:
                yield path, item.scope, item.value

    def _owner(self, path: str, assignment: Assignment) -> str:
        """The struct whose field an assignment fills: ``s.router = …`` in a method of it, or of a variable that holds one."""
        name = assignment.target.partition(".")[0]
        index = self._code.index(path)
        definition = index.definitions.get(assignment.scope)
        if definition is None:
            return ""
        typed = next((item.annotation for item in definition.parameters if item.name == name), "")
        holder = self.named(path, typed) if typed else None
        if holder is None:
            local = index.assignments.get((assignment.scope, name))
            holder = self.held(path, local[0]) if local else None
        return holder[1].qualname if holder is not None else ""


def _package(path: str) -> str:
    return path.rpartition("/")[0]
