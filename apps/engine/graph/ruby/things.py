"""What an expression of Ruby gives."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apps.engine.facts import Assignment
from apps.engine.graph.ruby.world import Found, Type


@dataclass(frozen=True, slots=True)
class Thing:
    """`kind`:

    class (a class or module itself), instance (of `type`), many (a query or list of instances of `type`), method (`found`),
    outside (a constant, method or function of elsewhere by its dotted name), made (an instance of something of elsewhere),
    variable (a constant's `assignment` in `path`), unknown.
    """

    kind: str
    type: Type | None = None
    found: Found | None = None
    external: str = ""
    how: str = "exact"
    path: str = ""
    assignment: Assignment | None = None
    owner: "Thing | None" = None  # what a method was asked of

    def inferred(self) -> "Thing":
        """The same, found through a value."""
        return self if self.how == "inferred" else replace(self, how="inferred")


UNKNOWN = Thing("unknown")


def outside(name: str, how: str = "exact") -> Thing:
    return Thing("outside", external=name, how=how)


def made(name: str) -> Thing:
    return Thing("made", external=name, how="inferred")
