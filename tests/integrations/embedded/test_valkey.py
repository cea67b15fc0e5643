"""Valkey: what was pushed survives a stop and a kill."""

from __future__ import annotations

from pathlib import Path

import pytest
import redis

from apps.integrations.embedded import Valkey
from tests.integrations.embedded.conftest import nobody_holds


def test_what_is_written_survives_a_stop(state: Path, valkey: Valkey) -> None:
    with redis.Redis.from_url(valkey.url) as client:
        client.rpush("queue", "a job")
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
    valkey.stop()
    assert nobody_holds(state)
    again = Valkey(state)
    again.start()
    with redis.Redis.from_url(again.url) as client:
        assert client.lpop("queue") == b"a job"
    again.stop()


def test_a_killed_server_starts_again(state: Path, valkey: Valkey) -> None:
    assert valkey.process is not None
    valkey.process.kill()
    valkey.process.wait(10)
    assert not valkey.is_alive() and valkey.socket.exists(), "its socket is left behind"
    again = Valkey(state)
    again.start()
    assert again.is_up()
    again.stop()


def test_one_that_was_found_is_stopped_too(state: Path, valkey: Valkey) -> None:
    found = Valkey(state)
    found.start()
    assert found.process is None and found.is_alive()
    found.stop()
    assert not valkey.is_up()
    assert nobody_holds(state)


@pytest.mark.parametrize("name", ["with space, comma", 'it\'s "quoted" \\ $HOME', "ünï-日本", "long" * 40, "a\nnewline"])
def test_odd_places(name: str, place: Path) -> None:
    server = Valkey(place / name)
    server.start()
    try:
        with redis.Redis.from_url(server.url) as client:
            assert client.ping()
    finally:
        server.stop()
        server.socket.parent.rmdir() if server.socket.parent.parent == Path("/tmp") else None
    assert nobody_holds(place / name)
