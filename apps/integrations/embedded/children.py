"""Starting, waiting for and stopping one child process."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.signals import stop_signals_later

LOG_TAIL = 2000  # characters of a log that an error shows
PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def start(
    command: Sequence[str], *, environment: Mapping[str, str], folder: Path, log: Path, **more: Any
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own (Ctrl-C reaches us alone), its output appended to `log`."""
    log.touch(mode=0o600)  # what a program says is for its owner
    with log.open("ab") as output, stop_signals_later():
        return subprocess.Popen(
            list(command), cwd=folder, env=dict(environment), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            start_new_session=True, **more,
        )  # fmt: skip


def end_with_parent() -> None:
    """In a child, before it becomes its program: be asked to stop when the parent dies.  Linux only."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def stop(process: subprocess.Popen[bytes], signals: Sequence[tuple[signal.Signals, float]]) -> None:
    """Send each signal in turn and wait its seconds, until the process has ended."""
    for number, seconds in signals:
        if process.poll() is not None:
            return
        process.send_signal(number)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
        return


def tail(log: Path) -> str:
    """The end of a log, for an error."""
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - LOG_TAIL))
        return file.read().decode(errors="replace").strip()


def how_it_ended(status: int) -> str:
    """Words for a return code."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def wait_until_up(is_up: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, seconds: float, what: str) -> None:
    """Wait for a server to answer; raises with the end of its log when it dies or takes longer."""
    end = time.monotonic() + seconds
    try:
        while not is_up():
            if process.poll() is not None:
                raise EmbeddedError(f"{what} did not start ({how_it_ended(process.returncode)}). Its log ends with:\n{tail(log)}")
            if time.monotonic() > end:
                raise EmbeddedError(f"{what} did not start within {seconds:.0f} seconds. Its log ends with:\n{tail(log)}")
            time.sleep(0.02)
    except BaseException:
        stop(process, [(signal.SIGINT, 5), (signal.SIGKILL, 5)])
        raise


def descendants(pid: int) -> set[tuple[int, str]]:
    """Every living process below `pid`, as (id, start time): the pair is never used twice.  Empty where there is no /proc."""
    parents: dict[int, tuple[int, str]] = {}
    for name in os.listdir("/proc") if sys.platform == "linux" else ():  # noqa: PTH208 - often, and names are all it wants
        fields = _status(int(name)) if name.isdigit() else []
        if fields:
            parents[int(name)] = (int(fields[1]), fields[19])
    found: set[tuple[int, str]] = set()
    border = {pid}
    while border:
        below = {(child, started) for child, (parent, started) in parents.items() if parent in border} - found
        found |= below
        border = {child for child, _started in below}
    return found


def kill_all(processes: set[tuple[int, str]]) -> None:
    """Kill those that still live."""
    for pid, started in sorted(processes):
        fields = _status(pid)
        if fields and fields[19] == started:
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue


def _status(pid: int) -> list[str]:
    """The fields of /proc/…/stat after the name; empty for one that is gone or a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [] if fields[0] in "ZX" else fields
