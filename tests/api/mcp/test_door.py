"""Who may come in: asked at every request, closed where anything is in doubt."""

from __future__ import annotations

from typing import Any

import anyio
import httpx2
from django.core.cache import cache
from django.db import connection
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from apps.tenants import services as tenants
from apps.tenants.models import ApiToken, Membership
from apps.tenants.services.tokens import GUESSES
from tests import factories
from tests.api.mcp.conftest import Team, text_of, with_client
from tests.servers.portal_http import Portal

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "repositories", "arguments": {}}}
PLAIN = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def post(portal: Portal, token: str = "", body: Any = LIST, at: str = "/mcp", **headers: str) -> httpx2.Response:
    known = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx2.post(portal.url + at, json=body, headers={**PLAIN, **known, **headers}, timeout=20)


def test_a_token_opens_and_no_session_is_made(team: Team, portal: Portal) -> None:
    answer = post(portal, team.token)
    assert answer.status_code == 200 and len(answer.json()["result"]["tools"]) == 5
    assert "mcp-session-id" not in answer.headers
    for at in ("/mcp/", f"/mcp/{team.tenant.slug}", f"/mcp/{team.tenant.slug}/"):
        assert post(portal, team.token, at=at).status_code == 200
    assert team.repo.slug in post(portal, team.token, CALL).text


def test_without_a_token_nothing_is_said(team: Team, portal: Portal) -> None:
    headers = ["", "Bearer", "Bearer rl_" + "0" * 46, "Basic eDp5", "rl_x", "Bearer rl_%00", "Bearer a b c"]
    for header in headers:
        for body in (LIST, CALL, {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}, []):
            cache.clear()  # not what is tried here
            answer = post(portal, body=body, **({"Authorization": header} if header else {}))
            assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == 'Bearer realm="Repolore"', header
            assert team.tenant.slug not in answer.text and "tools" not in answer.text


def test_a_token_in_the_address_counts_for_nothing(team: Team, portal: Portal) -> None:
    for name in ("token", "access_token", "authorization"):
        assert post(portal, at=f"/mcp?{name}={team.token}").status_code == 401


def test_the_address_of_another_team_is_closed(team: Team, foreign: Team, portal: Portal) -> None:
    for at in (f"/mcp/{foreign.tenant.slug}", "/mcp/nobody", "/mcp/%2e%2e"):
        answer = post(portal, team.token, CALL, at=at)
        assert answer.status_code in (403, 404) and foreign.repo.slug not in answer.text


def test_a_token_that_may_not_read_is_refused(team: Team, portal: Portal) -> None:
    owner = factories.make_member(team.tenant, "owner")
    for scopes in (["ask"], ["sync"], ["admin"]):
        text = factories.make_token(team.tenant, owner, scopes=scopes)
        assert post(portal, text, CALL).status_code == 403


def test_a_session_of_the_portal_opens_nothing(team: Team, portal: Portal, client) -> None:
    client.force_login(team.member)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    assert post(portal, Cookie=cookie).status_code == 401


def test_pages_of_other_sites_are_refused_even_with_a_token(team: Team, portal: Portal) -> None:
    for origin in ("https://evil.example", "null", "http://localhost:1", "http://[", "file://"):
        assert post(portal, team.token, Origin=origin).status_code == 403, origin
    assert post(portal, team.token, Origin=portal.url).status_code == 200


def test_a_name_that_is_not_ours_is_not_answered(team: Team, portal: Portal) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "a b"):
        assert post(portal, team.token, Host=host).status_code in (400, 421), host


def test_only_post_is_answered(team: Team, portal: Portal) -> None:
    for method in ("GET", "DELETE", "PUT", "OPTIONS", "HEAD", "PATCH"):
        headers = {**PLAIN, "Authorization": f"Bearer {team.token}"}
        answer = httpx2.request(method, portal.url + "/mcp", headers=headers, timeout=20)
        assert answer.status_code == 405 and answer.headers["Allow"] == "POST", method


def revoke(row: ApiToken) -> None:
    """In a thread of its own, whose connection ends with it."""
    tenants.revoke_token(token=row, actor=None)
    connection.close()


def test_a_revoked_token_is_refused_in_the_middle_of_a_conversation(team: Team, portal: Portal) -> None:
    async def talk(row: ApiToken, token: str, mode: str) -> list[str]:
        said: list[str] = []
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(streamable_http_client(f"{portal.url}/mcp", http_client=http), mode=mode) as client,
        ):
            assert team.repo.slug in text_of(await client.call_tool("repositories", {}))
            await anyio.to_thread.run_sync(revoke, row)
            for _again in range(2):
                try:
                    said.append(text_of(await client.call_tool("repositories", {})))
                except MCPError as error:
                    said.append(f"refused: {error}")
        return said

    for mode in ("legacy", "2026-07-28"):
        row, token = tenants.create_token(tenant=team.tenant, actor=team.member, name=mode, scopes=["read"])
        assert all(words.startswith("refused: ") for words in anyio.run(talk, row, token, mode)), mode


def test_who_left_the_team_left_with_their_tokens(team: Team, portal: Portal) -> None:
    assert post(portal, team.token, CALL).status_code == 200
    Membership.objects.filter(user=team.member).delete()
    assert post(portal, team.token, CALL).status_code == 401


def test_somebody_elses_session_id_changes_nothing(team: Team, foreign: Team, portal: Portal) -> None:
    answer = post(portal, team.token, CALL, **{"Mcp-Session-Id": "0" * 32})
    assert answer.status_code == 200 and foreign.repo.slug not in answer.text


def test_guessing_is_locked_out_and_who_has_a_token_is_not(team: Team, portal: Portal) -> None:
    assert post(portal, team.token).status_code == 200
    answers = [post(portal, f"rl_{number:046d}") for number in range(GUESSES + 5)]
    assert {answer.status_code for answer in answers} == {401, 429} and int(answers[-1].headers["Retry-After"]) > 0
    assert post(portal, team.token).status_code == 200


def test_a_token_may_call_so_often_a_minute(team: Team, portal: Portal, settings) -> None:
    settings.API_RATES = {**settings.API_RATES, "read": 5}
    answers = [post(portal, team.token, CALL) for _number in range(12)]  # not all in one minute, where it just begins
    assert {answer.status_code for answer in answers} == {200, 429}
    assert answers[0].headers["RateLimit-Limit"] == "5" and int(answers[0].headers["RateLimit-Remaining"]) < 5
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert 0 < int(refused.headers["Retry-After"]) <= 60 and team.repo.slug not in refused.text
    _row, other = tenants.create_token(tenant=team.tenant, actor=team.member, name="other", scopes=["read"])
    assert post(portal, other, CALL).status_code == 200


def test_what_is_too_large_is_refused(team: Team, portal: Portal) -> None:
    body = {**CALL, "params": {"name": "search", "arguments": {"query": "x" * 300_000}}}
    assert post(portal, team.token, body).status_code == 413


def test_what_is_no_message_is_refused_and_the_server_lives(team: Team, portal: Portal) -> None:
    bodies = [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"jsonrpc":"2.0"}', b"[" * 50_000, b'{"id":' + b"9" * 5_000 + b"}"]
    headers = {**PLAIN, "Authorization": f"Bearer {team.token}"}
    for body in bodies:
        for more in ({}, {"MCP-Protocol-Version": "2026-07-28"}, {"MCP-Protocol-Version": "1999-01-01"}):
            answer = httpx2.post(portal.url + "/mcp", content=body, headers={**headers, **more}, timeout=20)
            assert 400 <= answer.status_code < 500, (body[:20], more)
    assert post(portal, team.token).status_code == 200


def test_pages_and_everything_else_are_still_django(team: Team, portal: Portal) -> None:
    assert "Sign in" in httpx2.get(f"{portal.url}/sign-in/", timeout=60).text  # the first page of a process loads them all
    for address in ("/mcp-nothing", "/mcp/a/b", "/%0Amcp"):
        assert httpx2.get(portal.url + address, timeout=60).status_code == 404


def test_many_calls_at_once_each_get_their_own_team(team: Team, foreign: Team, portal: Portal) -> None:
    async def one(http: httpx2.AsyncClient, asked: Team, other: Team) -> None:
        headers = {**PLAIN, "Authorization": f"Bearer {asked.token}"}
        answer = await http.post(portal.url + "/mcp", json=CALL, headers=headers)
        assert asked.repo.slug in answer.text and other.repo.slug not in answer.text

    async def all_of_them() -> None:
        async with httpx2.AsyncClient(timeout=60) as http, anyio.create_task_group() as group:
            for _number in range(30):
                group.start_soon(one, http, team, foreign)
                group.start_soon(one, http, foreign, team)

    anyio.run(all_of_them)


def test_a_token_made_by_a_member_of_two_teams_is_of_one(team: Team, foreign: Team, portal: Portal) -> None:
    tenants.add_member(tenant=foreign.tenant, user=team.member, role="owner")
    text = with_client(portal, team.token, lambda client: client.call_tool("repositories", {}))
    assert foreign.repo.slug not in text_of(text)
