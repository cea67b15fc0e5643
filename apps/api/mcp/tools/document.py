"""The architecture document of a repository, whole or by section."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from apps.api.mcp.answers import Answer, as_sent
from apps.api.mcp.tools.tool import Arguments, Refused, Tool, repo_of
from apps.api.standing import DOCUMENT, standing
from apps.artifacts import selectors as artifacts
from apps.engine import facts
from apps.engine.rendering import to_markdown
from apps.engine.retrieval import SourceState
from apps.repos.selectors import repo_card
from apps.repos.words import lack_in_words
from apps.tenants.services import Bearer

if TYPE_CHECKING:
    from apps.artifacts.models import ArtifactVersion
    from apps.repos.models import Repo

PAGE = 17_000  # characters of a page, as JSON
MOST_NUMBER = 2_147_483_647  # that a record can have
_KEYS = [key for key, _title in facts.SECTIONS]


class DocumentArguments(Arguments):
    """Which document, and which part of it."""

    repository: Annotated[
        str, Meta(description="Short name of the repository, as `repositories` lists it. Empty: the only one there is.")
    ] = ""
    section: Annotated[str, Meta(description=f"One of: {', '.join(_KEYS)}. Empty: the whole document.")] = ""
    version: Annotated[int, Meta(ge=0, le=MOST_NUMBER, description="Number of a version. 0: the current one.")] = 0
    page: Annotated[int, Meta(ge=1, description="What does not fit in one answer goes on at page 2, 3 …")] = 1


def run(bearer: Bearer, asked: DocumentArguments) -> Answer:
    """A page of it, as Markdown that cites ``path:line``."""
    repo = repo_of(bearer, asked.repository)
    version = artifacts.version(repo, asked.version) if asked.version else artifacts.current_version(repo)
    if version is None:
        if asked.version:
            raise Refused(f"{repo.slug}: There is no version {asked.version} of its document; 0 is the current one.")
        raise Refused(f"{repo.slug}: There is no document of it yet: {lack_in_words(repo_card(repo))}")
    section = asked.section.strip().casefold().replace(" ", "-")
    if section and section not in _KEYS:
        raise Refused(f"There is no such section. The document has: {', '.join(_KEYS)}.")
    pages = _pages(to_markdown(artifacts.document(version), None, only=section))
    page = asked.page
    if page > len(pages):
        raise Refused(f"There is no page {page:,} of it: the last one is {len(pages):,}.")
    says = f"Architecture document of {repo.slug}" + (f", section {section}" if section else "")
    more = f" Page {page} of {len(pages)}: ask for `page` {page + 1}, or for one `section`." if page < len(pages) else ""
    last = f" Page {page} of {len(pages)}." if page == len(pages) > 1 else ""
    return Answer((f"{says}.{more}{last}",), pages[page - 1], (_standing(repo, version),))


def _standing(repo: Repo, version: ArtifactVersion) -> SourceState:
    is_current = version.pk == version.artifact.current_id
    commit = version.artifact.verified_sha if is_current else version.commit_sha
    return standing(repo, DOCUMENT, commit, version=version.number)


def _pages(markdown: str) -> list[str]:
    """Whole lines, so many characters a page."""
    pages: list[str] = []
    page: list[str] = []
    size = 0
    for line in markdown.split("\n"):
        length = as_sent(line)  # with two quotes, as long as an escaped end of the line
        if page and size + length > PAGE:
            pages.append("\n".join(page))
            page, size = [], 0
        page.append(line)
        size += length
    return [*pages, "\n".join(page)]


TOOL = Tool(
    name="document",
    title="Architecture document",
    description=(
        "The repository's architecture document as Markdown: purpose, tech stack, folders, data models, endpoints, components, "
        "flows, dependencies, configuration, tests. Every statement cites path:line and was checked against the code at the "
        "commit that is named. Best for questions about the whole; ask for one section to save room."
    ),
    arguments=DocumentArguments,
    run=run,
)
