"""What died goes on; what nobody owns any more goes away."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.pipeline import tasks
from apps.pipeline.recovery import MAX_ATTEMPTS, recover, remove_lost_mirrors
from apps.repos import selectors, services
from apps.repos.locks import repo_lock
from apps.tenants.services import create_tenant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def repo(tmp_path: Path):
    return services.register_local_repo(tenant=create_tenant(name="Bakers", slug="bakers"), path=str(tmp_path))


def running(repo):
    sync, _created = services.request(repo=repo, trigger="manual")
    return services.claim(sync_id=sync.pk, worker="test")


def state_of(sync) -> str:
    return selectors.sync_for_job(sync.pk).state


def test_a_run_without_a_process_waits_again(repo):
    sync = running(repo)
    assert recover() == 1
    assert state_of(sync) == "waiting"


def test_a_run_whose_process_holds_the_lock_is_left_alone(repo):
    sync = running(repo)
    with repo_lock(repo.pk) as held:
        assert held
        assert recover() == 0
    assert state_of(sync) == "running"


def test_a_run_that_died_too_often_is_put_aside_with_its_reason(repo):
    for _ in range(MAX_ATTEMPTS):
        sync = running(repo)
        recover()
    assert state_of(sync) == "quarantined"
    assert "died" in selectors.sync_for_job(sync.pk).error


def test_mirrors_of_repos_that_are_gone_are_removed_and_no_others(repo, settings):
    root = Path(settings.STATE_DIR) / "mirrors"
    kept, lost, commands = (
        root / str(repo.tenant_id) / str(repo.pk),
        root / str(repo.tenant_id) / "999999",
        root / "command" / "ab",
    )
    for folder in (kept, lost, commands):
        folder.mkdir(parents=True)
        folder.with_name(folder.name + ".mutex").touch()
    remove_lost_mirrors()
    assert kept.is_dir() and commands.is_dir()
    assert not lost.exists() and not lost.with_name("999999.mutex").exists()


def test_the_mirror_of_a_deleted_repo_goes_and_that_of_a_living_one_stays(repo, settings):
    folder = Path(settings.STATE_DIR) / "mirrors" / str(repo.tenant_id) / str(repo.pk)
    folder.mkdir(parents=True)
    tasks.forget_repo(repo.pk)
    assert folder.is_dir()
    services.delete_repo(repo=repo)
    tasks.forget_repo(int(folder.name))
    assert not folder.exists()


def test_a_run_whose_repo_is_gone_has_no_failure_to_record(repo):
    sync = running(repo)
    type(repo).objects.filter(pk=repo.pk).delete()
    tasks._fail(sync, "internal:unexpected", "Something went wrong on our side.")
    assert selectors.sync_for_job(sync.pk) is None
