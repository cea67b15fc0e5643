"""Which sources the index holds, and of which commit."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.db import connection

from apps.repos.models import Repo
from apps.search.indexer import CODE, DOCUMENT, INDEXER
from apps.search.models import IndexedSource
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant


class Place(NamedTuple):
    """Where a passage stands: its source, its centrality, its anchor, its file and what this is for, and whether its source is
    older than the repo's head."""

    passage: int
    source: int
    rank: float
    anchor: str
    path: str
    role: str
    is_behind: bool


def places_of(tenant: Tenant, passages: Collection[int]) -> list[Place]:
    """The places of those of these passages that are there, in no order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.id, p.indexed_id, p.rank, p.anchor, p.path, p.role, coalesce(s.commit_sha <> r.head_sha, false)"
            " FROM search_passage AS p"
            " JOIN search_indexedsource AS s ON s.id = p.indexed_id LEFT JOIN repos_repo AS r ON r.id = s.repo_id"
            " WHERE p.tenant_id = %s AND p.id = ANY(%s)",
            [tenant.pk, list(passages)],
        )
        return [Place(*row) for row in cursor.fetchall()]


def indexed_sources(tenant: Tenant, scope: Scope = EVERYWHERE) -> list[IndexedSource]:
    """The sources a search of this scope looks into, as far as a search needs them."""
    rows = IndexedSource.objects.filter(tenant=tenant).defer("indexer", "indexed_at", "tokens")
    if scope.repos is not None:
        rows = rows.filter(repo_id__in=scope.repos)
    if scope.source_types:
        rows = rows.filter(source_type__in=scope.source_types)
    return list(rows.order_by("pk"))


def languages_among(tenant: Tenant, source_ids: Collection[int], languages: Collection[str]) -> set[str]:
    """Those of the languages that some passage of these sources is in."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT asked.language FROM unnest(%s::text[]) AS asked (language) WHERE EXISTS (SELECT FROM search_passage AS p"
            " WHERE p.tenant_id = %s AND p.indexed_id = ANY(%s) AND p.language = asked.language)",
            [sorted(set(languages)), tenant.pk, list(source_ids)],
        )
        return {language for (language,) in cursor.fetchall()}


def is_indexed(repo: Repo, commit_sha: str) -> bool:
    """Whether code and document of the repo are in the index as they are at this commit."""
    rows = IndexedSource.objects.filter(
        tenant_id=repo.tenant_id, repo=repo, source=str(repo.pk), source_type__in=(CODE, DOCUMENT), commit_sha=commit_sha,
        indexer=INDEXER,
    )  # fmt: skip
    return rows.count() == 2
