"""Starting, waiting for and stopping one child process."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from apps.integrations.embedded.errors import EmbeddedError

LOG_TAIL = 2000  # characters of a log that an error shows


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


def wait_until_up(is_up: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, seconds: float, what: str) -> None:
    """Wait for a server to answer; raises with the end of its log when it dies or takes longer."""
    end = time.monotonic() + seconds
    while not is_up():
        if process.poll() is not None or time.monotonic() > end:
            tail = log.read_text(errors="replace")[-LOG_TAIL:] if log.exists() else ""
            stop(process, [(signal.SIGINT, 5), (signal.SIGKILL, 5)])
            raise EmbeddedError(f"{what} did not start (exit status {process.returncode}). Its log ends with:\n{tail}")
        time.sleep(0.02)
