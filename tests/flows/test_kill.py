"""kill -9 to the real work-horse at every named checkpoint: the next worker completes the sync, and nothing is left over."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from apps.artifacts import selectors as artifacts
from apps.pipeline.checkpoints import NAMES, STEPS
from apps.pipeline.triggers import request_sync
from apps.repos import selectors, services
from apps.repos.locks import is_locked
from apps.tenants.services import create_tenant
from tests.flows.processes import Process, children_of, wait_until
from tests.flows.shop import Shop

pytestmark = pytest.mark.django_db(transaction=True)


def leftovers(state: Path) -> list[str]:
    """Half-made things on disk that a finished run must not leave."""
    return [str(path) for path in state.rglob("*") if path.name.startswith("tmp_") or path.suffix in (".lock", ".part")]


def matrix() -> list[Any]:
    """Every checkpoint with both victims: one of each step in every run of the tests, all of them in the rigs."""
    usual = {f"{step}:{('before', 'after')[at % 2]}-commit": bool(at % 3) for at, step in enumerate(STEPS)}
    return [
        pytest.param(
            name,
            whole_worker,
            marks=[] if usual.get(name) is whole_worker else [pytest.mark.rig],
            id=f"{name} {'worker and work-horse' if whole_worker else 'work-horse'}",
        )
        for name in NAMES
        for whole_worker in (False, True)
    ]


@pytest.mark.parametrize(("name", "whole_worker"), matrix())
def test_a_killed_run_is_completed(name: str, whole_worker: bool, tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    tenant = create_tenant(name="Bakers", slug="bakers")
    repo = services.register_local_repo(tenant=tenant, path=str(shop.bare))
    state = tmp_path / "state"
    state.mkdir()
    marker = tmp_path / "reached"
    sync = request_sync(tenant=tenant, repo=repo, trigger="manual")

    with Process("worker", state=state, CHECKPOINT_STOP=name, CHECKPOINT_FILE=str(marker)) as worker:
        wait_until(marker.exists, 120, f"{name} was not reached:\n{worker.output()}")
        horse = int(marker.read_text())
        below = children_of(horse) | {horse}
        assert selectors.sync(tenant, sync.pk).state == "running"
        assert is_locked(repo.pk)
        if whole_worker:
            worker.process.kill()
            worker.process.wait(10)
        else:
            worker.process.send_signal(signal.SIGSTOP)  # so that it can't take the work up before we have looked
        os.kill(horse, signal.SIGKILL)
        wait_until(lambda: not is_locked(repo.pk), 30, "the lock outlived its process")
        wait_until(lambda: not (below - {horse}) & _alive(), 30, "a child outlived the work-horse")
        worker.kill_group()

    with Process("worker", state=state) as worker:
        wait_until(
            lambda: all(s.state in ("done", "failed", "superseded", "quarantined") for s in selectors.syncs(tenant, repo)),
            180,
            f"not completed:\n{worker.output()}",
        )
    finished = selectors.syncs(tenant, repo)
    assert [s.state for s in finished].count("done") == 1, [(s.state, s.error) for s in finished]
    assert {s.state for s in finished} <= {"done", "superseded"}
    assert [version.number for version in artifacts.versions(repo)] == [1]
    assert artifacts.artifact(repo).verified_sha == shop.first
    assert artifacts.current_version(repo).html
    assert not leftovers(state)


def _alive() -> set[int]:
    return {int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()}
