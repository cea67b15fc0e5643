"""A time for what a question makes the database do: what takes longer is given up, and said so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg.errors
from django.db import OperationalError, connection, transaction


class TooSlow(Exception):
    """The statement was ended by its time; the transaction around it goes on."""


@contextmanager
def time_limit(milliseconds: int) -> Iterator[None]:
    """Every statement inside has this time.  Raises `TooSlow`."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('statement_timeout')")
            (before,) = cursor.fetchone()
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(milliseconds)])
            yield
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [before])
    except OperationalError as error:
        if isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise TooSlow from error
        raise
