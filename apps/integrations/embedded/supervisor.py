"""The product's own processes: started in order, watched, stopped in the opposite order."""

from __future__ import annotations

import errno
import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from apps.integrations.embedded.children import descendants, end_with_parent, how_it_ended, kill_all, start, tail
from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.signals import stop_signals_later

STOP_SECONDS = 4.0  # to finish what is in hand; all work can be interrupted at any moment
AGAIN_SECONDS = 2.0  # after being told a second time: drop what is in hand
RESTARTS = 3  # within RESTART_SECONDS
RESTART_SECONDS = 60.0
POLL = 0.1


def check_port(host: str, port: int, *, again: str = "make run") -> None:
    """Raise where the port can't be listened on.  `again` is what a person typed, for a hint with another port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OverflowError:
            raise EmbeddedError(f"PORT is {port}. Choose a number from 1024 to 65535.") from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                words = f"Port {port} is in use by another program. Stop that program, or choose another port:"
                raise EmbeddedError(f"{words} PORT={port % 65535 + 1} {again}") from None
            if error.errno == errno.EACCES:
                raise EmbeddedError(f"Port {port} needs privileges. Choose one from 1024 up: PORT=8000 {again}") from None
            raise EmbeddedError(f"{host} can't be listened on: {error.strerror}. Is the loopback interface up?") from None


def can_be_reached(host: str) -> bool:
    """Whether this machine can connect to itself at `host`: not so where its loopback interface is down."""
    with socket.socket() as listener, socket.socket() as caller:
        caller.settimeout(2)
        try:
            listener.bind((host, 0))
            listener.listen()
            caller.connect(listener.getsockname())
        except OSError:
            return False
    return True


@dataclass(slots=True)
class _Child:
    name: str
    command: list[str]
    environment: dict[str, str]
    folder: Path
    process: subprocess.Popen[bytes]
    started: list[float] = field(default_factory=list)
    below: set[tuple[int, str]] = field(default_factory=set)  # seen below it; a worker's jobs have sessions of their own

    def look(self) -> None:
        if self.process.poll() is None:
            self.below |= descendants(self.process.pid)


class Supervisor:
    """Child processes, each in a session of its own with a log file; Ctrl-C reaches this process alone.

    When this process is killed, its children are asked to stop (on Linux).
    """

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._children: list[_Child] = []
        logs.mkdir(parents=True, exist_ok=True, mode=0o700)

    def start(self, name: str, command: Sequence[str], *, environment: Mapping[str, str], folder: Path) -> None:
        """Start one; its output goes to `name`.log."""
        child = _Child(name, list(command), dict(environment), folder, self._spawn(name, command, environment, folder))
        child.started.append(time.monotonic())
        self._children.append(child)

    def _spawn(self, name: str, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> subprocess.Popen[bytes]:
        return start(command, environment=environment, folder=folder, log=self._log(name), preexec_fn=end_with_parent)

    def _log(self, name: str) -> Path:
        return self._logs / f"{name}.log"

    def run(self, command: Sequence[str], *, environment: Mapping[str, str], folder: Path, meanwhile: Callable[[], None]) -> int:
        """Run one to its end with its output in this terminal; its status.  `meanwhile` is called all the while."""
        with stop_signals_later():
            process = subprocess.Popen(
                list(command), cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=end_with_parent,
            )  # fmt: skip
        try:
            while process.poll() is None:
                meanwhile()
                with suppress(subprocess.TimeoutExpired):
                    process.wait(POLL)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)  # it puts the terminal in order again
                with suppress(subprocess.TimeoutExpired):
                    process.wait(AGAIN_SECONDS)
                process.kill()
                process.wait()
        return process.returncode

    def restart_ended(self) -> list[str]:
        """Start again what has ended; returns a sentence for each.  Raises for one that ends again and again."""
        told = []
        for child in self._children:
            child.look()
            status = child.process.poll()
            if status is None:
                continue
            kill_all(child.below)
            child.below.clear()
            now = time.monotonic()
            child.started = [moment for moment in child.started if now - moment < RESTART_SECONDS]
            words = f"The {child.name} process ended ({how_it_ended(status)})"
            if len(child.started) >= RESTARTS:
                raise EmbeddedError(f"{words} again. Its log ends with:\n{tail(self._log(child.name))}")
            child.process = self._spawn(child.name, child.command, child.environment, child.folder)
            child.started.append(now)
            told.append(f"{words} and was started again. See {self._log(child.name)}.")
        return told

    def wait_for_page(self, host: str, port: int, path: str, seconds: float) -> None:
        """Wait until the web process answers; raises when a child dies or time is over."""
        end = time.monotonic() + seconds
        while not _answers(host, port, path):
            for child in self._children:
                status = child.process.poll()
                if status is not None:
                    raise EmbeddedError(
                        f"The {child.name} process did not start ({how_it_ended(status)}). "
                        f"Its log ends with:\n{tail(self._log(child.name))}"
                    )
            if time.monotonic() > end:
                raise EmbeddedError(f"The portal does not answer after {seconds:.0f} seconds. See the logs in {self._logs}.")
            time.sleep(POLL)

    def stop(self) -> None:
        """Stop all, last started first, those of one kind (`worker-1`, `worker-2`) together, with everything they started."""
        while self._children:
            kind = self._children[-1].name.partition("-")[0]
            same = [child for child in self._children if child.name.partition("-")[0] == kind]
            self._children = [child for child in self._children if child not in same]
            for seconds in (STOP_SECONDS, AGAIN_SECONDS):
                for child in same:
                    child.look()
                    if child.process.poll() is None:
                        child.process.send_signal(signal.SIGTERM)
                end = time.monotonic() + seconds
                while any(child.process.poll() is None for child in same) and time.monotonic() < end:
                    time.sleep(POLL / 2)
                    for child in same:
                        child.look()
            for child in same:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.process.pid, signal.SIGKILL)
                kill_all(child.below)
                child.process.wait(5)


def _answers(host: str, port: int, path: str) -> bool:
    """Whether the page is there; asked directly, whatever proxy the environment names."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", path)
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
