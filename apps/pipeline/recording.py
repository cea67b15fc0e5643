"""Progress written to the Sync row, at most about twice a second, so that portal, console and terminal can follow."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from apps.repos import services

if TYPE_CHECKING:
    from apps.repos.models import Sync

INTERVAL = 0.4  # seconds between two writes of the same step


class SyncProgress:
    """Writes a step's first and last update and, in between, one every `INTERVAL`."""

    def __init__(self, sync: Sync) -> None:
        self._sync = sync
        self._step = ""
        self._written = 0.0
        self._pending: tuple[int, int, str] | None = None

    def update(self, step: str, done: int, total: int, note: str = "") -> None:
        """See `Progress.update`."""
        if step != self._step:
            self.flush()
            self._step, self._written = step, 0.0
        self._pending = (done, total, note)
        if done >= total > 0 or time.monotonic() - self._written >= INTERVAL:
            self.flush()

    def flush(self) -> None:
        """Write what has not been written."""
        if self._pending is not None:
            done, total, note = self._pending
            services.report(sync=self._sync, step=self._step, done=done, total=total, note=note)
            self._pending, self._written = None, time.monotonic()
