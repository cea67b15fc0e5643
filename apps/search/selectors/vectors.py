"""Which vectors a team has, and which passages have none yet."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import msgspec
from django.db import connection
from django.db.models import F

from apps.engine.retrieval.vector_texts import VERSION, vector_key, vector_texts
from apps.integrations.embeddings import Embedder, embedder
from apps.search.indexer import CODE
from apps.search.models import IndexedSource, VectorIndex
from apps.search.selectors.sources import Source
from apps.tenants.models import Tenant


class Unembedded(msgspec.Struct, frozen=True):
    """A passage without a vector: its number, its source's number, the texts to embed, and their key."""

    passage: int
    source: int
    texts: tuple[str, ...]
    key: uuid.UUID


def model_name(embedder: Embedder) -> str:
    """The name under which vectors are stored: of the model, and of what it is given to read."""
    return f"{embedder.name}/{VERSION}"


def current_index(tenant: Tenant | int) -> VectorIndex | None:
    """The vectors that questions of the team are compared with; None before there are any."""
    tenant_id = tenant if isinstance(tenant, int) else tenant.pk
    return VectorIndex.objects.filter(tenant_id=tenant_id, is_current=True).select_related("model").first()


def missing_vectors(tenant: Tenant, sources: Sequence[Source]) -> dict[int, int]:
    """{number of a source: its passages without a vector}, of those that have some; the rows say it as they were read."""
    return {
        source.pk: source.passages - source.vectors
        for source in sources
        if source.tenant_id == tenant.pk and source.passages > source.vectors
    }


def passages_without_vector(index: VectorIndex, limit: int) -> list[int]:
    """Numbers of passages: first those of documents, which are few and say most, then the most central of the code."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.id FROM search_passage AS p JOIN search_indexedsource AS s ON s.id = p.indexed_id"
            " WHERE p.tenant_id = %s AND NOT EXISTS (SELECT 1"
            " FROM search_passagevector AS v WHERE v.tenant_id = p.tenant_id AND v.passage_id = p.id AND v.model_id = %s)"
            " ORDER BY s.source_type = %s, p.rank DESC, p.id LIMIT %s",
            [index.tenant_id, index.model_id, CODE, limit],
        )
        return [pk for (pk,) in cursor.fetchall()]


def lacks_vectors(tenant: Tenant) -> bool:
    """Whether a passage of the team has no vector in the current index: asked of the passages, not of what was counted."""
    index = current_index(tenant)
    return index is not None and bool(passages_without_vector(index, 1))


def texts_to_embed(index: VectorIndex, passages: Sequence[int], window: int) -> list[Unembedded]:
    """What of these passages is to be embedded, in their order; those that are gone are left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.id, p.indexed_id, p.path, p.title, p.summary, p.text, p.language FROM search_passage AS p"
            " WHERE p.tenant_id = %s AND p.id = ANY(%s) ORDER BY array_position(%s::bigint[], p.id)",
            [index.tenant_id, list(passages), list(passages)],
        )
        found = []
        for pk, source, *words in cursor.fetchall():
            texts = vector_texts(*words, window=window)
            found.append(Unembedded(pk, source, texts, vector_key(texts)))
        return found


# --- for jobs: across tenants, by id ---------------------------------------------------------------------------------------
def tenant_for_job(tenant_id: int) -> Tenant | None:
    """The tenant a job was started for."""
    return Tenant.objects.filter(pk=tenant_id).first()


def all_tenants_to_embed() -> list[int]:
    """Tenants with passages that lack a vector of the configured model, or with vectors of another."""
    sources = IndexedSource.objects.filter(passages__gt=0)
    done = VectorIndex.objects.filter(is_current=True, model__name=model_name(embedder())).values("tenant_id")
    incomplete = sources.filter(passages__gt=F("vectors")).values_list("tenant_id", flat=True)
    unlike = sources.exclude(tenant_id__in=done).values_list("tenant_id", flat=True)
    superfluous = VectorIndex.objects.filter(is_current=False).values_list("tenant_id", flat=True)
    return sorted({*incomplete, *unlike, *superfluous})


def all_tenants_with_vectors() -> list[int]:
    """Tenants that have vectors of any model."""
    return sorted(set(VectorIndex.objects.values_list("tenant_id", flat=True)))
