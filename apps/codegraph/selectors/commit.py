"""Files, fact sheet and counts of the current commit, and the cache of readings."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from apps.codegraph.models import Capsule, Edge, FactSheet, FileAnalysis, SourceFile
from apps.engine import facts
from apps.engine.extraction.readings import Reading, unpack
from apps.repos.models import Blob, Repo
from apps.tenants.models import Tenant
from apps.tenants.text import text_key

BATCH = 2_000


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """How many rows the repo has."""

    files: int
    capsules: int
    edges: int


def cached_analyses(tenant_id: int, extractor: str, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Reading]:
    """Readings of files read before, without their texts, by (git blob id, path).

    An entry that can't be read counts as not there.
    """
    wanted = {text_key(object_id, path, extractor): (object_id, path) for object_id, path in keys}
    ids = list(wanted)
    found: dict[tuple[str, str], Reading] = {}
    for start in range(0, len(ids), BATCH):
        rows = FileAnalysis.objects.filter(tenant_id=tenant_id, key__in=ids[start : start + BATCH]).values_list("key", "reading")
        for key, packed in rows.iterator(chunk_size=500):
            reading = unpack(bytes(packed))
            if reading is not None:
                found[wanted[key]] = reading
    return found


def current_commit(repo: Repo) -> str | None:
    """The commit that files, capsules and edges are of."""
    return FactSheet.objects.filter(tenant_id=repo.tenant_id, repo=repo).values_list("commit_sha", flat=True).first()


def is_extracted(repo: Repo, commit_sha: str, extractor: str) -> bool:
    """Whether the stored graph is that of this commit, made by this version of the extractor."""
    rows = FactSheet.objects.filter(tenant_id=repo.tenant_id, repo=repo, commit_sha=commit_sha, extractor=extractor)
    return rows.exists()


def current_sheet(repo: Repo) -> facts.FactSheet | None:
    """The fact sheet of that commit."""
    row = FactSheet.objects.filter(tenant_id=repo.tenant_id, repo=repo).first()
    return None if row is None else facts.decode(zlib.decompress(row.data), facts.FactSheet)


def files(repo: Repo) -> list[SourceFile]:
    """All paths of the current commit, sorted, without their texts."""
    return list(SourceFile.objects.filter(tenant_id=repo.tenant_id, repo=repo).order_by("path"))


def languages(tenant: Tenant) -> list[str]:
    """The languages that files of the tenant's current commits were read in, sorted."""
    rows = SourceFile.objects.filter(tenant=tenant, status="analysed").exclude(language="")
    return list(rows.order_by("language").values_list("language", flat=True).distinct())


def source_file(repo: Repo, path: str) -> SourceFile | None:
    """A path of the current commit, with its text."""
    found = SourceFile.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(path))
    return found.select_related("blob").first()


def blob_ids(repo: Repo, paths: Sequence[str]) -> dict[str, int]:
    """{path: id of its text} of those paths of the current commit whose text was kept."""
    rows = SourceFile.objects.filter(
        tenant_id=repo.tenant_id, repo=repo, key__in=[text_key(path) for path in paths], blob__isnull=False
    )
    return {path: blob_id for path, blob_id in rows.order_by("path").values_list("path", "blob_id") if blob_id is not None}


def unrendered_blobs(repo: Repo, limit: int = 50, paths: Sequence[str] | None = None) -> list[Blob]:
    """Texts of the current commit (or of these paths of it) that have no highlighted form yet; `language` is their file's."""
    rows = SourceFile.objects.filter(tenant_id=repo.tenant_id, repo=repo, blob__isnull=False, blob__html__isnull=True)
    if paths is not None:
        rows = rows.filter(key__in=[text_key(path) for path in paths])
    found: dict[int, Blob] = {}
    for row in rows.select_related("blob").order_by("path")[:limit]:
        if row.blob is not None and row.blob.pk not in found:
            row.blob.language = row.language  # type: ignore[attr-defined]
            found[row.blob.pk] = row.blob
    return list(found.values())


def capsules(repo: Repo, path: str, limit: int | None = None) -> list[Capsule]:
    """What a file of the current commit defines, in the order of its lines, without bodies; so many at most."""
    found = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, path_key=text_key(path))
    return list(found.defer("body").order_by("start_line", "-end_line", "symbol")[:limit])


def graph_counts(repo: Repo) -> GraphCounts:
    """How many files, capsules and edges the current commit has."""
    return GraphCounts(
        *(kind.objects.filter(tenant_id=repo.tenant_id, repo=repo).count() for kind in (SourceFile, Capsule, Edge))
    )
