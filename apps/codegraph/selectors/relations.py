"""Several capsules at once with what calls them and what they call: as many queries for fifteen as for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Case, F, TextField, Value, When
from django.db.models.functions import Left

from apps.codegraph.models import Capsule, FactSheet
from apps.codegraph.selectors.commit import current_sheet
from apps.codegraph.selectors.graph import BASE_DEPTH, capsule_fact, hint, looking, names_called
from apps.engine import facts
from apps.engine.graph.callers import (
    CALLED_KINDS,
    PLACES,
    CallerJudge,
    Callers,
    Surroundings,
    called_as,
    is_constructor,
    surroundings_of,
)
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.walk import CALLING
from apps.repos.models import Repo
from apps.tenants.models import Tenant
from apps.tenants.text import text_key

MOST_SYMBOLS = 400  # of one answer
MOST_ENDS = 200  # edges read on each side of a symbol
_MOST_ABOVE = 1_000  # classes looked at on the way to the bases outside
_MEMBERS = 60  # methods of a class looked at
_SAID = 400  # characters of a docstring in a list
_KEPT = 256  # outlines a process keeps
_CALLS = frozenset({"calls", "tests"})
_ARRIVING = sorted(CALLING | {"uses", "overrides", "inherits"})
_LEAVING = sorted(_CALLS | {"overrides"})

Symbol = tuple[int, str]  # number of the repository, symbol in it


@dataclass(frozen=True, slots=True)
class Outline:
    """What of a repository's current commit bears on all of it.

    `folders` count the files in them and below, "" is all; `looking` are the capsules that look names up.
    """

    surroundings: Surroundings
    folders: Mapping[str, int]
    looking: tuple[facts.Capsule, ...]


@dataclass(frozen=True, slots=True)
class Tied:
    """A capsule with the symbols at the other ends of its calls: the first so many of `caller_count` and `callee_count`.

    `verdict` says whether the callers are all of them, None for what is not called.
    """

    capsule: facts.Capsule
    callers: tuple[str, ...]
    caller_count: int
    callees: tuple[str, ...]
    callee_count: int
    outside: tuple[str, ...]
    verdict: Callers | None


_NOTHING = Outline(Surroundings(), {}, ())


def outlines(tenant: Tenant, repo_ids: Collection[int], *, behind: Collection[int] = ()) -> dict[int, Outline]:
    """{repo id: its outline} of those that have a graph; `behind` are those whose head is another commit by now.

    One query, and some for each that this process has not seen.
    """
    rows = FactSheet.objects.filter(tenant=tenant, repo_id__in=sorted(repo_ids)).order_by("repo_id")
    found = {repo_id: _outline(tenant.pk, repo_id, digest) for repo_id, digest in rows.values_list("repo_id", "digest")}
    for repo_id in behind:
        if repo_id in found:
            around = msgspec.structs.replace(found[repo_id].surroundings, is_behind=True)
            found[repo_id] = replace(found[repo_id], surroundings=around)
    return found


@lru_cache(_KEPT)
def _outline(tenant_id: int, repo_id: int, digest: str) -> Outline:
    """The digest is that of the sheet, so what is kept does not grow old."""
    repo = Repo(pk=repo_id, tenant_id=tenant_id)
    sheet = current_sheet(repo)
    if sheet is None:
        return _NOTHING
    folders: dict[str, int] = defaultdict(int)
    for entry in sheet.files:
        folder = entry.path
        while folder:
            folder = folder.rpartition("/")[0]
            folders[folder] += 1
    return Outline(surroundings_of(sheet), dict(folders), tuple(looking(repo)))


def capsules_at(tenant: Tenant, symbols: Iterable[Symbol], *, bodies: Collection[Symbol]) -> dict[Symbol, facts.Capsule]:
    """The capsules with these symbols, at most `MOST_SYMBOLS`; the bodies of those in `bodies`.  One query."""
    wanted = set(sorted(set(symbols))[:MOST_SYMBOLS])
    keys = {text_key(symbol) for _repo_id, symbol in wanted}
    rows = Capsule.objects.filter(tenant=tenant, repo_id__in={repo_id for repo_id, _symbol in wanted}, key__in=keys)
    whole = When(key__in={text_key(symbol) for _repo_id, symbol in bodies}, then=F("body"))
    read = rows.defer("body").annotate(text=Case(whole, default=Value(""), output_field=TextField()))
    return {(row.repo_id, row.symbol): _fact(row, row.text) for row in read if (row.repo_id, row.symbol) in wanted}


def contents_of(tenant: Tenant, paths: Collection[Symbol], limit: int) -> dict[Symbol, tuple[facts.Capsule, ...]]:
    """{(repo id, path): what the file defines, by line, as far as a list shows it}; `limit` capsules in all.  One query."""
    keys = [text_key(path) for _repo_id, path in sorted(paths)]
    rows = Capsule.objects.filter(tenant=tenant, repo_id__in={repo_id for repo_id, _path in paths}, path_key__in=keys)
    shown = rows.exclude(kind__in=("module", "document")).order_by("repo_id", "path", "line", "symbol")
    columns = shown.values_list(
        "repo_id", "path", "symbol", "kind", "name", "language", "line", Left("docstring", _SAID), "parent"
    )
    found: dict[Symbol, list[facts.Capsule]] = defaultdict(list)
    for repo_id, path, symbol, kind, name, language, line, docstring, parent in columns[:limit]:
        if (repo_id, path) in paths:
            shown_of = facts.Capsule(symbol, kind, name, path, language, line, line, line, "", docstring, "", "", parent=parent)
            found[repo_id, path].append(shown_of)
    return {key: tuple(items) for key, items in found.items()}


def relations_of(
    tenant: Tenant, symbols: Iterable[Symbol], around: Mapping[int, Outline], *, bodies: Collection[Symbol]
) -> dict[Symbol, Tied]:
    """What is tied to each of these symbols of the current commits, and whether its callers are known.  Five queries."""
    capsules = capsules_at(tenant, symbols, bodies=bodies)
    asked: dict[int, list[facts.Capsule]] = defaultdict(list)
    for (repo_id, _symbol), capsule in capsules.items():
        asked[repo_id].append(capsule)
    edges = _edges(tenant, asked)
    above = _bases(tenant, asked)
    hints = _hints(tenant, asked)
    found: dict[Symbol, Tied] = {}
    for repo_id, items in asked.items():
        ties = edges[repo_id]
        index = GraphIndex(sorted({*ties.edges, *above.get(repo_id, ())}))
        outline = around.get(repo_id, _NOTHING)
        judge = CallerJudge([*outline.looking, *hints.get(repo_id, ()), *items], index, outline.surroundings)
        for capsule in items:
            found[repo_id, capsule.symbol] = _tied(capsule, index, ties, judge)
    return found


@dataclass(slots=True)
class _Ties:
    """Edges at symbols; `ends` counts the symbols at their other ends where those are more than were read."""

    edges: set[facts.Edge] = field(default_factory=set)
    ends: dict[tuple[str, str], int] = field(default_factory=dict)  # by the side they are on, and the symbol


def _tied(capsule: facts.Capsule, index: GraphIndex, ties: _Ties, judge: CallerJudge) -> Tied:
    leaving = [edge for edge in index.leaving(capsule.symbol) if edge.kind in _CALLS]
    callers = tuple(dict.fromkeys(edge.source for edge in judge.callers(capsule)))
    callees = tuple(dict.fromkeys(edge.target for edge in leaving if not edge.is_external))
    called = max(ties.ends.get(("in", name), 0) for name in called_as(capsule))
    return Tied(
        capsule=capsule,
        callers=callers,
        caller_count=max(len(callers), called),
        callees=callees,
        callee_count=max(len(callees), ties.ends.get(("out", capsule.symbol), 0)),
        outside=tuple(dict.fromkeys(edge.target for edge in leaving if edge.is_external)),
        verdict=judge.judge(capsule),
    )


def _edges(tenant: Tenant, asked: Mapping[int, Sequence[facts.Capsule]]) -> dict[int, _Ties]:
    """Edges at the capsules, and at what is called when they are.  One query: the first symbols at either side, and how many."""
    every_capsule = [item for items in asked.values() for item in items]
    own = {text_key(item.symbol) for item in every_capsule}
    called = {text_key(name) for item in every_capsule for name in called_as(item)}
    owners = {text_key(item.parent) for item in every_capsule if is_constructor(item)}
    members = {text_key(name) for item in every_capsule for name in sorted(item.methods)[:_MEMBERS]} - called
    found = {repo_id: _Ties() for repo_id in asked}
    if not asked:
        return found
    names: dict[str, Any] = {
        "tenant": tenant.pk, "repos": list(asked), "most": MOST_ENDS, "called": list(called), "arriving": _ARRIVING,
        "own": list(own), "leaving": _LEAVING, "owners": list(owners), "members": list(members), "calling": sorted(CALLING),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_EDGES, names)
        for repo_id, side, ends, *columns in cursor:
            edge = facts.Edge(*columns)
            ties = found[repo_id]
            ties.edges.add(edge)
            if ends > MOST_ENDS and edge.kind in CALLING and not edge.is_external:
                symbol = edge.target if side == "in" else edge.source
                ties.ends[side, symbol] = max(ends, ties.ends.get((side, symbol), 0))
    return found


# How many there are: first from the one side, last from the other.  Who calls out of a test calls too.
_EDGES = """
WITH tied AS (
    SELECT repo_id, 'in' AS side, source, kind, target, line, resolution, is_external,
           dense_rank() OVER (alike ORDER BY source_key) AS end_at, dense_rank() OVER (alike ORDER BY source_key DESC) AS end_from
    FROM codegraph_edge
    WHERE tenant_id = %(tenant)s AND repo_id = ANY(%(repos)s) AND target_key = ANY(%(called)s) AND kind = ANY(%(arriving)s)
    WINDOW alike AS (PARTITION BY repo_id, target_key, CASE WHEN kind = ANY(%(calling)s) THEN 'calls' ELSE kind END)
    UNION ALL
    SELECT repo_id, 'out', source, kind, target, line, resolution, is_external,
           dense_rank() OVER (alike ORDER BY target_key), dense_rank() OVER (alike ORDER BY target_key DESC)
    FROM codegraph_edge
    WHERE tenant_id = %(tenant)s AND repo_id = ANY(%(repos)s) AND source_key = ANY(%(own)s) AND kind = ANY(%(leaving)s)
    WINDOW alike AS (
        PARTITION BY repo_id, source_key, is_external, CASE WHEN kind = ANY(%(calling)s) THEN 'calls' ELSE kind END
    )
    UNION ALL
    SELECT repo_id, 'around', source, kind, target, line, resolution, is_external, 1, 1
    FROM (
        SELECT *, row_number() OVER (PARTITION BY repo_id, target_key ORDER BY source_key) AS at
        FROM codegraph_edge
        WHERE tenant_id = %(tenant)s AND repo_id = ANY(%(repos)s) AND target_key = ANY(%(members)s) AND kind = ANY(%(calling)s)
    ) AS of_members
    WHERE at = 1
    UNION ALL
    SELECT repo_id, 'around', source, kind, target, line, resolution, is_external, 1, 1
    FROM codegraph_edge
    WHERE tenant_id = %(tenant)s AND repo_id = ANY(%(repos)s) AND target_key = ANY(%(owners)s) AND kind = 'inherits'
)
SELECT repo_id, side, end_at + end_from - 1, source, kind, target, line, resolution, is_external
FROM tied WHERE end_at <= %(most)s
"""


def _bases(tenant: Tenant, asked: Mapping[int, Sequence[facts.Capsule]]) -> dict[int, set[facts.Edge]]:
    """What the classes extend, directly or not.  One query."""
    found: dict[int, set[facts.Edge]] = defaultdict(set)
    keys = {text_key(name) for items in asked.values() for item in items for name in (item.symbol, item.parent)}
    if not asked:
        return found
    names: dict[str, Any] = {
        "tenant": tenant.pk,
        "repos": list(asked),
        "keys": list(keys),
        "depth": BASE_DEPTH,
        "most": _MOST_ABOVE,
    }
    with connection.cursor() as cursor:
        cursor.execute(_BASES, names | {"depth": BASE_DEPTH, "most": _MOST_ABOVE})
        for repo_id, *columns in cursor:
            found[repo_id].add(facts.Edge(*columns))
    return found


_BASES = """
WITH RECURSIVE above AS (
    SELECT repo_id, source, kind, target, line, resolution, is_external, target_key, 1 AS depth
    FROM codegraph_edge
    WHERE tenant_id = %(tenant)s AND repo_id = ANY(%(repos)s) AND source_key = ANY(%(keys)s) AND kind = 'inherits'
    UNION
    SELECT e.repo_id, e.source, e.kind, e.target, e.line, e.resolution, e.is_external, e.target_key, above.depth + 1
    FROM above JOIN codegraph_edge AS e ON e.repo_id = above.repo_id AND e.source_key = above.target_key
    WHERE e.tenant_id = %(tenant)s AND e.kind = 'inherits' AND NOT above.is_external AND above.depth < %(depth)s
)
SELECT repo_id, source, kind, target, line, resolution, is_external FROM above LIMIT %(most)s
"""


def _hints(tenant: Tenant, asked: Mapping[int, Sequence[facts.Capsule]]) -> dict[int, list[facts.Capsule]]:
    """What calls something of these names without being followed, and the classes around: two queries."""
    found: dict[int, list[facts.Capsule]] = defaultdict(list)
    called = [(repo_id, item) for repo_id, items in asked.items() for item in items if item.kind in CALLED_KINDS]
    pairs = sorted({(repo_id, name) for repo_id, item in called for name in names_called(item)})
    if not pairs:
        return found
    given: dict[str, Any] = {"tenant": tenant.pk, "places": PLACES}
    given |= {"repos": [repo_id for repo_id, _name in pairs], "names": [name for _repo_id, name in pairs]}
    with connection.cursor() as cursor:
        cursor.execute(_UNRESOLVED, given)
        for repo_id, name, count, symbols in cursor:
            first, *others = symbols
            found[repo_id].append(hint(first, {name: count - len(others)}, (), (name,)))
            found[repo_id] += [hint(symbol, {name: 1}, (), (name,)) for symbol in others]
    owners = {text_key(item.parent) for _repo_id, item in called if item.parent != item.path}
    rows = Capsule.objects.filter(tenant=tenant, repo_id__in=list(asked), key__in=owners)
    for row in rows.defer("body"):
        found[row.repo_id].append(_fact(row, ""))
    return found


# Of each name: how many calls, and the first places of them.
_UNRESOLVED = """
WITH called AS MATERIALIZED (
    SELECT c.repo_id, c.symbol, u.key AS name, u.value FROM codegraph_capsule AS c, jsonb_each_text(c.unresolved) AS u
    WHERE c.tenant_id = %(tenant)s AND c.repo_id = ANY(%(repos)s) AND c.unresolved ?| %(names)s
)
SELECT w.repo_id, w.name, sum(c.value::int), (array_agg(c.symbol ORDER BY c.symbol COLLATE "C"))[1:%(places)s]
FROM called AS c JOIN unnest(%(repos)s::bigint[], %(names)s::text[]) AS w(repo_id, name) USING (repo_id, name)
GROUP BY w.repo_id, w.name
ORDER BY w.repo_id, w.name
"""


def _fact(row: Capsule, body: str) -> facts.Capsule:
    row.body = body
    return msgspec.structs.replace(capsule_fact(row), rank=row.rank)
