"""Nothing that comes from a repository runs; nothing on a page needs an exception from the policy."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client

from apps.codegraph.models import Capsule
from apps.repos.models import Commit, Repo, Sync
from apps.tenants.models import Tenant
from tests import factories
from tests.web.conftest import Shop
from tests.web.test_walk import addresses

PAYLOADS = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "{{ 7|add:7 }}", "{% debug %}",
    '" hx-get="/x" hx-trigger="load', "</title><script>alert(1)</script>", "javascript:alert(1)", "<!--", "&lt;b&gt;",
]  # fmt: skip


class Page(HTMLParser):
    """Collects what could run: handlers, styles, scripts of its own, dangerous addresses, foreign HTMX."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.elements: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self._script = tag == "script"
        for name, value in attrs:
            if name.startswith(("on", "style", "hx-on", "data-hx")):
                self.found.append(f"{tag} {name}")
            if name in ("href", "src", "action", "formaction") and (value or "").strip().lower().startswith(
                ("javascript", "data:", "//")
            ):
                self.found.append(f"{tag} {name}={value}")
            if name.startswith("hx-") and (value or "").startswith("/x"):
                self.found.append(f"{tag} {name}={value}")
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.found.append(tag)

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.found.append(f"script: {data[:40]}")

    def handle_endtag(self, tag: str) -> None:
        self._script = False


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    return page


def pages(shop: Shop) -> list[str]:
    rest = [
        shop.at("diff/1/2/?show=facts"),
        shop.at("diff/1/2/?show=commits"),
        shop.at("diff/1/2/?layout=inline"),
        shop.at("files/?q=s"),
    ]
    return [address for _route, address in addresses(shop)] + rest


def test_no_page_has_inline_scripts_styles_or_handlers(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    for address in pages(shop):
        response = client.get(address)
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            assert not read(response.content.decode()).found, address


def test_the_policy_allows_nothing_inline_and_nothing_foreign(shop: Shop, as_user) -> None:
    for client, address in ((Client(), "/sign-in/"), (as_user(shop.owner), shop.at()), (as_user(shop.owner), "/nowhere/")):
        policy = client.get(address)["Content-Security-Policy"]
        assert "unsafe" not in policy and "http" not in policy and "*" not in policy
        for directive in (
            "default-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ):
            assert directive in policy
    response = Client().get("/sign-in/")
    assert response["X-Frame-Options"] == "DENY" and response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_names_paths_subjects_and_errors_stay_text(shop: Shop, as_user, payload: str) -> None:
    client = as_user(shop.owner)
    plain = {address: read(client.get(address).content.decode()) for address in pages(shop)}
    failed = factories.make_sync(shop.repo, "failed", error=payload, error_code=payload[:60])
    client.get(shop.at(f"syncs/{failed.pk}/"))
    Repo.objects.filter(pk=shop.repo.pk).update(name=payload, pinned_branch=payload)
    Tenant.objects.filter(pk=shop.tenant.pk).update(name=payload)
    Commit.objects.filter(repo=shop.repo).update(subject=payload, author=payload)
    Sync.objects.filter(repo=shop.repo).update(skipped=[[payload, payload]], error=payload, branch=payload)
    shop.tenant.credentials.update(name=payload, host=payload)
    for address in [*pages(shop), shop.at(f"syncs/{failed.pk}/"), "/t/bakers/"]:
        response = client.get(address)
        html = response.content.decode()
        assert "1414" not in html
        if not response["Content-Type"].startswith("text/html"):  # text, and no browser may take it for anything else
            assert response["X-Content-Type-Options"] == "nosniff", address
            continue
        page = read(html)
        assert not page.found, (address, page.found)
        if address in plain:
            assert page.elements.count("script") == plain[address].elements.count("script")
            assert page.elements.count("img") == 0 and page.elements.count("svg") >= plain[address].elements.count("svg") - 1


def test_what_hides_in_documentation_and_signatures_is_shown(shop: Shop, as_user) -> None:
    hidden = "\u202eevil\x1b[31m\u200b"
    Capsule.objects.filter(repo=shop.repo).update(docstring=hidden, signature=hidden, decorators=[hidden])
    client = as_user(shop.owner)
    for address in pages(shop):
        response = client.get(address)
        if response["Content-Type"].startswith("text/html"):
            assert not any(char in response.content.decode() for char in "\u202e\x1b\u200b"), address
    assert "⟨U+202E⟩evil" in client.get(shop.at("capsule/?symbol=shop/main.py%23run")).content.decode()


def test_errors_have_pages_of_their_own(shop: Shop, as_user, settings) -> None:
    client = as_user(shop.reader)
    missing = client.get("/t/bakers/r/<script>/")
    assert missing.status_code == 404 and "There is nothing here" in missing.content.decode()
    assert not read(missing.content.decode()).found
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(shop.maintainer)
    refused = strict.post(shop.at("sync-now/"))
    assert refused.status_code == 403 and "could not be checked" in refused.content.decode()


def test_every_page_has_its_landmarks_and_one_heading(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    for address in pages(shop):
        response = client.get(address)
        if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
            continue
        html = response.content.decode()
        assert html.count("<h1") == 1 and html.count("<main") == 1, address
        assert 'href="#main"' in html and '<html lang="en"' in html, address
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), (address, sorted({name for name in ids if ids.count(name) > 1}))


@pytest.mark.parametrize(
    "page", ["/sign-in/?next=%00", "/console/repos/sync/?state__exact=%00", "/console/autocomplete/?term=a%00"]
)
def test_a_nul_in_a_question_is_a_bad_question(page: str, shop: Shop, as_user) -> None:
    shop.owner.is_staff = shop.owner.is_superuser = True
    shop.owner.save()
    assert as_user(shop.owner).get(page).status_code == 400
