"""`manage.py prepare`: check the servers, migrate, collect static files, make the demo team and its operator.

Safe to run at every start and by several at once: an advisory lock lets one through at a time.
"""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from apps.engine.errors import OwnerError
from apps.integrations.embeddings import prepare_models
from apps.integrations.encryption import Keyring, KeysUnusable
from apps.integrations.git import CloneAddress
from apps.pipeline.checks import problems_of_servers
from apps.pipeline.sources import source_of
from apps.tenants import selectors, services

LOCK = 0x5245_504F  # of preparations, in PostgreSQL's advisory locks
OPERATOR = "operator"
DEMO = "demo"


class Command(BaseCommand):
    help = "Make the database ready; with --demo also a team `demo` and an operator account."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="make the team `demo` and, if there is none, an operator")
        parser.add_argument("--allow", metavar="PATH_OR_URL", default="", help="let the demo team read from this address's host")

    def handle(self, *args: Any, **options: Any) -> None:
        problems = _problems_of_secrets() + problems_of_servers()
        if problems:
            raise CommandError("\n".join(problems))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            try:
                call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
                logging.getLogger("whitenoise").setLevel(logging.ERROR)
                call_command("collectstatic", interactive=False, verbosity=0, skip_checks=True)
                prepare_models()
                if options["demo"]:
                    self._demo(options["allow"])
            except OwnerError as error:
                raise CommandError(error.message) from error
            except OSError as error:
                raise CommandError(f"{settings.STATIC_ROOT} can't be written: {error.strerror}.") from error
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])

    def _demo(self, allow: str) -> None:
        tenant = selectors.tenant_by_slug(DEMO) or services.create_tenant(name="Demo", slug=DEMO)
        address = source_of(allow) if allow else None
        if isinstance(address, CloneAddress):
            services.allow_host(tenant=tenant, host=address.host)
        user, password = services.create_operator(username=OPERATOR)
        if selectors.role_of(tenant, user) != "owner":
            services.add_member(tenant=tenant, user=user, role="owner")
        if password:
            self.stdout.write("Sign in with this account. Its password is shown this once:")
            self.stdout.write(f"  user      {OPERATOR}")
            self.stdout.write(f"  password  {password}")


def _problems_of_secrets() -> list[str]:
    try:
        complete = bool(settings.SECRET_KEY and settings.CREDENTIAL_KEYS)
    except ImproperlyConfigured:  # how Django says that SECRET_KEY is empty
        complete = False
    if not complete:
        return ["SECRET_KEY and CREDENTIAL_KEYS need a value; .env.example says how to make them."]
    try:
        Keyring(settings.CREDENTIAL_KEYS)
    except KeysUnusable as error:
        return [error.message]
    return []
