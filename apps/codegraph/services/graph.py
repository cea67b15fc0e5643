"""Files, capsules, edges and fact sheet of a commit replace those of the commit before, in one transaction.

Every file has a record of all its capsules and edges: where that is equal, nothing of the file is looked at.  Rows of the others
are compared by 128-bit keys in memory; only those that came, went or changed are written, by COPY.
"""

from __future__ import annotations

import hashlib
import uuid
import zlib
from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.utils import timezone
from psycopg import sql

from apps.codegraph.models import FactSheet
from apps.codegraph.services.rows import (
    CAPSULES,
    EDGES,
    FILES,
    ByPath,
    Row,
    SourceFileRow,
    Table,
    capsule_row,
    edge_rows,
    file_row,
    keyed,
    path_keys,
)
from apps.engine import facts
from apps.engine.errors import OwnerError
from apps.repos.models import Repo
from apps.tenants.context import tenant_scope
from apps.tenants.copying import analyse, copy_rows

LOCK_CLASS = 0x52504752  # advisory locks of graphs, one a repo
GUARDED = 50  # fewer records than this may go without being asked about
ANALYSE_SHARE = 0.1  # of a table's rows of this repo written: the planner learns anew
SHEET_LEVEL = 3  # of zlib


class ShrinkGuard(OwnerError):
    """The new commit would lose more than half of the repo's records.  The old ones stay until a person agrees."""

    code = "source:shrunk"

    def __init__(self, what: str, before: int, after: int) -> None:
        super().__init__(
            f"The new commit has {after:,} {what}, the one before had {before:,}. The old ones are kept, because so large a loss "
            "is often a mistake. If it is meant, use Sync now."
        )
        self.what, self.before, self.after = what, before, after


def replace_graph(
    *,
    repo: Repo,
    commit_sha: str,
    extractor: str,
    sheet: facts.FactSheet,
    capsules: Sequence[facts.Capsule],
    edges: Sequence[facts.Edge],
    files: Sequence[SourceFileRow],
    allow_shrink: bool = False,
) -> None:
    """Make the stored graph that of `commit_sha`: all of it or, if the process dies, nothing.  Running it again changes nothing.

    Raises `ShrinkGuard` where a repo that has a graph would lose more than half of its files, capsules or edges.
    """
    data = facts.encode(sheet)
    values = {
        "commit_sha": commit_sha,
        "extractor": extractor,
        "digest": hashlib.sha256(data).hexdigest(),
    }
    by_path = ByPath((row.path for row in files), capsules, edges)
    keys = path_keys(dict.fromkeys([*by_path.paths, *by_path.capsules, *by_path.edges]))
    records = {keys[path]: by_path.record(path) for path in by_path.paths}
    counts = ((FILES, "files", len(files)), (CAPSULES, "capsules", len(capsules)), (EDGES, "edges", len(edges)))
    with tenant_scope(repo.tenant_id):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_CLASS, repo.pk & 0x7FFFFFFF])
        current = FactSheet.objects.filter(tenant_id=repo.tenant_id, repo=repo).defer("data").first()
        if current is not None and not allow_shrink:
            for table, what, number in counts:
                before = _stored(table, repo).count()
                if before >= GUARDED and number * 2 < before:
                    raise ShrinkGuard(what, before, number)
        stored = dict(_stored(FILES, repo).values_list("key", "record"))
        unchanged = [key for key, record in records.items() if stored.get(key) == record]
        same = set(unchanged)
        touched = [path for path in keys if keys[path] not in same]
        _replace(FILES, repo, keyed(file_row(row, records[keys[row.path]]) for row in files))
        _replace(
            CAPSULES,
            repo,
            keyed(capsule_row(capsule, keys[path]) for path in touched for capsule in by_path.capsules[path]),
            unchanged,
        )
        _replace(EDGES, repo, keyed(edge_rows((edge, keys[path]) for path in touched for edge in by_path.edges[path])), unchanged)
        if current is None or any(getattr(current, name) != value for name, value in values.items()):
            FactSheet.objects.update_or_create(
                tenant_id=repo.tenant_id,
                repo=repo,
                defaults={**values, "data": zlib.compress(data, SHEET_LEVEL), "created_at": timezone.now()},
            )


def _replace(table: Table, repo: Repo, rows: dict[uuid.UUID, Row], unchanged: Sequence[uuid.UUID] = ()) -> None:
    """Make the stored rows these, but for those that belong to a path with one of the keys `unchanged`: they stay."""
    positions = [table.columns.index(name) for name in table.compared]
    stale: list[uuid.UUID] = []
    kept: set[uuid.UUID] = set()
    stored = _stored(table, repo)
    if unchanged:
        stored = stored.exclude(path_key__in=unchanged)
    count = 0
    for key, *values in stored.values_list("key", *table.compared).iterator(chunk_size=20_000):
        count += 1
        row = rows.get(key)
        if row is not None and [row[position] for position in positions] == values:
            kept.add(key)
        else:
            stale.append(key)
    if stale:
        with connection.cursor() as cursor:
            cursor.execute(
                sql.SQL("DELETE FROM {} WHERE tenant_id = %s AND repo_id = %s AND key = ANY(%s)").format(
                    sql.Identifier(table.model._meta.db_table)
                ),
                [repo.tenant_id, repo.pk, stale],
            )
    fresh = [row for key, row in rows.items() if key not in kept]
    if fresh:
        columns = ("tenant_id", "repo_id", *table.columns)
        copy_rows(table.model, columns, ((repo.tenant_id, repo.pk, *row) for row in fresh))
    if len(fresh) + len(stale) > ANALYSE_SHARE * max(count, 1_000):
        analyse(table.model)


def _stored(table: Table, repo: Repo) -> Any:
    return table.model._default_manager.filter(tenant_id=repo.tenant_id, repo=repo).order_by()
