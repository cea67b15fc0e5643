"""BM25 over all of a tenant: PostgreSQL keeps the postings and their statistics, and gives those of a question's terms.

They are summed here (`engine.retrieval.bm25`), to the score of every passage that has one of the terms: a sum in SQL, which
must make a row of each posting and group them, took ten times as long, even where the most common terms were left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from apps.engine.retrieval import Scored
from apps.engine.retrieval.bm25 import Ranking, term_weights
from apps.engine.retrieval.tokens import term_key
from apps.search.legs.filters import passage_filters, passages_below
from apps.search.scope import Scope
from apps.search.selectors import Source
from apps.tenants.models import Tenant

# Postings of one question that are read, some 80 bytes each for a moment.  Of a question that has more the most common terms,
# which hardly tell passages apart, are left out.
MOST_POSTINGS = 2_000_000
FEW = 25_000  # passages below a path that are known by their numbers
AHEAD, FURTHER = 4, 8  # times as many as are wanted are looked at first where filters choose, then so many times more


def lexical_leg(
    tenant: Tenant, sources: Sequence[Source], terms: Sequence[str], *, scope: Scope, limit: int = 100
) -> list[Scored]:
    """Passages of these sources that have the terms (of `tokenise_query`), best first.

    The score is BM25 with N, document frequencies and average length of all the tenant's passages, whatever the filters; where
    not all may be seen, of all that may.
    """
    return lexical_legs(tenant, [sources], terms, scope=scope, limit=limit).parts[0]


class Lexical(NamedTuple):
    """What is found in each part, best first, and which of the terms stand anywhere in these sources."""

    parts: list[list[Scored]]
    known: frozenset[str]


def lexical_legs(
    tenant: Tenant, parts: Sequence[Sequence[Source]], terms: Sequence[str], *, scope: Scope, limit: int = 100
) -> Lexical:
    """The same for several parts of the sources at once: the best of each.  No source is in two parts."""
    part_of = {source.pk: part for part, sources in enumerate(parts) for source in sources if source.tenant_id == tenant.pk}
    statistics = _statistics(tenant, {term_key(term) for term in terms}, scope.reach)
    if not part_of or not statistics.frequencies or limit < 1:
        return Lexical([[] for _part in parts], frozenset())
    weights = term_weights(statistics.frequencies, statistics.passages)
    found: list[list[tuple[float, bytes]]] = [[] for _part in parts]
    affordable = _affordable(statistics.frequencies)
    standing = statistics.frequencies.keys() - set(affordable)  # what is too common to be read stands everywhere
    for part, term, postings in _postings(tenant, part_of, affordable):
        found[part].append((weights[term], postings))
        standing.add(term)
    known = frozenset(term for term in terms if term_key(term) in standing)
    filters, values = passage_filters(scope)
    rankings = [Ranking(postings, statistics.average) for postings in found]
    if not filters:
        return Lexical([ranking.best(limit) for ranking in rankings], known)
    below = passages_below(tenant, part_of, scope, FEW)
    if below is not None:
        return Lexical([ranking.among(below).best(limit) for ranking in rankings], known)
    return Lexical([_passing(tenant, ranking, limit, filters, values) for ranking in rankings], known)


@dataclass(frozen=True, slots=True)
class _Statistics:
    """Of the tenant, or of what may be seen of it: its passages, tokens in one on average, {term: passages that have it}."""

    passages: int
    average: float
    frequencies: Mapping[int, int]


# A score must not tell how often a word stands in what may not be seen.
_STATISTICS = """
SELECT whole.*, of_term.* FROM
    (SELECT coalesce(sum(passages), 0), coalesce(sum(tokens), 0) FROM search_indexedsource
     WHERE tenant_id = %(tenant)s AND (%(reach)s::bigint[] IS NULL OR repo_id = ANY(%(reach)s::bigint[]))) AS whole
    LEFT JOIN
    (SELECT term, sum(frequency) FROM search_termpostings
     WHERE tenant_id = %(tenant)s AND term = ANY(%(terms)s)
     AND (%(reach)s::bigint[] IS NULL OR indexed_id IN
          (SELECT id FROM search_indexedsource WHERE tenant_id = %(tenant)s AND repo_id = ANY(%(reach)s::bigint[])))
     GROUP BY term) AS of_term ON true
"""


def _statistics(tenant: Tenant, terms: set[int], reach: tuple[int, ...] | None) -> _Statistics:
    with connection.cursor() as cursor:
        cursor.execute(
            _STATISTICS, {"tenant": tenant.pk, "terms": sorted(terms), "reach": None if reach is None else list(reach)}
        )
        rows = cursor.fetchall()
    passages, tokens = map(int, rows[0][:2])
    frequencies = {term: int(frequency) for *_whole, term, frequency in rows if term is not None}
    return _Statistics(passages, tokens / max(passages, 1), frequencies)


def _affordable(frequencies: Mapping[int, int]) -> list[int]:
    """The terms whose postings are read, rarest first."""
    chosen, read = list[int](), 0
    for term in sorted(frequencies, key=lambda term: (frequencies[term], term)):
        read += frequencies[term]
        if chosen and read > MOST_POSTINGS:
            break
        chosen.append(term)
    return chosen


def _postings(tenant: Tenant, part_of: Mapping[int, int], terms: Sequence[int]) -> list[tuple[int, int, bytes]]:
    """(part, term, its postings there) of the sources that are asked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT asked.part, t.term, string_agg(t.postings, '') FROM search_termpostings AS t"
            " JOIN unnest(%s::bigint[], %s::int[]) AS asked(indexed_id, part) ON asked.indexed_id = t.indexed_id"
            " WHERE t.tenant_id = %s AND t.term = ANY(%s) GROUP BY 1, 2",
            [list(part_of), list(part_of.values()), tenant.pk, list(terms)],
        )
        rows: list[tuple[int, int, bytes]] = cursor.fetchall()
        return rows


def _passing(tenant: Tenant, ranking: Ranking, limit: int, filters: str, values: Sequence[Any]) -> list[Scored]:
    """The best that pass the filters: more and more are looked at, until there are enough or all were."""
    looked = AHEAD * limit
    while True:
        found = ranking.best(looked)
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT p.id FROM search_passage AS p WHERE p.tenant_id = %s AND p.id = ANY(%s){filters}",  # noqa: S608 - ours
                [tenant.pk, [item.passage for item in found], *values],
            )
            passing = {number for (number,) in cursor.fetchall()}
        passed = [item for item in found if item.passage in passing][:limit]
        if len(passed) == limit or len(found) == len(ranking):
            return passed
        looked *= FURTHER
