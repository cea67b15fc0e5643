"""The index, to be looked at, how each team's search weighs, what was asked and what readers thought of the answers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.console.admin.base import (
    LOOKED_THROUGH,
    BoundedPaginator,
    ConsoleAdmin,
    NewestValuesFilter,
    PresentFilter,
    ReadOnlyAdmin,
    repo_label,
    short,
)
from apps.engine.retrieval.fusion import DEFAULT_BOOSTS
from apps.search import services
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
from apps.search.models.index import LAST_OF_NAME, LAST_OF_PATH
from apps.tenants.models import Tenant
from apps.tenants.text import text_key

HEAVIEST = 100  # weight of a source type: beyond this others are never seen


@admin.register(IndexedSource)
class IndexedSourceAdmin(ReadOnlyAdmin):
    list_display = ("source_type", "repository", "tenant", "commit", "passages", "tokens", "generation", "indexed_at")
    list_filter = ("source_type", "tenant")
    list_select_related = ("repo", "tenant")
    search_fields = ("repo__name", "source")

    @admin.display(description=gettext_lazy("repository"), ordering="repo__name")
    def repository(self, source: IndexedSource) -> str:
        return repo_label(source.repo) if source.repo else "—"

    @admin.display(description=gettext_lazy("commit"), ordering="commit_sha")
    def commit(self, source: IndexedSource) -> str:
        return short(source.commit_sha)


class _OfSource(ReadOnlyAdmin):
    """Rows that are many: neither counted to their end nor sorted.  `repo` is that of their indexed source."""

    paginator = BoundedPaginator
    sortable_by = ()

    @admin.display(description=gettext_lazy("repository"))
    def repo(self, row: Any) -> str:
        return repo_label(row.indexed.repo) if row.indexed.repo else "—"


@admin.register(Passage)
class PassageAdmin(_OfSource):
    list_display = ("anchor", "repo", "tenant", "kind", "role", "language", "rank", "tokens")
    list_filter = (("kind", NewestValuesFilter), ("role", NewestValuesFilter), ("language", NewestValuesFilter), "tenant")
    list_select_related = ("indexed__repo", "tenant")
    search_fields = ("anchor",)
    search_help_text = gettext_lazy("A function's or file's name, or the name in its source, each whole.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Passage]:
        return super().get_queryset(request).defer("text")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Passage], search_term: str
    ) -> tuple[QuerySet[Passage], bool]:
        """What is called so, by the indexes that search has: no text is looked through."""
        called = search_term.strip()
        if not called:
            return queryset, False
        tenants = list(Tenant.objects.values_list("pk", flat=True))
        sources = list(IndexedSource.objects.values_list("pk", flat=True))
        rows = Passage.objects.alias(name=LAST_OF_NAME, file=LAST_OF_PATH).order_by().values("pk")
        name = called.lower()
        anchored = rows.filter(indexed__in=sources, key=text_key(called))
        found = rows.filter(tenant__in=tenants, name=name).union(rows.filter(tenant__in=tenants, file=name), anchored, all=True)
        return queryset.filter(pk__in=[row["pk"] for row in found[:LOOKED_THROUGH]]), False


class WeightsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Says what is no weight, which a search would pass over in silence."""

    class Meta:
        model = SearchSettings
        fields = ("tenant", "boosts", "architecture_words")

    def clean_boosts(self) -> dict[str, float]:
        given = self.cleaned_data["boosts"] or {}
        if not isinstance(given, dict):
            raise forms.ValidationError(_('Write source types with their weights, like {"git": 0.7}.'))
        for name, value in given.items():
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if name not in DEFAULT_BOOSTS:
                known = ", ".join(DEFAULT_BOOSTS)
                raise forms.ValidationError(
                    _("There is no source type %(name)s. There are: %(known)s."), params={"name": name, "known": known}
                )
            if not is_number or not 0 <= value <= HEAVIEST:
                raise forms.ValidationError(_("The weight of %(name)s must be a number from 0 to 100."), params={"name": name})
        return given


@admin.register(SearchSettings)
class SearchSettingsAdmin(ConsoleAdmin):
    form = WeightsForm
    list_display = ("tenant", "boosts")
    list_select_related = ("tenant",)
    search_fields = ("tenant__name", "tenant__slug")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("tenant",) if obj else ()

    def save_model(self, request: Any, obj: SearchSettings, form: Any, change: bool) -> None:
        given = {name: form.cleaned_data[name] for name in ("boosts", "architecture_words")}
        obj.pk = services.set_weights(tenant=obj.tenant, actor=request.user, **given).pk
        obj._state.adding = False

    def delete_model(self, request: Any, obj: SearchSettings) -> None:
        services.remove_weights(tenant=obj.tenant, actor=request.user)


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "tenant", "user", "door", "outcome", "generator", "dropped", "created_at")
    list_filter = (("outcome", PresentFilter), ("door", PresentFilter), "tenant")
    list_select_related = ("tenant", "user")
    search_fields = ("text",)
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        return super().get_queryset(request).defer("answer", "citations")


@admin.register(Feedback)
class FeedbackAdmin(ReadOnlyAdmin):
    list_display = ("question", "verdict", "why", "user", "tenant", "created_at")
    list_filter = ("verdict", "tenant")
    list_select_related = ("question", "tenant", "user")
    search_fields = ("question__text", "reason")
    date_hierarchy = "created_at"

    @admin.display(description=gettext_lazy("reason"), ordering="reason")
    def why(self, feedback: Feedback) -> str:
        return Truncator(feedback.reason).chars(200)


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(ReadOnlyAdmin):
    list_display = ("name", "dimensions")


@admin.register(VectorIndex)
class VectorIndexAdmin(ReadOnlyAdmin):
    list_display = ("tenant", "model", "is_current", "problem")
    list_filter = ("is_current", "tenant")
    list_select_related = ("tenant", "model")


class _WithoutNumbers(_OfSource):
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
    list_display = ("passage", "repo", "tenant", "model")
    list_filter = ("model", "tenant")
    list_select_related = ("passage", "indexed__repo", "tenant", "model")


@admin.register(TermPostings)
class TermPostingsAdmin(_WithoutNumbers):
    numbers = ("postings",)
    list_display = ("term", "frequency", "repo", "tenant")
    list_filter = ("tenant",)
    list_select_related = ("indexed__repo", "tenant")


@admin.register(PassageTerms)
class PassageTermsAdmin(_WithoutNumbers):
    numbers = ("terms", "counts")
    list_display = ("passage", "length", "repo", "tenant")
    list_filter = ("tenant",)
    list_select_related = ("passage", "indexed__repo", "tenant")
