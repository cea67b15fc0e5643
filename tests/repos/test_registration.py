"""Adding and removing repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.artifacts.models import ArtifactVersion
from apps.engine.errors import OwnerError
from apps.repos import selectors, services
from apps.repos.locks import repo_lock
from apps.repos.models import Blob, Commit, Repo, Sync
from tests.factories import make_commit, make_credential, make_repo, make_sync, make_tenant, make_version
from tests.threads import together

URL = "https://forge.example/acme/shop"


@pytest.mark.django_db
def test_the_same_repository_written_differently_is_found_again() -> None:
    tenant = make_tenant()
    repo = services.register_repo(tenant=tenant, url=URL)
    assert (repo.name, repo.slug) == ("shop", "shop")
    for again in (URL + ".git", URL + "/", "https://FORGE.example/Acme/Shop"):
        assert services.register_repo(tenant=tenant, url=again).pk == repo.pk
    assert services.register_repo(tenant=make_tenant(), url=URL).pk != repo.pk


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_add_it_once_and_short_names_never_clash() -> None:
    tenant = make_tenant()
    same = together(10, lambda _n: services.register_repo(tenant=tenant, url=URL).pk)
    assert len(set(same)) == 1
    alike = together(6, lambda n: services.register_repo(tenant=tenant, url=f"https://forge.example/team{n}/shop").slug)
    assert sorted(alike) == [f"shop-{number}" for number in range(2, 8)]


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["https://other.example/acme/shop", "https://forge.example/secret/shop"])
def test_what_the_allow_lists_do_not_have_is_refused_in_a_sentence(url: str) -> None:
    tenant = make_tenant(allowed_repositories="acme/*")
    with pytest.raises(OwnerError, match="may clone"):
        services.register_repo(tenant=tenant, url=url)
    assert selectors.repos(tenant) == []


@pytest.mark.django_db
def test_a_tenant_without_hosts_is_told_where_to_add_one() -> None:
    with pytest.raises(OwnerError, match="No forge host is allowed"):
        services.register_repo(tenant=make_tenant(allowed_hosts=""), url=URL)


@pytest.mark.django_db
@pytest.mark.parametrize("branch", ["a b", "../x", "x..y", "-x", "x~1", "x.lock", "a\0", "/a", "a/", "x" * 300])
def test_branch_names_that_git_refuses_are_refused(branch: str) -> None:
    with pytest.raises(OwnerError, match="branch name"):
        services.register_repo(tenant=make_tenant(), url=URL, pinned_branch=branch)


@pytest.mark.django_db
def test_a_credential_goes_to_its_own_host_and_tenant_only() -> None:
    tenant = make_tenant(allowed_hosts="forge.example\nother.example")
    elsewhere = make_credential(tenant, host="other.example")
    with pytest.raises(OwnerError, match="its own host"):
        services.register_repo(tenant=tenant, url=URL, credential=elsewhere)
    foreign = make_credential(make_tenant())
    with pytest.raises(OwnerError, match="another tenant"):
        services.register_repo(tenant=tenant, url=URL, credential=foreign)


@pytest.mark.django_db
def test_a_folder_is_found_again_by_its_real_path(tmp_path: Path) -> None:
    tenant = make_tenant()
    (tmp_path / "shop").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "shop")
    repo = services.register_local_repo(tenant=tenant, path=str(tmp_path / "shop"))
    assert services.register_local_repo(tenant=tenant, path=str(tmp_path / "link")).pk == repo.pk
    assert (repo.is_local, repo.name) == (True, "shop")
    with pytest.raises(OwnerError):
        services.register_local_repo(tenant=tenant, path=str(tmp_path / ("x" * 1_100)))


@pytest.mark.django_db
def test_deleting_takes_everything_of_it_and_nothing_else() -> None:
    one, two = make_tenant(), make_tenant()
    repo, twin = make_repo(one, "shop"), make_repo(two, "shop")
    for each in (repo, twin):
        make_version(each)
        make_commit(each, "a")
        make_sync(each, "done")
    sibling = make_repo(one, "bakery")
    make_version(sibling)
    preview = dict(services.preview_deletion(repo=repo).counts)
    assert preview["commits"] == 1 and preview["capsules"] == 2 and preview["documents"] == 1
    before = {model: model.objects.filter(tenant=two).count() for model in (Commit, Sync, Blob, ArtifactVersion)}

    services.delete_repo(repo=repo)

    assert selectors.repo_by_slug(one, "shop") is None
    assert not Commit.objects.filter(tenant=one).exists() and not Sync.objects.filter(tenant=one).exists()
    assert {model: model.objects.filter(tenant=two).count() for model in before} == before
    assert ArtifactVersion.objects.filter(tenant=one).count() == 1
    assert Blob.objects.filter(tenant=one).count() == 2, "the sibling cites the same texts"
    services.delete_repo(repo=sibling)
    assert not Blob.objects.filter(tenant=one).exists()


@pytest.mark.django_db(transaction=True)
def test_a_repo_whose_sync_runs_is_not_deleted() -> None:
    repo = make_repo()
    with repo_lock(repo.pk), pytest.raises(OwnerError, match="Wait until it ends"):
        services.delete_repo(repo=repo)
    assert Repo.objects.filter(pk=repo.pk).exists()


@pytest.mark.django_db
def test_a_list_of_repositories_costs_the_same_for_three_and_thirty(django_assert_num_queries) -> None:
    tenant = make_tenant()
    for number in range(3):
        repo = make_repo(tenant, f"shop-{number}")
        make_sync(repo, "failed")
        make_sync(repo, "running")
        services.request(repo=repo, trigger="push")
    make_repo(tenant, "unsynced")
    with django_assert_num_queries(3):
        cards = selectors.repo_cards(tenant)
        assert [card.repo.tenant.slug for card in cards] == [tenant.slug] * 4
    shown = [(card.last_sync.state, card.running_sync.state) for card in cards if card.last_sync and card.running_sync]
    assert shown == [("failed", "running")] * 3
    assert cards[-1].last_sync is None and cards[-1].running_sync is None
