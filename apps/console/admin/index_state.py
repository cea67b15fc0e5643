"""Whether the index of a repository, its stored files, capsules and edges, is that of the newest commit that was seen."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.codegraph.models import FactSheet
from apps.console.admin.base import short
from apps.engine.extraction.version import extractor_version
from apps.repos import selectors as repos
from apps.repos.models import Repo

BEHIND, OLDER, CURRENT, NONE = "behind", "older", "current", "none"


def with_index(rows: QuerySet[Repo]) -> QuerySet[Repo]:
    """The repositories with the commit and the extractor that their index is of, empty where there is none."""
    sheet = FactSheet.objects.filter(repo=OuterRef("pk"))
    return rows.annotate(
        index_sha=Subquery(sheet.values("commit_sha")[:1]), index_extractor=Subquery(sheet.values("extractor")[:1])
    )


def in_state(rows: QuerySet[Repo], state: str) -> QuerySet[Repo]:
    """Those of `with_index` whose index is in this state."""
    is_behind = Q(index_sha__isnull=False) & ~Q(head_sha="") & ~Q(head_sha=F("index_sha"))
    is_older = Q(index_sha__isnull=False) & ~Q(index_extractor=extractor_version())
    wheres = {BEHIND: is_behind, OLDER: is_older & ~is_behind, NONE: Q(index_sha__isnull=True)}
    wheres[CURRENT] = ~(is_behind | is_older | wheres[NONE])
    return rows.filter(wheres[state])


def state_of(repo: Any) -> str:
    """The state of one row of `with_index`."""
    if not repo.index_sha:
        return NONE
    if repo.head_sha and repo.head_sha != repo.index_sha:
        return BEHIND
    return CURRENT if repo.index_extractor == extractor_version() else OLDER


def in_short(repo: Any) -> str:
    """A few words for a list."""
    words = {
        NONE: _("none yet"),
        BEHIND: _("behind: of %(sha)s") % {"sha": short(repo.index_sha or "")},
        OLDER: _("read by an older version"),
        CURRENT: _("up to date"),
    }
    return words[state_of(repo)]


def in_full(repo: Any) -> str:
    """A sentence for the repository's own page, with what to do.  One query where the index is behind."""
    state, given = state_of(repo), {"sha": short(repo.index_sha or ""), "head": short(repo.head_sha)}
    if state == NONE:
        return _("There is none: no sync has read this repository yet.")
    if state == OLDER:
        return _("It is of commit %(sha)s, read by an older version of this product. The next sync reads it anew.") % given
    if state == CURRENT:
        return _("It is of commit %(sha)s, the newest that was seen.") % given
    count = repos.commits_behind(repo, repo.index_sha)
    if count is None:
        return _("It is behind: it is of commit %(sha)s, and the branch is at %(head)s. Sync now brings it up to date.") % given
    words = ngettext(
        "It is %(count)d commit behind: it is of commit %(sha)s, and the branch is at %(head)s. Sync now brings it up to date.",
        "It is %(count)d commits behind: it is of commit %(sha)s, and the branch is at %(head)s. Sync now brings it up to date.",
        count,
    )
    return words % {**given, "count": count}


class IndexFilter(admin.SimpleListFilter):
    """Repositories by the state of their index."""

    title = gettext_lazy("code index")
    parameter_name = "index"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            (BEHIND, _("behind its commit")),
            (OLDER, _("read by an older version")),
            (CURRENT, _("up to date")),
            (NONE, _("none yet")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Repo]) -> QuerySet[Repo]:
        value = self.value()
        return queryset if value not in (BEHIND, OLDER, CURRENT, NONE) else in_state(queryset, str(value))
