"""Servers and processes of the tests in this folder, each in a state folder of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.integrations.embedded import Postgres, Valkey
from apps.integrations.embedded.locks import file_lock


def unnamed() -> dict[str, str]:
    """The environment of a process that shall start servers of its own."""
    return {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def nobody_holds(state: Path, seconds: float = 5) -> bool:
    """Whether no process of the servers of a state folder lives: each of them holds its lock."""
    for lock in state.glob("*.lock"):
        descriptor = file_lock(lock, timeout=seconds)
        if descriptor is None:
            return False
        os.close(descriptor)
    return True


@pytest.fixture(scope="module")
def state(place: Path) -> Path:
    """A state folder for the tests of one file; the cluster in it is made once."""
    return place / "state"


@pytest.fixture
def postgres(state: Path) -> Iterator[Postgres]:
    server = Postgres(state)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def valkey(state: Path) -> Iterator[Valkey]:
    server = Valkey(state)
    server.start()
    yield server
    server.stop()
