"""Finding a symbol by its name or path; what is found leads to its graph, its capsule or its impact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse

from apps.web.absence import graph_page
from apps.web.access import Team, repo_page
from apps.web.finding import finding
from apps.web.pages import show
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo


@repo_page()
@graph_page
def symbols(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """Symbols with the words of ``q`` in their names or paths; ``to`` names the page they lead to."""
    return page(request, team, repo, request.GET.get("to", ""))


def page(request: HttpRequest, team: Team, repo: Repo, to: str, *, is_unnamed: bool = False) -> HttpResponse:
    """The page of the search.  `is_unnamed`: somebody asked for a page of a symbol, and named none."""
    found = finding(team, repo, to, request.GET.get("q", ""))
    context = context_of(team, repo, "graph", finding=found, is_unnamed=is_unnamed)
    return show(request, "web/graph/find.html", "web/graph/_found.html", context)
