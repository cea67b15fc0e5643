"""The search for symbols: its page, its piece, and where a page of a symbol is asked for without one."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import quote

import pytest

from tests import factories
from tests.web.conftest import Shop
from tests.web.test_graph import BAKE, store
from tests.web.test_safety import PAYLOADS, read


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def links(page: str) -> list[str]:
    return re.findall(r'<li><a href="([^"]*)"', page[page.index('id="found"') :])


def test_the_graph_has_a_box_that_works_with_and_without_scripts(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    graph = client.get(shop.at("graph/")).content.decode()
    form = graph[graph.index('role="search"') : graph.index("</form>", graph.index('role="search"'))]
    assert f'action="{shop.at("find/")}"' in graph and 'method="get"' in graph and "<button" in form and "<label" in form
    piece = client.get(shop.at("find/?q=bake"), headers={"HX-Request": "true"}).content.decode()
    assert piece.strip().startswith('<div id="found"') and "<html" not in piece
    page = client.get(shop.at("find/?q=bake")).content.decode()
    assert "<html" in page and 'value="bake"' in page
    for answer in (piece, page):
        assert links(answer)[0] == f"{shop.at('graph/')}?symbol={quote(BAKE, safe='')}"
        assert "1 match" in text(answer) and "Oven.bake method shop/oven.py:5" in text(answer)


@pytest.mark.parametrize("to", ["graph", "capsule", "impact"])
def test_matches_lead_to_the_page_that_was_wanted(shop: Shop, as_user, to: str) -> None:
    store(shop)
    client = as_user(shop.reader)
    assert links(client.get(shop.at(f"find/?q=bake&to={to}")).content.decode())[0].startswith(f"{shop.at(f'{to}/')}?symbol=")
    unnamed = client.get(shop.at(f"{to}/?symbol="))
    page = unnamed.content.decode()
    assert unnamed.status_code == 200 and "The address names no function, class or file" in page
    assert f'name="to" value="{to}"' in page and "<figure" not in page
    gone = client.get(shop.at(f"{to}/?symbol=shop/oven.py%23Gone.bake"))
    page = gone.content.decode()
    assert gone.status_code == 404 and f'name="to" value="{to}"' in page
    assert f'href="{shop.at(f"{to}/")}?symbol=shop%2Foven.py%23Oven.bake"' in page


def test_a_piece_of_what_is_gone_moves_the_reader_to_the_page_that_says_so(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    for rest in ("graph/?symbol=gone&depth=2", "impact/?symbol=gone&depth=2", "capsule/?symbol=gone&list=callers&page=2"):
        response = client.get(shop.at(rest), headers={"HX-Request": "true"})
        assert response.status_code == 404 and response["HX-Redirect"] == shop.at(rest), rest


def test_what_is_not_found_is_said(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    assert "Nothing is called brioche at this commit." in text(client.get(shop.at("find/?q=brioche")).content.decode())
    assert "Nothing is called" not in client.get(shop.at("find/?q=+")).content.decode()
    long = client.get(shop.at(f"find/?q={'a' * 9_000}"))
    assert long.status_code == 200 and len(long.content) < 60_000
    assert client.get(shop.at("find/?q=a%00b")).status_code == 400
    assert client.get(shop.at("find/?q=bake&to=<b>&to=console&q[]=1")).status_code == 200
    assert client.post(shop.at("find/")).status_code == 405


def test_nothing_of_another_team_is_found(shop: Shop, foreign: Shop, as_user) -> None:
    store(shop)
    other = as_user(foreign.owner)
    assert other.get(shop.at("find/?q=bake")).status_code == 404
    assert not links(other.get(foreign.at("find/?q=bake")).content.decode())


@pytest.mark.parametrize("payload", PAYLOADS)
def test_names_and_what_was_typed_stay_text(shop: Shop, as_user, payload: str) -> None:
    odd = factories.make_capsule(f"shop/odd.py#{payload}", signature=payload)
    store(shop, (), (odd,))
    client = as_user(shop.reader)
    for rest in ("find/?q=odd.py", f"find/?q={quote(payload)}", f"find/?q=x{quote(payload)}&to={quote(payload)}"):
        page = read(client.get(shop.at(rest)).content.decode())
        assert not page.found and "img" not in page.elements, rest


def test_many_symbols_make_a_short_answer_in_few_queries(shop: Shop, as_user, django_assert_max_num_queries) -> None:
    store(shop, (), tuple(factories.make_capsule(f"shop/m{number % 50}.py#bake{number:05}") for number in range(3_000)))
    client = as_user(shop.reader)
    with django_assert_max_num_queries(16):
        page = client.get(shop.at("find/?q=bake")).content.decode()
    assert len(links(page)) == 30 and "there are more" in page
    with django_assert_max_num_queries(16):
        client.get(shop.at("find/?q=bake"), headers={"HX-Request": "true"})


@pytest.mark.parametrize(
    "rest", ["graph/", "find/?q=bake", "cycles/", "cycles/?kind=calls", "capsule/", "impact/?depth=2", "graph/?kind=calls"]
)
def test_before_the_code_was_read_nothing_is_said_of_it(shop: Shop, as_user, rest: str) -> None:
    shop = replace(shop, repo=factories.make_repo(shop.tenant, "fresh"))
    client = as_user(shop.reader)
    page = text(client.get(shop.at(rest)).content.decode())
    assert "The code has not been read yet" in page and "No sync has got as far as the graph." in page
    assert not any(words in page for words in ("No cycles", "Nothing is called", "No connections"))
    sync = factories.make_sync(shop.repo, "running")
    html = client.get(shop.at(rest)).content.decode()
    assert "The first sync is under way." in html and f'href="{shop.at(f"syncs/{sync.pk}/")}"' in html
    store(shop)
    assert "The code has not been read yet" not in client.get(shop.at(rest)).content.decode()


@pytest.mark.parametrize("rest", ["capsule/?symbol=a", "impact/?symbol=a", "graph/?symbol=a", "graph/?inside=a"])
def test_before_the_code_was_read_no_symbol_is_there(shop: Shop, as_user, rest: str) -> None:
    fresh = replace(shop, repo=factories.make_repo(shop.tenant, "fresh"))
    gone = as_user(shop.reader).get(fresh.at(rest))
    assert gone.status_code == 404 and "renamed" not in gone.content.decode()
