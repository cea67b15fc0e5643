"""How much of an answer's context is handed over, by task: numbers of tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

MOST = 16_000  # tokens, whoever asks


class Span(NamedTuple):
    """What a task's context is expected to take: `usual` is no floor, `ceiling` holds where the caller names no other."""

    usual: int
    ceiling: int


BUDGETS: Mapping[str, Span] = {
    "code_query": Span(500, 2_000),
    "refactor": Span(800, 1_500),
    "code_gen": Span(200, 600),
    "search": Span(300, 800),
    "architecture": Span(500, 2_000),
}


def budget_for(task: str, asked: int) -> int:
    """The ceiling of this context: what the caller asks for, up to `MOST`; 0 or less is the task's own."""
    return min(asked, MOST) if asked > 0 else BUDGETS[task].ceiling
