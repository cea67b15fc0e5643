"""What died goes on: runs without a live process return to waiting, and waiting ones are told to the queue again.

A run is alive exactly while its process holds the repo's advisory lock; the lock ends with the process's connection, so no
clock is asked and no run is taken from a process that is merely slow.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from django.conf import settings

from apps.pipeline import triggers
from apps.repos import selectors, services
from apps.repos.locks import repo_lock
from apps.search import selectors as search_selectors

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3


def recover() -> int:
    """Repair after a crash, everywhere; returns how many syncs were told to the queue.  Harmless at any time."""
    for sync in selectors.all_running_syncs():
        recover_repo(sync.repo_id)
    remove_lost_mirrors()
    told = 0
    for sync in selectors.all_waiting_syncs():
        told += triggers.enqueue_waiting(sync.pk)
    for tenant_id in search_selectors.all_tenants_to_embed():
        triggers.request_embedding(tenant_id=tenant_id)
    return told


def remove_lost_mirrors() -> None:
    """Remove mirrors whose repo is gone; a mirror in use is never one of them."""
    root = Path(settings.STATE_DIR) / "mirrors"
    found = list(root.glob("*/*")) if root.is_dir() else []
    known = {(str(tenant), str(repo)) for tenant, repo in selectors.all_repo_ids()}  # asked last: a repo is older than its mirror
    for folder in found:
        name = folder.name.partition(".")[0]
        if folder.parent.name.isdigit() and (folder.parent.name, name) not in known:
            if folder.is_dir():
                shutil.rmtree(folder, ignore_errors=True)
            else:
                folder.unlink(missing_ok=True)


def recover_repo(repo_id: int) -> None:
    """If the repo has a running sync and no process holds its lock, put it back to waiting, or aside after three tries."""
    with repo_lock(repo_id) as held:
        if held:
            settle_dead_runs(repo_id)


def settle_dead_runs(repo_id: int) -> None:
    """The caller holds the repo's lock, which proves that whatever is still marked running has no process."""
    for sync in selectors.all_running_syncs(repo_id=repo_id):
        if sync.attempts >= MAX_ATTEMPTS:
            services.quarantine(
                sync=sync,
                code="work:died",
                message=f"The worker died {sync.attempts} times during this sync, so it was put aside. "
                "Look at the worker's log, then use Sync now.",
            )
            logger.error("sync %s put aside after %s deaths", sync.pk, sync.attempts)
        else:
            services.return_to_waiting(sync=sync)
            logger.warning("sync %s lost its worker and waits again", sync.pk)
