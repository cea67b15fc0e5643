"""The only place that puts work on the queue.

The waiting Sync row is the outbox: it is written first, and the queue is told once that row is committed.  A queue that is
down or was flushed loses nothing: `recovery` tells it again.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import django_rq
from django.db import transaction
from redis.exceptions import RedisError

from apps.pipeline.names import EMBED_JOB, EMBED_QUEUE, FORGET_JOB, RENDER_JOB, RENDER_QUEUE, SYNC_JOB, SYNC_QUEUE
from apps.repos import services

if TYPE_CHECKING:
    from apps.repos.models import Repo, Sync
    from apps.tenants.models import Tenant, User

logger = logging.getLogger(__name__)


def request_sync(*, tenant: Tenant, repo: Repo, trigger: str, user: User | None = None) -> Sync:
    """Ask for a sync of the repo's head; returns the waiting row (the one already there, if one waits).

    At most one sync of a repo waits and one runs, held by the database.
    """
    if repo.tenant_id != tenant.pk:
        raise ValueError("the repository belongs to another tenant")
    sync, _created = services.request(repo=repo, trigger=trigger, user=user)
    transaction.on_commit(partial(_enqueue, SYNC_QUEUE, SYNC_JOB, sync.pk))
    return sync


def enqueue_waiting(sync_id: int) -> bool:
    """Tell the queue of a waiting sync (again).  False where the queue can't be reached; the row stays and is told later."""
    return _enqueue(SYNC_QUEUE, SYNC_JOB, sync_id)


def request_rendering(*, repo: Repo) -> None:
    """Ask for the highlighting of the repo's texts that have none yet."""
    transaction.on_commit(partial(_enqueue, RENDER_QUEUE, RENDER_JOB, repo.pk))


def request_forgetting(*, repo_id: int) -> None:
    """Ask for the removal of what a worker's disk holds of a repo that was deleted; else its next start removes it."""
    transaction.on_commit(partial(_enqueue, RENDER_QUEUE, FORGET_JOB, repo_id))


def request_embedding(*, tenant_id: int) -> None:
    """Ask for the vectors of the team's passages that have none yet."""
    transaction.on_commit(partial(_enqueue, EMBED_QUEUE, EMBED_JOB, tenant_id))


def is_other_work_waiting() -> bool:
    """Whether the queue has something that goes before vectors."""
    try:
        return any(django_rq.get_queue(queue).count for queue in (SYNC_QUEUE, RENDER_QUEUE))
    except RedisError:
        return False


def _enqueue(queue: str, function: str, row_id: int) -> bool:
    """A job holds an id only, so that a job written by an older release still runs.  Doubles are harmless: claiming is once."""
    try:
        django_rq.get_queue(queue).enqueue(function, row_id, result_ttl=0, failure_ttl=86_400)
    except RedisError:
        logger.warning("The queue can't be reached; %s %s waits in the database.", function.rpartition(".")[2], row_id)
        return False
    return True
