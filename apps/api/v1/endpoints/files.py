"""Files of the current commit, their text, and the pages of documentation among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ninja import Query, Router
from pydantic import Field

from apps.api.v1 import rows
from apps.api.v1.access import Asked, repo_of, repos_of
from apps.api.v1.errors import NotFound
from apps.api.v1.operations import in_tenant, read
from apps.api.v1.paging import Paging, cursor_of, cut, position_of
from apps.api.v1.schemas import DocsPage, DocsRow, DocsText, FilePage, FileRow, PathName, SourceAnswer, Text
from apps.codegraph import selectors as graph
from apps.codegraph.selectors.listing import files_after

if TYPE_CHECKING:
    from apps.engine import facts
    from apps.repos.models import Repo

router = Router(tags=["Files"])

LINES = 2_000  # of one answer

Line = Annotated[int, Field(ge=0, le=10_000_000)]


@router.get("/repos/{slug:repo}/files", response=read(FilePage))
@in_tenant
def list_files(request: Asked, repo: str, paging: Query[Paging]) -> FilePage:
    """All paths of the current commit, also those that were not read, with the reason."""
    found = repo_of(request, repo)
    [after] = position_of("files", paging.cursor, str) or [""]
    shown, following = cut("files", files_after(found, after, paging.limit + 1), paging.limit, at=lambda row: row.path)
    items = [FileRow.model_validate(row) for row in shown]
    return FilePage(repo=found.slug, standing=rows.graph_state(found), items=items, next=following)


@router.get("/repos/{slug:repo}/source", response=read(SourceAnswer))
@in_tenant
def source(request: Asked, repo: str, path: PathName, first: Line = 1, last: Line = 0) -> SourceAnswer:
    """Lines of a file of the current commit, as they are stored: decoded, with secrets replaced.

    `last` 0: to the end.  One answer has 2,000 lines at most; its own `last` says where it ends.
    """
    found = repo_of(request, repo)
    file = graph.source_file(found, path)
    if file is None:
        raise rows.not_in_graph("file", found)
    if file.blob is None:
        raise NotFound("file", f"The text of this file is not kept: {file.reason or 'it was not read'}.")
    lines = file.blob.text.split("\n")
    if lines[-1] == "":
        lines.pop()
    start = max(first, 1)
    if start > max(len(lines), 1) or 0 < last < start:
        message = f"There are no such lines: the file has {len(lines):,}; `last` is 0 for its end, else not before `first`."
        raise NotFound("lines", message)
    end = min(last or len(lines), len(lines), start + LINES - 1)
    return SourceAnswer(
        repo=found.slug,
        commit=graph.current_commit(found) or "",
        path=file.path,
        language=file.language,
        lines=len(lines),
        first=start,
        last=max(end, start - 1),
        text="\n".join(lines[start - 1 : end]),
    )


@router.get("/docs", response=read(DocsPage), tags=["Docs"])
@in_tenant
def list_docs(request: Asked, paging: Query[Paging], repo: Text = "") -> DocsPage:
    """Pages of documentation, by repository and path; those of one repository if it is named."""
    reached = [repo_of(request, repo)] if repo else sorted(repos_of(request), key=lambda found: found.slug)
    position = position_of("docs", paging.cursor, str, str)
    items: list[DocsRow] = []
    for found in reached:
        if position and found.slug < position[0]:
            continue
        here = (item for item in _documents(found) if not position or (found.slug, item.place.path) > tuple(position))
        items += (_row(found, item) for item in here)
        if len(items) > paging.limit:
            break
    shown, more = items[: paging.limit], len(items) > paging.limit
    return DocsPage(items=shown, next=cursor_of("docs", shown[-1].repo, shown[-1].path) if more else None)


@router.get("/repos/{slug:repo}/docs", response=read(DocsText), tags=["Docs"])
@in_tenant
def one_page_of_docs(request: Asked, repo: str, path: PathName) -> DocsText:
    """One page of documentation with its text, as it stands in the repository: untrusted, like all of it."""
    found = repo_of(request, repo)
    item = next((item for item in _documents(found) if item.place.path == path), None)
    file = graph.source_file(found, path) if item is not None else None
    if item is None or file is None or file.blob is None:
        raise rows.not_in_graph("page", found)
    return DocsText(**dict(_row(found, item)), commit=graph.current_commit(found) or "", text=file.blob.text)


def _documents(repo: Repo) -> list[facts.Document]:
    sheet = graph.current_sheet(repo)
    return [] if sheet is None else sorted(sheet.documents, key=lambda item: item.place.path)


def _row(repo: Repo, item: facts.Document) -> DocsRow:
    return DocsRow(
        repo=repo.slug,
        source_type="docs",
        path=item.place.path,
        title=item.title,
        kind=item.kind,
        summary=item.summary,
        headings=item.headings,
    )
