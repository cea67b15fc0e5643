"""Passages whose meaning is near that of a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from apps.engine.retrieval import Scored
from apps.integrations.embeddings import Vectors
from apps.search.legs.filters import passage_filters, passages_below
from apps.search.models import VectorIndex
from apps.search.scope import Scope
from apps.search.selectors import Source, current_index
from apps.search.services.vectors import as_text, model_of
from apps.tenants.context import release_connection
from apps.tenants.models import Tenant

# Vectors that are compared one by one in any case: in one repository of many the index misses too much of what is near (at
# 22,000 vectors of 65,000 it found 0.72 of the nearest ten with a list of 200, 0.98 with one of 400, no sooner than comparing).
EXACT = 25_000
# What a search was measured to take, in microseconds: for a vector compared, and for the index to begin and go on by one.
COMPARED, INDEX_BEGINS, INDEX_STEP = 2.1, 10_000, 10.0
SETTINGS = {
    "hnsw.ef_search": "400",
    "hnsw.iterative_scan": "relaxed_order",  # goes on where what it found does not pass the filters
    "hnsw.max_scan_tuples": "20000",
}
# Where this many vectors must be compared, sorting them is never the better way, whatever the planner thinks.
WAYS = ("enable_seqscan", "enable_bitmapscan", "enable_sort")


def embed_question(tenant: Tenant, text: str) -> Vectors | None:
    """The question's vector, by the model of the team's vectors.  None where there are none yet.

    Holds no database connection while a model far away is asked, unless it is called in a transaction.  Raises
    `EmbeddingsUnavailable`.
    """
    index = current_index(tenant)
    model = model_of(index) if index else None
    if model is None:
        return None
    if model.is_far:
        release_connection()
    found: Vectors = model.embed([text])[0]
    return found


def vector_leg(tenant: Tenant, sources: Sequence[Source], vector: Vectors, *, scope: Scope, limit: int = 100) -> list[Scored]:
    """Passages of these sources nearest to the vector (of `embed_question`), nearest first; the score is the cosine.

    As many as `limit` wherever that many have a vector: what the index does not give is looked for one by one.
    """
    return vector_legs(tenant, [sources], vector, scope=scope, limit=limit)[0]


def vector_legs(
    tenant: Tenant, parts: Sequence[Sequence[Source]], vector: Vectors, *, scope: Scope, limit: int = 100
) -> list[list[Scored]]:
    """The same for several parts of the sources: the nearest in each."""
    index = current_index(tenant)
    if index is None or len(vector) != index.model.dimensions:
        return [[] for _part in parts]
    question = as_text(vector)
    return [_nearest(tenant, index, sources, question, scope, limit) for sources in parts]


def _nearest(
    tenant: Tenant, index: VectorIndex, sources: Sequence[Source], question: str, scope: Scope, limit: int
) -> list[Scored]:
    known = [source for source in sources if source.tenant_id == tenant.pk and source.vectors]
    if not known:
        return []
    numbers = [source.pk for source in known]
    search = _Search(index, numbers, question, scope, limit)
    is_for_index = search.is_for_index(sum(source.vectors for source in known))
    if is_for_index and passages_below(tenant, numbers, scope, EXACT) is None:
        found = search.by_index()
        if len(found) == limit:
            return found
    return search.one_by_one()


class _Search:
    def __init__(self, index: VectorIndex, sources: list[int], question: str, scope: Scope, limit: int) -> None:
        model = index.model
        self._index, self._limit = model.index_name, limit
        self._near = f"v.vector::halfvec({model.dimensions}) <#> %s::halfvec({model.dimensions})"
        self._question = question
        filters, values = passage_filters(scope)
        self._from = "FROM search_passagevector AS v"
        if filters:
            self._from += " JOIN search_passage AS p ON p.tenant_id = v.tenant_id AND p.id = v.passage_id"
        # The model's number is written out: the planner must see that the partial index fits.
        self._where = f"WHERE v.tenant_id = %s AND v.model_id = {model.pk:d} AND v.indexed_id = ANY(%s){filters}"
        self._values: list[Any] = [index.tenant_id, sources, *values]

    def is_for_index(self, vectors: int) -> bool:
        """Whether the index is quicker than comparing this many: it meets vectors of others too, and those take their time."""
        if vectors <= EXACT:
            return False
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = to_regclass(%s)", [self._index])
            row = cursor.fetchone()
        everyones = max(vectors, row[0] if row else 0)
        return COMPARED * vectors > INDEX_BEGINS + INDEX_STEP * self._limit * everyones / vectors

    def by_index(self) -> list[Scored]:
        """Nearly the nearest, from the search index.  In a transaction, or in one of its own."""
        with transaction.atomic(savepoint=False), connection.cursor() as cursor:
            _set(cursor, {**SETTINGS, **dict.fromkeys(WAYS, "off")})
            cursor.execute(
                f"SELECT v.passage_id, {self._near} AS near {self._from} {self._where} ORDER BY near LIMIT %s",
                [self._question, *self._values, self._limit],
            )
            found = _scored(cursor.fetchall())
            _set(cursor, dict.fromkeys(WAYS, "on"))  # the transaction around this one goes on
            return found

    def one_by_one(self) -> list[Scored]:
        """The nearest, by comparing every vector."""
        with connection.cursor() as cursor:
            compared = f"SELECT v.passage_id, {self._near} AS near {self._from} {self._where}"
            cursor.execute(
                f"WITH compared AS MATERIALIZED ({compared}) SELECT passage_id, near FROM compared"  # noqa: S608 - ours alone
                " ORDER BY near, passage_id LIMIT %s",
                [self._question, *self._values, self._limit],
            )
            return _scored(cursor.fetchall())


def _set(cursor: CursorWrapper, values: dict[str, str]) -> None:
    """Settings until the transaction ends."""
    calls = ", ".join("set_config(%s, %s, true)" for _ in values)
    cursor.execute(f"SELECT {calls}", [word for pair in values.items() for word in pair])


def _scored(rows: Sequence[tuple[int, float]]) -> list[Scored]:
    """Best first: the index gives them nearly so."""
    return [Scored(pk, -near) for pk, near in sorted(rows, key=lambda row: (row[1], row[0]))]
