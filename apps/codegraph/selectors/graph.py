"""Reads of the stored graph: a capsule with all that stands around it, its neighbourhood, whether the index is behind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from django.db.models import Q

from apps.codegraph.models import Capsule, Edge
from apps.codegraph.selectors.commit import current_sheet
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, Callers, surroundings_of
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.packages import Packages
from apps.engine.graph.staleness import IndexState, compare, identities
from apps.engine.graph.walk import CALLING, Direction, Neighbourhood, Reached, neighbourhood, reaching_tests
from apps.repos.models import Repo
from apps.tenants.text import text_key

BASE_DEPTH = 8  # classes between a class and a base from outside
TEST_DEPTH = 4  # calls between a test and what it reaches
NEAR = 400  # symbols a page can use
_BORDER = 1_000  # symbols whose edges one step asks for
_MOST_ROWS = 20_000  # edges one step reads
_COLUMNS = ("source", "kind", "target", "line", "resolution", "is_external")
_TESTED_THROUGH = frozenset({"calls", "tests"})


@dataclass(frozen=True, slots=True)
class Route:
    """A route whose handler is the capsule, or calls it after `calls` steps."""

    endpoint: facts.Endpoint
    calls: int


@dataclass(frozen=True, slots=True)
class CapsuleView:
    """A capsule of the current commit with its edges; each list is sorted.

    `callers` are edges that call it (its constructor, if it is a class), `callees` and `external` its own calls inside and out of
    the repository, `other` all its edges of other kinds.  `verdict` says whether the callers are all of them, None for what is
    not called.  `routes` are those that lead to it, nearest first; `dependencies` by the external name that is theirs.
    """

    capsule: Capsule
    callers: tuple[facts.Edge, ...]
    callees: tuple[facts.Edge, ...]
    external: tuple[facts.Edge, ...]
    other: tuple[facts.Edge, ...]
    tests: tuple[Reached, ...]
    verdict: Callers | None
    routes: tuple[Route, ...] = ()
    dependencies: Mapping[str, facts.Dependency] = field(default_factory=dict)


def capsule_view(repo: Repo, symbol: str) -> CapsuleView | None:
    """The capsule with this symbol, None if the current commit has none."""
    row = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(symbol)).first()
    sheet = current_sheet(repo) if row is not None else None
    if row is None or sheet is None:
        return None
    capsule = _fact(row)
    asked = [capsule.symbol, *capsule.methods]
    bases, _cut = _spread(repo, [capsule.symbol, capsule.parent], BASE_DEPTH, "out", {"inherits"}, NEAR)
    edges = sorted({*_edges(repo, [capsule.symbol], asked), *bases})
    around = surroundings_of(sheet, is_behind=_is_behind(repo))
    judge = CallerJudge(_hints(repo, capsule), GraphIndex(edges), around)
    mine = [edge for edge in edges if capsule.symbol in (edge.source, edge.target)]
    made = [edge for edge in mine if edge.source == capsule.symbol and edge.kind in ("calls", "tests")]
    overrides = [edge for edge in mine if edge.kind == "overrides" and edge.source == capsule.symbol]
    starts = [*asked, *(edge.target for edge in overrides)]
    ways = GraphIndex(sorted({*_spread(repo, starts, TEST_DEPTH, "in", _TESTED_THROUGH, NEAR)[0], *overrides}))
    packages = Packages(sheet.dependencies)
    owned = {edge.target: packages.dependency(edge.target) for edge in mine if edge.is_external}
    return CapsuleView(
        capsule=row,
        callers=judge.callers(capsule),
        callees=tuple(edge for edge in made if not edge.is_external),
        external=tuple(edge for edge in made if edge.is_external),
        other=tuple(edge for edge in mine if edge.kind not in CALLING),
        tests=reaching_tests(ways, asked, depth=TEST_DEPTH, limit=NEAR),
        verdict=judge.judge(capsule),
        routes=_routes(sheet, ways, starts),
        dependencies={name: dependency for name, dependency in owned.items() if dependency is not None},
    )


def near(
    repo: Repo,
    symbol: str,
    *,
    depth: int = 1,
    direction: Direction = "both",
    kinds: Collection[str] = CALLING,
    limit: int = NEAR,
    inside_only: bool = False,
    with_members: bool = False,
) -> Neighbourhood:
    """What is within `depth` steps of a symbol of the current commit.  One query a step.

    With `inside_only` no edge out of the repository is followed.  `with_members`: edges of what stands in it are its own.
    """
    members: set[str] = set()
    if with_members:
        inner = Edge.objects.filter(tenant_id=repo.tenant_id, repo=repo, source_key=text_key(symbol), kind="contains")
        members.update(inner.order_by("target").values_list("target", flat=True)[:_BORDER])
    edges, is_cut = _spread(repo, [symbol, *sorted(members)], depth, direction, kinds, limit, inside_only=inside_only)
    if members:
        edges = _as_one(edges, symbol, members)
    found = neighbourhood(GraphIndex(edges), symbol, depth=depth, direction=direction, kinds=kinds, limit=limit)
    return msgspec.structs.replace(found, is_cut=True) if is_cut else found


def _as_one(edges: Iterable[facts.Edge], symbol: str, members: Collection[str]) -> list[facts.Edge]:
    """The edges, sorted, with the symbol in the place of its members; those inside it are left out."""

    def whole(end: str) -> str:
        return symbol if end in members else end

    moved = {msgspec.structs.replace(edge, source=whole(edge.source), target=whole(edge.target)) for edge in edges}
    return sorted(edge for edge in moved if edge.source != edge.target)


def leaving(repo: Repo, symbols: Iterable[str], kinds: Collection[str], limit: int = NEAR) -> list[facts.Edge]:
    """Edges from some symbols out of the repository, sorted; so many at most.  One query."""
    keys = [text_key(symbol) for symbol in sorted(set(symbols))[:_BORDER]]
    rows = Edge.objects.filter(tenant_id=repo.tenant_id, repo=repo, source_key__in=keys, is_external=True, kind__in=sorted(kinds))
    return sorted(_as_facts(rows.order_by("source", "target", "line", "kind").values_list(*_COLUMNS)[:limit]))


def index_state(repo: Repo, current: Iterable[facts.Capsule]) -> IndexState:
    """How the stored capsules differ from `current`, those of the files as they are now."""
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo).order_by()
    stored = {symbol: (own, text) for symbol, own, text in rows.values_list("symbol", "capsule_id", "content_hash").iterator()}
    return compare(stored, identities(current))


def _is_behind(repo: Repo) -> bool:
    """Whether the forge's head was another commit when last looked at."""
    sheets = Repo.objects.filter(pk=repo.pk, tenant_id=repo.tenant_id).values_list("head_sha", "fact_sheet__commit_sha")
    head, stored = sheets.first() or ("", "")
    return bool(head and stored and head != stored)


def _fact(row: Capsule) -> facts.Capsule:
    """The row as a fact, as far as its callers depend on it."""
    return facts.Capsule(
        symbol=row.symbol,
        kind=row.kind,
        name=row.name,
        path=row.path,
        language=row.language,
        line=row.line,
        start_line=row.start_line,
        end_line=row.end_line,
        signature=row.signature,
        docstring=row.docstring,
        body=row.body,
        content_hash=row.content_hash,
        parent=row.parent,
        properties=tuple(row.properties),
        bases=tuple(row.bases),
        decorators=tuple(row.decorators),
        parameters=tuple(
            facts.Parameter(item["name"], item.get("type", ""), item.get("default", ""), item.get("kind", ""))
            for item in row.details.get("parameters", ())
        ),
        methods=tuple(row.details.get("methods", ())),
    )


def _edges(repo: Repo, leaving: Sequence[str], arriving: Sequence[str]) -> list[facts.Edge]:
    """Edges out of some symbols and to some, sorted."""
    sources, targets = [text_key(symbol) for symbol in leaving], [text_key(symbol) for symbol in arriving]
    rows = Edge.objects.filter(Q(source_key__in=sources) | Q(target_key__in=targets), tenant_id=repo.tenant_id, repo=repo)
    return sorted(_as_facts(rows.values_list(*_COLUMNS)))


def _as_facts(rows: Iterable[tuple[str, str, str, int, str, bool]]) -> Iterable[facts.Edge]:
    return (facts.Edge(*row) for row in rows)


def _hints(repo: Repo, capsule: facts.Capsule) -> list[facts.Capsule]:
    """The capsules that call what has its name without being followed, or look names up."""
    owner = capsule.parent.partition("#")[2].rpartition(".")[2]
    names = [name for name in {capsule.name, owner} if name]
    rows = Capsule.objects.filter(
        Q(unresolved__has_any_keys=names) | Q(details__has_key="lookups"), tenant_id=repo.tenant_id, repo=repo
    )
    found = []
    for symbol, unresolved, lookups in rows.order_by("symbol").values_list("symbol", "unresolved", "details__lookups"):
        calls = tuple((name, unresolved[name]) for name in sorted(names) if name in unresolved)
        path = symbol.partition("#")[0]
        found.append(
            facts.Capsule(symbol, "", "", path, "", 0, 0, 0, "", "", "", "", unresolved=calls, lookups=tuple(lookups or ()))
        )
    return found


def _routes(sheet: facts.FactSheet, ways: GraphIndex, starts: Sequence[str]) -> tuple[Route, ...]:
    """Routes whose handlers are or reach one of the symbols, nearest first."""
    handlers = {endpoint.symbol for endpoint in sheet.endpoints if endpoint.symbol}
    calls: dict[str, int] = {}
    for start in starts if handlers else ():
        around = neighbourhood(ways, start, depth=TEST_DEPTH, direction="in", kinds={"calls"}, limit=NEAR)
        for symbol in handlers & around.distance.keys():
            calls[symbol] = min(calls.get(symbol, TEST_DEPTH), around.distance[symbol])
    found = [Route(endpoint, calls[endpoint.symbol]) for endpoint in sheet.endpoints if endpoint.symbol in calls]
    return tuple(sorted(found, key=lambda route: (route.calls, route.endpoint.path, route.endpoint.method, route.endpoint.place)))


def _spread(
    repo: Repo,
    starts: Sequence[str],
    depth: int,
    direction: Direction,
    kinds: Collection[str],
    limit: int,
    *,
    inside_only: bool = False,
) -> tuple[list[facts.Edge], bool]:
    """(edges within some steps of the starts, sorted, whether some are missing).

    One query a step, of so many rows at most; it stops where there are more symbols than the limit.
    """
    known = set(starts)
    border = sorted(known)
    found: set[facts.Edge] = set()
    is_cut = False
    for _step in range(depth):
        keys = [text_key(symbol) for symbol in border[:_BORDER]]
        ends = Q(source_key__in=keys) | Q(target_key__in=keys)
        if direction != "both":
            ends = Q(source_key__in=keys) if direction == "out" else Q(target_key__in=keys)
        rows = Edge.objects.filter(ends, tenant_id=repo.tenant_id, repo=repo, kind__in=sorted(kinds))
        if inside_only:
            rows = rows.filter(is_external=False)
        read = list(_as_facts(rows.order_by("source_key", "target_key", "line", "kind").values_list(*_COLUMNS)[:_MOST_ROWS]))
        is_cut = is_cut or len(read) == _MOST_ROWS or len(border) > _BORDER
        found.update(read)
        border = sorted({end for edge in found for end in (edge.source, edge.target)} - known)
        known.update(border)
        if not border or len(known) > limit:
            break
    return sorted(found), is_cut
