"""The two servers together: whoever comes first starts them, the last one out stops them."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.locks import file_lock
from apps.integrations.embedded.places import make_folder, servers_folder
from apps.integrations.embedded.postgres import Postgres
from apps.integrations.embedded.valkey import Valkey

GATE_SECONDS = 120.0


class Server(Protocol):
    name: str  # for people
    variable: str  # of the environment, that holds the address

    @property
    def url(self) -> str: ...

    def start(self) -> None: ...

    def is_alive(self) -> bool: ...

    def stop(self) -> None: ...


class Servers:
    """Starts and stops servers for one user of them.

    Users are counted by a shared file lock, which a killed process gives back too (a list of process ids does not).
    """

    def __init__(self, state: Path, servers: Sequence[Server]) -> None:
        self._state, self._servers = Path(state), tuple(servers)
        self._users: int | None = None

    def _gate(self) -> int:
        gate = file_lock(self._state / "gate.lock", timeout=GATE_SECONDS)
        if gate is None:
            raise EmbeddedError(f"Another process is still starting or stopping the servers of {self._state}. Try again soon.")
        return gate

    def start(self) -> None:
        """Start what does not run yet."""
        if not self._servers:
            return
        try:
            gate = self._gate()
            try:
                self._users = file_lock(self._state / "users.lock", fcntl.LOCK_SH)
                for server in self._servers:
                    server.start()
            finally:
                os.close(gate)
        except OSError as error:
            raise EmbeddedError(f"The servers can't be started in {self._state}: {error}.") from error

    def addresses(self) -> dict[str, str]:
        """Name of the variable → address, of servers that were started."""
        return {server.variable: server.url for server in self._servers}

    def revive(self) -> list[str]:
        """Start again what has died; returns the names."""
        dead = [server.name for server in self._servers if not server.is_alive()]
        if dead:
            self._revive()
        return dead

    def _revive(self) -> None:
        gate = self._gate()
        try:
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


def embedded_servers(state: Path, *, database: bool = True, queue: bool = True) -> Servers:
    """The servers of a state folder, which is made; none of them is started yet."""
    servers: list[Server] = []
    try:
        make_folder(state.absolute())
        folder = servers_folder(state)
        if database:
            servers.append(Postgres(folder))
        if queue:
            servers.append(Valkey(folder))
    except OSError as error:
        raise EmbeddedError(f"{state} can't be used to keep data in: {error}. Set STATE_DIR to a folder that can.") from error
    return Servers(folder, servers)
