"""Where the facts of a Python file are noted while it is read, and how what was noted too early is taken back."""

from __future__ import annotations

from apps.engine.facts import Assignment, Call, Operation, Reference, Value
from apps.engine.parsing.python.branches import Branches
from apps.engine.parsing.python.environment import Environment
from apps.engine.parsing.scopes import Frame

# Facts stand in source order, outer before inner, but a value is complete only after what is in it: these keep its place.
LATER_CALL = Call(Value("none"))
LATER_OPERATION = Operation("", Value("none"), 0)


class Unplain(Exception):
    """An expression is not of the plain kinds, or was cut: the query reads its statement."""


class Notes:
    """Lists in source order.  `frame` is the definition that what is noted belongs to."""

    __slots__ = ("asked", "assignments", "branches", "calls", "environment", "frame", "narrowed", "operations", "references")

    def __init__(self, branches: Branches, environment: Environment, frame: Frame) -> None:
        self.branches = branches
        self.environment = environment
        self.frame = frame
        self.calls: list[Call] = []
        self.references: list[Reference] = []
        self.operations: list[Operation] = []
        self.assignments: list[Assignment] = []
        self.asked: list[Operation] = []  # behind the operations
        self.narrowed: list[Assignment] = []  # behind the assignments, as they bind nothing

    def take_back(self, lengths: tuple[int, ...]) -> None:
        """Forget what was noted since calls, references, operations, assignments, branches, subscripts of the environment
        and what is asked were so many; the last number is that of the frame's branches."""
        calls, references, operations, assignments, branches, subscripts, asked, self.frame.branches = lengths
        del self.calls[calls:], self.references[references:], self.operations[operations:], self.assignments[assignments:]
        del (
            self.branches.found[branches:],
            self.environment.subscripts[subscripts:],
            self.environment.nodes[calls:],
            self.asked[asked:],
        )
