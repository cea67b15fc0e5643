"""The log of who did what."""

from __future__ import annotations

from typing import Any

from apps.tenants.context import tenant_scope
from apps.tenants.models import AuditEvent, Tenant, User
from apps.tenants.text import clean, clean_json


def record_audit(*, tenant: Tenant, actor: User | None, action: str, subject: str, detail: dict[str, Any] | None = None) -> None:
    """Note an action, such as ``credential.rotated`` on ``github``.  `detail` must hold no secret; actor None is the system."""
    with tenant_scope(tenant.pk):
        AuditEvent.objects.create(
            tenant=tenant,
            actor=actor,
            action=clean(action, 60),
            subject=clean(subject, 200),
            detail=clean_json(detail or {}),
        )
