"""The list of repositories, and adding one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.repos import selectors as repos
from apps.repos import services
from apps.repos.models import Repo
from apps.repos.names import told_apart
from apps.tenants.models import Tenant
from tests import factories
from tests.web.conftest import Shop


def queries(client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_home_costs_the_same_with_one_repository_and_with_ten(db: None, as_user) -> None:
    counts = []
    for slug, number in (("one", 1), ("ten", 10)):
        tenant = factories.make_tenant(slug)
        for position in range(number):
            repo = factories.make_repo(tenant)
            factories.make_version(repo, f"word-{position}")
            factories.make_sync(repo, "done")
            factories.make_sync(repo, "running")
        counts.append(queries(as_user(factories.make_member(tenant)), f"/t/{slug}/"))
    assert counts[0] == counts[1] <= 14


def test_a_card_names_commit_version_and_freshness(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("cake"))
    page = client.get("/t/bakers/").content.decode()
    assert factories.sha("cake")[:10] in page and "cake" in page
    assert "version 2" in page and "up to date" in page
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("unseen"))
    assert "new commits wait" in client.get("/t/bakers/").content.decode()


@pytest.mark.parametrize(("state", "words"), [("running", "Fetch"), ("waiting", "Waiting")])
def test_a_sync_at_work_shows_and_the_list_asks_again(shop: Shop, as_user, state: str, words: str) -> None:
    client = as_user(shop.reader)
    calm = client.get("/t/bakers/").content.decode()
    assert 'hx-trigger="every' not in calm
    factories.make_sync(shop.repo, state)
    page = client.get("/t/bakers/").content.decode()
    assert words in page and 'hx-trigger="every 2s"' in page
    piece = client.get("/t/bakers/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in piece and words in piece


def test_the_failed_last_sync_is_said(shop: Shop, as_user) -> None:
    factories.make_sync(shop.repo, "failed")
    assert "last sync:" in as_user(shop.reader).get("/t/bakers/").content.decode()


def test_with_nothing_there_the_page_says_what_to_do(db: None, as_user) -> None:
    tenant = factories.make_tenant("bakers")
    assert "Add repository" in as_user(factories.make_member(tenant, "maintainer")).get("/t/bakers/").content.decode()
    reader = as_user(factories.make_member(tenant, "reader")).get("/t/bakers/").content.decode()
    assert "Add repository" not in reader and "No repositories yet" in reader


def test_one_team_is_entered_at_once_and_two_are_offered(shop: Shop, foreign: Shop, as_user) -> None:
    client = as_user(shop.reader)
    assert client.get("/")["Location"] == "/t/bakers/"
    factories.tenants.add_member(tenant=foreign.tenant, user=shop.reader, role="reader")
    page = client.get("/").content.decode()
    assert "/t/bakers/" in page and "/t/butchers/" in page
    assert "in no team yet" in as_user(factories.make_user()).get("/").content.decode()


def test_a_repository_is_added_and_synced(shop: Shop, as_user, django_capture_on_commit_callbacks) -> None:
    client = as_user(shop.maintainer)
    with django_capture_on_commit_callbacks():
        response = client.post(
            "/t/bakers/add/",
            {"url": "https://forge.example/acme/oven", "branch": "stable", "credential": str(shop.credential.pk), "name": ""},
        )
    assert response.status_code == 302 and response["Location"] == "/t/bakers/r/oven/"
    repo = repos.repo_by_slug(shop.tenant, "oven")
    assert repo is not None and repo.pinned_branch == "stable" and repo.credential_id == shop.credential.pk
    waiting = repos.running_or_waiting(repo)
    assert waiting is not None and waiting.requested_by_id == shop.maintainer.pk


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://elsewhere.example/acme/oven", "This team may not follow a repository at this address."),
        ("ftp://forge.example/acme/oven", "https"),
        ("", "required"),
    ],
)
def test_a_refused_address_says_why(shop: Shop, as_user, url: str, words: str) -> None:
    response = as_user(shop.maintainer).post("/t/bakers/add/", {"url": url})
    assert response.status_code == 422
    assert words in response.content.decode()


def test_a_credential_of_another_team_is_no_choice(shop: Shop, foreign: Shop, as_user) -> None:
    response = as_user(shop.maintainer).post(
        "/t/bakers/add/", {"url": "https://forge.example/acme/oven", "credential": str(foreign.credential.pk)}
    )
    assert response.status_code == 422 and repos.repo_by_slug(shop.tenant, "oven") is None


def test_without_an_allowed_host_the_way_on_is_said_before_the_form(shop: Shop, as_user) -> None:
    tenant = factories.make_tenant("weavers", allowed_hosts="")
    page = as_user(factories.make_member(tenant, "maintainer")).get("/t/weavers/add/").content.decode()
    assert "may not follow repositories of any forge yet" in page and "Ask the operator" in page
    assert "id_url" not in page and "/console/" not in page and "tenant" not in page.partition("<main")[2].partition("</main")[0]
    page = as_user(factories.make_operator()).get("/t/weavers/add/").content.decode()
    assert f'href="/console/tenants/tenant/{tenant.pk}/change/"' in page
    assert "id_url" in as_user(shop.maintainer).get("/t/bakers/add/").content.decode()


def test_freshness_has_one_clock(shop: Shop, as_user) -> None:
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("cake"))
    header = as_user(shop.reader).get(shop.at()).content.decode().partition('id="freshness"')[2].partition("</div>")[0]
    assert header.count("<time") == 1 and "up to date" in header


def test_repositories_of_one_name_are_told_apart_by_their_addresses(shop: Shop, as_user) -> None:
    Tenant.objects.filter(pk=shop.tenant.pk).update(allowed_hosts="forge.example\nother.example")
    shop.tenant.refresh_from_db()
    addresses = ("https://forge.example/ann/oven", "https://forge.example/bob/oven", "https://other.example/bob/oven")
    for url in addresses:
        factories.make_sync(factories.repos.register_repo(tenant=shop.tenant, url=url, name="oven"), "done")
    client = as_user(shop.reader)
    for page in ("/t/bakers/", "/t/bakers/syncs/"):
        text = client.get(page).content.decode()
        for told in ("ann/oven", "forge.example/bob/oven", "other.example/bob/oven"):
            assert f"<bdi>{told}</bdi>" in text, (page, told)
        assert f"acme/{shop.repo.name}" not in text, page


def test_folders_of_one_name_are_told_apart() -> None:
    rows = [
        Repo(pk=number, name=name, url=url)
        for number, (name, url) in enumerate(
            [
                ("repo", "/srv/a/one/repo"),
                ("Repo", "/srv/b/one/repo"),
                ("repo", "/srv/b/two/repo"),
                ("else", "/srv/else"),
                ("repo", "/repo"),
            ]
        )
    ]
    assert told_apart(rows) == {0: "a/one/repo", 1: "b/one/repo", 2: "two/repo", 4: "repo"}
