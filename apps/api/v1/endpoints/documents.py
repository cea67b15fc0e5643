"""The architecture document: current, by version, by section, as JSON or Markdown; its versions, and what changed between two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from django.http import HttpResponse
from ninja import Query, Router

from apps.api.v1 import rows
from apps.api.v1.access import Asked, repo_of
from apps.api.v1.errors import NotFound
from apps.api.v1.operations import MARKDOWN, in_tenant, read
from apps.api.v1.paging import Page, Paging, cut, position_of
from apps.api.v1.schemas import CitedPlace, CommitRow, DiffAnswer, DocumentAnswer, DocumentSection, Number, VersionRow
from apps.artifacts import selectors as artifacts
from apps.engine import facts
from apps.engine.artifact.diff import compare
from apps.engine.rendering import Links, RelativeLinks, forge_links, to_markdown
from apps.engine.rendering.export import export_section
from apps.engine.retrieval.passages import cited
from apps.repos import selectors as repos
from apps.repos.words import lack_in_words

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Repo

router = Router(tags=["Documents"])

SectionKey: Any = Literal[tuple(key for key, _title in facts.SECTIONS)]
Format = Literal["json", "markdown"]
LinkStyle = Literal["forge", "paths"]
COMMITS = 100  # of those between two versions


@router.get("/repos/{slug:repo}/document", response=read(DocumentAnswer), openapi_extra=MARKDOWN)
@in_tenant
def current_document(request: Asked, repo: str, format: Format = "json", links: LinkStyle = "forge") -> Any:
    """The current version.  `links`: citations lead to the forge's permalinks, or name path and lines only."""
    found = repo_of(request, repo)
    return _answer(found, _current(found), "", format, links)


@router.get("/repos/{slug:repo}/document/{section}", response=read(DocumentAnswer), openapi_extra=MARKDOWN)
@in_tenant
def current_section(request: Asked, repo: str, section: SectionKey, format: Format = "json", links: LinkStyle = "forge") -> Any:
    """One section of the current version."""
    found = repo_of(request, repo)
    return _answer(found, _current(found), section, format, links)


@router.get("/repos/{slug:repo}/versions", response=read(Page[VersionRow]))
@in_tenant
def list_versions(request: Asked, repo: str, paging: Query[Paging]) -> Page[VersionRow]:
    """All versions of the document, newest first."""
    found = repo_of(request, repo)
    [before] = position_of("versions", paging.cursor, int) or [0]
    older = [version for version in artifacts.versions(found) if not before or version.number < before]
    shown, following = cut("versions", older[: paging.limit + 1], paging.limit, at=lambda version: version.number)
    return Page(items=[_row(found, version) for version in shown], next=following)


@router.get("/repos/{slug:repo}/versions/{int:number}", response=read(VersionRow))
@in_tenant
def one_version(request: Asked, repo: str, number: Number) -> VersionRow:
    """What is known of one version."""
    found = repo_of(request, repo)
    return _row(found, _version(found, number))


@router.get("/repos/{slug:repo}/versions/{int:number}/document", response=read(DocumentAnswer), openapi_extra=MARKDOWN)
@in_tenant
def document_of_version(request: Asked, repo: str, number: Number, format: Format = "json", links: LinkStyle = "forge") -> Any:
    """The document as it was in one version: it never changes."""
    found = repo_of(request, repo)
    return _answer(found, _version(found, number), "", format, links)


@router.get("/repos/{slug:repo}/versions/{int:number}/document/{section}", response=read(DocumentAnswer), openapi_extra=MARKDOWN)
@in_tenant
def section_of_version(
    request: Asked, repo: str, number: Number, section: SectionKey, format: Format = "json", links: LinkStyle = "forge"
) -> Any:
    """One section as it was in one version."""
    found = repo_of(request, repo)
    return _answer(found, _version(found, number), section, format, links)


@router.get("/repos/{slug:repo}/diff", response=read(DiffAnswer))
@in_tenant
def difference(request: Asked, repo: str, old: Number = 0, new: Number = 0) -> DiffAnswer:
    """What changed from version `old` to version `new`: text by section, facts, and the commits between.

    Without `new` to the current version, without `old` from the one before.
    """
    found = repo_of(request, repo)
    after = _version(found, new) if new else _current(found)
    before = _version(found, old) if old else artifacts.previous_version(after)
    if before is None:
        raise NotFound("version-before", "There is no version before this one: name the other one as `old`.")
    changes = compare(
        artifacts.document(before), artifacts.document(after), artifacts.fact_sheet(before), artifacts.fact_sheet(after)
    )
    between = repos.commits_between(found, before.commit_sha, after.commit_sha)
    commits = [
        CommitRow(sha=commit.sha, subject=commit.subject, author=commit.author, committed_at=commit.committed_at)
        for commit in between.commits[:COMMITS]
    ]
    return DiffAnswer(
        repo=found.slug,
        old=_row(found, before),
        new=_row(found, after),
        sections=changes.sections,
        facts=changes.facts,
        diagrams=changes.diagrams,
        commits=commits,
        is_complete=between.complete and len(commits) == len(between.commits),
    )


def _current(repo: Repo) -> ArtifactVersion:
    version = artifacts.current_version(repo)
    if version is None:
        raise NotFound("document", f"There is no document of this repository yet: {lack_in_words(repos.repo_card(repo))}")
    return version


def _version(repo: Repo, number: int) -> ArtifactVersion:
    version = artifacts.version(repo, number)
    if version is None:
        raise NotFound("version", repo=repo.slug)
    return version


def _row(repo: Repo, version: ArtifactVersion) -> VersionRow:
    return rows.version_row(version, repos.commit(repo, version.commit_sha))


def _answer(repo: Repo, version: ArtifactVersion, section: str, format: Format, style: LinkStyle) -> Any:
    document = artifacts.document(version)
    with_paths = style == "paths" or repo.is_local
    links: Links = RelativeLinks() if with_paths else forge_links(repo.url, version.commit_sha)
    if format == "markdown":
        return HttpResponse(to_markdown(document, links, section), content_type="text/markdown; charset=utf-8")
    return DocumentAnswer(
        repo=repo.slug,
        version=_row(repo, version),
        standing=rows.document_state(repo, version),
        title=document.title,
        sections=[
            _section(document, number, found, links)
            for number, found in enumerate(document.sections, 1)
            if section in ("", found.key)
        ],
    )


def _section(document: facts.ArtifactText, number: int, section: facts.Section, links: Links) -> DocumentSection:
    places, diagrams = dict(document.citations), {diagram.key: diagram for diagram in document.diagrams}
    citations = [
        CitedPlace(key=key, path=place.path, line=place.line, end_line=place.end_line)
        for key in cited(section.markdown)
        if (place := places.get(key)) is not None
    ]
    markdown = export_section(section.markdown, places, diagrams, links)
    return DocumentSection(key=section.key, number=number, title=section.title, markdown=markdown, citations=citations)
