"""Pages of text that an assistant reads with a token of the API as well as a member in a browser.

A token sees what its member may see and no more: a team or a repository it is not for is not there.  These pages only show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from apps.repos import selectors as repos
from apps.tenants.context import tenant_scope
from apps.tenants.services import Bearer, TokenRefused, TooManyGuesses, use_token
from apps.web.access import Team, repo_page, tenant_page

if TYPE_CHECKING:
    from apps.repos.models import Repo
    from apps.tenants.models import Tenant

_SHOWING = ("GET", "HEAD")  # methods

Arguments = ParamSpec("Arguments")
View = Callable[..., HttpResponseBase]


def tenant_text(view: Callable[Concatenate[HttpRequest, Tenant, list[Repo], Arguments], HttpResponse]) -> View:
    """A text of a team, given the repositories that who asks may see, by name."""

    def for_member(request: HttpRequest, team: Team, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        return view(request, team.tenant, repos.repos(team.tenant), *args, **kwargs)

    def for_bearer(
        request: HttpRequest, bearer: Bearer, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponseBase:
        reached = [repo for repo in repos.repos(bearer.tenant) if bearer.reaches(repo.pk)]
        return view(request, bearer.tenant, reached, *args, **kwargs)

    return _either(view, tenant_page()(for_member), for_bearer)


def repo_text(view: Callable[Concatenate[HttpRequest, Repo, Arguments], HttpResponse]) -> View:
    """A text of a repository."""

    def for_member(
        request: HttpRequest, _team: Team, repo: Repo, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponseBase:
        return view(request, repo, *args, **kwargs)

    def for_bearer(
        request: HttpRequest, bearer: Bearer, /, repo: str, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponseBase:
        found = repos.repo_by_slug(bearer.tenant, repo)
        if found is None or not bearer.reaches(found.pk):
            raise Http404(_("There is no such repository in this team."))
        return view(request, found, *args, **kwargs)

    return _either(view, repo_page()(for_member), for_bearer)


def bearer_of(request: HttpRequest) -> Bearer | HttpResponse:
    """Who holds the token of the request, or the answer that says why it is none."""
    kind, _space, text = request.headers.get("Authorization", "").partition(" ")
    address = request.META.get("REMOTE_ADDR", "")
    try:
        bearer = use_token(text=text.strip() if kind.casefold() == "bearer" else "", address=address)
    except TooManyGuesses as error:
        return _refusal(429, error.message, {"Retry-After": str(error.retry_after)})
    except TokenRefused as error:
        return _refusal(401, error.message, {"WWW-Authenticate": 'Bearer realm="Repolore"'})
    if not bearer.may("read"):
        return _refusal(403, "The token, or its member's role, lacks the scope read.", {})
    return bearer


def _either(view: Callable[..., HttpResponse], for_member: View, for_bearer: View) -> View:
    """With an ``Authorization`` header the token decides, whoever is signed in; without one the session does."""

    @wraps(view)
    def guarded(request: HttpRequest, tenant: str, **kwargs: object) -> HttpResponseBase:
        if "Authorization" not in request.headers:
            return _told_apart(for_member(request, tenant=tenant, **kwargs))
        if request.method not in _SHOWING:
            return HttpResponseNotAllowed(_SHOWING)
        bearer = bearer_of(request)
        if isinstance(bearer, HttpResponse):
            return bearer
        if bearer.tenant.slug != tenant:
            raise Http404(_("There is no such team, or you are not one of its members."))
        with tenant_scope(bearer.tenant.pk):
            return _told_apart(for_bearer(request, bearer, **kwargs))

    guarded.guard = "reader"  # type: ignore[attr-defined]
    return guarded


def _told_apart(response: HttpResponseBase) -> HttpResponseBase:
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Authorization", "Cookie"])
    return response


def _refusal(status: int, message: str, headers: dict[str, str]) -> HttpResponse:
    return HttpResponse(f"{message}\n", status=status, content_type="text/plain; charset=utf-8", headers=headers)
