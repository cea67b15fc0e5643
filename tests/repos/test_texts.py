"""Texts by content: stored once, kept while cited."""

from __future__ import annotations

import hashlib

import pytest

from apps.repos import selectors, services
from apps.repos.models import Blob
from apps.repos.services import StoredText
from tests.factories import make_blob, make_graph, make_repo, make_sync, make_tenant
from tests.threads import together


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_store_each_text_once() -> None:
    tenant = make_tenant()
    texts = [f"text {number}\n" for number in range(1_200)]

    def store(number: int) -> dict[str, int]:
        mixed = texts[number * 100 :] + texts[: number * 100]
        return services.store_blobs(tenant_id=tenant.pk, texts=(StoredText(text) for text in mixed))

    results = together(8, store)
    assert all(result == results[0] for result in results)
    assert set(results[0]) == {digest(text) for text in texts}
    assert Blob.objects.filter(tenant=tenant).count() == len(texts)


@pytest.mark.django_db
def test_nul_and_lone_surrogates_do_not_abort_the_batch() -> None:
    tenant = make_tenant()
    bad = "a\0b\ud83d\n"
    ids = services.store_blobs(tenant_id=tenant.pk, texts=[StoredText(bad), StoredText("good\n"), StoredText("")])
    assert set(ids) == {digest(bad), digest("good\n"), digest("")}
    stored = Blob.objects.get(pk=ids[digest(bad)])
    assert stored.text == "a\ufffdb\ufffd\n" and stored.digest == digest(stored.text)


@pytest.mark.django_db
def test_two_tenants_never_share_a_text() -> None:
    one, two = make_tenant(), make_tenant()
    blob, other = make_blob(one, "same\n"), make_blob(two, "same\n")
    assert blob.pk != other.pk
    assert selectors.blob(two, blob.digest) == other
    assert selectors.blobs(two, [blob.pk, other.pk]) == [other]


@pytest.mark.django_db
def test_only_what_nothing_cites_is_dropped_and_nothing_while_a_sync_runs() -> None:
    repo = make_repo()
    cited = make_graph(repo)
    make_blob(repo.tenant, "cited by nobody\n")
    foreign = make_blob(make_tenant(), "of somebody else\n")
    running = make_sync(repo, "running")
    assert services.drop_unreferenced_blobs(tenant_id=repo.tenant_id) == 0
    services.finish(sync=running, outcome="verified", counts={}, skipped=[])
    assert services.drop_unreferenced_blobs(tenant_id=repo.tenant_id) == 1
    assert set(Blob.objects.filter(tenant=repo.tenant).values_list("pk", flat=True)) == set(cited.values())
    assert Blob.objects.filter(pk=foreign.pk).exists()


@pytest.mark.django_db
def test_highlighted_text_is_kept_for_the_tenant_only() -> None:
    tenant = make_tenant()
    mine, foreign = make_blob(tenant), make_blob(make_tenant())
    services.store_blob_html(tenant_id=tenant.pk, html={mine.pk: "<b>x</b>", foreign.pk: "<b>y</b>"})
    mine.refresh_from_db()
    foreign.refresh_from_db()
    assert (mine.html, foreign.html) == ("<b>x</b>", None)
