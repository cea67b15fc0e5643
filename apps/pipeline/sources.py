"""Where a repository's objects come from: its mirror, with the limits and credentials that hold for it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

from apps.integrations.git import CloneAddress, Credential, Head, Limits, LocalSource, Mirror, RefusedAddress, parse_address
from apps.repos import services as repo_services
from apps.tenants import selectors as tenant_selectors
from apps.tenants import services as tenant_services

if TYPE_CHECKING:
    from apps.repos.models import Repo
    from apps.tenants.models import GitCredential, Tenant


def limits() -> Limits:
    """The operator's limits from the settings."""
    return Limits(**settings.SOURCE_LIMITS)


def mirror_of(repo: Repo) -> Mirror:
    """The worker's mirror of a stored repo.  A mirror is a cache: losing the folder costs one fetch."""
    folder = Path(settings.STATE_DIR) / "mirrors" / str(repo.tenant_id) / str(repo.pk)
    if repo.is_local:
        return Mirror(folder, LocalSource(Path(repo.url)), credential=None, limits=limits())
    allowed = tenant_selectors.plain_http_hosts(repo.tenant)
    address = parse_address(repo.url, http_allowed=allowed)
    return Mirror(
        folder,
        address,
        credential=_revealed(repo.credential, address),
        limits=limits(),
        allowed_internal=tuple(settings.INTERNAL_HOSTS),
    )


def mirror_at(source: str) -> Mirror:
    """A mirror for the command line, kept in the state directory under the source's hash."""
    found = source_of(source)
    folder = Path(settings.STATE_DIR) / "mirrors" / "command" / hashlib.sha256(str(found).encode()).hexdigest()[:24]
    allowed = tuple(settings.INTERNAL_HOSTS)
    return Mirror(folder, found, credential=None, limits=limits(), allowed_internal=allowed)


def check_source(*, tenant: Tenant, url: str, branch: str = "", credential: GitCredential | None = None) -> Head:
    """Everything asked of an address before it is added: the rules of registration, and that its branch can be read.

    Raises `OwnerError` with one clear sentence; nothing is stored.
    """
    address = repo_services.check_registration(tenant=tenant, url=url, pinned_branch=branch, credential=credential)
    folder = Path(settings.STATE_DIR) / "mirrors" / "asked"  # is not made: to ask needs none
    mirror = Mirror(
        folder,
        address,
        credential=_revealed(credential, address),
        limits=limits(),
        allowed_internal=tuple(settings.INTERNAL_HOSTS),
    )
    return mirror.head(branch.strip().removeprefix("refs/heads/"))


def source_of(source: str) -> CloneAddress | LocalSource:
    """What a person typed: an address if it has a scheme, else a folder.

    Raises `RefusedAddress` for an address of another kind, which is not repeated: it may hold a password.
    """
    if "://" in source:
        return parse_address(source)
    folder = Path(source).expanduser().absolute()
    if "@" in source.partition("/")[0] and not os.path.lexists(folder):  # like git@host:owner/project
        raise RefusedAddress("The address must start with https:// (and hold neither user nor password).")
    return LocalSource(folder)


def _revealed(credential: GitCredential | None, address: CloneAddress) -> Credential | None:
    """For git; a token is only ever sent to its own host."""
    if credential is None or credential.host.lower() != address.host:
        return None
    return Credential(username=credential.username, token=tenant_services.reveal_credential(credential=credential))
