"""File locks that the kernel gives back when their holder dies.

No process id is ever written down and believed: ids are reused, and a zombie looks alive.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path

from apps.integrations.embedded.errors import EmbeddedError

POLL = 0.05  # seconds


def file_lock(path: Path, how: int = fcntl.LOCK_EX, timeout: float = 0.0) -> int | None:
    """A descriptor that holds the lock, or None when it could not be had within `timeout` seconds."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    end = time.monotonic() + timeout
    while True:
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                os.close(descriptor)
                return None
            time.sleep(POLL)
        else:
            return descriptor


def server_lock(path: Path, is_up: Callable[[], bool], timeout: float = 60.0) -> int | None:
    """A lock which the server inherits, so that it is held for as long as any of the server's processes lives.

    Returns the descriptor, or None when a live server answers already.
    """
    end = time.monotonic() + timeout
    while (descriptor := file_lock(path)) is None:
        if is_up():
            return None
        if time.monotonic() > end:
            raise EmbeddedError(f"{path} is held by a process, but its server does not answer. Stop that process and try again.")
        time.sleep(POLL)  # children of a crashed server are still going away
    return descriptor
