"""`manage.py sync SLUG_OR_SOURCE --tenant SLUG`: request a sync and follow it to its end."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.engine.errors import OwnerError
from apps.integrations.git import LocalSource
from apps.pipeline.sources import source_of
from apps.pipeline.tasks import sync_repo
from apps.pipeline.terminal import follow
from apps.pipeline.triggers import request_sync
from apps.repos import selectors, services
from apps.tenants import selectors as tenant_selectors


class Command(BaseCommand):
    help = "Sync a repository of a tenant: its short name, or an address or folder that is added first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="NAME_PATH_OR_URL")
        parser.add_argument("--tenant", default="demo", help="short name of the tenant (default: demo)")
        parser.add_argument("--branch", default="", help="branch to follow; without it the default branch")
        parser.add_argument("--links", action="store_true", help="print the addresses of document and console at the end")
        parser.add_argument("--here", action="store_true", help="run it in this process instead of a worker")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = tenant_selectors.tenant_by_slug(options["tenant"])
        if tenant is None:
            raise CommandError(
                f"There is no tenant {options['tenant']}. Add it in the console; `prepare --demo` makes the team demo."
            )
        try:
            repo = selectors.repo_by_slug(tenant, options["source"])
            if repo is None:
                source = source_of(options["source"])
                if isinstance(source, LocalSource):
                    repo = services.register_local_repo(tenant=tenant, path=str(source.path))
                else:
                    repo = services.register_repo(tenant=tenant, url=source.url, pinned_branch=options["branch"])
        except OwnerError as error:
            raise CommandError(error.message) from error
        sync = request_sync(tenant=tenant, repo=repo, trigger="command")
        if options["here"]:
            sync_repo(sync.pk)
        done = follow(tenant, sync.pk)
        if done.state != "done":
            raise CommandError(done.error or f"The sync ended as {done.get_state_display()}.")
        if options["links"]:
            self.stdout.write(f"Document  {settings.PUBLIC_URL}/t/{tenant.slug}/r/{repo.slug}/")
            self.stdout.write(f"Portal    {settings.PUBLIC_URL}/t/{tenant.slug}/")
            self.stdout.write(f"Console   {settings.PUBLIC_URL}/console/")
