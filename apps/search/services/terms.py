"""The terms of passages come and go with them: only those of passages that changed are touched."""

# ruff: noqa: S608 - what is put into these statements are other statements of this file, or filters with parameters

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from django.db import connection

from apps.engine.retrieval import PassageText
from apps.engine.retrieval.bm25 import COUNT_SHIFT, PASSAGE_SHIFT, without_passages
from apps.engine.retrieval.tokens import TermCounts, term_counts, tokenise
from apps.search.models import IndexedSource, PassageTerms
from apps.tenants.copying import copy_rows

MANY = 0.3  # of a source's passages: where more go, the postings of all its terms are made anew, which is quicker
AT_ONCE = 1_000  # terms whose postings are rewritten in one statement
_COLUMNS = ("passage_id", "tenant_id", "indexed_id", "length", "terms", "counts")
_INSERT = (
    "INSERT INTO search_termpostings AS t (tenant_id, indexed_id, term, frequency, postings)"
    " SELECT f.tenant_id, f.indexed_id, u.term, count(*),"
    f" string_agg(int8send((f.passage_id << {PASSAGE_SHIFT}) | (u.count::bigint << {COUNT_SHIFT}) | f.length), ''"
    " ORDER BY f.passage_id)"
    " FROM search_passageterms AS f, unnest(f.terms, f.counts) AS u(term, count)"
    " WHERE f.tenant_id = %s AND f.indexed_id = %s AND f.passage_id {} ALL(%s)"
    " GROUP BY f.tenant_id, f.indexed_id, u.term"
    " ON CONFLICT (tenant_id, term, indexed_id) DO UPDATE"
    " SET frequency = t.frequency + excluded.frequency, postings = t.postings || excluded.postings"
)
_ADD = _INSERT.replace("{} ALL", "= ANY")
_MAKE_ANEW = _INSERT.replace("{} ALL", "<> ALL")
_TOUCHED = (
    "SELECT t.id, t.postings FROM search_termpostings AS t JOIN (SELECT DISTINCT unnest(terms) AS term FROM search_passageterms"
    " WHERE tenant_id = %s AND indexed_id = %s AND passage_id = ANY(%s)) AS touched ON touched.term = t.term"
    " WHERE t.tenant_id = %s AND t.indexed_id = %s"
)
_REWRITE = (
    "UPDATE search_termpostings AS t SET frequency = length(n.postings) / 8, postings = n.postings"
    " FROM unnest(%s::bigint[], %s::bytea[]) AS n(id, postings) WHERE t.tenant_id = %s AND t.indexed_id = %s AND t.id = n.id"
)


def tokens_of(passage: PassageText) -> list[str]:
    """What a passage is found by: where it stands, what it is called, what it says."""
    return tokenise("\n".join((passage.path, passage.title, passage.text)))


def terms_of(passage: PassageText) -> TermCounts:
    """The same, as it is stored."""
    return term_counts(tokens_of(passage))


def add_terms(*, indexed: IndexedSource, terms: Mapping[uuid.UUID, TermCounts]) -> None:
    """Make new passages of the source, by their keys, findable by their terms.  In the caller's transaction."""
    if not terms:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key, id FROM search_passage WHERE tenant_id = %s AND indexed_id = %s AND key = ANY(%s)",
            [indexed.tenant_id, indexed.pk, list(terms)],
        )
        numbers = {key: number for key, number in cursor.fetchall() if terms[key].length}
    ordered = sorted((number, terms[key]) for key, number in numbers.items())
    copy_rows(
        PassageTerms,
        _COLUMNS,
        (
            (number, indexed.tenant_id, indexed.pk, found.length, _array(found.keys), _array(found.counts))
            for number, found in ordered
        ),
    )
    with connection.cursor() as cursor:
        cursor.execute(_ADD, [indexed.tenant_id, indexed.pk, [number for number, _found in ordered]])


def remove_terms(*, indexed: IndexedSource, passages: Sequence[int]) -> None:
    """Take passages of the source out of the postings of their terms.  Before they are deleted, in the caller's transaction."""
    if not passages:
        return
    gone, source = list(passages), [indexed.tenant_id, indexed.pk]
    with connection.cursor() as cursor:
        if len(gone) > MANY * indexed.passages:
            cursor.execute("DELETE FROM search_termpostings WHERE tenant_id = %s AND indexed_id = %s", source)
            cursor.execute(_MAKE_ANEW, [*source, gone])
            return
        cursor.execute(_TOUCHED, [*source, gone, *source])
        touched = cursor.fetchall()
        for start in range(0, len(touched), AT_ONCE):
            some = touched[start : start + AT_ONCE]
            kept = without_passages([postings for _pk, postings in some], gone)
            cursor.execute(_REWRITE, [[pk for pk, _postings in some], kept, *source])
        cursor.execute("DELETE FROM search_termpostings WHERE tenant_id = %s AND indexed_id = %s AND frequency = 0", source)


def _array(numbers: Sequence[int]) -> str:
    """As PostgreSQL writes an array: for COPY several times as fast as number by number."""
    return f"{{{','.join(map(str, numbers))}}}"
