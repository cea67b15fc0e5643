"""Syncs: live progress that stops by itself, reasons, advice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.utils import translation

from apps.repos import selectors as repos
from apps.repos import services
from apps.web.progress import current_step, steps_of
from tests import factories
from tests.web.conftest import Shop


def test_the_fragment_is_asked_for_until_the_sync_ends(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    sync = factories.make_sync(shop.repo, "running")
    services.enter_step(sync=sync, step="extract")
    services.report(sync=sync, step="extract", done=30, total=120, note="reading files")
    address = shop.at(f"syncs/{sync.pk}/")
    page = client.get(address).content.decode()
    assert 'hx-trigger="every 1s"' in page and 'value="30" max="120"' in page and "reading files" in page
    piece = client.get(address, headers={"HX-Request": "true"})
    assert piece.status_code == 200 and "<html" not in piece.content.decode() and "HX-Refresh" not in piece
    services.finish(sync=sync, outcome="verified", counts={"files": 3, "skipped": 0}, skipped=[])
    last = client.get(address, headers={"HX-Request": "true"})
    assert last.status_code == 286 and last["HX-Refresh"] == "true"
    page = client.get(address).content.decode()
    assert "hx-trigger" not in page and "found to be true at this commit" in page and "No file was left out" in page


def test_what_was_left_out_stands_there_with_its_reason(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get(shop.at(f"syncs/{shop.sync.pk}/")).content.decode()
    assert "logo.png" in page and "binary" in page


def test_a_failure_says_what_happened_and_what_to_do(shop: Shop, as_user) -> None:
    sync = factories.make_sync(shop.repo, "failed")
    page = as_user(shop.reader).get(shop.at(f"syncs/{sync.pk}/")).content.decode()
    assert "The forge refuses access." in page and "source:no-access" in page and "credential may read" in page
    assert "The document you had stays as it is." in page


def test_sync_now_asks_once(shop: Shop, as_user) -> None:
    client = as_user(shop.maintainer)
    first = client.post(shop.at("sync-now/"))["Location"]
    assert client.post(shop.at("sync-now/"))["Location"] == first
    waiting = repos.running_or_waiting(shop.repo)
    assert waiting is not None and first == shop.at(f"syncs/{waiting.pk}/")
    assert "as soon as a worker is free" in client.get(first).content.decode()


def test_a_paused_repository_is_not_synced(shop: Shop, as_user) -> None:
    services.set_active(repo=shop.repo, is_active=False)
    client = as_user(shop.maintainer)
    assert client.post(shop.at("sync-now/"))["Location"] == shop.at()
    assert "paused" in client.get(shop.at()).content.decode()
    assert repos.running_or_waiting(shop.repo) is None


def test_the_lists_show_state_and_empty_ones_say_so(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    for address in ("/t/bakers/syncs/", shop.at("syncs/")):
        assert shop.at(f"syncs/{shop.sync.pk}/") in client.get(address).content.decode()
    other = factories.make_repo(shop.tenant, "oven")
    assert "No syncs yet" in client.get(f"/t/bakers/r/{other.slug}/syncs/").content.decode()


@pytest.mark.parametrize(
    ("state", "step", "expected"),
    [
        ("waiting", "", ["waiting"] * 4),
        ("running", "extract", ["done", "running", "waiting", "waiting"]),
        ("failed", "fetch", ["failed", "waiting", "waiting", "waiting"]),
        ("quarantined", "publish", ["done", "done", "done", "failed"]),
        ("superseded", "extract", ["done", "failed", "waiting", "waiting"]),
    ],
)
def test_steps_follow_the_state(state: str, step: str, expected: list[str]) -> None:
    sync = SimpleNamespace(state=state, step=step, progress={step: {"done": 1, "total": 3}} if step else {})
    assert [row.state for row in steps_of(sync)] == expected
    assert (current_step(sync) is not None) is (state == "running")


def test_an_unchanged_run_did_only_its_first_step() -> None:
    sync = SimpleNamespace(state="done", step="fetch", progress={"fetch": {"done": 1, "total": 1, "seconds": 0.4}})
    assert [row.state for row in steps_of(sync)] == ["done", "waiting", "waiting", "waiting"]
    with_index = SimpleNamespace(state="running", step="index", progress={"index": {}})
    assert [row.key for row in steps_of(with_index)] == ["fetch", "extract", "index", "synthesise", "publish"]


def test_notes_are_said_in_the_readers_language() -> None:
    def note(text: str) -> str:
        return steps_of(SimpleNamespace(state="running", step="fetch", progress={"fetch": {"note": text}}))[0].note

    with translation.override("es"):
        assert note("reading files") == "leyendo archivos"
        assert note("1 commits") == "1 commit" and note("2280 citations") == "2\xa0280 citas"
        assert note("1,215 files, 576 capsules") == "1\xa0215 archivos, 576 definiciones"
        assert note("version 3") == "versión 3" and note("anything else") == "anything else" and note("") == ""
