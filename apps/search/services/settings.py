"""How a team's search weighs."""

from __future__ import annotations

from apps.search.models import SearchSettings
from apps.tenants.context import tenant_scope
from apps.tenants.models import Tenant, User
from apps.tenants.services import record_audit


def set_weights(
    *, tenant: Tenant, boosts: dict[str, float], architecture_words: str, actor: User | None = None
) -> SearchSettings:
    """Give the team weights of its own; what is empty is the product's.  Holds from the next search on."""
    with tenant_scope(tenant.pk):
        values = {"boosts": boosts, "architecture_words": architecture_words}
        row, _created = SearchSettings.objects.update_or_create(tenant=tenant, defaults=values)
        record_audit(tenant=tenant, actor=actor, action="search.weights-set", subject=tenant.slug, detail={"boosts": boosts})
        return row


def remove_weights(*, tenant: Tenant, actor: User | None = None) -> None:
    """Back to the product's own."""
    with tenant_scope(tenant.pk):
        SearchSettings.objects.filter(tenant=tenant).delete()
        record_audit(tenant=tenant, actor=actor, action="search.weights-removed", subject=tenant.slug)
