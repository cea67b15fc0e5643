"""Tenants and what they may clone."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel

from apps.engine.errors import OwnerError
from apps.tenants.context import tenant_scope
from apps.tenants.models import Tenant, User
from apps.tenants.removal import delete_beside_writers
from apps.tenants.services.audit import record_audit
from apps.tenants.text import clean

_HOST = re.compile(r"(http://)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?")


def create_tenant(
    *, name: str, slug: str, allowed_hosts: str = "", allowed_repositories: str = "*", actor: User | None = None
) -> Tenant:
    """A new team.  `allowed_hosts` and `allowed_repositories` have one entry a line; see the model."""
    try:
        validate_slug(slug)
    except ValidationError:
        raise OwnerError(f"“{clean(slug)}” can't be a short name. Use letters, digits and hyphens.", code="tenant:slug") from None
    tenant = Tenant(
        name=clean(name.strip(), 120) or slug,
        slug=slug,
        allowed_hosts=checked_hosts(allowed_hosts),
        allowed_repositories=clean(allowed_repositories),
    )
    try:
        with transaction.atomic():
            tenant.save()
    except IntegrityError:
        raise OwnerError(f"There is already a tenant with the short name {slug}.", code="tenant:exists") from None
    record_audit(tenant=tenant, actor=actor, action="tenant.created", subject=tenant.slug)
    return tenant


def change_tenant(*, tenant: Tenant, actor: User | None, name: str, allowed_hosts: str, allowed_repositories: str) -> Tenant:
    """Rename it or change what it may clone.  Its short name stays: addresses hold it."""
    with tenant_scope(tenant.pk):
        tenant.name = clean(name.strip(), 120) or tenant.slug
        tenant.allowed_hosts = checked_hosts(allowed_hosts)
        tenant.allowed_repositories = clean(allowed_repositories)
        tenant.save(update_fields=["name", "allowed_hosts", "allowed_repositories"])
        detail = {"hosts": tenant.allowed_hosts, "repositories": tenant.allowed_repositories}
        record_audit(tenant=tenant, actor=actor, action="tenant.changed", subject=tenant.slug, detail=detail)
    return tenant


def allow_host(*, tenant: Tenant, host: str, actor: User | None = None) -> None:
    """Add a forge host to those the tenant may clone from.  Harmless where it is there already."""
    line = checked_hosts(host)
    with tenant_scope(tenant.pk):
        current = Tenant.objects.select_for_update(no_key=True).get(pk=tenant.pk)
        lines = current.allowed_hosts.split()
        if line not in lines:
            current.allowed_hosts = "\n".join([*lines, line])
            current.save(update_fields=["allowed_hosts"])
            record_audit(tenant=tenant, actor=actor, action="tenant.host-allowed", subject=line)
        tenant.allowed_hosts = current.allowed_hosts


def delete_tenant(*, tenant: Tenant) -> None:
    """Everything of the tenant, its users excepted: they may be members elsewhere."""
    delete_beside_writers(tenant.pk, Tenant.objects.filter(pk=tenant.pk).delete)


def checked_hosts(text: str) -> str:
    """The lines, lower case, each a host name; raises `OwnerError` with the line that is none."""
    lines = [line.strip().rstrip("/").lower() for line in clean(text).splitlines() if line.strip()]
    for line in lines:
        if not _HOST.fullmatch(line):
            raise OwnerError(
                f"“{line}” is not a forge host. Write it like github.com, or http://git.example.org for plain http.",
                code="tenant:host",
            )
    return "\n".join(dict.fromkeys(lines))


def preview_tenant_deletion(*, tenant: Tenant) -> list[tuple[str, int]]:
    """(name of the kind in the plural, number of rows) of what goes with the tenant, on every floor, largest first."""
    found = [
        (
            str(relation.related_model._meta.verbose_name_plural),
            relation.related_model._default_manager.filter(**{relation.field.name: tenant}).count(),
        )
        for relation in Tenant._meta.get_fields(include_hidden=True)
        if isinstance(relation, ManyToOneRel)
    ]
    return sorted((pair for pair in found if pair[1]), key=lambda pair: (-pair[1], pair[0]))
