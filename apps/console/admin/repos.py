"""Repositories with the state of their last sync, their commits and texts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.artifacts.models import ArtifactVersion
from apps.console.admin.base import ConsoleAdmin, Deletion, ReadOnlyAdmin, counted, ended_syncs, repo_label, short
from apps.console.admin.index_state import IndexFilter, in_full, in_short, with_index
from apps.engine.errors import OwnerError
from apps.pipeline.connection import test_connection
from apps.pipeline.sources import check_source
from apps.pipeline.triggers import request_forgetting, request_sync
from apps.repos import services
from apps.repos.models import Blob, Commit, Repo, Sync, SyncState

# Where on a form an error belongs.
FIELDS = {"source:branch": "pinned_branch", "git:no-branch": "pinned_branch", "source:credential": "credential"}

# What syncs find out, on a repository's own page.
FOUND_OUT = (
    "default_branch", "head_sha", "head_seen_at", "index_in_full", "last_state", "last_error", "version", "created_at",
)  # fmt: skip


class NewRepoForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Repo
        fields = ("tenant", "url", "name", "pinned_branch", "credential")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].required = False
        self.fields["name"].help_text = _("Empty: the last part of the address.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("tenant") and data.get("url"):
            try:
                check_source(
                    tenant=data["tenant"],
                    url=data["url"],
                    branch=data.get("pinned_branch") or "",
                    credential=data.get("credential"),
                )
            except OwnerError as error:
                field = FIELDS.get(error.code, "url")
                raise ValidationError({field: error.message}) from error
        return data


class RepoForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Repo
        fields = ("name", "pinned_branch", "credential", "is_active")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices: Any = self.fields["credential"]
        choices.queryset = choices.queryset.filter(tenant_id=self.instance.tenant_id).select_related("tenant")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        try:
            services.check_change(
                repo=self.instance, pinned_branch=data.get("pinned_branch") or "", credential=data.get("credential")
            )
        except OwnerError as error:
            field = FIELDS.get(error.code)
            raise ValidationError({field: error.message} if field else error.message) from error
        return data


@admin.register(Repo)
class RepoAdmin(ConsoleAdmin):
    list_display = ("titled", "tenant", "version", "index", "last_state", "last_error", "is_active", "branch_now", "head")
    list_filter = ("is_active", IndexFilter, "tenant", "is_local")
    list_select_related = ("tenant",)
    search_fields = ("name", "slug", "url")
    date_hierarchy = "created_at"
    actions = ("sync_now", "ask_connection", "switch_on", "switch_off")
    change_form_template = "admin/repos/repo/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Repo]:
        newest = Sync.objects.filter(repo=OuterRef("pk")).exclude(state=SyncState.SUPERSEDED).order_by("-pk")
        version = ArtifactVersion.objects.filter(artifact__repo=OuterRef("pk")).order_by("-number")
        found: QuerySet[Repo] = super().get_queryset(request)
        return with_index(found).annotate(
            sync_state=Subquery(newest.values("state")[:1]),
            sync_at=Subquery(newest.values("created_at")[:1]),
            sync_error=Subquery(ended_syncs().values("error")[:1]),
            version_number=Subquery(version.values("number")[:1]),
        )

    @admin.display(description=_("repository"), ordering="name")
    def titled(self, repo: Repo) -> SafeString:
        return format_html('<span class="repo">{}</span> <span class="address">{}</span>', repo_label(repo), repo.url)

    @admin.display(description=_("branch"))
    def branch_now(self, repo: Repo) -> str:
        return repo.branch or "—"

    @admin.display(description=_("head"))
    def head(self, repo: Repo) -> str:
        return short(repo.head_sha)

    @admin.display(description=_("code index"))
    def index(self, repo: Any) -> str:
        return in_short(repo)

    @admin.display(description=_("code index"))
    def index_in_full(self, repo: Any) -> str:
        return in_full(repo)

    @admin.display(description=_("version"), ordering="version_number")
    def version(self, repo: Any) -> str:
        return str(repo.version_number or "—")

    @admin.display(description=_("last sync"), ordering="sync_state")
    def last_state(self, repo: Any) -> SafeString | str:
        if not repo.sync_state:
            return "—"
        when = date_format(localtime(repo.sync_at), "DATETIME_FORMAT")
        return format_html('{} <span class="when">{}</span>', SyncState(repo.sync_state).label, when)

    @admin.display(description=_("error"))
    def last_error(self, repo: Any) -> str:
        return (repo.sync_error or "")[:200] or "—"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        if obj and obj.is_local:
            options["help_texts"] = {"url": _("A folder on this machine, added by a command. Its last commit is read.")}
        return super().get_form(request, obj, change, form=RepoForm if obj else NewRepoForm, **options)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return ("tenant", "url", "name", "pinned_branch", "credential")
        return ("tenant", "url", "slug", "name", "pinned_branch", "credential", "is_active", *FOUND_OUT)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        return ("tenant", "url", "slug", *FOUND_OUT)

    def save_model(self, request: Any, obj: Repo, form: Any, change: bool) -> None:
        data = form.cleaned_data
        given = {name: data[name] for name in ("name", "pinned_branch", "credential")}
        if change:
            services.change_repo(repo=obj, is_active=data["is_active"], actor=request.user, **given)
        else:
            made = services.register_repo(tenant=data["tenant"], url=data["url"], actor=request.user, **given)
            obj.__dict__.update({field.attname: getattr(made, field.attname) for field in Repo._meta.concrete_fields})

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Deletion:
        repos = list(objs)
        return counted(repos, [pair for repo in repos for pair in services.preview_deletion(repo=repo).counts])

    def delete_model(self, request: Any, obj: Repo) -> None:
        repo_id = obj.pk
        services.delete_repo(repo=obj, actor=request.user)
        request_forgetting(repo_id=repo_id)

    @admin.action(description=_("Sync now"))
    def sync_now(self, request: Any, queryset: QuerySet[Repo]) -> None:
        repos = list(queryset.filter(is_active=True))
        for repo in repos:
            request_sync(tenant=repo.tenant, repo=repo, trigger="manual", user=request.user)
        count = len(repos)
        told = ngettext("%(count)d sync was requested.", "%(count)d syncs were requested.", count) % {"count": count}
        self.message_user(request, told, messages.SUCCESS if count else messages.WARNING)

    @admin.action(description=_("Test connection"))
    def ask_connection(self, request: HttpRequest, queryset: QuerySet[Repo]) -> None:
        for repo in queryset.select_related("tenant", "credential"):
            report = test_connection(repo=repo)
            self.message_user(request, f"{repo_label(repo)}: {report.message}", messages.SUCCESS if report.ok else messages.ERROR)

    @admin.action(description=_("Switch syncing on"))
    def switch_on(self, request: Any, queryset: QuerySet[Repo]) -> None:
        for repo in queryset:
            services.set_active(repo=repo, is_active=True, actor=request.user)

    @admin.action(description=_("Switch syncing off (documents stay)"))
    def switch_off(self, request: Any, queryset: QuerySet[Repo]) -> None:
        for repo in queryset:
            services.set_active(repo=repo, is_active=False, actor=request.user)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.run_view)
        return [path("<int:pk>/run/<slug:name>/", view, name="repos_repo_run"), *super().get_urls()]

    def run_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """The two actions as buttons of a repository's page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        chosen = self.get_queryset(request).filter(pk=pk).select_related("tenant")
        actions = {"sync": self.sync_now, "test": self.ask_connection}
        if name not in actions or not chosen.exists():
            raise Http404
        if not self.has_change_permission(request):
            raise PermissionDenied
        actions[name](request, chosen)
        return HttpResponseRedirect(reverse("admin:repos_repo_change", args=[pk]))


@admin.register(Commit)
class CommitAdmin(ReadOnlyAdmin):
    list_display = ("sha_short", "repo", "tenant", "author", "subject", "committed_at")
    list_filter = ("tenant",)
    list_select_related = ("repo", "tenant")
    search_fields = ("sha", "subject", "author", "repo__name")
    date_hierarchy = "committed_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Commit]:
        return super().get_queryset(request).defer("paths")

    @admin.display(description=_("commit"), ordering="sha")
    def sha_short(self, commit: Commit) -> str:
        return short(commit.sha)


@admin.register(Blob)
class BlobAdmin(ReadOnlyAdmin):
    list_display = ("digest_short", "tenant", "lines", "encoding", "created_at")
    list_filter = ("tenant", "encoding")
    list_select_related = ("tenant",)
    search_fields = ("digest",)
    date_hierarchy = "created_at"
    exclude = ("html",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Blob]:
        return super().get_queryset(request).defer("text", "html")

    @admin.display(description=_("digest"), ordering="digest")
    def digest_short(self, blob: Blob) -> str:
        return blob.digest[:16]
