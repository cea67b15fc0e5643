"""The context of an answer: the five views over real rows, their budgets, and what the cache may not hide."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from django.core.cache import cache
from django.db.models import F

from apps.codegraph import services as codegraph
from apps.engine import facts
from apps.engine.compression import BUDGETS, Context
from apps.integrations.tokens import TOKENIZER, count_tokens
from apps.pipeline.embedding import embed_passages
from apps.repos.models import Repo
from apps.search import services as search
from apps.search.context import context
from apps.search.models import IndexedSource, Passage
from apps.search.retrieve import QueryRefused
from apps.search.scope import Scope
from apps.tenants.models import Tenant
from tests import factories
from tests.servers.embeddings_api import EmbeddingsServer

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


def test_what_documents_cite_is_of_a_commit_too_where_no_code_was_found():
    tenant = factories.make_tenant()
    repo = indexed(tenant)
    text = factories.make_text("shop", "bread")
    cited = replace(text.sections[0], markdown=f"Zymurgy of loaves: [orders](cite:{SYMBOLS['create']}).\n")
    sections = (cited, *text.sections[1:])
    search.index_document(repo=repo, commit_sha=factories.sha("first"), text=replace(text, sections=sections))
    found = asked(tenant, "zymurgy", task="architecture")
    of_code = [one for one in found.citations if one.source_type == "git"]
    assert [one.anchor for one in of_code] == [SYMBOLS["create"]]
    assert {one.commit for one in found.citations} == {factories.sha("first")}


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


def test_the_same_question_is_answered_from_the_cache_and_a_new_index_is_seen_by_the_very_next_call():
    tenant = factories.make_tenant()
    repo = indexed(tenant)
    first = asked(tenant, task="code_query")
    Passage.objects.filter(tenant=tenant, anchor=SYMBOLS["create"]).delete()  # behind the index's back
    assert asked(tenant, task="code_query") == first
    newer = CREATE.replace("Order(cart)", "Order(cart, now())")
    indexed(tenant, commit="second", create=newer)
    assert newer.strip() in asked(tenant, task="code_query").text
    IndexedSource.objects.filter(tenant=tenant, repo=repo).update(generation=F("generation") + 1)  # as new vectors do
    Passage.objects.filter(tenant=tenant, anchor=SYMBOLS["create"]).delete()
    assert SYMBOLS["create"] not in {item.anchor for item in asked(tenant, task="code_query").citations}


def test_whatever_an_answer_hangs_on_is_in_its_key():
    tenant = factories.make_tenant()
    repo, other = indexed(tenant), indexed(tenant, "bakery")
    answers = [
        asked(tenant, task="code_query"),
        asked(tenant, task="refactor"),
        asked(tenant, task="code_query", budget=120),
        asked(tenant, "bake", task="code_query"),
        asked(tenant, task="code_query", scope=Scope(repos=(repo.pk,))),
        asked(tenant, task="code_query", scope=Scope(repos=(other.pk,))),
        asked(tenant, task="code_query", scope=Scope(path="shop/oven.py")),
    ]
    assert len({msgspec.json.encode(answer) for answer in answers}) == len(answers)
    Repo.objects.filter(pk=repo.pk).update(head_sha=factories.sha("pushed"))
    assert {source.state for source in asked(tenant, task="code_query").sources if source.repo == repo.slug} == {"behind"}


def test_nothing_crosses_tenants():
    ours, theirs = factories.make_tenant(), factories.make_tenant()
    indexed(ours)
    assert asked(ours).blocks
    assert asked(theirs).blocks == () and asked(theirs).sources == ()
    indexed(theirs, create=CREATE.replace("Order", "Secret"))
    assert "Secret" in asked(theirs).text and "Secret" not in asked(ours).text


def test_without_the_cache_the_answer_is_made_each_time(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    tenant = factories.make_tenant()
    indexed(tenant)
    assert asked(tenant).blocks == asked(tenant).blocks != ()


def test_what_another_release_kept_is_made_again():
    tenant = factories.make_tenant()
    indexed(tenant)
    first = asked(tenant)
    keys = cache._cache.get_client().keys(f"*context:{tenant.pk}:*")
    assert len(keys) == 1
    cache.set(keys[0].decode().partition(":1:")[2], msgspec.msgpack.encode({"question": "of another shape"}), 60)
    assert asked(tenant) == first


def test_a_file_s_map_and_the_places_a_document_cites():
    tenant = factories.make_tenant()
    indexed(tenant)
    mapped = asked(tenant, task="search")
    assert "- [1] `create_order`:1 ● Turn a cart into an order and have it baked." in mapped.text
    architecture = asked(tenant, "how does bread reach the shop: architecture of create_order", task="architecture")
    assert {item.source_type for item in architecture.citations} <= {"git", "system_artifact"}


def test_where_new_code_belongs():
    tenant = factories.make_tenant()
    indexed(tenant)
    found = asked(tenant, task="code_gen")
    assert "- `shop/orders.py`, next to `create_order`" in found.text and "- `shop/` (3 files)" in found.text


def test_callers_that_are_not_known_are_said_to_be_unknown_in_the_reader_s_language():
    tenant = factories.make_tenant()
    indexed(tenant)
    english = asked(tenant, "checkout", task="code_query")
    assert "Called by: nothing, as far as the whole repository was followed." in english.text


def test_what_can_t_be_searched_is_refused():
    with pytest.raises(QueryRefused):
        asked(factories.make_tenant(), "")


@pytest.mark.django_db(transaction=True)  # an index is made while rows of another are there
def test_an_answer_made_without_the_model_of_vectors_is_not_kept(settings):
    tenant = factories.make_tenant()
    with EmbeddingsServer() as server:
        settings.EMBEDDING_URL, settings.EMBEDDING_MODEL, settings.EMBEDDING_KEY = server.url, "bge-m3", ""
        settings.EMBEDDING_DIMENSIONS = server.dimensions
        indexed(tenant)
        assert embed_passages(tenant, lambda: True)
        server.fault = "status:503"
        assert "vectors:unavailable" in asked(tenant, "how is an order baked", task="code_query").notes
        server.fault = ""
        assert "vectors:unavailable" not in asked(tenant, "how is an order baked", task="code_query").notes
