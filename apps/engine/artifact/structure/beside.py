"""What stands beside the program (examples, benchmarks, documentation), told as theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from apps.engine.artifact.draft import Draft
from apps.engine.artifact.prose import code, exact, listing, noun
from apps.engine.facts import ConfigKey, Dependency, Endpoint, EntryPoint, ExternalService, Job, Model

_TOLD = ("examples", "benchmarks")  # kinds that show the program at work
_FOLDERS = 3
_Fact = TypeVar("_Fact", ConfigKey, Dependency, Endpoint, EntryPoint, ExternalService, Job, Model)


def tell_folders(draft: Draft) -> str:
    """Where the examples and benchmarks stand that hold code, "" where there are none."""
    parts = [part.path for part in draft.whole.components]
    named = []
    for kind in _TOLD:
        paths = [path for path in parts if draft.asides.kind_of(path) == kind]
        if paths:
            named.append(f"{kind} in {listing([code(path, 60) for path in paths], _FOLDERS)}")
    return f"Beside it stand {listing(named)}; what they hold is told as theirs." if named else ""


def tell_left_out(draft: Draft, facts: Iterable[_Fact], one: str, cite: Callable[[_Fact], str], many: str = "") -> str:
    """How many of all these facts are not the program's, by what they are of, each with the first of them; "" for none."""
    groups: dict[str, list[_Fact]] = {}
    for fact in facts:
        if draft.asides.has(fact):
            groups.setdefault(draft.asides.kind_of(fact.place.path), []).append(fact)
    named: list[str] = []
    for kind, found in sorted(groups.items()):
        number = f"{len(found):,}" if named else exact(len(found), one, many)
        named.append(f"{number} of its {kind} {cite(found[0])}".rstrip())
    total = sum(len(found) for found in groups.values())
    return f"Not counted {noun(total, 'is', 'are')} {listing(named)}." if named else ""
