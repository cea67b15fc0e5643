"""A model behind an API is far away: while it is asked, no transaction is open, and no connection is held that others may need.

Watched from inside the model's own server, in PostgreSQL's list of its sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from apps.pipeline.embedding import embed_passages
from apps.tenants.models import Tenant
from tests.factories import make_capsule, make_member, make_passages, make_repo, make_tenant, make_token
from tests.servers.embeddings_api import EmbeddingsServer
from tests.servers.portal_http import Portal

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = "how is an order baked"
PLAIN = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
_SESSIONS = (
    "SELECT state, xact_start IS NOT NULL, query FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> %s AND backend_type = 'client backend'"
)


class Watched:
    """What PostgreSQL said of all sessions but the test's own each time the model was asked."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._own = cursor.fetchone()[0]
        self.seen: list[list[tuple[Any, ...]]] = []

    def __call__(self) -> None:
        """In the server's thread, on a connection of its own."""
        try:
            with connection.cursor() as cursor:
                cursor.execute(_SESSIONS, [self._own])
                self.seen.append(cursor.fetchall())
        finally:
            connection.close()


@pytest.fixture
def tenant(settings: Any) -> Iterator[tuple[Tenant, EmbeddingsServer]]:
    """A team whose vectors come from a server."""
    tenant = make_tenant()
    with EmbeddingsServer() as server:
        settings.EMBEDDING_URL, settings.EMBEDDING_MODEL, settings.EMBEDDING_KEY = server.url, "bge-m3", ""
        settings.EMBEDDING_DIMENSIONS = server.dimensions
        make_passages(make_repo(tenant), [make_capsule("shop/oven.py#bake", "def bake(order): return order.baked()")])
        assert embed_passages(tenant, lambda: True)
        yield tenant, server


Call = Callable[[str, str, str, str], httpx2.Response]


def _api(method: str, path: str) -> Call:
    def call(url: str, token: str, _slug: str, _cookie: str) -> httpx2.Response:
        asked = {"params": {"q": ASKED}} if method == "GET" else {"json": {"q": ASKED}}
        headers = {"Authorization": f"Bearer {token}"}
        return httpx2.request(method, f"{url}/api/v1/{path}", headers=headers, timeout=60, **asked)

    return call


def _tool(name: str, field: str) -> Call:
    def call(url: str, token: str, _slug: str, _cookie: str) -> httpx2.Response:
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": {field: ASKED}}}
        return httpx2.post(f"{url}/mcp", json=body, headers={**PLAIN, "Authorization": f"Bearer {token}"}, timeout=60)

    return call


def _page(query: str, **headers: str) -> Call:
    def call(url: str, _token: str, slug: str, cookie: str) -> httpx2.Response:
        address = f"{url}/t/{slug}/search/?q={ASKED.replace(' ', '+')}{query}"
        return httpx2.get(address, headers={"Cookie": cookie, **headers}, timeout=60)

    return call


DOORS: dict[str, Call] = {
    "search": _api("GET", "search"),
    "search by post": _api("POST", "search"),
    "context": _api("GET", "context"),
    "context by post": _api("POST", "context"),
    "ask": _api("POST", "ask"),
    "ask as a stream": _api("POST", "ask/stream"),
    "tool search": _tool("search", "query"),
    "tool context": _tool("context", "question"),
    "page": _page(""),
    "list of the bar": _page("&in=bar", **{"HX-Request": "true"}),
}


def test_at_every_door_a_question_is_embedded_outside_of_transactions(tenant: tuple[Tenant, EmbeddingsServer]) -> None:
    team, server = tenant
    member = make_member(team)
    token = make_token(team, member, ["read", "ask"])
    client = Client()
    client.force_login(member)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    with Portal() as portal:
        for name, door in DOORS.items():
            cache.clear()  # contexts are kept for a minute
            watched = server.watch = Watched()
            answer = door(portal.url, token, team.slug, cookie)
            assert answer.status_code == 200 and "bake" in answer.text, (name, answer.text[:300])
            assert len(watched.seen) == 1, name
            assert watched.seen == [[]], f"{name}: sessions were held while the model was asked"
