"""The operator gives a team a budget, changes it and takes it back; each is in the team's log."""

from __future__ import annotations

from decimal import Decimal

from django.urls import reverse

from apps.tenants import spending
from apps.tenants.models import AuditEvent, Budget
from tests.console.conftest import Console
from tests.factories import make_tenant


def test_a_budget_is_given_changed_and_taken_back(console: Console, settings) -> None:
    settings.LLM_MONTH_DOLLARS, settings.LLM_CALL_DOLLARS = Decimal(50), Decimal("0.5")
    tenant = make_tenant()
    added = console.client.post(
        reverse("admin:tenants_budget_add"), {"tenant": tenant.pk, "month_dollars": "7.5", "call_dollars": ""}
    )
    assert added.status_code == 302
    assert spending.ceilings(tenant) == (Decimal("7.5"), Decimal("0.5"))
    budget = Budget.objects.get(tenant=tenant)
    change = reverse("admin:tenants_budget_change", args=[budget.pk])
    assert console.client.post(change, {"month_dollars": "", "call_dollars": "0.02"}).status_code == 302
    assert spending.ceilings(tenant) == (Decimal(50), Decimal("0.02"))
    assert console.client.post(change, {"month_dollars": "-1"}).status_code == 200
    assert spending.ceilings(tenant) == (Decimal(50), Decimal("0.02")), "less than nothing is no budget"
    assert console.client.post(reverse("admin:tenants_budget_delete", args=[budget.pk]), {"post": "yes"}).status_code == 302
    assert spending.ceilings(tenant) == (Decimal(50), Decimal("0.5"))
    events = AuditEvent.objects.filter(tenant=tenant, action__startswith="budget.").order_by("pk")
    assert [(event.action, event.actor) for event in events] == [
        ("budget.set", console.operator), ("budget.set", console.operator), ("budget.removed", console.operator),
    ]  # fmt: skip
