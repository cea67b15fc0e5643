"""The two servers together: whoever comes first starts them, the last one out stops them."""

from __future__ import annotations

import fcntl
import hashlib
import os
import pwd
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.locks import file_lock
from apps.integrations.embedded.places import is_reachable

GATE_SECONDS = 120.0
ROOT_STATE = Path("/var/lib/repolore")


class Server(Protocol):
    def start(self) -> None: ...

    def stop(self) -> None: ...


def state_folder(wanted: Path) -> Path:
    """`wanted`, or as root, where an account without privileges can't reach it, a folder of its own below /var/lib."""
    wanted = wanted.absolute()
    if os.geteuid() != 0:
        return wanted
    try:
        uid = pwd.getpwnam("nobody").pw_uid
    except KeyError:
        return wanted
    existing = next(part for part in (wanted, *wanted.parents) if part.exists())
    if is_reachable(existing, uid):
        return wanted
    return ROOT_STATE / hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]


class Servers:
    """Starts and stops servers for one user of them.

    Users are counted by a shared file lock, which a killed process gives back too (a list of process ids does not).
    """

    def __init__(self, state: Path, servers: Sequence[Server]) -> None:
        self._state, self._servers = Path(state), tuple(servers)
        self._users: int | None = None
        self._state.mkdir(parents=True, exist_ok=True)

    def _gate(self) -> int:
        gate = file_lock(self._state / "gate.lock", timeout=GATE_SECONDS)
        if gate is None:
            raise EmbeddedError(f"Another process is still starting or stopping the servers of {self._state}. Try again soon.")
        return gate

    def start(self) -> None:
        """Start what does not run yet."""
        if not self._servers:
            return
        gate = self._gate()
        try:
            self._users = file_lock(self._state / "users.lock", fcntl.LOCK_SH)
            for server in self._servers:
                server.start()
        finally:
            os.close(gate)

    def stop(self) -> None:
        """Stop the servers, last started first, unless somebody else still uses them."""
        if self._users is None:
            return
        gate = self._gate()
        try:
            try:
                fcntl.flock(self._users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            for server in reversed(self._servers):
                server.stop()
        finally:
            os.close(self._users)
            os.close(gate)
            self._users = None
