"""All jobs.  A job takes an id, loads afresh, may run twice and may be killed at any moment."""

from __future__ import annotations

import logging
import os
import socket
import time

from apps.engine.errors import InternalError, RepoloreError
from apps.pipeline import recovery, triggers
from apps.pipeline.rendering import render_batch
from apps.pipeline.sync import run
from apps.repos import selectors, services
from apps.repos.locks import repo_lock

logger = logging.getLogger(__name__)

RENDER_SECONDS = 10.0


def sync_repo(sync_id: int) -> None:
    """Run one waiting sync to its end.  The one place where a run's errors are caught."""
    sync = selectors.sync_for_job(sync_id)
    if sync is None:
        return
    with repo_lock(sync.repo_id) as held:
        if not held:
            return  # another process runs this repo; it looks for waiting work when it ends
        recovery.settle_dead_runs(sync.repo_id)
        claimed = services.claim(sync_id=sync_id, worker=f"{socket.gethostname()}:{os.getpid()}")
        if claimed is not None:
            try:
                run(claimed)
            except services.RunLost:
                logger.warning("sync %s was taken over; this run ends", sync_id)
            except RepoloreError as error:
                services.fail(sync=claimed, code=error.code, message=error.message)
            except Exception:  # the job runner is where unexpected errors end: recorded, never lost
                logger.exception("sync %s failed", sync_id)
                services.fail(
                    sync=claimed,
                    code=InternalError.code,
                    message="Something went wrong on our side. The worker's log has the details; Sync now tries again.",
                )
    for waiting in selectors.all_waiting_syncs(repo_id=sync.repo_id):
        triggers.enqueue_waiting(waiting.pk)


def render_sources(repo_id: int) -> None:
    """Highlight the repo's texts that have no HTML yet, for some seconds; the rest goes behind other work."""
    repo = selectors.repo_for_job(repo_id)
    if repo is None:
        return
    end = time.monotonic() + RENDER_SECONDS
    while time.monotonic() < end:
        if not render_batch(repo):
            return
    triggers.request_rendering(repo=repo)
