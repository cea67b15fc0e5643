"""What a question names: symbols, files, lines, phrases, a regular expression; names with a typing error."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg.errors
from django.db import DataError, connection

from apps.engine.retrieval import Scored
from apps.engine.retrieval.hits import NO_FILE, NO_LINE, NO_PATTERN, NO_PHRASE
from apps.engine.retrieval.names import (
    FEW,
    FILE,
    IN_FILE,
    LINE,
    MANY,
    PHRASE,
    SIMILAR,
    Named,
    name_score,
)
from apps.engine.retrieval.query import Query, QueryRefused, is_file_name, qualified
from apps.search.legs.filters import like, passage_filters
from apps.search.limits import TooSlow, given_up_when_slow
from apps.search.scope import Scope
from apps.search.selectors import Source
from apps.tenants.models import Tenant

NAMESAKES = 100  # of one name
ENCLOSING = 3  # passages around a line
NAME = r"LOWER(SUBSTRING(RIGHT(p.title, 500), '([^.#/]+)(?:#\d+)?$'))"
FILENAME = "LOWER(SUBSTRING(RIGHT(p.path, 500), '[^/]+$'))"
LIKENESS = 0.45  # trigrams two names share from which one may be the other mistyped
CENTRAL = 0.001  # what a place costs
AS_LIKE = 0.85  # of the likeness of the most alike: what is less so is not what was meant

Row = tuple[int, str, str, str]
COLUMNS = "p.id, p.anchor, p.title, p.path"
WHERE = "FROM search_passage AS p WHERE p.tenant_id = %s AND p.indexed_id = ANY(%s)"
ROWS = f"SELECT {COLUMNS} {WHERE}"
ASKED = "SELECT asked.at - 1, hit.* FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS asked(name, within, at)"


@dataclass(frozen=True, slots=True)
class Exact:
    """Best first; `notes` say what was not looked for to its end, or that another spelling was."""

    scored: tuple[Scored, ...] = ()
    notes: tuple[str, ...] = ()


def exact_leg(tenant: Tenant, sources: Sequence[Source], query: Query, *, scope: Scope, limit: int = 100) -> Exact:
    """Passages that a question names, each with how exactly.  Raises `QueryRefused` for a pattern that is none.

    Inside a `time_limit`: a scan of all texts may take as long as that.
    """
    looked = _Looked(tenant, sources, scope)
    found: dict[int, Scored] = {}
    notes: list[str] = []
    for name, asked, step in (
        ("lines", query.places, looked.lines),
        ("files", query.paths, looked.files),
        ("names", query.names, looked.names),
        ("phrase", query.phrases, looked.phrases),
        ("pattern", query.pattern, looked.pattern),
    ):
        if asked:
            notes += _take(found, name, step(query))
    best = sorted(found.values(), key=lambda item: -item.score)
    return Exact(tuple(best[:limit]), (*notes, *looked.absent))


def similar_names(tenant: Tenant, sources: Sequence[Source], query: Query, *, scope: Scope) -> Exact:
    """Passages whose names are a typing error away from those of the question, the most alike first.  In a `time_limit`."""
    found: dict[int, Scored] = {}
    notes = _take(found, "similar", _Looked(tenant, sources, scope).similar(query))
    return Exact(tuple(found.values()), (*notes, *(["typing:corrected"] if found else [])))


def _take(found: dict[int, Scored], name: str, step: Iterable[Scored]) -> list[str]:
    """Add what a step finds, each passage with its best score; the note to leave if it took too long."""
    try:
        with given_up_when_slow():
            for item in step:
                if item.passage not in found or found[item.passage].score < item.score:
                    found[item.passage] = item
    except TooSlow:
        return [f"{name}:slow"]
    return []


class _Looked:
    """Look-ups in the passages of one search.  Each gives its finds in their order; `absent` are notes of what is not there."""

    def __init__(self, tenant: Tenant, sources: Sequence[Source], scope: Scope) -> None:
        self._filters, self._values = passage_filters(scope)
        self._where: list[Any] = [tenant.pk, [source.pk for source in sources]]
        self.absent: list[str] = []

    def names(self, query: Query) -> Iterable[Scored]:
        """What is called so.  Where nothing has the modules before a name, what has the name alone may be meant."""
        pairs = [(name, *_tail(name)) for name in query.names if qualified(name)]
        rows = self._called(pairs)
        far: list[tuple[str, str, str]] = []
        for at, (name, last, within) in enumerate(pairs):
            scores = [(row, name_score(name, Named(row[1], row[2], row[3]))) for row in rows[at]]
            fitting = [(row, score) for row, score in scores if score]
            few = query.is_identifier or name in query.targets or len(fitting) <= FEW
            step = CENTRAL if name in query.targets else 0.0  # of what somebody calls rather the central one, and no test
            for place, (row, score) in enumerate(fitting):
                yield Scored(row[0], (score if few else min(score, MANY)) - step * place, name, "name")
            if within and not fitting:
                far.append((name, last, ""))
        for at, found in self._called(far).items() if far else ():
            yield from (Scored(row[0], MANY, far[at][0], "name") for row in found)

    def _called(self, pairs: Sequence[tuple[str, str, str]]) -> dict[int, list[Row]]:
        """The rows with the second of each three for a name and the last somewhere in their symbol."""
        return self._each(
            f"AND {NAME} = asked.name AND strpos(LOWER(p.anchor), asked.within) > 0 AND p.kind <> 'module'",
            "ORDER BY p.role = 'test', p.rank DESC, p.id",
            [last for _name, last, _within in pairs],
            [within for _name, _last, within in pairs],
        )

    def files(self, query: Query) -> Iterable[Scored]:
        paths = [path.strip("/").removeprefix("./").lower() for path in query.paths]
        rows = self._each(
            f"AND {FILENAME} = asked.name AND '/' || LOWER(p.path) LIKE '%%/' || asked.within",
            "ORDER BY p.anchor <> p.path, p.line, p.id",
            [path.rpartition("/")[2] for path in paths],
            [like(path) for path in paths],
        )
        for at, path in enumerate(query.paths):
            for row in rows[at]:
                score = FILE if row[1] == row[3] else IN_FILE if query.is_identifier and not query.places else MANY
                yield Scored(row[0], score, path, "file")
            if not rows[at] and is_file_name(path):
                self.absent.append(NO_FILE)

    def lines(self, query: Query) -> Iterable[Scored]:
        for path, line in query.places:
            asked = path.strip("/").removeprefix("./").lower()
            where = f"AND {FILENAME} = %s AND '/' || LOWER(p.path) LIKE %s"
            named = [asked.rpartition("/")[2], f"%/{like(asked)}"]
            rows = self._rows(
                f"{where} AND %s BETWEEN p.line AND p.end_line ORDER BY p.end_line - p.line, p.rank DESC, p.id LIMIT %s",
                [*named, line, ENCLOSING],
            )
            yield from (Scored(row[0], LINE - 0.01 * place, f"{path}:{line}", "line") for place, row in enumerate(rows))
            if not rows and self._rows(f"{where} LIMIT 1", named):
                self.absent.append(NO_LINE)

    def phrases(self, query: Query) -> Iterable[Scored]:
        """What holds a phrase; where nothing else is asked for, what holds all of them."""
        for together in [query.phrases] if query.is_verbatim else [(phrase,) for phrase in query.phrases]:
            rows = self._rows(
                f"{'AND p.text ILIKE %s ' * len(together)}ORDER BY p.role = 'test', p.rank DESC, p.id LIMIT %s",
                [*(f"%{like(phrase)}%" for phrase in together), NAMESAKES],
            )
            yield from (Scored(row[0], PHRASE, ", ".join(together), "phrase") for row in rows)
            if not rows:
                self.absent.append(NO_PHRASE)

    def pattern(self, query: Query) -> Iterable[Scored]:
        operator = "~*" if query.ignores_case else "~"
        try:
            rows = self._rows(
                f"AND p.text {operator} %s ORDER BY p.role = 'test', p.rank DESC, p.id LIMIT %s", [query.pattern, NAMESAKES]
            )
        except DataError as error:
            if isinstance(error.__cause__, psycopg.errors.InvalidRegularExpression):
                raise QueryRefused(
                    "This is no regular expression: a bracket or a repetition is wrong.", code="query:pattern"
                ) from error
            raise
        yield from (Scored(row[0], PHRASE, query.pattern, "pattern") for row in rows)
        if not rows:
            self.absent.append(NO_PATTERN)

    def similar(self, query: Query) -> Iterable[Scored]:
        """Names a typing error away, where the database knows trigrams."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
            if cursor.fetchone() is None:
                return
            cursor.execute("SELECT set_config('pg_trgm.similarity_threshold', %s, true)", [str(LIKENESS)])
            for name in query.names:
                last = _tail(name)[0]
                cursor.execute(
                    f"SELECT {COLUMNS}, similarity({NAME}, %s) {WHERE}{self._filters} AND {NAME} %% %s AND p.kind <> 'module'"
                    " ORDER BY 5 DESC, p.role = 'test', p.rank DESC, p.id LIMIT %s",
                    [last, *self._where, *self._values, last, NAMESAKES],
                )
                rows = cursor.fetchall()
                least = AS_LIKE * rows[0][4] if rows else 0.0
                yield from (Scored(row[0], SIMILAR * row[4], row[2], "similar") for row in rows if row[4] >= least)

    def _each(self, condition: str, order: str, names: list[str], within: list[str]) -> dict[int, list[Row]]:
        """{place of what was asked for: its rows}, in one query, a limit for each."""
        found: dict[int, list[Row]] = defaultdict(list)
        with connection.cursor() as cursor:
            cursor.execute(
                f"{ASKED} CROSS JOIN LATERAL ({ROWS} {condition}{self._filters} {order} LIMIT {NAMESAKES}) AS hit",
                [names, within, *self._where, *self._values],
            )
            for at, passage, anchor, title, path in cursor.fetchall():
                found[at].append((passage, anchor, title, path))
        return found

    def _rows(self, condition_and_order: str, values: list[Any]) -> list[Row]:
        with connection.cursor() as cursor:
            cursor.execute(f"{ROWS}{self._filters} {condition_and_order}", [*self._where, *self._values, *values])
            return [(passage, anchor, title, path) for passage, anchor, title, path in cursor.fetchall()]


def _tail(name: str) -> tuple[str, str]:
    """(last part of a name, the part before it, "" where there is none), in small letters."""
    parts = qualified(name).split(".")
    return parts[-1], parts[-2] if len(parts) > 1 else ""
