"""A team with a document, a graph and an index, a foreign team beside it, and the MCP server over real HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio
import httpx2
import pytest
from django.core.cache import cache
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, TextContent

from apps.repos.models import Repo
from apps.tenants import services as tenants
from apps.tenants.models import ApiToken, Tenant, User
from tests import factories
from tests.servers.portal_http import Portal

Found = TypeVar("Found")


@dataclass(frozen=True)
class Team:
    """A tenant with two repositories, and a member's token that reads both."""

    tenant: Tenant
    repo: Repo
    other: Repo
    member: User
    row: ApiToken
    token: str


def make_team(slug: str) -> Team:
    tenant = factories.make_tenant(slug)
    repo = factories.make_repo(tenant, f"{slug}-shop")
    other = factories.make_repo(tenant, f"{slug}-tools")
    factories.make_commit(repo, "bread")
    factories.make_version(repo, "bread")
    for each in (repo, other):
        name = f"{slug}_oven" if each is repo else f"{slug}_hammer"
        factories.make_passages(each, [factories.make_capsule(f"shop/{name}.py#{name}", f"def {name}(): ...\n")], commit="bread")
    member = factories.make_member(tenant, "reader", f"{slug}-reader")
    row, text = tenants.create_token(tenant=tenant, actor=member, name="assistant", scopes=["read"])
    return Team(tenant, repo, other, member, row, text)


@pytest.fixture
def team(transactional_db: None) -> Team:
    cache.clear()  # wrong tokens of other tests came from the same address
    return make_team("bakers")


@pytest.fixture
def foreign(transactional_db: None) -> Team:
    return make_team("butchers")


@pytest.fixture
def portal() -> Iterator[Portal]:
    with Portal() as served:
        yield served


def with_client(
    portal: Portal, token: str, work: Callable[[Client], Awaitable[Found]], *, mode: str = "auto", at: str = "/mcp"
) -> Found:
    """What the SDK's own client is told."""

    async def talk() -> Found:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=20) as http,
            Client(streamable_http_client(portal.url + at, http_client=http), mode=mode) as client,
        ):
            return await work(client)

    return anyio.run(talk)


def call(portal: Portal, token: str, name: str, **given: Any) -> CallToolResult:
    """One call of a tool."""
    return with_client(portal, token, lambda client: client.call_tool(name, given))


def failure(portal: Portal, token: str, name: str, *, mode: str = "auto", **given: Any) -> str:
    """The words of the protocol error that a call ends with."""

    async def asked(client: Client) -> str:
        try:
            await client.call_tool(name, given)
        except MCPError as error:
            return str(error)
        return ""

    return with_client(portal, token, asked, mode=mode)


def text_of(result: CallToolResult) -> str:
    """The one text of a result."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text
