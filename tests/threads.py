"""Work done by several threads at the same moment, each with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def together(count: int, work: Callable[[int], T]) -> list[T]:
    """Run `work(0)` … `work(count - 1)`, all started together; the first error is raised."""
    barrier = Barrier(count)

    def one(number: int) -> T:
        try:
            barrier.wait(20)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))
