"""The signals that ask this process to end: Ctrl-C, `kill`, a closed terminal."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stop_signals_raise() -> None:
    """From now on the first of them raises `KeyboardInterrupt`, and no later one disturbs the stopping."""
    for number in STOP_SIGNALS:
        signal.signal(number, _raise_once)


def stop_signals_ignored() -> None:
    """From now on none of them disturbs what runs."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _raise_once(_number: int, _frame: FrameType | None) -> NoReturn:
    stop_signals_ignored()
    raise KeyboardInterrupt


@contextmanager
def stop_signals_later() -> Iterator[None]:
    """Hold them back while a child is being started, so that none is started and then forgotten."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is ever interrupted
        return
    seen: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        seen.append(number)

    before = {number: signal.signal(number, note) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if seen:
            os.kill(os.getpid(), seen[0])
