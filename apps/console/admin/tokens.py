"""Tokens of the API: made and revoked here, their text shown once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.console.admin.base import ConsoleAdmin, repo_label
from apps.repos.models import Repo
from apps.tenants import services
from apps.tenants.models import ApiToken, TokenScope


class RepoChoice(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.tenant} · {repo_label(obj)}"


class NewTokenForm(forms.ModelForm):  # type: ignore[type-arg]
    scopes = forms.MultipleChoiceField(
        label=_("Scopes"),
        choices=TokenScope.choices,
        initial=[TokenScope.READ, TokenScope.ASK],
        widget=forms.CheckboxSelectMultiple,
    )
    repos = RepoChoice(
        label=_("Repositories"),
        queryset=Repo.objects.select_related("tenant").order_by("tenant__name", "name"),
        required=False,
        help_text=_("None chosen: all of the tenant, also those to come."),
    )

    class Meta:
        model = ApiToken
        fields = ("tenant", "name", "scopes", "repos", "expires_at")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        chosen = list(data.get("repos") or ())
        data["repos"] = [repo.pk for repo in chosen] or None
        tenant = data.get("tenant")
        if tenant is not None and any(repo.tenant_id != tenant.pk for repo in chosen):
            self.add_error("repos", _("Choose repositories of the token's tenant only."))
        return data


class StateFilter(admin.SimpleListFilter):
    """Tokens that open something, and those that no longer do."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("valid", _("valid")), ("expired", _("expired")), ("revoked", _("revoked"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> QuerySet[ApiToken]:
        is_over = Q(expires_at__lte=timezone.now())
        wheres = {"revoked": Q(revoked_at__isnull=False), "expired": is_over & Q(revoked_at=None)}
        wheres["valid"] = (Q(expires_at=None) | ~is_over) & Q(revoked_at=None)
        return queryset.filter(wheres.get(self.value() or "", Q()))


@admin.register(ApiToken)
class ApiTokenAdmin(ConsoleAdmin):
    """A token is made and revoked, never changed: whoever holds it counts on what it is."""

    form = NewTokenForm
    list_display = ("name", "prefix", "tenant", "created_by", "scope_list", "state", "last_used_at", "expires_at", "created_at")
    list_filter = ("tenant", StateFilter)
    list_select_related = ("tenant", "created_by")
    search_fields = ("name", "prefix", "created_by__username", "tenant__name")
    date_hierarchy = "created_at"
    actions = ("revoke",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return NewTokenForm.Meta.fields
        return (
            "tenant", "name", "prefix", "created_by", "scope_list", "repo_list", "state",
            "expires_at", "last_used_at", "created_at",
        )  # fmt: skip

    @admin.display(description=_("scopes"))
    def scope_list(self, token: ApiToken) -> str:
        return ", ".join(token.scopes)

    @admin.display(description=_("repositories"))
    def repo_list(self, token: ApiToken) -> str:
        if token.repos is None:
            return str(_("all"))
        repos = Repo.objects.filter(tenant_id=token.tenant_id, pk__in=token.repos).order_by("name")
        return ", ".join(map(repo_label, repos)) or str(_("none: they were deleted"))

    @admin.display(description=_("state"))
    def state(self, token: ApiToken) -> str:
        if token.revoked_at is not None:
            return str(_("revoked"))
        over = token.expires_at is not None and token.expires_at <= timezone.now()
        return str(_("expired") if over else _("valid"))

    def save_model(self, request: Any, obj: Any, form: Any, change: bool) -> None:
        made, obj.shown_once = services.create_token(actor=request.user, **form.cleaned_data)
        obj.pk, obj.prefix = made.pk, made.prefix

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        """The text goes into this one answer and is kept nowhere: no cookie, no session, no message."""
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": _("API token"), "token": obj}
        response = TemplateResponse(request, "admin/tenants/apitoken/created.html", context)
        response.headers["Cache-Control"] = "no-store"
        return response

    @admin.action(description=_("Revoke"))
    def revoke(self, request: Any, queryset: QuerySet[ApiToken]) -> None:
        for token in queryset.select_related("tenant"):
            services.revoke_token(token=token, actor=request.user)
        self.message_user(request, _("The tokens are revoked; they open nothing from now on."), messages.SUCCESS)
