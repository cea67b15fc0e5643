"""What a change of a symbol can reach: what depends on it step by step, tests, routes, and where that may not be all."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.codegraph import selectors as graph
from apps.codegraph.words import reasons_in_words
from apps.engine.graph.walk import Reached
from apps.web.absence import graph_page, no_such_symbol
from apps.web.access import Team, repo_page
from apps.web.pages import show, wants_piece
from apps.web.repo_frame import context_of
from apps.web.views import find

if TYPE_CHECKING:
    from apps.repos.models import Repo

DEPTHS = (1, 2, 3, 5, 10)
USUAL = 3
ON_A_PAGE = 100  # symbols
RUNS_SHOWN = TESTS_SHOWN = 12
FOLDED = 200  # of them below those
PARTS_SHOWN = 12
GAPS_SHOWN = 12
_CERTAINTY = {"exact": 0, "inferred": 1, "name": 2}


@dataclass(frozen=True, slots=True)
class Step:
    """What is reached after `distance` steps."""

    distance: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol that is reached: through what, by which edge, and how sure the least sure edge of the way to it is."""

    symbol: str
    brief: graph.Brief | None
    through: str
    through_brief: graph.Brief | None
    kind: str
    path: str  # of the line
    line: int
    resolution: str


@repo_page()
@graph_page
def of_symbol(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """What a change of the symbol that the query names can reach within ``depth`` steps; ``page`` turns the pages of the list."""
    symbol, depth = request.GET.get("symbol", ""), _depth(request.GET.get("depth", ""))
    if not symbol:
        return find.page(request, team, repo, "impact", is_unnamed=True)
    found = graph.impact_of(repo, symbol, depth=depth)
    if found is None:
        return no_such_symbol(request, team, repo, symbol, "impact")
    page_count = max((len(found.reached) - 1) // ON_A_PAGE + 1, 1)
    page = min(_number(request.GET.get("page", ""), 1), page_count)
    shown = found.reached[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    tests = found.tests[: TESTS_SHOWN + FOLDED]
    reasons = [] if found.verdict is None else reasons_in_words(found.verdict)
    briefs = graph.briefs(
        repo,
        [
            symbol,
            *(end for item in shown for end in (item.symbol, item.way[-1].source, item.way[-1].target)),
            *(item.symbol for item in tests),
        ],
    )
    pages = {
        "symbol": symbol,
        "depth": depth,
        "page": page,
        "page_count": page_count,
        "steps": _steps(shown, briefs),
        "shown": min(page * ON_A_PAGE, len(found.reached)),
        "total": len(found.reached),
    }
    if page > 1 and wants_piece(request):
        return render(request, "web/graph/_reached.html", {"team": team, "repo": repo, "is_piece": True, **pages})
    context = context_of(
        team,
        repo,
        "graph",
        centre=briefs[symbol],
        impact=found,
        depths=DEPTHS,
        reasons=reasons,
        runs=found.runs[:RUNS_SHOWN],
        folded_runs=found.runs[RUNS_SHOWN : RUNS_SHOWN + FOLDED],
        more_runs=len(found.runs) - RUNS_SHOWN,
        tests=[(item, briefs.get(item.symbol)) for item in tests[:TESTS_SHOWN]],
        folded_tests=[(item, briefs.get(item.symbol)) for item in tests[TESTS_SHOWN:]],
        more_tests=len(found.tests) - TESTS_SHOWN,
        parts=found.parts[:PARTS_SHOWN],
        gaps=found.gaps[:GAPS_SHOWN],
        more_gaps=max(len(found.gaps) - GAPS_SHOWN, 0),
        is_whole=not (found.is_cut or found.goes_on or found.gaps or found.unsure or reasons),
        **pages,
    )
    return show(request, "web/graph/impact.html", "web/graph/_impact.html", context)


def _depth(text: str) -> int:
    """The number of steps asked for, within what is offered; the usual number where none is."""
    return min(_number(text, USUAL), graph.DEEPEST)


def _number(text: str, otherwise: int) -> int:
    if not text.isascii() or not text.isdigit():
        return otherwise
    return int(text[:6]) or otherwise


def _steps(reached: tuple[Reached, ...], briefs: dict[str, graph.Brief]) -> list[Step]:
    return [
        Step(distance, tuple(_row(item, briefs) for item in items))
        for distance, items in groupby(reached, key=lambda item: item.distance)
    ]


def _row(item: Reached, briefs: dict[str, graph.Brief]) -> Row:
    """The last edge of the way tells how it is reached; the least sure one how sure that is."""
    last = item.way[-1]
    through = last.target if last.source == item.symbol else last.source
    own = briefs.get(last.source)
    path = last.source.partition("#")[0] if own is None else own.path
    resolution = max((edge.resolution for edge in item.way), key=lambda word: _CERTAINTY.get(word, 2))
    return Row(item.symbol, briefs.get(item.symbol), through, briefs.get(through), last.kind, path, last.line, resolution)
