"""The lock of a repo: held by the process that runs its sync, on a connection of its own, and gone with that connection.

So a run is alive exactly while its lock is held: no clock is asked, and a killed process frees it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
from django.db import connection

CLASS_ID = 0x52504C4B  # our own corner of PostgreSQL's advisory locks


def _object_id(repo_id: int) -> int:
    return repo_id & 0x7FFFFFFF


@contextmanager
def repo_lock(repo_id: int) -> Iterator[bool]:
    """Try to take the repo's lock; yields whether it is held, until the block ends or the process dies."""
    parameters = connection.get_connection_params()
    for ours in ("cursor_factory", "context"):
        parameters.pop(ours, None)
    with psycopg.connect(**parameters, autocommit=True) as held:
        row = held.execute("SELECT pg_try_advisory_lock(%s, %s)", [CLASS_ID, _object_id(repo_id)]).fetchone()
        try:
            yield bool(row and row[0])
        finally:
            # Closing alone frees the lock a moment later, when the server notices; the next run may ask before that.
            with suppress(psycopg.OperationalError):
                held.execute("SELECT pg_advisory_unlock_all()")


def is_locked(repo_id: int) -> bool:
    """Whether some process holds the repo's lock now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
            " AND classid = %s AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            [CLASS_ID, _object_id(repo_id)],
        )
        return bool(cursor.fetchone()[0])
