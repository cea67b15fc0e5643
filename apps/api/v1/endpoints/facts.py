"""What the extractors found at the current commit, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ninja import Query, Router

from apps.api.v1 import rows
from apps.api.v1.access import Asked, repo_of
from apps.api.v1.errors import NotFound
from apps.api.v1.operations import in_tenant, read
from apps.api.v1.paging import Paging, sliced
from apps.api.v1.schemas import FACT_KINDS, FactKind, FactPage, FactsAnswer, Number
from apps.artifacts import selectors as artifacts
from apps.codegraph import selectors as graph
from apps.engine import facts as engine

if TYPE_CHECKING:
    from apps.repos.models import Repo

router = Router(tags=["Facts"])


@router.get("/repos/{slug:repo}/facts", response=read(FactsAnswer))
@in_tenant
def facts_in_numbers(request: Asked, repo: str) -> FactsAnswer:
    """How many facts of each kind the current commit has, and what the project says of itself."""
    found = repo_of(request, repo)
    sheet = graph.current_sheet(found)
    if sheet is None:
        raise rows.not_read("fact-sheet", found)
    return FactsAnswer(
        repo=found.slug,
        standing=rows.graph_state(found),
        project=sheet.project,
        frameworks=sheet.frameworks,
        counts={kind: len(_items(sheet, kind)) for kind in FACT_KINDS},
        calls=sheet.call_count,
        calls_inside=sheet.resolved_call_count,
        calls_outside=sheet.external_call_count,
    )


@router.get("/repos/{slug:repo}/facts/{kind}", response=read(FactPage))
@in_tenant
def facts_of_a_kind(request: Asked, repo: str, kind: FactKind, paging: Query[Paging], version: Number = 0) -> FactPage:
    """Facts of one kind; of the current commit, or those that a version of the document was written from."""
    found = repo_of(request, repo)
    commit, sheet = _sheet(found, version)
    page = sliced(f"facts:{kind}", _items(sheet, kind), made_of=commit, cursor=paging.cursor, limit=paging.limit)
    return FactPage(repo=found.slug, commit=commit, kind=kind, items=page.items, next=page.next)


def _sheet(repo: Repo, number: int) -> tuple[str, engine.FactSheet]:
    if number:
        version = artifacts.version(repo, number)
        if version is None:
            raise NotFound("version", repo=repo.slug)
        return version.commit_sha, artifacts.fact_sheet(version)
    sheet, commit = graph.current_sheet(repo), graph.current_commit(repo)
    if sheet is None or commit is None:
        raise rows.not_read("fact-sheet", repo)
    return commit, sheet


def _items(sheet: engine.FactSheet, kind: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = getattr(sheet, kind.replace("-", "_"))
    return found
