"""What the endpoints send, where it is not a struct of the product as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import Field

from apps.api.v1.formats import NO_NUL, Sent, schema_of
from apps.engine import facts
from apps.engine.artifact.diff import FactChange, SectionDiff
from apps.engine.retrieval import SourceState

Text = Annotated[str, Field(max_length=2_000, pattern=NO_NUL)]
Wanted = Annotated[str, Field(min_length=1, max_length=2_000, pattern=NO_NUL)]
Number = Annotated[int, Field(ge=0, le=2_147_483_647)]

State: Any = schema_of(SourceState)
Edge: Any = schema_of(facts.Edge)


class ErrorDetail(Sent):
    """`code` is stable and made of `family:cause`; `message` is one plain sentence."""

    code: str
    message: str


class ErrorAnswer(Sent):
    """The one shape of every error."""

    error: ErrorDetail


# --- who asks ----------------------------------------------------------------------------------------------------------
class Team(Sent):
    """The tenant the token is of."""

    slug: str
    name: str


class TokenRow(Sent):
    """A token, without its text: nobody can read that again.  `repos` null: all repositories, also those to come."""

    id: int
    name: str
    prefix: str
    member: str
    scopes: Sequence[str]
    repos: Sequence[str] | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


class Me(Sent):
    """What this token is good for now: `scopes` are those its member's role still allows."""

    tenant: Team
    token: TokenRow
    scopes: Sequence[str]


class AuditRow(Sent):
    """Who did what; `actor` null is the system."""

    id: int
    at: datetime
    actor: str | None
    action: str
    subject: str
    detail: Mapping[str, Any]


# --- repositories, syncs -----------------------------------------------------------------------------------------------
class DocumentMark(Sent):
    """The current version of a repository's document, and the commit it was last found true at."""

    version: int
    commit: str
    verified_commit: str
    verified_at: datetime | None


class SyncMark(Sent):
    """A run of the pipeline, in short."""

    id: int
    state: str
    step: str
    outcome: str
    error_code: str
    commit: str
    finished_at: datetime | None


class SyncRow(Sent):
    """One run of the pipeline.  `outcome`: new version, verified, unchanged; `error_code` is stable."""

    id: int
    repo: str
    state: str
    step: str
    trigger: str
    requested_by: str | None
    branch: str
    commit: str
    attempts: int
    outcome: str
    error_code: str
    error: str
    counts: Mapping[str, Any]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class Skipped(Sent):
    """A path that was left out, and why."""

    path: str
    reason: str


class SyncDetail(SyncRow):
    """`progress` by step; the first thousand paths that were left out (`counts.skipped` has their number)."""

    progress: Mapping[str, Any]
    skipped: Sequence[Skipped]


class RepoRow(Sent):
    """A repository.  `standing` tells of which commit its graph is, and whether the branch has moved on since.

    `last_sync` is the last one that ended, `open_sync` the one that runs, else waits.
    """

    slug: str
    name: str
    url: str
    branch: str
    is_active: bool
    head: str
    head_seen_at: datetime | None
    standing: State
    document: DocumentMark | None
    last_sync: SyncMark | None
    open_sync: SyncMark | None


class Counted(Sent):
    """How many rows the current commit has."""

    files: int
    capsules: int
    edges: int


class RepoDetail(RepoRow):
    """With the size of the graph."""

    counts: Counted


# --- documents ---------------------------------------------------------------------------------------------------------
class VersionRow(Sent):
    """A numbered, immutable version.  `generator` is what wrote it; `subject` is that of its commit, where it is known."""

    number: int
    commit: str
    branch: str
    subject: str
    generator: str
    created_at: datetime
    is_current: bool


class CitedPlace(Sent):
    """What a section stands on: lines at the version's commit."""

    key: str
    path: str
    line: int
    end_line: int


class DocumentSection(Sent):
    """One of the ten.  `markdown` starts below the heading; its citations are links already."""

    key: str
    number: int
    title: str
    markdown: str
    citations: Sequence[CitedPlace]


class DocumentAnswer(Sent):
    """A version of the architecture document, whole or one section of it."""

    repo: str
    version: VersionRow
    standing: State
    title: str
    sections: Sequence[DocumentSection]


class CommitRow(Sent):
    """A commit between two versions."""

    sha: str
    subject: str
    author: str
    committed_at: datetime


class DiffAnswer(Sent):
    """What changed from one version to another.  `commits` are the newest of those between; not `is_complete`: there are more,
    or some are not known here.
    """

    repo: str
    old: VersionRow
    new: VersionRow
    sections: Sequence[SectionDiff]
    facts: Sequence[FactChange]
    diagrams: Sequence[str]
    commits: Sequence[CommitRow]
    is_complete: bool


# --- facts -------------------------------------------------------------------------------------------------------------
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


# --- the graph ---------------------------------------------------------------------------------------------------------
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
    """Capsules of the current commit, by symbol."""

    repo: str
    standing: State
    items: Sequence[CapsuleRow]
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
    """A capsule with what stands around it.  `verdict` is null for what is not called; `related` counts its lists."""

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
    """What is near a symbol.  `is_cut`: there is more than is told."""

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


class ImpactAnswer(Sent):
    """What a change of the symbol can reach.  `is_whole`: nothing is left out, and nothing is unsure."""

    repo: str
    standing: State
    symbol: str
    depth: int
    reached: Sequence[Reaching]
    reached_count: int
    tests: Sequence[Reaching]
    test_files: int
    runs: Sequence[RunRow]
    parts: Sequence[PartRow]
    verdict: VerdictAnswer | None
    gaps: Sequence[GapRow]
    unsure: Sequence[str]
    is_cut: bool
    goes_on: bool
    is_whole: bool


# --- files and prose ---------------------------------------------------------------------------------------------------
class FileRow(Sent):
    """A path of the current commit.  `status` tells whether it was read; `reason` why not."""

    path: str
    language: str
    role: str
    size: int
    lines: int
    status: str
    reason: str


class FilePage(Sent):
    """Paths of the current commit, in order."""

    repo: str
    standing: State
    items: Sequence[FileRow]
    next: str | None


class SourceAnswer(Sent):
    """Lines of a file, secrets replaced; `first` to `last` of `lines` there are."""

    repo: str
    commit: str
    path: str
    language: str
    lines: int
    first: int
    last: int
    text: str


class DocsRow(Sent):
    """A page of documentation.  `source_type`: docs; those of a repository are its own prose files, README first."""

    repo: str
    source_type: Literal["docs"]
    path: str
    title: str
    kind: str
    summary: str
    headings: Sequence[str]


class DocsPage(Sent):
    """Pages of documentation, by repository and path."""

    items: Sequence[DocsRow]
    next: str | None


class DocsText(DocsRow):
    """One page with its text, as it stands in the repository."""

    commit: str
    text: str
