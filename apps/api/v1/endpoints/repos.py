"""Repositories, their syncs, and asking for one."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from ninja import Query, Router
from ninja.responses import Status

from apps.api.standing import GRAPH, standing
from apps.api.v1 import rows
from apps.api.v1.access import SYNC, Asked, repo_of
from apps.api.v1.errors import ApiError, NotFound
from apps.api.v1.operations import done, in_tenant, read
from apps.api.v1.paging import Page, Paging, cut, position_of
from apps.api.v1.schemas import Counted, RepoDetail, RepoRow, Skipped, SyncDetail, SyncRow, Text
from apps.artifacts import selectors as artifacts
from apps.codegraph import selectors as graph
from apps.codegraph.selectors.listing import current_commits, projects
from apps.pipeline import triggers
from apps.repos import selectors as repos
from apps.repos.names import names_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.artifacts.models import ArtifactVersion
    from apps.engine.facts import Project
    from apps.repos.selectors import RepoCard

router = Router(tags=["Repositories"])


@router.get("/repos", response=read(Page[RepoRow]))
@in_tenant
def list_repositories(request: Asked, paging: Query[Paging]) -> Page[RepoRow]:
    """The repositories this token reaches, by short name."""
    [after] = position_of("repos", paging.cursor, str) or [""]
    tenant = request.auth.tenant
    every = repos.repo_cards(tenant)
    reached = (card for card in every if request.auth.reaches(card.repo.pk))
    cards = sorted((card for card in reached if card.repo.slug > after), key=lambda card: card.repo.slug)
    shown, following = cut("repos", cards[: paging.limit + 1], paging.limit, at=lambda card: card.repo.slug)
    versions, commits, said = (
        artifacts.current_versions(tenant),
        current_commits(tenant),
        projects(tenant, [card.repo.pk for card in shown]),
    )
    names = names_of(card.repo for card in every)
    items = [
        RepoRow(**_values(card, names, commits.get(card.repo.pk, ""), versions.get(card.repo.pk), said.get(card.repo.pk)))
        for card in shown
    ]
    return Page(items=items, next=following)


@router.get("/repos/{slug:repo}", response=read(RepoDetail))
@in_tenant
def one_repository(request: Asked, repo: str) -> RepoDetail:
    """One repository: its branch, graph, document and syncs, and how many commits they are behind."""
    found = repo_of(request, repo)
    tenant = request.auth.tenant
    version, said = artifacts.current_versions(tenant).get(found.pk), projects(tenant, [found.pk]).get(found.pk)
    counts = graph.graph_counts(found)
    commit = graph.current_commit(found) or ""
    values = _values(repos.repo_card(found), repos.shown_names(tenant), commit, version, said, counted=True)
    return RepoDetail(**values, counts=Counted(files=counts.files, capsules=counts.capsules, edges=counts.edges))


@router.get("/syncs", response=read(Page[SyncRow]), tags=["Syncs"])
@in_tenant
def list_syncs(request: Asked, paging: Query[Paging], repo: Text = "") -> Page[SyncRow]:
    """Runs of the pipeline, newest first; of one repository if it is named."""
    [before] = position_of("syncs", paging.cursor, int) or [0]
    only = repo_of(request, repo) if repo else None
    found = repos.syncs(request.auth.tenant, only, paging.limit + 1, before=before, repo_ids=request.auth.repos)
    shown, following = cut("syncs", found, paging.limit, at=lambda sync: sync.pk)
    return Page(items=[rows.sync_row(sync) for sync in shown], next=following)


@router.get("/syncs/{int:number}", response=read(SyncDetail), tags=["Syncs"])
@in_tenant
def one_sync(request: Asked, number: int) -> SyncDetail:
    """One run: how far it is, what it left out and why."""
    sync = repos.sync(request.auth.tenant, number)
    if sync is None or not request.auth.reaches(sync.repo_id):
        raise NotFound("sync")
    skipped = [Skipped(path=path, reason=reason) for path, reason in sync.skipped]
    return SyncDetail(**rows.sync_values(sync), progress=sync.progress, skipped=skipped)


@router.post("/repos/{slug:repo}/syncs", response=done(SyncRow, 202), auth=SYNC, tags=["Syncs"])
@in_tenant
def request_sync(request: Asked, repo: str) -> Status[SyncRow]:
    """Ask for a sync of the branch's head.  One that waits already serves: asking twice changes nothing.  Scope: sync."""
    found = repo_of(request, repo)
    if not found.is_active:
        message = "This repository is paused. The operator can switch it on again in the console."
        raise ApiError(HTTPStatus.CONFLICT, "repository:paused", message)
    sync = triggers.request_sync(tenant=request.auth.tenant, repo=found, trigger="manual", user=request.auth.member)
    return Status(202, rows.sync_row(sync))


def _values(
    card: RepoCard,
    names: Mapping[int, str],
    commit: str,
    version: ArtifactVersion | None,
    said: Project | None,
    *,
    counted: bool = False,
) -> dict[str, Any]:
    repo = card.repo
    return {
        "slug": repo.slug,
        "name": names.get(repo.pk, repo.name),
        "project": "" if said is None else said.name,
        "description": "" if said is None else said.description,
        "url": "" if repo.is_local else repo.url,
        "branch": repo.branch,
        "is_active": repo.is_active,
        "head": repo.head_sha,
        "head_seen_at": repo.head_seen_at,
        "standing": rows.state_of(standing(repo, GRAPH, commit, behind=None if counted else {}, names=names)),
        "document": None if version is None else rows.document_mark(version.artifact, version),
        "last_sync": rows.sync_mark(card.last_sync),
        "open_sync": rows.sync_mark(card.running_sync),
    }
