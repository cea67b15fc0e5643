"""Servers with several users: the last one out stops them, a killed one counts no more, a dead server is revived."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.integrations.embedded import EmbeddedError, Servers, Valkey, embedded_servers
from tests.integrations.embedded.conftest import nobody_holds, unnamed

COMMAND = [sys.executable, "-m", "apps.integrations.embedded"]


@pytest.fixture
def servers(state: Path) -> Iterator[Servers]:
    servers = embedded_servers(state)
    servers.start()
    yield servers
    servers.stop()


def test_addresses_are_named_as_the_settings_want_them(servers: Servers) -> None:
    addresses = servers.addresses()
    assert addresses["DATABASE_URL"].startswith("postgresql://repolore:")
    assert addresses["REDIS_URL"].startswith("unix://")


def test_the_last_user_stops_them_not_the_one_who_started_them(state: Path) -> None:
    script = "print('up', flush=True); input()"
    first = subprocess.Popen([*COMMAND, str(state), sys.executable, "-c", script],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=unnamed())  # fmt: skip
    assert first.stdout is not None and first.stdout.readline() == b"up\n"
    second = embedded_servers(state)
    second.start()
    first.communicate(b"\n", timeout=60)
    assert first.returncode == 0
    assert Valkey(state).is_up()
    assert second.revive() == []
    second.stop()
    assert nobody_holds(state)


def test_a_killed_user_counts_no_more(state: Path) -> None:
    user = subprocess.Popen([*COMMAND, str(state), sys.executable, "-c", "import time; print('up', flush=True); time.sleep(2)"],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=unnamed())  # fmt: skip
    assert user.stdout is not None and user.stdout.readline() == b"up\n"
    user.kill()
    user.communicate(timeout=10)
    assert Valkey(state).is_up(), "servers outlive a killed user"
    servers = embedded_servers(state)
    servers.start()
    servers.stop()
    assert nobody_holds(state)


def test_dead_servers_are_revived(state: Path, servers: Servers) -> None:
    assert servers.revive() == []
    for server in servers._servers:
        assert server.process is not None  # type: ignore[attr-defined]
        server.process.kill()  # type: ignore[attr-defined]
        server.process.wait(10)  # type: ignore[attr-defined]
    assert servers.revive() == ["PostgreSQL", "Valkey"]
    assert servers.revive() == []


def test_the_command_passes_status_and_addresses_on(state: Path) -> None:
    script = "import os, sys; sys.exit(7 if os.environ['DATABASE_URL'] and os.environ['SECRET_KEY'] else 1)"
    done = subprocess.run([*COMMAND, str(state), sys.executable, "-c", script], timeout=60, env=unnamed())
    assert done.returncode == 7
    assert nobody_holds(state)


def test_the_command_uses_what_the_environment_names(place: Path) -> None:
    state = place / "unused"
    named = {"DATABASE_URL": "postgresql://db.example/x", "REDIS_URL": "redis://redis.example"}
    script = "import os, sys; sys.exit(os.environ['DATABASE_URL'] != 'postgresql://db.example/x')"
    done = subprocess.run([*COMMAND, str(state), sys.executable, "-c", script], timeout=60, env=named | {"PATH": ""})
    assert done.returncode == 0
    assert not list(state.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_signal_ends_command_and_servers(number: signal.Signals, state: Path) -> None:
    script = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
    user = subprocess.Popen([*COMMAND, str(state), sys.executable, "-c", script], stdout=subprocess.PIPE, env=unnamed())
    assert user.stdout is not None and user.stdout.readline() == b"up\n"
    user.send_signal(number)
    time.sleep(0.05)
    user.send_signal(number)  # a second one does not cut the stop short
    user.communicate(timeout=60)
    assert user.returncode == 130
    assert nobody_holds(state)


def test_a_wrong_call_is_said(state: Path) -> None:
    assert subprocess.run(COMMAND, stderr=subprocess.DEVNULL, timeout=60).returncode == 2
    done = subprocess.run([*COMMAND, str(state), "no-such-program"], capture_output=True, text=True, timeout=60, env=unnamed())
    assert (done.returncode, done.stderr) == (2, "no-such-program can't be run: No such file or directory.\n")
    assert nobody_holds(state)


def test_a_place_that_can_not_be_used_is_said(place: Path) -> None:
    (place / "file").touch()
    with pytest.raises(EmbeddedError, match="can't be used to keep data in"):
        embedded_servers(place / "file" / "state")
