"""Tokens, how assistants are connected, and the texts they read: llms.txt and the Markdown twins."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from apps.codegraph import services as codegraph
from apps.engine.facts import SECTIONS, Project
from apps.repos.services import register_repo
from apps.tenants.models import ApiToken
from apps.tenants.services.tokens import GUESSES
from tests import factories
from tests.web.conftest import Shop

TOKENS = "/t/bakers/tokens/"
NEW = {"name": "laptop", "scopes": ["read"], "repos": [], "days": "90"}


@pytest.fixture(autouse=True)
def _nobody_guessed(db: None) -> None:
    """Wrong tokens of other tests are forgotten: they all come from one address."""
    cache.clear()


def bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


def texts(shop: Shop) -> list[str]:
    return [
        "/llms.txt", "/t/bakers/llms.txt", shop.at("llms.txt"), shop.at("document.md"), shop.at("v/1/document.md"),
        shop.at("document/purpose.md"), shop.at("v/1/document/purpose.md"),
    ]  # fmt: skip


# --- tokens --------------------------------------------------------------------------------------------------------------
def test_a_token_is_shown_once_and_opens_what_it_was_made_for(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    made = client.post(TOKENS, NEW)
    assert made.status_code == 201 and "no-store" in made["Cache-Control"]
    [text] = set(re.findall(r"rl_[0-9A-Za-z]{40,}", made.content.decode()))
    row = ApiToken.objects.get(name="laptop")
    assert row.created_by == shop.reader and row.repos is None and row.expires_at is not None
    assert Client().get(shop.at("document.md"), headers=bearer(text)).status_code == 200
    listed = client.get(TOKENS).content.decode()
    assert row.prefix in listed and text not in listed and "laptop" in listed


def test_a_token_for_some_repositories_reaches_no_other(shop: Shop, as_user) -> None:
    other = factories.make_repo(shop.tenant, "secret-recipes")
    factories.make_version(other, "cream")
    made = as_user(shop.reader).post(TOKENS, {**NEW, "repos": [str(shop.repo.pk)], "days": "0"})
    [text] = set(re.findall(r"rl_[0-9A-Za-z]{40,}", made.content.decode()))
    assert ApiToken.objects.get(name="laptop").expires_at is None
    client = Client()
    assert client.get(shop.at("document.md"), headers=bearer(text)).status_code == 200
    assert client.get(f"/t/bakers/r/{other.slug}/document.md", headers=bearer(text)).status_code == 404
    assert "secret-recipes" not in client.get("/t/bakers/llms.txt", headers=bearer(text)).content.decode()
    assert "secret-recipes" in client.get("/t/bakers/llms.txt", headers=bearer(shop.key)).content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "   "},
        {"scopes": []},
        {"scopes": ["admin"]},
        {"scopes": ["root"]},
        {"days": "7"},
        {"repos": ["999999"]},
    ],
)
def test_a_token_that_can_not_be_is_not_made(shop: Shop, as_user, wrong: dict[str, object]) -> None:
    answer = as_user(shop.reader).post(TOKENS, {**NEW, **wrong})
    assert answer.status_code == 422 and not ApiToken.objects.filter(tenant=shop.tenant).exclude(pk=shop.token.pk).exists()
    assert "rl_" not in re.sub(rf"{shop.token.prefix}", "", answer.content.decode())


def test_members_see_their_own_tokens_and_owners_all(shop: Shop, as_user) -> None:
    assert "assistant" in as_user(shop.owner).get(TOKENS).content.decode()
    maintainer = as_user(shop.maintainer)
    assert shop.token.prefix not in maintainer.get(TOKENS).content.decode()
    address = f"{TOKENS}{shop.token.pk}/revoke/"
    assert maintainer.get(address).status_code == maintainer.post(address).status_code == 404
    shop.token.refresh_from_db()
    assert shop.token.revoked_at is None


def test_a_revoked_token_is_refused_at_once(shop: Shop, as_user) -> None:
    address = f"{TOKENS}{shop.token.pk}/revoke/"
    client = as_user(shop.owner)
    assert "be undone" in client.get(address).content.decode()
    assert Client().get(shop.at("document.md"), headers=bearer(shop.key)).status_code == 200
    assert client.post(address).status_code == 302
    refused = Client().get(shop.at("document.md"), headers=bearer(shop.key))
    assert refused.status_code == 401 and refused["WWW-Authenticate"].startswith("Bearer")
    assert "revoked" in client.get(TOKENS).content.decode() and address not in client.get(TOKENS).content.decode()


def test_the_list_writes_numbers_dates_and_repositories_so_that_none_is_mistaken(shop: Shop, as_user) -> None:
    for team in ("north", "south"):
        oven = register_repo(tenant=shop.tenant, url=f"https://forge.example/{team}/oven")
    gone = list(range(10**6, 10**6 + 12_345))
    end = datetime(2027, 3, 1, 12, tzinfo=UTC)
    ApiToken.objects.filter(pk=shop.token.pk).update(repos=[oven.pk, *gone], expires_at=end)
    client = as_user(shop.owner)
    for language, words in (
        ("en", ("12,345 that are gone", "March 1, 2027")),
        ("es", ("12\xa0345 que ya no existen", "1 de marzo de 2027")),
    ):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        html = client.get(TOKENS).content.decode()
        assert not [text for text in words if text not in html], language
        assert len(re.findall(r"oven · [^<]*north/oven", html)) == 1, "in the form"
        assert len(re.findall(r"oven · [^<]*south/oven", html)) == 2, "and in the row of the token"


# --- connecting ----------------------------------------------------------------------------------------------------------
def test_the_page_has_the_teams_address_and_settings_that_can_be_read(shop: Shop, as_user, settings) -> None:
    settings.PUBLIC_URL = "https://portal.example"
    answer = as_user(shop.reader).get("/t/bakers/assistants/")
    html = answer.content.decode()
    assert "https://portal.example/mcp/bakers" in html and "without https" not in html
    clients = {client.key: client for client in answer.context["clients"]}
    cursor = json.loads(clients["cursor"].snippets[-1].text)["mcpServers"]["repolore-bakers"]
    code = json.loads(clients["vs-code"].snippets[-1].text)
    assert cursor["url"] == code["servers"]["repolore-bakers"]["url"] == "https://portal.example/mcp/bakers"
    assert code["servers"]["repolore-bakers"]["headers"]["Authorization"] == "Bearer ${input:repolore-token}"
    assert code["inputs"][0]["id"] == "repolore-token" and code["inputs"][0]["password"] is True
    assert (
        "claude mcp add --transport http repolore-bakers https://portal.example/mcp/bakers"
        in clients["claude-code"].snippets[-1].text
    )
    settings.PUBLIC_URL = "http://portal.example"
    assert "without https" in as_user(shop.reader).get("/t/bakers/assistants/").content.decode()


# --- texts ---------------------------------------------------------------------------------------------------------------
def test_each_text_to_copy_has_a_name_of_its_own(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get("/t/bakers/assistants/").content.decode()
    names = re.findall(r'<pre tabindex="0" role="region" aria-label="([^"]*)"', page)
    assert len(names) == len(set(names)) == 7 and any(name.startswith("Cursor · In a terminal: export") for name in names)
    assert re.findall(r'aria-label="Copy: ([^"]*)"', page) == names


def test_texts_open_for_a_member_and_for_a_token(shop: Shop, as_user) -> None:
    for client, headers in ((as_user(shop.reader), {}), (Client(), bearer(shop.key))):
        for address in texts(shop):
            answer = client.get(address, headers=headers)
            assert answer.status_code == 200 and answer["Content-Type"].startswith(("text/markdown", "text/plain")), address
            if address != "/llms.txt":
                assert "private" in answer["Cache-Control"] and "Authorization" in answer["Vary"], address


@pytest.mark.parametrize("header", ["Bearer rl_" + "0" * 46, "Bearer ", "Basic eDp5", "Bearer rl_\xe9", ""])
def test_a_token_that_is_none_is_refused_whoever_is_signed_in(shop: Shop, as_user, header: str) -> None:
    for address in texts(shop):
        answer = as_user(shop.reader).get(address, headers={"Authorization": header})
        assert answer.status_code == 401, address
        assert "bread" not in answer.content.decode() and "cake" not in answer.content.decode()


def test_a_foreign_token_finds_nothing(shop: Shop, foreign: Shop) -> None:
    for address in texts(shop):
        answer = Client().get(address, headers=bearer(foreign.key))
        assert answer.status_code == (200 if address == "/llms.txt" else 404), address
        assert "cake" not in answer.content.decode() and shop.tenant.name not in answer.content.decode()
    own = f"/t/{foreign.tenant.slug}/r/{shop.repo.slug}/document.md"
    assert Client().get(own, headers=bearer(foreign.key)).status_code == 404


def test_a_token_without_reading_and_one_that_posts_are_refused(shop: Shop) -> None:
    text = factories.make_token(shop.tenant, shop.reader, scopes=["ask"])
    for address in texts(shop):
        assert Client().get(address, headers=bearer(text)).status_code == 403, address
        if address != "/llms.txt":
            assert Client().post(address, headers=bearer(shop.key)).status_code == 405, address


def test_a_token_reads_so_many_texts_a_minute_whichever(shop: Shop, settings) -> None:
    first = Client().get(shop.at("document.md"), headers=bearer(shop.key))
    assert first["RateLimit-Limit"] == str(settings.API_RATES["read"]) and int(first["RateLimit-Reset"]) > 0
    assert Client().get(shop.at("document/nothing.md"), headers=bearer(shop.key))["RateLimit-Limit"]
    settings.API_RATES = {**settings.API_RATES, "read": 3}
    answers = [Client().get(address, headers=bearer(shop.key)) for address in texts(shop)]  # not all in one minute, it may be
    over = next(answer for answer in answers if answer.status_code == 429)
    assert over["RateLimit-Remaining"] == "0" and 1 <= int(over["Retry-After"]) <= 60 and over.content.count(b"\n") == 1
    api = {Client().get("/api/v1/me", headers=bearer(shop.key)).status_code for _ in range(7)}
    assert 429 in api, "the API counts with them"
    other = factories.make_token(shop.tenant, shop.reader)
    assert Client().get(shop.at("document.md"), headers=bearer(other)).status_code == 200


def test_one_text_is_one_request(shop: Shop, settings) -> None:
    for address in texts(shop):
        cache.clear()
        left = int(Client().get(address, headers=bearer(shop.key))["RateLimit-Remaining"])
        assert left == settings.API_RATES["read"] - 1, address


def test_members_in_a_browser_have_no_such_limit(shop: Shop, as_user, settings) -> None:
    settings.API_RATES = {**settings.API_RATES, "read": 1}
    client = as_user(shop.reader)
    assert {client.get(shop.at("document.md")).status_code for _ in range(5)} == {200}


def test_wrong_tokens_are_guesses_here_too(shop: Shop) -> None:
    for address in texts(shop):
        cache.clear()
        answers = [Client().get(address, headers=bearer(f"rl_guess{number}")).status_code for number in range(GUESSES)]
        assert set(answers) == {401}, address
        refused = Client().get(address, headers=bearer("rl_guess"))
        assert refused.status_code == 429 and int(refused["Retry-After"]) > 0, address
        assert Client().get("/api/v1/me", headers=bearer("rl_guess")).status_code == 429


def test_what_is_not_there_is_said_to_a_token_in_a_sentence(shop: Shop) -> None:
    for address in (
        shop.at("v/9/document.md"),
        shop.at("document/nothing.md"),
        "/t/bakers/r/nothing/llms.txt",
        "/t/nobody/llms.txt",
    ):
        answer = Client().get(address, headers=bearer(shop.key))
        assert (
            answer.status_code == 404 and answer["Content-Type"].startswith("text/plain") and "<" not in answer.content.decode()
        )


def test_one_section_is_that_of_the_whole_and_says_what_it_is_of(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    whole = client.get(shop.at("document.md"))
    for number, (key, title) in enumerate(SECTIONS, 1):
        section = client.get(shop.at(f"document/{key}.md")).content.decode()
        assert f"## {number}. {title}" in section and section.count("\n## ") == 1
        assert section.partition("\n## ")[2] in whole.content.decode()
    assert whole["X-Repolore-Version"] == "2" and whole["X-Repolore-Commit"] == factories.sha("cake")
    assert "Sells bread" in client.get(shop.at("v/1/document/purpose.md")).content.decode()
    assert client.get(shop.at("document/nothing.md")).status_code == client.get(shop.at("v/9/document.md")).status_code == 404


def test_what_did_not_change_is_not_sent_again(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    first, section = client.get(shop.at("document.md")), client.get(shop.at("document/purpose.md"))
    assert first["ETag"] != section["ETag"]
    again = client.get(shop.at("document.md"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304 and not again.content and again["ETag"] == first["ETag"]
    factories.make_version(shop.repo, "pie")
    assert client.get(shop.at("document.md"), headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_lists_name_every_document_and_how_true_it_is(shop: Shop, settings) -> None:
    settings.PUBLIC_URL = "https://portal.example"
    empty = factories.make_repo(shop.tenant, "empty")
    headers = bearer(shop.key)
    client = Client()
    team = client.get("/llms.txt", headers=headers).content.decode()
    assert team == client.get("/t/bakers/llms.txt", headers=headers).content.decode()
    assert team.startswith("# Bakers\n\n> ") and "- empty: no document yet" in team
    assert f"](https://portal.example{shop.at('document.md')}): version 2" in team and factories.sha("cake")[:12] in team
    assert "https://portal.example/mcp/bakers" in team and "https://portal.example/api/v1/openapi.json" in team
    repo = client.get(shop.at("llms.txt"), headers=headers).content.decode()
    links = re.findall(r"\]\(https://portal\.example(/[^)]+\.md)\)", repo)
    assert len(links) == 11 and all(client.get(link, headers=headers).status_code == 200 for link in links)
    assert "> Sells cake" in repo and "unknown how far behind" in repo
    assert "no document" in client.get(f"/t/bakers/r/{empty.slug}/llms.txt", headers=headers).content.decode()


def test_the_lists_tell_repositories_of_one_name_apart_and_say_what_they_are_and_lack(shop: Shop) -> None:
    for owner in ("ann", "bob"):
        twin = register_repo(tenant=shop.tenant, url=f"https://forge.example/{owner}/oven", name="oven")
        about = Project(f"{owner}-oven", description=f"**Bakes** `rolls` for [{owner}](https://x.example/y). And *more*.")
        codegraph.replace_graph(
            repo=twin, commit_sha="", extractor="1", sheet=factories.make_sheet(project=about), capsules=[], edges=[], files=[]
        )
    factories.make_sync(twin, "failed")
    headers, client = bearer(shop.key), Client()
    team = client.get("/t/bakers/llms.txt", headers=headers).content.decode()
    assert "\n- ann/oven: ann-oven; Bakes rolls for ann; no document yet: its first sync has not ended" in team
    assert "\n- bob/oven: bob-oven; Bakes rolls for bob; no document yet: its last sync failed: The forge refuses access." in team
    repo = client.get(f"/t/bakers/r/{twin.slug}/llms.txt", headers=headers).content.decode()
    assert repo.startswith("# bob/oven\n") and "its last sync failed: The forge refuses access." in repo


def test_the_purpose_in_the_list_of_a_repository_has_no_signs_of_markup(shop: Shop) -> None:
    factories.make_version(shop.repo, "pie", text=factories.make_text("Shop", "**pie**, `tarts` and __init__"))
    text = Client().get(shop.at("llms.txt"), headers=bearer(shop.key)).content.decode()
    assert "> Sells pie, tarts and \\_\\_init\\_\\_" in text


def test_names_in_the_lists_stay_text(shop: Shop) -> None:
    hostile = "# [x](http://evil.example)\n> `do` <this>\u202e"
    shop.repo.name = hostile
    shop.repo.pinned_branch = "main`<img/src=x>\u202e"
    shop.repo.save(update_fields=["name", "pinned_branch"])
    for address in ("/t/bakers/llms.txt", shop.at("llms.txt")):
        text = Client().get(address, headers=bearer(shop.key)).content.decode()
        assert "\u202e" not in text and "[x](" not in text and "\n> \\`" not in text, text
        assert "branch main\\`\\<img/src=x\\>" in text, text


def test_the_list_of_a_person_names_their_teams(shop: Shop, as_user) -> None:
    text = as_user(shop.reader).get("/llms.txt").content.decode()
    assert "[Bakers](" in text and "/t/bakers/llms.txt" in text


def test_the_page_of_a_version_names_its_twin(shop: Shop, as_user) -> None:
    html = as_user(shop.reader).get(shop.at("v/1/")).content.decode()
    [address] = re.findall(r'<link rel="alternate" type="text/markdown" href="([^"]+)">', html)
    assert "Sells bread" in Client().get(address, headers=bearer(shop.key)).content.decode()
