"""Extract: what the commit's files hold; their texts are stored, beside those of the commit before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings

from apps.codegraph import selectors as graph_selectors
from apps.codegraph import services as graph_services
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


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was found, and where its texts are stored: {SHA-256 (hex) of a text: number of its blob}."""

    analysis: Analysis
    blobs: Mapping[str, int]


def run(repo: Repo, mirror: Mirror, head: Head, progress: Progress) -> Extracted:
    """Analyse the head and keep its texts, which nothing refers to yet; a second run of the same commit changes nothing."""
    analysis = analyse(
        mirror,
        head.sha,
        name=repo.name,
        progress=progress,
        cache=StoredAnalyses(repo.tenant_id),
        process_count=settings.PARSE_PROCESSES,
        blob_limit=settings.SOURCE_LIMITS["blob_bytes"],
    )
    reached("extract:before-commit")
    blobs = repo_services.store_blobs(
        tenant_id=repo.tenant_id,
        texts=(StoredText(text=text.text, encoding=text.encoding, lines=text.lines) for text in analysis.texts.values()),
    )
    reached("extract:after-commit")
    progress.update("extract", len(analysis.files), len(analysis.files), f"{len(analysis.capsules)} capsules")
    return Extracted(analysis, blobs)
