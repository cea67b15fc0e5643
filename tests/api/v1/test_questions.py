"""Search, context and answers over the API; questions that broke other tools."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import httpx2
import pytest
from django.db import connection
from django.test import AsyncClient

from apps.search.models import Question
from apps.tenants import services
from apps.tenants.models import ApiToken
from tests.api.v1.conftest import Caller, World
from tests.factories import make_token
from tests.servers.messages_api import KEY, MessagesServer, Reply
from tests.servers.portal_http import Portal

BAD = (
    "", " ", "\t\n", "x" * 10_000, "x" * 10_001, 'say "bread', "foo AND", "foo OR", "NOT", "(", ")", "'", "''; DROP TABLE passages; --",
    "/(a+)+$/", "/" + "(" * 50 + "/", "/[/", "/(?=x)/", "(a|a)*b" * 200, "%", "_", "\\", "🍞🥖", "مرحبا بالعالم", "שלום", "\u202e\u200f",
    "a:b:*&|!<->", "c++ c# f# .net", "日本語", "é" * 500, "/" * 300, '"' * 301, ":" * 99, "file.py:99999999999999999999",
)  # fmt: skip


def test_search_says_why_and_of_which_commit(world: World) -> None:
    found = world.caller.ok("/search", q="create_order")
    best = found["hits"][0]
    assert best["anchor"] == "shop/main.py#create_order" and best["repo"] == "shop" and best["reasons"][0]["leg"] == "exact"
    assert {state["repo"] for state in found["sources"]} == {"shop"} and all(state["commit"] for state in found["sources"])
    assert world.caller.post("/search", {"q": "create_order"}).json() == found
    assert len(world.caller.ok("/search", q="create_order", limit=1)["hits"]) == 1
    assert world.caller.ok("/search", q="create_order", source_type="docs")["hits"] == []
    assert world.caller.ok("/search", q="create_order", repo="shop", kind="function")["hits"]


def test_the_text_of_a_document_has_no_marks_of_ours(world: World) -> None:
    found = world.caller.ok("/search", q='"Sells cake"')
    assert found["documents"] and not [hit for hit in found["documents"] if "cite:" in hit["text"]]


def test_a_context_keeps_to_its_budget(world: World) -> None:
    found = world.caller.ok("/context", q="create_order", budget=200)
    assert 0 < found["tokens"] <= 200 and found["budget"] == 200 and found["text"] and found["citations"]
    assert world.caller.post("/context", {"q": "create_order", "budget": 200.0}).json() == found
    assert world.caller.ok("/context", q="what breaks if I change bake", task="refactor")["task"] == "refactor"


def test_bad_questions_get_results_none_or_one_sentence(world: World, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "ask": 1_000}
    for question in BAD:
        for response in (
            world.caller.get("/search", q=question),
            world.caller.post("/search", {"q": question}),
            world.caller.post("/context", {"q": question}),
            world.caller.post("/ask", {"q": question}),
        ):
            assert response.status_code in (200, 422), (question, response.content)
            if response.status_code == 422:
                message = response.json()["error"]["message"]
                assert message.endswith(".") and "\n" not in message and len(message) < 300, question


def test_an_answer_with_its_citations(world: World) -> None:
    response = world.caller.post("/ask", {"q": "create_order"})
    found = response.json()
    assert response.status_code == 200 and found["outcome"] == "answered" and found["citations"][0]["repo"] == "shop"
    row = Question.objects.get(tenant=world.tenant)
    assert row.pk == found["id"] and found["question"] == "create_order"
    assert Caller(make_token(world.tenant, world.owner, ["read"])).post("/ask", {"q": "x"}).status_code == 403
    assert Question.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_an_answer_while_it_is_written(world: World) -> None:
    headers = {"Authorization": world.caller.headers["Authorization"], "Accept-Encoding": "gzip"}

    async def streamed(body: dict[str, Any]) -> tuple[int, str, bytes]:
        response = await AsyncClient().post("/api/v1/ask/stream", body, content_type="application/json", headers=headers)
        if not response.streaming:
            return response.status_code, response["Content-Type"], response.content
        return response.status_code, response["Content-Type"], b"".join([piece async for piece in response.streaming_content])

    status, kind, text = asyncio.run(streamed({"q": "create_order"}))
    assert (status, kind) == (200, "text/event-stream")
    events = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.decode().split("\n\n") if block]
    kinds = [event["event"] for event in events]
    assert kinds[0] == "started" and kinds[-1] == "finished" and "sentence" in kinds
    assert all(json.loads(event["data"])["kind"] == event["event"] for event in events)
    assert asyncio.run(streamed({"q": "/[/"}))[0] == 422
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_token_that_ends_within_an_answer_is_refused_from_the_next_request_on(world: World, settings: Any) -> None:
    token = make_token(world.tenant, world.owner, ["ask"])
    headers = {"Authorization": f"Bearer {token}"}
    gate = threading.Event()
    with MessagesServer(Reply(pieces=("It makes ", "an order [1]."), gate=gate)) as model, Portal() as portal:
        settings.LLM_API_KEY, settings.LLM_BASE_URL = KEY, model.url
        address = f"{portal.url}/api/v1/ask/stream"
        with httpx2.stream("POST", address, json={"q": "create_order"}, headers=headers, timeout=60) as answer:
            kinds = []
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    kinds.append(line.removeprefix("event: "))
                    if kinds == ["started"]:
                        row = ApiToken.objects.get(prefix=token[:11])
                        services.revoke_token(token=row, actor=world.owner)
                        gate.set()
        assert kinds[0] == "started" and kinds[-1] == "finished"
        refused = httpx2.post(address, json={"q": "create_order"}, headers=headers, timeout=60)
        assert refused.status_code == 401 and len(model.prompts) == 1
