"""Reads of the stored graph by file: what symbols are and where, how files hang together, where to start reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Func, Q, QuerySet, TextField, Value

from apps.codegraph.models import Capsule, Edge
from apps.codegraph.selectors.commit import current_sheet
from apps.engine import facts
from apps.engine.graph.start_here import Stop, reading_order, symbols_of
from apps.engine.rendering.graphs import FileTie
from apps.repos.models import Repo
from apps.tenants.text import text_key

MOST_TIES = 20_000  # rows of one answer
MOST_NAMES = 4_000
MOST_FILES = 400
CENTRAL = 150  # symbols looked at for a reading order


@dataclass(frozen=True, slots=True)
class Brief:
    """What a list says of a symbol."""

    symbol: str
    kind: str
    name: str
    path: str
    line: int
    end_line: int
    signature: str

    @property
    def qualified(self) -> str:
        """Its name with what it stands in; a file's own name."""
        return self.symbol[len(self.path) + 1 :] or self.path.rpartition("/")[2]


def briefs(repo: Repo, symbols: Iterable[str]) -> dict[str, Brief]:
    """What is known of symbols of the current commit; at most `MOST_NAMES` of them, one query."""
    keys = [text_key(symbol) for symbol in sorted(set(symbols))[:MOST_NAMES]]
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, key__in=keys).order_by("symbol")
    return {row[0]: Brief(*row) for row in rows.values_list("symbol", "kind", "name", "path", "line", "end_line", "signature")}


def namesakes(repo: Repo, symbol: str, limit: int = 10) -> list[Brief]:
    """What may be meant by a symbol that the current commit does not have: its file, then what has its name, in path order."""
    path, _mark, qualname = symbol.partition("#")
    name = qualname.partition("#")[0].rpartition(".")[2]
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo)
    same = rows.filter(name=name).exclude(kind__in=("module", "document")) if name else rows.none()
    symbols = [path, *same.order_by("path", "line", "symbol").values_list("symbol", flat=True)[:limit]]
    known = briefs(repo, symbols)
    return [known[found] for found in symbols if found in known]


def file_ties(repo: Repo, *, kinds: Collection[str], inside: str = "", limit: int = MOST_TIES) -> list[FileTie]:
    """How the files of the current commit hang together, strongest ties first; with `inside` only those of files in a folder."""
    where = Q(source__startswith=f"{inside}/") | Q(target__startswith=f"{inside}/") if inside else Q()
    return _ties(repo, kinds, where, limit)


def used_files(repo: Repo, folder: str, *, kinds: Collection[str], limit: int = MOST_TIES) -> Counter[str]:
    """{file outside a folder: in how many places the files in it surely use it}.  One query."""
    where = Q(source__startswith=f"{folder}/") & ~Q(target__startswith=f"{folder}/") & ~Q(resolution="name")
    found: Counter[str] = Counter()
    for tie in _ties(repo, kinds, where, limit):
        found[tie.target] += tie.count
    return found


def near_file(
    repo: Repo, path: str, *, depth: int, direction: str, kinds: Collection[str], limit: int = MOST_TIES
) -> list[FileTie]:
    """Ties between files within `depth` steps of a file.  Two queries a step; it stops where there are many files."""
    known, border = {path}, [path]
    found: set[FileTie] = set()
    for _step in range(depth):
        inside = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo, path_key__in=[text_key(item) for item in border])
        keys = list(inside.order_by("key").values_list("key", flat=True)[:MOST_NAMES])
        ends = {"out": Q(source_key__in=keys), "in": Q(target_key__in=keys)}
        wanted = ends["out"] | ends["in"] if direction == "both" else ends[direction]
        found.update(_ties(repo, kinds, wanted, limit))
        border = sorted({end for tie in found for end in (tie.source, tie.target)} - known)[:MOST_FILES]
        known.update(border)
        if not border or len(known) > MOST_FILES:
            break
    return sorted(found)


def start_here(repo: Repo) -> tuple[Stop, ...]:
    """What somebody new reads first, in order; () before the first sync.  Three queries beside the fact sheet's."""
    sheet = current_sheet(repo)
    if sheet is None:
        return ()
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo)
    named = rows.filter(key__in=[text_key(symbol) for symbol in symbols_of(sheet)[:MOST_NAMES]]).order_by("symbol")
    central = rows.exclude(kind__in=("module", "document")).order_by("-rank", "symbol")
    picked = [*_capsules(named[:MOST_NAMES]), *_capsules(central.exclude(path__iregex=_TESTS)[:CENTRAL])]
    keys = [text_key(item.symbol) for item in picked]
    places = Edge.objects.filter(tenant_id=repo.tenant_id, repo=repo, target_key__in=keys, kind__in=("calls", "inherits", "uses"))
    used = dict(places.values_list("target").annotate(places=Count("id")).order_by("target"))
    return reading_order(sheet, picked, used)


# A first sieve in the database; `reading_order` decides.
_TESTS = r"(^|/)(tests?|__tests__|specs?|e2e|testing)/|(^|/)test_[^/]*$"


def _capsules(rows: QuerySet[Capsule]) -> list[facts.Capsule]:
    """The rows as facts, as far as a reading order depends on them."""
    return [
        facts.Capsule(symbol, kind, name, path, "", line, line, end_line, "", docstring, "", "", parent=parent, rank=rank)
        for symbol, kind, name, path, line, end_line, docstring, parent, rank in rows.values_list(
            "symbol", "kind", "name", "path", "line", "end_line", "docstring", "parent", "rank"
        )
    ]


def _ties(repo: Repo, kinds: Collection[str], where: Q, limit: int) -> list[FileTie]:
    """Edges inside the repository from one file to another, counted, the most frequent first.

    A symbol is its file's path, and behind a ``#`` a name, which has no slash where it is one of code.
    """
    source, target = (
        Func(F(end), Value("#[^/]*$"), Value(""), function="regexp_replace", output_field=TextField())
        for end in ("source", "target")
    )
    rows = Edge.objects.filter(where, tenant_id=repo.tenant_id, repo=repo, is_external=False, kind__in=sorted(kinds))
    apart = rows.annotate(source_path=source, target_path=target).exclude(source_path=F("target_path"))
    grouped = apart.values_list("source_path", "target_path", "kind").annotate(edges=Count("id"))
    return [FileTie(*row) for row in grouped.order_by("-edges", "source_path", "target_path", "kind")[:limit]]
