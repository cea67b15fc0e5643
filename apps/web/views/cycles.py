"""Cycles: files that import each other, functions that call each other, the biggest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.codegraph import selectors as graph
from apps.engine import facts
from apps.engine.graph.cycles import Cycle, way_around
from apps.engine.rendering.graphs import BOXES, Box, FileTie, Named, Picture, picture_of, picture_of_files
from apps.web.absence import graph_page
from apps.web.access import Team, repo_page
from apps.web.addresses import graph_address
from apps.web.pages import show
from apps.web.pictures import draw_picture
from apps.web.repo_frame import context_of
from apps.web.tie_rows import box_names, tie_rows

if TYPE_CHECKING:
    from apps.codegraph.selectors.cycles import CycleKind
    from apps.repos.models import Repo

KINDS: dict[CycleKind, str] = {"imports": gettext_noop("Between files"), "calls": gettext_noop("Between functions")}
ON_A_PAGE = 20  # cycles
NAMED = 12  # members of a cycle that a list names
STEPS_SHOWN = 12  # of the way around


@dataclass(frozen=True, slots=True)
class Shown:
    """A cycle of the list.  `way` is a short way around: edges, the last of which leads back to the first."""

    members: Cycle
    named: tuple[tuple[str, graph.Brief | None], ...]
    more: int
    files: int
    way: tuple[tuple[facts.Edge, graph.Brief | None, str], ...]
    is_long: bool  # the way has more steps than are shown

    @property
    def key(self) -> str:
        """The member that names it in an address."""
        return self.members[0]


@repo_page()
@graph_page
def listing(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """Cycles of a kind (``kind``), a page at a time (``page``); one of them as a picture (``of`` names a member)."""
    kind: CycleKind = "calls" if request.GET.get("kind") == "calls" else "imports"
    found = graph.cycles_of(repo, kind)
    groups = [group for group in found.groups if len(group) > 1]
    selves = [group[0] for group in found.groups if len(group) == 1]
    chosen = found.holding(request.GET["of"]) if request.GET.get("of") else None
    page_count = max((len(groups) - 1) // ON_A_PAGE + 1, 1)
    number = request.GET.get("page", "")
    page = min(max(int(number), 1), page_count) if number.isascii() and number.isdigit() and len(number) < 7 else 1
    listed = groups[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    ways = {} if chosen else _ways(repo, kind, found, listed)
    shown_selves = selves[: ON_A_PAGE * 3] if page == page_count else []
    briefs = graph.briefs(repo, _symbols(listed if chosen is None else [chosen], ways.values(), shown_selves))
    context = context_of(
        team,
        repo,
        "graph",
        kind=kind,
        kinds=[(value, words, value == kind) for value, words in KINDS.items()],
        is_cut=found.is_cut,
        most=graph.MOST_PAIRS,
        count=len(groups),
        page=page,
        page_count=page_count,
        cycles=[] if chosen else [_shown(group, ways[group], briefs) for group in listed],
        selves=[] if chosen else [briefs[symbol] for symbol in shown_selves if symbol in briefs],
        self_count=len(selves),
        is_missing=bool(request.GET.get("of")) and chosen is None,
        **({} if chosen is None else _drawn(team, repo, kind, chosen, found, briefs)),
    )
    return show(request, "web/graph/cycles.html", "web/graph/_cycles.html", context)


def _ways(repo: Repo, kind: CycleKind, found: graph.Cycles, groups: Iterable[Cycle]) -> dict[Cycle, tuple[facts.Edge, ...]]:
    """A short way around each, with the lines it goes along."""
    ways = {group: way_around(group, found.inside(group)) for group in groups}
    pairs = {(edge.source, edge.target) for way in ways.values() for edge in way[:STEPS_SHOWN]}
    first: dict[tuple[str, str], facts.Edge] = {}
    for edge in graph.edges_between(repo, kind, pairs):
        first.setdefault((edge.source, edge.target), edge)
    return {group: tuple(first.get((edge.source, edge.target), edge) for edge in way) for group, way in ways.items()}


def _symbols(groups: Iterable[Cycle], ways: Iterable[tuple[facts.Edge, ...]], selves: Iterable[str]) -> list[str]:
    """What the page names."""
    members = [member for group in groups for member in group]
    return [*members, *(edge.target for way in ways for edge in way), *selves]


def _shown(group: Cycle, way: tuple[facts.Edge, ...], briefs: dict[str, graph.Brief]) -> Shown:
    told = [(edge, briefs.get(edge.target), _path(edge.source, briefs)) for edge in way[:STEPS_SHOWN]]
    return Shown(
        members=group,
        named=tuple((member, briefs.get(member)) for member in group[:NAMED]),
        more=max(len(group) - NAMED, 0),
        files=len({_path(member, briefs) for member in group}),
        way=tuple(told),
        is_long=len(way) > STEPS_SHOWN,
    )


def _path(symbol: str, briefs: dict[str, graph.Brief]) -> str:
    return briefs[symbol].path if symbol in briefs else symbol.partition("#")[0]


def _drawn(
    team: Team, repo: Repo, kind: CycleKind, group: Cycle, found: graph.Cycles, briefs: dict[str, graph.Brief]
) -> dict[str, object]:
    """One cycle as a picture and as the table that says the same."""
    here = (team.tenant.slug, repo.slug)
    picture = _picture(repo, kind, group, found, briefs)
    boxes = {box.key: box for box in picture.boxes}
    first = briefs[group[0]].qualified if group[0] in briefs else group[0]
    title = _("Cycle of %(name)s") % {"name": first}

    def address_of(box: Box) -> str:
        if box.level == "folder":
            return graph_address(*here, inside="" if box.path == "." else box.path)
        return graph_address(*here, symbol=box.key)

    svg = draw_picture(picture, title, centre=group[0], address=lambda key: address_of(boxes[key]), names=box_names(picture))
    return {
        "chosen": group,
        "title": title,
        "picture": picture,
        "svg": svg if picture.ties else "",
        "rows": tie_rows(team, repo, picture, address_of),
        "is_grouped": picture.level != ("symbol" if kind == "calls" else "file"),
        "boxes": BOXES,
    }


def _picture(repo: Repo, kind: CycleKind, group: Cycle, found: graph.Cycles, briefs: dict[str, graph.Brief]) -> Picture:
    pairs = [(edge.source, edge.target) for edge in found.inside(group)]
    if kind == "calls":
        named = {symbol: Named(brief.kind, brief.path) for symbol, brief in briefs.items()}
        return picture_of(graph.edges_between(repo, kind, pairs), group[0], named)
    return picture_of_files(FileTie(source, target, "imports", found.counts[source, target]) for source, target in pairs)
