"""How often a token may call: so many requests a minute by scope, counted in Redis for all processes together.

Without Redis each process counts for itself, so that a token gets at most as much from each of them: nobody is shut out by a
cache that is gone, and nobody gets in without a limit either.
"""

from __future__ import annotations

import threading
import time
from http import HTTPStatus

from django.conf import settings

from apps.api.v1.errors import ApiError
from apps.tenants import limits

WINDOW = 60  # seconds
_MOST_KEPT = 10_000  # counts of a process


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


def charge(token_id: int, scope: str) -> dict[str, str]:
    """Count one request of a token; the headers that tell how many are left.  Raises `ApiError` 429 with ``Retry-After``."""
    limit: int = settings.API_RATES.get(scope, settings.API_RATES["read"])
    now = time.time()
    window = int(now // WINDOW)
    left = max(int((window + 1) * WINDOW - now), 1)
    key = f"api:rate:{token_id}:{scope}:{window}"
    used = limits.count(key, WINDOW * 2)
    if used is None:
        used = _own.count(key, window)
    headers = {"RateLimit-Limit": str(limit), "RateLimit-Remaining": str(max(limit - used, 0)), "RateLimit-Reset": str(left)}
    if used > limit:
        message = f"This token may do {limit} requests a minute of this kind. Wait {left} seconds."
        raise ApiError(HTTPStatus.TOO_MANY_REQUESTS, "rate:exceeded", message, {**headers, "Retry-After": str(left)})
    return headers
