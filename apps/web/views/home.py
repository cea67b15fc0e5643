"""Where one starts: the choice of a team, its repositories, adding one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from apps.artifacts import selectors as artifacts
from apps.engine.errors import OwnerError
from apps.pipeline import triggers
from apps.repos import selectors as repos
from apps.repos import services
from apps.repos.names import told_apart
from apps.tenants import selectors as tenants
from apps.web.access import Team, signed_in, tenant_page
from apps.web.forms import AddRepositoryForm
from apps.web.freshness import Freshness, freshness
from apps.web.pages import show
from apps.web.progress import Step, current_step
from apps.web.reasons import sentence_for

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Commit, Repo, Sync


@dataclass(frozen=True, slots=True)
class Card:
    """One repository in the list."""

    repo: Repo
    version: ArtifactVersion | None
    freshness: Freshness | None
    commit: Commit | None
    last: Sync | None
    running: Sync | None
    step: Step | None
    beside: str = ""  # the end of its address, where another has its name


@signed_in
def choose(request: HttpRequest) -> HttpResponse:
    """The teams of the person; with one, straight to it."""
    mine = tenants.tenants_of(request.user)
    if len(mine) == 1:
        return redirect("web:team", tenant=mine[0].slug)
    return render(request, "web/home/choose.html", {"tenants": mine})


@tenant_page()
def team(request: HttpRequest, team: Team) -> HttpResponse:
    """The repositories of a team; asks again while one of them is at work."""
    cards = _cards(team)
    context = {"team": team, "area": "repositories", "cards": cards, "busy": any(card.running for card in cards)}
    return show(request, "web/home/team.html", "web/home/_repos.html", context)


@tenant_page("maintainer", posts=True)
def add(request: HttpRequest, team: Team) -> HttpResponse:
    """Add a repository and sync it at once."""
    credentials = tenants.credentials(team.tenant)
    form = AddRepositoryForm(request.POST or None, credentials=credentials)
    if request.method == "POST" and form.is_valid():
        chosen = next((row for row in credentials if str(row.pk) == form.cleaned_data["credential"]), None)
        try:
            repo = services.register_repo(
                tenant=team.tenant,
                url=form.cleaned_data["url"],
                name=form.cleaned_data["name"],
                pinned_branch=form.cleaned_data["branch"],
                credential=chosen,
                actor=team.user,
            )
        except OwnerError as error:
            field = {"source:branch": "branch", "source:credential": "credential"}.get(error.code, "url")
            form.add_error(field, sentence_for(error.code, error.message))
        else:
            triggers.request_sync(tenant=team.tenant, repo=repo, trigger="manual", user=team.user)
            messages.success(request, _("%(name)s is added. Its first sync is under way.") % {"name": repo.name})
            return redirect("web:document", tenant=team.tenant.slug, repo=repo.slug)
    hosts = team.tenant.allowed_hosts.split()
    can_allow = team.user.is_staff and team.user.has_perm("tenants.change_tenant")
    context = {"team": team, "area": "repositories", "form": form, "hosts": hosts, "can_allow": can_allow}
    return render(request, "web/home/add.html", context, status=422 if form.errors else 200)


def _cards(team: Team) -> list[Card]:
    """All cards, in the same few queries whatever their number."""
    versions = artifacts.current_versions(team.tenant)
    rows = repos.repo_cards(team.tenant)
    shas = {repo_id: version.artifact.verified_sha for repo_id, version in versions.items()}
    commits = repos.commits_at(team.tenant, shas)
    beside = told_apart(row.repo for row in rows)
    cards = []
    for row in rows:
        version = versions.get(row.repo.pk)
        cards.append(
            Card(
                repo=row.repo,
                version=version,
                freshness=None if version is None else freshness(row.repo, version.artifact, None, counted=False),
                commit=commits.get(row.repo.pk),
                last=row.last_sync,
                running=row.running_sync,
                step=None if row.running_sync is None else current_step(row.running_sync),
                beside=beside.get(row.repo.pk, ""),
            )
        )
    return cards
