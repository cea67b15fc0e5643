"""The graph of the current commits and the cache of readings, to be looked at."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.codegraph.models import Capsule, Edge, FactSheet, FileAnalysis, SourceFile
from apps.console.admin.base import ReadOnlyAdmin, short


@admin.register(SourceFile)
class SourceFileAdmin(ReadOnlyAdmin):
    list_display = ("path", "repo", "tenant", "language", "role", "status", "lines", "size", "reason")
    list_filter = ("status", "role", "language", "tenant")
    list_select_related = ("repo", "tenant")
    search_fields = ("path", "repo__name")


@admin.register(Capsule)
class CapsuleAdmin(ReadOnlyAdmin):
    list_display = ("symbol", "repo", "tenant", "kind", "language", "line", "complexity", "rank")
    list_filter = ("kind", "language", "tenant")
    list_select_related = ("repo", "tenant")
    search_fields = ("symbol", "repo__name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Capsule]:
        return super().get_queryset(request).defer("body", "docstring")


@admin.register(Edge)
class EdgeAdmin(ReadOnlyAdmin):
    list_display = ("source", "kind", "target", "line", "resolution", "is_external", "repo", "tenant")
    list_filter = ("kind", "resolution", "is_external", "tenant")
    list_select_related = ("repo", "tenant")
    search_fields = ("source", "target", "repo__name")


@admin.register(FactSheet)
class FactSheetAdmin(ReadOnlyAdmin):
    list_display = ("repo", "tenant", "commit", "digest", "created_at")
    list_filter = ("tenant",)
    list_select_related = ("repo", "tenant")
    search_fields = ("commit_sha", "repo__name")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[FactSheet]:
        return super().get_queryset(request).defer("data")

    @admin.display(description=_("commit"), ordering="commit_sha")
    def commit(self, sheet: FactSheet) -> str:
        return short(sheet.commit_sha)


@admin.register(FileAnalysis)
class FileAnalysisAdmin(ReadOnlyAdmin):
    list_display = ("path", "tenant", "object_id", "extractor", "created_at")
    list_filter = ("tenant",)
    list_select_related = ("tenant",)
    search_fields = ("path", "object_id")
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[FileAnalysis]:
        return super().get_queryset(request).defer("reading")
