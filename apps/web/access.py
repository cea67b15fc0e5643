"""Who may see which page: every rule of the portal is here.

A page of a team is resolved by membership.  Whoever is no member gets the same 404 as for a team that is not there, so that an
address tells a foreigner nothing; a member whose role is too low gets 403 with a sentence that says whom to ask.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import update_wrapper, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from apps.repos import selectors as repos
from apps.tenants import selectors as tenants
from apps.tenants.context import tenant_scope, tenant_snapshot

if TYPE_CHECKING:
    from apps.repos.models import Repo
    from apps.tenants.models import Tenant, User

_SHOWING = ("GET", "HEAD")  # methods
RANKS = {"reader": 0, "maintainer": 1, "owner": 2}

Arguments = ParamSpec("Arguments")
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Team:
    """The tenant of the page and what the person on it may do."""

    tenant: Tenant
    role: str
    user: User
    others: tuple[Tenant, ...] = ()

    @property
    def can_maintain(self) -> bool:
        """May add repositories and ask for a sync."""
        return RANKS[self.role] >= RANKS["maintainer"]

    @property
    def can_own(self) -> bool:
        """May change people and credentials."""
        return self.role == "owner"

    def require_owner(self) -> None:
        """For a page that everyone reads and owners change."""
        if not self.can_own:
            raise PermissionDenied(_refusal("owner"))


def signed_in(view: Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]) -> View:
    """A page for anyone with an account."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        return _private(view(request, *args, **kwargs))

    guarded.guard = "signed-in"  # type: ignore[attr-defined]
    return guarded


def tenant_page(
    role: str = "reader", *, posts: bool = False, in_transaction: bool = True
) -> Callable[[Callable[Concatenate[HttpRequest, Team, Arguments], HttpResponseBase]], View]:
    """A page of a team, for members of at least this role.  The view runs in one transaction of that tenant.

    Without `posts` the page only shows: it is got, and nothing else.  A view that waits for a model runs outside a transaction
    (`in_transaction`) and opens its own.
    """
    methods = _methods(posts=posts)

    def decorate(view: Callable[Concatenate[HttpRequest, Team, Arguments], HttpResponseBase]) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, tenant: str, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            team = _team(request, tenant)
            if RANKS[team.role] < RANKS[role]:
                raise PermissionDenied(_refusal(role))
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            scope = tenant_snapshot if request.method in _SHOWING else tenant_scope
            with scope(team.tenant.pk) if in_transaction else nullcontext():
                return _private(view(request, team, *args, **kwargs))

        guarded.guard = role  # type: ignore[attr-defined]
        return guarded

    return decorate


def repo_page(
    role: str = "reader", *, posts: bool = False
) -> Callable[[Callable[Concatenate[HttpRequest, Team, Repo, Arguments], HttpResponseBase]], View]:
    """A page of a repository of a team, as `tenant_page`; a repository of another team is not there."""
    methods = _methods(posts=posts)

    def decorate(view: Callable[Concatenate[HttpRequest, Team, Repo, Arguments], HttpResponseBase]) -> View:
        def with_repo(
            request: HttpRequest, team: Team, /, repo: str, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> HttpResponseBase:
            found = repos.repo_by_slug(team.tenant, repo)
            if found is None:
                raise Http404(_("There is no such repository in this team."))
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            return view(request, team, found, *args, **kwargs)

        return update_wrapper(tenant_page(role, posts=True)(with_repo), view)

    return decorate


def _methods(*, posts: bool) -> tuple[str, ...]:
    return (*_SHOWING, "POST") if posts else _SHOWING


def _team(request: HttpRequest, slug: str) -> Team:
    mine = tuple(tenants.tenants_of(request.user))
    tenant = next((tenant for tenant in mine if tenant.slug == slug), None)
    role = tenants.role_of(tenant, request.user) if tenant is not None else ""
    if tenant is None or not role:
        raise Http404(_("There is no such team, or you are not one of its members."))
    return Team(tenant, role, cast("User", request.user), mine)


def _refusal(role: str) -> str:
    if role == "owner":
        return _("Only an owner of this team may do that. Ask one of them.")
    return _("Only maintainers and owners of this team may do that. Ask one of them.")


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in page, which leads back here.  A fragment's request moves the whole page there."""
    here = request.get_full_path() if request.method == "GET" and not request.htmx else ""  # type: ignore[attr-defined]
    target = reverse("web:sign-in") + (f"?{urlencode({'next': here})}" if here and here != "/" else "")
    response = HttpResponse(status=302, headers={"Location": target})
    if request.htmx:  # type: ignore[attr-defined]
        response = HttpResponse(status=204, headers={"HX-Redirect": target})
    return response


def _private(response: HttpResponseBase) -> HttpResponseBase:
    """Pages of a team stay in the browser of who asked; page and fragment of one address are told apart."""
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    return response
