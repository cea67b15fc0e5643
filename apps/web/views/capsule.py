"""A capsule: a function, class, file or section of prose with all that stands around it in the graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from apps.codegraph import selectors as graph
from apps.repos import selectors as repos
from apps.web.access import Team, repo_page
from apps.web.addresses import Lines, source_address
from apps.web.code_lines import CodePart, code_part
from apps.web.code_words import reasons_in_words, verdict_in_words
from apps.web.forge_links import permalink
from apps.web.repo_frame import context_of
from apps.web.symbol_lists import Group, Section, by_package, by_source, by_target, paged

if TYPE_CHECKING:
    from apps.codegraph.models import Capsule
    from apps.engine import facts
    from apps.repos.models import Repo

ROUTES_SHOWN = 40
TESTS_SHOWN = 60
OUTLINE = 1_000  # definitions


@repo_page()
def one(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The capsule with the symbol that the query names (``symbol``); ``list`` and ``page`` turn the pages of one of its lists."""
    symbol = request.GET.get("symbol", "")
    if not symbol:
        return redirect("web:graph", tenant=team.tenant.slug, repo=repo.slug)
    view = graph.capsule_view(repo, symbol)
    if view is None:
        raise Http404(_("There is no such symbol at the current commit."))
    capsule = view.capsule
    ends = [end for edges in (view.callers, view.callees, view.other) for edge in edges for end in (edge.source, edge.target)]
    methods = capsule.details.get("methods", [])
    reasons = [] if view.verdict is None else reasons_in_words(view.verdict)
    named = [
        *ends,
        *methods,
        capsule.parent,
        *(item.symbol for item in view.tests),
        *(place for item in reasons for place in item.places),
    ]
    briefs = graph.briefs(repo, named)
    sha = graph.current_commit(repo) or repo.head_sha
    lines = Lines(capsule.start_line, capsule.end_line)
    context = context_of(
        team,
        repo,
        "graph",
        capsule=capsule,
        view=view,
        parent=briefs.get(capsule.parent),
        verdict="" if view.verdict is None else verdict_in_words(view.verdict),
        reasons=reasons,
        briefs=briefs,
        sections=_sections(view, briefs, _asked(request)),
        methods=[briefs[item] for item in methods if item in briefs],
        outline=_outline(repo, capsule),
        code=_code(team, repo, capsule),
        routes=view.routes[:ROUTES_SHOWN],
        more_routes=max(len(view.routes) - ROUTES_SHOWN, 0),
        tests=[(item, briefs.get(item.symbol)) for item in view.tests[:TESTS_SHOWN]],
        more_tests=max(len(view.tests) - TESTS_SHOWN, 0),
        unresolved=sorted(capsule.unresolved.items(), key=lambda pair: (-pair[1], pair[0])),
        sha=sha,
        commit=repos.commit(repo, sha),
        permalink=permalink(repo, sha, capsule.path, lines),
    )
    return render(request, "web/graph/capsule.html", context)


def _asked(request: HttpRequest) -> dict[str, int]:
    page = request.GET.get("page", "")
    return {request.GET.get("list", ""): int(page)} if page.isascii() and page.isdigit() and len(page) < 7 else {}


def _sections(view: graph.CapsuleView, briefs: dict[str, graph.Brief], asked: dict[str, int]) -> list[Section]:
    """The lists of the page that hold something; that of the callers always, where the capsule is something that is called."""
    symbol = view.capsule.symbol

    def out(kind: str, *, external: bool = False) -> list[facts.Edge]:
        return [edge for edge in view.other if (edge.kind, edge.source, edge.is_external) == (kind, symbol, external)]

    def into(kind: str) -> list[facts.Edge]:
        return [edge for edge in view.other if (edge.kind, edge.target) == (kind, symbol)]

    def outside(edges: Iterable[facts.Edge]) -> list[Group]:
        return by_package(edges, view.dependencies, briefs)

    listed: Sequence[tuple[str, str, list[Group]]] = (
        ("callers", _("Called by"), by_source(view.callers, briefs)),
        ("callees", _("Calls"), by_target(view.callees, briefs)),
        ("external", _("Calls outside the repository"), outside(view.external)),
        ("bases", _("Extends"), [*by_target(out("inherits"), briefs), *outside(out("inherits", external=True))]),
        ("subclasses", _("Extended by"), by_source(into("inherits"), briefs)),
        ("overrides", _("Overrides"), by_target(out("overrides"), briefs)),
        ("overridden", _("Overridden by"), by_source(into("overrides"), briefs)),
        ("reads", _("Models it reads"), by_target(out("reads_model"), briefs)),
        ("writes", _("Models it writes"), by_target(out("writes_model"), briefs)),
        ("read-by", _("Read by"), by_source(into("reads_model"), briefs)),
        ("written-by", _("Written by"), by_source(into("writes_model"), briefs)),
        ("uses", _("Names without calling"), by_target(out("uses"), briefs)),
        ("used-by", _("Named by"), by_source(into("uses"), briefs)),
        ("imports", _("Imports from the repository"), by_target(out("imports"), briefs)),
        ("imports-outside", _("Imports from outside"), outside(out("imports", external=True))),
        ("imported-by", _("Imported by"), by_source(into("imports"), briefs)),
    )
    return [paged(key, title, groups, asked) for key, title, groups in listed if groups or (key == "callers" and view.verdict)]


def _outline(repo: Repo, capsule: Capsule) -> list[Capsule]:
    """What a file defines."""
    if capsule.kind != "module":
        return []
    return [row for row in graph.capsules(repo, capsule.path) if row.symbol != capsule.symbol][:OUTLINE]


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
