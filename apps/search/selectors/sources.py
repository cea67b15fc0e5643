"""Which sources the index holds, and of which commit; and their passages.

A search reads hundreds of these rows: as tuples, which take a tenth of the time of model instances.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import connection

from apps.repos.models import Repo
from apps.search.indexer import CODE, DOCUMENT, INDEXER
from apps.search.models import IndexedSource
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant


class Source(NamedTuple):
    """An indexed source as a search needs it."""

    pk: int
    tenant_id: int
    source_type: str
    source: str
    repo_id: int | None
    commit_sha: str
    passages: int
    vectors: int


class Place(NamedTuple):
    """Where a passage stands: its source, its centrality, its anchor, its file and what this is for."""

    passage: int
    source: int
    rank: float
    anchor: str
    path: str
    role: str


class Text(NamedTuple):
    """A passage with all that it says."""

    passage: int
    source: int
    anchor: str
    title: str
    summary: str
    text: str
    path: str
    line: int
    end_line: int
    kind: str
    role: str
    language: str
    rank: float


def places_of(tenant: Tenant, passages: Collection[int]) -> list[Place]:
    """The places of those of these passages that are there, in no order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, indexed_id, rank, anchor, path, role FROM search_passage WHERE tenant_id = %s AND id = ANY(%s)",
            [tenant.pk, list(passages)],
        )
        return [Place(*row) for row in cursor.fetchall()]


def texts_of(tenant: Tenant, passages: Collection[int]) -> dict[int, Text]:
    """{number: what it says} of those of these passages that are there."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, indexed_id, anchor, title, summary, text, path, line, end_line, kind, role, language, rank"
            " FROM search_passage WHERE tenant_id = %s AND id = ANY(%s)",
            [tenant.pk, list(passages)],
        )
        return {row[0]: Text(*row) for row in cursor.fetchall()}


def indexed_sources(tenant: Tenant, scope: Scope = EVERYWHERE) -> list[Source]:
    """The sources a search of this scope looks into."""
    where, values = "tenant_id = %s", list[Any]([tenant.pk])
    if scope.repos is not None:
        where += " AND repo_id = ANY(%s)"
        values.append(list(scope.repos))
    if scope.source_types:
        where += " AND source_type = ANY(%s)"
        values.append(list(scope.source_types))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, tenant_id, source_type, source, repo_id, commit_sha, passages, vectors"  # noqa: S608 - ours alone
            f" FROM search_indexedsource WHERE {where} ORDER BY id",
            values,
        )
        return [Source(*row) for row in cursor.fetchall()]


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
