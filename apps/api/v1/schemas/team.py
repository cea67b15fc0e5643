"""The token, its team, and the audit log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from apps.api.v1.formats import Sent


class Team(Sent):
    """The tenant the token is of."""

    slug: str
    name: str


class TokenRow(Sent):
    """A token, without its text: nobody can read that again.  `repos` null: all repositories, also those to come."""

    id: int
    name: str
    prefix: str
    member: str
    scopes: Sequence[str]
    repos: Sequence[str] | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


class Me(Sent):
    """What this token is good for now: `scopes` are those its member's role still allows."""

    tenant: Team
    token: TokenRow
    scopes: Sequence[str]


class AuditRow(Sent):
    """Who did what; `actor` null is the system."""

    id: int
    at: datetime
    actor: str | None
    action: str
    subject: str
    detail: Mapping[str, Any]
