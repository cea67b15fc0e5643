"""A symbol that is not there: links outlive what they name, so the page says where it may have gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.codegraph import selectors as graph
from apps.web.access import Team
from apps.web.finding import finding, leading
from apps.web.pages import wants_piece
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo

SHOWN = 300  # characters of the symbol that was asked for


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
