"""Files, capsules, edges and fact sheet of a commit replace those of the commit before, in one transaction.

Rows are compared by 128-bit keys in memory; only those that came, went or changed are written, by COPY.
"""

from __future__ import annotations

import hashlib
import uuid
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone
from psycopg import sql

from apps.codegraph.models import Capsule, Edge, FactSheet, SourceFile
from apps.engine import facts
from apps.engine.errors import OwnerError
from apps.engine.graph.describe import details
from apps.repos.models import Repo
from apps.tenants.context import tenant_scope
from apps.tenants.text import clean, clean_json, text_key

LOCK_CLASS = 0x52504752  # advisory locks of graphs, one a repo
GUARDED = 50  # fewer records than this may go without being asked about
ANALYSE_SHARE = 0.1  # of a table's rows of this repo written: the planner learns anew


class ShrinkGuard(OwnerError):
    """The new commit would lose more than half of the repo's records.  The old ones stay until a person agrees."""

    code = "source:shrunk"

    def __init__(self, what: str, before: int, after: int) -> None:
        super().__init__(
            f"The new commit has {after:,} {what}, the one before had {before:,}. The old ones are kept, because so large a loss "
            "is often a mistake. If it is meant, use Sync now."
        )
        self.what, self.before, self.after = what, before, after


@dataclass(frozen=True, slots=True)
class SourceFileRow:
    """A path of the commit.  `blob_id` is None where the text was not kept (`reason` says why)."""

    path: str
    object_id: str
    mode: str
    language: str
    size: int
    lines: int
    role: str
    status: str
    reason: str
    note: str
    blob_id: int | None


@dataclass(frozen=True, slots=True)
class _Table:
    model: type[Model]
    columns: tuple[str, ...]  # what identifies a row and what may change, in the order of the rows
    compared: tuple[str, ...]  # what tells a changed row from an unchanged one


_FILES = _Table(
    SourceFile,
    ("key", "path", "object_id", "mode", "language", "size", "lines", "role", "status", "reason", "note", "blob_id"),
    ("object_id", "mode", "language", "size", "lines", "role", "status", "reason", "note", "blob_id"),
)
_CAPSULES = _Table(
    Capsule,
    (
        "key", "record", "symbol", "capsule_id", "content_hash", "kind", "name", "path", "path_key", "language", "line",
        "start_line", "end_line", "signature", "docstring", "body", "parent", "properties", "bases", "decorators", "complexity",
        "unresolved_calls", "unresolved", "details", "rank",
    ),
    ("record",),
)  # fmt: skip
_EDGES = _Table(
    Edge,
    ("key", "source", "kind", "target", "source_key", "target_key", "line", "resolution", "is_external"),
    ("resolution",),
)

Row = tuple[Any, ...]


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
    new = (
        (_FILES, "files", _keyed(_file_row(row) for row in files)),
        (_CAPSULES, "capsules", _keyed(_capsule_rows(capsules))),
        (_EDGES, "edges", _keyed(_edge_rows(edges))),
    )
    with tenant_scope(repo.tenant_id):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_CLASS, repo.pk & 0x7FFFFFFF])
        current = FactSheet.objects.filter(tenant_id=repo.tenant_id, repo=repo).defer("data").first()
        if current is not None and not allow_shrink:
            for table, what, rows in new:
                before = _stored(table, repo).count()
                if before >= GUARDED and len(rows) * 2 < before:
                    raise ShrinkGuard(what, before, len(rows))
        for table, _what, rows in new:
            _replace(table, repo, rows)
        if current is None or any(getattr(current, name) != value for name, value in values.items()):
            FactSheet.objects.update_or_create(
                tenant_id=repo.tenant_id,
                repo=repo,
                defaults={**values, "data": zlib.compress(data, 6), "created_at": timezone.now()},
            )


def _replace(table: _Table, repo: Repo, rows: dict[uuid.UUID, Row]) -> None:
    positions = [table.columns.index(name) for name in table.compared]
    stale: list[uuid.UUID] = []
    kept: set[uuid.UUID] = set()
    stored = _stored(table, repo).values_list("key", *table.compared)
    count = 0
    for key, *values in stored.iterator(chunk_size=20_000):
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
        _copy(table, repo, fresh)
    if len(fresh) + len(stale) > ANALYSE_SHARE * max(count, 1_000):
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("ANALYZE {}").format(sql.Identifier(table.model._meta.db_table)))


def _copy(table: _Table, repo: Repo, rows: Iterable[Row]) -> None:
    columns = ("tenant_id", "repo_id", *table.columns)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table.model._meta.db_table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row((repo.tenant_id, repo.pk, *row))


def _stored(table: _Table, repo: Repo) -> Any:
    return table.model._default_manager.filter(tenant_id=repo.tenant_id, repo=repo).order_by()


def _keyed(rows: Iterable[Row]) -> dict[uuid.UUID, Row]:
    """By key, sorted by nothing but arrival; where a key repeats the first row counts."""
    keyed: dict[uuid.UUID, Row] = {}
    for row in rows:
        keyed.setdefault(row[0], row)
    return keyed


def _file_row(row: SourceFileRow) -> Row:
    path = clean(row.path)
    return (
        text_key(path),
        path,
        row.object_id,
        row.mode,
        clean(row.language, 40),
        row.size,
        row.lines,
        clean(row.role, 20),
        row.status,
        clean(row.reason, 300),
        clean(row.note, 300),
        row.blob_id,
    )


def _capsule_rows(capsules: Iterable[facts.Capsule]) -> Iterator[Row]:
    path, path_key = "", text_key("")
    for capsule in capsules:  # sorted by path, as a rule
        if capsule.path != path:
            path, path_key = capsule.path, text_key(clean(capsule.path))
        yield _capsule_row(capsule, path_key)


def _capsule_row(capsule: facts.Capsule, path_key: uuid.UUID) -> Row:
    symbol, path = clean(capsule.symbol), clean(capsule.path)
    values = (
        symbol,
        capsule.capsule_id,
        capsule.content_hash,
        capsule.kind,
        clean(capsule.name),
        path,
        path_key,
        clean(capsule.language, 40),
        capsule.line,
        capsule.start_line,
        capsule.end_line,
        clean(capsule.signature),
        clean(capsule.docstring),
        clean(capsule.body),
        clean(capsule.parent),
        _json(capsule.properties),
        _json(capsule.bases),
        _json(capsule.decorators),
        capsule.complexity,
        capsule.unresolved_calls,
        _document(dict(capsule.unresolved)),
        _document(details(capsule)),
        capsule.rank,
    )
    return (text_key(symbol), uuid.UUID(bytes=hashlib.sha256(facts.encode(values)).digest()[:16]), *values)


def _edge_rows(edges: Iterable[facts.Edge]) -> Iterator[Row]:
    keys: dict[str, tuple[str, uuid.UUID]] = {}  # a symbol stands in many edges

    def known(text: str) -> tuple[str, uuid.UUID]:
        found = keys.get(text)
        if found is None:
            cleaned = clean(text)
            found = keys[text] = (cleaned, text_key(cleaned))
        return found

    for edge in edges:
        source, source_key = known(edge.source)
        target, target_key = known(edge.target)
        key = text_key(source, edge.kind, target, str(edge.line), str(edge.is_external))
        yield key, source, edge.kind, target, source_key, target_key, edge.line, edge.resolution, edge.is_external


def _json(values: Sequence[str]) -> str:
    return facts.encode([clean(value) for value in values]).decode() if values else "[]"


def _document(value: Mapping[str, Any]) -> str:
    """JSON that PostgreSQL takes: it refuses NUL and lone surrogates, which hardly any value has."""
    try:
        text = facts.encode(value).decode()
        if "\\u0000" not in text:
            return text
    except UnicodeEncodeError:
        pass
    return facts.encode(clean_json(value)).decode()
