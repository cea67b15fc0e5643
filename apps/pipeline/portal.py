"""Where the portal of a state folder answers, for as long as `manage.py run` lives there."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from apps.integrations.embedded import EmbeddedError, file_lock

NAME = "portal.lock"  # holds the address; the lock on it is held by `manage.py run`, and the kernel gives it back
ADDRESS_BYTES = 4_000


class PortalPlace:
    """The one portal of a state folder: kept by the process that starts it, asked by every other."""

    def __init__(self, state: Path) -> None:
        self._file = state / NAME
        self._held: int | None = None

    def hold(self) -> None:
        """Be the one that starts it, until `release`.  The folder is there.  Raises `EmbeddedError` where another is."""
        try:
            held = file_lock(self._file, timeout=1)  # a process that only asks has it for a moment
        except OSError as error:
            raise EmbeddedError(f"{self._file} can't be written: {error.strerror}.") from error
        if held is None:
            raise EmbeddedError(f"Another run of {self._file.parent} is just starting or stopping. Try again in a moment.")
        os.truncate(held, 0)
        self._held = held

    def announce(self, address: str) -> None:
        """It answers now, at this address."""
        assert self._held is not None
        os.pwrite(self._held, address.encode(), 0)

    def withdraw(self) -> None:
        """It is about to end."""
        if self._held is not None:
            os.truncate(self._held, 0)

    def release(self) -> None:
        """It has ended."""
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def address(self) -> str:
        """Where it answers; "" where none runs, or none yet."""
        if self._held is not None or not self._file.is_file():
            return ""
        with suppress(OSError):  # another account's folder
            free = file_lock(self._file, fcntl.LOCK_SH)
            if free is None:
                return self._file.read_bytes()[:ADDRESS_BYTES].decode(errors="replace")
            os.close(free)
        return ""
