"""Retrieval: a question → the passages that answer it, each with why it came and how true the index is for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from django.db.models import QuerySet

from apps.engine.retrieval import Hit, Reason, Retrieval, Scored, SourceState
from apps.engine.retrieval.duplicates import Seen
from apps.engine.retrieval.fusion import IDENTIFIER, QUESTION, Candidate, Fused, fuse, reasons_of
from apps.engine.retrieval.query import Query, QueryRefused, parse_query
from apps.engine.retrieval.task import TASKS, is_architecture, task_of
from apps.integrations.embeddings import EmbeddingsUnavailable, Vectors
from apps.search.freshness import source_states
from apps.search.indexer import DOCUMENT
from apps.search.legs.exact import exact_leg
from apps.search.legs.vector import embed_question, vector_leg
from apps.search.limits import TooSlow, time_limit
from apps.search.models import IndexedSource, Passage
from apps.search.scope import EVERYWHERE, Scope
from apps.search.selectors import indexed_sources, missing_vectors
from apps.search.weights import Weights, weights_of
from apps.tenants.context import tenant_scope
from apps.tenants.models import Tenant

__all__ = ["HITS", "QueryRefused", "retrieve"]

HITS = 15
ARCHITECTURE_DOCUMENTS, OTHER_DOCUMENTS = 5, 2
FROM_A_LEG = 100
LEG_MS = 1_500
LOOKED_AT = 60  # passages whose texts are compared; more are not needed to find 15 that differ
STATES = 30  # sources of which the state is told


def retrieve(tenant: Tenant, question: str, *, scope: Scope = EVERYWHERE, task: str = "", limit: int = HITS) -> Retrieval:
    """Search the tenant's index.

    `task` is one of `TASKS`, or "" to have it found by rules.  At most `limit` hits, and the document's passages beside them.
    Raises `QueryRefused`, with one sentence, for what can't be searched.
    """
    query = parse_query(question)
    if task and task not in TASKS:
        raise QueryRefused(f"There is no task of this name: choose one of {', '.join(TASKS)}.", code="query:task")
    vector, notes = _embedded(tenant, query)
    with tenant_scope(tenant.pk):
        weights = weights_of(tenant)
        search = _Search(tenant, query, vector, scope, weights, indexed_sources(tenant, scope), notes)
        wants_architecture = task == "architecture" or is_architecture(query, weights.words)
        documents = search.documents(ARCHITECTURE_DOCUMENTS if wants_architecture else OTHER_DOCUMENTS)
        hits = search.hits(max(limit, 0), wants_architecture, {hit.passage for hit in documents})
        return Retrieval(
            question=query.text,
            task=task or task_of(query, weights.words),
            is_architecture=wants_architecture,
            language=query.language,
            hits=tuple(hits),
            documents=tuple(documents),
            sources=search.states([*documents, *hits]),
            notes=search.notes(),
        )


def _embedded(tenant: Tenant, query: Query) -> tuple[Vectors | None, list[str]]:
    """(the question's vector, what is to be said of it).  Before any transaction: a model may be far away."""
    if not query.meaning:
        return None, []
    try:
        return embed_question(tenant, query.meaning), []
    except EmbeddingsUnavailable:
        return None, ["vectors:unavailable"]


class _Search:
    """One search: its sources, what its legs found, what is to be said of it."""

    def __init__(
        self,
        tenant: Tenant,
        query: Query,
        vector: Vectors | None,
        scope: Scope,
        weights: Weights,
        sources: Sequence[IndexedSource],
        notes: Sequence[str],
    ) -> None:
        self._tenant, self._query, self._vector, self._scope, self._weights = tenant, query, vector, scope, weights
        self._sources = {source.pk: source for source in sources}
        self._of_documents = [source for source in sources if source.source_type == DOCUMENT]
        self._of_others = [source for source in sources if source.source_type != DOCUMENT]
        self._missing = missing_vectors(tenant, sources) if query.meaning else {}
        self._notes = [*(["query:cut"] if query.is_cut else []), *notes, *(["vectors:missing"] if self._missing else [])]
        self._document_order: list[Fused] = []

    def documents(self, limit: int) -> list[Hit]:
        """The best passages of documents."""
        reasons = self._reasons(self._of_documents)
        self._document_order = self._fused(reasons)
        return self._differing(self._document_order, limit, set())

    def hits(self, limit: int, with_documents: bool, taken: set[int]) -> list[Hit]:
        """The best of the rest; for a question about the architecture more of the documents is among it."""
        reasons = self._reasons(self._of_others)
        if with_documents:
            reasons.update({item.passage: item.reasons for item in self._document_order})
        return self._differing(self._fused(reasons), limit, taken)

    def states(self, hits: Sequence[Hit]) -> tuple[SourceState, ...]:
        """Of the sources of these hits; where nothing was found, of those looked into."""
        used = dict.fromkeys(hit.source for hit in hits) or dict.fromkeys(self._sources)
        return source_states(self._tenant, [self._sources[pk] for pk in list(used)[:STATES]], self._missing)

    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._notes))

    def _reasons(self, sources: Sequence[IndexedSource]) -> dict[int, tuple[Reason, ...]]:
        """{passage: why it came} of what the legs find in these sources."""
        if not sources:
            return {}
        exact = exact_leg(self._tenant, sources, self._query, scope=self._scope, limit=FROM_A_LEG)
        self._notes += exact.notes
        legs: dict[str, Sequence[Scored]] = {"exact": exact.scored}
        if self._vector is not None:
            vector = self._vector
            legs["vector"] = self._timed(
                "vector", lambda: vector_leg(self._tenant, sources, vector, scope=self._scope, limit=FROM_A_LEG)
            )
        return reasons_of(legs)

    def _timed(self, name: str, leg: Callable[[], list[Scored]]) -> list[Scored]:
        """What a leg finds, or nothing and a note where it takes too long: the others still answer."""
        try:
            with time_limit(LEG_MS):
                return leg()
        except TooSlow:
            self._notes.append(f"{name}:slow")
            return []

    def _fused(self, reasons: Mapping[int, Sequence[Reason]]) -> list[Fused]:
        candidates = [
            Candidate(pk, self._sources[source].source_type, rank, 0, anchor)
            for pk, source, rank, anchor in self._rows(reasons).values_list("pk", "indexed_id", "rank", "anchor")
        ]
        is_named = self._query.is_exact and any(reason.leg == "exact" for found in reasons.values() for reason in found)
        weights = IDENTIFIER if is_named else QUESTION
        return fuse(reasons, candidates, weights=weights, boosts=self._weights.boosts)

    def _rows(self, passages: Mapping[int, object] | Sequence[int]) -> QuerySet[Passage]:
        return Passage.objects.filter(tenant=self._tenant, indexed_id__in=list(self._sources), pk__in=list(passages))

    def _differing(self, order: Sequence[Fused], limit: int, taken: set[int]) -> list[Hit]:
        """The first `limit` that do not say what one before them says; those carry how many were left out for them."""
        looked = [item for item in order if item.passage not in taken][:LOOKED_AT]
        rows = {row.pk: row for row in self._rows([item.passage for item in looked])}
        seen, kept, copies = Seen(), list[tuple[Fused, Passage]](), defaultdict[int, int](int)
        for item in looked:
            row = rows.get(item.passage)
            if row is None:
                continue
            if item.is_exact:
                seen.remember(row.pk, (row.title, row.text))
            elif (other := seen.repeats(row.pk, (row.title, row.text))) is not None:
                copies[other] += 1
                continue
            if len(kept) == limit:
                break
            kept.append((item, row))
        return [self._hit(item, row, copies[row.pk]) for item, row in kept]

    def _hit(self, item: Fused, row: Passage, copies: int) -> Hit:
        source = self._sources[row.indexed_id]
        return Hit(
            passage=row.pk, source=source.pk, source_type=source.source_type, anchor=row.anchor, title=row.title,
            summary=row.summary, text=row.text, path=row.path, line=row.line, end_line=row.end_line, kind=row.kind,
            role=row.role, language=row.language, rank=row.rank, repo_id=source.repo_id or 0,
            repo=source.repo.slug if source.repo else "", score=round(item.score, 4), is_exact=item.is_exact,
            reasons=item.reasons, copies=copies,
        )  # fmt: skip
