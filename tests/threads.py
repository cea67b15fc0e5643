"""Work done by several threads at the same moment, each with a database connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any, TypeVar

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


@contextmanager
def before_the_statement(part: str, then: Callable[[], None]) -> Iterator[list[str]]:
    """Do something, as another connection would, right before the first statement that has this part."""
    met: list[str] = []

    def looked_at(execute: Callable[..., Any], sql: str, params: Any, many: bool, given: dict[str, Any]) -> Any:
        if part in str(sql) and not met:
            met.append(str(sql))
            together(1, lambda _number: then())
        return execute(sql, params, many, given)

    with connection.execute_wrapper(looked_at):
        yield met
