"""`manage.py prepare`: check the servers, migrate, collect static files, make the demo team and its operator.

Safe to run at every start and by several at once: an advisory lock lets one through at a time.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from apps.integrations.embedded.requirements import missing_of_database, missing_of_redis
from apps.tenants import selectors, services

LOCK = 0x5245_504F  # of preparations, in PostgreSQL's advisory locks
OPERATOR = "operator"
DEMO = "demo"


class Command(BaseCommand):
    help = "Make the database ready; with --demo also a team `demo` and an operator account."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="make the team `demo` and, if there is none, an operator")
        parser.add_argument("--allow", metavar="URL", default="", help="let the demo team read from this address's host")

    def handle(self, *args: Any, **options: Any) -> None:
        problems = missing_of_database(_conninfo()) + missing_of_redis(settings.REDIS_URL)
        if problems:
            raise CommandError("\n".join(problems))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            try:
                call_command("migrate", interactive=False, verbosity=0)
                call_command("collectstatic", interactive=False, verbosity=0)
                if options["demo"]:
                    self._demo(options["allow"])
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])

    def _demo(self, allow: str) -> None:
        tenant = selectors.tenant_by_slug(DEMO) or services.create_tenant(name="Demo", slug=DEMO)
        host = urlsplit(allow).hostname
        if host:
            services.allow_host(tenant=tenant, host=host)
        user, password = services.create_operator(username=OPERATOR)
        if selectors.role_of(tenant, user) != "owner":
            services.add_member(tenant=tenant, user=user, role="owner")
        if password:
            self.stdout.write("The operator account was made. Its password is shown this once:")
            self.stdout.write(f"  user      {OPERATOR}")
            self.stdout.write(f"  password  {password}")


def _conninfo() -> str:
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    return " ".join(f"{name}='{_quoted(parameters[name])}'" for name in names if parameters.get(name))


def _quoted(value: Any) -> str:
    return str(value).replace("\\", "\\\\").replace("'", "\\'")
