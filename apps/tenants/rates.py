"""How often a token may call: so many requests a minute by scope, counted in Redis for all processes together.

Without Redis each process counts for itself, so that a token gets at most as much from each of them: nobody is shut out by a
cache that is gone, and nobody gets in without a limit either.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from django.conf import settings

from apps.tenants import limits

WINDOW = 60  # seconds
_MOST_KEPT = 10_000  # counts of a process


@dataclass(frozen=True, slots=True)
class Rate:
    """Requests of one kind that a token may do in a minute, those it did in this one, and the seconds that are left of it."""

    limit: int
    used: int
    left: int

    @property
    def is_exceeded(self) -> bool:
        """Whether the last request was one too many."""
        return self.used > self.limit

    @property
    def headers(self) -> dict[str, str]:
        """What an answer says of it."""
        remaining = max(self.limit - self.used, 0)
        return {"RateLimit-Limit": str(self.limit), "RateLimit-Remaining": str(remaining), "RateLimit-Reset": str(self.left)}


class _OwnCounts:
    """The counts of this process in the current window."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._window = 0
        self._counts: dict[str, int] = {}

    def count(self, key: str, window: int) -> int:
        with self._lock:
            if window != self._window or len(self._counts) > _MOST_KEPT:
                self._window, self._counts = window, {}
            self._counts[key] = self._counts.get(key, 0) + 1
            return self._counts[key]


_own = _OwnCounts()


def charge(token_id: int, scope: str) -> Rate:
    """Count one request of a token."""
    limit: int = settings.API_RATES.get(scope, settings.API_RATES["read"])
    now = time.time()
    window = int(now // WINDOW)
    key = f"api:rate:{token_id}:{scope}:{window}"
    used = limits.count(key, WINDOW * 2)
    if used is None:
        used = _own.count(key, window)
    return Rate(limit, used, max(int((window + 1) * WINDOW - now), 1))
