"""Cycles of imports and of calls, as pages."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

from apps.codegraph import selectors
from apps.engine import facts
from tests import factories
from tests.web.conftest import Shop
from tests.web.test_graph import store

LOOP = "shop/loop.py#f"


def ring(size: int, name: str = LOOP) -> tuple[tuple[facts.Edge, ...], tuple[facts.Capsule, ...]]:
    """Functions that call each other in a circle."""
    capsules = tuple(factories.make_capsule(f"{name}{number:03}") for number in range(size))
    edges = (facts.Edge(item.symbol, "calls", capsules[at - 1].symbol, at + 1) for at, item in enumerate(capsules))
    return tuple(edges), capsules


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page[page.index('id="cycles"') : page.index("<footer")])).split())


def test_calls_the_biggest_first_and_who_calls_itself(shop: Shop, as_user) -> None:
    big, three = ring(5), ring(3, "shop/small.py#g")
    alone = factories.make_capsule("shop/small.py#alone")
    store(
        shop,
        (
            *big[0],
            *three[0],
            facts.Edge(alone.symbol, "calls", alone.symbol, 3),
            facts.Edge(LOOP + "001", "calls", alone.symbol, 1),
        ),
        (*big[1], *three[1], alone),
    )
    page = as_user(shop.reader).get(shop.at("cycles/?kind=calls")).content.decode()
    text = words(page)
    assert text.index("5 symbols") < text.index("3 symbols") and "2 cycles, the biggest first" in text
    assert "f000 → calls f004 :1 → calls f003 :5 → calls f002 :4 → calls f001 :3 → calls f000 :2" in text
    assert "Functions that call themselves 1 alone" in text
    assert f'href="{shop.at("cycles/")}?kind=calls&amp;of={quote(LOOP + "000", safe="")}"' in page


def test_imports_between_files(shop: Shop, as_user) -> None:
    files = tuple(factories.make_capsule(f"shop/{name}.py") for name in "abc")
    edges = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "oven"), ("main", "a")]
    store(shop, tuple(facts.Edge(f"shop/{one}.py", "imports", f"shop/{two}.py#x", 4) for one, two in edges), files)
    client = as_user(shop.reader)
    text = words(client.get(shop.at("cycles/")).content.decode())
    assert "1 cycle, the biggest first 2 files" in text
    assert "shop/a.py → imports shop/b.py :4 → imports shop/a.py :4" in text
    drawn = client.get(shop.at("cycles/?kind=imports&of=shop/b.py")).content.decode()
    figure = drawn[drawn.index("<figure") : drawn.index("</figure>")]
    assert figure.count("<a href") == 2 and 'aria-label="Cycle of a.py"' in figure
    assert "2 files, each of which imports every other" in words(drawn) and drawn.count('<tr id="tie-') == 2


def test_a_way_around_files_that_import_very_much(shop: Shop, as_user) -> None:
    files = tuple(factories.make_capsule(f"shop/{name}.py") for name in "ab")
    edges = [facts.Edge(f"shop/{one}.py", "imports", f"shop/{two}.py#x", 4) for one, two in ("ab", "ba")]
    edges += [facts.Edge("shop/a.py", "imports", f"shop/oven.py#x{number}", number) for number in range(4_500)]
    store(shop, tuple(edges), files)
    text = words(as_user(shop.reader).get(shop.at("cycles/")).content.decode())
    assert "shop/a.py → imports shop/b.py" in text and "→ imports shop/a.py" in text


def test_a_big_cycle_is_grouped_and_drawn(shop: Shop, as_user, django_assert_max_num_queries) -> None:
    capsules = tuple(factories.make_capsule(f"shop/many/m{number % 30}.py#f{number:03}") for number in range(150))
    edges = (facts.Edge(item.symbol, "calls", capsules[at - 1].symbol, at + 1) for at, item in enumerate(capsules))
    store(shop, tuple(edges), capsules)
    client = as_user(shop.reader)
    with django_assert_max_num_queries(24):
        page = client.get(shop.at(f"cycles/?kind=calls&of={quote(capsules[7].symbol)}")).content.decode()
    assert (
        "grouped by file" in words(page) and "150 symbols" in words(page) and page.count("<a href", page.index("<figure")) >= 30
    )
    with django_assert_max_num_queries(24):
        listed = words(client.get(shop.at("cycles/?kind=calls")).content.decode())
    assert "150 symbols in 30 files" in listed and "and 138 more" in listed


def test_nothing_and_odd_addresses(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    assert "No cycles" in words(client.get(shop.at("cycles/")).content.decode())
    store(shop)
    for query in (
        "kind=hates",
        "kind=calls&page=0",
        "kind=calls&page=999999999",
        "page=x",
        "kind=calls&page=-1",
        "of=%F0%9F%8D%9E",
    ):
        assert client.get(shop.at(f"cycles/?{query}")).status_code == 200, query
    gone = words(client.get(shop.at("cycles/?kind=calls&of=gone")).content.decode())
    assert "What the address named is in no cycle any more." in gone
    edges, capsules = ring(2)
    for number in range(25):
        more = ring(2, f"shop/n{number:02}.py#f")
        edges, capsules = edges + more[0], capsules + more[1]
    store(shop, edges, capsules)
    last = words(client.get(shop.at("cycles/?kind=calls&page=2")).content.decode())
    assert "Page 2 of 2" in last and "n24.py" in last and "n03.py" not in last


def test_a_repository_that_is_too_large_says_so(shop: Shop, as_user, monkeypatch) -> None:
    edges, capsules = ring(6)
    store(shop, edges, capsules)
    monkeypatch.setattr(selectors.cycles, "MOST_PAIRS", 4)
    assert selectors.cycles_of(shop.repo, "calls").is_cut
    assert "there may be more cycles" in words(as_user(shop.reader).get(shop.at("cycles/?kind=calls")).content.decode())
