"""Start here: what somebody new reads first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from apps.codegraph import selectors as graph
from apps.engine.graph.start_here import Stop
from apps.web.access import Team, repo_page
from apps.web.repo_frame import context_of

if TYPE_CHECKING:
    from apps.repos.models import Repo

ENTRIES = {
    "asgi": gettext_noop("The server starts here (ASGI)."),
    "wsgi": gettext_noop("The server starts here (WSGI)."),
    "app": gettext_noop("The application is put together here."),
    "main": gettext_noop("The program starts here."),
    "worker": gettext_noop("Background work starts here."),
    "cli": gettext_noop("Commands typed in a terminal start here."),
    "script": gettext_noop("This is run as a program of its own."),
}


@repo_page()
def here(request: HttpRequest, team: Team, repo: Repo) -> HttpResponse:
    """The reading order, each stop with why it is one."""
    stops = [(stop, why(stop)) for stop in graph.start_here(repo)]
    return render(request, "web/graph/start.html", context_of(team, repo, "start", stops=stops))


def why(stop: Stop) -> str:
    """Why to read it, in a sentence."""
    if stop.why == "entry":
        return _(ENTRIES.get(stop.about, ENTRIES["main"]))
    if stop.why == "flow":
        return _("One of the main flows runs through it: %(flow)s.") % {"flow": stop.about.replace("`", "")}
    words = ngettext(
        "%(count)d place in the code uses it.",
        "%(count)d places in the code use it.",
        stop.count,
    )
    return words % {"count": stop.count}
