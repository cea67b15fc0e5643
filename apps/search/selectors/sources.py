"""Which sources the index holds, and of which commit."""

from __future__ import annotations

from apps.repos.models import Repo
from apps.search.indexer import CODE, DOCUMENT, INDEXER
from apps.search.models import IndexedSource
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant


def indexed_sources(tenant: Tenant, scope: Scope = EVERYWHERE) -> list[IndexedSource]:
    """The sources a search of this scope looks into."""
    rows = IndexedSource.objects.filter(tenant=tenant)
    if scope.repos is not None:
        rows = rows.filter(repo_id__in=scope.repos)
    if scope.source_types:
        rows = rows.filter(source_type__in=scope.source_types)
    return list(rows.order_by("pk"))


def is_indexed(repo: Repo, commit_sha: str) -> bool:
    """Whether code and document of the repo are in the index as they are at this commit."""
    rows = IndexedSource.objects.filter(
        tenant_id=repo.tenant_id, repo=repo, source=str(repo.pk), source_type__in=(CODE, DOCUMENT), commit_sha=commit_sha,
        indexer=INDEXER,
    )  # fmt: skip
    return rows.count() == 2
