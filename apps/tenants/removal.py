"""Deletions of what others may still be adding to: vectors that are being made, questions that are being asked."""

from __future__ import annotations

from collections.abc import Callable

import psycopg.errors
from django.db import DatabaseError, connection

from apps.engine.errors import OwnerError
from apps.tenants.context import tenant_scope

ATTEMPTS = 5
_RACED = (psycopg.errors.ForeignKeyViolation, psycopg.errors.DeadlockDetected)


class StillWritten(OwnerError):
    """Somebody added to what is to be deleted at every attempt."""

    code = "deletion:busy"

    def __init__(self) -> None:
        super().__init__("Others are still writing what is to be deleted. Try again in a moment.")


def delete_beside_writers(tenant_id: int, delete: Callable[[], object]) -> None:
    """Run the deletion in a transaction of the tenant.

    Where somebody else added a row in the middle of it, or each waited for the other, it is run once more: it must find what it
    deletes anew.  Raises `StillWritten`.
    """
    for _attempt in range(ATTEMPTS):
        try:
            with tenant_scope(tenant_id):
                delete()
                with connection.cursor() as cursor:  # asked here, where it can be undone, not at the end of a transaction around
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                    cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        except DatabaseError as error:
            if not isinstance(error.__cause__, _RACED):
                raise
        else:
            return
    raise StillWritten
