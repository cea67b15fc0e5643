"""Recall of recorded calls by who calls: the same parts, and the same meaning, for every language that is recorded."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable

from apps.engine.graph.testfiles import is_test

Pair = tuple[str, str]  # symbols of caller and callee

FUNCTIONS, BODIES, TESTS, HANDED_IN = "functions", "modules and classes", "tests", "(into tests)"


class Recall:
    """Pairs of capsules that were recorded, each once, apart by who calls.

    Calls of what tests hand in are told apart and belong to no total: the graph leaves them out.
    """

    def __init__(self) -> None:
        self.wanted: dict[str, set[Pair]] = defaultdict(set)

    def add(self, source: str, target: str, *, is_body: bool) -> None:
        """One recorded pair; `is_body` where the code of a module or class calls."""
        if is_test(source.partition("#")[0]):
            kind = TESTS
        elif is_test(target.partition("#")[0]):
            kind = HANDED_IN
        else:
            kind = BODIES if is_body else FUNCTIONS
        self.wanted[kind].add((source, target))

    def report(self, is_found: Callable[[Pair], bool]) -> None:
        """Print how many of each kind are found, and those of the program together."""
        counts = {kind: (sum(map(is_found, pairs)), len(pairs)) for kind, pairs in self.wanted.items()}
        own = [counts[kind] for kind in (FUNCTIONS, BODIES) if kind in counts]
        counts["program"] = (sum(found for found, _ in own), sum(total for _, total in own))
        for kind, (found, total) in sorted(counts.items()):
            sys.stdout.write(f"{kind:20} {found:5} of {total:5} = {found / max(total, 1):.3f}\n")
