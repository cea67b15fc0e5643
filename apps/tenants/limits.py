"""Counts in a window of time, kept in the cache: what limits of requests and of failed attempts are made of.

They are a courtesy among clients, no lock: with the cache out of reach nothing is counted and every answer is None, which the
callers take as "let it pass".  A cache that failed is left alone for a few seconds, so that a request never waits for it twice.
"""

from __future__ import annotations

import logging
import time

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds without the cache after it failed

_pauses: dict[str, float] = {}  # until when this process does without the cache at an address, seconds of the monotonic clock


def count(key: str, seconds: int, by: int = 1) -> int | None:
    """Add to the count of the window of `seconds` that began with its first hit; the count, None where nothing is counted."""
    if _is_left_alone():
        return None
    try:
        cache.add(key, 0, seconds)
        try:
            return int(cache.incr(key, by))
        except ValueError:  # its time was over between the two
            return by
    except RedisError as error:
        _leave_alone(error)
        return None


def counted(key: str) -> int | None:
    """The count as it stands, 0 where nothing was counted lately."""
    if _is_left_alone():
        return None
    try:
        return int(cache.get(key, 0))
    except RedisError as error:
        _leave_alone(error)
        return None


def forget(key: str) -> None:
    """Begin the count again."""
    if _is_left_alone():
        return
    try:
        cache.delete(key)
    except RedisError as error:
        _leave_alone(error)


def _is_left_alone() -> bool:
    return time.monotonic() < _pauses.get(_address(), 0.0)


def _leave_alone(error: RedisError) -> None:
    _pauses[_address()] = time.monotonic() + PAUSE
    logger.warning("nothing is counted for %.0f s: the cache can't be reached (%s)", PAUSE, type(error).__name__)


def _address() -> str:
    return str(settings.CACHES["default"].get("LOCATION", ""))
