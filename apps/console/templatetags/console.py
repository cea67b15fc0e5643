"""Numbers for the console's first page."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.console.admin.base import failing_repos
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
    return [
        Count(_("Tenants"), Tenant.objects.count(), reverse("admin:tenants_tenant_changelist")),
        Count(_("Repositories"), Repo.objects.count(), reverse("admin:repos_repo_changelist")),
        Count(_("Syncs running"), Sync.objects.filter(state=SyncState.RUNNING).count(), f"{syncs}?state__exact=running"),
        Count(_("Syncs waiting"), Sync.objects.filter(state=SyncState.WAITING).count(), f"{syncs}?state__exact=waiting"),
        Count(_("Repositories whose last sync failed"), failing_repos().count(), f"{syncs}?state__exact=failed"),
    ]
