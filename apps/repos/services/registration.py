"""Repositories: added with their address checked, changed, and removed with everything that is theirs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from apps.engine.errors import OwnerError
from apps.integrations.git import CloneAddress, matches_allow_list, parse_address
from apps.integrations.git.errors import NoBranch
from apps.integrations.git.refs import branch_ref
from apps.repos.locks import repo_lock
from apps.repos.models import Repo
from apps.repos.services.relations import relations_to
from apps.repos.services.texts import drop_unreferenced_blobs
from apps.tenants import selectors as tenants
from apps.tenants.context import tenant_scope
from apps.tenants.models import GitCredential, Tenant, User
from apps.tenants.removal import delete_beside_writers
from apps.tenants.services import record_audit
from apps.tenants.text import clean, clean_shown

SLUG_LENGTH = 80
LOCAL_PATH_BYTES = 1_000


class AddressRefused(OwnerError):
    """The address, or what goes with it, is not one this tenant may clone from."""

    code = "source:refused"


@dataclass(frozen=True, slots=True)
class DeletionPreview:
    """What a deletion takes along: (name of the kind in the plural, number of rows), largest first."""

    counts: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(number for _name, number in self.counts)


def check_address(*, tenant: Tenant, url: str) -> CloneAddress:
    """The address if it is well formed and the tenant's allow-lists have it; else `OwnerError` with one clear sentence."""
    address = parse_address(clean(url.strip()), http_allowed=tenants.plain_http_hosts(tenant))
    hosts = tenants.allowed_hosts(tenant)
    if not hosts:
        raise AddressRefused(f"No forge host is allowed for {tenant.name} yet. Add {address.host} to the tenant's allowed hosts.")
    if not matches_allow_list(address, hosts, tenants.allowed_repositories(tenant)):
        raise AddressRefused(
            f"{address.host}/{address.path} is not among what {tenant.name} may clone. "
            "The tenant's allowed hosts and repositories say what is."
        )
    return address


def check_registration(
    *, tenant: Tenant, url: str, pinned_branch: str = "", credential: GitCredential | None = None
) -> CloneAddress:
    """Everything `register_repo` asks of what a person typed; returns the address, raises `OwnerError`."""
    address = check_address(tenant=tenant, url=url)
    _branch(pinned_branch)
    _check_credential(tenant, credential, address.host)
    return address


def register_repo(
    *,
    tenant: Tenant,
    url: str,
    name: str = "",
    pinned_branch: str = "",
    credential: GitCredential | None = None,
    actor: User | None = None,
) -> Repo:
    """Add the repository at an address, or find it where the tenant has it already.  Raises `OwnerError`."""
    address = check_registration(tenant=tenant, url=url, pinned_branch=pinned_branch, credential=credential)
    last = address.path.rstrip("/").rpartition("/")[2].removesuffix(".git")
    repo = Repo(
        tenant=tenant,
        name=_name(name) or last,
        url=address.url,
        identity=address.identity,
        pinned_branch=_branch(pinned_branch),
        credential=credential,
    )
    return _add(repo, actor)


def register_local_repo(*, tenant: Tenant, path: str, name: str = "", pinned_branch: str = "") -> Repo:
    """Add a folder of this machine, or find it.  Only commands may do so: whoever runs one can read the folder anyway."""
    folder = str(Path(path).expanduser().resolve())
    if clean(folder) != folder or len(folder.encode()) > LOCAL_PATH_BYTES:
        raise AddressRefused("The folder's path has characters that can't be stored, or is longer than 1,000 bytes.")
    title = _name(name) or Path(folder).name.removesuffix(".git") or "repository"
    branch = _branch(pinned_branch)
    repo = Repo(tenant=tenant, name=title, url=folder, identity=f"local:{folder}", is_local=True, pinned_branch=branch)
    return _add(repo, None)


def check_change(*, repo: Repo, pinned_branch: str, credential: GitCredential | None) -> None:
    """Everything `change_repo` asks of what a person typed; raises `OwnerError`."""
    _branch(pinned_branch)
    if not repo.is_local:
        address = parse_address(repo.url, http_allowed=tenants.plain_http_hosts(repo.tenant))
        _check_credential(repo.tenant, credential, address.host)


def change_repo(
    *,
    repo: Repo,
    name: str,
    pinned_branch: str,
    credential: GitCredential | None,
    is_active: bool,
    actor: User | None = None,
) -> Repo:
    """Change what a person may change.  Another address is another repository."""
    check_change(repo=repo, pinned_branch=pinned_branch, credential=credential)
    with tenant_scope(repo.tenant_id):
        repo.name = _name(name) or repo.name
        repo.pinned_branch = _branch(pinned_branch)
        repo.credential = credential
        repo.is_active = is_active
        repo.save(update_fields=["name", "pinned_branch", "credential", "is_active"])
        detail = {"branch": repo.pinned_branch, "active": is_active}
        record_audit(tenant=repo.tenant, actor=actor, action="repository.changed", subject=repo.slug, detail=detail)
    return repo


def set_active(*, repo: Repo, is_active: bool, actor: User | None = None) -> None:
    """Switch syncing on or off; documents stay readable."""
    with tenant_scope(repo.tenant_id):
        repo.is_active = is_active
        repo.save(update_fields=["is_active"])
        action = "repository.activated" if is_active else "repository.deactivated"
        record_audit(tenant=repo.tenant, actor=actor, action=action, subject=repo.slug)


def preview_deletion(*, repo: Repo) -> DeletionPreview:
    """How many rows of which kind go with the repository."""
    found = [
        (
            str(model._meta.verbose_name_plural),
            model._default_manager.filter(**{field: repo, "tenant_id": repo.tenant_id}).count(),
        )
        for model, field in relations_to(Repo)
    ]
    return DeletionPreview(tuple(sorted((pair for pair in found if pair[1]), key=lambda pair: (-pair[1], pair[0]))))


def delete_repo(*, repo: Repo, actor: User | None = None) -> None:
    """Remove the repository and everything that is its own.  Raises `OwnerError` while a sync of it runs."""
    with repo_lock(repo.pk) as held:
        if not held:
            raise AddressRefused(
                f"A sync of {repo.name} runs. Wait until it ends, then delete the repository.", code="source:busy"
            )

        def delete() -> None:
            counts = dict(preview_deletion(repo=repo).counts)
            record_audit(tenant=repo.tenant, actor=actor, action="repository.deleted", subject=repo.slug, detail=counts)
            Repo.objects.filter(pk=repo.pk, tenant_id=repo.tenant_id).delete()
            drop_unreferenced_blobs(tenant_id=repo.tenant_id)

        delete_beside_writers(repo.tenant_id, delete)


def _add(repo: Repo, actor: User | None) -> Repo:
    with tenant_scope(repo.tenant_id):
        # One at a time per tenant: short names are chosen by looking at the ones there are.
        Tenant.objects.select_for_update(no_key=True).only("pk").get(pk=repo.tenant_id)
        there = (
            Repo.objects.filter(tenant_id=repo.tenant_id, identity=repo.identity).select_related("tenant", "credential").first()
        )
        if there is not None:
            return there
        repo.slug = _free_slug(repo)
        repo.save()
        record_audit(tenant=repo.tenant, actor=actor, action="repository.added", subject=repo.slug, detail={"address": repo.url})
        return repo


def _free_slug(repo: Repo) -> str:
    base = _slug(repo.name)
    taken = set(
        Repo.objects.filter(tenant_id=repo.tenant_id, slug__startswith=base[: SLUG_LENGTH - 8]).values_list("slug", flat=True)
    )
    number, slug = 1, base
    while slug in taken:
        number += 1
        suffix = f"-{number}"
        slug = base[: SLUG_LENGTH - len(suffix)] + suffix
    return slug


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:SLUG_LENGTH].rstrip("-") or "repository"


def _name(name: str) -> str:
    return clean_shown(" ".join(name.split()), 200)


def _branch(branch: str) -> str:
    branch = branch.strip().removeprefix("refs/heads/")
    if not branch:
        return ""
    try:
        branch_ref(branch)
    except NoBranch as error:
        raise AddressRefused(
            "This is not a branch name that git allows. Leave it empty for the default branch.", code="source:branch"
        ) from error
    return branch


def _check_credential(tenant: Tenant, credential: GitCredential | None, host: str) -> None:
    if credential is None:
        return
    if credential.tenant_id != tenant.pk:
        raise AddressRefused("The credential belongs to another tenant.", code="source:credential")
    if credential.host.lower() != host.lower():
        raise AddressRefused(
            f"The credential {credential.name} is for {credential.host}, the repository is at {host}. "
            "A token is only ever sent to its own host.",
            code="source:credential",
        )
