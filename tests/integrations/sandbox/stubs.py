"""Functions that do what hostile input makes a parser do.  Run in children only."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

not_a_function = 3


def upper(payload: bytes) -> bytes:
    return payload.upper()


def obey(payload: bytes) -> bytes:
    """Does what the payload says; anything else comes back in upper case."""
    order, _, rest = payload.partition(b" ")
    if order == b"segfault":
        ctypes.string_at(0)
    elif order == b"abort":
        os.abort()
    elif order == b"exit":
        os._exit(int(rest))
    elif order == b"spin":
        while True:
            pass
    elif order == b"hang":
        time.sleep(3_600)
    elif order == b"sleep":
        time.sleep(float(rest))
    elif order == b"allocate":
        return b"%d" % len(bytearray(4 << 30))
    elif order == b"raise":
        raise ValueError("the payload's secret")
    elif order == b"recurse":
        return obey(payload)
    elif order == b"huge":
        return b"x" * int(rest)
    elif order == b"print":
        print("to standard output")
        sys.stderr.write("to standard error\n" * 100_000)
        sys.stdout.flush()
    elif order == b"text":
        return "text"  # type: ignore[return-value]
    elif order == b"forge":
        for number in range(3, 20):
            try:
                os.write(number, b"V\0\0\0\0\0\0\0\2\0\0\0\1x" * 3)
            except OSError:
                continue
    elif order == b"file":
        Path(os.fsdecode(rest)).write_bytes(b"x")
    elif order == b"once":  # takes the child down the first time, works the second
        marker = Path(os.fsdecode(rest))
        if marker.exists():
            marker.rmdir()
            os.kill(os.getpid(), signal.SIGSEGV)
    return payload.upper()


def surroundings(payload: bytes) -> bytes:
    return repr(
        {
            "environment": dict(os.environ),
            "django": "django" in sys.modules,
            "cwd": str(Path.cwd()),
            "pid": os.getpid(),
            "threads": threading.active_count(),
            "input": sys.stdin.read(),
        }
    ).encode()


def run_program(payload: bytes) -> bytes:
    return subprocess.run(["/bin/true"], check=True, capture_output=True).stdout
