"""The document's page, its Markdown twin and how fresh it is."""

from __future__ import annotations

import re

from apps.artifacts import services as artifacts
from apps.artifacts.models import ArtifactVersion
from apps.engine.facts import SECTIONS
from apps.repos import services
from tests import factories
from tests.web.conftest import Shop


def test_ten_sections_with_their_table_of_contents(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get(shop.at()).content.decode()
    assert re.findall(r'<section id="([a-z-]+)"', page) == [key for key, _title in SECTIONS]
    assert re.findall(r'<li><a href="#([a-z-]+)">', page) == [key for key, _title in SECTIONS]
    assert "<p>Sells cake.</p>" in page


def test_an_old_version_says_so_and_leads_on(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get(shop.at("v/1/")).content.decode()
    assert "This is version 1" in page and "<p>Sells bread.</p>" in page
    assert shop.at("diff/1/2/") in page
    assert as_user(shop.reader).get(shop.at("v/3/")).status_code == 404


def test_until_it_is_rendered_the_text_stands_in(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    ArtifactVersion.objects.filter(pk=shop.second.pk).update(html=None)
    page = client.get(shop.at()).content.decode()
    assert "still being rendered" in page and "Sells cake" in page and "<figure" not in page
    artifacts.store_html(version=shop.second, html={})
    assert "could not be rendered" in client.get(shop.at()).content.decode()


def test_the_markdown_twin_is_a_file(shop: Shop, as_user) -> None:
    response = as_user(shop.reader).get(shop.at("document.md"))
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="bakers-repo-SYSTEM_ARTIFACT.md"'
    text = response.content.decode()
    assert text.count("\n## ") == 10
    assert f"https://forge.example/acme/bakers-repo/blob/{factories.sha('cake')}/shop/main.py" in text
    assert factories.sha("bread") in as_user(shop.reader).get(shop.at("v/1/document.md")).content.decode()


def test_freshness_names_branch_commit_and_distance(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    assert "not been looked at yet" in client.get(shop.at()).content.decode()
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("cake"))
    page = client.get(shop.at()).content.decode()
    assert "up to date" in page and "main" in page and factories.sha("cake")[:10] in page
    factories.make_commit(shop.repo, "pie", ["cake"], minute=2)
    factories.make_commit(shop.repo, "tart", ["pie"], minute=3)
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("tart"))
    assert "2 commits behind" in client.get(shop.at()).content.decode()
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("rewritten"))
    assert "unknown how far behind" in client.get(shop.at()).content.decode()


def test_without_a_document_the_page_says_why_and_what_to_do(db: None, as_user) -> None:
    tenant = factories.make_tenant("bakers")
    repo = factories.make_repo(tenant, "oven")
    client = as_user(factories.make_member(tenant, "maintainer"))
    assert "Sync now" in client.get("/t/bakers/r/oven/").content.decode()
    assert client.get("/t/bakers/r/oven/document.md").status_code == 404
    factories.make_sync(repo, "failed")
    assert "The forge refuses access." in client.get("/t/bakers/r/oven/").content.decode()
    factories.make_sync(repo, "running")
    assert "Watch the sync" in client.get("/t/bakers/r/oven/").content.decode()


def test_pages_of_a_team_stay_private(shop: Shop, as_user) -> None:
    response = as_user(shop.reader).get(shop.at())
    assert {"private", "no-cache"} <= set(response["Cache-Control"].split(", "))
    assert "HX-Request" in response["Vary"]
