"""What a team may spend on language models."""

from __future__ import annotations

from decimal import Decimal

from apps.tenants.context import tenant_scope
from apps.tenants.models import Budget, Tenant, User
from apps.tenants.services.audit import record_audit


def set_budget(
    *, tenant: Tenant, month_dollars: Decimal | None, call_dollars: Decimal | None, actor: User | None = None
) -> Budget:
    """Give the team ceilings of its own; None means the product's.  Holds from the next call on."""
    with tenant_scope(tenant.pk):
        values = {"month_dollars": month_dollars, "call_dollars": call_dollars}
        budget, _created = Budget.objects.update_or_create(tenant=tenant, defaults=values)
        detail = {name: None if value is None else str(value) for name, value in values.items()}
        record_audit(tenant=tenant, actor=actor, action="budget.set", subject=tenant.slug, detail=detail)
        return budget


def remove_budget(*, tenant: Tenant, actor: User | None = None) -> None:
    """Back to the product's own ceilings."""
    with tenant_scope(tenant.pk):
        Budget.objects.filter(tenant=tenant).delete()
        record_audit(tenant=tenant, actor=actor, action="budget.removed", subject=tenant.slug)
