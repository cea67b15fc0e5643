"""Runs of the pipeline: what ran, how far one is, what it left out and why; asking for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.artifacts import selectors as artifacts
from apps.pipeline import triggers
from apps.repos import selectors as repos
from apps.repos.names import told_apart
from apps.web.access import Team, repo_page, tenant_page
from apps.web.forge_links import commit_address
from apps.web.pages import show
from apps.web.progress import advice_for, counts_of, steps_of
from apps.web.reasons import reasons_counted, sentence_for
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo, Sync

STOP_POLLING = 286  # HTMX's own status: swap, then ask no more
SHOWN = 50


@tenant_page()
def of_team(request: HttpRequest, team: Team) -> HttpResponse:
    """The newest syncs of all repositories."""
    rows = _with_links(team, repos.syncs(team.tenant, limit=SHOWN))
    beside = told_apart(repos.repos(team.tenant))
    for row in rows:
        row.beside = beside.get(row.repo_id, "")  # type: ignore[attr-defined]
    context = {"team": team, "area": "syncs", "syncs": rows, "limit": SHOWN}
    return render(request, "web/syncs/team.html", context)


@repo_page()
def of_repo(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The newest syncs of one repository."""
    rows = _with_links(team, repos.syncs(team.tenant, repo, limit=SHOWN))
    return render(request, "web/syncs/repo.html", context_of(team, repo, "syncs", syncs=rows, limit=SHOWN))


@repo_page()
def one(request: HttpRequest, team: Team, repo: Repo, number: int) -> HttpResponse:
    """One sync.  Its fragment is asked for again and again until it has ended; then the page is loaded afresh."""
    sync = repos.sync(team.tenant, number)
    if sync is None or sync.repo_id != repo.pk:
        raise Http404(_("There is no such sync of this repository."))
    is_open = sync.state in ("waiting", "running")
    counts = sync.counts or {}
    context = context_of(
        team,
        repo,
        "syncs",
        sync=sync,
        steps=steps_of(sync),
        is_open=is_open,
        said=sentence_for(sync.error_code, sync.error),
        reasons=reasons_counted(sync.skipped),
        advice=advice_for(sync.error_code) if sync.error_code else "",
        commit=repos.commit(repo, sync.commit_sha) if sync.commit_sha else None,
        counts=counts_of(sync),
        skipped_count=counts.get("skipped", len(sync.skipped)),
    )
    response = show(request, "web/syncs/sync.html", "web/syncs/_progress.html", context)
    if request.htmx and not is_open:  # type: ignore[attr-defined]
        response.status_code = STOP_POLLING
        response["HX-Refresh"] = "true"
    return response


def _with_links(team: Team, rows: list[Sync]) -> list[Sync]:
    """The rows, each with the version written from its commit (`version_number`), or the commit's page at its forge."""
    numbers = artifacts.numbers_by_commit(team.tenant, (row.repo_id for row in rows))
    for row in rows:
        row.version_number = numbers.get((row.repo_id, row.commit_sha))  # type: ignore[attr-defined]
        row.commit_address = commit_address(row.repo, row.commit_sha)  # type: ignore[attr-defined]
    return rows


@require_POST
@repo_page("maintainer", posts=True)
def sync_now(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """Ask for a sync; one that waits already serves."""
    if not repo.is_active:
        messages.warning(request, _("This repository is paused. The operator can switch it on again in the console."))
        return redirect("web:document", tenant=team.tenant.slug, repo=repo.slug)
    sync = triggers.request_sync(tenant=team.tenant, repo=repo, trigger="manual", user=team.user)
    return redirect("web:sync", tenant=team.tenant.slug, repo=repo.slug, number=sync.pk)
