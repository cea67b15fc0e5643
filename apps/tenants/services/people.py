"""Users, and their roles in tenants."""

from __future__ import annotations

import secrets

from django.db import transaction

from apps.engine.errors import OwnerError
from apps.tenants.context import tenant_scope
from apps.tenants.models import Membership, Role, Tenant, User
from apps.tenants.services.audit import record_audit


class LastOwner(OwnerError):
    """A tenant keeps at least one owner."""

    code = "tenant:last-owner"

    def __init__(self) -> None:
        super().__init__("This is the tenant's only owner. Make somebody else an owner first.")


def create_operator(*, username: str) -> tuple[User, str | None]:
    """The operator with this name and, only if just made, the random password: it is stored as a hash and shown once."""
    with transaction.atomic():
        user, created = User.objects.get_or_create(
            username=username, defaults={"is_staff": True, "is_superuser": True, "password": "!"}
        )
        if not created:
            return user, None
        password = secrets.token_urlsafe(15)
        user.set_password(password)
        user.save(update_fields=["password"])
        return user, password


def add_member(*, tenant: Tenant, user: User, role: str, actor: User | None = None) -> Membership:
    """Make the user a member.  One who is already keeps the membership and gets the role."""
    with tenant_scope(tenant.pk):
        membership, created = Membership.objects.get_or_create(tenant=tenant, user=user, defaults={"role": Role(role)})
        if not created:
            return change_role(membership=membership, role=role, actor=actor)
        record_audit(tenant=tenant, actor=actor, action="member.added", subject=user.username, detail={"role": role})
        return membership


def change_role(*, membership: Membership, role: str, actor: User | None = None) -> Membership:
    """Give the member another role; the last owner stays one."""
    with tenant_scope(membership.tenant_id):
        before = _locked_role(membership)
        if before == role:
            return membership
        if before == Role.OWNER:
            _keep_an_owner(membership)
        membership.role = Role(role)
        membership.save(update_fields=["role"])
        record_audit(
            tenant=membership.tenant,
            actor=actor,
            action="member.role-changed",
            subject=membership.user.username,
            detail={"from": before, "to": role},
        )
        return membership


def remove_member(*, membership: Membership, actor: User | None = None) -> None:
    """End the membership; the last owner stays."""
    with tenant_scope(membership.tenant_id):
        if _locked_role(membership) == Role.OWNER:
            _keep_an_owner(membership)
        Membership.objects.filter(tenant_id=membership.tenant_id, pk=membership.pk).delete()
        record_audit(tenant=membership.tenant, actor=actor, action="member.removed", subject=membership.user.username)


def _locked_role(membership: Membership) -> str:
    """The role as it is now.  The tenant's row is locked, so that two owners can't leave each other's seat at once."""
    Tenant.objects.select_for_update(no_key=True).only("pk").get(pk=membership.tenant_id)
    return Membership.objects.get(tenant_id=membership.tenant_id, pk=membership.pk).role


def _keep_an_owner(membership: Membership) -> None:
    others = Membership.objects.filter(tenant_id=membership.tenant_id, role=Role.OWNER).exclude(pk=membership.pk)
    if not others.exists():
        raise LastOwner
