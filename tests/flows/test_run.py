"""`manage.py run` as a person types it: real servers, web process, worker, and nothing left when it ends."""

from __future__ import annotations

import itertools
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from apps.integrations.embedded.children import descendants
from tests.flows.processes import ROOT, environment, wait_until
from tests.flows.shop import Shop
from tests.integrations.embedded.conftest import nobody_holds, unnamed

SECONDS = 90
_numbers = itertools.count()


class Run:
    """One `manage.py run`, with what it wrote."""

    def __init__(self, source: str, state: Path, port: int, named: dict[str, str] | None = None) -> None:
        self.state, self.port = state, port
        self.out = state.with_name(f"{state.name}.{next(_numbers)}.out")
        told = {
            "STATE_DIR": str(state),
            "PORT": str(port),
            "PUBLIC_URL": f"http://127.0.0.1:{port}",
            "http_proxy": "http://127.0.0.1:1",
        }
        with self.out.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "run", "--", source],
                cwd=ROOT, env={**(unnamed() if named is None else named), **told}, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip

    def text(self) -> str:
        return self.out.read_text(errors="replace")

    def wait_for(self, words: str) -> None:
        wait_until(
            lambda: words in self.text() or self.process.poll() is not None, SECONDS, f"{words!r} is not in:\n{self.text()}"
        )
        assert words in self.text(), self.text()

    def family(self) -> set[tuple[int, str]]:
        return descendants(self.process.pid)

    def child(self, part: str) -> int:
        """The process id of the one child whose command line has `part`."""
        found = [
            pid
            for pid, _started in self.family()
            if part in Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            and f"PPid:\t{self.process.pid}\n" in Path(f"/proc/{pid}/status").read_text()
        ]
        assert len(found) == 1, (part, found)
        return found[0]

    def status_of(self, path: str) -> int:
        with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            return int(answer.status)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def stop(run: Run, number: signal.Signals) -> None:
    """Send the signal twice, as an impatient person does; everything it started ends."""
    family = run.family()
    assert len(family) > 1
    run.process.send_signal(number)
    run.wait_for("Stopping")
    run.process.send_signal(number)
    assert run.process.wait(60) == 0
    assert run.text().endswith("Stopped.\n")
    assert not family & descendants(1), run.text()
    assert nobody_holds(run.state)


def test_from_nothing_to_a_document_and_back_to_nothing(tmp_path: Path, place: Path) -> None:
    shop = Shop(tmp_path)
    run = Run(str(shop.bare), place / "state", free_port())
    try:
        run.wait_for("Press Ctrl-C")
        told = run.text()
        assert re.search(r"password  \S{15,}", told)
        assert f"Document  http://127.0.0.1:{run.port}/t/demo/r/shop/" in told, told
        assert f"Console   http://127.0.0.1:{run.port}/console/" in told
        assert "Publish" in told
        assert run.status_of("/sign-in/") == 200
        assert run.status_of("/static/css/base.css") == 200
        for name in ("secrets.env", "servers.env", "pg.secret"):
            assert (run.state / name).stat().st_mode & 0o777 == 0o600
        kept = (run.state / "secrets.env").read_bytes()

        busy = Run(str(shop.bare), place / "other", run.port)
        assert busy.process.wait(180) == 1
        assert busy.text().startswith(f"Port {run.port} is in use by another program.") and busy.text().count("\n") == 1
        assert busy.text().endswith(f" PORT={run.port % 65535 + 1} make run REPO={shop.bare}\n")

        for port in (run.port, free_port()):
            second = Run(str(shop.work), place / "state", port)
            assert second.process.wait(180) == 0, second.text()
            told = second.text()
            assert told.startswith(f"Repolore is already running at http://127.0.0.1:{run.port}/ ; this adds"), told
            assert f"Document  http://127.0.0.1:{run.port}/t/demo/r/work/" in told, told
        assert "No new commit: the document is already that of" in told

        os.kill(run.child("uvicorn"), signal.SIGKILL)
        run.wait_for("The web process ended (killed by SIGKILL) and was started again.")
        os.kill(run.child("postgres -D"), signal.SIGKILL)
        run.wait_for("PostgreSQL had ended and was started again.")
        stop(run, signal.SIGINT)
    finally:
        run.end()

    again = Run(str(shop.bare), place / "state", run.port)
    try:
        again.wait_for("Press Ctrl-C")
        assert "password" not in again.text(), "shown once"
        assert "Document  " in again.text()
        assert (again.state / "secrets.env").read_bytes() == kept
        with psycopg.connect(_database_url(again.state)) as session:
            assert session.execute("SELECT outcome FROM repos_sync ORDER BY id").fetchall() == [
                (outcome,) for outcome in ("new version", "new version", "unchanged", "unchanged")
            ]

        family = again.family()
        web, worker = again.child("uvicorn"), again.child("manage.py worker")
        again.process.kill()
        again.process.wait(10)
        ours = {(pid, started) for pid, started in family if pid in (web, worker)}
        wait_until(lambda: not ours & descendants(1), 20, "web and worker outlived the process that was killed")
    finally:
        again.end()

    third = Run(str(shop.bare), place / "state", run.port)
    try:
        third.wait_for("Press Ctrl-C")
        stop(third, signal.SIGTERM)
    finally:
        third.end()


def _database_url(state: Path) -> str:
    lines = (state / "servers.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)["DATABASE_URL"]


@pytest.mark.django_db(transaction=True)
def test_with_servers_named_it_starts_none(tmp_path: Path, place: Path) -> None:
    shop = Shop(tmp_path)
    name = f"{connection.settings_dict['NAME']}_run"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(f"CREATE DATABASE {name}")
    named = environment(place / "named")
    named["DATABASE_URL"] = make_conninfo(named["DATABASE_URL"], dbname=name)
    run = Run(str(shop.bare), place / "named", free_port(), named)
    try:
        run.wait_for("Press Ctrl-C")
        assert "Document  " in run.text()
        assert not (run.state / "pgdata").exists() and not (run.state / "valkey").exists()
        run.process.send_signal(signal.SIGHUP)
        assert run.process.wait(60) == 0
    finally:
        run.end()
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_servers_that_are_not_there_are_said(tmp_path: Path, place: Path) -> None:
    named = {**unnamed(), "DATABASE_URL": "postgresql://127.0.0.1:1/x", "REDIS_URL": "redis://127.0.0.1:1/0"}
    run = Run(str(Shop(tmp_path).bare), place / "absent", free_port(), named)
    assert run.process.wait(60) == 1
    assert "PostgreSQL can't be reached at DATABASE_URL" in run.text()
    assert "Redis can't be reached at REDIS_URL" in run.text()
    assert "Traceback" not in run.text()


@pytest.mark.parametrize(
    ("source", "changed", "said"),
    [
        ("{folder}", {}, "is not a git repository"),
        ("{folder}/nowhere", {}, "There is no folder"),
        ("https://no-such-host.invalid/a/b", {}, "The host has no address"),
        ("{folder}", {"PATH": "/nonexistent"}, "Git is not installed"),
        ("{folder}", {"PORT": "many"}, "PORT is 'many'"),
        ("{folder}", {"PORT": "70000"}, "PORT is 70000"),
        ("{folder}", {"STATE_DIR": "/proc/state"}, "can't be used to keep data in"),
        ("{folder}", {"STATE_DIR": "/dev/null"}, "can't be used to keep data in"),
        ("git@forge.example:team/shop.git", {}, "must start with https://"),
    ],
)
def test_what_can_not_be_run_is_said_in_one_sentence(
    source: str, changed: dict[str, str], said: str, tmp_path: Path, place: Path
) -> None:
    state = place / "refused"
    told = {**unnamed(), "STATE_DIR": str(state), "PORT": str(free_port()), **changed}
    done = subprocess.run(
        [sys.executable, "manage.py", "run", "--", source.format(folder=tmp_path)],
        cwd=ROOT, env=told, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not (state / "pgdata").exists(), "nothing was started"


def test_the_default_is_this_repository() -> None:
    assert (settings.BASE_DIR / "manage.py").is_file()
