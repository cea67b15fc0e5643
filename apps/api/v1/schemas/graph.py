"""Capsules and what ties them to one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from apps.api.v1.formats import Sent
from apps.api.v1.schemas.base import Edge, State


class Because(Sent):
    """Why there may be callers that are not known; `words` says it as a sentence, `places` are symbols that show it."""

    kind: str
    count: int
    detail: str
    words: str
    places: Sequence[str]


class VerdictAnswer(Sent):
    """Whether the callers are known: found, none (proven), unknown.  `is_complete`: there are no others than those told."""

    verdict: Literal["found", "none", "unknown"]
    is_complete: bool
    words: str
    reasons: Sequence[Because]


class CapsuleRow(Sent):
    """A complete function, method, class, module or section of prose."""

    symbol: str
    kind: str
    name: str
    path: str
    language: str
    line: int
    start_line: int
    end_line: int
    signature: str
    docstring: str
    parent: str
    complexity: int
    rank: float
    capsule_id: str
    content_hash: str


class CapsulePage(Sent):
    """Capsules of the current commit, by symbol.  `notes`: ``language:absent`` where it has none in the language asked for."""

    repo: str
    standing: State
    items: Sequence[CapsuleRow]
    notes: Sequence[str]
    next: str | None


class Reaching(Sent):
    """A symbol that a walk came to after `distance` steps, by the last edge of the way to it."""

    symbol: str
    distance: int
    by: Edge


class RouteRow(Sent):
    """A route that leads to the symbol after `calls` steps; `is_before` where middleware before its handler does."""

    method: str
    path: str
    handler: str
    calls: int
    is_before: bool


class Related(Sent):
    """How long one of the symbol's lists is: symbols, and places behind them."""

    symbols: int
    places: int


class CapsuleAnswer(Sent):
    """A capsule with what stands around it.  `verdict` is null for what is not called; `related` counts its lists.

    `tests` and `routes` hold the nearest; `counts` says how many there are, `rest` has the address of those that follow.
    `is_cut`: there may be more of both than were looked for.
    """

    repo: str
    standing: State
    capsule: CapsuleRow
    body: str
    properties: Sequence[str]
    bases: Sequence[str]
    decorators: Sequence[str]
    details: Mapping[str, Any]
    unresolved: Mapping[str, int]
    verdict: VerdictAnswer | None
    related: Mapping[str, Related]
    tests: Sequence[Reaching]
    routes: Sequence[RouteRow]
    counts: Mapping[str, int]
    rest: Mapping[str, str]
    is_cut: bool


class TieLine(Sent):
    """A line where the two are tied.  `resolution`: exact, inferred, name (by name only)."""

    path: str
    line: int
    kind: str
    resolution: str


class TieRow(Sent):
    """A symbol at the other end; `lines` has the first of its places, `places` their number.

    One outside the repository has neither kind nor path, but the `dependency` it is of, where that is known.
    """

    symbol: str
    kind: str
    path: str
    line: int
    signature: str
    is_external: bool
    dependency: str
    places: int
    lines: Sequence[TieLine]


class TiePage(Sent):
    """One of a symbol's lists.  `verdict` is there for callers: it tells whether these are all."""

    repo: str
    standing: State
    symbol: str
    relation: str
    symbols: int
    places: int
    verdict: VerdictAnswer | None
    items: Sequence[TieRow]
    next: str | None


class Node(Sent):
    """A symbol, or a name outside the repository, within some steps."""

    symbol: str
    distance: int
    kind: str
    path: str
    line: int
    is_external: bool


class GraphAnswer(Sent):
    """What is near a symbol.  `is_cut`: there is more than is told; the lists of each symbol have it all, in pages."""

    repo: str
    standing: State
    symbol: str
    nodes: Sequence[Node]
    edges: Sequence[Edge]
    is_cut: bool


class RunRow(Sent):
    """A route or job that runs what a change reaches."""

    kind: Literal["route", "job"]
    name: str
    symbol: str
    steps: int


class GapRow(Sent):
    """Calls of a name that could not be followed, and that may be of something a change reaches."""

    name: str
    count: int
    places: Sequence[str]


class PartRow(Sent):
    """How much of a component is reached."""

    component: str
    symbols: int


class PartPage(Sent):
    """One of the lists of a capsule, or of what a change of it reaches."""

    repo: str
    standing: State
    symbol: str
    items: Sequence[Reaching | RouteRow | RunRow | GapRow | str]
    next: str | None


class ImpactAnswer(Sent):
    """What a change of the symbol can reach.  `is_whole`: nothing is unsure, and no more was looked for than there is.

    Its lists hold what is nearest, or the most; `counts` says how many there are of each, `rest` has the address of those that
    follow.
    """

    repo: str
    standing: State
    symbol: str
    depth: int
    reached: Sequence[Reaching]
    tests: Sequence[Reaching]
    test_files: int
    runs: Sequence[RunRow]
    parts: Sequence[PartRow]
    verdict: VerdictAnswer | None
    gaps: Sequence[GapRow]
    unsure: Sequence[str]
    counts: Mapping[str, int]
    rest: Mapping[str, str]
    is_cut: bool
    goes_on: bool
    is_whole: bool
