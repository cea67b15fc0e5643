"""Extract: the commit's facts, texts, capsules and edges replace those of the commit before, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from django.conf import settings

from apps.codegraph import selectors as graph_selectors
from apps.codegraph import services as graph_services
from apps.codegraph.services import SourceFileRow
from apps.engine.extraction.readings import Reading, with_text
from apps.integrations.git import Head, Mirror
from apps.pipeline.analysis import Analysis, Key, analyse
from apps.pipeline.checkpoints import reached
from apps.pipeline.progress import Progress
from apps.repos import services as repo_services
from apps.repos.selectors import texts_by_digest
from apps.repos.services import StoredText

if TYPE_CHECKING:
    from apps.repos.models import Repo


class StoredAnalyses:
    """The cache of readings in PostgreSQL, of one tenant."""

    def __init__(self, tenant_id: int) -> None:
        self._tenant_id = tenant_id

    def load(self, extractor: str, keys: Sequence[Key]) -> Mapping[Key, Reading]:
        found = graph_selectors.cached_analyses(self._tenant_id, extractor, keys)
        texts = texts_by_digest(self._tenant_id, {reading.digest for reading in found.values() if reading.digest})
        return {
            key: with_text(reading, texts[reading.digest]) if reading.digest else reading
            for key, reading in found.items()
            if not reading.digest or reading.digest in texts
        }

    def store(self, extractor: str, items: Iterable[tuple[Key, Reading]]) -> None:
        graph_services.store_analyses(tenant_id=self._tenant_id, extractor=extractor, items=items)


def run(repo: Repo, mirror: Mirror, head: Head, progress: Progress, *, allow_shrink: bool = False) -> Analysis:
    """Analyse the head and store the result; a second run of the same commit changes nothing.

    `allow_shrink`: a person has confirmed that the repository lost more than half of what was known of it.
    """
    analysis = analyse(
        mirror,
        head.sha,
        name=repo.name,
        progress=progress,
        cache=StoredAnalyses(repo.tenant_id),
        process_count=settings.PARSE_PROCESSES,
        blob_limit=settings.SOURCE_LIMITS["blob_bytes"],
    )
    progress.update("extract", 0, 0, "storing the graph")
    blob_ids = repo_services.store_blobs(
        tenant_id=repo.tenant_id,
        texts=(StoredText(text=text.text, encoding=text.encoding, lines=text.lines) for text in analysis.texts.values()),
    )
    reached("extract:before-commit")
    graph_services.replace_graph(
        repo=repo,
        commit_sha=head.sha,
        extractor=analysis.extractor,
        sheet=analysis.sheet,
        capsules=analysis.capsules,
        edges=analysis.edges,
        files=_rows(analysis, blob_ids),
        allow_shrink=allow_shrink,
    )
    reached("extract:after-commit")
    progress.update("extract", len(analysis.files), len(analysis.files), f"{len(analysis.capsules)} capsules")
    return analysis


def _rows(analysis: Analysis, blob_ids: Mapping[str, int]) -> list[SourceFileRow]:
    rows = []
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
                blob_id=blob_ids[text.digest] if text else None,
            )
        )
    return rows
