"""Pages of text that an assistant reads with a token of the API as well as a member in a browser.

A token sees what its member may see and no more: a team or a repository it is not for is not there.  These pages only show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from apps.repos import selectors as repos
from apps.tenants.admission import NotAdmitted, admit
from apps.tenants.context import tenant_snapshot
from apps.tenants.services import Bearer
from apps.web.access import Team, repo_page, tenant_page

if TYPE_CHECKING:
    from apps.repos.models import Repo
    from apps.tenants.models import Tenant

_SHOWING = ("GET", "HEAD")  # methods

Arguments = ParamSpec("Arguments")
View = Callable[..., HttpResponseBase]


def tenant_text(view: Callable[[HttpRequest, Tenant, list[Repo]], HttpResponse]) -> View:
    """A text of a team, given the repositories that who asks may see, by name."""

    def for_member(request: HttpRequest, team: Team, /) -> HttpResponseBase:
        return view(request, team.tenant, repos.repos(team.tenant))

    return _either(view, tenant_page()(for_member), _of_own_team(view))


def own_text(for_member: View) -> Callable[[Callable[[HttpRequest, Tenant, list[Repo]], HttpResponse]], View]:
    """The same at an address without a team: with a token that of its team; a member sees what `for_member` shows."""

    def decorate(view: Callable[[HttpRequest, Tenant, list[Repo]], HttpResponse]) -> View:
        return _either(view, for_member, _of_own_team(view))

    return decorate


def repo_text(view: Callable[Concatenate[HttpRequest, Repo, Arguments], HttpResponse]) -> View:
    """A text of a repository."""

    def for_member(
        request: HttpRequest, _team: Team, repo: Repo, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponseBase:
        return view(request, repo, *args, **kwargs)

    def for_bearer(
        request: HttpRequest, bearer: Bearer, /, repo: str, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> HttpResponse:
        found = repos.repo_by_slug(bearer.tenant, repo)
        if found is None or not bearer.reaches(found.pk):
            raise Http404(_("There is no such repository in this team."))
        return view(request, found, *args, **kwargs)

    return _either(view, repo_page()(for_member), for_bearer)


def _of_own_team(
    view: Callable[[HttpRequest, Tenant, list[Repo]], HttpResponse],
) -> Callable[[HttpRequest, Bearer], HttpResponse]:
    def for_bearer(request: HttpRequest, bearer: Bearer) -> HttpResponse:
        reached = [repo for repo in repos.repos(bearer.tenant) if bearer.reaches(repo.pk)]
        return view(request, bearer.tenant, reached)

    return for_bearer


def _either(view: Callable[..., HttpResponse], for_member: View, for_bearer: Callable[..., HttpResponse]) -> View:
    """With an ``Authorization`` header the token decides, whoever is signed in; without one the session does."""

    @wraps(view)
    def guarded(request: HttpRequest, **names: str) -> HttpResponseBase:
        if "Authorization" not in request.headers:
            return _told_apart(for_member(request, **names))
        if request.method not in _SHOWING:
            return HttpResponseNotAllowed(_SHOWING)
        return _told_apart(_for_token(request, for_bearer, names))

    guarded.guard = "reader"  # type: ignore[attr-defined]
    return guarded


def _for_token(request: HttpRequest, for_bearer: Callable[..., HttpResponse], names: dict[str, str]) -> HttpResponse:
    """The text, or one sentence that says why not; both with what is left of the token's rate."""
    try:
        admitted = admit(authorization=request.headers["Authorization"], address=request.META.get("REMOTE_ADDR", ""))
    except NotAdmitted as error:
        return _refusal(error.status, error.message, error.headers)
    bearer = admitted.bearer
    try:
        if names.pop("tenant", bearer.tenant.slug) != bearer.tenant.slug:
            raise Http404(_("There is no such team, or you are not one of its members."))
        with tenant_snapshot(bearer.tenant.pk):
            response = for_bearer(request, bearer, **names)
    except Http404 as error:
        response = _refusal(HTTPStatus.NOT_FOUND, str(error), {})
    for name, value in admitted.headers.items():
        response[name] = value
    return response


def _told_apart(response: HttpResponseBase) -> HttpResponseBase:
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Authorization", "Cookie"])
    return response


def _refusal(status: HTTPStatus, message: str, headers: Mapping[str, str]) -> HttpResponse:
    return HttpResponse(f"{message}\n", status=status, content_type="text/plain; charset=utf-8", headers=dict(headers))
