"""Reading records from the event loop: a few threads, a connection each for as long as one call takes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import translation

AT_ONCE = 8  # calls; the others wait
_THREADS = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="mcp")

Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


async def in_records(work: Callable[Arguments, Found], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Found:
    """Run what asks the database in a thread, in English, and give its connection back."""

    def alone() -> Found:
        try:
            with translation.override("en"):
                return work(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(alone, thread_sensitive=False, executor=_THREADS)()
