"""Locks end with their holder, however it ends."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from apps.integrations.embedded import EmbeddedError
from apps.integrations.embedded.locks import file_lock, server_lock

HOLD = (
    "import os, sys, time; from pathlib import Path; from apps.integrations.embedded.locks import file_lock; "
    "file_lock(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
)


def holder(lock: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(lock)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_a_killed_holder_gives_the_lock_back(tmp_path: Path) -> None:
    lock = tmp_path / "x.lock"
    with holder(lock) as process:
        assert file_lock(lock) is None
        process.kill()
        descriptor = file_lock(lock, timeout=10)
    assert descriptor is not None
    os.close(descriptor)


def test_shared_locks_share(tmp_path: Path) -> None:
    lock = tmp_path / "x.lock"
    first, second = file_lock(lock, fcntl.LOCK_SH), file_lock(lock, fcntl.LOCK_SH)
    assert first is not None and second is not None
    assert file_lock(lock) is None
    os.close(first)
    os.close(second)


def test_a_held_lock_with_a_server_that_answers_is_no_lock_to_have(tmp_path: Path) -> None:
    with holder(tmp_path / "x.lock") as process:
        assert server_lock(tmp_path / "x.lock", lambda: True) is None
        process.kill()


def test_a_held_lock_with_a_silent_server_is_said(tmp_path: Path) -> None:
    with holder(tmp_path / "x.lock") as process:
        with pytest.raises(EmbeddedError, match="does not answer"):
            server_lock(tmp_path / "x.lock", lambda: False, timeout=0.2)
        process.kill()
