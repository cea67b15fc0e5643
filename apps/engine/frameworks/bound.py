"""What a name can be bound to: one value for definitions, assignments, parameters, modules and what lies outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from apps.engine.facts import Assignment, Definition, Value

CLASSES = frozenset({"class", "interface", "struct", "enum"})

Kind = Literal["definition", "assignment", "parameter", "module", "external", "value", "unknown"]


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name is bound to.

    `path` and `scope` say where (and in which scope its value is to be read), `name` the qualified name there.  `external` is
    the dotted name outside the repository; for an attribute of an object it is its class's name and the attribute.
    """

    kind: Kind
    path: str = ""
    scope: str = ""
    name: str = ""
    external: str = ""
    definition: Definition | None = None
    assignment: Assignment | None = None
    value: Value | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Identity of the binding: file, scope and the name assigned there."""
        if self.assignment is not None:
            return (self.path, self.assignment.scope, self.assignment.target)
        return (self.path, self.scope, self.name)


NOTHING = Bound("unknown")


def bound_by(path: str, assignment: Assignment, name: str) -> Bound:
    """What an assignment binds."""
    return Bound("assignment", path, assignment.scope, name, assignment=assignment, value=assignment.value)


def scopes_around(scope: str) -> Iterator[str]:
    """A scope and those around it, the module ("") last."""
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]
    yield ""
