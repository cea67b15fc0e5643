"""The graph: capsules, who calls them and what they call, what is near one, and what a change of it can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Query, Router
from pydantic import Field

from apps.api.v1 import rows
from apps.api.v1.access import Asked, repo_of
from apps.api.v1.operations import in_tenant, read
from apps.api.v1.paging import ListChanged, Paging, cursor_of, cut, position_of
from apps.api.v1.schemas import (
    CapsuleAnswer,
    CapsulePage,
    Edge,
    GapRow,
    GraphAnswer,
    ImpactAnswer,
    Node,
    PartRow,
    Related,
    RouteRow,
    RunRow,
    Text,
    TieLine,
    TiePage,
    TieRow,
    VerdictAnswer,
    Wanted,
)
from apps.codegraph import selectors as graph
from apps.codegraph.selectors.listing import capsules_after
from apps.engine.graph.walk import CALLING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.engine import facts
    from apps.repos.models import Repo

router = Router(tags=["Graph"])

Relation: Any = Literal[tuple(graph.LISTS)]
EdgeKind = Literal[
    "calls", "imports", "inherits", "contains", "overrides", "routes_to", "tests", "uses", "reads_model", "writes_model"
]
REACHED = 500  # symbols of one answer
TESTS = 200
NEAR = 300  # symbols around one


@router.get("/repos/{slug:repo}/capsules", response=read(CapsulePage))
@in_tenant
def list_capsules(
    request: Asked, repo: str, paging: Query[Paging], path: Text = "", kind: Text = "", language: Text = "", name: Text = ""
) -> CapsulePage:
    """Capsules of the current commit by symbol, without their bodies; of one file, kind, language or name only."""
    found = repo_of(request, repo)
    [after] = position_of("capsules", paging.cursor, str) or [""]
    wanted = {"path": path, "kind": kind, "language": language, "name": name}
    shown, following = cut(
        "capsules", capsules_after(found, after, paging.limit + 1, **wanted), paging.limit, at=lambda row: row.symbol
    )
    items = [rows.capsule_row(row) for row in shown]
    return CapsulePage(repo=found.slug, standing=rows.graph_state(found), items=items, next=following)


@router.get("/repos/{slug:repo}/capsule", response=read(CapsuleAnswer))
@in_tenant
def one_capsule(request: Asked, repo: str, symbol: Wanted) -> CapsuleAnswer:
    """A capsule, whole: its body, what it is tied to in numbers, the tests and routes that reach it.

    `symbol` is the path for a file, else like ``path#Class.method``; URL-encode the ``#``.
    """
    found = repo_of(request, repo)
    view = graph.capsule_view(found, symbol)
    if view is None:
        raise rows.not_in_graph("symbol", found)
    row = view.capsule
    return CapsuleAnswer(
        repo=found.slug,
        standing=rows.graph_state(found, counted=True),
        capsule=rows.capsule_row(row),
        body=row.body,
        properties=row.properties,
        bases=row.bases,
        decorators=row.decorators,
        details=row.details,
        unresolved=row.unresolved,
        verdict=rows.verdict_answer(view.verdict),
        related={name: Related(symbols=tied.ends, places=tied.places) for name, tied in view.lists.items()},
        tests=rows.reaching(view.tests),
        routes=[
            RouteRow(
                method=route.endpoint.method,
                path=route.endpoint.path,
                handler=route.endpoint.symbol,
                calls=route.calls,
                is_before=route.is_before,
            )
            for route in view.routes
        ],
        is_cut=view.is_cut,
    )


@router.get("/repos/{slug:repo}/callers", response=read(TiePage))
@in_tenant
def callers(request: Asked, repo: str, symbol: Wanted, cursor: Text = "") -> TiePage:
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
def callees(request: Asked, repo: str, symbol: Wanted, cursor: Text = "") -> TiePage:
    """What a symbol calls inside the repository; what it calls outside is the relation `external`."""
    return _listed(repo_of(request, repo), symbol, "callees", cursor)


@router.get("/repos/{slug:repo}/relations/{relation}", response=read(TiePage))
@in_tenant
def relations(request: Asked, repo: str, relation: Relation, symbol: Wanted, cursor: Text = "") -> TiePage:
    """One of the lists that tie a symbol to others."""
    return _listed(repo_of(request, repo), symbol, relation, cursor)


@router.get("/repos/{slug:repo}/graph", response=read(GraphAnswer))
@in_tenant
def near(
    request: Asked,
    repo: str,
    symbol: Wanted,
    depth: Annotated[int, Field(ge=1, le=5, description="Steps.")] = 1,
    direction: Literal["in", "out", "both"] = "both",
    kind: EdgeKind | Literal["calling"] = "calling",
    inside_only: bool = False,
) -> GraphAnswer:
    """What is within some steps of a symbol.  `kind`: edges of one kind, or all that lead to a call."""
    found = repo_of(request, repo)
    if symbol not in graph.briefs(found, [symbol]):
        raise rows.not_in_graph("symbol", found)
    kinds = CALLING if kind == "calling" else {kind}
    around = graph.near(found, symbol, depth=depth, direction=direction, kinds=kinds, limit=NEAR, inside_only=inside_only)
    known = graph.briefs(found, around.distance)
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
        edges=[Edge.model_validate(edge) for edge in around.edges],
        is_cut=around.is_cut,
    )


@router.get("/repos/{slug:repo}/impact", response=read(ImpactAnswer))
@in_tenant
def impact(
    request: Asked, repo: str, symbol: Wanted, depth: Annotated[int, Field(ge=1, le=graph.DEEPEST, description="Steps.")] = 3
) -> ImpactAnswer:
    """What a change of a symbol can reach: what depends on it, tests, routes and jobs that run it, and where that is not all."""
    found = repo_of(request, repo)
    result = graph.impact_of(found, symbol, depth=depth)
    if result is None:
        raise rows.not_in_graph("symbol", found)
    verdict = rows.verdict_answer(result.verdict)
    is_cut = result.is_cut or len(result.reached) > REACHED or len(result.tests) > TESTS
    is_sure = not (result.gaps or result.unsure) and (verdict is None or verdict.is_complete)
    return ImpactAnswer(
        repo=found.slug,
        standing=rows.graph_state(found, counted=True),
        symbol=symbol,
        depth=depth,
        reached=rows.reaching(result.reached[:REACHED]),
        reached_count=len(result.reached),
        tests=rows.reaching(result.tests[:TESTS]),
        test_files=result.test_files,
        runs=[_run(run) for run in result.runs],
        parts=[PartRow(component=name, symbols=count) for name, count in result.parts],
        verdict=verdict,
        gaps=[GapRow(name=gap.name, count=gap.count, places=gap.places) for gap in result.gaps],
        unsure=result.unsure,
        is_cut=is_cut,
        goes_on=result.goes_on,
        is_whole=is_sure and not (is_cut or result.goes_on),
    )


def _run(run: graph.Run) -> RunRow:
    if run.endpoint is not None:
        return RunRow(kind="route", name=f"{run.endpoint.method} {run.endpoint.path}", symbol=run.symbol, steps=run.steps)
    return RunRow(kind="job", name=run.job.name if run.job is not None else "", symbol=run.symbol, steps=run.steps)


def _listed(repo: Repo, symbol: str, name: str, cursor: str) -> TiePage:
    page = _page(repo, symbol, name, cursor)
    if symbol not in graph.briefs(repo, [symbol]):
        raise rows.not_in_graph("symbol", repo)
    tied, dependencies = graph.capsule_list(repo, symbol, name, page) or (graph.TieList(), {})
    return _ties(repo, symbol, name, tied, dependencies, None)


def _page(repo: Repo, symbol: str, name: str, cursor: str) -> int:
    """The page that a cursor of this list means: the database turns them, so they hold for one commit only."""
    position = position_of(f"{name} of {symbol}", cursor, str, int)
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
    following = cursor_of(f"{name} of {symbol}", commit, tied.page + 1) if tied.page < tied.page_count else None
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
