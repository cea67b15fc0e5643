"""The search over everything a team has: its page, what it finds while somebody types, and the list below the box of the bar."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.codegraph import selectors as graph
from apps.repos import selectors as repos
from apps.repos.names import told_apart
from apps.tenants.context import tenant_scope
from apps.web.access import Team, tenant_page
from apps.web.pages import show, wants_piece
from apps.web.searching import GROUPS, ROLES, Found, asked_for, search
from apps.web.searching import KINDS as SEARCHED


@tenant_page(in_transaction=False)
def everything(request: HttpRequest, team: Team) -> HttpResponse:
    """What ``q`` finds.  ``in=bar`` asks for the short list of the bar, which is no page."""
    with tenant_scope(team.tenant.pk):
        asked = asked_for(team, request.GET)
    in_bar = request.GET.get("in") == "bar" and wants_piece(request)
    found = search(team, asked, is_quick=in_bar)
    with tenant_scope(team.tenant.pk):
        return _shown(request, team, found, in_bar=in_bar)


def _shown(request: HttpRequest, team: Team, found: Found, *, in_bar: bool) -> HttpResponse:
    status = 422 if found.refusal else 200
    if in_bar:
        return render(request, "web/search/_quick.html", {"team": team, "found": found}, status=status)
    context = {"team": team, "area": "search", "found": found}
    if not wants_piece(request):
        mine = repos.repos(team.tenant)
        context |= {
            "kinds": [(key, GROUPS[key]) for key in SEARCHED],
            "roles": ROLES,
            "repos": [(repo, told_apart(mine).get(repo.pk, "")) for repo in mine],
            "languages": graph.languages(team.tenant),
        }
    return show(request, "web/search/search.html", "web/search/_found.html", context, status=status)
