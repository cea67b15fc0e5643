"""People and credentials."""

from __future__ import annotations

from apps.tenants import selectors, services
from tests import factories
from tests.web.conftest import Shop


def test_an_owner_adds_changes_and_removes(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    newcomer = factories.make_user("newcomer")
    assert client.post("/t/bakers/people/", {"name": "newcomer", "role": "reader"}).status_code == 302
    row = shop.tenant.memberships.get(user=newcomer)
    client.post(f"/t/bakers/people/{row.pk}/", {"role": "maintainer"})
    assert selectors.role_of(shop.tenant, newcomer) == "maintainer"
    client.post(f"/t/bakers/people/{row.pk}/", {"role": "maintainer", "remove": "1"})
    assert selectors.role_of(shop.tenant, newcomer) == "maintainer"
    question = client.get(f"/t/bakers/people/{row.pk}/remove/").content.decode()
    assert "Take newcomer out of Bakers?" in question and selectors.role_of(shop.tenant, newcomer) == "maintainer"
    client.post(f"/t/bakers/people/{row.pk}/remove/")
    assert selectors.role_of(shop.tenant, newcomer) == ""


def test_an_unknown_account_is_said(shop: Shop, as_user) -> None:
    response = as_user(shop.owner).post("/t/bakers/people/", {"name": "nobody-here", "role": "reader"})
    assert response.status_code == 422 and "no account with this name" in response.content.decode()


def test_the_last_owner_stays(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    row = shop.tenant.memberships.get(user=shop.owner)
    client.post(f"/t/bakers/people/{row.pk}/", {"role": "reader"})
    assert selectors.role_of(shop.tenant, shop.owner) == "owner"
    assert "only owner" in client.get("/t/bakers/people/").content.decode()
    client.post(f"/t/bakers/people/{row.pk}/remove/")
    assert selectors.role_of(shop.tenant, shop.owner) == "owner"
    page = client.get("/t/bakers/people/").content.decode()
    assert "the team&#x27;s only owner" in page and "tenant" not in page


def test_readers_see_who_is_there_and_no_forms(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get("/t/bakers/people/").content.decode()
    assert "bakers-owner" in page and "<select" not in page and "Add a person" not in page


def test_a_token_is_written_and_never_shown(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    token = "glpat-secret-value-9876"
    data = {"name": "lab", "host": "forge.example", "username": "", "token": token}
    assert client.post("/t/bakers/credentials/", data).status_code == 302
    row = next(row for row in selectors.credentials(shop.tenant) if row.name == "lab")
    page = client.get("/t/bakers/credentials/").content.decode()
    assert token not in page and "…9876" in page and "Added <time" in page and "Replaced <time" not in page
    failed = client.post("/t/bakers/credentials/", {**data, "host": ""}).content.decode()
    assert token not in failed
    client.post(f"/t/bakers/credentials/{row.pk}/", {"token": "glpat-other-value-1234"})
    row.refresh_from_db()
    assert services.reveal_credential(credential=row) == "glpat-other-value-1234"
    client.post(f"/t/bakers/credentials/{row.pk}/", {"remove": "1"})
    factories.make_repo(shop.tenant, "oven", credential=row)
    question = client.get(f"/t/bakers/credentials/{row.pk}/delete/").content.decode()
    assert "Delete the credential lab?" in question and ">oven<" in question
    assert [row for row in selectors.credentials(shop.tenant) if row.name == "lab"]
    client.post(f"/t/bakers/credentials/{row.pk}/delete/")
    assert not [row for row in selectors.credentials(shop.tenant) if row.name == "lab"]


def test_a_refused_token_says_why(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    data = {"name": "lab", "host": "https://forge.example/x", "username": "", "token": "abc"}
    response = client.post("/t/bakers/credentials/", data)
    assert response.status_code == 422 and "not a host name" in response.content.decode()
    client.post(f"/t/bakers/credentials/{shop.credential.pk}/", {"token": ""})
    assert "Give the new token." in client.get("/t/bakers/credentials/").content.decode()
