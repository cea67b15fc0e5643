"""A question finds what it names, says why and how true the index is; what can't be searched is refused with one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from apps.engine import facts
from apps.repos.models import Repo
from apps.search.retrieve import retrieve
from tests import factories

pytestmark = pytest.mark.django_db


def capsules() -> list[facts.Capsule]:
    made = factories.make_capsule
    return [
        made("shop/main.py", body="import oven", line=1, end_line=40),
        made("shop/main.py#Order", kind="class", body="class Order:", line=3, end_line=20),
        made("shop/main.py#Order.total", body="def total(self):\n    return sum(self.prices)", line=10, end_line=12),
        made(
            "shop/main.py#create_order", body="def create_order():\n    raise ValueError('no such bread')", line=30, end_line=32
        ),
        made("shop/oven.py#bake", body="def bake(dough):\n    return dough.rise()"),
        made("shop/oven.py#Oven.total", body="def total(self):\n    return self.heat"),
    ]


@pytest.fixture
def repo() -> Repo:
    repo = factories.make_repo(factories.make_tenant("bakers"), "shop")
    factories.make_passages(repo, capsules())
    return repo


def found(repo: Repo, question: str, **values: Any) -> list[str]:
    return [hit.anchor for hit in retrieve(repo.tenant, question, **values).hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("create_order", "shop/main.py#create_order"),
        ("CREATE_ORDER", "shop/main.py#create_order"),
        ("shop/main.py#Order.total", "shop/main.py#Order.total"),
        ("Order.total", "shop/main.py#Order.total"),
        ("Order::total()", "shop/main.py#Order.total"),
        ("shop.oven.Oven.total", "shop/oven.py#Oven.total"),
        ("Where is create_order called?", "shop/main.py#create_order"),
        ("what does `bake` return?", "shop/oven.py#bake"),
        ("shop/main.py", "shop/main.py"),
        ("main.py", "shop/main.py"),
        ("main.py:31", "shop/main.py#create_order"),
        ("shop/main.py:11", "shop/main.py#Order.total"),
        ('"no such bread"', "shop/main.py#create_order"),
        ("/sum\\(self\\.\\w+\\)/", "shop/main.py#Order.total"),
        ("/CLASS order/i", "shop/main.py#Order"),
    ],
)
def test_what_is_named_exactly_comes_first(repo: Repo, question: str, first: str) -> None:
    answer = retrieve(repo.tenant, question)
    assert answer.hits[0].anchor == first
    assert answer.hits[0].is_exact
    assert answer.hits[0].reasons[0].leg == "exact"
