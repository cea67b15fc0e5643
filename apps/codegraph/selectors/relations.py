"""Several capsules at once with what calls them and what they call: as many queries for fifteen as for one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import DenseRank

from apps.codegraph.models import Capsule, Edge, FactSheet
from apps.codegraph.selectors.commit import current_sheet
from apps.codegraph.selectors.graph import BASE_DEPTH, capsule_fact, hint, names_called
from apps.codegraph.selectors.walking import COLUMNS
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, Callers, Surroundings, called_as, is_constructor, surroundings_of
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.walk import CALLING
from apps.repos.models import Repo
from apps.tenants.models import Tenant
from apps.tenants.text import text_key

MOST_SYMBOLS = 400  # of one answer
MOST_ENDS = 200  # edges read on each side of a symbol
_MOST_ABOVE = 1_000  # classes looked at on the way to the bases outside
_MEMBERS = 60  # methods of a class looked at
_KEPT = 256  # outlines a process keeps
_CALLS = frozenset({"calls", "tests"})
_ARRIVING = sorted(CALLING | {"uses", "overrides", "inherits"})
_LEAVING = sorted(_CALLS | {"overrides"})

Symbol = tuple[int, str]  # number of the repository, symbol in it


@dataclass(frozen=True, slots=True)
class Outline:
    """What of a repository's current commit bears on all of it: `folders` count the files in them and below, "" is all."""

    commit_sha: str
    surroundings: Surroundings
    folders: Mapping[str, int]


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


def outlines(tenant: Tenant, repos: Iterable[Repo]) -> dict[int, Outline]:
    """{repo id: its outline} of those that have a graph.  One query; another for each that this process has not seen."""
    wanted = {repo.pk: repo for repo in repos}
    rows = FactSheet.objects.filter(tenant=tenant, repo_id__in=list(wanted)).order_by("repo_id")
    found = {}
    for repo_id, digest, commit_sha in rows.values_list("repo_id", "digest", "commit_sha"):
        outline = _outline(tenant.pk, repo_id, digest)
        repo = wanted[repo_id]
        is_behind = bool(repo.head_sha and repo.head_sha != commit_sha)
        around = msgspec.structs.replace(outline.surroundings, is_behind=is_behind)
        found[repo_id] = Outline(commit_sha, around, outline.folders)
    return found


@lru_cache(_KEPT)
def _outline(tenant_id: int, repo_id: int, digest: str) -> Outline:
    """The digest is that of the sheet, so what is kept never grows old."""
    sheet = current_sheet(Repo(pk=repo_id, tenant_id=tenant_id))
    if sheet is None:
        return Outline("", Surroundings(), {})
    folders: dict[str, int] = defaultdict(int)
    for entry in sheet.files:
        folder = entry.path
        while folder:
            folder = folder.rpartition("/")[0]
            folders[folder] += 1
    return Outline("", surroundings_of(sheet), dict(folders))


def capsules_at(tenant: Tenant, symbols: Iterable[Symbol]) -> dict[Symbol, facts.Capsule]:
    """The capsules with these symbols, their bodies too; at most `MOST_SYMBOLS`.  One query."""
    wanted = set(sorted(set(symbols))[:MOST_SYMBOLS])
    return {(row.repo_id, row.symbol): _fact(row) for row in _rows(tenant, wanted) if (row.repo_id, row.symbol) in wanted}


def contents_of(tenant: Tenant, paths: Collection[Symbol], limit: int) -> dict[Symbol, tuple[facts.Capsule, ...]]:
    """{(repo id, path): what the file defines, by line, without bodies}; `limit` capsules in all.  One query."""
    keys = [text_key(path) for _repo_id, path in sorted(paths)]
    rows = Capsule.objects.filter(tenant=tenant, repo_id__in={repo_id for repo_id, _path in paths}, path_key__in=keys)
    found: dict[Symbol, list[facts.Capsule]] = defaultdict(list)
    for row in rows.exclude(kind__in=("module", "document")).order_by("repo_id", "path", "line", "symbol")[:limit].defer("body"):
        if (row.repo_id, row.path) in paths:
            row.body = ""  # not read, and not asked for
            found[row.repo_id, row.path].append(capsule_fact(row))
    return {key: tuple(items) for key, items in found.items()}


def relations_of(tenant: Tenant, symbols: Iterable[Symbol], around: Mapping[int, Outline]) -> dict[Symbol, Tied]:
    """What is tied to each of these symbols of the current commits, and whether its callers are known."""
    capsules = capsules_at(tenant, symbols)
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
        surroundings = around[repo_id].surroundings if repo_id in around else Surroundings()
        judge = CallerJudge([*hints.get(repo_id, ()), *items], index, surroundings)
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
    """Edges at the capsules, and at what is called when they are: three queries."""
    found = {repo_id: _Ties() for repo_id in asked}
    own = {text_key(item.symbol) for items in asked.values() for item in items}
    every = own | {text_key(name) for items in asked.values() for item in items for name in called_as(item)}
    owners = {text_key(item.parent) for items in asked.values() for item in items if is_constructor(item)}
    members = {text_key(name) for items in asked.values() for item in items for name in sorted(item.methods)[:_MEMBERS]}
    for side, here, there, wanted in (
        ("in", "target", "source", Q(target_key__in=every, kind__in=_ARRIVING) | Q(target_key__in=owners, kind="inherits")),
        ("members", "target", "source", Q(target_key__in=members - every, kind__in=sorted(CALLING))),
        ("out", "source", "target", Q(source_key__in=own, kind__in=_LEAVING)),
    ):
        rows = Edge.objects.filter(wanted, tenant=tenant, repo_id__in=list(asked))
        within = [F("repo_id"), F(f"{here}_key"), F("kind")]
        order = F(f"{there}_key")
        ranked = rows.annotate(
            end_at=Window(DenseRank(), partition_by=within, order_by=[order.asc()]),
            ends=Window(DenseRank(), partition_by=within, order_by=[order.asc()])
            + Window(DenseRank(), partition_by=within, order_by=[order.desc()])
            - 1,  # how many there are: first from the one side, last from the other
        )
        read = ranked.filter(end_at__lte=MOST_ENDS if side != "members" else 1)
        for repo_id, ends, *columns in read.values_list("repo_id", "ends", *COLUMNS):
            edge = facts.Edge(*columns)
            ties = found[repo_id]
            ties.edges.add(edge)
            if ends > MOST_ENDS and (edge.kind in CALLING or side == "out"):
                symbol = edge.target if here == "target" else edge.source
                ties.ends[side, symbol] = max(ends, ties.ends.get((side, symbol), 0))
    return found


def _bases(tenant: Tenant, asked: Mapping[int, Sequence[facts.Capsule]]) -> dict[int, set[facts.Edge]]:
    """What the classes extend, directly or not: a query for each step up."""
    found: dict[int, set[facts.Edge]] = defaultdict(set)
    border = {(repo_id, name) for repo_id, items in asked.items() for item in items for name in (item.symbol, item.parent)}
    seen = set(border)
    for _step in range(BASE_DEPTH):
        repos, keys = {repo_id for repo_id, _name in border}, {text_key(name) for _repo_id, name in border}
        rows = Edge.objects.filter(tenant=tenant, repo_id__in=repos, source_key__in=keys, kind="inherits")
        reached = set()
        for repo_id, *columns in rows.values_list("repo_id", *COLUMNS)[:_MOST_ABOVE]:
            edge = facts.Edge(*columns)
            if (repo_id, edge.source) in border:
                found[repo_id].add(edge)
                reached |= set() if edge.is_external else {(repo_id, edge.target)}
        border = reached - seen
        seen |= border
        if not border or len(seen) > _MOST_ABOVE:
            break
    return found


def _hints(tenant: Tenant, asked: Mapping[int, Sequence[facts.Capsule]]) -> dict[int, list[facts.Capsule]]:
    """What calls something of these names without being followed, or looks names up, and the classes around: two queries."""
    found: dict[int, list[facts.Capsule]] = defaultdict(list)
    names = {name for items in asked.values() for item in items for name in names_called(item)}
    rows = Capsule.objects.filter(tenant=tenant, repo_id__in=list(asked))
    calling = rows.filter(Q(details__has_key="lookups") | Q(unresolved__has_any_keys=sorted(names)))
    for repo_id, symbol, unresolved, lookups in calling.order_by("repo_id", "symbol").values_list(
        "repo_id", "symbol", "unresolved", "details__lookups"
    ):
        found[repo_id].append(hint(symbol, unresolved, lookups, names))
    owners = {text_key(item.parent) for items in asked.values() for item in items if item.parent != item.path}
    for row in rows.filter(key__in=owners).defer("body"):
        row.body = ""  # not read, and nothing here depends on it
        found[row.repo_id].append(capsule_fact(row))
    return found


def _rows(tenant: Tenant, wanted: Collection[Symbol]) -> QuerySet[Capsule]:
    keys = {text_key(symbol) for _repo_id, symbol in wanted}
    return Capsule.objects.filter(tenant=tenant, repo_id__in={repo_id for repo_id, _symbol in wanted}, key__in=keys)


def _fact(row: Capsule) -> facts.Capsule:
    return msgspec.structs.replace(capsule_fact(row), rank=row.rank)
