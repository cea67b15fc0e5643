"""What is not there: a symbol, since links outlive what they name, or the whole graph, before a sync has made it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.codegraph import selectors as graph
from apps.web.access import Team
from apps.web.finding import finding, leading
from apps.web.pages import wants_piece
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo

Arguments = ParamSpec("Arguments")

SHOWN = 300  # characters of the symbol that was asked for


def graph_page(
    view: Callable[Concatenate[HttpRequest, Team, Repo, Arguments], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Team, Repo, Arguments], HttpResponse]:
    """A page of the graph, for inside `repo_page`: before the first sync has stored one nothing is said of what is in it."""

    @wraps(view)
    def with_graph(
        request: HttpRequest, team: Team, repo: Repo, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponse:
        if graph.current_commit(repo) is not None:
            return view(request, team, repo, *args, **kwargs)
        status = 404 if request.GET.get("symbol") or request.GET.get("inside") else 200
        return render(request, "web/graph/unread.html", context_of(team, repo, "graph"), status=status)

    return with_graph


def no_such_symbol(request: HttpRequest, team: Team, repo: Repo, symbol: str, to: str) -> HttpResponse:
    """Not found, with what has the same name or stands in the same file, and the search; both lead to the page `to`.

    A form of the page that has lost its symbol, after a sync, moves the reader there.
    """
    if wants_piece(request):
        return HttpResponse(status=404, headers={"HX-Redirect": request.get_full_path()})
    briefs = graph.namesakes(repo, symbol)
    box = finding(team, repo, to)
    context = context_of(team, repo, "graph", symbol=symbol[:SHOWN], found=leading(team, repo, box.to, briefs), finding=box)
    return render(request, "web/graph/absent.html", context, status=404)
