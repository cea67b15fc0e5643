"""Vectors are added to passages; an index of another model is built beside the current one and takes its place when whole."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import AbstractContextManager

import psycopg.errors
from django.db import OperationalError, connection, transaction
from django.db.models import F, QuerySet
from psycopg import sql

from apps.engine.retrieval import PassageText
from apps.engine.retrieval.vector_texts import vector_key, vector_texts
from apps.integrations.embeddings import Embedder, Vectors, embedder, embedder_named
from apps.search.models import INDEX_NAMES, Embedding, EmbeddingModel, IndexedSource, PassageVector, VectorIndex
from apps.search.selectors.vectors import Unembedded, current_index, model_name, passages_without_vector
from apps.tenants.context import tenant_scope
from apps.tenants.locks import process_lock
from apps.tenants.models import Tenant
from apps.tenants.text import clean

MODEL_LOCK = 0x5245_5056  # of making and dropping models, in PostgreSQL's advisory locks
EMBEDDING_LOCK = 0x52504C56  # of a tenant's embedding, the same way
MOST_AT_ONCE = 500  # vectors that are attached while a source's passages are replaced; the rest is the job's
PATIENCE_MS = 100  # for which a search may be held up
SLICE = 2_000  # rows deleted in one transaction
_INSERT = (
    "INSERT INTO search_passagevector (tenant_id, indexed_id, passage_id, model_id, key, vector)"
    " SELECT p.tenant_id, p.indexed_id, p.id, e.model_id, e.key, e.vector"
    " FROM unnest({names}, %s::uuid[]) AS asked(name, key)"
    " JOIN search_embedding AS e ON e.tenant_id = %s AND e.model_id = %s AND e.key = asked.key"
    " JOIN search_passage AS p ON p.tenant_id = %s AND p.indexed_id = %s AND p.{column} = asked.name"
    " ON CONFLICT (passage_id, model_id) DO NOTHING"
)
_BY_KEY = _INSERT.format(names="%s::uuid[]", column="key")
_BY_NUMBER = _INSERT.format(names="%s::bigint[]", column="id")


def open_index(*, tenant: Tenant, model: Embedder) -> VectorIndex:
    """The team's vectors of this model: the current ones if the team has none that can still be asked."""
    name = model_name(model)
    while True:
        _make_model(name, model.dimensions)
        with tenant_scope(tenant.pk):
            _lock_models(shared=True)
            row = EmbeddingModel.objects.filter(name=name).first()
            if row is None:
                continue  # the last team that had it has just let it go
            Tenant.objects.select_for_update(no_key=True).only("pk").get(pk=tenant.pk)
            index, _made = VectorIndex.objects.get_or_create(tenant=tenant, model=row)
            if not index.is_current:
                current = current_index(tenant)
                if current is None or not is_reachable(current):
                    _make_current(index)
            return index


def is_reachable(index: VectorIndex) -> bool:
    """Whether questions can still be embedded with the model of these vectors."""
    return model_of(index) is not None


def model_of(index: VectorIndex) -> Embedder | None:
    """The model of these vectors, if the settings reach it and it is given the same to read."""
    configured = embedder()
    if model_name(configured) == index.model.name:
        return configured
    found = embedder_named(index.model.name.rpartition("/")[0])
    return found if found is not None and model_name(found) == index.model.name else None


def attach_known(*, indexed: IndexedSource, passages: Sequence[tuple[uuid.UUID, PassageText]]) -> int:
    """Give new passages the vectors of texts that were embedded before; returns how many.  In the caller's transaction.

    `passages` are pairs of key and text.  Of many, the most central: this must not hold up what waits for the text.
    """
    index = current_index(indexed.tenant_id)
    model = model_of(index) if index else None
    if index is None or model is None or not passages:
        return 0
    chosen = sorted(passages, key=lambda pair: -pair[1].rank)[:MOST_AT_ONCE]
    keys = [
        vector_key(
            vector_texts(*map(clean, (text.path, text.title, text.summary, text.text, text.language)), window=model.window)
        )
        for _key, text in chosen
    ]
    return _attach(_BY_KEY, index, indexed.pk, [key for key, _text in chosen], keys)


def attach(*, index: VectorIndex, passages: Sequence[Unembedded]) -> list[Unembedded]:
    """Give the passages the vectors of texts that were embedded before; returns those whose texts were not."""
    known = set(
        Embedding.objects.filter(
            tenant_id=index.tenant_id, model_id=index.model_id, key__in={passage.key for passage in passages}
        ).values_list("key", flat=True)
    )
    with tenant_scope(index.tenant_id):
        _attach_to_sources(index, [passage for passage in passages if passage.key in known])
    return [passage for passage in passages if passage.key not in known]


def store_vectors(*, index: VectorIndex, passages: Sequence[Unembedded], vectors: Vectors) -> None:
    """Keep the vectors (one row for each passage) and attach them; passages that are gone by now are left out."""
    with tenant_scope(index.tenant_id):
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO search_embedding (tenant_id, model_id, key, vector, made_at) VALUES (%s, %s, %s, %s, now())"
                " ON CONFLICT (tenant_id, model_id, key) DO NOTHING",
                [
                    (index.tenant_id, index.model_id, key, as_text(vector))
                    for key, vector in sorted(
                        {passage.key: vector for passage, vector in zip(passages, vectors, strict=True)}.items(),
                        key=lambda pair: pair[0],
                    )
                ],
            )
        _attach_to_sources(index, passages)


def as_text(vector: Vectors) -> str:
    """A vector as PostgreSQL reads it."""
    return f"[{','.join(f'{number:.6g}' for number in vector.tolist())}]"


def _attach_to_sources(index: VectorIndex, passages: Sequence[Unembedded]) -> None:
    """The source is locked before its vectors are written, as a replacement of its passages does: neither waits for the other."""
    by_source: dict[int, list[Unembedded]] = {}
    for passage in passages:
        by_source.setdefault(passage.source, []).append(passage)
    sources = IndexedSource.objects.filter(tenant_id=index.tenant_id, pk__in=by_source)
    for source in sources.select_for_update(no_key=True).order_by("pk"):
        group = by_source[source.pk]
        added = _attach(_BY_NUMBER, index, source.pk, [item.passage for item in group], [item.key for item in group])
        if added and index.is_current:
            IndexedSource.objects.filter(tenant_id=index.tenant_id, pk=source.pk).update(
                vectors=F("vectors") + added, generation=F("generation") + 1
            )


def _attach(statement: str, index: VectorIndex, source: int, names: list[object], keys: list[uuid.UUID]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, [names, keys, index.tenant_id, index.model_id, index.tenant_id, source])
        return int(cursor.rowcount)


def count_vectors(*, indexed: IndexedSource) -> int:
    """The vectors of a source's passages in the current index, counted."""
    return PassageVector.objects.filter(
        tenant_id=indexed.tenant_id,
        indexed=indexed,
        model__in=VectorIndex.objects.filter(tenant_id=indexed.tenant_id, is_current=True).values("model"),
    ).count()


def note_problem(*, index: VectorIndex, problem: str) -> None:
    """Say why the index does not grow, or that it does again ("")."""
    with tenant_scope(index.tenant_id):
        VectorIndex.objects.filter(pk=index.pk, tenant_id=index.tenant_id).update(problem=problem)
        index.problem = problem


def settle_complete(*, index: VectorIndex) -> bool:
    """If no passage lacks its vector in this index: ask questions of it from now on, delete the others.  Returns whether so."""
    with tenant_scope(index.tenant_id):
        Tenant.objects.select_for_update(no_key=True).only("pk").get(pk=index.tenant_id)
        index.refresh_from_db()
        if passages_without_vector(index, 1):
            return False
        if index.is_current:
            _count(index.tenant_id, IndexedSource.objects.exclude(vectors=F("passages")))
        else:
            _make_current(index)
    _drop_others(index)
    _drop_lost_search_indexes()
    return True


def _drop_others(index: VectorIndex) -> None:
    """Delete the team's vectors of other models, in short transactions."""
    for other in (
        VectorIndex.objects.filter(tenant_id=index.tenant_id, is_current=False).exclude(pk=index.pk).select_related("model")
    ):
        while _delete_some(PassageVector, other) or _delete_some(Embedding, other):
            pass
        with tenant_scope(index.tenant_id):
            _lock_models()
            VectorIndex.objects.filter(pk=other.pk, tenant_id=index.tenant_id).delete()
            if not VectorIndex.objects.filter(model=other.model).exists():
                EmbeddingModel.objects.filter(pk=other.model.pk).delete()


def drop_unused_embeddings(*, tenant_id: int) -> int:
    """Delete the team's vectors of texts that no passage has any more; returns how many."""
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM search_embedding AS e WHERE e.tenant_id = %s AND NOT EXISTS (SELECT 1 FROM search_passagevector AS v"
            " WHERE v.tenant_id = e.tenant_id AND v.model_id = e.model_id AND v.key = e.key)",
            [tenant_id],
        )
        return int(cursor.rowcount)


def embedding_lock(tenant_id: int) -> AbstractContextManager[bool]:
    """Held by the process that embeds the team's passages, so that no two do the same; gives whether it is."""
    return process_lock(EMBEDDING_LOCK, tenant_id)


def _delete_some(model: type[PassageVector] | type[Embedding], index: VectorIndex) -> int:
    rows = model._default_manager.filter(tenant_id=index.tenant_id, model_id=index.model_id)
    with tenant_scope(index.tenant_id):
        return rows.filter(pk__in=list(rows.values_list("pk", flat=True)[:SLICE])).delete()[0]


def _make_current(index: VectorIndex) -> None:
    """The caller holds the tenant's row."""
    VectorIndex.objects.filter(tenant_id=index.tenant_id, is_current=True).update(is_current=False)
    VectorIndex.objects.filter(pk=index.pk, tenant_id=index.tenant_id).update(is_current=True)
    index.is_current = True
    _count(index.tenant_id, IndexedSource.objects.all())


def _count(tenant_id: int, sources: QuerySet[IndexedSource]) -> None:
    """Set right how many vectors the sources have."""
    for source in sources.filter(tenant_id=tenant_id).select_for_update(no_key=True).order_by("pk"):
        IndexedSource.objects.filter(pk=source.pk, tenant_id=tenant_id).update(
            vectors=count_vectors(indexed=source), generation=F("generation") + 1
        )


def _make_model(name: str, dimensions: int) -> None:
    """A model and its search index, which is partial: vectors of another model have other lengths and another meaning.

    In a transaction of its own: while the index is made nobody writes vectors, and who waits for that may hold what the caller
    needs next.
    """
    if EmbeddingModel.objects.filter(name=name).exists():
        return
    with transaction.atomic():
        _lock_models()
        row, made = EmbeddingModel.objects.get_or_create(name=name, defaults={"dimensions": dimensions})
        if made:
            with connection.cursor() as cursor:
                cursor.execute(
                    sql.SQL(
                        "CREATE INDEX IF NOT EXISTS {} ON search_passagevector USING hnsw ((vector::halfvec({})) halfvec_ip_ops)"
                        " WITH (ef_construction = 200) WHERE model_id = {}"
                    ).format(sql.Identifier(row.index_name), sql.Literal(dimensions), sql.Literal(row.pk))
                )


def _drop_lost_search_indexes() -> None:
    """Drop the search indexes of models that are no more, which are empty.

    For that nobody may use the table for a moment, and whoever comes waits behind: where it is not free at once, another time.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, true)", [str(PATIENCE_MS)])
            _lock_models()
            cursor.execute(
                "SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid"
                " WHERE i.indrelid = 'search_passagevector'::regclass AND starts_with(c.relname::text, %s)",
                [INDEX_NAMES],
            )
            of_models = {model.index_name for model in EmbeddingModel.objects.all()}
            for (name,) in cursor.fetchall():
                if name not in of_models:
                    cursor.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
            cursor.execute("SELECT set_config('lock_timeout', '0', true)")  # a transaction around this one goes on
    except OperationalError as error:
        if not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise


def _lock_models(*, shared: bool = False) -> None:
    """Until the transaction ends; those who only use a model share the lock."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_xact_lock{'_shared' if shared else ''}(%s)", [MODEL_LOCK])
