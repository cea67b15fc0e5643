"""Reads of the stored graph: a capsule with all that stands around it, its neighbourhood, whether the index is behind."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from django.db.models import Q

from apps.codegraph.models import Capsule, Edge
from apps.codegraph.selectors.commit import current_sheet
from apps.codegraph.selectors.ties import TieList, tie_lists
from apps.codegraph.selectors.walking import BORDER, COLUMNS, MOST_ROWS, as_facts, spread
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, Callers, called_as, implementation_of, is_constructor, surroundings_of
from apps.engine.graph.capsules import CLASS_KINDS
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.packages import Packages
from apps.engine.graph.staleness import IndexState, compare, identities
from apps.engine.graph.walk import CALLING, Direction, Neighbourhood, Reached, neighbourhood, reaching_tests
from apps.repos.models import Repo
from apps.tenants.text import text_key

BASE_DEPTH = 8  # classes between a class and a base from outside
TEST_DEPTH = 4  # calls between a test and what it reaches
NEAR = 400  # symbols a page can use
_WAYS = 4_000  # edges one step towards tests and routes reads
_TESTED_THROUGH = frozenset({"calls", "tests"})


@dataclass(frozen=True, slots=True)
class Route:
    """A route whose handler is the capsule, or calls it after `calls` steps; `is_before` where middleware before it does."""

    endpoint: facts.Endpoint
    calls: int
    is_before: bool = False


@dataclass(frozen=True, slots=True)
class CapsuleView:
    """A capsule of the current commit with what it is tied to.

    `lists` are those of `ties.LISTS` that hold something.  `verdict` says whether the callers are all of them, None for what is
    not called.  `routes` are those that lead to it, nearest first, `tests` those that reach it; `is_cut` tells that there may be
    more of both.  `dependencies` are by the external name that is theirs.
    """

    capsule: Capsule
    lists: Mapping[str, TieList]
    tests: tuple[Reached, ...]
    verdict: Callers | None
    routes: tuple[Route, ...] = ()
    is_cut: bool = False
    dependencies: Mapping[str, facts.Dependency] = field(default_factory=dict)


def capsule_view(repo: Repo, symbol: str, *, pages: Mapping[str, int] | None = None) -> CapsuleView | None:
    """The capsule with this symbol, None if the current commit has none; its lists at the pages given, else at the first."""
    row = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(symbol)).first()
    sheet = current_sheet(repo) if row is not None else None
    if row is None or sheet is None:
        return None
    capsule = capsule_fact(row)
    lists = tie_lists(repo, symbol, called_as(capsule), pages=pages)
    listed = {edge for found in lists.values() for edge in found.edges}
    verdict = verdict_of(repo, capsule, sheet, listed)
    if verdict is not None and "used-by" in lists:
        verdict = _counted(verdict, lists["used-by"].places)
    overrides = lists["overrides"].edges if "overrides" in lists else ()
    own = [capsule.symbol, implementation_of(capsule) or capsule.symbol, *capsule.methods]
    starts = [*own, *(edge.target for edge in overrides)]
    way, is_cut = _spread(repo, starts, TEST_DEPTH, "in", _TESTED_THROUGH, NEAR, most=_WAYS)
    ways = GraphIndex(sorted({*way, *overrides}))
    return CapsuleView(
        capsule=row,
        lists=lists,
        tests=reaching_tests(ways, own, depth=TEST_DEPTH, limit=NEAR),
        verdict=verdict,
        routes=_routes(sheet, ways, starts),
        is_cut=is_cut,
        dependencies=_dependencies(sheet, listed),
    )


def verdict_of(repo: Repo, capsule: facts.Capsule, sheet: facts.FactSheet, edges: Collection[facts.Edge]) -> Callers | None:
    """Whether all callers of a capsule are known, by the edges at it; None for what is not called.  Some seven queries."""
    bases, _cut = _spread(repo, [capsule.symbol, capsule.parent], BASE_DEPTH, "out", {"inherits"}, NEAR)
    around = surroundings_of(sheet, is_behind=_is_behind(repo))
    hints = _hints(repo, capsule)
    if capsule.parent != capsule.path:
        owner = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(capsule.parent)).first()
        hints += [] if owner is None else [capsule_fact(owner)]
    index = GraphIndex(sorted({*edges, *bases, *_of_class(repo, capsule)}))
    return CallerJudge(hints, index, around).judge(capsule)


def _of_class(repo: Repo, capsule: facts.Capsule) -> Iterable[facts.Edge]:
    """Edges of what extends a class, or that of a constructor, and of what calls its methods.  One query."""
    owner = capsule.parent if is_constructor(capsule) else capsule.symbol if capsule.kind in CLASS_KINDS else ""
    if not owner:
        return ()
    methods = [text_key(symbol) for symbol in sorted(capsule.methods)[:BORDER]]
    where = Q(target_key=text_key(owner), kind="inherits") | Q(target_key__in=methods, kind__in=sorted(CALLING))
    rows = Edge.objects.filter(where, tenant_id=repo.tenant_id, repo=repo)
    return as_facts(rows.order_by("source", "target", "line", "kind").values_list(*COLUMNS)[:NEAR])


def _counted(verdict: Callers, handed_on: int) -> Callers:
    """The verdict with the number of all places where the capsule is handed on: it was made from a page of them."""
    reasons = (msgspec.structs.replace(item, count=handed_on) if item.kind == "named" else item for item in verdict.reasons)
    return msgspec.structs.replace(verdict, reasons=tuple(reasons))


def capsule_list(repo: Repo, symbol: str, name: str, page: int) -> tuple[TieList, Mapping[str, facts.Dependency]] | None:
    """A page of one of its lists, and the dependencies that external names in it are of; None if there is no such list."""
    row = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(symbol)).first()
    found = {} if row is None else tie_lists(repo, symbol, called_as(capsule_fact(row)), pages={name: page}, only=name)
    if name not in found:
        return None
    sheet = current_sheet(repo) if any(edge.is_external for edge in found[name].edges) else None
    return found[name], {} if sheet is None else _dependencies(sheet, found[name].edges)


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
        members.update(inner.order_by("target").values_list("target", flat=True)[:BORDER])
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
    keys = [text_key(symbol) for symbol in sorted(set(symbols))[:BORDER]]
    rows = Edge.objects.filter(tenant_id=repo.tenant_id, repo=repo, source_key__in=keys, is_external=True, kind__in=sorted(kinds))
    return sorted(as_facts(rows.order_by("source", "target", "line", "kind").values_list(*COLUMNS)[:limit]))


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


def capsule_fact(row: Capsule) -> facts.Capsule:
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
        mentions=tuple(row.details.get("mentions", ())),
        offered_by=row.details.get("offered_by", ""),
    )


def _dependencies(sheet: facts.FactSheet, edges: Iterable[facts.Edge]) -> dict[str, facts.Dependency]:
    """{external name: the dependency it is of} of the edges that leave the repository."""
    packages = Packages(sheet.dependencies)
    owned = {edge.target: packages.dependency(edge.target) for edge in edges if edge.is_external}
    return {name: dependency for name, dependency in owned.items() if dependency is not None}


def _hints(repo: Repo, capsule: facts.Capsule) -> list[facts.Capsule]:
    """The capsules that call what has its name without being followed, or look names up."""
    return looking(repo, names_called(capsule))


def names_called(capsule: facts.Capsule) -> list[str]:
    """The names by which calls that were not followed may mean it: its own, and that of what it stands in."""
    owner = capsule.parent.partition("#")[2].rpartition(".")[2]
    return [name for name in {capsule.name, owner} if name]


def looking(repo: Repo, names: Collection[str] = ()) -> list[facts.Capsule]:
    """The capsules that look names up, or call one of these names without being followed.  One query."""
    where = Q(details__has_key="lookups") | (Q(unresolved__has_any_keys=sorted(names)) if names else Q())
    rows = Capsule.objects.filter(where, tenant_id=repo.tenant_id, repo=repo)
    found = rows.order_by("symbol").values_list("symbol", "unresolved", "details__lookups")
    return [hint(symbol, unresolved, lookups, names) for symbol, unresolved, lookups in found]


def hint(symbol: str, unresolved: Mapping[str, int], lookups: Sequence[str] | None, names: Collection[str]) -> facts.Capsule:
    """What a capsule tells of the callers of others: calls of these names that were not followed, names it looks up."""
    calls = tuple((name, unresolved[name]) for name in sorted(names) if name in unresolved)
    path = symbol.partition("#")[0]
    return facts.Capsule(symbol, "", "", path, "", 0, 0, 0, "", "", "", "", unresolved=calls, lookups=tuple(lookups or ()))


def _routes(sheet: facts.FactSheet, ways: GraphIndex, starts: Sequence[str]) -> tuple[Route, ...]:
    """Routes whose handlers, or the middleware before them, are or reach one of the symbols, nearest first."""
    handlers = {symbol for item in sheet.endpoints for symbol in (item.symbol, *(one.symbol for one in item.passes)) if symbol}
    calls: dict[str, int] = {}
    for start in starts if handlers else ():
        around = neighbourhood(ways, start, depth=TEST_DEPTH, direction="in", kinds={"calls"}, limit=NEAR)
        for symbol in handlers & around.distance.keys():
            calls[symbol] = min(calls.get(symbol, TEST_DEPTH), around.distance[symbol])
    found = [route for endpoint in sheet.endpoints if (route := _route(endpoint, calls)) is not None]
    return tuple(sorted(found, key=lambda route: (route.calls, route.endpoint.path, route.endpoint.method, route.endpoint.place)))


def _route(endpoint: facts.Endpoint, calls: Mapping[str, int]) -> Route | None:
    """The route as it leads there: by its handler if that does, else by middleware."""
    if endpoint.symbol in calls:
        return Route(endpoint, calls[endpoint.symbol])
    before = [calls[item.symbol] for item in endpoint.passes if item.symbol in calls]
    return Route(endpoint, min(before), is_before=True) if before else None


def _spread(
    repo: Repo,
    starts: Sequence[str],
    depth: int,
    direction: Direction,
    kinds: Collection[str],
    limit: int,
    *,
    inside_only: bool = False,
    most: int = MOST_ROWS,
) -> tuple[list[facts.Edge], bool]:
    """`spread` over edges of these kinds in a direction."""
    chosen = Q(kind__in=sorted(kinds)) & (Q(is_external=False) if inside_only else Q())

    def touching(keys: Sequence[uuid.UUID]) -> Q:
        if direction == "both":
            return chosen & (Q(source_key__in=keys) | Q(target_key__in=keys))
        return chosen & (Q(source_key__in=keys) if direction == "out" else Q(target_key__in=keys))

    return spread(repo, starts, depth, touching, limit, most=most)
