"""The job without a browser: an address or a folder → analysis, with no database and no secret."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from apps.integrations.git import CloneAddress, Head, LocalSource
from apps.pipeline.analysis import Analysis, analyse
from apps.pipeline.progress import Progress
from apps.pipeline.sources import mirror_at, source_of

LOCK_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Analysed:
    """What was analysed, at which head, from where."""

    source: CloneAddress | LocalSource
    head: Head
    analysis: Analysis


def name_of(source: CloneAddress | LocalSource) -> str:
    """The last part of the address, or the folder's name: used where no manifest names the project."""
    if isinstance(source, LocalSource):
        return Path(source.path).resolve().name
    return source.path.rstrip("/").rpartition("/")[2].removesuffix(".git")


def analyse_source(source: str, *, ref: str, progress: Progress, process_count: int = 0) -> Analysed:
    """Fetch (or find) the head of `ref` ("" = the default branch) and analyse it."""
    found = source_of(source)
    mirror = mirror_at(source)
    progress.update("fetch", 0, 0, "asking for the head")
    with mirror.locked(LOCK_SECONDS):
        head = mirror.head(ref)
        head = mirror.fetch(head, lambda done, total: progress.update("fetch", done, total, "receiving objects"))
        progress.update("fetch", 1, 1, "")
        analysis = analyse(
            mirror,
            head.sha,
            name=name_of(found),
            progress=progress,
            process_count=process_count or settings.PARSE_PROCESSES,
            blob_limit=settings.SOURCE_LIMITS["blob_bytes"],
        )
        files = len(analysis.files)
        progress.update("extract", files, files, f"{len(analysis.capsules):,} capsules")
    return Analysed(found, head, analysis)
