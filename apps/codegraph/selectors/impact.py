"""What a change of a symbol can reach: what depends on it, the tests and routes that run it, and where that is not all."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q

from apps.codegraph.models import Capsule
from apps.codegraph.selectors.commit import current_sheet
from apps.codegraph.selectors.graph import BASE_DEPTH, capsule_fact, looking, verdict_of
from apps.codegraph.selectors.walking import BORDER, spread
from apps.engine import facts
from apps.engine.graph.callers import CallerJudge, Callers, Reason, implementation_of, surroundings_of
from apps.engine.graph.components import part_of
from apps.engine.graph.index import GraphIndex
from apps.engine.graph.testfiles import is_test
from apps.engine.graph.walk import DEPENDING, Reached, impact, reaching_tests
from apps.repos.models import Repo
from apps.tenants.text import text_key

DEEPEST = 10  # steps
MOST = 1_000  # symbols of one answer
_ROWS = 10_000  # edges one step reads
_CONTENTS = 6  # definitions within definitions
_NAMES = 2_000  # capsules looked at for calls that were not followed
_PLACES = 5  # of them named for each name
_UNNAMED = frozenset({"module", "document"})  # kinds that no call names


@dataclass(frozen=True, slots=True)
class Gap:
    """Calls of a name that could not be followed, and that may be of something a change reaches."""

    name: str
    count: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A route or job that runs what a change reaches, after `steps`."""

    symbol: str
    steps: int
    endpoint: facts.Endpoint | None = None
    job: facts.Job | None = None


@dataclass(frozen=True, slots=True)
class Impact:
    """`reached` is what may behave differently, nearest first, each with the way to it; `tests` are those that run it.

    `parts` counts what is reached by component.  `verdict` says whether all that call the symbol itself are known, None where
    it is nothing that is called; `unsure` are those of what is reached, and of what stands in the symbol, of which it does not.
    `gaps` tell where calls that could not be followed may lead to more, most calls first; `is_cut` that there is more than is
    told, `goes_on` that it goes on after the last step.  `test_files` counts files of tests that depend on it, by a call or not.
    """

    reached: tuple[Reached, ...]
    tests: tuple[Reached, ...]
    runs: tuple[Run, ...]
    parts: tuple[tuple[str, int], ...]
    verdict: Callers | None
    gaps: tuple[Gap, ...]
    is_cut: bool
    goes_on: bool
    unsure: tuple[str, ...] = ()
    test_files: int = 0

    @property
    def files(self) -> int:
        return len({item.symbol.partition("#")[0] for item in self.reached})


def impact_of(repo: Repo, symbol: str, *, depth: int) -> Impact | None:
    """What a change of a symbol can reach within `depth` steps; None if the current commit has no such symbol.

    A query a step, and one a level of what stands in the symbol; at most `MOST` symbols are told.
    """
    row = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key=text_key(symbol)).first()
    sheet = current_sheet(repo) if row is not None else None
    if row is None or sheet is None:
        return None
    capsule = capsule_fact(row)
    changed = sorted({symbol, implementation_of(capsule) or symbol})
    contents, many = spread(repo, changed, _CONTENTS, _contained, MOST)
    inside = sorted({*changed, *(edge.target for edge in contents)})
    # One step more than is told, to know whether it goes on.
    edges, is_cut = spread(repo, inside, depth + 1, _depending, MOST, most=_ROWS)
    index = GraphIndex(sorted({*contents, *edges}))
    found = impact(index, changed, depth=depth + 1, limit=MOST + len(inside))
    reached = tuple(item for item in found if item.distance <= depth)
    steps = dict.fromkeys(inside, 0) | {item.symbol: item.distance for item in reached}
    return Impact(
        reached=reached,
        tests=reaching_tests(index, changed, depth=depth, limit=MOST + len(inside)),
        runs=_runs(sheet, steps),
        parts=_parts(sheet, reached),
        verdict=verdict_of(repo, capsule, sheet, edges),
        gaps=_gaps(repo, steps),
        is_cut=is_cut or many or len(found) >= MOST,
        goes_on=len(found) > len(reached),
        unsure=_unsure(repo, sheet, symbol, steps, index),
        test_files=len({path for item in reached if is_test(path := item.symbol.partition("#")[0])}),
    )


def _contained(keys: Sequence[uuid.UUID]) -> Q:
    return Q(source_key__in=keys, kind="contains")


def _depending(keys: Sequence[uuid.UUID]) -> Q:
    """What `impact` goes along: back from what depends on a symbol, and on to what it takes the place of."""
    return Q(target_key__in=keys, kind__in=sorted(DEPENDING)) | Q(source_key__in=keys, kind="overrides", is_external=False)


def _runs(sheet: facts.FactSheet, steps: Mapping[str, int]) -> tuple[Run, ...]:
    """Routes and jobs whose code is reached: it, something in it, or the class it stands in."""
    nearest: dict[str, int] = {}
    for symbol, distance in steps.items():
        for whole in (symbol, *_owners(symbol)):
            nearest[whole] = min(nearest.get(whole, distance), distance)

    def distance_of(symbol: str) -> int | None:
        found = [nearest[symbol]] if symbol in nearest else []
        return min([*found, *(steps[owner] for owner in _owners(symbol) if owner in steps)], default=None)

    listed = [(Run(item.symbol, 0, endpoint=item), _run_by(item)) for item in sheet.endpoints]
    listed += [(Run(item.symbol, 0, job=item), [item.symbol]) for item in sheet.jobs]
    runs = (
        (run, min((found for symbol in symbols if symbol and (found := distance_of(symbol)) is not None), default=None))
        for run, symbols in listed
    )
    return tuple(sorted((replace(run, steps=distance) for run, distance in runs if distance is not None), key=_order))


def _run_by(endpoint: facts.Endpoint) -> list[str]:
    """What a route runs: its handler, and the middleware before it."""
    return [endpoint.symbol, *(item.symbol for item in endpoint.passes)]


def _owners(symbol: str) -> list[str]:
    """The definitions a symbol stands in; its file is none."""
    path, _mark, name = symbol.partition("#")
    parts = name.split(".")
    return [f"{path}#{'.'.join(parts[:count])}" for count in range(1, len(parts))]


def _order(run: Run) -> tuple[int, bool, str, str, str]:
    endpoint, job = run.endpoint, run.job
    told = ("", "") if endpoint is None else (endpoint.path, endpoint.method)
    return (run.steps, job is not None, *(told if job is None else (job.name, "")), run.symbol)


def _parts(sheet: facts.FactSheet, reached: Iterable[Reached]) -> tuple[tuple[str, int], ...]:
    """(component, how many symbols of it are reached), the most first."""
    counts: Counter[str] = Counter()
    for item in reached:
        name = part_of(item.symbol.partition("#")[0], sheet.components)
        if name:
            counts[name] += 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _unsure(repo: Repo, sheet: facts.FactSheet, symbol: str, steps: Mapping[str, int], index: GraphIndex) -> tuple[str, ...]:
    """What is reached and may be called by more than is known, but for calls that were not followed, of which the gaps tell.

    Two queries, and one for each class on the way to the farthest base.  Tests are left out: what runs them is known.
    """
    keys = [text_key(item) for item in sorted(steps) if item != symbol][: MOST + BORDER]
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key__in=keys).exclude(kind__in=_UNNAMED).defer("body")
    asked: list[facts.Capsule] = []
    for row in rows.order_by("key"):
        if not is_test(row.path):
            row.body = ""  # not read, and nothing depends on it
            asked.append(capsule_fact(row))
    if not asked:
        return ()
    around = sorted({name for capsule in asked for name in (capsule.symbol, capsule.parent)})
    bases, _cut = spread(repo, around, BASE_DEPTH, _extending, MOST)
    above = {edge.target for edge in bases} | {edge.source for edge in bases} | set(around)
    edges = sorted({edge for name in above for edge in (*index.leaving(name), *index.arriving(name))} | set(bases))
    judge = CallerJudge([*looking(repo), *asked], GraphIndex(edges), surroundings_of(sheet))
    found = ((capsule.symbol, judge.judge(capsule)) for capsule in asked)
    return tuple(sorted(name for name, verdict in found if verdict is not None and any(map(_is_open, verdict.reasons))))


def _is_open(reason: Reason) -> bool:
    return reason.kind != "unresolved"


def _extending(keys: Sequence[uuid.UUID]) -> Q:
    return Q(source_key__in=keys, kind__in=("inherits", "overrides"))


def _gaps(repo: Repo, steps: Mapping[str, int]) -> tuple[Gap, ...]:
    """Names of what is reached that are called somewhere without being followed.  Two queries."""
    keys = [text_key(symbol) for symbol in sorted(steps)[: MOST + BORDER]]
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo)
    names = set(rows.filter(key__in=keys).exclude(kind__in=_UNNAMED).order_by().values_list("name", flat=True))
    counts: Counter[str] = Counter()
    places: dict[str, list[str]] = defaultdict(list)
    calling = rows.filter(unresolved__has_any_keys=sorted(names)).order_by("key")
    for symbol, unresolved in calling.values_list("symbol", "unresolved")[:_NAMES]:
        for name in names & unresolved.keys():
            counts[name] += unresolved[name]
            places[name].append(symbol)
    found = (Gap(name, count, tuple(sorted(places[name])[:_PLACES])) for name, count in counts.items())
    return tuple(sorted(found, key=lambda gap: (-gap.count, gap.name)))
