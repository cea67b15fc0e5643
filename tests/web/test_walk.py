"""Every address of the portal and the console, walked by somebody who must not see it.

The walk follows the resolver, not a list: a new address that it has no values for fails it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from tests import factories
from tests.web.conftest import Shop

OPEN = {"/sign-in/"}  # pages for people without an account
POST_ONLY = {
    "/sign-out/",
    "/preferences/theme/",
    "/preferences/language/",
    "/preferences/shortcuts/",
}  # they change cookies of who sends them
SELF = {"/", "/account/password/", "/llms.txt"}  # shows each person what is theirs
QUERIES = {  # pages that show what their query names
    "capsule/": ["symbol=shop/main.py%23run", "symbol=shop/main.py%23run&list=callers&page=2"],
    "impact/": ["symbol=shop/main.py%23run&depth=5"],
    "cycles/": ["kind=calls", "kind=imports&of=shop/main.py"],
    "find/": ["q=run", "q=run&to=impact"],
    "search/": ["q=create_order", "q=bread&kind=document&path=shop", "q=shop&in=bar"],
    "ask/": ["q=create_order&repo=nowhere"],
    "graph/": ["symbol=shop/main.py%23run&outside=1", "inside=shop", "kind=calls"],
}
CONSOLE_OPEN = ("/console/login/", "/console/logout/", "/console/jsi18n/")  # show nothing of anybody


def walk(patterns: list[Any], route: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from walk(pattern.url_patterns, here)
        else:
            yield here, pattern


def values_of(shop: Shop) -> dict[str, str]:
    """What stands for each named part of an address: real rows of the team."""
    member = shop.tenant.memberships.get(user=shop.reader)
    return {
        "<slug:tenant>": shop.tenant.slug,
        "<slug:repo>": shop.repo.slug,
        "<path:path>": "shop/main.py",
        "<int:old>": "1",
        "<int:new>": "2",
        "<int:member>": str(member.pk),
        "<int:credential>": str(shop.credential.pk),
        "<int:question>": str(shop.question.pk),
        "<int:token>": str(shop.token.pk),
        "<slug:section>": "purpose",
    }


def addresses(shop: Shop) -> list[tuple[str, str]]:
    """(route, address) of the portal; `number` is a sync's id or a version's number."""
    found = []
    for route, _pattern in walk(get_resolver().url_patterns):
        if route.startswith(("/console/", "/api/")):  # the API takes no sessions: its own tests walk it
            continue
        address = route
        for part, value in values_of(shop).items():
            address = address.replace(part, value)
        number = str(shop.sync.pk) if "/syncs/" in route else "2"
        found.append((route, address.replace("<int:number>", number)))
        found += [(route, f"{address}?{query}") for part, queries in QUERIES.items() if route.endswith(part) for query in queries]
    return found


def console_addresses() -> list[str]:
    found = []
    for route, pattern in walk(get_resolver().url_patterns):
        if not route.startswith("/console/"):
            continue
        if isinstance(pattern.pattern, RoutePattern):
            for name, converter in pattern.pattern.converters.items():
                kind = type(converter).__name__
                for prefix in ("int", "str", "path", "slug"):
                    route = route.replace(f"<{prefix}:{name}>", "1" if kind == "IntConverter" else "auth")
                route = route.replace(f"<{name}>", "1")
        else:
            route = "/console/nothing/"
        found.append(route)
    return found


def test_the_walk_has_a_value_for_every_part(shop: Shop) -> None:
    unknown = [address for _route, address in addresses(shop) if "<" in address]
    assert not unknown, f"name a value in values_of: {unknown}"
    assert not [address for address in console_addresses() if "<" in address]
    assert len(addresses(shop)) > 20


def test_every_page_of_a_team_carries_its_guard() -> None:
    for route, pattern in walk(get_resolver().url_patterns):
        if route.startswith("/t/"):
            assert getattr(pattern.callback, "guard", "") in ("reader", "maintainer", "owner"), route


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_foreign_user_finds_nothing(shop: Shop, foreign: Shop, as_user, method: str) -> None:
    client = as_user(foreign.owner)
    for route, address in addresses(shop):
        if address in OPEN | POST_ONLY | SELF:
            continue
        for headers in ({}, {"HX-Request": "true"}):
            response = getattr(client, method)(address, headers=headers)
            wanted = (404, 405) if method == "get" else (404,)
            assert response.status_code in wanted, (route, method, response.status_code)
            assert shop.tenant.name.encode() not in response.content


@pytest.mark.parametrize("method", ["get", "post"])
def test_ids_of_another_team_are_not_found_under_ones_own(shop: Shop, foreign: Shop, as_user, method: str) -> None:
    """The address names my own team, the ids in it are theirs."""
    client = as_user(foreign.owner)
    prefix, own = f"/t/{shop.tenant.slug}/", f"/t/{foreign.tenant.slug}/"
    for route, address in addresses(shop):
        if not address.startswith(prefix) or address.count("/") < 5:
            continue
        response = getattr(client, method)(address.replace(prefix, own, 1))
        assert response.status_code in (404, 405) if method == "get" else response.status_code == 404, (
            route,
            response.status_code,
        )
    repo_prefix = f"{own}r/{foreign.repo.slug}/"
    assert client.get(f"{repo_prefix}syncs/{shop.sync.pk}/").status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_has_not_signed_in_is_sent_to_the_door(shop: Shop, method: str) -> None:
    client = Client()
    for route, address in [*addresses(shop), *((address, address) for address in console_addresses())]:
        if address in OPEN | POST_ONLY or address.startswith(CONSOLE_OPEN):
            continue
        response = getattr(client, method)(address)
        if method == "get" and response.status_code == 405:
            continue
        assert response.status_code == 302 and ("/sign-in/" in response["Location"] or "/login/" in response["Location"]), (
            route,
            response.status_code,
        )
        if address.startswith("/t/"):
            piece = getattr(client, method)(address, headers={"HX-Request": "true"})
            assert piece.status_code == 204 and piece["HX-Redirect"].startswith("/sign-in/"), route


def test_a_member_is_no_operator(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    for address in console_addresses():
        if address.startswith(CONSOLE_OPEN):
            continue
        response = client.get(address)
        assert response.status_code in (302, 403, 404, 405), (address, response.status_code)
        if response.status_code == 302:
            assert "/login/" in response["Location"] or "/sign-in/" in response["Location"], address


def test_every_page_opens_for_an_owner(shop: Shop, as_user) -> None:
    """The walk proves something only if the addresses are real."""
    client = as_user(shop.owner)
    for route, address in addresses(shop):
        response = client.get(address)
        assert response.status_code in (200, 302, 405), (route, response.status_code)


def test_roles_are_refused_what_is_above_them(shop: Shop, as_user) -> None:
    reader, maintainer = as_user(shop.reader), as_user(shop.maintainer)
    team = f"/t/{shop.tenant.slug}/"
    assert reader.get(f"{team}add/").status_code == 403
    assert reader.post(shop.at("sync-now/")).status_code == 403
    assert reader.post(f"{team}people/", {"name": "x", "role": "owner"}).status_code == 403
    assert maintainer.get(f"{team}add/").status_code == 200
    assert maintainer.get(f"{team}credentials/").status_code == 403
    assert maintainer.post(f"{team}people/", {"name": "x", "role": "owner"}).status_code == 403
    assert "Ask one of them" in reader.get(f"{team}add/").content.decode()


CHANGING = (
    "/add/",
    "/people/",
    "/remove/",
    "/credentials/",
    "/delete/",
    "/sync-now/",
    "<int:member>/",
    "<int:credential>/",
    "/tokens/",
    "/revoke/",
    "/ask/",
    "/answer-stream/",
    "<int:question>/",
)


def test_pages_that_only_show_are_only_got(shop: Shop, as_user) -> None:
    client = as_user(shop.owner)
    for route, address in addresses(shop):
        if not route.startswith("/t/"):
            continue
        methods = ("put", "delete", "patch", "trace", "options") + (() if route.endswith(CHANGING) else ("post",))
        answers = {method: getattr(client, method)(address) for method in methods}
        assert {response.status_code for response in answers.values()} == {405}, route
        assert all("GET" in response["Allow"] or "POST" in response["Allow"] for response in answers.values()), route


def test_an_operator_enters_every_team(shop: Shop, as_user) -> None:
    assert as_user(factories.make_operator()).get(shop.at()).status_code == 200


def test_an_account_that_was_switched_off_is_out(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    shop.reader.is_active = False
    shop.reader.save(update_fields=["is_active"])
    assert client.get(shop.at()).status_code == 302
