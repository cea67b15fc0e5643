"""For assistants and programs: how to connect them, and the tokens they come in with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from apps.engine.errors import OwnerError
from apps.repos import selectors as repos
from apps.repos.names import told_apart
from apps.tenants import selectors, services
from apps.web.access import Team, tenant_page
from apps.web.assistants import VARIABLE, api_address, clients, curl_example, is_open_to_listeners, mcp_address
from apps.web.forms import ApiTokenForm
from apps.web.reasons import sentence_for

if TYPE_CHECKING:
    from apps.repos.models import Repo
    from apps.tenants.models import ApiToken


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token in the list.  `state`: good, expired, revoked; `repos` names, None for all; `gone` counts those no longer there."""

    token: ApiToken
    state: str
    scopes: list[str]
    repos: list[str] | None
    gone: int
    may_revoke: bool


@tenant_page()
def connect(request: HttpRequest, team: Team) -> HttpResponse:
    """How to connect Claude Code, Cursor and VS Code, with the team's own address."""
    has_token = any(_state(token) == "good" for token in selectors.api_tokens(team.tenant, team.user))
    return render(request, "web/assistants/connect.html", _context(team, "connect", has_token=has_token))


@tenant_page(posts=True)
def tokens(request: HttpRequest, team: Team) -> HttpResponse:
    """One's own tokens, all of them for an owner, and a form for another one.  A new one is shown once."""
    every = repos.repos(team.tenant)
    scopes = selectors.allowed_scopes(team.tenant, team.user)
    names = _names(every)
    form = ApiTokenForm(request.POST or None, scopes=scopes, repos=names)
    if request.method == "POST" and form.is_valid():
        days = form.cleaned_data["days"]
        try:
            row, text = services.create_token(
                tenant=team.tenant,
                actor=team.user,
                name=form.cleaned_data["name"],
                scopes=form.cleaned_data["scopes"],
                repos=[int(number) for number in form.cleaned_data["repos"]] or None,
                expires_at=timezone.now() + timedelta(days=days) if days else None,
            )
        except OwnerError as error:
            form.add_error(None, sentence_for(error.code, error.message))
        else:
            response = render(request, "web/assistants/made.html", _context(team, "tokens", row=row, text=text), status=201)
            patch_cache_control(response, no_store=True)
            return response
    listed = selectors.api_tokens(team.tenant, None if team.can_own else team.user)
    context = _context(team, "tokens", form=form, rows=list(_rows(listed, names)), has_repos=bool(every))
    return render(request, "web/assistants/tokens.html", context, status=422 if form.errors else 200)


@tenant_page(posts=True)
def revoke(request: HttpRequest, team: Team, token: int) -> HttpResponse:
    """Asks once more, then ends it."""
    row = selectors.api_token(team.tenant, token)
    if row is None or not (team.can_own or row.created_by_id == team.user.pk):
        raise Http404(_("There is no such token in this team."))
    if request.method == "POST":
        services.revoke_token(token=row, actor=team.user)
        messages.success(request, _("The token is revoked."))
        return redirect("web:tokens", tenant=team.tenant.slug)
    return render(request, "web/assistants/revoke.html", _context(team, "tokens", row=row))


def _context(team: Team, shown: str, **more: object) -> dict[str, object]:
    return {
        "team": team,
        "area": "assistants",
        "shown": shown,
        "address": mcp_address(team.tenant),
        "api": api_address(),
        "clients": clients(team.tenant),
        "curl": curl_example(),
        "variable": VARIABLE,
        "is_open": is_open_to_listeners(),
        **more,
    }


def _names(every: list[Repo]) -> dict[int, str]:
    """What each is called here; those of one name with the end of their address."""
    beside = told_apart(every)
    return {repo.pk: f"{repo.name} · {beside[repo.pk]}" if repo.pk in beside else repo.name for repo in every}


def _rows(listed: Iterable[ApiToken], names: Mapping[int, str]) -> Iterable[TokenRow]:
    for token in listed:
        state = _state(token)
        reached = None if token.repos is None else [names[number] for number in token.repos if number in names]
        gone = len(token.repos or ()) - len(reached or ())
        yield TokenRow(token, state, list(token.scopes), reached, gone, state != "revoked")


def _state(token: ApiToken) -> str:
    if token.revoked_at is not None:
        return "revoked"
    return "expired" if token.expires_at is not None and token.expires_at <= timezone.now() else "good"
