"""`manage.py sync NAME_PATH_OR_URL --tenant NAME`: request a sync and follow it to its end."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.artifacts import selectors as artifacts
from apps.engine.errors import OwnerError
from apps.integrations.git import LocalSource
from apps.pipeline.portal import PortalPlace
from apps.pipeline.sources import check_source, mirror_at, source_of
from apps.pipeline.tasks import sync_repo
from apps.pipeline.terminal import follow
from apps.pipeline.triggers import request_sync
from apps.repos import selectors, services
from apps.tenants import selectors as tenant_selectors
from apps.tenants import services as tenant_services

if TYPE_CHECKING:
    from apps.repos.models import Repo, Sync
    from apps.tenants.models import Tenant

NAMES = 10  # of repositories that an error lists


class Command(BaseCommand):
    help = "Sync a repository of a tenant: its short name, or an address or folder that is added first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="NAME_PATH_OR_URL")
        parser.add_argument("--tenant", default="demo", help="short name of the tenant (default: demo)")
        parser.add_argument("--branch", default="", help="branch to follow; without it the default branch")
        parser.add_argument("--allow", action="store_true", help="let the tenant read from the address's host from now on")
        parser.add_argument("--links", action="store_true", help="print the addresses of document and console at the end")
        parser.add_argument("--here", action="store_true", help="run it in this process instead of a worker")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = tenant_selectors.tenant_by_slug(options["tenant"])
        if tenant is None:
            raise CommandError(
                f"There is no tenant {options['tenant']}. Add it in the console; `prepare --demo` makes the team demo."
            )
        try:
            repo = selectors.repo_by_slug(tenant, options["source"]) or _add(tenant, options)
        except OwnerError as error:
            raise CommandError(error.message) from error
        sync = request_sync(tenant=tenant, repo=repo, trigger="command")
        if options["here"]:
            sync_repo(sync.pk)
        done = follow(tenant, sync.pk)
        if done.state != "done":
            raise CommandError(done.error or f"The sync ended as {done.get_state_display()}.")
        self.stdout.write(_news(repo, done))
        if options["links"]:
            base = _portal_address()
            for name, path in (
                ("Document", f"/t/{tenant.slug}/r/{repo.slug}/"),
                ("Markdown", f"/t/{tenant.slug}/r/{repo.slug}/document.md"),
                ("Portal", f"/t/{tenant.slug}/"),
                ("Console", "/console/"),
            ):
                self.stdout.write(f"{name:<8}  {base}{path}")
            if not base:
                self.stdout.write("The portal does not run here: `make run` starts it and says its address.")


def _add(tenant: Tenant, options: dict[str, Any]) -> Repo:
    """The repository at an address or in a folder, added if it is new and can be read.  Raises `OwnerError`."""
    typed, branch = options["source"], options["branch"]
    if "://" in typed:
        if options["allow"]:
            host = getattr(source_of(typed), "host", "")
            mirror_at(typed).head(branch)
            tenant_services.allow_host(tenant=tenant, host=host)
        else:
            check_source(tenant=tenant, url=typed, branch=branch)
        return services.register_repo(tenant=tenant, url=typed, pinned_branch=branch)
    source = source_of(typed)
    assert isinstance(source, LocalSource)
    if not os.path.lexists(source.path):
        raise CommandError(_neither(tenant, typed, source.path))
    mirror_at(typed).head(branch)
    return services.register_local_repo(tenant=tenant, path=str(source.path), pinned_branch=branch)


def _neither(tenant: Tenant, typed: str, folder: Path) -> str:
    """What is said of a name that is no repository's and no folder's."""
    names = [repo.slug for repo in selectors.repos(tenant)]
    known = f" It has: {', '.join(names[:NAMES])}{' …' if len(names) > NAMES else ''}." if names else " It has none yet."
    return f"There is no folder {folder}, and {tenant.name} has no repository {typed}.{known}"


def _news(repo: Repo, sync: Sync) -> str:
    """What came of it, in one sentence."""
    commit = sync.commit_sha[:10]
    if sync.outcome == "unchanged":
        return f"No new commit: the document is already that of {commit}."
    version = artifacts.current_version(repo)
    number = version.number if version else 0
    if sync.outcome == "verified":
        return f"Commit {commit} changes nothing in the document: version {number} is verified at it."
    return f"Version {number} is the document of commit {commit}."


def _portal_address() -> str:
    """Of the portal that runs in this state folder, else the one the operator named; "" where neither is."""
    named = settings.PUBLIC_URL if os.environ.get("PUBLIC_URL") else ""
    return PortalPlace(Path(settings.STATE_DIR)).address() or named
