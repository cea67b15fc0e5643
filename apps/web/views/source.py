"""A source file with its lines: at the current commit, or as a version of the document cites it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.artifacts import selectors as artifacts
from apps.codegraph import selectors as graph
from apps.engine.facts import Cite, split_markdown
from apps.repos import selectors as repos
from apps.web.access import Team, repo_page
from apps.web.addresses import Lines, lines_of
from apps.web.code_lines import code_part
from apps.web.forge_links import permalink
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.codegraph.models import Capsule
    from apps.repos.models import Blob, Repo

_WITHHELD = re.compile(r"<secret:[\w-]{1,60}>")  # what the engine puts in a secret's place
SECTIONS_SHOWN = 3
OUTLINE = 1_000  # definitions named above a source
DEFINITIONS = 20_000  # that are looked at for the one the marked lines are in


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
    version: ArtifactVersion | None = more.get("version")
    marked = lines_of(request.GET.get("lines", ""))
    start = lines_of(request.GET.get("from", "")).first
    folder, _slash, name = path.rpartition("/")
    lines = marked if marked.first else Lines()
    shown = version or artifacts.current_version(repo)
    where = {"tenant": team.tenant.slug, "repo": repo.slug}
    if version is None or version.pk == version.artifact.current_id:
        document = reverse("web:document", kwargs=where)
    else:
        document = reverse("web:version", kwargs={**where, "number": version.number})
    is_of_the_graph = graph.current_commit(repo) == sha
    outline = [row for row in graph.capsules(repo, path, limit=DEFINITIONS) if row.symbol != path] if is_of_the_graph else []
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
        document_address=document,
        cited_in=[] if shown is None else _sections_that_cite(shown, path, lines),
        outline=outline[:OUTLINE],
        marked_in=_innermost(outline, lines),
        withheld=0 if blob is None else len(_WITHHELD.findall(blob.text)),
        permalink=permalink(repo, sha, path, lines),
        **more,
    )
    return render(request, "web/source/file.html", context)


def _sections_that_cite(version: ArtifactVersion, path: str, lines: Lines) -> list[tuple[int, str, str]]:
    """(number, key, title) of the first few sections that cite the marked lines, or the file where none are marked."""
    keys = {key for key, place in version.citations.items() if place[0] == path and _meets(place, lines)}
    found = []
    for number, section in enumerate(version.sections, 1):
        pieces = split_markdown(section["markdown"]) if keys else []
        if any(isinstance(piece, Cite) and piece.key in keys for piece in pieces):
            found.append((number, section["key"], section["title"]))
    return found[:SECTIONS_SHOWN]


def _innermost(outline: list[Capsule], lines: Lines) -> Capsule | None:
    """The smallest definition that holds all the marked lines."""
    holding = [row for row in outline if lines.first and row.start_line <= lines.first and lines.last <= row.end_line]
    return min(holding, key=lambda row: (row.end_line - row.start_line, row.symbol), default=None)


def _meets(place: list[Any], lines: Lines) -> bool:
    return not lines.first or (place[1] <= lines.last and max(place[1], place[2]) >= lines.first)
