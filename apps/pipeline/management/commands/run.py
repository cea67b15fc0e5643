"""`manage.py run [PATH_OR_URL]`: everything on this machine, from nothing to a document in the browser, until Ctrl-C."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.engine.errors import OwnerError
from apps.integrations.embedded import Postgres, Servers, Supervisor, Valkey
from apps.integrations.embedded.supervisor import check_port
from apps.integrations.encryption import new_key
from apps.integrations.git import check_git
from apps.pipeline.sources import mirror_at

HOST = "127.0.0.1"
START_SECONDS = 60.0
POLL = 0.5


class Command(BaseCommand):
    help = "Start everything, sync one repository, show the links, and serve until Ctrl-C."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "source",
            metavar="PATH_OR_URL",
            nargs="?",
            default="",
            help="a local clone or an https address; default: this repository",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _terminate)
        source = options["source"] or str(settings.BASE_DIR)
        state = Path(settings.STATE_DIR)
        servers: Servers | None = None
        supervisor: Supervisor | None = None
        try:
            check_git()
            check_port(HOST, settings.PORT)
            mirror_at(source).head("")  # a source that can't be read is said before anything is started
            state.mkdir(parents=True, exist_ok=True)
            _write_secrets(state / "secrets.env")
            supervisor = Supervisor(state / "logs")
            servers, environment = _start_servers(state)
            self._serve(supervisor, environment, source)
        except OwnerError as error:
            raise CommandError(error.message) from error
        except KeyboardInterrupt:
            self.stderr.write("\nStopping.")
        finally:
            # A second Ctrl-C must not cut the stop short.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            if supervisor:
                supervisor.stop()
            if servers:
                servers.stop()

    def _serve(self, supervisor: Supervisor, environment: dict[str, str], source: str) -> None:
        manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
        folder = settings.BASE_DIR
        prepare = ["prepare", "--demo", *(["--allow", source] if "://" in source else [])]
        supervisor.run([*manage, *prepare], environment=environment, folder=folder)
        web = [
            sys.executable, "-m", "uvicorn", "portal.asgi:application", "--host", HOST, "--port", str(settings.PORT),
            "--no-server-header", "--log-level", "warning", "--timeout-graceful-shutdown", "5",
        ]  # fmt: skip
        supervisor.start("web", web, environment=environment, folder=folder)
        for number in range(1, settings.WORKERS + 1):
            supervisor.start(f"worker-{number}", [*manage, "worker"], environment=environment, folder=folder)
        supervisor.wait_for_page(f"http://{HOST}:{settings.PORT}/sign-in/", START_SECONDS)
        self.stderr.write(f"Serving at {settings.PUBLIC_URL}/")
        if supervisor.run([*manage, "sync", source, "--links"], environment=environment, folder=folder, check=False):
            self.stderr.write("The repository could not be synced; the portal keeps running. See the message above.")
        self.stderr.write("Press Ctrl-C to stop.")
        while True:
            ended = supervisor.ended()
            if ended:
                raise CommandError(ended)
            time.sleep(POLL)


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _private(path: Path, lines: dict[str, str]) -> None:
    """Write NAME=value lines, readable by this account alone, whole or not at all."""
    aside = path.with_suffix(".new")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.writelines(f"{name}={value}\n" for name, value in lines.items())
    aside.replace(path)


def _write_secrets(path: Path) -> None:
    if not path.exists():
        _private(path, {"SECRET_KEY": secrets.token_urlsafe(50), "CREDENTIAL_KEYS": new_key()})


def _start_servers(state: Path) -> tuple[Servers, dict[str, str]]:
    """Start what the environment does not name; returns the servers and the environment of the product's processes."""
    postgres = Postgres(state) if settings.EMBEDDED_DATABASE else None
    valkey = Valkey(state) if settings.EMBEDDED_REDIS else None
    servers = Servers(state, [server for server in (postgres, valkey) if server])
    servers.start()
    addresses = {}
    if postgres:
        addresses["DATABASE_URL"] = postgres.url
    if valkey:
        addresses["REDIS_URL"] = valkey.url()
    _private(state / "servers.env", addresses)
    environment = {**os.environ, **addresses, "STATE_DIR": str(state)}
    for name in ("SECRET_KEY", "CREDENTIAL_KEYS"):  # from the file, unless the environment names them
        if not environment.get(name):
            environment.pop(name, None)
    return servers, environment
