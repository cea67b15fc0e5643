"""Reads of the stored graph: a capsule with all that stands around it, its neighbourhood, whether the index is behind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from apps.codegraph.models import Capsule, Edge
from apps.codegraph.selectors.commit import current_sheet
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, Callers, surroundings_of
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.staleness import IndexState, compare, identities
from apps.engine.graph.walk import CALLING, Direction, Neighbourhood, Reached, neighbourhood, reaching_tests
from apps.repos.models import Repo
from apps.tenants.text import text_key

BASE_DEPTH = 8  # classes between a class and a base from outside
TEST_DEPTH = 4  # calls between a test and what it reaches
NEAR = 400  # symbols a page can use
_BORDER = 1_000  # symbols whose edges one step asks for
_TESTED_THROUGH = frozenset({"calls", "tests"})


@dataclass(frozen=True, slots=True)
class CapsuleView:
    """A capsule of the current commit with its edges; each list is sorted.

    `callers` are edges that call it (its constructor, if it is a class), `callees` and `external` its own calls inside and out of
    the repository, `other` all its edges of other kinds.  `verdict` says whether the callers are all of them, None for what is
    not called.
    """

    capsule: Capsule
    callers: tuple[facts.Edge, ...]
    callees: tuple[facts.Edge, ...]
    external: tuple[facts.Edge, ...]
    other: tuple[facts.Edge, ...]
    tests: tuple[Reached, ...]
    verdict: Callers | None


def capsule_view(repo: Repo, symbol: str) -> CapsuleView | None:
    """The capsule with this symbol, None if the current commit has none."""
    row = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(symbol)).first()
    sheet = current_sheet(repo) if row is not None else None
    if row is None or sheet is None:
        return None
    capsule = _fact(row)
    asked = [capsule.symbol, *capsule.methods]
    bases = _spread(repo, [capsule.symbol, capsule.parent], BASE_DEPTH, "out", {"inherits"}, NEAR)
    edges = sorted({*_edges(repo, [capsule.symbol], asked), *bases})
    around = surroundings_of(sheet, is_behind=_is_behind(repo))
    judge = CallerJudge(_hints(repo, capsule), GraphIndex(edges), around)
    mine = [edge for edge in edges if capsule.symbol in (edge.source, edge.target)]
    made = [edge for edge in mine if edge.source == capsule.symbol and edge.kind in ("calls", "tests")]
    return CapsuleView(
        capsule=row,
        callers=judge.callers(capsule),
        callees=tuple(edge for edge in made if not edge.is_external),
        external=tuple(edge for edge in made if edge.is_external),
        other=tuple(edge for edge in mine if edge.kind not in CALLING),
        tests=_tests(repo, asked, [edge for edge in mine if edge.kind == "overrides" and edge.source == capsule.symbol]),
        verdict=judge.judge(capsule),
    )


def near(
    repo: Repo,
    symbol: str,
    *,
    depth: int = 1,
    direction: Direction = "both",
    kinds: Collection[str] = CALLING,
    limit: int = NEAR,
) -> Neighbourhood:
    """What is within `depth` steps of a symbol of the current commit.  One query a step."""
    edges = _spread(repo, [symbol], depth, direction, kinds, limit)
    return neighbourhood(GraphIndex(edges), symbol, depth=depth, direction=direction, kinds=kinds, limit=limit)


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
    return sorted(_as_facts(rows.values_list("source", "kind", "target", "line", "resolution", "is_external")))


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


def _tests(repo: Repo, symbols: Sequence[str], overrides: Sequence[facts.Edge]) -> tuple[Reached, ...]:
    """Tests that reach any of the symbols, also by calling what they override, nearest first."""
    starts = [*symbols, *(edge.target for edge in overrides)]
    edges = _spread(repo, starts, TEST_DEPTH, "in", _TESTED_THROUGH, NEAR)
    return reaching_tests(GraphIndex(sorted({*edges, *overrides})), symbols, depth=TEST_DEPTH, limit=NEAR)


def _spread(
    repo: Repo, starts: Sequence[str], depth: int, direction: Direction, kinds: Collection[str], limit: int
) -> list[facts.Edge]:
    """Edges within some steps of the starts, sorted.  One query a step; it stops where there are more symbols than the limit."""
    known = set(starts)
    border = sorted(known)
    found: set[facts.Edge] = set()
    for _step in range(depth):
        keys = [text_key(symbol) for symbol in border[:_BORDER]]
        ends = Q(source_key__in=keys) | Q(target_key__in=keys)
        if direction != "both":
            ends = Q(source_key__in=keys) if direction == "out" else Q(target_key__in=keys)
        rows = Edge.objects.filter(ends, tenant_id=repo.tenant_id, repo=repo, kind__in=sorted(kinds))
        found.update(_as_facts(rows.values_list("source", "kind", "target", "line", "resolution", "is_external")))
        border = sorted({end for edge in found for end in (edge.source, edge.target)} - known)
        known.update(border)
        if not border or len(known) > limit:
            break
    return sorted(found)
