"""The operator's console: Django admin for all models.  Forms and actions parse, call a service, and show what it says."""

from django.contrib import admin
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _
from django_rq.models import Dashboard

from apps.console.admin import artifacts, codegraph, repos, syncs, tenants

__all__ = ["artifacts", "codegraph", "repos", "syncs", "tenants"]

admin.site.site_header = _("Repolore console")
admin.site.site_title = _("Repolore console")
admin.site.index_title = _("Records")
admin.site.index_template = "admin/console_index.html"
admin.site.unregister(Group)  # roles are memberships of a tenant
if admin.site.is_registered(Dashboard):
    admin.site.unregister(Dashboard)  # the queue holds no truth: syncs are watched and started from their own rows
