"""Versions of a document, and what changed between any two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from apps.artifacts import selectors as artifacts
from apps.repos import selectors as repos
from apps.web.access import Team, repo_page
from apps.web.changes import Phrase, changes_between, summary_between
from apps.web.pages import show
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Commit, Repo

ON_A_PAGE = 15
COMMITS_SHOWN = 100
TABS = ("document", "facts", "commits")


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version in the list, with what it changed against the one before."""

    version: ArtifactVersion
    commit: Commit | None
    previous: int | None
    summary: list[Phrase]


@repo_page()
def listing(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """All versions, newest first."""
    versions = artifacts.versions(repo)
    page_count = max((len(versions) - 1) // ON_A_PAGE + 1, 1)
    wanted = request.GET.get("page", "1")
    page = min(max(int(wanted), 1), page_count) if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 else 1
    start = (page - 1) * ON_A_PAGE
    rows = [_row(repo, versions, position) for position in range(start, min(start + ON_A_PAGE, len(versions)))]
    context = context_of(team, repo, "versions", rows=rows, versions=versions, page=page, page_count=page_count)
    return render(request, "web/versions/list.html", context)


@repo_page()
def choose(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """From the form that names two versions to their comparison, older one first."""
    numbers = [request.GET.get(name, "") for name in ("old", "new")]
    if not all(number.isascii() and number.isdigit() and len(number) < 7 for number in numbers):
        return redirect("web:versions", tenant=team.tenant.slug, repo=repo.slug)
    old, new = sorted(int(number) for number in numbers)
    return redirect("web:diff", tenant=team.tenant.slug, repo=repo.slug, old=old, new=new)


@repo_page()
def diff(request: HttpRequest, team: Team, repo: Repo, old: int, new: int) -> HttpResponse:
    """What changed from one version to another: text by section, facts, and the commits between."""
    before, after = artifacts.version(repo, old), artifacts.version(repo, new)
    if before is None or after is None:
        raise Http404(_("There is no such version of this document."))
    tab = request.GET.get("show", "document")
    between = repos.commits_between(repo, before.commit_sha, after.commit_sha)
    context = context_of(
        team,
        repo,
        "versions",
        before=before,
        after=after,
        changes=changes_between(repo, before, after, between.commits),
        between=between,
        shown_commits=between.commits[:COMMITS_SHOWN],
        tab_shown=tab if tab in TABS else "document",
        is_inline=request.GET.get("layout") == "inline",
        versions=artifacts.versions(repo),
    )
    return show(request, "web/versions/diff.html", "web/versions/_diff.html", context)


def _row(repo: Repo, versions: list[ArtifactVersion], position: int) -> VersionRow:
    version = versions[position]
    previous = versions[position + 1] if position + 1 < len(versions) else None
    return VersionRow(
        version=version,
        commit=repos.commit(repo, version.commit_sha),
        previous=None if previous is None else previous.number,
        summary=[] if previous is None else summary_between(repo, previous.number, version),
    )
