"""The context of an answer: the five views over real rows, their budgets, and what the cache may not hide."""

from __future__ import annotations

import pytest

from apps.codegraph import services as codegraph
from apps.engine import facts
from apps.engine.compression import BUDGETS, Context
from apps.integrations.tokens import TOKENIZER, count_tokens
from apps.repos.models import Repo
from apps.search import services as search
from apps.search.context import context
from apps.search.scope import Scope
from apps.tenants.models import Tenant
from tests import factories

pytestmark = pytest.mark.django_db

CREATE = '''def create_order(cart, baker):
    """Turn a cart into an order and have it baked."""
    order = Order(cart)
    bake(order, baker)
    return order
'''
BAKE = '''def bake(order, baker):
    """Bake what was ordered."""
    baker.heat()
    return baker.put(order)
'''
CHECKOUT = """def checkout(request):
    return create_order(request.cart, request.baker)
"""
SYMBOLS = {"create": "shop/orders.py#create_order", "bake": "shop/oven.py#bake", "checkout": "shop/web.py#checkout"}


def capsules(**bodies: str) -> list[facts.Capsule]:
    """The shop: a view calls what makes orders, which calls the oven."""
    given = {"create": CREATE, "bake": BAKE, "checkout": CHECKOUT, **bodies}
    found = []
    for name, body in given.items():
        symbol = SYMBOLS[name]
        lines = body.count("\n")
        said = body.split('"""')[1] if '"""' in body else ""
        found.append(
            factories.make_capsule(
                symbol, body.rstrip("\n"), start_line=1, end_line=lines, signature=body.split(":\n")[0], docstring=said,
                parent=symbol.partition("#")[0],
            )
        )  # fmt: skip
    return found


def indexed(tenant: Tenant, name: str = "shop", *, commit: str = "first", **bodies: str) -> Repo:
    """A repository with graph, document and passages, all of one commit."""
    repo = Repo.objects.filter(tenant=tenant, name=name).first() or factories.make_repo(tenant, name)
    version = factories.make_version(repo, commit=commit)
    found = capsules(**bodies)
    codegraph.replace_graph(
        repo=repo,
        commit_sha=factories.sha(commit),
        extractor="1",
        sheet=factories.make_sheet(name, files=tuple(facts.FileEntry(item.path, "Python", 10) for item in found)),
        capsules=found,
        edges=[
            facts.Edge(SYMBOLS["create"], "calls", SYMBOLS["bake"], 4),
            facts.Edge(SYMBOLS["checkout"], "calls", SYMBOLS["create"], 2),
        ],
        files=[factories.make_file_row(item.path) for item in found],
    )
    search.index_code(repo=repo, commit_sha=factories.sha(commit), capsules=found, roles={item.path: "code" for item in found})
    search.index_document(repo=repo, commit_sha=version.commit_sha, text=factories.make_text(name))
    Repo.objects.filter(pk=repo.pk).update(head_sha=factories.sha(commit))
    return repo


def asked(tenant: Tenant, question: str = "create_order", **values: object) -> Context:
    return context(tenant, question, **values)  # type: ignore[arg-type]


def test_code_query_gives_the_first_capsule_whole_and_who_calls_it():
    tenant = factories.make_tenant()
    indexed(tenant)
    found = asked(tenant, task="code_query")
    assert found.task == "code_query" and found.budget == BUDGETS["code_query"].ceiling
    assert CREATE.strip() in found.text
    assert "Called by: `checkout`" in found.text and "Calls: `bake`" in found.text
    assert found.blocks[0].part == "whole" and found.citations[0].anchor == SYMBOLS["create"]
    assert found.citations[0].commit == factories.sha("first")


def test_refactor_gives_target_callers_and_callees():
    tenant = factories.make_tenant()
    indexed(tenant)
    found = asked(tenant, task="refactor")
    headings = [line for line in found.text.splitlines() if line.startswith("## ")]
    assert headings[:3] == ["## To be changed", "## What calls it", "## What it calls"]
    for body in (CREATE, BAKE, CHECKOUT):
        assert body.strip() in found.text


def test_every_task_keeps_its_budget_and_says_how_it_was_counted():
    tenant = factories.make_tenant()
    indexed(tenant)
    for task in BUDGETS:
        for budget in (0, 5, 60, 150):
            found = asked(tenant, "how does create_order bake", task=task, budget=budget)
            assert found.tokens == count_tokens(found.text) <= (budget or BUDGETS[task].ceiling)
            assert found.tokenizer == TOKENIZER
            given = {item.anchor for item in found.citations} | {item.anchor for item in found.left_out}
            assert SYMBOLS["create"] in given


def test_no_more_than_the_token_may_see():
    tenant = factories.make_tenant()
    repo, other = indexed(tenant), indexed(tenant, "bakery")
    assert {item.repo for item in asked(tenant, scope=Scope(repos=(other.pk,))).citations} == {other.slug}
    assert {item.repo for item in asked(tenant, scope=Scope(repos=(repo.pk,))).citations} == {repo.slug}
    assert asked(tenant, scope=Scope(repos=())).blocks == ()
    assert asked(factories.make_tenant()).blocks == ()
