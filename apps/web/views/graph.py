"""The call graph as pictures: around a symbol or file, of a folder, of the whole repository, and of its components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.codegraph import selectors as graph
from apps.engine.graph.capsules import CLASS_KINDS
from apps.engine.graph.components import part_of
from apps.engine.rendering.graphs import (
    BOXES,
    Box,
    Named,
    Picture,
    picture_of,
    picture_of_components,
    picture_of_files,
)
from apps.web.absence import graph_page, no_such_symbol
from apps.web.access import Team, repo_page
from apps.web.addresses import graph_address
from apps.web.code_words import EDGES
from apps.web.finding import finding
from apps.web.pages import show
from apps.web.pictures import draw_picture
from apps.web.repo_frame import context_of
from apps.web.tie_rows import box_names, row_of, tie_rows
from apps.web.views import find

if TYPE_CHECKING:
    from apps.engine.facts import Component
    from apps.engine.graph.walk import Direction
    from apps.repos.models import Repo

DIRECTIONS = {"both": gettext_noop("callers and callees"), "in": gettext_noop("callers"), "out": gettext_noop("callees")}
KEYS = {"both": "b", "in": "i", "out": "o"}  # of the keyboard
DEPTHS = (1, 2, 3)
AROUND_SYMBOL = ("calls", "tests", "routes_to")
AROUND_CLASS = ("calls", "tests", "routes_to", "uses", "inherits", "overrides", "imports", "reads_model", "writes_model")
AROUND_FILE = ("calls", "imports", "inherits")
OF_FILES = ("calls", "inherits")
NOT_BETWEEN_FILES = frozenset({"contains"})
TESTS = "tests"  # role of a folder of tests
_USES = ("calls", "imports", "inherits", "tests", "uses")
NEAREST = 4_000  # symbols looked at around one: a picture that folds them tells of all
OUTSIDE = "outside"  # the box that also shows calls out of the repository


@dataclass(frozen=True, slots=True)
class Choice:
    """What the reader asked for."""

    symbol: str
    inside: str
    depth: int
    direction: Direction
    kinds: tuple[str, ...]
    outside: bool

    def around(self, **other: str) -> dict[str, Any]:
        """The query of the same choice around something else."""
        kept = {
            "depth": f"{self.depth}" if self.depth > 1 else "",
            "direction": "" if self.direction == "both" else self.direction,
        }
        return {**other, **kept}


@repo_page()
@graph_page
def around(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The neighbourhood of a symbol or file (``symbol``), the files of a folder (``inside``), or of all the repository."""
    symbol, inside = request.GET.get("symbol", ""), request.GET.get("inside", "").strip("/")
    if "symbol" in request.GET and not symbol:
        return find.page(request, team, repo, "graph", is_unnamed=True)
    centre = graph.briefs(repo, [symbol]).get(symbol) if symbol else None
    if symbol and centre is None:
        return no_such_symbol(request, team, repo, symbol, "graph")
    is_file = centre is not None and centre.symbol == centre.path
    choice = _choice(request, symbol, inside, _usual_kinds(centre))
    is_cut = False
    if centre is None or is_file:
        if is_file:
            ties = graph.near_file(repo, symbol, depth=choice.depth, direction=choice.direction, kinds=choice.kinds)
        else:
            ties = graph.file_ties(repo, kinds=choice.kinds, inside=inside)
        is_cut = len(ties) >= graph.MOST_TIES
        picture = picture_of_files(ties, centre=symbol, inside=inside)
    else:
        near = graph.near(
            repo,
            symbol,
            depth=choice.depth,
            direction=choice.direction,
            kinds=choice.kinds,
            limit=NEAREST,
            inside_only=True,
            with_members=centre.kind in CLASS_KINDS,
        )
        is_cut = near.is_cut
        edges = list(near.edges)
        if choice.outside:
            inner = [name for name, distance in near.distance.items() if distance < choice.depth]
            edges += graph.leaving(repo, inner, choice.kinds)
        briefs = graph.briefs(repo, near.distance)
        named = {name: Named(brief.kind, brief.path) for name, brief in briefs.items()}
        picture = picture_of(edges, symbol, named)
    if inside and not picture.boxes and not any(file.path.startswith(f"{inside}/") for file in graph.files(repo)):
        raise Http404(_("There is no such folder at the current commit."))
    title = _title(repo, centre, inside)
    context = context_of(
        team,
        repo,
        "graph",
        centre=centre,
        is_file=is_file,
        choice=choice,
        finding=finding(team, repo, "graph"),
        title=title,
        picture=picture,
        is_grouped=picture.level != ("symbol" if centre is not None and not is_file else "file"),
        is_cut=is_cut,
        most=BOXES,
        rows=tie_rows(team, repo, picture, lambda box: _box_address(team, repo, box, choice)),
        lonely=not picture.ties,
        svg=_drawing(team, repo, picture, title, choice),
        depths=DEPTHS,
        directions=[(value, words, KEYS[value]) for value, words in DIRECTIONS.items()],
        kinds=[(kind, words, kind in choice.kinds) for kind, words in EDGES.items() if _fits(kind, centre is None or is_file)],
        crumbs=_crumbs(inside or ("" if centre is None else centre.path.rpartition("/")[0])),
    )
    return show(request, "web/graph/graph.html", "web/graph/_graph.html", context)


@repo_page()
def components(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The parts of the repository and what they use of one another."""
    sheet = graph.current_sheet(repo)
    parts = () if sheet is None else sheet.components
    picture = picture_of_components(parts)
    known = {part.name: part for part in parts}
    tested = {part.name: _tested_parts(repo, part, parts) for part in parts if part.role == TESTS and not part.uses}

    def address(name: str) -> str:
        part = known.get(name)
        if part is not None and part.members:
            return graph_address(team.tenant.slug, repo.slug, symbol=part.path)
        return _folder_address(team, repo, "" if part is None else part.path)

    title = _("Components of %(name)s") % {"name": repo.name}
    names = {part.name: f"{part.path}, {part.role}" if part.role else part.path for part in parts}
    drawn = draw_picture(picture, title, centre="", address=address, names=names) if picture.ties else ""
    context = context_of(
        team,
        repo,
        "graph",
        title=title,
        svg=drawn,
        picture=picture,
        parts=[
            (
                part,
                address(part.name),
                [(name, count, address(name)) for name, count in tested.get(part.name, part.uses)],
                [path.rpartition("/")[2] for path in part.members if path != part.path],
            )
            for part in parts
        ],
    )
    return show(request, "web/graph/components.html", "web/graph/_components.html", context)


def _tested_parts(repo: Repo, suite: Component, parts: Sequence[Component]) -> list[tuple[str, int]]:
    """(part, in how many places a folder of tests uses it), the most used first: a fact sheet keeps what tests use apart."""
    counts: Counter[str] = Counter()
    for path, count in graph.used_files(repo, suite.path, kinds=_USES).items():
        name = part_of(path, parts)
        if name:
            counts[name] += count
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _choice(request: HttpRequest, symbol: str, inside: str, defaults: tuple[str, ...]) -> Choice:
    """What the query says; whatever it does not say, or says wrongly, is as usual."""
    depth, direction = request.GET.get("depth", "1"), request.GET.get("direction", "both")
    kinds = tuple(kind for kind in EDGES if kind in request.GET.getlist("kind"))
    return Choice(
        symbol=symbol,
        inside=inside,
        depth=int(depth) if depth in ("1", "2", "3") else 1,
        direction=cast("Direction", direction if direction in DIRECTIONS else "both"),
        kinds=kinds or defaults,
        outside=bool(request.GET.get(OUTSIDE)),
    )


def _usual_kinds(centre: graph.Brief | None) -> tuple[str, ...]:
    """The ties that are shown where the query names none.  A class is seldom called: what names, extends or reads it counts."""
    if centre is None:
        return OF_FILES
    if centre.symbol == centre.path:
        return AROUND_FILE
    return AROUND_CLASS if centre.kind in CLASS_KINDS else AROUND_SYMBOL


def _fits(kind: str, is_between_files: bool) -> bool:
    return not (is_between_files and kind in NOT_BETWEEN_FILES)


def _title(repo: Repo, centre: graph.Brief | None, inside: str) -> str:
    if centre is not None:
        return _("Around %(name)s") % {"name": centre.qualified}
    if inside:
        return _("Files of %(name)s and what they are connected to") % {"name": f"{inside}/"}
    return _("Files of %(name)s and how they are connected") % {"name": repo.name}


def _crumbs(folder: str) -> list[tuple[str, str]]:
    parts = folder.split("/") if folder else []
    return [(part, "/".join(parts[: position + 1])) for position, part in enumerate(parts)]


def _drawing(team: Team, repo: Repo, picture: Picture, title: str, choice: Choice) -> str:
    if not picture.ties:
        return ""
    boxes = {box.key: box for box in picture.boxes}

    def address(key: str) -> str:
        """A box of the repository leads to the graph around it, any other to where the table names it."""
        box = boxes[key]
        return row_of(picture, box) if box.is_external else _box_address(team, repo, box, choice)

    return draw_picture(picture, title, centre=choice.symbol, address=address, names=box_names(picture))


def _box_address(team: Team, repo: Repo, box: Box, choice: Choice) -> str:
    here = (team.tenant.slug, repo.slug)
    if box.level == "folder":
        return graph_address(*here, inside="" if box.path == "." else box.path)
    return graph_address(*here, **choice.around(symbol=box.key))


def _folder_address(team: Team, repo: Repo, path: str) -> str:
    """The files of a part; parts that gather what is left over lead to the folder they are in."""
    folder = path.removesuffix("*").strip("/")
    address = reverse("web:files", kwargs={"tenant": team.tenant.slug, "repo": repo.slug})
    if folder in ("", "."):
        return address
    return graph_address(team.tenant.slug, repo.slug, inside=folder)
