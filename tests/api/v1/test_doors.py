"""Who gets in, how often, and what is said to those who do not; the tenant's border, walked at every address."""

from __future__ import annotations

import re
import socket
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from apps.api.v1.application import api
from apps.tenants import services
from apps.tenants.models import ApiToken, AuditEvent, Membership
from tests.api.v1.conftest import SCOPES, Caller, World
from tests.factories import make_capsule, make_member, make_operator, make_passages, make_repo, make_sync, make_token

PATHS = api.get_openapi_schema(path_prefix="").get("paths")
OPERATIONS = sorted((method, address) for address, methods in PATHS.items() for method in methods)
KNOWN = {"q": "bread", "symbol": "shop/main.py#run", "path": "shop/main.py"}
BODY = {"q": "bread"}


def call(caller: Caller, method: str, address: str, **names: object) -> Any:
    """One operation with names filled in; what is asked for in the query exists in both teams."""
    filled = address.format_map(
        {"section": "purpose", "kind": "endpoints", "relation": "callers", "part": "tests", "number": 1, **names}
    )
    if method == "post":
        return caller.post(filled, BODY if address.startswith(("/search", "/context", "/ask")) else None)
    if method == "delete":
        return caller.delete(filled)
    taken = {parameter["name"] for parameter in PATHS[address][method].get("parameters", ()) if parameter["in"] == "query"}
    return caller.get(filled, **{name: value for name, value in KNOWN.items() if name in taken})


def test_without_a_token_or_with_a_wrong_one_nothing_answers(world: World) -> None:
    session = Caller()
    session.client.force_login(world.owner)  # a session of the portal is no way in
    operator = Caller()
    operator.client.force_login(make_operator())
    wrong = [Caller(), Caller("rl_wrong"), Caller(f"rl_{'a' * 46}"), session, operator]
    wrong += [Caller(Authorization=f"Basic {'x' * 20}"), Caller(Authorization=""), Caller(Authorization="Bearer é")]
    for method, address in OPERATIONS:
        cache.clear()
        found = [call(one, method, address, repo="shop") for one in wrong]
        assert {response.status_code for response in found} == {401}, address
        assert len({response.content for response in found}) == 1, address


def test_nothing_of_another_team_is_ever_reached(world: World) -> None:
    foreign_sync = make_sync(make_repo(world.foreign_tenant, "hidden"), "failed")
    foreign_token = ApiToken.objects.get(tenant=world.foreign_tenant)
    numbers = {"/syncs/{number}": foreign_sync.pk, "/tokens/{number}": foreign_token.pk}
    for method, address in OPERATIONS:
        for repo in ("secret-plans", "hidden"):
            response = call(world.caller, method, address, repo=repo, number=numbers.get(address, 1))
            text = response.content.decode() if not response.streaming else ""
            if "{" in address:
                assert response.status_code == 404, (address, text)
            assert "rivals" not in text and "hidden" not in text and foreign_token.prefix not in text, (address, text)
    assert ApiToken.objects.get(pk=foreign_token.pk).revoked_at is None
    assert not world.foreign_repo.syncs.filter(state="waiting").exists()


def test_a_token_for_some_repositories_reaches_no_other(world: World) -> None:
    other = make_repo(world.tenant, "oven")
    sync = make_sync(world.repo, "failed")
    limited = Caller(make_token(world.tenant, world.owner, SCOPES, repos=[other.pk]))
    for method, address in OPERATIONS:
        response = call(limited, method, address, repo="shop", number=sync.pk if address.startswith("/syncs") else 1)
        text = "" if response.streaming else response.content.decode()
        if "{repo}" in address or address == "/syncs/{number}":
            assert response.status_code == 404, (address, text)
        if address.startswith(("/tokens", "/audit")):
            assert response.status_code == 403, address
        assert '"shop"' not in text and "create_order" not in text, (address, text)


def test_scores_of_a_token_for_some_repositories_do_not_hang_on_the_others(world: World) -> None:
    oven, hidden = make_repo(world.tenant, "oven"), make_repo(world.tenant, "hidden")
    make_passages(oven, [make_capsule("oven.py#bake", "flour water")])
    limited = Caller(make_token(world.tenant, world.owner, SCOPES, repos=[oven.pk]))
    asked = {"q": "the flour of oven", "repo": "oven"}
    before = [limited.ok("/search", **asked)["hits"], limited.ok("/search", q=asked["q"])["hits"]]
    assert all(hits for hits in before)
    make_passages(hidden, [make_capsule(f"hidden.py#f{number}", "flour oven") for number in range(20)])
    assert [limited.ok("/search", **asked)["hits"], limited.ok("/search", q=asked["q"])["hits"]] == before


def test_a_filter_cannot_leave_what_the_token_reaches(world: World) -> None:
    other = make_repo(world.tenant, "oven")
    limited = Caller(make_token(world.tenant, world.owner, SCOPES, repos=[other.pk]))
    for name in ("shop", "secret-plans"):
        for address in ("/search", "/context"):
            assert limited.get(address, q="bread", repo=name).status_code == 404
            assert limited.post(address, {**BODY, "repo": ["oven", name]}).status_code == 404
        assert limited.post("/ask", {**BODY, "repo": [name]}).status_code == 404
        assert limited.get("/syncs", repo=name).status_code == 404
        assert limited.get("/docs", repo=name).status_code == 404


def test_each_scope_opens_its_own_doors_only(world: World) -> None:
    needs = {("post", "/ask"): "ask", ("post", "/ask/stream"): "ask", ("post", "/repos/{repo}/syncs"): "sync"}
    needs |= {(method, address): "admin" for method, address in OPERATIONS if address.startswith(("/tokens", "/audit"))}
    for scope in SCOPES:
        caller = Caller(make_token(world.tenant, world.owner, [scope]))
        for method, address in OPERATIONS:
            response = call(caller, method, address, repo="shop")
            is_allowed = needs.get((method, address), "read") == scope
            assert (response.status_code != 403) == is_allowed, (scope, method, address)
            if not is_allowed:
                assert response.json()["error"]["code"] == "token:scope"


def test_a_token_ends_when_it_is_revoked_expires_or_its_member_leaves(world: World) -> None:
    member = make_member(world.tenant, "maintainer")
    tokens = [make_token(world.tenant, member, ["read", "sync"]) for _ in range(3)]
    callers = [Caller(token) for token in tokens]
    assert all(caller.get("/me").status_code == 200 for caller in callers)
    rows = [ApiToken.objects.get(prefix=token[:11]) for token in tokens]
    services.revoke_token(token=rows[0], actor=member)
    ApiToken.objects.filter(pk=rows[1].pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert [caller.get("/me").status_code for caller in callers] == [401, 401, 200]
    services.change_role(membership=Membership.objects.get(user=member), role="reader")
    assert callers[2].post("/repos/shop/syncs").json()["error"]["code"] == "token:scope"
    services.remove_member(membership=Membership.objects.get(user=member))
    assert callers[2].get("/me").status_code == 401


def test_tokens_and_audit_log_for_admins(world: World) -> None:
    reader = make_token(world.tenant, make_member(world.tenant), name="ci")
    row = ApiToken.objects.get(prefix=reader[:11])
    listed = world.caller.ok("/tokens")["items"]
    assert listed[0]["id"] == row.pk and len(listed) == 2
    assert not [key for one in listed for key in one if "digest" in key]
    response = world.caller.delete(f"/tokens/{row.pk}")
    assert response.status_code == 204 and not response.content
    assert Caller(reader).get("/me").status_code == 401
    events = world.caller.ok("/audit")["items"]
    assert events[0]["action"] == "token.revoked" and events[0]["actor"] == "owner-of-bakers"
    assert AuditEvent.objects.filter(tenant=world.tenant).count() == len(events)


def test_guessing_shuts_an_address_out_with_a_time_to_come_back(world: World) -> None:
    for _ in range(100):
        assert Caller("rl_guess").get("/me").status_code == 401
    response = Caller("rl_guess").get("/me")
    assert response.status_code == 429 and response["Retry-After"] == "600"
    assert response.json()["error"]["code"] == "token:too-many-guesses"


def test_a_token_that_calls_too_often_is_told_when_to_come_back(world: World, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "read": 3}
    first = world.caller.get("/me")
    assert first["RateLimit-Limit"] == "3" and first["RateLimit-Remaining"] == "2"
    answers = [world.caller.get("/me") for _ in range(6)]
    over = [found for found in answers if found.status_code == 429]
    assert over and all(1 <= int(found["Retry-After"]) <= 60 for found in over)
    assert over[0].json()["error"]["code"] == "rate:exceeded"
    other = Caller(make_token(world.tenant, world.owner))
    assert other.get("/me").status_code == 200
    assert world.caller.get("/tokens").status_code == 200, "another scope has a count of its own"


def test_with_redis_down_the_api_answers_and_still_counts(world: World, settings: Any) -> None:
    gone = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:9/0"}}
    with override_settings(CACHES=gone, API_RATES={**settings.API_RATES, "read": 4}):
        assert world.caller.get("/search", q="bread").status_code == 200
        found = [world.caller.get("/me").status_code for _ in range(12)]
        assert found[0] == 200 and 429 in found
        assert Caller("rl_wrong").get("/me").status_code == 401


def test_a_redis_that_hangs_holds_nobody_up(world: World, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and never says a word
        hanging = {**settings.CACHES["default"], "LOCATION": f"redis://127.0.0.1:{silent.getsockname()[1]}/0"}
        with override_settings(CACHES={"default": hanging}):
            assert world.caller.get("/me").status_code == 200


def test_no_other_site_can_read_with_a_browser(world: World) -> None:
    response = Caller(Origin="https://evil.example").get("/me")
    assert "Access-Control-Allow-Origin" not in response
    assert Client().options("/api/v1/me", headers={"Origin": "https://evil.example"}).status_code == 405


def test_every_address_of_the_schema_is_walked() -> None:
    assert len(OPERATIONS) > 30
    assert {name for _method, address in OPERATIONS for name in re.findall(r"{(\w+)}", address)} == {
        "repo", "section", "number", "kind", "relation", "part",
    }  # fmt: skip
