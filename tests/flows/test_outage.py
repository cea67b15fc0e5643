"""A real server whose database goes and comes back: one sentence at every door, in the shape of each, and no trace of the cause."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from apps.pipeline.triggers import request_sync
from apps.repos import selectors, services
from apps.tenants import outage
from tests.factories import make_member, make_passages, make_repo, make_tenant, make_token, make_version
from tests.flows.processes import Process, environment, wait_until
from tests.flows.shop import Shop
from tests.servers.messages_api import KEY, MessagesServer, Reply
from tests.servers.relay import Relay

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
SECRETS = ("Traceback", "psycopg", "OperationalError", "127.0.0.1", "connection", "password")


@dataclass
class Server:
    """A portal in a process of its own, which reaches its database by a relay only."""

    url: str
    relay: Relay
    process: Process
    token: str
    cookie: str

    def send(self, method: str, path: str, *, token: bool = True, **options: Any) -> httpx2.Response:
        known = {"Authorization": f"Bearer {self.token}"} if token else {"Cookie": self.cookie}
        return httpx2.request(method, self.url + path, headers={**PLAIN, **known}, timeout=60, **options)

    def is_up(self) -> bool:
        try:
            return httpx2.get(f"{self.url}/sign-in/", timeout=60).status_code == 200
        except httpx2.TransportError:
            assert self.process.process.poll() is None, self.process.output()
            return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.fixture
def model() -> Iterator[MessagesServer]:
    """A language model that stops in the middle of its answer until its gate is opened."""
    with MessagesServer(Reply(pieces=("It bakes ", "bread [1]."), gate=threading.Event())) as served:
        yield served


@pytest.fixture
def server(tmp_path: Path, model: MessagesServer) -> Iterator[Server]:
    cache.clear()
    tenant = make_tenant("bakers")
    repo = make_repo(tenant, "shop")
    make_version(repo, "bread")
    make_passages(repo)
    member = make_member(tenant)
    client = Client()
    client.force_login(member)
    token = make_token(tenant, member, ["read", "ask"])
    told, port = connection.settings_dict, free_port()
    with Relay(told["HOST"], told["PORT"]) as relay:
        state = tmp_path / "state"
        state.mkdir()
        address = f"{environment(state)['DATABASE_URL']} host=127.0.0.1 port={relay.port}"
        named = {"DATABASE_URL": address, "LLM_API_KEY": KEY, "LLM_BASE_URL": model.url}
        program = ["portal.asgi:application", "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
        with Process(*program, state=state, module="uvicorn", **named) as process:
            cookie = f"sessionid={client.cookies['sessionid'].value}"
            found = Server(f"http://127.0.0.1:{port}", relay, process, token, cookie)
            wait_until(found.is_up, 60, "the server did not start")
            yield found


CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "repositories", "arguments": {}}}
ASKED = {"json": {"q": "create_order"}}
DOORS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/mcp", {"json": CALL}),
    ("POST", "/mcp/bakers", {"json": CALL}),
    ("GET", "/api/v1/me", {}),
    ("GET", "/api/v1/search?q=create_order", {}),
    ("POST", "/api/v1/context", ASKED),
    ("POST", "/api/v1/ask/stream", ASKED),
    ("GET", "/t/bakers/r/shop/document.md", {}),
    ("GET", "/t/bakers/llms.txt", {}),
    ("GET", "/llms.txt", {}),
]
PAGES = ("/", "/t/bakers/", "/t/bakers/r/shop/", "/t/bakers/search/?q=bread", "/t/bakers/r/shop/document.md")


def sentence(path: str, answer: httpx2.Response) -> str:
    """What an answer says, read as its protocol has it."""
    if path.startswith("/mcp"):
        body = answer.json()
        assert body["jsonrpc"] == "2.0" and body["error"]["code"] == -32603
        return str(body["error"]["message"])
    if path.startswith("/api/"):
        assert answer.json()["error"]["code"] == outage.CODE
        return str(answer.json()["error"]["message"])
    assert answer.headers["Content-Type"].startswith("text/plain")
    return answer.text.strip()


def test_without_its_database_every_door_says_so_and_all_are_open_again_with_it(server: Server) -> None:
    def answers() -> list[httpx2.Response]:
        return [
            server.send("POST", path, **options) if method == "POST" else server.send("GET", path)
            for method, path, options in DOORS
            if not path.endswith("stream")  # the model would wait
        ]

    assert {answer.status_code for answer in answers()} == {200}
    server.relay.cut()
    for method, path, options in DOORS:
        answer = server.send(method, path, **options)
        assert answer.status_code == 503 and answer.headers["Retry-After"] == "5", (path, answer.text)
        assert sentence(path, answer) == outage.MESSAGE, path
        assert not [word for word in SECRETS if word in answer.text], path
    for path in PAGES:
        answer = server.send("GET", path, token=False)
        assert answer.status_code == 503 and answer.headers["Retry-After"] == "5", (path, answer.text)
        assert "out of reach" in answer.text and not [word for word in SECRETS if word in answer.text], path
    server.relay.mend()
    assert {answer.status_code for answer in answers()} == {200}
    assert {server.send("GET", path, token=False).status_code for path in PAGES[1:]} == {200}


def test_a_stream_whose_records_go_ends_with_a_sentence(server: Server, model: MessagesServer) -> None:
    events: list[tuple[str, dict[str, Any]]] = []
    headers = {**PLAIN, "Authorization": f"Bearer {server.token}"}
    with httpx2.stream("POST", f"{server.url}/api/v1/ask/stream", json=ASKED["json"], headers=headers, timeout=60) as answer:
        kind = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                events.append((kind, json.loads(line.removeprefix("data: "))))
                if kind == "started":
                    wait_until(lambda: bool(model.prompts), 30, "the model was not asked")
                    server.relay.cut()
                    gate = model.replies[0].gate
                    assert gate is not None
                    gate.set()
    assert events[0][0] == "started" and events[-1][0] == "failed"
    assert events[-1][1] == {"kind": "failed", "code": outage.CODE, "message": outage.MESSAGE}


def test_a_sync_that_loses_its_database_is_taken_up_when_that_is_back(tmp_path: Path) -> None:
    shop, tenant = Shop(tmp_path), make_tenant("bakers")
    repo = services.register_local_repo(tenant=tenant, path=str(shop.bare))
    sync = request_sync(tenant=tenant, repo=repo, trigger="manual")
    told = connection.settings_dict
    with Relay(told["HOST"], told["PORT"]) as relay:
        address = f"{environment(tmp_path)['DATABASE_URL']} host=127.0.0.1 port={relay.port}"
        with Process("worker", state=tmp_path, DATABASE_URL=address) as worker:
            wait_until(lambda: selectors.sync(tenant, sync.pk).state == "running", 60, f"not begun:\n{worker.output()}")
            relay.cut()
            wait_until(lambda: "lost its records" in worker.output(), 60, f"not noticed:\n{worker.output()}")
            assert selectors.sync(tenant, sync.pk).state == "running"
            relay.mend()
            wait_until(
                lambda: selectors.sync(tenant, sync.pk).state not in ("waiting", "running"),
                120,
                f"not taken up:\n{worker.output()}",
            )
    assert [(one.state, one.attempts) for one in selectors.syncs(tenant, repo)] == [("done", 2)]
