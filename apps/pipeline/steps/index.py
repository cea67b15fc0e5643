"""Index: the commit's graph and its searchable text replace those before, at once; their vectors follow in their own job."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.codegraph import services as graph_services
from apps.codegraph.services import SourceFileRow
from apps.integrations.git import Head
from apps.pipeline.checkpoints import reached
from apps.pipeline.progress import Progress
from apps.pipeline.steps.extract import Extracted
from apps.search import services as search_services
from apps.tenants.context import tenant_scope

if TYPE_CHECKING:
    from apps.repos.models import Repo


def run(repo: Repo, head: Head, extracted: Extracted, progress: Progress, *, allow_shrink: bool = False) -> None:
    """Replace graph and passages of the repo's code in one transaction; a second run of the same commit changes nothing.

    An answer takes from both, and what it says is of one commit.  `allow_shrink`: a person has confirmed that the repository lost
    more than half of what was known of it.
    """
    analysis = extracted.analysis
    count = len(analysis.capsules)
    progress.update("index", 0, count, "storing the graph")
    roles = {entry.path: entry.role for entry in analysis.files}
    reached("index:before-commit")
    with tenant_scope(repo.tenant_id):
        graph_services.replace_graph(
            repo=repo,
            commit_sha=head.sha,
            extractor=analysis.extractor,
            sheet=analysis.sheet,
            capsules=analysis.capsules,
            edges=analysis.edges,
            files=_rows(extracted),
            allow_shrink=allow_shrink,
        )
        done = search_services.index_code(repo=repo, commit_sha=head.sha, capsules=analysis.capsules, roles=roles)
    reached("index:after-commit")
    progress.update("index", count, count, f"{done.added:,} new, {done.removed:,} gone")


def _rows(extracted: Extracted) -> list[SourceFileRow]:
    analysis, rows = extracted.analysis, []
    for entry in analysis.files:
        listed = analysis.objects[entry.path]
        text = analysis.texts.get(entry.path)
        rows.append(
            SourceFileRow(
                path=entry.path,
                object_id=listed.object_id,
                mode=listed.mode,
                language=entry.language,
                size=entry.size,
                lines=entry.lines,
                role=entry.role,
                status=entry.status,
                reason=entry.reason,
                note=entry.note,
                blob_id=extracted.blobs[text.digest] if text else None,
            )
        )
    return rows
