"""The state machine of syncs under real concurrency: threads with connections of their own."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import IntegrityError, transaction

from apps.repos import selectors, services
from apps.repos.locks import is_locked, repo_lock
from apps.repos.models import Repo, Sync
from apps.repos.services.runs import RunLost
from tests.factories import make_repo, make_sync
from tests.threads import together


@pytest.mark.django_db(transaction=True)
def test_twenty_requests_at_once_make_one_waiting_sync() -> None:
    repo = make_repo()
    results = together(20, lambda _n: services.request(repo=repo, trigger="push"))
    assert len({sync.pk for sync, _created in results}) == 1
    assert sum(created for _sync, created in results) == 1
    assert Sync.objects.filter(repo=repo).count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_claims_at_once_give_one_run() -> None:
    repo = make_repo()
    sync, _ = services.request(repo=repo, trigger="push")
    claimed = [found for found in together(8, lambda n: services.claim(sync_id=sync.pk, worker=f"w{n}")) if found]
    assert len(claimed) == 1
    sync.refresh_from_db()
    assert (sync.state, sync.attempts, sync.worker) == ("running", 1, claimed[0].worker)


@pytest.mark.django_db(transaction=True)
def test_requests_and_claims_mixed_never_have_two_of_a_kind() -> None:
    repo = make_repo()

    def one(number: int) -> str:
        if number % 2:
            services.request(repo=repo, trigger="push")
            return "requested"
        for waiting in selectors.all_waiting_syncs(repo_id=repo.pk):
            claimed = services.claim(sync_id=waiting.pk, worker=str(number))
            if claimed is not None:
                services.finish(sync=claimed, outcome="verified", counts={}, skipped=[])
                return "ran"
        return "nothing"

    for _round in range(3):
        together(12, one)
        states = Counter(Sync.objects.filter(repo=repo).values_list("state", flat=True))
        assert states["running"] == 0 and states["waiting"] <= 1


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["waiting", "running"])
def test_postgres_itself_refuses_a_second_one(state: str) -> None:
    sync = make_sync(make_repo(), state)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sync.objects.create(tenant_id=sync.tenant_id, repo_id=sync.repo_id, state=state)


@pytest.mark.django_db
def test_a_request_during_a_run_waits_behind_it() -> None:
    repo = make_repo()
    running = make_sync(repo, "running")
    waiting, created = services.request(repo=repo, trigger="push")
    assert created and waiting.pk != running.pk
    assert services.claim(sync_id=waiting.pk, worker="w") is None
    services.finish(sync=running, outcome="verified", counts={}, skipped=[])
    assert services.claim(sync_id=waiting.pk, worker="w") is not None


@pytest.mark.django_db
def test_a_repo_switched_off_is_not_run() -> None:
    repo = make_repo()
    sync = make_sync(repo)
    services.set_active(repo=repo, is_active=False)
    assert services.claim(sync_id=sync.pk, worker="w") is None
    assert selectors.all_waiting_syncs() == []


@pytest.mark.django_db
def test_steps_and_progress_are_on_the_row() -> None:
    repo = make_repo()
    sync = make_sync(repo, "running")
    services.report(sync=sync, step="fetch", done=3, total=9, note="receiving\0objects")
    services.enter_step(sync=sync, step="extract")
    services.report(sync=sync, step="extract", done=1, total=2)
    services.finish(sync=sync, outcome="new version", counts={"files": 2}, skipped=[["a.png", "binary"]] * 2_000)
    row = selectors.sync(repo.tenant, sync.pk)
    assert row is not None
    assert row.progress["fetch"]["done"] == 3 and row.progress["fetch"]["total"] == 9
    assert "\0" not in row.progress["fetch"]["note"]
    assert row.progress["extract"]["seconds"] >= 0
    assert (row.state, row.outcome, row.step, len(row.skipped)) == ("done", "new version", "extract", 1_000)


@pytest.mark.django_db
def test_a_dead_run_waits_again_and_its_ghost_can_write_nothing() -> None:
    repo = make_repo()
    ghost = make_sync(repo, "running")
    services.return_to_waiting(sync=Sync.objects.get(pk=ghost.pk))
    again = services.claim(sync_id=ghost.pk, worker="second")
    assert again is not None and again.attempts == 2
    services.report(sync=ghost, step="extract", done=9, total=9)
    with pytest.raises(RunLost):
        services.finish(sync=ghost, outcome="new version", counts={}, skipped=[])
    with pytest.raises(RunLost):
        services.fail(sync=ghost, code="x", message="x")
    again.refresh_from_db()
    assert again.state == "running" and "extract" not in again.progress


@pytest.mark.django_db
def test_a_dead_run_gives_way_to_one_that_waits() -> None:
    repo = make_repo()
    dead = make_sync(repo, "running")
    waiting, _ = services.request(repo=repo, trigger="push")
    services.return_to_waiting(sync=dead)
    assert [(sync.pk, sync.state) for sync in selectors.syncs(repo.tenant, repo)] == [
        (waiting.pk, "waiting"),
        (dead.pk, "superseded"),
    ]


@pytest.mark.django_db
def test_what_has_ended_is_not_superseded() -> None:
    sync = make_sync(make_repo(), "done")
    services.supersede(sync=sync)
    sync.refresh_from_db()
    assert sync.state == "done"


@pytest.mark.django_db(transaction=True)
def test_the_lock_of_a_repo_is_one_process_at_a_time_and_ends_with_it() -> None:
    repo = make_repo()
    assert not is_locked(repo.pk)
    with repo_lock(repo.pk) as first, repo_lock(repo.pk) as second, repo_lock(repo.pk + 1) as other:
        assert (first, second, other) == (True, False, True)
        assert is_locked(repo.pk)
    assert not is_locked(repo.pk)


@pytest.mark.django_db
def test_the_shrink_guard_is_lifted_by_a_person_who_asks_again() -> None:
    repo = make_repo()
    stopped = make_sync(repo, "running")
    services.fail(sync=stopped, code="source:shrunk", message="Half of it is gone.")
    pushed, _ = services.request(repo=repo, trigger="push")
    assert not selectors.shrink_confirmed(pushed)
    Repo.objects.filter(pk=repo.pk).update(head_sha="")
    services.supersede(sync=pushed)
    by_hand, _ = services.request(repo=repo, trigger="manual")
    assert selectors.shrink_confirmed(by_hand)
