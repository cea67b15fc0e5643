"""Synchronous generators as asynchronous ones, for the server: each in a thread of its own, so that its database connection and
its place stay with it, and none of the server's own threads waits for a model.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from itertools import islice
from typing import TypeVar

import msgspec
from django.db import connection

from apps.engine.errors import OwnerError
from apps.search.events import AskEvent, Failed
from apps.tenants import outage

logger = logging.getLogger(__name__)

T = TypeVar("T")

MOST_STREAMS = 32  # at a time in one process: each holds a thread
HEARTBEAT = 15.0  # seconds of silence after which a comment is sent: proxies cut connections that say nothing
_places = threading.BoundedSemaphore(MOST_STREAMS)


class TooManyStreams(OwnerError):
    """As many answers as this process can write at a time are being written."""

    code = "ask:busy"

    def __init__(self) -> None:
        super().__init__("Too many answers are being written at this moment. Ask again in a few seconds.")


async def in_thread(items: Generator[T, None, None]) -> AsyncGenerator[T, None]:
    """The items of a generator, one at a time as they are asked for.

    A reader who goes away ends the generator where it stands.  Raises `TooManyStreams` before the first item.
    """
    if not _places.acquire(blocking=False):
        items.close()
        raise TooManyStreams
    context = copy_context()  # the reader's language goes with the work
    thread = ThreadPoolExecutor(1, thread_name_prefix="stream")
    loop = asyncio.get_running_loop()
    try:
        while found := await loop.run_in_executor(thread, context.run, _following, items):
            yield found[0]
    finally:
        thread.submit(context.run, _close, items)
        thread.shutdown(wait=False)


def _following(items: Generator[T, None, None]) -> list[T]:
    return list(islice(items, 1))


def _close(items: Generator[T, None, None]) -> None:
    try:
        items.close()
    finally:
        connection.close()
        _places.release()


def encoded(event: AskEvent) -> bytes:
    """One event as it is sent.  JSON holds no line breaks of its own."""
    return b"event: %b\ndata: %b\n\n" % (str(event.__struct_config__.tag).encode(), msgspec.json.encode(event))


async def server_sent(
    events: Generator[AskEvent, None, None], encode: Callable[[AskEvent], bytes] = encoded
) -> AsyncGenerator[bytes, None]:
    """The events as a stream of server-sent events: the name is the event's kind, the data its JSON, or what `encode` makes."""
    source = in_thread(events)
    waiting = asyncio.ensure_future(anext(source, None))
    try:
        while True:
            done, _pending = await asyncio.wait({waiting}, timeout=HEARTBEAT)
            if not done:
                yield b": \n\n"
                continue
            event = waiting.result()
            if event is None:
                return
            yield encode(event)
            waiting = asyncio.ensure_future(anext(source, None))
    except TooManyStreams as error:
        yield encode(Failed(error.code, error.message))
    except outage.OUT_OF_REACH as error:
        logger.warning("an answer ended early: its records can't be reached (%s)", type(error).__name__)
        yield encode(Failed(outage.CODE, outage.MESSAGE))
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await source.aclose()
