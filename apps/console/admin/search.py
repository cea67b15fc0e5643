"""The index, to be looked at, and how each team's search weighs."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.console.admin.base import ConsoleAdmin, ReadOnlyAdmin
from apps.search.models import IndexedSource, Passage, SearchSettings


@admin.register(IndexedSource)
class IndexedSourceAdmin(ReadOnlyAdmin):
    list_display = ("source_type", "source", "repo", "tenant", "commit_sha", "passages", "tokens", "generation", "indexed_at")
    list_filter = ("source_type", "tenant")
    list_select_related = ("repo", "tenant")
    search_fields = ("repo__name", "source")


@admin.register(Passage)
class PassageAdmin(ReadOnlyAdmin):
    list_display = ("anchor", "indexed", "tenant", "kind", "role", "language", "rank", "tokens")
    list_filter = ("kind", "role", "language", "tenant")
    list_select_related = ("indexed", "tenant")
    search_fields = ("anchor", "title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Passage]:
        return super().get_queryset(request).defer("text")


@admin.register(SearchSettings)
class SearchSettingsAdmin(ConsoleAdmin):
    list_display = ("tenant", "boosts")
    list_select_related = ("tenant",)
