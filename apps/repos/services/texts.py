"""Texts by their content, once per tenant.

A blob is cited by files and versions of the floors above.  It is dropped when nothing cites it and no sync of the tenant runs
that might just be about to: storing takes the tenant's text lock shared, dropping takes it alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import connection
from psycopg import sql

from apps.repos.models import Blob, Sync, SyncState
from apps.repos.services.relations import relations_to
from apps.tenants.context import tenant_scope
from apps.tenants.text import clean

LOCK_CLASS = 0x5250544C  # advisory locks of texts, one a tenant
BATCH = 500


@dataclass(frozen=True, slots=True)
class StoredText:
    """A decoded text without secrets.  `html` is its highlighted form, None where that comes later."""

    text: str
    encoding: str = "utf-8"
    lines: int = 0
    html: str | None = None


def store_blobs(*, tenant_id: int, texts: Iterable[StoredText]) -> dict[str, int]:
    """Make sure that each text is stored; returns {SHA-256 (hex) of the text as given: id of its blob}.

    What PostgreSQL can't hold (NUL, lone surrogates) is replaced.  Safe beside itself: equal texts become one row.
    """
    given: dict[str, str] = {}
    wanted: dict[str, StoredText] = {}
    for item in texts:
        text = clean(item.text)
        digest = _digest(text)
        given[digest if text == item.text else _digest(item.text)] = digest
        wanted.setdefault(digest, StoredText(text, clean(item.encoding, 40), item.lines, item.html))
    ids: dict[str, int] = {}
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [LOCK_CLASS, tenant_id & 0x7FFFFFFF])
        digests = sorted(wanted)  # the same order everywhere: two that store the same texts never wait for each other in a ring
        for start in range(0, len(digests), BATCH):
            batch = digests[start : start + BATCH]
            ids.update(_ids(tenant_id, batch))
            missing = [digest for digest in batch if digest not in ids]
            if missing:
                rows = [wanted[digest] for digest in missing]
                cursor.execute(
                    """
                    INSERT INTO repos_blob (tenant_id, digest, text, lines, encoding, html, created_at)
                    SELECT %s, digest, text, lines, encoding, html, now()
                    FROM unnest(%s::text[], %s::text[], %s::int[], %s::text[], %s::text[])
                         AS new (digest, text, lines, encoding, html)
                    ON CONFLICT (tenant_id, digest) DO NOTHING
                    """,
                    [
                        tenant_id,
                        missing,
                        [row.text for row in rows],
                        [row.lines for row in rows],
                        [row.encoding for row in rows],
                        [row.html if row.html is None else clean(row.html) for row in rows],
                    ],
                )
                ids.update(_ids(tenant_id, missing))
    return {digest: ids[stored] for digest, stored in given.items()}


def store_blob_html(*, tenant_id: int, html: Mapping[int, str]) -> None:
    """Keep highlighted texts, by blob id; "" says that a text can't be highlighted and is shown plain."""
    with tenant_scope(tenant_id):
        rows = list(
            Blob.objects.select_for_update(no_key=True).filter(tenant_id=tenant_id, pk__in=html).only("pk").order_by("pk")
        )
        for row in rows:
            row.html = clean(html[row.pk])
        Blob.objects.bulk_update(rows, ["html"], batch_size=BATCH)


def drop_unreferenced_blobs(*, tenant_id: int) -> int:
    """Delete the tenant's texts that nothing cites; returns how many.

    While one of its syncs runs nothing is dropped: the run may have stored texts that it has not cited yet.
    """
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK_CLASS, tenant_id & 0x7FFFFFFF])
        if Sync.objects.filter(tenant_id=tenant_id, state=SyncState.RUNNING).exists():
            return 0
        cited = [
            sql.SQL("NOT EXISTS (SELECT 1 FROM {table} AS citing WHERE citing.{column} = repos_blob.id)").format(
                table=sql.Identifier(model._meta.db_table), column=sql.Identifier(f"{field}_id")
            )
            for model, field in relations_to(Blob)
        ]
        statement = sql.SQL("DELETE FROM repos_blob WHERE tenant_id = {tenant} AND {cited}").format(
            tenant=sql.Literal(tenant_id), cited=sql.SQL(" AND ").join(cited)
        )
        cursor.execute(statement)
        return int(cursor.rowcount)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _ids(tenant_id: int, digests: list[str]) -> dict[str, int]:
    return dict(Blob.objects.filter(tenant_id=tenant_id, digest__in=digests).values_list("digest", "pk"))
