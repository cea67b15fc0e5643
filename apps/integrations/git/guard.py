"""Stands between us and git: sets its limits, and ends it with everything it started when we are gone.

Run by its file name with the bare interpreter.  Arguments: the descriptor of a pipe whose other end only our process holds,
limits of memory and of one file's size in bytes, git's path, git's arguments.  The environment is git's.  A signal can't be
asked for from outside Linux, and git's own children would not get it: so this process waits for the pipe's end instead.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from types import FrameType
from typing import NoReturn

NOT_FOUND = 127
SIGNALLED = 128


def set_limit(kind: int, value: int) -> None:
    """Lower a limit where the system lets us; the parent watches clock and disk as well."""
    try:
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
    except (ValueError, OSError):
        return


def run(git: str, arguments: list[str], leash: int) -> NoReturn:
    """In the forked child: become git."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    os.close(leash)
    try:
        os.execv(git, ["git", *arguments])  # noqa: S606 - the one place where git starts: no shell
    except OSError:
        os._exit(NOT_FOUND)


def main(arguments: list[str]) -> NoReturn:
    leash, memory_bytes, file_bytes = (int(argument) for argument in arguments[:3])
    set_limit(resource.RLIMIT_AS, memory_bytes)
    set_limit(resource.RLIMIT_FSIZE, file_bytes)
    set_limit(resource.RLIMIT_CORE, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    child = os.fork()
    if child == 0:
        run(arguments[3], arguments[4:], leash)

    def reap(number: int, frame: FrameType | None) -> None:
        ended, status = os.waitpid(child, os.WNOHANG)
        if not ended:
            return
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)  # helpers that outlived git
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else SIGNALLED - code)

    for number in (0, 1, 2):
        os.close(number)
    signal.signal(signal.SIGCHLD, reap)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    while os.read(leash, 1):
        pass
    os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
