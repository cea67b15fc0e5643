"""The product's own processes: started in order, watched, stopped in the opposite order."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from apps.integrations.embedded.children import LOG_TAIL, stop
from apps.integrations.embedded.errors import EmbeddedError

STOP_SECONDS = 20.0


def check_port(host: str, port: int) -> None:
    """Raise where something listens on the port already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise EmbeddedError(
                f"Port {port} is in use by another program. Stop that program, or choose a port: PORT={port + 1} make run."
            ) from error


class Supervisor:
    """Child processes, each in a session of its own with a log file; Ctrl-C reaches this process alone."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._children: list[tuple[str, subprocess.Popen[bytes]]] = []
        logs.mkdir(parents=True, exist_ok=True)

    def start(self, name: str, command: Sequence[str], *, environment: dict[str, str], folder: Path) -> None:
        """Start one; its output goes to `name`.log."""
        with self._log(name).open("ab") as log:
            process = subprocess.Popen(
                list(command), cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self._children.append((name, process))

    def run(self, command: Sequence[str], *, environment: dict[str, str], folder: Path, check: bool = True) -> int:
        """Run one to its end, in this terminal; its status.  With `check`, a status other than 0 raises (it said why itself)."""
        status = subprocess.run(list(command), cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False).returncode
        if status and check:
            raise EmbeddedError("Preparing failed. The message above says why.")
        return status

    def _log(self, name: str) -> Path:
        return self._logs / f"{name}.log"

    def ended(self) -> str | None:
        """One sentence about a child that has ended by itself, or None while all live."""
        for name, process in self._children:
            if process.poll() is not None:
                tail = self._log(name).read_text(errors="replace")[-LOG_TAIL:]
                return f"The {name} process ended (exit status {process.returncode}). Its log ends with:\n{tail}"
        return None

    def wait_for_page(self, url: str, seconds: float) -> None:
        """Wait until a page answers; raises when a child dies or time is over."""
        end = time.monotonic() + seconds
        while True:
            with suppress(URLError, OSError), urlopen(url, timeout=2):  # noqa: S310 - our own address, http on loopback
                return
            ended = self.ended()
            if ended or time.monotonic() > end:
                raise EmbeddedError(ended or f"{url} does not answer after {seconds:.0f} seconds. See the logs in {self._logs}.")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop all, last started first: politely, then with everything they started."""
        while self._children:
            _name, process = self._children.pop()
            stop(process, [(signal.SIGTERM, STOP_SECONDS)])
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(5)
