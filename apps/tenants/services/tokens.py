"""Tokens of the API: made once, known by their digest, and never worth more than the member who made them."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from apps.engine.errors import OwnerError
from apps.tenants import limits, selectors
from apps.tenants.context import tenant_scope
from apps.tenants.models import ROLE_SCOPES, ApiToken, Membership, Role, Tenant, TokenScope, User
from apps.tenants.services.audit import record_audit
from apps.tenants.text import clean_shown

MARK = "rl_"  # what secret scanners know our tokens by
PREFIX = 8  # characters after the mark that stay visible
SECRET = 32  # 190 bits
CHECKSUM = 6
USED_EVERY = timedelta(minutes=1)  # the last use is written no oftener

GUESSES = 100  # wrong tokens from one address within the window; none at all is no guess
WINDOW = 10 * 60  # seconds
KNOWN_FOR = 24 * 3600  # seconds for which an address that used a token counts as its user's

_ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
_TOKEN = re.compile(rf"{MARK}[0-9A-Za-z]{{{PREFIX + SECRET + CHECKSUM}}}", re.ASCII)


class TokenRefused(OwnerError):
    """The token is no key to anything: missing, mistyped, unknown, expired, revoked, or its member left.  Never says which."""

    code = "token:refused"

    def __init__(self) -> None:
        super().__init__("The token is missing, wrong, expired or revoked. Make one on the portal's page of API tokens.")


class TooManyGuesses(OwnerError):
    """Too many wrong tokens came from the address; `retry_after` is in seconds."""

    code = "token:too-many-guesses"

    def __init__(self) -> None:
        super().__init__(f"Too many wrong tokens came from this address. Wait {WINDOW // 60} minutes.")
        self.retry_after = WINDOW


class TokenUnusable(OwnerError):
    """What a new token was asked to be can't be."""

    code = "token:unusable"


@dataclass(frozen=True, slots=True)
class Bearer:
    """What the holder of a token may do now.  `repos` are the numbers of the repositories it reaches, None for all."""

    tenant: Tenant
    token: ApiToken
    member: User
    scopes: frozenset[str]
    repos: tuple[int, ...] | None

    def may(self, scope: str) -> bool:
        """Whether the token has the scope and its member's role still allows it."""
        return scope in self.scopes

    def reaches(self, repo_id: int) -> bool:
        """Whether the token is good for the repository, given that it is the tenant's."""
        return self.repos is None or repo_id in self.repos


def create_token(
    *,
    tenant: Tenant,
    actor: User,
    name: str,
    scopes: Collection[str],
    repos: Collection[int] | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token of the member and its text, which nobody can read again.  `repos`: None for all, else numbers of some.

    Raises `TokenUnusable` with one sentence for a name, scope, time or list that can't be.
    """
    wanted = frozenset(scopes)
    name = clean_shown(name.strip(), 120)
    if not name:
        raise TokenUnusable("The token needs a name that says what it is for.")
    if not wanted or not wanted <= frozenset(TokenScope.values):
        raise TokenUnusable("Choose at least one of the scopes read, ask, sync and admin.")
    if beyond := sorted(wanted - frozenset(selectors.allowed_scopes(tenant, actor))):
        raise TokenUnusable(f"Your role in this team does not allow the scope {', '.join(beyond)}.")
    if repos is not None and not repos:
        raise TokenUnusable("Choose at least one repository, or all of them.")
    if expires_at is not None and expires_at <= timezone.now():
        raise TokenUnusable("The token would have expired already. Choose a day to come.")
    text = _new_text()
    with tenant_scope(tenant.pk):
        row = ApiToken.objects.create(
            tenant=tenant,
            created_by=actor,
            name=name,
            prefix=text[: len(MARK) + PREFIX],
            digest=_digest(text),
            scopes=sorted(wanted),
            repos=None if repos is None else sorted(set(repos)),
            expires_at=expires_at,
        )
        detail = {"scopes": row.scopes, "repos": row.repos, "expires_at": expires_at.isoformat() if expires_at else None}
        record_audit(tenant=tenant, actor=actor, action="token.created", subject=str(row), detail=detail)
    return row, text


def revoke_token(*, token: ApiToken, actor: User | None) -> None:
    """End it, from the next request on.  The row stays, so that the list says what there was."""
    with tenant_scope(token.tenant_id):
        found = ApiToken.objects.filter(tenant_id=token.tenant_id, pk=token.pk, revoked_at=None)
        if found.update(revoked_at=timezone.now()):
            record_audit(tenant=token.tenant, actor=actor, action="token.revoked", subject=str(token))
    token.refresh_from_db(fields=["revoked_at"])


def use_token(*, text: str, address: str = "") -> Bearer:
    """Who holds this token, and what it is good for now.  Asked at every request and every MCP call; nothing is remembered.

    `address` is the network address it came from, to count wrong tokens by; "" counts nothing.  Raises `TokenRefused`, and
    `TooManyGuesses` once an address tried too many; one that used a good token lately stays open to that token.
    """
    digest = _digest(text)
    guesses = f"token:guesses:{address}"
    if address and text and (limits.counted(guesses) or 0) >= GUESSES and not limits.counted(_known(digest, address)):
        raise TooManyGuesses
    bearer = _bearer(digest) if is_token(text) else None
    if bearer is None:
        if address and text:
            limits.count(guesses, WINDOW)
        raise TokenRefused
    _note_use(bearer.token, address)
    return bearer


def is_token(text: str) -> bool:
    """Whether it has a token's form and its checksum fits: a slip of the pen asks no database."""
    return bool(_TOKEN.fullmatch(text)) and secrets.compare_digest(_checksum(text[:-CHECKSUM]), text[-CHECKSUM:])


def _bearer(digest: str) -> Bearer | None:
    """One query: the token, its tenant, its member and the member's role as they are now."""
    role = Membership.objects.filter(tenant=OuterRef("tenant"), user=OuterRef("created_by")).values("role")[:1]
    rows = ApiToken.objects.filter(digest=digest, revoked_at=None, created_by__is_active=True)
    row = rows.select_related("tenant", "created_by").annotate(role=Subquery(role)).first()
    if row is None or (row.expires_at is not None and row.expires_at <= timezone.now()):
        return None
    allowed = ROLE_SCOPES.get(Role.OWNER if row.created_by.is_superuser else row.role)
    if allowed is None:  # no member any more
        return None
    repos = None if row.repos is None else tuple(row.repos)
    return Bearer(row.tenant, row, row.created_by, allowed & frozenset(row.scopes), repos)


def _note_use(token: ApiToken, address: str) -> None:
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - USED_EVERY:
        return
    with tenant_scope(token.tenant_id):
        ApiToken.objects.filter(tenant_id=token.tenant_id, pk=token.pk).update(last_used_at=now)
    if address:
        limits.count(_known(token.digest, address), KNOWN_FOR)


def _known(digest: str, address: str) -> str:
    return f"token:known:{digest[:32]}:{address}"


def _new_text() -> str:
    body = MARK + "".join(secrets.choice(_ALPHABET) for _ in range(PREFIX + SECRET))
    return body + _checksum(body)


def _checksum(body: str) -> str:
    """CRC-32 in six digits of base 62."""
    number, digits = zlib.crc32(body.encode()), []
    for _ in range(CHECKSUM):
        number, rest = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[rest])
    return "".join(reversed(digits))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
