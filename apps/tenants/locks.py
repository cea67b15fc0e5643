"""Locks that a process holds: on a connection of their own, and gone with that connection.

So a piece of work is alive exactly while its lock is held: no clock is asked, and a killed process frees it at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
from django.db import connection


@contextmanager
def process_lock(kind: int, number: int) -> Iterator[bool]:
    """Try to take a lock; yields whether it is held, until the block ends or the process dies.

    `kind` is a corner of PostgreSQL's advisory locks, `number` the row's; both of 32 bits.
    """
    parameters = connection.get_connection_params()
    for ours in ("cursor_factory", "context"):
        parameters.pop(ours, None)
    with connection.wrap_database_errors:  # to callers it is the database that is out of reach, whichever connection it was
        taken = psycopg.connect(**parameters, autocommit=True)
    with taken as held:
        with connection.wrap_database_errors:
            row = held.execute("SELECT pg_try_advisory_lock(%s, %s)", [kind, number & 0x7FFFFFFF]).fetchone()
        try:
            yield bool(row and row[0])
        finally:
            # Closing alone frees the lock a moment later, when the server notices; the next run may ask before that.
            with suppress(psycopg.OperationalError):
                held.execute("SELECT pg_advisory_unlock_all()")
