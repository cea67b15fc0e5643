"""The cache of readings: what a file was read to, by its content, path and the version of the extractor."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from apps.codegraph.models import FileAnalysis, SourceFile
from apps.engine.extraction.readings import Reading, pack
from apps.tenants.context import tenant_scope
from apps.tenants.text import clean, text_key

BATCH = 500
KEEP = timedelta(days=30)


def store_analyses(*, tenant_id: int, extractor: str, items: Iterable[tuple[tuple[str, str], Reading]]) -> None:
    """Keep ((git blob id, path), reading) pairs, without the texts.  Equal keys have equal
    readings: what is there already is written again only because it could not be read.
    """
    rows = [
        FileAnalysis(
            tenant_id=tenant_id,
            object_id=object_id,
            path=clean(path),
            extractor=extractor,
            key=text_key(object_id, path, extractor),
            reading=pack(reading),
        )
        for (object_id, path), reading in items
    ]
    rows.sort(key=lambda row: row.key)  # one order everywhere, so that two runs never wait for each other in a ring
    with tenant_scope(tenant_id):
        FileAnalysis.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["tenant", "key"], update_fields=["reading"], batch_size=BATCH
        )


def purge_analyses(*, tenant_id: int, extractor: str, keep: timedelta = KEEP) -> int:
    """Delete the tenant's entries older than `keep` that no file of a current commit can use; returns how many."""
    with tenant_scope(tenant_id):
        old = FileAnalysis.objects.filter(tenant_id=tenant_id, created_at__lt=timezone.now() - keep)
        used = SourceFile.objects.filter(tenant_id=tenant_id, object_id=OuterRef("object_id"), path=OuterRef("path"))
        outdated, _ = old.exclude(extractor=extractor).delete()
        unused, _ = old.filter(~Exists(used)).delete()
        return outdated + unused
