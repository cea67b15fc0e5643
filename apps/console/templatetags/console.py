"""Numbers for the console's first page."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.repos.models import Repo, Sync, SyncState
from apps.tenants.models import Tenant

register = template.Library()


@dataclass(frozen=True, slots=True)
class Count:
    """One number with the list behind it."""

    label: str
    number: int
    url: str


@register.simple_tag
def console_counts() -> list[Count]:
    """Tenants, repositories, syncs that wait or run, repositories whose last sync failed."""
    syncs = reverse("admin:repos_sync_changelist")
    newest = Sync.objects.filter(repo=OuterRef("pk")).exclude(state=SyncState.SUPERSEDED).order_by("-pk")
    failing = Repo.objects.annotate(last=Subquery(newest.values("state")[:1])).filter(last__in=("failed", "quarantined"))
    return [
        Count(_("Tenants"), Tenant.objects.count(), reverse("admin:tenants_tenant_changelist")),
        Count(_("Repositories"), Repo.objects.count(), reverse("admin:repos_repo_changelist")),
        Count(_("Syncs running"), Sync.objects.filter(state=SyncState.RUNNING).count(), f"{syncs}?state__exact=running"),
        Count(_("Syncs waiting"), Sync.objects.filter(state=SyncState.WAITING).count(), f"{syncs}?state__exact=waiting"),
        Count(_("Repositories whose last sync failed"), failing.count(), f"{syncs}?state__exact=failed"),
    ]
