"""Vectors follow the text, are made once for each text of a tenant, and are searched inside the tenant only."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

import msgspec
import numpy as np
import pytest
from django.db import connection, transaction

from apps.engine.facts import Capsule
from apps.engine.retrieval.vector_texts import vector_texts
from apps.integrations.embeddings import EmbeddingsUnavailable, embedder
from apps.pipeline.embedding import embed_passages
from apps.repos.models import Repo
from apps.search import selectors, services
from apps.search.legs import vector as leg
from apps.search.legs.vector import embed_question, vector_leg
from apps.search.models import Embedding, EmbeddingModel, IndexedSource, Passage, PassageVector, VectorIndex
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant
from tests.factories import make_capsule, make_passages, make_repo, make_tenant, make_text, sha
from tests.servers.embeddings_api import EmbeddingsServer
from tests.threads import before_the_statement, together

pytestmark = pytest.mark.django_db

SHOP = [
    make_capsule("shop/orders.py#create_order", "def create_order(basket, customer): return Order(basket, customer)"),
    make_capsule("shop/oven.py#bake", "def bake(bread, minutes): heat_the_oven(220); return bread.baked(minutes)"),
    make_capsule("shop/mail.py#send_receipt", "def send_receipt(order): smtp.send(order.customer.address, receipt(order))"),
]


def always() -> bool:
    return True


def found(tenant: Tenant, question: str, scope: Scope = EVERYWHERE, limit: int = 100) -> list[str]:
    vector = embed_question(tenant, question)
    if vector is None:
        return []
    hits = vector_leg(tenant, selectors.indexed_sources(tenant, scope), vector, scope=scope, limit=limit)
    anchors = dict(Passage.objects.filter(tenant=tenant).values_list("pk", "anchor"))
    return [anchors[hit.passage] for hit in hits]


def with_vectors(repo: Repo, capsules: list[Capsule] = SHOP) -> Repo:
    make_passages(repo, capsules)
    assert embed_passages(repo.tenant, always)
    return repo


def missing(tenant: Tenant) -> int:
    return sum(selectors.missing_vectors(tenant, selectors.indexed_sources(tenant)).values())


def test_a_passage_is_found_by_what_it_means() -> None:
    repo = with_vectors(make_repo())
    assert found(repo.tenant, "how long does a loaf stay in the heat")[0] == "shop/oven.py#bake"
    assert found(repo.tenant, "tell the buyer by e-mail")[0] == "shop/mail.py#send_receipt"


def test_what_has_no_vector_yet_is_counted_until_it_has_one() -> None:
    repo = make_repo()
    make_passages(repo, SHOP)
    assert missing(repo.tenant) == 3 and found(repo.tenant, "bread") == []
    assert embed_passages(repo.tenant, always)
    assert missing(repo.tenant) == 0 and len(found(repo.tenant, "bread")) == 3


def test_nothing_of_another_tenant_is_found() -> None:
    one, other = with_vectors(make_repo()), with_vectors(make_repo())
    vector = embed_question(one.tenant, "bake bread")
    assert vector is not None
    assert vector_leg(one.tenant, selectors.indexed_sources(other.tenant), vector, scope=EVERYWHERE) == []
    assert len(found(one.tenant, "bake bread")) == 3
    assert Embedding.objects.filter(tenant=one.tenant).count() == Embedding.objects.filter(tenant=other.tenant).count() == 3


def test_a_text_is_embedded_once_in_all_repositories_of_a_tenant() -> None:
    repo = with_vectors(make_repo())
    made = set(Embedding.objects.values_list("pk", flat=True))
    second = make_repo(repo.tenant)
    make_passages(second, SHOP)
    assert PassageVector.objects.filter(indexed__repo=second).count() == 3 and missing(repo.tenant) == 0
    assert set(Embedding.objects.values_list("pk", flat=True)) == made


def test_what_changed_has_no_old_vector_and_what_moved_keeps_its_own() -> None:
    repo = with_vectors(make_repo())
    numbers = dict(PassageVector.objects.values_list("passage__anchor", "pk"))
    moved = msgspec.structs.replace(SHOP[0], line=40, start_line=40, end_line=41)
    changed = make_capsule("shop/oven.py#bake", "def bake(): return cold_water()")
    make_passages(repo, [moved, changed], "second")
    assert dict(PassageVector.objects.values_list("passage__anchor", "pk")) == {moved.symbol: numbers[moved.symbol]}
    assert missing(repo.tenant) == 1
    assert embed_passages(repo.tenant, always) and missing(repo.tenant) == 0


def test_a_text_that_comes_back_is_not_embedded_again() -> None:
    repo = with_vectors(make_repo())
    make_passages(repo, SHOP[:1], "second")
    assert PassageVector.objects.count() == 1
    make_passages(repo, SHOP, "third")
    assert PassageVector.objects.count() == 3 and missing(repo.tenant) == 0 and Embedding.objects.count() == 3


def test_code_that_changes_behind_what_the_model_reads_keeps_its_vector() -> None:
    repo, long = make_repo(), "def long(): " + "return first_of_all() " * 200
    with_vectors(repo, [make_capsule("long.py#long", long)])
    make_passages(repo, [make_capsule("long.py#long", long + "return last()")], "second")
    assert missing(repo.tenant) == 0 and Embedding.objects.count() == 1


def test_all_of_a_long_section_counts() -> None:
    tenant = make_tenant()
    filler = "Orders are kept for ten years, as the law asks of every shop in the country. " * 20
    text = make_text()
    for end in ("", "The oven is heated with wood pellets, which burn for two hours."):
        section = dataclasses.replace(text.sections[0], markdown=f"{filler}\n\n{end}\n")
        document = dataclasses.replace(text, sections=(section,))
        services.index_document(repo=make_repo(tenant), commit_sha=sha("first"), text=document)
    assert embed_passages(tenant, always)
    vector = embed_question(tenant, "how is the oven heated")
    assert vector is not None
    best, second = vector_leg(tenant, selectors.indexed_sources(tenant), vector, scope=EVERYWHERE)
    assert "oven" in Passage.objects.get(pk=best.passage).text and best.score > second.score + 0.02


def test_filters_of_a_scope_hold() -> None:
    tenant = make_tenant()
    one, other = with_vectors(make_repo(tenant)), make_repo(tenant)
    with_vectors(other, [make_capsule("lib/oven.py#Oven", "class Oven: pass", kind="class")])
    assert found(tenant, "oven", Scope(repos=(other.pk,))) == ["lib/oven.py#Oven"]
    assert found(tenant, "oven", Scope(kinds=("class",))) == ["lib/oven.py#Oven"]
    assert found(tenant, "oven", Scope(path="shop/oven.py")) == ["shop/oven.py#bake"]
    assert found(tenant, "oven", Scope(repos=())) == []
    assert one.pk != other.pk


def random_vectors(repo: Repo, count: int) -> np.ndarray:
    """Many passages with vectors of chance."""
    make_passages(repo, [make_capsule(f"many/{number}.py#f{number}", f"def f{number}(): ...") for number in range(count)])
    index = services.open_index(tenant=repo.tenant, model=embedder())
    waiting = selectors.texts_to_embed(index, selectors.passages_without_vector(index, count), 112)
    vectors = np.random.default_rng(1).normal(size=(count, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    services.store_vectors(index=index, passages=waiting, vectors=vectors)
    return vectors


def test_of_many_the_index_is_asked_and_gives_nearly_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    repo = make_repo()
    vectors = random_vectors(repo, 700)
    sources = selectors.indexed_sources(repo.tenant)
    truth = [vector_leg(repo.tenant, sources, vector, scope=EVERYWHERE, limit=10) for vector in vectors[:20]]
    monkeypatch.setattr(leg, "EXACT", 100)
    monkeypatch.setattr(leg, "INDEX_BEGINS", 0)
    monkeypatch.setattr(leg, "COMPARED", 100.0)
    asked = [vector_leg(repo.tenant, sources, vector, scope=EVERYWHERE, limit=10) for vector in vectors[:20]]
    assert all(hits[0].score == pytest.approx(1, abs=0.01) for hits in truth)
    same = sum(len({hit.passage for hit in a} & {hit.passage for hit in b}) for a, b in zip(truth, asked, strict=True))
    assert same >= 190
    # A filter that nearly nothing passes: what the index does not give is looked for one by one.
    scope = Scope(path="many/699.py")
    assert len(vector_leg(repo.tenant, sources, vectors[0], scope=scope, limit=10)) == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('enable_sort'), current_setting('enable_seqscan')")
        assert cursor.fetchone() == ("on", "on")


def test_a_small_team_beside_a_large_one_gets_as_many_as_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = make_repo(), make_repo()
    vectors = random_vectors(large, 600)
    random_vectors(small, 50)
    for exact in (5_000, 10):  # one by one, and by the index
        monkeypatch.setattr(leg, "EXACT", exact)
        hits = vector_leg(small.tenant, selectors.indexed_sources(small.tenant), vectors[7], scope=EVERYWHERE, limit=20)
        assert len(hits) == 20
        own = set(Passage.objects.filter(tenant=small.tenant).values_list("pk", flat=True))
        assert {hit.passage for hit in hits} <= own


@pytest.fixture
def other_model(settings):
    """A server's model is configured."""
    with EmbeddingsServer() as server:
        settings.EMBEDDING_URL, settings.EMBEDDING_MODEL, settings.EMBEDDING_KEY = server.url, "bge-m3", ""
        settings.EMBEDDING_DIMENSIONS = server.dimensions
        yield server


@pytest.mark.django_db(transaction=True)  # an index is made while rows of another are there
def test_another_model_is_built_beside_the_current_one_and_takes_its_place_when_whole(settings, other_model) -> None:
    address, settings.EMBEDDING_URL = settings.EMBEDDING_URL, ""
    many = [make_capsule(f"many/{number}.py#f{number}", f"def f{number}(): ...") for number in range(70)]
    repo = with_vectors(make_repo(), many)
    old = VectorIndex.objects.select_related("model").get(is_current=True)
    settings.EMBEDDING_URL = address
    steps = iter([True, False])
    assert not embed_passages(repo.tenant, lambda: next(steps))
    assert VectorIndex.objects.get(is_current=True) == old
    assert missing(repo.tenant) == 0 and len(found(repo.tenant, "f7")) == 70  # asked of the old one all the while
    before = IndexedSource.objects.get(repo=repo).generation
    assert embed_passages(repo.tenant, always)
    current = VectorIndex.objects.get(tenant=repo.tenant)
    assert current.is_current and current.model.dimensions == 64
    assert set(PassageVector.objects.values_list("model", flat=True)) == {current.model_id}
    assert set(Embedding.objects.values_list("model", flat=True)) == {current.model_id}
    assert EmbeddingModel.objects.count() == 1 and IndexedSource.objects.get(repo=repo).generation > before
    assert found(repo.tenant, "many 7 f 7 def f7(): ...")[0] == "many/7.py#f7" and missing(repo.tenant) == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s), to_regclass(%s)", [old.model.index_name, current.model.index_name])
        assert [name is None for name in cursor.fetchone()] == [True, False]


def impatient(work: Callable[[], object]) -> None:
    """What would wait for others for seconds ends with an error."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
    work()


@pytest.mark.django_db(transaction=True)
def test_a_sync_and_the_first_vectors_of_a_model_never_wait_for_each_other() -> None:
    repo = make_repo()
    make_passages(repo, SHOP)
    sync = partial(impatient, lambda: make_passages(repo, SHOP[:1], "second"))
    with before_the_statement('FROM "search_indexedsource"', sync) as met:
        services.open_index(tenant=repo.tenant, model=embedder())
    assert met and set(Passage.objects.values_list("anchor", flat=True)) == {SHOP[0].symbol}


@pytest.mark.django_db(transaction=True)
def test_the_search_index_of_a_model_that_went_is_dropped_when_nobody_reads(settings, other_model) -> None:
    address, settings.EMBEDDING_URL = settings.EMBEDDING_URL, ""
    repo = with_vectors(make_repo())
    old = VectorIndex.objects.select_related("model").get()
    settings.EMBEDDING_URL = address

    def is_there() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT to_regclass(%s)", [old.model.index_name])
            return cursor.fetchone()[0] is not None

    with transaction.atomic():  # a search that takes its time
        assert PassageVector.objects.exists()
        together(1, lambda _number: impatient(lambda: embed_passages(repo.tenant, always)))
    assert EmbeddingModel.objects.get().pk != old.model_id and is_there()
    assert embed_passages(repo.tenant, always) and not is_there()


@pytest.mark.django_db(transaction=True)  # an index is made while rows of another are there
def test_a_model_that_can_not_be_asked_any_more_makes_room_at_once(settings, other_model) -> None:
    repo = with_vectors(make_repo())
    settings.EMBEDDING_URL = ""
    assert found(repo.tenant, "bread") == []
    assert embed_passages(repo.tenant, always)
    assert found(repo.tenant, "how long does a loaf stay in the heat")[0] == "shop/oven.py#bake"


def test_why_there_are_no_vectors_is_noted_until_there_are(other_model) -> None:
    repo = make_repo()
    make_passages(repo, SHOP)
    other_model.fault = "status:401"
    with pytest.raises(EmbeddingsUnavailable):
        embed_passages(repo.tenant, always)
    assert "EMBEDDING_KEY" in VectorIndex.objects.get().problem
    other_model.fault = ""
    assert embed_passages(repo.tenant, always)
    assert VectorIndex.objects.get().problem == "" and other_model.requests[-1][1] == "bge-m3"


def test_secrets_of_a_repository_are_no_more_in_what_is_sent_than_in_its_passages(other_model) -> None:
    repo = with_vectors(make_repo())
    assert sorted(other_model.texts) == sorted(
        text for row in SHOP for text in vector_texts(row.path, row.name, "", row.body, row.language, window=512)
    )
    assert missing(repo.tenant) == 0
