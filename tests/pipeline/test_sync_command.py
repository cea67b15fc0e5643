"""`manage.py sync`: what can't be read is not added, and the end is said in words that are true."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from apps.pipeline import terminal
from apps.pipeline.portal import PortalPlace
from apps.pipeline.tasks import sync_repo
from apps.repos import services
from apps.repos.models import Repo
from apps.tenants.models import Tenant
from tests.factories import make_tenant
from tests.flows.shop import Shop
from tests.servers.git_http import GitServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def demo(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tenant:
    settings.STATE_DIR = tmp_path / "state"
    settings.INTERNAL_HOSTS = ["127.0.0.1"]
    settings.STATE_DIR.mkdir()
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    return make_tenant("demo")


def sync(capsys: pytest.CaptureFixture[str], *arguments: str, **options: object) -> str:
    call_command("sync", *arguments, here=True, **options)
    return capsys.readouterr().out


def test_a_mistyped_name_is_said_and_nothing_is_added(demo: Tenant, tmp_path: Path):
    empty = tmp_path / "empty"
    empty.mkdir()
    shop = Shop(tmp_path)
    for typed, said in (
        ("demo/shop", "There is no folder .*/demo/shop, and Demo has no repository demo/shop. It has none yet."),
        (str(empty), "is not a git repository"),
        (str(shop.work / "shop"), "lies inside a git repository"),
        ("https://forge.example/acme/oven", "The host has no address|can't be reached"),
        ("https://elsewhere.example/acme/oven", "is not among what Demo may clone"),
        ("ssh://forge.example/acme/oven", "must start with https"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("sync", typed)
    with pytest.raises(CommandError, match="no branch of this name"):
        call_command("sync", str(shop.bare), branch="nowhere")
    with pytest.raises(CommandError, match=r"The host has no address|can't be reached"):
        call_command("sync", "https://elsewhere.invalid/acme/oven", allow=True)
    assert not Repo.objects.exists()
    demo.refresh_from_db()
    assert demo.allowed_hosts == "forge.example", "a host that can't be read is not allowed either"


def test_the_end_says_what_came_of_it(demo: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    shop = Shop(tmp_path)
    assert f"Version 1 is the document of commit {shop.first[:10]}." in sync(capsys, str(shop.bare))
    assert sync(capsys, "shop") == f"No new commit: the document is already that of {shop.first[:10]}.\n"
    told = sync(capsys, "shop", links=True)
    assert "Document  /t/demo/r/shop/\n" in told and "http" not in told and "make run" in told
    place = PortalPlace(tmp_path / "state")
    place.hold()
    place.announce("http://localhost:8123")
    told = sync(capsys, "shop", links=True)
    assert "Document  http://localhost:8123/t/demo/r/shop/\nMarkdown  http://localhost:8123/t/demo/r/shop/document.md\n" in told
    place.release()
    with pytest.raises(CommandError, match=r"It has: shop\."):
        call_command("sync", "demo/shop")


def test_the_address_an_operator_named_is_used(
    demo: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str], settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(os.environ, "PUBLIC_URL", "https://lore.example")
    settings.PUBLIC_URL = "https://lore.example"
    assert "Document  https://lore.example/t/demo/r/shop/\n" in sync(capsys, str(Shop(tmp_path).bare), links=True)


def test_a_branch_is_followed_also_in_a_folder(demo: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    sync(capsys, str(Shop(tmp_path).bare), branch="main")
    assert Repo.objects.get().pinned_branch == "main"


def test_an_address_is_asked_before_it_is_added(demo: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    Shop(tmp_path)
    with GitServer(tmp_path) as server:
        Tenant.objects.update(allowed_hosts=server.origin)
        with pytest.raises(CommandError):
            call_command("sync", f"{server.url}/acme/absent.git")
        assert not Repo.objects.exists()
        assert "Version 1" in sync(capsys, f"{server.url}/shop.git")
    assert Repo.objects.get().slug == "shop"


def test_a_sync_that_waits_for_a_worker_says_so_once(
    demo: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    repo = services.register_local_repo(tenant=demo, path=str(Shop(tmp_path).bare))
    waiting, _created = services.request(repo=repo, trigger="command")
    looked: list[float] = []

    def sleep(seconds: float) -> None:
        looked.append(seconds)
        if len(looked) == 3:
            sync_repo(waiting.pk)

    monkeypatch.setattr(terminal, "PATIENCE", -1.0)
    monkeypatch.setattr(terminal.time, "sleep", sleep)
    assert terminal.follow(demo, waiting.pk).state == "done"
    assert capsys.readouterr().err.count("Waiting for a worker") == 1
