"""Who calls: the token of every request, what it is good for, and which repositories it reaches.

There is no other way in.  A session of the portal counts for nothing here, so that no other site can make a browser act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest
from ninja.security import HttpBearer

from apps.api.v1.errors import NotFound
from apps.repos import selectors as repos
from apps.search.scope import Scope
from apps.tenants.admission import admit
from apps.tenants.services import Bearer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from apps.repos.models import Repo


class Asked(HttpRequest):
    """A request as the endpoints get it: with who holds its token.  `spent` are headers that tell what is left of the rate."""

    auth: Bearer
    spent: Mapping[str, str]


class Token(HttpBearer):
    """``Authorization: Bearer rl_…`` with a token that has the scope."""

    def __init__(self, scope: str = "read") -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Bearer:
        return self.authenticate(request, request.headers.get("Authorization", ""))

    def authenticate(self, request: HttpRequest, token: str) -> Bearer:
        """Who calls; `token` is the whole header.  Raises `NotAdmitted`."""
        admitted = admit(authorization=token, address=request.META.get("REMOTE_ADDR", ""), scope=self.scope)
        request.spent = admitted.headers  # type: ignore[attr-defined]
        return admitted.bearer


READ, ASK, SYNC, ADMIN = Token("read"), Token("ask"), Token("sync"), Token("admin")


def repos_of(asked: Asked) -> list[Repo]:
    """The repositories the token reaches, by name."""
    return [repo for repo in repos.repos(asked.auth.tenant) if asked.auth.reaches(repo.pk)]


def repo_of(asked: Asked, slug: str) -> Repo:
    """The repository with this short name.  Raises `NotFound`, for one the token does not reach as for one that is not there."""
    repo = repos.repo_by_slug(asked.auth.tenant, slug)
    if repo is None or not asked.auth.reaches(repo.pk):
        raise NotFound("repository")
    return repo


def scope_of(asked: Asked, slugs: Sequence[str], **filters: tuple[str, ...] | str) -> Scope:
    """Where a search may look: the repositories named, else all the token reaches."""
    wanted = tuple(repo_of(asked, slug).pk for slug in slugs) if slugs else asked.auth.repos
    return Scope(repos=wanted, reach=asked.auth.repos, **filters)  # type: ignore[arg-type]
