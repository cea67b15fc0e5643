"""The architecture document, current or of any version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.artifacts import selectors as artifacts
from apps.repos import selectors as repos
from apps.web.access import Team, repo_page
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Repo


@dataclass(frozen=True, slots=True)
class ShownSection:
    """`html` is "" until the worker has rendered the version; then the plain text stands in."""

    key: str
    title: str
    html: SafeString | str
    markdown: str


@repo_page()
def current(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The current version, or what to do while there is none."""
    version = artifacts.current_version(repo)
    if version is None:
        last = repos.syncs(team.tenant, repo, limit=1)
        context = context_of(team, repo, "document", last=last[0] if last else None)
        return render(request, "web/repo/no_document.html", context)
    return _page(request, team, repo, version)


@repo_page()
def at_version(request: HttpRequest, team: Team, repo: Repo, number: int) -> HttpResponse:
    """One version, for good."""
    return _page(request, team, repo, version_of(repo, number))


def version_of(repo: Repo, number: int) -> ArtifactVersion:
    """The version with this number; 404 where there is none."""
    version = artifacts.version(repo, number)
    if version is None:
        raise Http404(_("There is no such version of this document."))
    return version


def _page(request: HttpRequest, team: Team, repo: Repo, version: ArtifactVersion) -> HttpResponse:
    versions = artifacts.versions(repo)
    html = version.html or {}
    sections = [
        ShownSection(
            section["key"],
            section["title"],
            mark_safe(html[section["key"]]) if section["key"] in html else "",  # noqa: S308  # rendered and sanitised in the worker
            section["markdown"],
        )
        for section in version.sections
    ]
    context = context_of(
        team,
        repo,
        "document",
        version=version,
        sections=sections,
        versions=versions,
        is_current=version.pk == version.artifact.current_id,
        is_rendered=bool(html),
        is_waiting=version.html is None,
        commit=repos.commit(repo, version.commit_sha),
        previous=next((row.number for row in versions if row.number < version.number), None),
    )
    return render(request, "web/repo/document.html", context)
