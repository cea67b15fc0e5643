"""The tenant of the running transaction, set once per transaction from a request or a job.

PostgreSQL knows it as the setting ``repolore.tenant``; it ends with the transaction, so that no pooled connection carries it
on to somebody else, and row-level security can be put under it later without touching a query.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from django.db import connection, transaction

_current: ContextVar[int | None] = ContextVar("repolore_tenant", default=None)


def current_tenant_id() -> int | None:
    """The tenant of the innermost `tenant_scope`, None outside."""
    return _current.get()


def tenant_scope(tenant_id: int) -> AbstractContextManager[None]:
    """A transaction for one tenant.  Nested scopes of the same tenant are savepoints; another tenant's raises `ValueError`."""
    return _scope(tenant_id, is_snapshot=False)


def tenant_snapshot(tenant_id: int) -> AbstractContextManager[None]:
    """The same for readers: all that is read in it is as it was at one moment, whatever others write meanwhile.

    So a text and the commit it is said to be of belong together.  Not for writers: a row that somebody else has changed since
    that moment can't be changed here.  Inside another scope it is as that one is.
    """
    return _scope(tenant_id, is_snapshot=True)


@contextmanager
def _scope(tenant_id: int, *, is_snapshot: bool) -> Iterator[None]:
    outer = _current.get()
    if outer is not None and outer != tenant_id:
        raise ValueError("a transaction belongs to one tenant")
    nested = connection.in_atomic_block
    with transaction.atomic():
        if outer is not None:
            yield
            return
        if is_snapshot and not nested:  # before the first query, or never
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        token = _current.set(tenant_id)
        try:
            _set(str(tenant_id))
            yield
            if nested:  # the surrounding transaction goes on without a tenant; its end would do the same
                _set("")
        finally:
            _current.reset(token)


def _set(value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('repolore.tenant', %s, true)", [value])


def release_connection() -> None:
    """Give the connection back before a long wait, unless a transaction around it needs it; the next query takes one again."""
    if not connection.in_atomic_block:
        connection.close()
