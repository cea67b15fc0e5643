"""The files of the current commit, with what was left out and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from apps.codegraph import selectors as graph
from apps.web.access import Team, repo_page
from apps.web.listing import filtered, folder_listing
from apps.web.pages import show
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo


@repo_page()
def listing(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """A folder (``in``), or what a filter (``q``, ``skipped``) finds."""
    files = graph.files(repo)
    words, folder = request.GET.get("q", "").strip(), request.GET.get("in", "").strip("/")
    skipped_only = bool(request.GET.get("skipped"))
    if words or skipped_only:
        folder, rows = "", filtered(files, words, skipped_only=skipped_only)
    else:
        rows = folder_listing(files, folder)
    if not rows.exists:
        raise Http404(_("There is no such folder at the current commit."))
    parts = folder.split("/") if folder else []
    crumbs = [(part, "/".join(parts[: position + 1])) for position, part in enumerate(parts)]
    context = context_of(
        team,
        repo,
        "files",
        rows=rows,
        words=words,
        folder=folder,
        crumbs=crumbs,
        is_filtered=bool(words or skipped_only),
        skipped_only=skipped_only,
        file_count=len(files),
        skipped_count=sum(file.status == "skipped" for file in files),
        sha=graph.current_commit(repo) or "",
    )
    return show(request, "web/source/files.html", "web/source/_files.html", context)
