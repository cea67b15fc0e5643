"""All jobs.  A job takes an id, loads afresh, may run twice and may be killed at any moment."""

from __future__ import annotations

import logging
import os
import socket
import time
from typing import TYPE_CHECKING

from apps.engine.errors import InternalError, RepoloreError
from apps.integrations.embeddings import EmbeddingsUnavailable
from apps.pipeline import embedding, recovery, triggers
from apps.pipeline.rendering import render_batch
from apps.pipeline.sync import run
from apps.repos import selectors, services
from apps.repos.locks import repo_lock
from apps.search import selectors as search_selectors
from apps.search import services as search_services
from apps.tenants import outage

if TYPE_CHECKING:
    from apps.repos.models import Sync

logger = logging.getLogger(__name__)

RENDER_SECONDS = 10.0
EMBED_SECONDS = 20.0
PAUSE_SECONDS = 30.0  # after the model could not be reached


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
                _fail(claimed, error.code, error.message)
            except outage.OUT_OF_REACH:
                raise  # nothing can be recorded now; the worker takes it up when the records are back
            except Exception:  # the job runner is where unexpected errors end: recorded, never lost
                logger.exception("sync %s failed", sync_id)
                _fail(
                    claimed,
                    InternalError.code,
                    "Something went wrong on our side. The worker's log has the details; Sync now tries again.",
                )
    for waiting in selectors.all_waiting_syncs(repo_id=sync.repo_id):
        triggers.enqueue_waiting(waiting.pk)


def _fail(sync: Sync, code: str, message: str) -> None:
    """Record the failure, if the run is still there to be recorded: its repo may be gone by now."""
    try:
        services.fail(sync=sync, code=code, message=message)
    except services.RunLost:
        logger.warning("sync %s is no longer this run's; its failure is not recorded: %s", sync.pk, code)


def forget_repo(repo_id: int) -> None:
    """Remove the mirror of a repo that was deleted, and the vectors of texts that no passage has any more."""
    if selectors.repo_for_job(repo_id) is None:
        recovery.remove_lost_mirrors()
        for tenant_id in search_selectors.all_tenants_with_vectors():
            search_services.drop_unused_embeddings(tenant_id=tenant_id)


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


def embed_passages(tenant_id: int) -> None:
    """Give passages without a vector theirs, for some seconds or until other work waits; the rest goes behind that."""
    tenant = search_selectors.tenant_for_job(tenant_id)
    if tenant is None:
        return
    end = time.monotonic() + EMBED_SECONDS
    with search_services.embedding_lock(tenant_id) as held:
        if not held:
            return  # another process does it; it looks for more when it ends
        is_done = False
        try:
            is_done = embedding.embed_passages(tenant, lambda: time.monotonic() < end and not triggers.is_other_work_waiting())
        except EmbeddingsUnavailable as error:
            logger.warning("no vectors for tenant %s: %s", tenant_id, error.message)
            if error.is_lasting:
                return  # said in the console; tried again after the next sync and at a worker's start
            _pause()
    if not is_done or search_selectors.lacks_vectors(tenant):
        triggers.request_embedding(tenant_id=tenant_id)


def _pause() -> None:
    """Ask an unreachable model again later, without holding up a worker that has something else to do."""
    end = time.monotonic() + PAUSE_SECONDS
    while time.monotonic() < end and not triggers.is_other_work_waiting():
        time.sleep(1)
