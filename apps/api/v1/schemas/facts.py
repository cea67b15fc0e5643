"""What the extractors found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Literal, get_args, get_type_hints

from apps.api.v1.formats import Sent
from apps.api.v1.schemas.base import State
from apps.engine import facts


def _fact_kinds() -> dict[str, Any]:
    """{kind as an address has it: the type of its facts}: the lists of the fact sheet."""
    hints = get_type_hints(facts.FactSheet)
    return {
        name.replace("_", "-"): get_args(hint)[0]
        for name, hint in hints.items()
        if get_args(hint) and get_args(hint)[0] is not str
    }


FACT_KINDS = _fact_kinds()
FactKind: Any = Literal[tuple(FACT_KINDS)]
AnyFact: Any = reduce(or_, dict.fromkeys(FACT_KINDS.values()))


class FactsAnswer(Sent):
    """What the extractors found, as numbers by kind."""

    repo: str
    standing: State
    project: facts.Project
    frameworks: Sequence[str]
    counts: Mapping[str, int]
    calls: int
    calls_inside: int
    calls_outside: int


class FactPage(Sent):
    """Facts of one kind, each with its place."""

    repo: str
    commit: str
    kind: str
    items: Sequence[AnyFact]
    next: str | None
