"""Where a command's result goes: standard output or a file, whole or with one sentence that says why not."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

from django.core.management.base import CommandError

STANDARD_OUTPUT = 1


def write_out(data: bytes) -> None:
    """Write to standard output.  Where its reader has gone (`… | head`), end without a word, as other programs do.

    Raises `CommandError` where it can't be written.
    """
    try:
        with os.fdopen(os.dup(STANDARD_OUTPUT), "wb") as output:
            output.write(data)
    except BrokenPipeError:
        raise SystemExit(128 + signal.SIGPIPE) from None
    except OSError as error:
        raise CommandError(f"The result can't be written: {error.strerror}.") from error


def check_file(path: Path) -> None:
    """Raise `CommandError` where no file can be written at `path`: asked before the work, not after it."""
    folder = path.absolute().parent
    if path.is_dir():
        raise CommandError(f"{path} is a folder. Name a file in it.")
    if not folder.is_dir():
        raise CommandError(f"{path} can't be written: there is no folder {folder}.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise CommandError(f"{path} can't be written: permission denied.")


def write_file(path: Path, data: bytes) -> None:
    """Write the file whole or not at all: what was there stays until all of the new is on the disk.

    Raises `CommandError` where it can't be written.
    """
    try:
        target = path.resolve()
        is_special = target.exists() and not target.is_file()  # a device, a pipe
        if is_special or not os.access(target.parent, os.W_OK):
            target.write_bytes(data)
            return
        aside = target.with_name(f".repolore.{os.getpid()}")
        try:
            aside.write_bytes(data)
            if target.exists():
                shutil.copymode(target, aside)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        raise CommandError(f"{path} can't be written: {error.strerror}.") from error
