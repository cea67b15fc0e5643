"""What every page of the console shares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import cached_property
from django.utils.text import capfirst, slugify

from apps.engine.errors import RepoloreError
from apps.repos.models import Repo, Sync, SyncState

LOOKED_THROUGH = 10_000  # rows of a long list, the newest


class ConsoleAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Says in one sentence what a service refuses; counts instead of lists before a deletion."""

    show_full_result_count = False
    list_per_page = 50

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except RepoloreError as error:
            return self.refused(request, error)

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> Any:
        try:
            return super().delete_view(request, object_id, extra_context)
        except RepoloreError as error:
            return self.refused(request, error)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:  # type: ignore[override]
        try:
            return super().response_action(request, queryset)
        except RepoloreError as error:
            return self.refused(request, error)

    def refused(self, request: HttpRequest, error: RepoloreError) -> HttpResponse:
        """Back to where the request came from, with the reason."""
        self.message_user(request, error.message, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())


def _newest(model: type[Model], name: str) -> set[Any]:
    """The values of a field in the newest rows."""
    return set(model._default_manager.order_by("-pk").values_list(name, flat=True)[:LOOKED_THROUGH])


class PresentFilter(admin.ChoicesFieldListFilter):
    """Offers only the values that some of the newest rows has: what can't be found is no choice."""

    def __init__(self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        self._present = _newest(model, field_path)

    def choices(self, changelist: Any) -> Iterator[Any]:
        everything, *others = super().choices(changelist)
        yield everything
        for (value, _label), choice in zip(self.field.flatchoices, others, strict=False):
            if value in self._present or choice["selected"]:
                yield choice


class NewestValuesFilter(admin.AllValuesFieldListFilter):
    """Offers the values of the newest rows: what all rows have is read from end to end, however many they are."""

    def __init__(self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        self.lookup_choices: Any = sorted({*_newest(model, field_path), *(self.lookup_val or ())} - {""})


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts, and pages through, so many rows and no more."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:LOOKED_THROUGH].count())


class ReadOnlyAdmin(ConsoleAdmin):
    """Rows the product writes: to be looked at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


Deletion = tuple[list[str], dict[str, int], set[str], list[str]]


def counted(objects: Iterable[Model], counts: Iterable[tuple[str, int]]) -> Deletion:
    """What `get_deleted_objects` wants, with numbers of rows in the place of the rows themselves."""
    totals: dict[str, int] = {}
    for name, number in counts:
        totals[name] = totals.get(name, 0) + number
    names = [f"{capfirst(row._meta.verbose_name)}: {row}" for row in objects]
    lines = [f"{capfirst(name)}: {number:,}" for name, number in sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))]
    return names + lines, totals, set(), []


def failing_repos() -> QuerySet[Repo]:
    """Repositories whose last sync that ended failed or was put aside."""
    return Repo.objects.annotate(last=Subquery(ended_syncs().values("state")[:1])).filter(
        last__in=(SyncState.FAILED, SyncState.QUARANTINED)
    )


def ended_syncs() -> QuerySet[Sync]:
    """For a subquery under repositories: what came to an end, newest first."""
    ended = (SyncState.DONE, SyncState.FAILED, SyncState.QUARANTINED)
    return Sync.objects.filter(repo=OuterRef("pk"), state__in=ended).order_by("-pk")


def seconds(value: timedelta | None) -> str:
    """A duration as a person reads it: 0.4 s, 75 s, 12 min."""
    if value is None:
        return "—"
    total = value.total_seconds()
    return f"{total / 60:.0f} min" if total >= 600 else f"{total:.1f} s" if total < 10 else f"{total:.0f} s"


def repo_label(repo: Repo) -> str:
    """The repository's name, with its short name where several are called alike."""
    return repo.name if slugify(repo.name) == repo.slug else f"{repo.name} ({repo.slug})"


def short(sha: str) -> str:
    """The first ten digits of a commit id."""
    return sha[:10] or "—"
