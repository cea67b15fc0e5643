"""What a name or an expression of a declared language stands for."""

from __future__ import annotations

from dataclasses import dataclass

from apps.engine.facts import Assignment
from apps.engine.graph.declared.program import Found, Type


@dataclass(frozen=True, slots=True)
class Thing:
    """`kind`:

    type (a type itself), instance (of `type`, with type arguments), functions (one name's, several where it is overloaded),
    variable (of a space or type; `assignment` in `path`), space (`external` is its name), outside (a type, function or package of
    elsewhere by its dotted name), made (an instance of such a type), generated (a member that annotations or the language make of
    `type`; `arguments` is what it gives), builder (an object that builds a `type`), unknown.
    """

    kind: str
    type: Type | None = None
    functions: tuple[Found, ...] = ()
    external: str = ""
    arguments: tuple["Thing", ...] = ()
    how: str = "exact"
    path: str = ""
    assignment: Assignment | None = None
    owner: "Thing | None" = None  # what a function or field was asked of

    def inferred(self) -> "Thing":
        """The same, found through a type."""
        if self.how != "exact":
            return self
        return Thing(
            self.kind,
            self.type,
            self.functions,
            self.external,
            self.arguments,
            "inferred",
            self.path,
            self.assignment,
            self.owner,
        )


UNKNOWN = Thing("unknown")


def outside(name: str) -> Thing:
    return Thing("outside", external=name)


def made(name: str, arguments: tuple[Thing, ...] = ()) -> Thing:
    return Thing("made", external=name, arguments=arguments, how="inferred")
