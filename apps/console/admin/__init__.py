"""The operator's console: Django admin for all models.  Forms and actions parse, call a service, and show what it says."""

from django.contrib import admin
from django.contrib.auth.models import Group
from django_rq.models import Dashboard

from apps.console.admin import artifacts, codegraph, repos, search, spending, syncs, tenants, tokens

__all__ = ["artifacts", "codegraph", "repos", "search", "spending", "syncs", "tenants", "tokens"]

admin.site.unregister(Group)  # roles are memberships of a tenant
if admin.site.is_registered(Dashboard):
    admin.site.unregister(Dashboard)  # the queue holds no truth: syncs are watched and started from their own rows
