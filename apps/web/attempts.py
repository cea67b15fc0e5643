"""A limit on failed sign-ins, by name and by address, so that passwords can't be tried out."""

from __future__ import annotations

import hashlib
import logging
from contextlib import suppress

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

WINDOW = 15 * 60  # seconds
PER_NAME = 10
PER_ADDRESS = 50


def is_blocked(name: str, address: str) -> bool:
    """Whether too many sign-ins with this name, or from this address, failed within the last quarter of an hour."""
    limits = _limits(name, address)
    try:
        counts = cache.get_many(list(limits))
    except RedisError:  # without its counts the portal still opens to those who know their password
        logger.warning("failed sign-ins can't be counted: the cache can't be reached")
        return False
    return any(counts.get(key, 0) >= limit for key, limit in limits.items())


def note_failure(name: str, address: str) -> None:
    """Count a failed sign-in."""
    with suppress(RedisError):
        for key in _limits(name, address):
            cache.add(key, 0, WINDOW)
            with suppress(ValueError):  # its time was over between the two
                cache.incr(key)


def forget(name: str, address: str) -> None:
    """A sign-in that worked clears the count of its name."""
    with suppress(RedisError):
        cache.delete(next(iter(_limits(name, address))))


def _limits(name: str, address: str) -> dict[str, int]:
    digest = hashlib.sha256(name.strip().casefold().encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return {f"sign-in:name:{digest}": PER_NAME, f"sign-in:address:{address}": PER_ADDRESS}
