"""The lock of a repo: held by the process that runs its sync, so a run is alive exactly while its lock is held."""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.db import connection

from apps.tenants.locks import process_lock

CLASS_ID = 0x52504C4B  # our own corner of PostgreSQL's advisory locks


def repo_lock(repo_id: int) -> AbstractContextManager[bool]:
    """Try to take the repo's lock; gives whether it is held, until the block ends or the process dies."""
    return process_lock(CLASS_ID, repo_id)


def is_locked(repo_id: int) -> bool:
    """Whether some process holds the repo's lock now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
            " AND classid = %s AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            [CLASS_ID, repo_id & 0x7FFFFFFF],
        )
        return bool(cursor.fetchone()[0])
