"""The graph: capsules, who calls them and what they call, and what is near one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Query, Router
from pydantic import Field

from apps.api.v1 import rows
from apps.api.v1.access import Asked, repo_of
from apps.api.v1.operations import in_tenant, read
from apps.api.v1.paging import ListChanged, Paging, begun, cursor_of, cut, name_of, part_address, position_of, sliced
from apps.api.v1.schemas import (
    CapsuleAnswer,
    CapsuleKind,
    CapsulePage,
    Edge,
    GraphAnswer,
    Node,
    PartPage,
    Related,
    RouteRow,
    SymbolName,
    Text,
    TieLine,
    TiePage,
    TieRow,
    VerdictAnswer,
)
from apps.codegraph import selectors as graph
from apps.codegraph.selectors.listing import capsules_after
from apps.engine.graph.walk import CALLING
from apps.search.scope import LANGUAGE_ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.engine import facts
    from apps.repos.models import Repo

router = Router(tags=["Graph"])

Relation: Any = Literal[tuple(graph.LISTS)]
Part = Literal["tests", "routes"]
EdgeKind = Literal[
    "calls", "imports", "inherits", "contains", "overrides", "routes_to", "tests", "uses", "reads_model", "writes_model"
]
SHOWN = 20  # tests and routes of a capsule; the others have pages
NEAR, USUALLY_NEAR = 300, 50  # symbols around one
EDGES = 4  # for each symbol, of those that are told


@router.get("/repos/{slug:repo}/capsules", response=read(CapsulePage))
@in_tenant
def list_capsules(
    request: Asked,
    repo: str,
    paging: Query[Paging],
    path: Text = "",
    kind: CapsuleKind | Literal[""] = "",
    language: Text = "",
    name: Text = "",
) -> CapsulePage:
    """Capsules of the current commit by symbol, without their bodies; of one file, kind, language or name only."""
    found = repo_of(request, repo)
    [after] = position_of("capsules", paging.cursor, str) or [""]
    wanted = {"path": path, "kind": kind, "language": language, "name": name}
    shown, following = cut(
        "capsules", capsules_after(found, after, paging.limit + 1, **wanted), paging.limit, at=lambda row: row.symbol
    )
    items = [rows.capsule_row(row) for row in shown]
    is_absent = bool(language) and not items and not capsules_after(found, "", 1, language=language)
    notes = [LANGUAGE_ABSENT] if is_absent else []
    return CapsulePage(repo=found.slug, standing=rows.graph_state(found), items=items, notes=notes, next=following)


@router.get("/repos/{slug:repo}/capsule", response=read(CapsuleAnswer))
@in_tenant
def one_capsule(request: Asked, repo: str, symbol: SymbolName) -> CapsuleAnswer:
    """A capsule, whole: its body, what it is tied to in numbers, the tests and routes that reach it.

    `symbol` is the path for a file, else like ``path#Class.method``; URL-encode the ``#``.
    """
    found = repo_of(request, repo)
    view = graph.capsule_view(found, symbol)
    if view is None:
        raise rows.not_in_graph("symbol", found)
    row, state, lists = view.capsule, rows.graph_state(found, counted=True), _lists(view)
    shown, rest = begun(
        lists,
        of=symbol,
        made_of=state.commit,
        most=SHOWN,
        address=lambda part: part_address("part_of_a_capsule", found.slug, part, symbol=symbol),
    )
    return CapsuleAnswer(
        repo=found.slug,
        standing=state,
        capsule=rows.capsule_row(row),
        body=row.body,
        properties=row.properties,
        bases=row.bases,
        decorators=row.decorators,
        details=row.details,
        unresolved=row.unresolved,
        verdict=rows.verdict_answer(view.verdict),
        related={name: Related(symbols=tied.ends, places=tied.places) for name, tied in view.lists.items()},
        **shown,
        counts={part: len(items) for part, items in lists.items()},
        rest=rest,
        is_cut=view.is_cut,
    )


@router.get("/repos/{slug:repo}/capsule/{part}", response=read(PartPage))
@in_tenant
def part_of_a_capsule(request: Asked, repo: str, part: Part, symbol: SymbolName, paging: Query[Paging]) -> PartPage:
    """The tests that reach a capsule, or the routes that lead to it, nearest first."""
    found = repo_of(request, repo)
    view = graph.capsule_view(found, symbol)
    if view is None:
        raise rows.not_in_graph("symbol", found)
    state = rows.graph_state(found)
    items = _lists(view)[part]
    page = sliced(name_of(part, symbol), items, made_of=state.commit, cursor=paging.cursor, limit=paging.limit)
    return PartPage(repo=found.slug, standing=state, symbol=symbol, items=page.items, next=page.next)


def _lists(view: graph.CapsuleView) -> dict[str, list[Any]]:
    """What leads to a capsule, all of it."""
    routes = [
        RouteRow(
            method=route.endpoint.method,
            path=route.endpoint.path,
            handler=route.endpoint.symbol,
            calls=route.calls,
            is_before=route.is_before,
        )
        for route in view.routes
    ]
    return {"tests": rows.reaching(view.tests), "routes": routes}


@router.get("/repos/{slug:repo}/callers", response=read(TiePage))
@in_tenant
def callers(request: Asked, repo: str, symbol: SymbolName, cursor: Text = "") -> TiePage:
    """Who calls a symbol, and whether these are all: found, proven to be nobody, or unknown and why."""
    found = repo_of(request, repo)
    page = _page(found, symbol, "callers", cursor)
    view = graph.capsule_view(found, symbol, pages={"callers": page})
    if view is None:
        raise rows.not_in_graph("symbol", found)
    tied = view.lists.get("callers", graph.TieList())
    return _ties(found, symbol, "callers", tied, view.dependencies, rows.verdict_answer(view.verdict))


@router.get("/repos/{slug:repo}/callees", response=read(TiePage))
@in_tenant
def callees(request: Asked, repo: str, symbol: SymbolName, cursor: Text = "") -> TiePage:
    """What a symbol calls inside the repository; what it calls outside is the relation `external`."""
    return _listed(repo_of(request, repo), symbol, "callees", cursor)


@router.get("/repos/{slug:repo}/relations/{relation}", response=read(TiePage))
@in_tenant
def relations(request: Asked, repo: str, relation: Relation, symbol: SymbolName, cursor: Text = "") -> TiePage:
    """One of the lists that tie a symbol to others."""
    return _listed(repo_of(request, repo), symbol, relation, cursor)


@router.get("/repos/{slug:repo}/graph", response=read(GraphAnswer))
@in_tenant
def near(
    request: Asked,
    repo: str,
    symbol: SymbolName,
    depth: Annotated[int, Field(ge=1, le=5, description="Steps.")] = 1,
    direction: Literal["in", "out", "both"] = "both",
    kind: EdgeKind | Literal["calling"] = "calling",
    inside_only: bool = False,
    limit: Annotated[int, Field(ge=1, le=NEAR, description="Symbols at most, the nearest.")] = USUALLY_NEAR,
) -> GraphAnswer:
    """What is within some steps of a symbol.  `kind`: edges of one kind, or all that lead to a call.

    Two symbols have one edge of a kind, at the first of its lines; the lists of a symbol have all of them, in pages.
    """
    found = repo_of(request, repo)
    if symbol not in graph.briefs(found, [symbol]):
        raise rows.not_in_graph("symbol", found)
    kinds = CALLING if kind == "calling" else {kind}
    around = graph.near(found, symbol, depth=depth, direction=direction, kinds=kinds, limit=limit, inside_only=inside_only)
    known = graph.briefs(found, around.distance)
    first: dict[tuple[str, str, str], facts.Edge] = {}
    for edge in around.edges:
        first.setdefault((edge.source, edge.target, edge.kind), edge)
    steps = around.distance
    edges = sorted(first.values(), key=lambda edge: max(steps[edge.source], steps[edge.target]))  # what is cut is far
    nodes = [
        Node(
            symbol=name,
            distance=distance,
            kind="" if (brief := known.get(name)) is None else brief.kind,
            path="" if brief is None else brief.path,
            line=0 if brief is None else brief.line,
            is_external=brief is None,
        )
        for name, distance in around.distance.items()
    ]
    return GraphAnswer(
        repo=found.slug,
        standing=rows.graph_state(found),
        symbol=symbol,
        nodes=nodes,
        edges=[Edge.model_validate(edge) for edge in edges[: EDGES * limit]],
        is_cut=around.is_cut or len(edges) > EDGES * limit,
    )


def _listed(repo: Repo, symbol: str, name: str, cursor: str) -> TiePage:
    page = _page(repo, symbol, name, cursor)
    if symbol not in graph.briefs(repo, [symbol]):
        raise rows.not_in_graph("symbol", repo)
    tied, dependencies = graph.capsule_list(repo, symbol, name, page) or (graph.TieList(), {})
    return _ties(repo, symbol, name, tied, dependencies, None)


def _page(repo: Repo, symbol: str, name: str, cursor: str) -> int:
    """The page that a cursor of this list means: the database turns them, so they hold for one commit only."""
    position = position_of(name_of(name, symbol), cursor, str, int)
    if position and position[0] != graph.current_commit(repo):
        raise ListChanged
    return position[1] if position else 1


def _ties(
    repo: Repo,
    symbol: str,
    name: str,
    tied: graph.TieList,
    dependencies: Mapping[str, facts.Dependency],
    verdict: VerdictAnswer | None,
) -> TiePage:
    commit = graph.current_commit(repo) or ""
    is_arriving = graph.LISTS[name].direction == "in"
    lines: dict[str, list[facts.Edge]] = {}
    for edge in tied.edges:
        lines.setdefault(edge.source if is_arriving else edge.target, []).append(edge)
    known = graph.briefs(repo, lines)
    following = cursor_of(name_of(name, symbol), commit, tied.page + 1) if tied.page < tied.page_count else None
    return TiePage(
        repo=repo.slug,
        standing=rows.graph_state(repo),
        symbol=symbol,
        relation=name,
        symbols=tied.ends,
        places=tied.places,
        verdict=verdict,
        items=[_tie(end, edges, tied, known.get(end), dependencies.get(end)) for end, edges in lines.items()],
        next=following,
    )


def _tie(
    end: str, edges: list[facts.Edge], tied: graph.TieList, brief: graph.Brief | None, dependency: facts.Dependency | None
) -> TieRow:
    return TieRow(
        symbol=end,
        kind="" if brief is None else brief.kind,
        path="" if brief is None else brief.path,
        line=0 if brief is None else brief.line,
        signature="" if brief is None else brief.signature,
        is_external=edges[0].is_external,
        dependency="" if dependency is None else dependency.name,
        places=tied.lines.get(end, len(edges)),
        lines=[
            TieLine(path=edge.source.partition("#")[0], line=edge.line, kind=edge.kind, resolution=edge.resolution)
            for edge in edges
        ],
    )
