"""The index, to be looked at, how each team's search weighs, what was asked and what readers thought of the answers."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.console.admin.base import ConsoleAdmin, PresentFilter, ReadOnlyAdmin
from apps.search.models import (
    Embedding,
    EmbeddingModel,
    Feedback,
    IndexedSource,
    Passage,
    PassageTerms,
    PassageVector,
    Question,
    SearchSettings,
    TermPostings,
    VectorIndex,
)


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


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    list_display = ("text", "tenant", "user", "door", "outcome", "generator", "dropped", "created_at")
    list_filter = (("outcome", PresentFilter), ("door", PresentFilter), "tenant")
    list_select_related = ("tenant", "user")
    search_fields = ("text",)
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        return super().get_queryset(request).defer("answer", "citations")


@admin.register(Feedback)
class FeedbackAdmin(ReadOnlyAdmin):
    list_display = ("question", "verdict", "reason", "user", "tenant", "created_at")
    list_filter = ("verdict", "tenant")
    list_select_related = ("question", "tenant", "user")
    search_fields = ("question__text", "reason")
    date_hierarchy = "created_at"


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(ReadOnlyAdmin):
    list_display = ("name", "dimensions")


@admin.register(VectorIndex)
class VectorIndexAdmin(ReadOnlyAdmin):
    list_display = ("tenant", "model", "is_current", "problem")
    list_filter = ("is_current", "tenant")
    list_select_related = ("tenant", "model")


class _WithoutNumbers(ReadOnlyAdmin):
    """Rows with long rows of numbers, which tell a person nothing."""

    numbers: tuple[str, ...]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.numbers)

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.numbers


@admin.register(Embedding)
class EmbeddingAdmin(_WithoutNumbers):
    numbers = ("vector",)
    list_display = ("key", "tenant", "model", "made_at")
    list_filter = ("model", "tenant")
    list_select_related = ("tenant", "model")


@admin.register(PassageVector)
class PassageVectorAdmin(_WithoutNumbers):
    numbers = ("vector",)
    list_display = ("passage", "indexed", "tenant", "model")
    list_filter = ("model", "tenant")
    list_select_related = ("passage", "indexed", "tenant", "model")


@admin.register(TermPostings)
class TermPostingsAdmin(_WithoutNumbers):
    numbers = ("postings",)
    list_display = ("term", "frequency", "indexed", "tenant")
    list_filter = ("tenant",)
    list_select_related = ("indexed", "tenant")


@admin.register(PassageTerms)
class PassageTermsAdmin(_WithoutNumbers):
    numbers = ("terms", "counts")
    list_display = ("passage", "length", "indexed", "tenant")
    list_filter = ("tenant",)
    list_select_related = ("passage", "indexed", "tenant")
