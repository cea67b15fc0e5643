"""What an assistant gets, through the SDK's own client over real HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from tests import factories
from tests.api.mcp.conftest import Team
from tests.servers.portal_http import Portal

Found = TypeVar("Found")


def with_client(
    portal: Portal, token: str, work: Callable[[Client], Awaitable[Found]], *, mode: str = "auto", at: str = "/mcp"
) -> Found:
    async def talk() -> Found:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(streamable_http_client(portal.url + at, http_client=http), mode=mode) as client,
        ):
            return await work(client)

    return anyio.run(talk)


def call(portal: Portal, token: str, name: str, **given: Any) -> CallToolResult:
    return with_client(portal, token, lambda client: client.call_tool(name, given))


def text_of(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize("mode", ["auto", "legacy", "2026-07-28"])
def test_the_tools_are_few_read_only_and_described(team: Team, portal: Portal, mode: str) -> None:
    tools = with_client(portal, team.token, lambda client: client.list_tools(), mode=mode).tools
    assert 3 <= len(tools) <= 5
    for tool in tools:
        assert tool.annotations is not None and tool.annotations.read_only_hint and not tool.annotations.destructive_hint
        assert tool.description and len(tool.description) < 700
        assert all(value.get("description") for value in tool.input_schema["properties"].values())


def test_a_document_by_section_names_commit_and_staleness(team: Team, portal: Portal) -> None:
    result = call(portal, team.token, "document", repository="bakers-shop", section="purpose")
    text = text_of(result)
    assert not result.is_error
    assert "Sells bread" in text and "## 1. Purpose" in text and "## 2." not in text
    assert f"Source: {team.repo.slug}, branch" in text and factories.sha("bread")[:12] in text
    assert "unknown how far behind" in text  # the branch was never looked at
    assert result.meta is not None and result.meta["repolore/untrusted"] is True
