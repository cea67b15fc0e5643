"""Syncs: what runs, what ran, how long each step took, and what went wrong."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.console.admin.base import PresentFilter, ReadOnlyAdmin, repo_label, seconds, short
from apps.pipeline.triggers import request_sync
from apps.repos.models import Repo, Sync, SyncStep

OUTCOMES = {"new version": _("new version"), "verified": _("verified"), "unchanged": _("unchanged")}


@admin.register(Sync)
class SyncAdmin(ReadOnlyAdmin):
    list_display = (
        "number", "repository", "tenant", "state", "created_at", "took", "problem", "trigger", "commit", "step_now", "timings",
    )  # fmt: skip
    list_filter = (("state", PresentFilter), ("trigger", PresentFilter), ("step", PresentFilter), "tenant")
    list_select_related = ("repo", "tenant")
    search_fields = ("repo__name", "repo__slug", "commit_sha", "error", "error_code")
    date_hierarchy = "created_at"
    actions = ("sync_now",)
    fields = (
        ("tenant", "repo"),
        ("state", "step_now", "result"),
        ("error_code", "error"),
        ("trigger", "requested_by"),
        ("branch", "commit_sha"),
        ("created_at", "started_at", "heartbeat_at", "finished_at"),
        ("took", "attempts", "worker"),
        "steps",
        "counts",
        "left_out",
    )
    readonly_fields = ("step_now", "result", "steps", "took", "left_out")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sync]:
        return super().get_queryset(request).defer("skipped")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.has_perm("repos.view_sync"))

    @admin.display(description="#", ordering="pk")
    def number(self, sync: Sync) -> str:
        return str(sync.pk)

    @admin.display(description=_("repository"), ordering="repo__name")
    def repository(self, sync: Sync) -> str:
        return repo_label(sync.repo)

    @admin.display(description=_("step"))
    def step_now(self, sync: Sync) -> str:
        at = sync.progress.get(sync.step) or {}
        if sync.state != "running" or not at.get("total"):
            return sync.get_step_display() or "—"
        return f"{sync.get_step_display()} {at['done']}/{at['total']}"

    @admin.display(description=_("outcome"))
    def result(self, sync: Sync) -> str:
        return str(OUTCOMES.get(sync.outcome, sync.outcome)) or "—"

    @admin.display(description=_("commit"))
    def commit(self, sync: Sync) -> str:
        return short(sync.commit_sha)

    @admin.display(description=_("seconds per step"))
    def timings(self, sync: Sync) -> str:
        parts = [f"{step.label} {sync.progress[step]['seconds']}" for step in SyncStep if _timed(sync, step)]
        return " · ".join(parts) or "—"

    @admin.display(description=_("took"))
    def took(self, sync: Sync) -> str:
        if sync.started_at is None:
            return "—"
        return seconds((sync.finished_at or timezone.now()) - sync.started_at)

    @admin.display(description=_("error"))
    def problem(self, sync: Sync) -> str:
        return f"{sync.error_code} {sync.error[:160]}".strip() or "—"

    @admin.display(description=_("steps"))
    def steps(self, sync: Sync) -> SafeString | str:
        rows = [
            (step.label, at.get("done", 0), at.get("total", 0), at.get("seconds", 0), at.get("note", ""))
            for step in SyncStep
            if (at := sync.progress.get(step))
        ]
        return format_html_join("", "<div>{}: {} / {} · {} s · {}</div>", rows) or "—"

    @admin.display(description=_("left out"))
    def left_out(self, sync: Sync) -> SafeString | str:
        return format_html_join("", "<div>{} – {}</div>", ((path, reason) for path, reason in sync.skipped)) or "—"

    @admin.action(description=_("Sync these repositories now"), permissions=["view"])
    def sync_now(self, request: Any, queryset: QuerySet[Sync]) -> None:
        repos = Repo.objects.filter(syncs__in=queryset.order_by(), is_active=True).select_related("tenant").distinct()
        count = 0
        for repo in repos:
            request_sync(tenant=repo.tenant, repo=repo, trigger="manual", user=request.user)
            count += 1
        told = ngettext("%(count)d sync was requested.", "%(count)d syncs were requested.", count) % {"count": count}
        self.message_user(request, told, messages.SUCCESS if count else messages.WARNING)


def _timed(sync: Sync, step: str) -> bool:
    return "seconds" in (sync.progress.get(step) or {})
