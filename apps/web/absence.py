"""A symbol that is not there: links outlive what they name, so the page says where it may have gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.codegraph import selectors as graph
from apps.web.access import Team
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo

SHOWN = 300  # characters of the symbol that was asked for


def no_such_symbol(request: HttpRequest, team: Team, repo: Repo, symbol: str) -> HttpResponse:
    """Not found, with what has the same name or stands in the same file."""
    context = context_of(team, repo, "graph", symbol=symbol[:SHOWN], found=graph.namesakes(repo, symbol))
    return render(request, "web/graph/absent.html", context, status=404)
