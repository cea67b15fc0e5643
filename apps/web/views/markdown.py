"""The Markdown twins of the document's pages: whole or a section, current or of any version, for people and assistants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import gettext as _

from apps.artifacts import selectors as artifacts
from apps.engine import facts
from apps.engine.rendering import FILE_NAME, to_markdown
from apps.web.forge_links import download_links
from apps.web.token_access import repo_text
from apps.web.views.document import version_of

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Repo

_SECTIONS = dict(facts.SECTIONS)


@repo_text
def current(request: HttpRequest, repo: Repo) -> HttpResponse:
    """SYSTEM_ARTIFACT.md of the current version."""
    return _answer(request, repo, _current(repo))


@repo_text
def current_section(request: HttpRequest, repo: Repo, section: str) -> HttpResponse:
    """One section of the current version."""
    return _answer(request, repo, _current(repo), section)


@repo_text
def at_version(request: HttpRequest, repo: Repo, number: int) -> HttpResponse:
    """SYSTEM_ARTIFACT.md of one version."""
    return _answer(request, repo, version_of(repo, number))


@repo_text
def section_at_version(request: HttpRequest, repo: Repo, number: int, section: str) -> HttpResponse:
    """One section of one version."""
    return _answer(request, repo, version_of(repo, number), section)


def _current(repo: Repo) -> ArtifactVersion:
    version = artifacts.current_version(repo)
    if version is None:
        raise Http404(_("There is no document of this repository yet."))
    return version


def _answer(request: HttpRequest, repo: Repo, version: ArtifactVersion, section: str = "") -> HttpResponse:
    """The text never changes for a version; headers say which version and commit it is of."""
    if section and section not in _SECTIONS:
        raise Http404(_("The document has no such section."))
    etag = quote_etag(f"{version.digest[:32]}-{version.number}{section and '-'}{section}")
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in asked or "*" in asked:
        response = HttpResponse(status=304)
    else:
        text = to_markdown(artifacts.document(version), download_links(repo, version.commit_sha), only=section)
        response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
        name = f"{repo.slug}-{section}.md" if section else f"{repo.slug}-{FILE_NAME}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"] = etag
    response["X-Repolore-Version"] = str(version.number)
    response["X-Repolore-Commit"] = version.commit_sha
    return response
