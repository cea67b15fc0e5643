"""`manage.py run [PATH_OR_URL]`: everything on this machine, from nothing to a document in the browser, until Ctrl-C."""

from __future__ import annotations

import os
import shlex
import sys
import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from apps.engine.errors import OwnerError
from apps.integrations.embedded import (
    EmbeddedError,
    Servers,
    Supervisor,
    can_be_reached,
    check_port,
    embedded_servers,
    read_or_make_secrets,
    stop_signals_ignored,
    stop_signals_raise,
    write_private,
)
from apps.integrations.git import LocalSource, check_git
from apps.pipeline.portal import PortalPlace
from apps.pipeline.sources import mirror_at, source_of

HOST = "127.0.0.1"
START_SECONDS = 60.0
WATCH_SECONDS = 1.0


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
        stop_signals_raise()
        state = Path(settings.STATE_DIR)
        run = _Run(self, state)
        stopped = False
        try:
            check_git()
            source = _whole(options["source"] or str(settings.BASE_DIR))
            address = PortalPlace(state).address()
            if address:
                self._add_to(address, source if options["source"] else "")
                return
            again = f"make run REPO={shlex.quote(options['source'])}" if options["source"] else "make run"
            check_port(HOST, settings.PORT, again=again)
            run.make_ready()
            mirror_at(source).head("")  # a source that can't be read is said before anything is started
            run.start()
            run.serve(source)
        except OwnerError as error:
            raise SystemExit(error.message) from error
        except KeyboardInterrupt:
            stopped = True
            self.say("\nStopping …")
        finally:
            stop_signals_ignored()
            run.stop()
        if stopped:
            self.say("Stopped.")

    def _add_to(self, address: str, source: str) -> None:
        """A portal of this state folder runs: the repository goes there."""
        if not source:
            self.say(f"Repolore is already running at {address}/ . To add a repository to it: make run REPO=path-or-address")
            return
        self.say(f"Repolore is already running at {address}/ ; this adds the repository to it.")
        try:
            call_command("sync", source, allow=True, links=True)
        except KeyboardInterrupt:
            self.say("\nThe portal keeps running, and goes on with the sync if it has begun.")

    def say(self, text: str) -> None:
        """To the terminal, which may be gone."""
        with suppress(OSError):
            self.stderr.write(text, style_func=str)


def _whole(source: str) -> str:
    """What a person typed, with a folder's path from the root: our own processes work in another folder."""
    found = source_of(source)
    return str(found.path) if isinstance(found, LocalSource) else source


class _Run:
    """What one `manage.py run` has started."""

    def __init__(self, command: Command, state: Path) -> None:
        self._command, self._state = command, state
        self._place = PortalPlace(state)
        self._servers: Servers | None = None
        self._supervisor: Supervisor | None = None
        self._environment: dict[str, str] = {}
        self._watched = 0.0

    def make_ready(self) -> None:
        """The state folder; nothing is started yet."""
        embedded = {"database": settings.EMBEDDED_DATABASE, "queue": settings.EMBEDDED_REDIS}
        self._servers = embedded_servers(self._state, **embedded)
        self._place.hold()
        self._supervisor = Supervisor(self._state / "logs")

    def start(self) -> None:
        """The servers, where the environment names none, and the environment of the product's processes."""
        assert self._servers is not None
        state = self._state
        kept = read_or_make_secrets(state / "secrets.env")
        self._servers.start()
        addresses = self._servers.addresses()
        write_private(state / "servers.env", addresses)
        # What the environment named when this process began wins; the two files are read where it named nothing.
        self._environment = {**kept, **os.environ, **addresses, "STATE_DIR": str(state), "PYTHONUNBUFFERED": "1"}

    def serve(self, source: str) -> None:
        """Prepare, start web and workers, sync, then watch over them all until a signal comes."""
        assert self._supervisor is not None
        supervisor, folder, environment = self._supervisor, settings.BASE_DIR, self._environment
        manage = [sys.executable, str(folder / "manage.py")]
        prepare = [*manage, "prepare", "--demo", "--allow", source]
        if supervisor.run(prepare, environment=environment, folder=folder, meanwhile=_nothing):
            raise EmbeddedError("The portal was not started. The message above says why.")
        web = [
            sys.executable, "-m", "uvicorn", "portal.asgi:application", "--host", HOST, "--port", str(settings.PORT),
            "--no-server-header", "--log-level", "warning", "--timeout-graceful-shutdown", "5",
        ]  # fmt: skip
        supervisor.start("web", web, environment=environment, folder=folder)
        for number in range(1, settings.WORKERS + 1):
            supervisor.start(f"worker-{number}", [*manage, "worker"], environment=environment, folder=folder)
        if can_be_reached(HOST):
            supervisor.wait_for_page(HOST, settings.PORT, "/sign-in/", START_SECONDS)
            self._say(f"The portal is at {settings.PUBLIC_URL}/")
        else:  # documents are made all the same: our own processes talk through sockets that are files
            self._say(f"The loopback interface is down, so no browser can reach {settings.PUBLIC_URL}/ (ip link set lo up).")
        self._place.announce(settings.PUBLIC_URL)
        sync = [*manage, "sync", "--links", "--", source]
        if supervisor.run(sync, environment=environment, folder=folder, meanwhile=self._watch):
            self._say("The repository could not be synced; the message above says why. The portal keeps running.")
        self._say("One more repository, also from another host: make run REPO=path-or-address in a second terminal.")
        self._say("Hosts a team may read from: Console → Tenants → the team → Allowed forge hosts.")
        self._say("Press Ctrl-C to stop.")
        while True:
            self._watch()
            time.sleep(WATCH_SECONDS)

    def _watch(self) -> None:
        now = time.monotonic()
        if now - self._watched < WATCH_SECONDS or self._servers is None or self._supervisor is None:
            return
        self._watched = now
        for name in self._servers.revive():
            self._say(f"{name} had ended and was started again.")
        for told in self._supervisor.restart_ended():
            self._say(told)

    def _say(self, text: str) -> None:
        self._command.say(text)

    def stop(self) -> None:
        """Everything that was started, in the opposite order."""
        self._place.withdraw()
        try:
            if self._supervisor:
                self._supervisor.stop()
        finally:
            if self._servers:
                self._servers.stop()
            self._place.release()


def _nothing() -> None:
    return None
