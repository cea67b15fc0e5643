"""Money for language models: what teams may spend, and every call that was made."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.console.admin.base import BoundedPaginator, ConsoleAdmin, NewestValuesFilter, ReadOnlyAdmin
from apps.tenants import services
from apps.tenants.models import Budget, UsageEntry


@admin.register(Budget)
class BudgetAdmin(ConsoleAdmin):
    list_display = ("tenant", "month_dollars", "call_dollars")
    list_select_related = ("tenant",)
    search_fields = ("tenant__name", "tenant__slug")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("tenant",) if obj else ()

    def save_model(self, request: Any, obj: Budget, form: Any, change: bool) -> None:
        given = {name: form.cleaned_data[name] for name in ("month_dollars", "call_dollars")}
        obj.pk = services.set_budget(tenant=obj.tenant, actor=request.user, **given).pk
        obj._state.adding = False

    def delete_model(self, request: Any, obj: Budget) -> None:
        services.remove_budget(tenant=obj.tenant, actor=request.user)


@admin.register(UsageEntry)
class UsageEntryAdmin(ReadOnlyAdmin):
    list_display = (
        "created_at", "tenant", "purpose", "subject", "model", "state", "outcome", "input_tokens", "output_tokens", "reserved",
        "cost",
    )  # fmt: skip
    list_filter = (("purpose", NewestValuesFilter), ("model", NewestValuesFilter), "state", "tenant")
    paginator = BoundedPaginator
    list_select_related = ("tenant",)
    search_fields = ("subject", "outcome", "request_id")
    date_hierarchy = "created_at"
