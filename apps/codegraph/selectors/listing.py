"""Long lists of the current commit, read a page at a time from behind the row where the last page ended."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Collection
from typing import TypeVar

import msgspec
from django.db.models import F, QuerySet
from django.db.models.functions import Collate

from apps.codegraph.models import Capsule, FactSheet, SourceFile
from apps.engine import facts
from apps.repos.models import Repo
from apps.tenants.models import Tenant
from apps.tenants.text import text_key

Row = TypeVar("Row", Capsule, SourceFile)

_KEPT = 2_000  # projects
_SEEN: dict[tuple[int, int, str], facts.Project] = {}  # by tenant, repository and digest of the sheet
_LOCK = threading.Lock()


class _About(msgspec.Struct, frozen=True):
    """So much of a fact sheet is read."""

    project: facts.Project


def current_commits(tenant: Tenant) -> dict[int, str]:
    """{repo id: the commit that its files, capsules and edges are of}, in one query."""
    return dict(FactSheet.objects.filter(tenant=tenant).values_list("repo_id", "commit_sha"))


def projects(tenant: Tenant, repo_ids: Collection[int]) -> dict[int, facts.Project]:
    """{repo id: what its current commit says the project is called and is}, of those of these repositories that have a graph.

    One query, and one for all the sheets that this process has not seen.
    """
    sheets = FactSheet.objects.filter(tenant=tenant, repo_id__in=sorted(repo_ids))
    digests = dict(sheets.values_list("repo_id", "digest"))
    found = {
        repo_id: seen for repo_id, digest in digests.items() if (seen := _SEEN.get((tenant.pk, repo_id, digest))) is not None
    }
    missing = sorted(digests.keys() - found.keys())
    rows = sheets.filter(repo_id__in=missing).values_list("repo_id", "digest", "data") if missing else []
    for repo_id, digest, data in rows:
        found[repo_id] = facts.decode(zlib.decompress(data), _About).project
        _remember((tenant.pk, repo_id, digest), found[repo_id])
    return found


def _remember(sheet: tuple[int, int, str], project: facts.Project) -> None:
    """The digest is that of the sheet, so what is kept does not grow old."""
    with _LOCK:
        _SEEN[sheet] = project
        if len(_SEEN) > _KEPT:
            del _SEEN[next(iter(_SEEN))]


def capsules_after(
    repo: Repo, after: str, limit: int, *, path: str = "", kind: str = "", language: str = "", name: str = ""
) -> list[Capsule]:
    """Capsules by symbol, without bodies: those behind `after`, so many at most; of one file, kind, language or name only."""
    rows = Capsule.objects.filter(tenant_id=repo.tenant_id, repo=repo).defer("body")
    if path:
        rows = rows.filter(path_key=text_key(path))
    wanted = {"kind": kind, "language": language, "name": name}
    return _after(rows.filter(**{field: value for field, value in wanted.items() if value}), "symbol", after, limit)


def files_after(repo: Repo, after: str, limit: int) -> list[SourceFile]:
    """Paths behind `after`, so many at most, without their texts."""
    return _after(SourceFile.objects.filter(tenant_id=repo.tenant_id, repo=repo), "path", after, limit)


def _after(rows: QuerySet[Row], column: str, after: str, limit: int) -> list[Row]:
    """By code points, which is one order everywhere."""
    placed = rows.annotate(place=Collate(F(column), "C"))
    return list((placed.filter(place__gt=after) if after else placed).order_by("place")[:limit])
