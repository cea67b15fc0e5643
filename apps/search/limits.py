"""A time for what a question makes the database do: what takes longer is given up, and said so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg.errors
from django.db import OperationalError, connection, transaction


class TooSlow(Exception):
    """A statement was ended by its time."""


@contextmanager
def time_limit(milliseconds: int) -> Iterator[None]:
    """Every statement inside has this time.  In a transaction, which goes on without it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('statement_timeout'), set_config('statement_timeout', %s, true)", [str(milliseconds)]
        )
        before, _now = cursor.fetchone()
        yield
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [before])


@contextmanager
def given_up_when_slow(*, alone: bool = True) -> Iterator[None]:
    """`TooSlow` where a statement in it was ended.  A part that may fail `alone`: the transaction around it goes on."""
    try:
        with transaction.atomic(savepoint=alone):
            yield
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise TooSlow from error
        raise
