"""The state machine of a sync.

    waiting ─▶ running ─▶ done | failed
       ▲          │  └──▶ quarantined     (its worker died too often)
       └──────────┴─────▶ superseded      (its worker died while another run already waited)

Two constraints of PostgreSQL hold "at most one running and one waiting per repo"; the repo's row is locked for each change
between states, so that a race ends in a plain answer and not in an error.  A running sync is changed only by the run that
claimed it: `attempts`, counted up by each claim, tells one run from the next.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from apps.engine.errors import InternalError
from apps.repos.models import Repo, Sync, SyncState, SyncStep, SyncTrigger
from apps.tenants.context import tenant_scope
from apps.tenants.models import User
from apps.tenants.text import clean, clean_json

SKIPPED_LIMIT = 1_000
ERROR_LIMIT = 4_000


class RunLost(InternalError):
    """The run was taken over or ended by somebody else; what it still wants to write is void."""

    code = "internal:run-lost"


def request(*, repo: Repo, trigger: str, user: User | None = None) -> tuple[Sync, bool]:
    """The waiting sync of the repo, and whether it was made now.  One that already waits serves every later request."""
    with tenant_scope(repo.tenant_id):
        _lock_repo(repo.pk)
        waiting = Sync.objects.filter(repo=repo, state=SyncState.WAITING).first()
        if waiting is not None:
            return waiting, False
        sync = Sync(tenant_id=repo.tenant_id, repo=repo, trigger=SyncTrigger(trigger), requested_by=user)
        sync.save()
        return sync, True


def claim(*, sync_id: int, worker: str) -> Sync | None:
    """Take a waiting sync and run it.  None where it no longer waits, another runs, or the repo was switched off."""
    found = Sync.objects.filter(pk=sync_id).values_list("tenant_id", "repo_id").first()
    if found is None:
        return None
    tenant_id, repo_id = found
    with tenant_scope(tenant_id):
        _lock_repo(repo_id)
        sync = (
            Sync.objects.select_for_update(of=("self",), no_key=True)
            .select_related("repo__tenant", "repo__credential")
            .filter(pk=sync_id, state=SyncState.WAITING, repo__is_active=True)
            .first()
        )
        if sync is None or Sync.objects.filter(repo_id=repo_id, state=SyncState.RUNNING).exists():
            return None
        now = timezone.now()
        _change(
            sync,
            state=SyncState.RUNNING,
            attempts=sync.attempts + 1,
            worker=clean(worker, 120),
            started_at=now,
            heartbeat_at=now,
            step="",
            progress={},
        )
        return sync


def enter_step(*, sync: Sync, step: str) -> None:
    """The run begins a step; the time of the step before ends."""
    with tenant_scope(sync.tenant_id):
        current = _own(sync)
        now = timezone.now()
        progress = _closed(current, now)
        progress[SyncStep(step).value] = {"done": 0, "total": 0, "seconds": 0.0, "note": "", "started": now.timestamp()}
        _change(sync, step=step, progress=progress, heartbeat_at=now)


def report(*, sync: Sync, step: str, done: int, total: int, note: str = "") -> None:
    """How far the step is: one UPDATE, which is the run's heartbeat too.  Does nothing if the run was lost."""
    with tenant_scope(sync.tenant_id), connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE repos_sync SET heartbeat_at = clock_timestamp(), progress = jsonb_set(progress, ARRAY[%(step)s],
                COALESCE(progress -> %(step)s, jsonb_build_object('started', EXTRACT(epoch FROM clock_timestamp())))
                || jsonb_build_object('done', %(done)s::bigint, 'total', %(total)s::bigint, 'note', %(note)s::text, 'seconds',
                   ROUND(EXTRACT(epoch FROM clock_timestamp())
                         - COALESCE((progress -> %(step)s ->> 'started')::numeric, EXTRACT(epoch FROM clock_timestamp())), 1)))
            WHERE id = %(id)s AND tenant_id = %(tenant)s AND state = 'running' AND attempts = %(attempts)s
            """,
            {
                "step": SyncStep(step).value,
                "done": done,
                "total": total,
                "note": clean(note, 200),
                "id": sync.pk,
                "tenant": sync.tenant_id,
                "attempts": sync.attempts,
            },
        )


def set_commit(*, sync: Sync, branch: str, commit_sha: str) -> None:
    """Which commit the run is of, known after its first step."""
    with tenant_scope(sync.tenant_id):
        _own(sync)
        _change(sync, branch=clean(branch, 255), commit_sha=commit_sha)


def finish(*, sync: Sync, outcome: str, counts: dict[str, Any], skipped: list[list[str]]) -> None:
    """The run is done.  `skipped` is [[path, reason], …]; the first 1,000 are kept."""
    kept = clean_json(skipped[:SKIPPED_LIMIT])
    _end(sync, state=SyncState.DONE, outcome=clean(outcome, 40), counts=clean_json(counts), skipped=kept, error_code="", error="")


def fail(*, sync: Sync, code: str, message: str) -> None:
    """The run failed.  `message` is one sentence without secrets."""
    _end(sync, state=SyncState.FAILED, error_code=clean(code, 60), error=clean(message, ERROR_LIMIT))


def quarantine(*, sync: Sync, code: str, message: str) -> None:
    """The run is put aside: it ended its worker too often.  A new request starts afresh."""
    _end(sync, state=SyncState.QUARANTINED, error_code=clean(code, 60), error=clean(message, ERROR_LIMIT))


def supersede(*, sync: Sync) -> None:
    """A sync that waits or runs gives way to another; one that has ended stays as it is."""
    with tenant_scope(sync.tenant_id):
        _lock_repo(sync.repo_id)
        current = Sync.objects.select_for_update(of=("self",), no_key=True).get(pk=sync.pk, tenant_id=sync.tenant_id)
        if current.state in (SyncState.WAITING, SyncState.RUNNING):
            now = timezone.now()
            _change(sync, state=SyncState.SUPERSEDED, finished_at=now, progress=_closed(current, now))


def return_to_waiting(*, sync: Sync) -> None:
    """The run's worker died: it waits again, or gives way to the one that waits already.

    The caller holds the repo's lock (`locks.repo_lock`), which proves that no process runs it.
    """
    with tenant_scope(sync.tenant_id):
        _lock_repo(sync.repo_id)
        current = Sync.objects.select_for_update(of=("self",), no_key=True).get(pk=sync.pk, tenant_id=sync.tenant_id)
        if current.state != SyncState.RUNNING or current.attempts != sync.attempts:
            return
        if Sync.objects.filter(repo_id=sync.repo_id, state=SyncState.WAITING).exists():
            supersede(sync=sync)
        else:
            _change(sync, state=SyncState.WAITING, step="", progress={}, worker="", started_at=None, heartbeat_at=None)


def _lock_repo(repo_id: int) -> None:
    """Serialises changes of state, without standing in the way of rows that point to the repo."""
    Repo.objects.select_for_update(no_key=True).only("pk").get(pk=repo_id)


def _own(sync: Sync) -> Sync:
    """The row as it is now, locked, if it is still this run's."""
    rows = Sync.objects.select_for_update(of=("self",), no_key=True)
    current = rows.filter(pk=sync.pk, tenant_id=sync.tenant_id, state=SyncState.RUNNING, attempts=sync.attempts).first()
    if current is None:
        raise RunLost("This run was taken over by another one.")
    return current


def _end(sync: Sync, **values: Any) -> None:
    with tenant_scope(sync.tenant_id):
        current = _own(sync)
        now = timezone.now()
        _change(sync, finished_at=now, heartbeat_at=now, progress=_closed(current, now), **values)


def _closed(sync: Sync, now: datetime) -> dict[str, Any]:
    """The progress with the seconds of the step in hand counted to the end."""
    progress = dict(sync.progress)
    step = progress.get(sync.step)
    if step and "started" in step:
        progress[sync.step] = {**step, "seconds": round(now.timestamp() - float(step["started"]), 1)}
    return progress


def _change(sync: Sync, **values: Any) -> None:
    """Write the fields to the row, and to the object in the caller's hand."""
    Sync.objects.filter(pk=sync.pk, tenant_id=sync.tenant_id).update(**values)
    for name, value in values.items():
        setattr(sync, name, value)
