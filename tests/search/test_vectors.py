"""Vectors follow the text, are made once for each text of a tenant, and are searched inside the tenant only."""

from __future__ import annotations

import pytest

from apps.engine.facts import Capsule
from apps.pipeline.embedding import embed_passages
from apps.repos.models import Repo
from apps.search import selectors
from apps.search.legs.vector import embed_question, vector_leg
from apps.search.models import Embedding, Passage, PassageVector
from apps.search.scope import EVERYWHERE, Scope
from apps.tenants.models import Tenant
from tests.factories import make_capsule, make_passages, make_repo

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
