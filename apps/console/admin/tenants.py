"""Tenants with their members, users, credentials, the audit log."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms.models import BaseInlineFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from apps.console.admin.base import ConsoleAdmin, Deletion, PresentFilter, ReadOnlyAdmin, counted, failing_repos
from apps.engine.errors import OwnerError
from apps.pipeline.triggers import request_forgetting
from apps.repos import selectors as repo_selectors
from apps.repos import services as repo_services
from apps.repos.models import Repo
from apps.tenants import services
from apps.tenants.models import AuditEvent, GitCredential, Membership, Role, Tenant, User


class TenantForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Tenant
        fields = ("name", "slug", "allowed_hosts", "allowed_repositories")

    def clean_allowed_hosts(self) -> str:
        try:
            return services.checked_hosts(self.cleaned_data["allowed_hosts"])
        except OwnerError as error:
            raise ValidationError(error.message) from error


class MembershipFormSet(BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        super().clean()
        kept = [form.cleaned_data for form in self.forms if form.is_valid() and form.cleaned_data.get("user")]
        kept = [data for data in kept if not data.get("DELETE")]
        had_owner = any(form.initial.get("role") == Role.OWNER for form in self.initial_forms)
        if had_owner and not any(data.get("role") == Role.OWNER for data in kept):
            raise ValidationError(_("A tenant keeps at least one owner. Make somebody else an owner first."))


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Membership
    formset = MembershipFormSet
    extra = 1
    fields = ("user", "role")
    autocomplete_fields = ("user",)


def _number(rows: QuerySet[Any]) -> Coalesce:
    """How many rows of the tenant, as a subquery: joins would multiply them with one another."""
    return Coalesce(Subquery(rows.order_by().values("tenant").annotate(number=Count("pk")).values("number")), 0)


@admin.register(Tenant)
class TenantAdmin(ConsoleAdmin):
    form = TenantForm
    inlines = (MembershipInline,)
    list_display = ("name", "slug", "members", "repositories", "failing", "hosts", "created_at")
    search_fields = ("name", "slug")
    date_hierarchy = "created_at"
    prepopulated_fields = {"slug": ("name",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenant]:
        found: QuerySet[Tenant] = super().get_queryset(request)
        return found.annotate(
            member_count=_number(Membership.objects.filter(tenant=OuterRef("pk"))),
            repo_count=_number(Repo.objects.filter(tenant=OuterRef("pk"))),
            failed_count=_number(failing_repos().filter(tenant=OuterRef("pk"))),
        )

    @admin.display(description=_("members"), ordering="member_count")
    def members(self, tenant: Any) -> int:
        return int(tenant.member_count)

    @admin.display(description=_("repositories"), ordering="repo_count")
    def repositories(self, tenant: Any) -> int:
        return int(tenant.repo_count)

    @admin.display(description=_("last sync failed"), ordering="failed_count")
    def failing(self, tenant: Any) -> int:
        return int(tenant.failed_count)

    @admin.display(description=_("allowed hosts"))
    def hosts(self, tenant: Tenant) -> str:
        return ", ".join(tenant.allowed_hosts.split()) or "—"

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("slug",) if obj else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Any]:
        return {} if obj else {"slug": ("name",)}

    def save_model(self, request: Any, obj: Tenant, form: Any, change: bool) -> None:
        given = {name: form.cleaned_data[name] for name in ("name", "allowed_hosts", "allowed_repositories")}
        if change:
            services.change_tenant(tenant=obj, actor=request.user, **given)
        else:
            made = services.create_tenant(slug=form.cleaned_data["slug"], actor=request.user, **given)
            obj.pk, obj.created_at = made.pk, made.created_at
            obj._state.adding = False

    def save_formset(self, request: Any, form: Any, formset: Any, change: bool) -> None:
        rows = formset.save(commit=False)
        # New owners first, so that a tenant has one at every moment.
        for row in sorted(rows, key=lambda row: row.role != Role.OWNER):
            services.add_member(tenant=form.instance, user=row.user, role=row.role, actor=request.user)
        for row in formset.deleted_objects:
            services.remove_member(membership=row, actor=request.user)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Deletion:
        tenants = list(objs)
        counts: list[tuple[str, int]] = []
        for tenant in tenants:
            counts += services.preview_tenant_deletion(tenant=tenant)
        return counted(tenants, counts)

    def delete_model(self, request: Any, obj: Tenant) -> None:
        for repo in repo_selectors.repos(obj):
            repo_id = repo.pk
            repo_services.delete_repo(repo=repo, actor=request.user)
            request_forgetting(repo_id=repo_id)
        services.delete_tenant(tenant=obj)


@admin.register(User)
class ConsoleUserAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "email", "is_active", "is_superuser", "last_login")
    list_filter = ("is_active", "is_superuser")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email", "language")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined")


@admin.register(Membership)
class MembershipAdmin(ConsoleAdmin):
    list_display = ("user", "tenant", "role", "created_at")
    list_filter = (("role", PresentFilter), "tenant")
    list_select_related = ("user", "tenant")
    search_fields = ("user__username", "user__email", "tenant__name")
    autocomplete_fields = ("user", "tenant")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("tenant", "user") if obj else ()

    def save_model(self, request: Any, obj: Membership, form: Any, change: bool) -> None:
        saved = services.add_member(tenant=obj.tenant, user=obj.user, role=form.cleaned_data["role"], actor=request.user)
        obj.pk = saved.pk

    def delete_model(self, request: Any, obj: Membership) -> None:
        services.remove_member(membership=obj, actor=request.user)


def token_field() -> forms.CharField:
    """Written, never shown: the widget does not render what it was given."""
    return forms.CharField(
        label=_("Token"),
        strip=True,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "size": 60}),
        help_text=_("Encrypted when stored, and never shown again but for its last four characters."),
    )


class NewCredentialForm(forms.ModelForm):  # type: ignore[type-arg]
    token = token_field()

    class Meta:
        model = GitCredential
        fields = ("tenant", "name", "host", "username")


class CredentialForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = GitCredential
        fields = ("name", "username")


class RotateForm(forms.Form):
    token = token_field()


@admin.register(GitCredential)
class CredentialAdmin(ConsoleAdmin):
    list_display = ("name", "tenant", "host", "username", "token", "readable", "rotated_at", "created_at")
    list_filter = ("host", "tenant")
    list_select_related = ("tenant",)
    search_fields = ("name", "host", "tenant__name")
    date_hierarchy = "created_at"
    actions = ("rotate_secret",)
    change_form_template = "admin/tenants/gitcredential/change_form.html"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        return super().get_form(request, obj, change, form=CredentialForm if obj else NewCredentialForm, **options)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("tenant", "name", "host", "username", "token")
        return ("tenant", "name", "host", "username", "last_digits", "readable", "rotated_at", "created_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("tenant", "host", "last_digits", "readable", "rotated_at", "created_at") if obj else ()

    @admin.display(description=_("token"))
    def token(self, credential: GitCredential) -> str:
        return f"…{credential.last_four}"

    @admin.display(description=_("token"))
    def last_digits(self, credential: GitCredential) -> str:
        return f"…{credential.last_four}"

    @admin.display(description=_("state"))
    def readable(self, credential: GitCredential) -> str:
        return str(_("readable") if services.is_readable(credential=credential) else _("credential unreadable – re-enter it"))

    def save_model(self, request: Any, obj: GitCredential, form: Any, change: bool) -> None:
        data = form.cleaned_data
        if change:
            services.change_credential(credential=obj, name=data["name"], username=data["username"], actor=request.user)
            return
        made = services.store_credential(
            tenant=data["tenant"],
            name=data["name"],
            host=data["host"],
            token=data["token"],
            username=data["username"],
            actor=request.user,
        )
        obj.pk, obj.last_four, obj.created_at = made.pk, made.last_four, made.created_at

    def delete_model(self, request: Any, obj: GitCredential) -> None:
        services.delete_credential(credential=obj, actor=request.user)

    @admin.action(description=_("Rotate secret"))
    def rotate_secret(self, request: HttpRequest, queryset: QuerySet[GitCredential]) -> HttpResponse | None:
        chosen = list(queryset[:2])
        if len(chosen) != 1:
            self.message_user(request, _("Choose one credential: each has a token of its own."), messages.WARNING)
            return None
        return HttpResponseRedirect(reverse("admin:tenants_gitcredential_rotate", args=[chosen[0].pk]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.rotate_view)
        return [path("<int:pk>/rotate/", view, name="tenants_gitcredential_rotate"), *super().get_urls()]

    def rotate_view(self, request: Any, pk: int) -> HttpResponse:
        credential = self.get_queryset(request).filter(pk=pk).first()
        if credential is None:
            raise Http404
        if not self.has_change_permission(request, credential):
            raise PermissionDenied
        form = RotateForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                services.rotate_credential(credential=credential, token=form.cleaned_data["token"], actor=request.user)
            except OwnerError as error:
                form.add_error("token", error.message)
            else:
                self.log_change(request, credential, [{"changed": {"fields": ["token"]}}])
                self.message_user(request, _("The token of %(name)s was replaced.") % {"name": credential.name}, messages.SUCCESS)
                return HttpResponseRedirect(reverse("admin:tenants_gitcredential_change", args=[pk]))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": credential,
            "title": _("Rotate secret"),
            "subtitle": credential.name,
            "form": form,
        }
        return TemplateResponse(request, "admin/tenants/gitcredential/rotate.html", context)


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "tenant", "actor_name", "action", "subject")
    list_filter = ("action", "tenant")
    list_select_related = ("tenant", "actor")
    search_fields = ("subject", "action", "actor__username")
    date_hierarchy = "created_at"

    @admin.display(description=_("who"), ordering="actor__username")
    def actor_name(self, event: AuditEvent) -> str:
        return event.actor.username if event.actor else str(_("the system"))
