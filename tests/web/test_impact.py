"""What a change can reach, as a page."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

import pytest

from apps.engine import facts
from apps.repos.models import Repo
from tests import factories
from tests.web.conftest import Shop
from tests.web.test_graph import BAKE, part, store
from tests.web.test_safety import PAYLOADS, read


def impact(client, shop: Shop, symbol: str, more: str = "") -> str:
    response = client.get(shop.at(f"impact/?symbol={quote(symbol)}{more}"))
    assert response.status_code == 200, symbol
    return response.content.decode()


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page[page.index('id="impact"') : page.index("<footer")])).split())


def test_callers_tests_and_routes_with_their_steps(shop: Shop, as_user) -> None:
    store(shop)
    page = impact(as_user(shop.reader), shop, BAKE)
    reached = part(page, "reached")
    assert reached.startswith(
        "What depends on it, nearest first 3 1 step away run function calls Oven.bake by type shop/main.py:3"
    )
    assert "2 steps away" in reached and "test_run function is a test of run by type tests/test_run.py:2" in reached
    assert part(page, "tests") == "Tests known to run it 1 test_run 2 steps"
    assert part(page, "runs") == "Routes and jobs 1 POST /loaves 1 step"
    assert "3 symbols reached 2 files" in words(page)


def test_steps_are_chosen_and_it_is_said_that_it_goes_on(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    near = impact(client, shop, BAKE, "&depth=1")
    assert "test_run" not in part(near, "reached") and "what is reached after 1 step leads further: choose more steps" in words(
        near
    )
    assert re.search(r'id="depth-1"[^>]* checked', near)
    piece = client.get(shop.at(f"impact/?symbol={quote(BAKE)}&depth=2"), headers={"HX-Request": "true"}).content.decode()
    assert piece.strip().startswith('<div id="impact"') and "<html" not in piece
    for odd in ("0", "-3", "x", "99999999999999999999", "²", "1.5", ""):
        assert "run" in part(impact(client, shop, BAKE, f"&depth={quote(odd)}"), "reached"), odd


def test_calls_that_could_not_be_followed_are_told(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    asked = words(impact(client, shop, "shop/oven.py#asked"))
    assert "A change may reach more than this, because: 1 call of something named asked could not be followed" in asked
    assert "calls of 1 name could not be followed, and may be calls of what is listed here asked 1 call shop/main.py#run" in asked
    assert "No call of it was found." in asked
    lonely = words(impact(client, shop, "shop/oven.py#lonely"))
    assert (
        "No gap is known: every call of what is listed here could be followed." in lonely
        and "Nothing is known to depend on it" in lonely
    )
    Repo.objects.filter(pk=shop.repo.pk).update(head_sha=factories.sha("newer"))
    assert "the branch has moved on since the graph was made" in words(impact(client, shop, "shop/oven.py#lonely"))


def test_a_class_stands_for_what_is_in_it_and_a_file_too(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    oven = part(impact(client, shop, "shop/oven.py#Oven"), "reached")
    assert "Steam class extends Oven" in oven and "run function calls" in oven and "main.py" in oven
    assert "run function" in part(impact(client, shop, "shop/oven.py"), "reached")
    inherited = part(impact(client, shop, "shop/oven.py#Steam.heat"), "reached")
    assert "Oven.heat method overrides" in inherited or "Oven.heat" in inherited


def test_a_route_of_a_class_and_a_job(shop: Shop, as_user) -> None:
    place = facts.Place("shop/oven.py", 2, 4)
    store(
        shop,
        (facts.Edge("shop/oven.py#Oven.heat", "calls", "shop/oven.py#lonely", 9),),
        endpoints=(facts.Endpoint("GET", "/oven", "Oven", place, symbol="shop/oven.py#Oven"),),
        jobs=(facts.Job("nightly", "cron", place, symbol="shop/main.py#run"),),
    )
    runs = part(impact(as_user(shop.reader), shop, "shop/oven.py#lonely"), "runs")
    assert runs == "Routes and jobs 2 GET /oven 1 step cron nightly 3 steps"


def test_very_much_is_cut_and_told_a_page_at_a_time(shop: Shop, as_user, django_assert_max_num_queries) -> None:
    callers = tuple(factories.make_capsule(f"shop/many.py#f{number:04}") for number in range(1_300))
    store(shop, tuple(facts.Edge(item.symbol, "calls", "shop/oven.py#lonely", 9, "name") for item in callers), callers)
    client = as_user(shop.reader)
    with django_assert_max_num_queries(32):
        page = impact(client, shop, "shop/oven.py#lonely", "&depth=10")
    assert "it reaches more than fits here" in words(page) and "1,000+ symbols reached" in words(page)
    assert page.count('class="sure name"') == 100 and "f0099" in page and "f0100" not in page
    more = re.search(r'hx-get="([^"]*page=2)"', page)
    assert more
    following = client.get(unescape(more[1]), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in following and "f0100" in following and "f0099" not in following and "f0200" not in following


def test_what_is_not_there_is_told_kindly(shop: Shop, foreign: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    for page in ("impact/", "capsule/", "graph/"):
        gone = client.get(shop.at(f"{page}?symbol=shop/oven.py%23Gone.bake"))
        text = gone.content.decode()
        assert gone.status_code == 404 and "Nothing in the current commit has this name" in text, page
        assert f'href="{shop.at(page)}?symbol=shop%2Foven.py%23Oven.bake"' in text
        assert f'href="{shop.at(page)}?symbol=shop%2Foven.py"' in text
        for odd in ("%E6%97%A5%E6%9C%AC", "shop/oven.py%23bake%232", "%23", "%23%23", "a" * 3000, "%F0%9F%8D%9E%23x"):
            assert client.get(shop.at(f"{page}?symbol={odd}")).status_code == 404, odd
    other = as_user(foreign.owner)
    for query in (f"impact/?symbol={quote(BAKE)}", "cycles/", "cycles/?kind=calls&of=x"):
        assert other.get(shop.at(query)).status_code == 404, query
    assert other.get(foreign.at(f"impact/?symbol={quote(BAKE)}")).status_code == 404


@pytest.mark.parametrize("payload", PAYLOADS)
def test_names_of_code_stay_text(shop: Shop, as_user, payload: str) -> None:
    odd = factories.make_capsule(f"shop/odd.py#{payload}", unresolved=((payload, 2), ("lonely", 1)))
    edges = (
        facts.Edge(odd.symbol, "calls", "shop/oven.py#lonely", 2),
        facts.Edge("shop/oven.py#lonely", "calls", odd.symbol, 2),
    )
    store(shop, edges, (odd,))
    client = as_user(shop.reader)
    for rest in (f"impact/?symbol={quote(odd.symbol)}", "cycles/?kind=calls", f"cycles/?kind=calls&of={quote(odd.symbol)}"):
        page = read(client.get(shop.at(rest)).content.decode())
        assert not page.found and "img" not in page.elements, rest
    absent = read(client.get(shop.at(f"impact/?symbol={quote(payload)}")).content.decode())
    assert not absent.found and "img" not in absent.elements


def test_what_is_reached_and_may_be_called_otherwise_is_told(shop: Shop, as_user) -> None:
    task = factories.make_capsule("shop/jobs.py#nightly", decorators=("app.task",))
    case = factories.make_capsule("tests/test_model.py#test_columns")
    edges = (
        facts.Edge("shop/jobs.py#nightly", "calls", "shop/oven.py#lonely", 9, "exact"),
        facts.Edge("tests/test_model.py#test_columns", "reads_model", "shop/oven.py#lonely", 3),
    )
    store(shop, edges, (task, case))
    page = impact(as_user(shop.reader), shop, "shop/oven.py#lonely")
    said = words(page)
    assert "1 of what is listed here may have callers that are not known: shop/jobs.py#nightly" in said
    assert "every call of what is listed here could be followed" not in said
    assert "No call that could be followed leads here from a test, but 1 file of tests depends on it" in said
