"""Real processes of the product against the test's database and queue."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

ROOT = Path(__file__).resolve().parents[2]


def environment(state: Path, **extra: str) -> dict[str, str]:
    """The environment of a process that works on the database this test uses."""
    told = connection.settings_dict
    url = make_conninfo(
        **{
            key: value
            for key, value in {
                "host": told["HOST"], "port": told["PORT"], "dbname": told["NAME"],
                "user": told["USER"], "password": told["PASSWORD"],
            }.items()
            if value
        }
    )  # fmt: skip
    keys = {"SECRET_KEY": settings.SECRET_KEY, "CREDENTIAL_KEYS": ",".join(settings.CREDENTIAL_KEYS)}
    return {**os.environ, "DATABASE_URL": url, "REDIS_URL": settings.REDIS_URL, "STATE_DIR": str(state), **keys, **extra}


class Process:
    """A `manage.py` command, or a Python module (`module`), in a process group of its own, ended with its group."""

    def __init__(self, *arguments: str, state: Path, module: str = "", **extra: str) -> None:
        self.log = state / f"{module or arguments[0]}.log"
        program = ["-m", module] if module else ["manage.py"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *program, *arguments],
                cwd=ROOT, env=environment(state, **extra), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def stop(self) -> None:
        """End it politely, then with its whole group."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        self.kill_group()
        self.process.wait(10)

    def kill_group(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def wait_until(true: Callable[[], bool], seconds: float, what: str) -> None:
    """Poll; fails with `what` when the time is over."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds:.0f} s: {what}")
        time.sleep(0.05)


def children_of(pid: int) -> set[int]:
    """All living descendants, by /proc."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found, border = set(), {pid}
    while border:
        border = {child for child, parent in parents.items() if parent in border} - found
        found |= border
    return found
