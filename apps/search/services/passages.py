"""The passages of one source replace those it had, in one transaction, and nothing wider than that source is touched."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, F, Sum
from django.utils import timezone

from apps.engine.facts import ArtifactText, Capsule
from apps.engine.retrieval.passages import Draft, PassageText, code_drafts, code_texts, document_passages, record_of
from apps.engine.retrieval.tokens import TermCounts
from apps.repos.models import Repo
from apps.search.indexer import CODE, DOCUMENT, INDEXER
from apps.search.models import IndexedSource, Passage, PassageTerms, TermPostings
from apps.search.services import terms, vectors
from apps.tenants.context import tenant_scope
from apps.tenants.copying import analyse, copy_rows
from apps.tenants.text import clean, text_key

ANALYSE_SHARE = 0.1  # of the table's rows of this source written: the planner learns anew
COLUMNS = (
    "key", "record", "digest", "anchor", "title", "summary", "text", "path", "line", "end_line", "kind", "role", "language",
    "rank", "tokens",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a replacement did: numbers of passages."""

    added: int
    moved: int
    removed: int
    kept: int


def index_code(*, repo: Repo, commit_sha: str, capsules: Sequence[Capsule], roles: dict[str, str]) -> Replaced:
    """Make the repo's code searchable as it is at the commit: a passage per capsule.  `roles` are those of files, by path."""
    return replace_source(
        tenant_id=repo.tenant_id,
        source_type=CODE,
        source=str(repo.pk),
        repo=repo,
        commit_sha=commit_sha,
        drafts=code_drafts(capsules, roles),
        make=lambda wanted: code_texts(capsules, roles, wanted),
    )


def index_document(*, repo: Repo, commit_sha: str, text: ArtifactText) -> Replaced:
    """Make the repo's architecture document searchable: a passage per section and sub-section."""
    passages = {passage.anchor: passage for passage in document_passages(text)}
    return replace_source(
        tenant_id=repo.tenant_id,
        source_type=DOCUMENT,
        source=str(repo.pk),
        repo=repo,
        commit_sha=commit_sha,
        drafts=[Draft(passage.anchor, record_of(passage)) for passage in passages.values()],
        make=lambda wanted: (passages[anchor] for anchor in passages if anchor in wanted),
    )


def replace_source(
    *,
    tenant_id: int,
    source_type: str,
    source: str,
    repo: Repo | None,
    commit_sha: str,
    drafts: Sequence[Draft],
    make: Callable[[Collection[str]], Iterable[PassageText]],
) -> Replaced:
    """Make the passages of (tenant, source type, source) those of `drafts`; `make` gives the texts of the anchors asked for.

    Rows with an equal record stay as they are.  A passage whose text is the same but stands elsewhere keeps its number, its
    terms and its vector.  All of it, or nothing if the process dies; running it again changes nothing.
    """
    with tenant_scope(tenant_id):
        indexed = _locked(tenant_id, source_type, source, repo)
        wanted = {text_key(clean(draft.anchor)): draft for draft in reversed(drafts)}
        rows = Passage.objects.filter(tenant_id=tenant_id, indexed=indexed)
        stored = {key: (pk, record, digest) for key, pk, record, digest in rows.values_list("key", "pk", "record", "digest")}
        removed = [pk for key, (pk, _record, _digest) in stored.items() if key not in wanted]
        is_older = indexed.indexer != INDEXER  # which found other terms, perhaps: nothing of it is kept
        changed = [draft for key, draft in wanted.items() if is_older or key not in stored or stored[key][1] != draft.record]
        records = {draft.anchor: draft.record for draft in changed}
        fresh: list[tuple[uuid.UUID, PassageText]] = []
        moved: list[tuple[int, PassageText]] = []
        for passage in make(records.keys()):
            key = text_key(clean(passage.anchor))
            before = stored.get(key)
            if before is not None and before[2] == passage.digest and not is_older:
                moved.append((before[0], passage))
            else:
                fresh.append((key, passage))
                if before is not None:
                    removed.append(before[0])
        found: dict[uuid.UUID, TermCounts] = {key: terms.terms_of(passage) for key, passage in fresh}
        if removed:
            terms.remove_terms(indexed=indexed, passages=removed)
            rows.filter(pk__in=removed).delete()
        if fresh:
            columns = ("tenant_id", "indexed_id", *COLUMNS)
            copy_rows(
                Passage,
                columns,
                (
                    (tenant_id, indexed.pk, *_row(key, records[passage.anchor], passage, found[key].length))
                    for key, passage in fresh
                ),
            )
            terms.add_terms(indexed=indexed, terms=found)
            vectors.attach_known(indexed=indexed, passages=fresh)
        _move(indexed, [(pk, records[passage.anchor], passage) for pk, passage in moved])
        result = Replaced(len(fresh), len(moved), len(removed), len(wanted) - len(changed))
        _settle(indexed, commit_sha, result)
        return result


def _locked(tenant_id: int, source_type: str, source: str, repo: Repo | None) -> IndexedSource:
    IndexedSource.objects.bulk_create(
        [IndexedSource(tenant_id=tenant_id, source_type=source_type, source=source, repo=repo)], ignore_conflicts=True
    )
    rows = IndexedSource.objects.select_for_update(of=("self",), no_key=True)
    return rows.get(tenant_id=tenant_id, source_type=source_type, source=source)


def _row(key: uuid.UUID, record: uuid.UUID, passage: PassageText, tokens: int) -> tuple[object, ...]:
    return (
        key, record, passage.digest, clean(passage.anchor), clean(passage.title), clean(passage.summary), clean(passage.text),
        clean(passage.path), passage.line, passage.end_line, passage.kind, passage.role, clean(passage.language, 40),
        passage.rank, tokens,
    )  # fmt: skip


def _move(indexed: IndexedSource, moved: Sequence[tuple[int, uuid.UUID, PassageText]]) -> None:
    """What is found of these passages is as before; where they stand and how central they are is not."""
    if not moved:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE search_passage AS p SET record = m.record, line = m.line, end_line = m.end_line, kind = m.kind,"
            " role = m.role, language = m.language, rank = m.rank"
            " FROM unnest(%s::bigint[], %s::uuid[], %s::int[], %s::int[], %s::text[], %s::text[], %s::text[], %s::float8[])"
            " AS m(id, record, line, end_line, kind, role, language, rank)"
            " WHERE p.id = m.id AND p.tenant_id = %s AND p.indexed_id = %s",
            [
                [pk for pk, _record, _passage in moved],
                [record for _pk, record, _passage in moved],
                [passage.line for _pk, _record, passage in moved],
                [passage.end_line for _pk, _record, passage in moved],
                [passage.kind for _pk, _record, passage in moved],
                [passage.role for _pk, _record, passage in moved],
                [clean(passage.language, 40) for _pk, _record, passage in moved],
                [passage.rank for _pk, _record, passage in moved],
                indexed.tenant_id,
                indexed.pk,
            ],
        )


def _settle(indexed: IndexedSource, commit_sha: str, result: Replaced) -> None:
    written = result.added + result.moved + result.removed
    values: dict[str, object] = {"commit_sha": commit_sha, "indexer": INDEXER}
    if written:
        of_source = Passage.objects.filter(tenant_id=indexed.tenant_id, indexed=indexed)
        totals = of_source.aggregate(passages=Count("pk"), tokens=Sum("tokens", default=0))
        values.update(totals, vectors=vectors.count_vectors(indexed=indexed), generation=F("generation") + 1)
        if written > ANALYSE_SHARE * max(totals["passages"], 1_000):
            for model in (Passage, PassageTerms, TermPostings):
                analyse(model)
    if written or indexed.commit_sha != commit_sha or indexed.indexer != INDEXER:
        values["indexed_at"] = timezone.now()
        IndexedSource.objects.filter(pk=indexed.pk, tenant_id=indexed.tenant_id).update(**values)
