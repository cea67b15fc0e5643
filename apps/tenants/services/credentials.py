"""Access tokens: encrypted on the way in, and in plain only where `reveal_credential` hands one to git."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.engine.errors import OwnerError
from apps.integrations.encryption import Keyring, KeysUnusable, Unreadable
from apps.tenants.context import tenant_scope
from apps.tenants.models import GitCredential, Tenant
from apps.tenants.services.audit import record_audit
from apps.tenants.text import clean, clean_shown

if TYPE_CHECKING:
    from apps.tenants.models import User

ROTATION_BATCH = 200
SHOWN_FROM = 12  # a shorter token shows nothing of itself
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")


class CredentialUnreadable(OwnerError):
    """The token was encrypted with a key that is no longer given."""

    code = "credential:unreadable"

    def __init__(self) -> None:
        super().__init__("The credential is unreadable with the keys in use. Re-enter its token.")


class CredentialRefused(OwnerError):
    """The name, host or token given can't be used."""

    code = "credential:refused"


@dataclass(frozen=True, slots=True)
class RotationCounts:
    """What a rotation of keys did, or would do: re-encrypted, already under the first key, unreadable with any."""

    rotated: int = 0
    current: int = 0
    unreadable: int = 0


def check_keys() -> None:
    """Raises `KeysUnusable` where `CREDENTIAL_KEYS` is empty or malformed: asked at start-up."""
    _keyring()


def store_credential(*, tenant: Tenant, name: str, host: str, token: str, username: str, actor: User | None) -> GitCredential:
    """Keep a token for one forge host."""
    credential = GitCredential(
        tenant=tenant,
        name=_name(name),
        host=_host(host),
        username=clean(username.strip(), 120) or "x-access-token",
        ciphertext=_keyring().encrypt(_token(token)),
        last_four=_last_four(token),
    )
    with tenant_scope(tenant.pk):
        _save(credential)
        detail = {"host": credential.host}
        record_audit(tenant=tenant, actor=actor, action="credential.stored", subject=credential.name, detail=detail)
    return credential


def change_credential(*, credential: GitCredential, name: str, username: str, actor: User | None) -> GitCredential:
    """Rename it or change the user name.  Another host needs another credential: a token goes to its host only."""
    with tenant_scope(credential.tenant_id):
        credential.name = _name(name)
        credential.username = clean(username.strip(), 120) or "x-access-token"
        _save(credential, "name", "username")
        record_audit(tenant=credential.tenant, actor=actor, action="credential.changed", subject=credential.name)
    return credential


def rotate_credential(*, credential: GitCredential, token: str, actor: User | None) -> GitCredential:
    """Put a new token in the place of the old one."""
    with tenant_scope(credential.tenant_id):
        credential.ciphertext = _keyring().encrypt(_token(token))
        credential.last_four = _last_four(token)
        credential.rotated_at = timezone.now()
        _save(credential, "ciphertext", "last_four", "rotated_at")
        record_audit(tenant=credential.tenant, actor=actor, action="credential.rotated", subject=credential.name)
    return credential


def delete_credential(*, credential: GitCredential, actor: User | None) -> None:
    """Forget it; repositories that used it go on without."""
    with tenant_scope(credential.tenant_id):
        detail = {"host": credential.host}
        record_audit(tenant=credential.tenant, actor=actor, action="credential.deleted", subject=credential.name, detail=detail)
        credential.delete()


def reveal_credential(*, credential: GitCredential) -> str:
    """The plain token, for the environment of one git process and nothing else; the audit log notes it.

    Raises `CredentialUnreadable`.
    """
    try:
        token = _keyring().decrypt(bytes(credential.ciphertext))
    except Unreadable:
        raise CredentialUnreadable from None
    record_audit(tenant=credential.tenant, actor=None, action="credential.used", subject=credential.name)
    return token


def is_readable(*, credential: GitCredential) -> bool:
    """Whether the keys in use open it, without handing the token to anybody."""
    try:
        _keyring().decrypt(bytes(credential.ciphertext))
    except (Unreadable, KeysUnusable):
        return False
    return True


def rotate_encryption_keys(*, tenant: Tenant | None = None, dry_run: bool = False) -> RotationCounts:
    """Bring every token, of one tenant or of all, under the first key of `CREDENTIAL_KEYS`; the older keys may go afterwards.

    Works in batches with a transaction each, so that it may be killed and run again; what is done is skipped.
    """
    keyring = _keyring()
    scope = GitCredential.objects.all() if tenant is None else GitCredential.objects.filter(tenant=tenant)
    rotated = current = unreadable = 0
    last = 0
    while True:
        with transaction.atomic():
            rows = scope.filter(pk__gt=last).order_by("pk")
            batch = list((rows if dry_run else rows.select_for_update(no_key=True)).only("ciphertext")[:ROTATION_BATCH])
            changed = []
            for row in batch:
                last = row.pk
                old = bytes(row.ciphertext)
                try:
                    new = keyring.rotate(old)
                except Unreadable:
                    unreadable += 1
                    continue
                if new == old:
                    current += 1
                else:
                    rotated += 1
                    row.ciphertext = new
                    changed.append(row)
            if not dry_run:
                GitCredential.objects.bulk_update(changed, ["ciphertext"])
        if len(batch) < ROTATION_BATCH:
            return RotationCounts(rotated, current, unreadable)


def _keyring() -> Keyring:
    return Keyring(settings.CREDENTIAL_KEYS)


def _save(credential: GitCredential, *fields: str) -> None:
    try:
        with transaction.atomic():
            credential.save(update_fields=fields or None)
    except IntegrityError:
        raise CredentialRefused(f"The tenant already has a credential named {credential.name}.") from None


def _name(name: str) -> str:
    name = clean_shown(name.strip(), 120)
    if not name:
        raise CredentialRefused("The credential needs a name.")
    return name


def _host(host: str) -> str:
    host = clean(host.strip().lower())
    if not _HOST.fullmatch(host) or len(host) > 255:
        raise CredentialRefused("The forge host is not a host name. Write it like github.com, without https:// and port.")
    return host


def _token(token: str) -> str:
    """Printable and on one line: it goes into a header."""
    if not token or not token.isascii() or not token.isprintable() or " " in token or len(token) > 4_000:
        raise CredentialRefused("The token is empty or has spaces, line breaks or characters that no token has. Copy it again.")
    return token


def _last_four(token: str) -> str:
    return token[-4:] if len(token) >= SHOWN_FROM else ""
