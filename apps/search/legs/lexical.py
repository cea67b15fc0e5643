"""BM25 inside PostgreSQL.

Rare terms come first.  Where a question has many postings, a bar is found that none of the first `PROVEN` passages can be below:
what ranks first by the rarest terms gets its whole score, and the worst of that is the bar.  The most common terms, which
together can't lift a passage above (a share of) the bar, are not read: what the others find, and could still pass the bar, gets
their part from its own list of terms.  So the first `PROVEN` are those of BM25 over everything, whatever is skipped.
"""

# ruff: noqa: S608 - what is put into these statements are other statements of this file, or filters with parameters

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import log
from typing import Any

from django.db import connection

from apps.engine.retrieval import Scored
from apps.engine.retrieval.tokens import term_key
from apps.search.legs.filters import passage_filters
from apps.search.models import IndexedSource
from apps.search.models.postings import COUNT_SHIFT, MASK, PASSAGE_SHIFT
from apps.search.scope import Scope
from apps.tenants.models import Tenant

K1, B = 1.2, 0.75
PROVEN = 20  # places that are exactly those of BM25; those after them are BM25's among what was looked at
FEW = 6_000  # postings that are read without more ado
FIRST = 4_000  # postings of the rarest terms that the bar is looked for in
TRIED = 100  # passages of those that get their whole score for it
SHARE = 0.65  # of the bar that terms that are not read may reach together: less reads more, but leaves less to complete
FILTERED = 4  # times as many are asked for where some will not pass the filters


def lexical_leg(
    tenant: Tenant, sources: Sequence[IndexedSource], terms: Sequence[str], *, scope: Scope, limit: int = 100
) -> list[Scored]:
    """Passages of these sources that have the terms (of `tokenise_query`), best first.

    The score is BM25 with N, document frequencies and average length of all the tenant's passages, whatever the filters.
    """
    wanted = {source.pk for source in sources if source.tenant_id == tenant.pk}
    statistics = _statistics(tenant, {term_key(term) for term in terms})
    if not wanted or not statistics.weights or limit < 1:
        return []
    search = _Search(tenant, wanted if len(wanted) < statistics.sources else set(), statistics)
    filters, values = passage_filters(scope)
    if not filters:
        return search.best(limit, PROVEN)
    found = search.best(limit * FILTERED, limit)
    passed = search.passing(found, filters, values)[:limit]
    # Fewer than were asked for, of which each may be beaten by one that was not looked at: then every passage is scored.
    if len(passed) < limit and len(found) == limit * FILTERED:
        return search.best_of_all(limit, filters, values)
    return passed


@dataclass(frozen=True, slots=True)
class _Statistics:
    """Of the tenant: its sources, tokens in a passage on average, {term: how much it weighs, at most}, {term: passages}."""

    sources: int
    average: float
    weights: Mapping[int, float]
    frequencies: Mapping[int, int]


def _statistics(tenant: Tenant, terms: set[int]) -> _Statistics:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT whole.*, of_term.* FROM"
            " (SELECT count(*), coalesce(sum(passages), 0), coalesce(sum(tokens), 0) FROM search_indexedsource"
            "  WHERE tenant_id = %s) AS whole"
            " LEFT JOIN (SELECT term, sum(frequency) FROM search_termpostings WHERE tenant_id = %s AND term = ANY(%s)"
            "  GROUP BY term) AS of_term ON true",
            [tenant.pk, tenant.pk, sorted(terms)],
        )
        rows = cursor.fetchall()
    sources, passages, tokens = rows[0][:3]
    frequencies = {term: int(frequency) for *_whole, term, frequency in rows if term is not None}
    weights = {
        term: (K1 + 1) * log(1 + (int(passages) - frequency + 0.5) / (frequency + 0.5)) for term, frequency in frequencies.items()
    }
    return _Statistics(sources, float(tokens) / max(passages, 1), weights, frequencies)


_COUNT = f"(p >> {COUNT_SHIFT} & {MASK})"
# The part of a score that is one posting's, or one entry's of a passage's own list.
_OF_POSTING = f"weight * {_COUNT} / ({_COUNT} + %(flat)s + %(slope)s * (p & {MASK}))"
_OF_ENTRY = "weight * f.counts[place] / (f.counts[place] + %(flat)s + %(slope)s * f.length)"
_SCORED = (
    f"SELECT p >> {PASSAGE_SHIFT} AS passage, sum({_OF_POSTING}) AS score FROM ("
    "SELECT asked.weight, unnest(t.postings) AS p FROM asked JOIN search_termpostings AS t"
    " ON t.tenant_id = %(tenant)s AND t.term = asked.term{sources} WHERE {which}) AS read GROUP BY 1"
)
_COMPLETED = (
    f"SELECT sum({_OF_ENTRY}) FROM {{terms}}, width_bucket({{terms}}.term, f.terms) AS place"
    " WHERE f.terms[place] = {terms}.term"
)
_ASKED = (
    "WITH asked AS MATERIALIZED (SELECT * FROM unnest(%(terms)s::bigint[], %(weights)s::float8[], %(reaches)s::float8[],"
    " %(firsts)s::bool[]) AS asked(term, weight, reach, is_first))"
)
_BEST = "SELECT passage, score FROM ({scored}) AS every ORDER BY score DESC, passage LIMIT %(limit)s"


class _Search:
    """One question in the sources of one tenant; no sources are all."""

    def __init__(self, tenant: Tenant, sources: set[int], statistics: _Statistics) -> None:
        rarest_first = sorted(statistics.weights, key=lambda term: (statistics.frequencies[term], term))
        weights = [statistics.weights[term] for term in rarest_first]
        read = list(accumulate(statistics.frequencies[term] for term in rarest_first))
        self._postings = read[-1]
        self._sources = " AND t.indexed_id = ANY(%(sources)s)" if sources else ""
        self._values: dict[str, Any] = {
            "tenant": tenant.pk,
            "sources": sorted(sources),
            "terms": rarest_first,
            "weights": weights,
            "reaches": list(accumulate(reversed(weights)))[::-1],  # of this term and all that are more common
            "firsts": [place == 0 or total <= FIRST for place, total in enumerate(read)],
            "flat": K1 * (1 - B),
            "slope": K1 * B / (statistics.average or 1),
        }

    def best(self, limit: int, proven: int) -> list[Scored]:
        """The best; the first `proven` are the best of all."""
        if self._postings <= FEW:
            return self._asked(_BEST.format(scored=self._scored("true")), limit)
        tried = (
            f"SELECT ({_COMPLETED.format(terms='asked')}) AS score FROM"
            f" ({self._scored('asked.is_first')} ORDER BY score DESC LIMIT %(tried)s) AS first"
            " JOIN search_passageterms AS f ON f.passage_id = first.passage ORDER BY 1 DESC LIMIT %(proven)s"
        )
        read = self._scored("asked.reach >= %(share)s * (SELECT score FROM bar)")
        return self._asked(
            ", bar AS MATERIALIZED (SELECT CASE WHEN count(*) < %(proven)s THEN 0 ELSE min(score) END AS score"
            f" FROM ({tried}) AS tried),"
            " rest AS MATERIALIZED (SELECT * FROM asked WHERE reach < %(share)s * (SELECT score FROM bar)),"
            f" read AS MATERIALIZED ({read}),"
            " likely AS (SELECT * FROM read WHERE score >= least("
            "(SELECT score FROM bar) - (SELECT coalesce(max(reach), 0) FROM rest),"
            " (SELECT score FROM read ORDER BY score DESC OFFSET %(limit)s - 1 LIMIT 1)))"
            f" SELECT passage, likely.score + coalesce(({_COMPLETED.format(terms='rest')}), 0) AS score"
            " FROM likely JOIN search_passageterms AS f ON f.passage_id = likely.passage"
            " ORDER BY score DESC, passage LIMIT %(limit)s",
            limit,
            proven=proven,
            share=SHARE,
            tried=max(TRIED, proven),
        )

    def best_of_all(self, limit: int, filters: str, values: Sequence[Any]) -> list[Scored]:
        """The best of those that pass the filters, with every posting read."""
        named, more = _named(filters, values)
        joined = (
            f"SELECT every.passage, every.score FROM ({self._scored('true')}) AS every JOIN search_passage AS p"
            f" ON p.tenant_id = %(tenant)s AND p.id = every.passage{named}"
        )
        return self._asked(_BEST.format(scored=joined), limit, **more)

    def passing(self, found: Sequence[Scored], filters: str, values: Sequence[Any]) -> list[Scored]:
        """Those that pass the filters, in their order."""
        named, more = _named(filters, values)
        given = {**self._values, **more, "found": [item.passage for item in found]}
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT p.id FROM search_passage AS p WHERE p.tenant_id = %(tenant)s AND p.id = ANY(%(found)s){named}", given
            )
            passed = {number for (number,) in cursor.fetchall()}
        return [item for item in found if item.passage in passed]

    def _scored(self, which: str) -> str:
        return _SCORED.format(sources=self._sources, which=which)

    def _asked(self, sql: str, limit: int, **more: Any) -> list[Scored]:
        with connection.cursor() as cursor:
            cursor.execute(f"{_ASKED} {sql}", {**self._values, **more, "limit": limit})
            return [Scored(passage, score) for passage, score in cursor.fetchall()]


def _named(filters: str, values: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """The filters with named parameters, as the statements here have them."""
    names = [f"filter{number}" for number in range(len(values))]
    pieces = filters.split("%s")
    named = "".join(f"{piece}%({name})s" for piece, name in zip(pieces, names, strict=False)) + pieces[-1]
    return named, dict(zip(names, values, strict=True))
