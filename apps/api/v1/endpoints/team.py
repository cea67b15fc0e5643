"""The token itself; and for tokens with the scope admin, all tokens of the team and its audit log."""

from __future__ import annotations

from http import HTTPStatus

from ninja import Query, Router
from ninja.responses import Status

from apps.api.v1 import rows
from apps.api.v1.access import ADMIN, Asked
from apps.api.v1.errors import ApiError, NotFound
from apps.api.v1.operations import done, in_tenant, read
from apps.api.v1.paging import Page, Paging, cut, position_of
from apps.api.v1.schemas import AuditRow, Me, Team, TokenRow
from apps.repos import selectors as repos
from apps.tenants import selectors, services

router = Router(tags=["Team"])


@router.get("/me", response=read(Me))
@in_tenant
def this_token(request: Asked) -> Me:
    """Which team and member the token is of, and what it is good for now."""
    return Me(
        tenant=Team(slug=request.auth.tenant.slug, name=request.auth.tenant.name),
        token=rows.token_row(request.auth.token, _slugs(request)),
        scopes=sorted(request.auth.scopes),
    )


@router.get("/tokens", response=read(Page[TokenRow]), auth=ADMIN)
@in_tenant
def list_tokens(request: Asked, paging: Query[Paging]) -> Page[TokenRow]:
    """All tokens of the team, newest first; their texts are kept nowhere.  Scope: admin."""
    _of_all_repositories(request)
    [before] = position_of("tokens", paging.cursor, int) or [0]
    every = sorted(selectors.api_tokens(request.auth.tenant), key=lambda token: -token.pk)
    older = [token for token in every if not before or token.pk < before]
    shown, following = cut("tokens", older[: paging.limit + 1], paging.limit, at=lambda token: token.pk)
    slugs = _slugs(request)
    return Page(items=[rows.token_row(token, slugs) for token in shown], next=following)


@router.delete("/tokens/{int:number}", response=done(None, 204), auth=ADMIN)
@in_tenant
def revoke_token(request: Asked, number: int) -> Status[None]:
    """End a token of the team, from the next request on.  Scope: admin."""
    _of_all_repositories(request)
    token = selectors.api_token(request.auth.tenant, number)
    if token is None:
        raise NotFound("token")
    services.revoke_token(token=token, actor=request.auth.member)
    return Status(204, None)


@router.get("/audit", response=read(Page[AuditRow]), auth=ADMIN)
@in_tenant
def audit_log(request: Asked, paging: Query[Paging]) -> Page[AuditRow]:
    """Who did what, newest first.  Scope: admin."""
    _of_all_repositories(request)
    [before] = position_of("audit", paging.cursor, int) or [0]
    found = selectors.audit_events(request.auth.tenant, paging.limit + 1, before=before)
    shown, following = cut("audit", found, paging.limit, at=lambda event: event.pk)
    items = [
        AuditRow(
            id=event.pk,
            at=event.created_at,
            actor=None if event.actor is None else event.actor.username,
            action=event.action,
            subject=event.subject,
            detail=event.detail,
        )
        for event in shown
    ]
    return Page(items=items, next=following)


def _slugs(request: Asked) -> dict[int, str]:
    return {repo.pk: repo.slug for repo in repos.repos(request.auth.tenant)}


def _of_all_repositories(request: Asked) -> None:
    """What is of the whole team is not for a token of some repositories."""
    if request.auth.repos is not None:
        raise ApiError(
            HTTPStatus.FORBIDDEN,
            "token:repositories",
            "This token is for some repositories only: what is of the whole team needs one for all of them.",
        )
