"""A capsule: a function, class, file or section of prose with all that stands around it in the graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from apps.codegraph import selectors as graph
from apps.codegraph.words import lack_in_words, reasons_in_words, verdict_in_words
from apps.engine.rendering.highlight import source_lines
from apps.repos import selectors as repos
from apps.web.absence import graph_page, no_such_symbol
from apps.web.access import Team, repo_page
from apps.web.addresses import Lines, source_address
from apps.web.code_lines import PART, CodePart, code_part
from apps.web.forge_links import permalink
from apps.web.pages import wants_piece
from apps.web.repo_frame import context_of
from apps.web.symbol_lists import TITLES, Section, section_of
from apps.web.views import find

if TYPE_CHECKING:
    from apps.codegraph.models import Capsule
    from apps.repos.models import Repo

ROUTES_SHOWN = 40
TESTS_SHOWN = 60
OUTLINE = 1_000  # definitions
ROWS_SHOWN = 400  # attributes, methods, exports


@repo_page()
@graph_page
def one(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The capsule with the symbol that the query names (``symbol``); ``list`` and ``page`` turn the pages of one of its lists.

    HTMX asks for the rows of that page alone.
    """
    symbol, asked = request.GET.get("symbol", ""), _asked(request)
    if not symbol:
        return find.page(request, team, repo, "capsule", is_unnamed=True)
    if asked and wants_piece(request):
        return _rows(request, team, repo, symbol, asked)
    view = graph.capsule_view(repo, symbol, pages=asked)
    if view is None:
        return no_such_symbol(request, team, repo, symbol, "capsule")
    capsule = view.capsule
    methods = capsule.details.get("methods", [])
    reasons = [] if view.verdict is None else reasons_in_words(view.verdict)
    named = [
        *_ends(view.lists),
        *methods[:ROWS_SHOWN],
        capsule.parent,
        *(item.symbol for item in view.tests[:TESTS_SHOWN]),
        *(place for item in reasons for place in item.places),
    ]
    briefs = graph.briefs(repo, named)
    sha = graph.current_commit(repo) or repo.head_sha
    lines = Lines(capsule.start_line, capsule.end_line)
    code = _code(team, repo, capsule)
    context = context_of(
        team,
        repo,
        "graph",
        capsule=capsule,
        view=view,
        parent=briefs.get(capsule.parent),
        verdict="" if view.verdict is None else verdict_in_words(view.verdict, _other_uses(view)),
        lack="" if view.verdict is None else lack_in_words(view.verdict),
        reasons=reasons,
        sections=_sections(view, briefs),
        methods=[briefs[item] for item in methods[:ROWS_SHOWN] if item in briefs],
        most=ROWS_SHOWN,
        most_slice=f":{ROWS_SHOWN}",
        outline=_outline(repo, capsule),
        code=code,
        body=_start_of_body(capsule) if code is None else "",
        last_shown=capsule.start_line + PART - 1 if code is None else code.last,
        routes=view.routes[:ROUTES_SHOWN],
        more_routes=max(len(view.routes) - ROUTES_SHOWN, 0),
        tests=[(item, briefs.get(item.symbol)) for item in view.tests[:TESTS_SHOWN]],
        more_tests=max(len(view.tests) - TESTS_SHOWN, 0),
        unresolved=_most_first(capsule.unresolved),
        unnamed=_most_first(capsule.details.get("unnamed_calls", {})),
        sha=sha,
        commit=repos.commit(repo, sha),
        permalink=permalink(repo, sha, capsule.path, lines),
    )
    return render(request, "web/graph/capsule.html", context)


def _rows(request: HttpRequest, team: Team, repo: Repo, symbol: str, asked: Mapping[str, int]) -> HttpResponse:
    """The rows of one page of one list."""
    [(name, page)] = asked.items()
    found = graph.capsule_list(repo, symbol, name, page)
    if found is None:  # a sync has changed it: the page says what there is now
        return no_such_symbol(request, team, repo, symbol, "capsule")
    listed, dependencies = found
    section = section_of(name, listed, graph.briefs(repo, _ends({name: listed})), dependencies)
    context = {"team": team, "repo": repo, "symbol": symbol, "section": section, "is_piece": True}
    return render(request, "web/graph/_rows.html", context)


def _asked(request: HttpRequest) -> dict[str, int]:
    """{list: page}, where the query names a list there is."""
    name, page = request.GET.get("list", ""), request.GET.get("page", "")
    is_number = page.isascii() and page.isdigit() and len(page) < 7
    return {name: max(int(page), 1)} if is_number and name in graph.LISTS else {}


def _ends(lists: Mapping[str, graph.TieList]) -> Iterable[str]:
    """The symbols at both ends of the edges of some lists."""
    return (end for found in lists.values() for edge in found.edges for end in (edge.source, edge.target))


def _most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _other_uses(view: graph.CapsuleView) -> list[str]:
    """What lists are called that show how the capsule is used without being called."""
    return [_(TITLES[name]) for name in view.lists if graph.LISTS[name].direction == "in" and name != "callers"]


def _sections(view: graph.CapsuleView, briefs: Mapping[str, graph.Brief]) -> list[Section]:
    """The lists that hold something; that of the callers always, where the capsule is something that is called."""
    shown = dict(view.lists)
    if view.verdict is not None:
        shown.setdefault("callers", graph.TieList())
    return [section_of(key, shown[key], briefs, view.dependencies) for key in graph.LISTS if key in shown]


def _outline(repo: Repo, capsule: Capsule) -> list[Capsule]:
    """What a file defines."""
    if capsule.kind != "module":
        return []
    return [row for row in graph.capsules(repo, capsule.path, limit=OUTLINE + 1) if row.symbol != capsule.symbol][:OUTLINE]


def _code(team: Team, repo: Repo, capsule: Capsule) -> CodePart | None:
    """Its lines, numbered as in their file and leading there; None for a whole file, which has a page of its own."""
    if capsule.kind == "module":
        return None
    file = graph.source_file(repo, capsule.path)
    address = source_address(team.tenant.slug, repo.slug, capsule.path)
    if file is None or file.blob is None:
        return None
    lines = Lines(capsule.start_line, capsule.end_line)
    return code_part(file.blob.text, file.blob.html or "", Lines(), within=lines, address=address)


def _start_of_body(capsule: Capsule) -> str:
    """As much of its text as one page takes, where its file's was not kept."""
    return "" if capsule.kind == "module" else "\n".join(source_lines(capsule.body)[:PART])
