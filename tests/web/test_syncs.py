"""Syncs: live progress that stops by itself, reasons, advice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.utils import translation

from apps.engine.errors import InternalError, LimitExceeded, OwnerError
from apps.integrations.git.errors import GitError
from apps.repos import selectors as repos
from apps.repos import services
from apps.web.progress import current_step, steps_of
from apps.web.reasons import ERRORS, reason_in_words, reasons_counted, sentence_for
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
    assert 'hx-trigger="every' not in page and "found to be true at this commit" in page and "No file was left out" in page


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


def test_a_failure_is_said_in_spanish_with_the_original_as_detail(shop: Shop, as_user) -> None:
    message = "The host can't be reached. Check the address and the network."
    sync = factories.make_sync(shop.repo, "failed", error_code="git:unreachable", error=message)
    client = as_user(shop.reader)
    assert client.get(shop.at(f"syncs/{sync.pk}/")).content.decode().count("The host can&#x27;t be reached") == 1
    client.cookies["django_language"] = "es"
    page = client.get(shop.at(f"syncs/{sync.pk}/")).content.decode()
    assert "No se puede llegar al servidor" in page and '<bdi lang="en">The host can' in page
    assert "No se puede llegar al servidor" in client.get(shop.at("syncs/")).content.decode()


def test_every_known_code_has_a_sentence() -> None:
    def codes(kind: type[GitError]) -> set[str]:
        return {kind.code}.union(*map(codes, kind.__subclasses__()))

    assert (codes(GitError) | {LimitExceeded.code, OwnerError.code, InternalError.code, "work:died"}) <= set(ERRORS)
    with translation.override("es"):
        assert all(sentence_for(code, "as it was") != "as it was" for code in ERRORS)
        assert sentence_for("new:code", "as it was") == "as it was"
    assert sentence_for("git:timeout", "as it was") == "as it was"


def test_what_was_left_out_is_counted_by_reason() -> None:
    larger = "larger than the limit: {} bytes, 2,000,000 are read"
    skipped = [("a.png", "binary (image)"), ("b", "binary"), ("c", larger.format("3,000,000")), ("d", larger.format("4,000,000"))]
    counted = [("larger than the limit", 2), ("binary: an image", 1), ("binary: not text that can be read", 1)]
    assert reasons_counted(skipped) == counted
    assert reason_in_words("binary") == "binary: not text that can be read"
    assert reason_in_words(larger.format("3")) == larger.format("3")
    with translation.override("es"):
        assert reason_in_words(larger.format("3")) == "mayor que el límite"


def test_a_finished_step_counts_nothing_and_jargon_is_put_in_words(shop: Shop, as_user) -> None:
    counts = {"files": 12000, "skipped": 0, "capsules": 576, "edges": 1234}
    progress = {"publish": {"done": 2, "total": 2, "note": "version 3"}}
    sync = factories.make_sync(shop.repo, "done", counts=counts, progress=progress, skipped=[])
    page = as_user(shop.reader).get(shop.at(f"syncs/{sync.pk}/")).content.decode()
    assert "2 / 2" not in page and "Capsules" not in page and "Edges" not in page
    assert "Definitions" in page and "1,234" in page and f"Sync {sync.pk}" not in page
    client = as_user(shop.reader)
    client.cookies["django_language"] = "es"
    assert "12.000" in client.get(shop.at(f"syncs/{sync.pk}/")).content.decode().replace("\xa0", ".")


def test_while_a_sync_runs_every_part_of_the_page_says_so(shop: Shop, as_user) -> None:
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("cake"))
    sync = factories.make_sync(shop.repo, "waiting")
    client = as_user(shop.maintainer)
    assert "Sync is waiting" in client.get(shop.at(f"syncs/{sync.pk}/")).content.decode()
    claimed = services.claim(sync_id=sync.pk, worker="test:1")
    assert claimed is not None
    piece = client.get(shop.at(f"syncs/{sync.pk}/"), headers={"HX-Request": "true"}).content.decode()
    assert "Sync is running" in piece and "Sync is waiting" not in piece
    assert 'id="sync-button" hx-swap-oob="true"' in piece and 'id="freshness" hx-swap-oob="true"' in piece
    for address in ("/t/bakers/", shop.at()):
        page = client.get(address).content.decode()
        assert "up to date" not in page and "checked <time" not in page, address


def test_a_commit_leads_to_the_version_written_from_it(shop: Shop, as_user) -> None:
    factories.make_sync(shop.repo, "done", commit_sha=factories.sha("bread"))
    factories.make_sync(shop.repo, "done", commit_sha=factories.sha("unseen"))
    for address in ("/t/bakers/syncs/", shop.at("syncs/")):
        page = as_user(shop.reader).get(address).content.decode()
        assert f'<a class="sha" href="{shop.at("v/1/")}"' in page
        assert f'href="https://forge.example/acme/bakers-repo/commit/{factories.sha("unseen")}"' in page
