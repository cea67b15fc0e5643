"""Sign in, sign out, theme, language."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from apps.web import attempts
from tests import factories
from tests.web.conftest import Shop


@pytest.fixture(autouse=True)
def _no_attempts() -> None:
    cache.clear()


def sign_in(client: Client, name: str, password: str, target: str = "") -> object:
    return client.post("/sign-in/", {"username": name, "password": password, "next": target})


def test_the_door_leads_where_one_was_going(shop: Shop) -> None:
    client = Client()
    door = client.get(shop.at("versions/"))["Location"]
    assert door == f"/sign-in/?next={shop.at('versions/').replace('/', '%2F')}"
    assert f'value="{shop.at("versions/")}"' in client.get(door).content.decode()
    assert sign_in(client, "bakers-reader", factories.PASSWORD, shop.at("versions/"))["Location"] == shop.at("versions/")
    assert client.get("/sign-in/")["Location"] == "/"
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get(shop.at()).status_code == 302


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_the_door_leads_nowhere_else(shop: Shop, target: str) -> None:
    assert sign_in(Client(), "bakers-reader", factories.PASSWORD, target)["Location"] == "/"


def test_a_wrong_password_is_said_kindly_and_counted(shop: Shop) -> None:
    client = Client()
    response = sign_in(client, "bakers-reader", "wrong")
    assert response.status_code == 422 and "do not match" in response.content.decode()
    for _ in range(attempts.PER_NAME - 1):
        sign_in(client, "bakers-reader", "wrong")
    blocked = sign_in(client, "Bakers-Reader ", factories.PASSWORD)
    assert blocked.status_code == 429 and "quarter of an hour" in blocked.content.decode()
    assert sign_in(Client(), "bakers-owner", factories.PASSWORD).status_code == 302


def test_the_door_opens_while_the_cache_can_not_be_reached(shop: Shop, settings, tmp_path) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": f"unix://{tmp_path}/none.sock"}}
    client = Client()
    assert sign_in(client, "bakers-reader", "wrong").status_code == 422
    assert sign_in(client, "bakers-reader", factories.PASSWORD).status_code == 302
    assert client.get(shop.at()).status_code == 200


def test_an_address_that_tries_many_names_is_stopped(db: None) -> None:
    for number in range(attempts.PER_ADDRESS):
        attempts.note_failure(f"name-{number}", "203.0.113.9")
    assert attempts.is_blocked("somebody", "203.0.113.9")
    assert not attempts.is_blocked("somebody", "203.0.113.10")


def test_the_console_has_the_same_door(db: None) -> None:
    client = Client()
    first = client.get("/console/")
    assert first["Location"].startswith("/console/login/")
    assert client.get(first["Location"])["Location"] == "/sign-in/?next=/console/"
    factories.make_operator("op")
    assert sign_in(client, "op", factories.PASSWORD, "/console/")["Location"] == "/console/"
    assert client.get("/console/").status_code == 200


def test_theme_and_language_are_kept(db: None) -> None:
    client = Client()
    assert "data-theme" not in client.get("/sign-in/").content.decode().partition("<body")[0]
    response = client.post("/preferences/theme/", {"theme": "dark", "next": "/sign-in/"})
    assert response["Location"] == "/sign-in/"
    assert '<html lang="en" data-theme="dark">' in client.get("/sign-in/").content.decode()
    client.post("/preferences/theme/", {})
    assert 'data-theme="light"' in client.get("/sign-in/").content.decode()
    client.post("/preferences/language/", {"language": "es", "next": "//evil.example"})
    page = client.get("/sign-in/").content.decode()
    assert '<html lang="es"' in page and "Iniciar sesión" in page
    client.post("/preferences/language/", {"language": "../x"})
    assert '<html lang="en"' in client.get("/sign-in/").content.decode()
    client.cookies["theme"] = '"><script>'
    assert "<script>" not in client.get("/sign-in/").content.decode()


def change(client: Client, old: str, new: str) -> object:
    return client.post("/account/password/", {"old_password": old, "new_password1": new, "new_password2": new})


def test_a_member_changes_their_own_password_and_stays_signed_in(shop: Shop) -> None:
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        sign_in(client, "bakers-reader", factories.PASSWORD)
    assert 'href="/account/password/"' in here.get(shop.at()).content.decode()
    refused = change(here, "wrong", "quite-another-horse-battery")
    assert refused.status_code == 422 and "entered incorrectly" in refused.content.decode()
    assert change(here, factories.PASSWORD, "12345").status_code == 422
    assert change(here, factories.PASSWORD, "quite-another-horse-battery").status_code == 302
    assert here.get(shop.at()).status_code == 200 and elsewhere.get(shop.at()).status_code == 302
    assert sign_in(Client(), "bakers-reader", factories.PASSWORD).status_code == 422
    assert sign_in(Client(), "bakers-reader", "quite-another-horse-battery").status_code == 302


def test_old_passwords_can_not_be_tried_out(shop: Shop) -> None:
    client = Client()
    client.force_login(shop.reader)
    for _ in range(attempts.PER_NAME):
        assert change(client, "wrong", "quite-another-horse-battery").status_code == 422
    blocked = change(client, factories.PASSWORD, "quite-another-horse-battery")
    assert blocked.status_code == 429 and "quarter of an hour" in blocked.content.decode()
    shop.reader.refresh_from_db()
    assert shop.reader.check_password(factories.PASSWORD)


def test_the_page_of_the_password_speaks_spanish(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    client.cookies["django_language"] = "es"
    page = client.get("/account/password/").content.decode()
    assert "Cambiar la contraseña" in page and "Your password" not in page
    assert 'autocomplete="username" value="bakers-reader"' in page  # for whoever keeps passwords for the reader


def test_shortcuts_of_single_letters_can_be_switched_off(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    assert "data-shortcuts" not in client.get(shop.at()).content.decode()
    client.post("/preferences/shortcuts/", {"shortcuts": "off", "next": shop.at()})
    assert '<body data-shortcuts="off">' in client.get(shop.at()).content.decode()
    client.post("/preferences/shortcuts/", {"shortcuts": "on"})
    assert "data-shortcuts" not in client.get(shop.at()).content.decode()
