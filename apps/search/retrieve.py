"""Retrieval: a question → the passages that answer it, each with why it came and how true the index is for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from apps.codegraph.selectors.listing import projects
from apps.engine.retrieval import Hit, Reason, Retrieval, Scored
from apps.engine.retrieval.absent import absent_words, is_mostly_absent
from apps.engine.retrieval.duplicates import Seen
from apps.engine.retrieval.fusion import IDENTIFIER, Candidate, Fused, fuse, reasons_of, weights_of_question
from apps.engine.retrieval.hits import doubts_of
from apps.engine.retrieval.priors import Priors
from apps.engine.retrieval.query import Query, QueryRefused, is_code_name, parse_query
from apps.engine.retrieval.sections import OF_A_REPOSITORY, is_called, name_asked_about, sections_asked
from apps.engine.retrieval.task import TASKS, is_architecture, task_of
from apps.engine.retrieval.tokens import tokenise_query
from apps.integrations.embeddings import EmbeddingsUnavailable, Vectors
from apps.repos.selectors import RepoHead, repo_heads
from apps.search.freshness import source_states
from apps.search.indexer import CODE, DOCUMENT
from apps.search.legs.document import document_leg
from apps.search.legs.exact import exact_leg, similar_names
from apps.search.legs.lexical import lexical_legs
from apps.search.legs.vector import embed_question, vector_legs
from apps.search.limits import TooSlow, given_up_when_slow, time_limit
from apps.search.scope import EVERYWHERE, LANGUAGE_ABSENT, SOURCE_TYPE_ABSENT, Scope
from apps.search.selectors import Source, Text, indexed_sources, languages_among, missing_vectors, places_of, texts_of
from apps.search.weights import weights_of
from apps.tenants.context import tenant_snapshot
from apps.tenants.models import Tenant

__all__ = ["HITS", "QueryRefused", "retrieve", "retrieved"]

Found = TypeVar("Found")

HITS = 15
ARCHITECTURE_DOCUMENTS, OTHER_DOCUMENTS = 5, 2
FROM_A_LEG, FROM_DOCUMENTS = 100, 30  # passages of a leg that are looked at; of those of documents few are told
STATEMENT_MS = 1_000  # for each statement of a search
SPARE = 3  # times as many texts are compared as are wanted: the rest repeats what others say
_SLOW = "The search took too long: ask with fewer words, or in one repository."
STATES = 30  # sources of which the state is told where nothing was found


def retrieve(tenant: Tenant, question: str, *, scope: Scope = EVERYWHERE, task: str = "", limit: int = HITS) -> Retrieval:
    """Search the tenant's index.

    `task` is one of `TASKS`, or "" to have it found by rules.  At most `limit` hits, and the document's passages beside them.
    Raises `QueryRefused`, with one sentence, for what can't be searched.
    """
    with retrieved(tenant, question, scope=scope, task=task, limit=limit) as found:
        return found


@contextmanager
def retrieved(
    tenant: Tenant, question: str, *, scope: Scope = EVERYWHERE, task: str = "", limit: int = HITS
) -> Iterator[Retrieval]:
    """The same, for those who read more about what was found: as it was at the moment of the search, until the block ends.

    A repository that is indexed meanwhile is seen as it was before, as a whole.
    """
    query = parse_query(question)
    if task and task not in TASKS:
        raise QueryRefused(f"There is no task of this name: choose one of {', '.join(TASKS)}.", code="query:task")
    vector, notes = _embedded(tenant, query)
    with tenant_snapshot(tenant.pk):
        try:
            with time_limit(STATEMENT_MS), given_up_when_slow(alone=False):
                found = _Search(tenant, query, vector, scope, notes).answer(task, max(limit, 0))
        except TooSlow:
            raise QueryRefused(_SLOW, code="query:slow") from None
        yield found


def _embedded(tenant: Tenant, query: Query) -> tuple[Vectors | None, list[str]]:
    """(the question's vector, what is to be said of it).  Before the search's transaction: a model may be far away."""
    if not query.meaning:
        return None, []
    try:
        return embed_question(tenant, query.meaning), []
    except EmbeddingsUnavailable:
        return None, ["vectors:unavailable"]


class _Search:
    """One search: its sources, what its legs found in them, what is to be said of it."""

    def __init__(self, tenant: Tenant, query: Query, vector: Vectors | None, scope: Scope, notes: Sequence[str]) -> None:
        self._tenant, self._query, self._vector, self._scope = tenant, query, vector, scope
        self._terms = tokenise_query(query.words, query.language) if query.words else []
        self._weights = weights_of(tenant)
        self._asked = sections_asked(query)
        self._repos = repo_heads(tenant)
        self._rows: dict[int, Text] = {}
        self._sources = {source.pk: source for source in indexed_sources(tenant, scope)}
        self._missing = missing_vectors(tenant, list(self._sources.values())) if query.meaning else {}
        self._absent: tuple[str, ...] = ()
        self._notes = [*(["query:cut"] if query.is_cut else []), *notes, *(["vectors:missing"] if self._missing else [])]

    def answer(self, task: str, limit: int) -> Retrieval:
        """Ask the legs, put what they found into one order, load the best."""
        words = self._weights.words
        wants_architecture = task == "architecture" or is_architecture(self._query, words)
        reasons = self._reasons()
        with_sections = self._with_sections(reasons)
        candidates = self._candidates(with_sections)
        documents = [item for item in candidates if item.source_type == DOCUMENT]
        number = ARCHITECTURE_DOCUMENTS if wants_architecture else OTHER_DOCUMENTS
        order = self._fused([item for item in candidates if item.passage in reasons], reasons)
        told = self._fused(documents, with_sections)
        if not wants_architecture:  # else more of the documents is among the hits
            told_beside = {item.passage for item in documents}
            order = [item for item in order if item.passage not in told_beside]
        self._load([*told[: number + SPARE], *_mixed(order, documents, number + limit // 3)[: number + limit + SPARE]])
        first = self._differing(told, number)
        told_first = {item.passage for item, _row, _copies in first}
        others = _mixed([item for item in order if item.passage not in told_first], documents, limit // 3)
        rest = self._differing(others, limit)
        used = list(dict.fromkeys(row.source for _item, row, _copies in (*first, *rest))) or list(self._sources)[:STATES]
        if wants_architecture:  # what its documents cite is handed over too
            used += self._code_beside(used)
        hits, beside = tuple(self._hit(*found) for found in rest), tuple(self._hit(*found) for found in first)
        self._notes += self._absent_filters({hit.language for hit in (*hits, *beside)})
        is_mostly = is_mostly_absent(self._query, self._absent)
        self._notes += doubts_of([*hits, *beside], has_absent=bool(self._absent), is_mostly=is_mostly)
        return Retrieval(
            question=self._query.text,
            task=task or task_of(self._query, words),
            is_architecture=wants_architecture,
            language=self._query.language,
            hits=hits,
            documents=beside,
            sources=source_states(self._tenant, [self._sources[pk] for pk in used], self._repos, self._missing),
            notes=tuple(dict.fromkeys(self._notes)),
            absent=self._absent,
        )

    def _absent_filters(self, found: Collection[str]) -> list[str]:
        """Notes on what the search was narrowed down to and nothing is of; `found` are the languages of what was found."""
        types, wanted = set(self._scope.source_types), set(self._scope.languages) - set(found)
        notes = [SOURCE_TYPE_ABSENT] if types - {source.source_type for source in self._sources.values()} else []
        if wanted and wanted - languages_among(self._tenant, list(self._sources), wanted):
            notes.append(LANGUAGE_ABSENT)
        return notes

    def _with_sections(self, reasons: Mapping[int, tuple[Reason, ...]]) -> dict[int, tuple[Reason, ...]]:
        """The same, with the sections of documents that the question asks for by their subject."""
        documents = [source for source in self._sources.values() if source.source_type == DOCUMENT]
        if own := self._asked_about(documents):
            documents, self._asked = own, {**self._asked, **OF_A_REPOSITORY}
        sections = document_leg(self._tenant, documents, self._asked, scope=self._scope, limit=FROM_A_LEG)
        found = dict(reasons)
        for passage, more in reasons_of({"document": sections}).items():
            found[passage] = (*found.get(passage, ()), *more)
        return found

    def _asked_about(self, documents: Sequence[Source]) -> list[Source]:
        """The documents of the repository, or its project, that the question names and says nothing else."""
        words = name_asked_about(self._query)
        repos = [repo for source in documents if (repo := self._repos.get(source.repo_id or 0)) is not None] if words else []
        called = {repo.pk for repo in repos if is_called(repo.name, words) or is_called(repo.slug, words)}
        if repos and not called:
            own = projects(self._tenant, [repo.pk for repo in repos])
            called = {repo_id for repo_id, project in own.items() if is_called(project.name, words)}
        return [source for source in documents if source.repo_id in called]

    def _reasons(self) -> dict[int, tuple[Reason, ...]]:
        """{passage: why it came} of all that the legs found.

        Documents are asked by themselves: beside so much code few of their passages would be among the first hundred.
        """
        every = list(self._sources.values())
        exact = exact_leg(self._tenant, every, self._query, scope=self._scope, limit=FROM_A_LEG)
        self._notes += exact.notes
        found = reasons_of({"exact": exact.scored})
        documents = [source for source in every if source.source_type == DOCUMENT]
        of_documents, others = self._legs([documents, [source for source in every if source.source_type != DOCUMENT]])
        for legs in ({leg: scored[:FROM_DOCUMENTS] for leg, scored in of_documents.items()}, others):
            for passage, reasons in reasons_of(legs).items():
                found[passage] = (*found.get(passage, ()), *reasons)
        if not exact.scored and self._may_be_mistyped(found):
            similar = similar_names(self._tenant, every, self._query, scope=self._scope)
            self._notes += similar.notes
            for passage, reasons in reasons_of({"exact": similar.scored}).items():
                found[passage] = (*reasons, *found.get(passage, ()))
        return found

    def _may_be_mistyped(self, found: Mapping[int, Sequence[Reason]]) -> bool:
        """Names of code that nothing is called; a plain word only where it stands nowhere."""
        query = self._query
        if not query.is_identifier or not query.names:
            return False
        is_known = any(reason.leg == "bm25" for reasons in found.values() for reason in reasons)
        return not is_known or any(is_code_name(name) for name in query.names)

    def _legs(self, parts: Sequence[Sequence[Source]]) -> list[dict[str, list[Scored]]]:
        """What the lexical and the vector leg find in each part of the sources."""
        tenant, terms, vector, scope = self._tenant, self._terms, self._vector, self._scope
        legs: list[dict[str, list[Scored]]] = [{} for _part in parts]
        if terms:
            words = self._tried("bm25", lambda: lexical_legs(tenant, parts, terms, scope=scope, limit=FROM_A_LEG))
            if words is not None:
                self._absent = absent_words(self._query, words.known, terms)
                for leg, found in zip(legs, words.parts, strict=True):
                    leg["bm25"] = found
        if vector is not None:
            near = self._tried("vector", lambda: vector_legs(tenant, parts, vector, scope=scope, limit=FROM_A_LEG))
            for leg, found in zip(legs, near or (), strict=False):
                leg["vector"] = found
        return legs

    def _tried(self, name: str, leg: Callable[[], Found]) -> Found | None:
        """What a leg finds, or None and a note where it takes too long: the others still answer."""
        try:
            with given_up_when_slow():
                return leg()
        except TooSlow:
            self._notes.append(f"{name}:slow")
            return None

    def _candidates(self, passages: Collection[int]) -> list[Candidate]:
        priors = Priors(self._query.text)
        behind = {source.pk for source in self._sources.values() if self._is_behind(source)}
        return [
            Candidate(
                passage=place.passage,
                source_type=self._sources[place.source].source_type,
                rank=place.rank,
                anchor=place.anchor,
                is_behind=place.source in behind,
                prior=priors.of(place.role, place.path, place.anchor),
            )
            for place in places_of(self._tenant, passages)
            if place.source in self._sources
        ]

    def _code_beside(self, used: Collection[int]) -> list[int]:
        """The code of repositories of which only the document is among these sources."""
        repos = {self._sources[pk].repo_id for pk in used if self._sources[pk].source_type == DOCUMENT}
        of_code = (pk for pk, source in self._sources.items() if source.source_type == CODE and source.repo_id in repos)
        return [pk for pk in of_code if pk not in used]

    def _repo(self, source: Source) -> RepoHead | None:
        return self._repos.get(source.repo_id or 0)

    def _is_behind(self, source: Source) -> bool:
        repo = self._repo(source)
        return repo is not None and source.commit_sha != repo.head_sha

    def _fused(self, candidates: Sequence[Candidate], reasons: Mapping[int, Sequence[Reason]]) -> list[Fused]:
        named = self._query.is_exact and any(reason.leg == "exact" for item in candidates for reason in reasons[item.passage])
        share = max(self._asked.values(), default=0.0)
        weights = IDENTIFIER if named else weights_of_question(self._query, share)
        return fuse(reasons, candidates, weights=weights, boosts=self._weights.boosts)

    def _differing(self, order: Sequence[Fused], limit: int) -> list[tuple[Fused, Text, int]]:
        """The first `limit` that do not say what one before them says, each with how many were left out for it."""
        looked = order[: SPARE * limit]
        seen, kept, copies = Seen(), list[tuple[Fused, Text]](), Counter[int]()
        for start in range(0, len(looked), limit + SPARE):  # most often the first have nothing twice
            some = looked[start : start + limit + SPARE]
            self._load(some)
            for item in some:
                row = self._rows.get(item.passage)
                if row is None:
                    continue
                other = seen.repeated_by((row.title, row.text))
                if other is not None and not item.is_exact:
                    copies[other] += 1
                elif len(kept) < limit:
                    kept.append((item, row))
                    seen.remember(row.passage, (row.title, row.text))
            if len(kept) == limit:
                break
        return [(item, row, copies[row.passage]) for item, row in kept]

    def _load(self, items: Sequence[Fused]) -> None:
        """Read the rows of these passages that were not read before."""
        missing = {item.passage for item in items} - self._rows.keys()
        if missing:
            self._rows |= texts_of(self._tenant, missing)

    def _hit(self, item: Fused, row: Text, copies: int) -> Hit:
        source = self._sources[row.source]
        repo = self._repo(source)
        return Hit(
            passage=row.passage, source=source.pk, source_type=source.source_type, anchor=row.anchor, title=row.title,
            summary=row.summary, text=row.text, path=row.path, line=row.line, end_line=row.end_line, kind=row.kind,
            role=row.role, language=row.language, rank=row.rank, repo_id=repo.pk if repo else 0, repo=repo.slug if repo else "",
            score=round(item.score, 4), is_exact=item.is_exact, reasons=item.reasons, copies=copies,
        )  # fmt: skip


def _mixed(order: Sequence[Fused], documents: Sequence[Candidate], most: int) -> list[Fused]:
    """The same order, where the passages of documents after the first `most` come last: what is beside them is seen too."""
    known = {item.passage for item in documents}
    later = [item for item in order if item.passage in known][most:]
    behind = {item.passage for item in later}
    return [*(item for item in order if item.passage not in behind), *later]
