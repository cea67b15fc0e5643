"""A source file with its lines: at the current commit, or as a version of the document cites it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from apps.artifacts import selectors as artifacts
from apps.codegraph import selectors as graph
from apps.repos import selectors as repos
from apps.web.access import Team, repo_page
from apps.web.addresses import Lines, lines_of
from apps.web.code_lines import code_part
from apps.web.forge_links import permalink
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Blob, Repo


@repo_page()
def current(request: HttpRequest, team: Team, repo: Repo, path: str) -> HttpResponse:
    """The file at the current commit, with what is known of it; where its text was not kept, why."""
    file = graph.source_file(repo, path)
    if file is None:
        raise Http404(_("There is no such file at the current commit."))
    sha = graph.current_commit(repo) or repo.head_sha
    return _page(request, team, repo, path, file.blob, sha, file=file)


@repo_page()
def at_version(request: HttpRequest, team: Team, repo: Repo, number: int, path: str) -> HttpResponse:
    """The file as it was when the version was written, also long after it changed."""
    version = artifacts.version(repo, number)
    if version is None:
        raise Http404(_("There is no such version of this document."))
    blob = artifacts.version_file(version, path)
    file = graph.source_file(repo, path) if blob is None or version.pk == version.artifact.current_id else None
    if blob is None and file is None:
        raise Http404(_("This version cites no such file, and there is none at the current commit."))
    if blob is None and file is not None and graph.current_commit(repo) == version.commit_sha:
        blob = file.blob
    return _page(request, team, repo, path, blob, version.commit_sha, file=file, version=version)


def _page(request: HttpRequest, team: Team, repo: Repo, path: str, blob: Blob | None, sha: str, **more: Any) -> HttpResponse:
    marked = lines_of(request.GET.get("lines", ""))
    start = lines_of(request.GET.get("from", "")).first
    folder, _slash, name = path.rpartition("/")
    lines = marked if marked.first else Lines()
    context = context_of(
        team,
        repo,
        "files",
        path=path,
        folder=folder,
        file_name=name,
        blob=blob,
        sha=sha,
        commit=repos.commit(repo, sha),
        marked=lines,
        code=None if blob is None else code_part(blob.text, blob.html or "", lines, start),
        permalink=permalink(repo, sha, path, lines),
        **more,
    )
    return render(request, "web/source/file.html", context)
