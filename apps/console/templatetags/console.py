"""Numbers for the console's first page."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.console.admin.base import failing_repos
from apps.console.admin.index_state import BEHIND, in_state, with_index
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
    """Tenants, repositories, those whose index is behind, syncs that wait or run, repositories whose last sync failed."""
    syncs, repos = reverse("admin:repos_sync_changelist"), reverse("admin:repos_repo_changelist")
    behind = in_state(with_index(Repo.objects.all()), BEHIND).count()
    return [
        Count(_("Tenants"), Tenant.objects.count(), reverse("admin:tenants_tenant_changelist")),
        Count(_("Repositories"), Repo.objects.count(), repos),
        Count(_("Repositories whose index is behind"), behind, f"{repos}?index={BEHIND}"),
        Count(_("Syncs running"), Sync.objects.filter(state=SyncState.RUNNING).count(), f"{syncs}?state__exact=running"),
        Count(_("Syncs waiting"), Sync.objects.filter(state=SyncState.WAITING).count(), f"{syncs}?state__exact=waiting"),
        Count(_("Repositories whose last sync failed"), failing_repos().count(), f"{syncs}?state__exact=failed"),
    ]
