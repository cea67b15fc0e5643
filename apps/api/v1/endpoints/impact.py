"""What a change of a symbol can reach: the nearest of it at once, all of it in pages."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Query, Router
from pydantic import Field

from apps.api.v1 import rows
from apps.api.v1.access import Asked, repo_of
from apps.api.v1.operations import in_tenant, read
from apps.api.v1.paging import Paging, begun, name_of, part_address, sliced
from apps.api.v1.schemas import GapRow, ImpactAnswer, PartPage, PartRow, RunRow, SymbolName
from apps.codegraph import selectors as graph

router = Router(tags=["Graph"])

SHOWN = 40  # of each list in one answer; the others have pages

Steps = Annotated[int, Field(ge=1, le=graph.DEEPEST, description="Steps.")]
Part = Literal["reached", "tests", "runs", "gaps", "unsure"]


@router.get("/repos/{slug:repo}/impact", response=read(ImpactAnswer))
@in_tenant
def impact(request: Asked, repo: str, symbol: SymbolName, depth: Steps = 3) -> ImpactAnswer:
    """What a change of a symbol can reach: what depends on it, tests, routes and jobs that run it, and where that is not all."""
    found = repo_of(request, repo)
    result = graph.impact_of(found, symbol, depth=depth)
    if result is None:
        raise rows.not_in_graph("symbol", found)
    state, verdict, lists = rows.graph_state(found, counted=True), rows.verdict_answer(result.verdict), _lists(result)
    shown, rest = begun(
        lists,
        of=_of(symbol, depth),
        made_of=state.commit,
        most=SHOWN,
        address=lambda part: part_address("part_of_an_impact", found.slug, part, symbol=symbol, depth=depth),
    )
    is_sure = not (result.gaps or result.unsure) and (verdict is None or verdict.is_complete)
    return ImpactAnswer(
        repo=found.slug,
        standing=state,
        symbol=symbol,
        depth=depth,
        **shown,
        test_files=result.test_files,
        parts=[PartRow(component=name, symbols=count) for name, count in result.parts],
        verdict=verdict,
        counts={part: len(items) for part, items in lists.items()},
        rest=rest,
        is_cut=result.is_cut,
        goes_on=result.goes_on,
        is_whole=is_sure and not (result.is_cut or result.goes_on),
    )


@router.get("/repos/{slug:repo}/impact/{part}", response=read(PartPage))
@in_tenant
def part_of_an_impact(
    request: Asked, repo: str, part: Part, symbol: SymbolName, paging: Query[Paging], depth: Steps = 3
) -> PartPage:
    """One of its lists, all of it: the nearest first, of gaps those with the most calls."""
    found = repo_of(request, repo)
    result = graph.impact_of(found, symbol, depth=depth)
    if result is None:
        raise rows.not_in_graph("symbol", found)
    state = rows.graph_state(found)
    name = name_of(part, _of(symbol, depth))
    page = sliced(name, _lists(result)[part], made_of=state.commit, cursor=paging.cursor, limit=paging.limit)
    return PartPage(repo=found.slug, standing=state, symbol=symbol, items=page.items, next=page.next)


def _of(symbol: str, depth: int) -> str:
    return f"what {symbol} reaches within {depth}"


def _lists(result: graph.Impact) -> dict[str, list[Any]]:
    """The lists that may be long."""
    return {
        "reached": rows.reaching(result.reached),
        "tests": rows.reaching(result.tests),
        "runs": [_run(run) for run in result.runs],
        "gaps": [GapRow(name=gap.name, count=gap.count, places=gap.places) for gap in result.gaps],
        "unsure": list(result.unsure),
    }


def _run(run: graph.Run) -> RunRow:
    if run.endpoint is not None:
        return RunRow(kind="route", name=f"{run.endpoint.method} {run.endpoint.path}", symbol=run.symbol, steps=run.steps)
    return RunRow(kind="job", name=run.job.name if run.job is not None else "", symbol=run.symbol, steps=run.steps)
