"""Running git: never through a shell, in a process group of its own, under a clock, ended with this process."""

from __future__ import annotations

import ctypes
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from apps.engine.errors import LimitExceeded
from apps.integrations.git.errors import GitMissing, TimedOut, cause_of

OLDEST = (2, 31)  # reads configuration from the environment
TICK = 0.25  # seconds between two looks at clock and disk
STDERR_LIMIT = 64_000
PR_SET_PDEATHSIG = 1

Progress = Callable[[int, int], None]

_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_RECEIVING = re.compile(rb"Receiving objects:\s+\d+% \((\d+)/(\d+)\)")


def check_git() -> str:
    """The version of git; raises `GitMissing` with one sentence where there is none or too old a one."""
    if shutil.which("git") is None:
        raise GitMissing("Git is not installed. Install git 2.31 or newer and try again.")
    told = subprocess.run(["git", "--version"], capture_output=True, text=True, check=False, timeout=30).stdout
    numbers = tuple(int(part) for part in re.findall(r"\d+", told)[:2])
    if numbers < OLDEST:
        raise GitMissing(f"{told.strip() or 'This git'} is too old. Install git 2.31 or newer.")
    return told.strip()


def _die_with_parent() -> None:
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def start(arguments: Sequence[str], environment: dict[str, str], folder: Path, **more: Any) -> subprocess.Popen[bytes]:
    """Start git in `folder`."""
    try:
        return subprocess.Popen(
            ["git", *arguments], env=environment, cwd=folder, start_new_session=True, preexec_fn=_die_with_parent, **more
        )
    except FileNotFoundError as error:
        raise GitMissing("Git is not installed. Install git 2.31 or newer and try again.") from error


def kill(process: subprocess.Popen[bytes]) -> None:
    """End git and whatever it started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def output(
    arguments: Sequence[str], environment: dict[str, str], folder: Path, *, seconds: float = 60, stdin: bytes = b""
) -> bytes:
    """Standard output of a call that ends well; raises the error that fits otherwise."""
    process = start(arguments, environment, folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(stdin, timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise TimedOut(f"The server did not answer within {seconds:.0f} seconds. Try again later.") from error
    finally:
        kill(process)
    if process.returncode:
        raise cause_of(err.decode("utf-8", "replace"))
    return out


def transfer(
    arguments: Sequence[str],
    environment: dict[str, str],
    folder: Path,
    *,
    seconds: float,
    disk_bytes: int,
    progress: Progress,
    held: Sequence[int] = (),
) -> None:
    """Run a fetch: `progress` gets objects received and in all; ends it at the clock's or the disk's limit.

    `held` are descriptors of locks that git holds too, so that a lock outlives us for as long as git writes.
    """
    process = start(
        arguments, environment, folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=held
    )
    told = bytearray()
    end = time.monotonic() + seconds
    try:
        assert process.stderr is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stderr, selectors.EVENT_READ)
            while True:
                if waiting.select(TICK):
                    chunk = os.read(process.stderr.fileno(), 65_536)
                    if not chunk:
                        break
                    told += chunk
                    for seen in _RECEIVING.finditer(chunk):
                        progress(int(seen[1]), int(seen[2]))
                    del told[:-STDERR_LIMIT]
                if time.monotonic() > end:
                    raise TimedOut(f"Fetching took longer than {seconds:.0f} seconds (LIMIT_FETCH_SECONDS), so it was stopped.")
                used = _size(folder)
                if used > disk_bytes:
                    raise LimitExceeded("Disk space for the repository (LIMIT_DISK_BYTES)", used, disk_bytes, "bytes")
        process.wait(max(1.0, end - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise TimedOut(f"Fetching took longer than {seconds:.0f} seconds (LIMIT_FETCH_SECONDS), so it was stopped.") from error
    finally:
        kill(process)
    if process.returncode:
        raise cause_of(told.decode("utf-8", "replace"))


def _size(folder: Path) -> int:
    total = 0
    for parent, _folders, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += (Path(parent) / name).stat().st_size
    return total
