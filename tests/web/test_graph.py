"""Capsules, the graph around them, components, and where to start."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from apps.codegraph import services
from apps.codegraph.models import SourceFile
from apps.codegraph.words import verdict_in_words
from apps.engine import facts
from apps.engine.graph.callers import Callers
from apps.integrations.graphviz import drawing
from apps.repos import services as repos
from apps.repos.services import StoredText
from apps.tenants.text import text_key
from apps.web.pictures import warm_up
from tests import factories
from tests.engine.graph.building import graph_of
from tests.web.conftest import Shop
from tests.web.test_safety import PAYLOADS, read

CODE = {
    "shop/oven.py": """
        import requests
        class Oven:
            \"\"\"Bakes what it is given.\"\"\"
            size = 3
            def bake(self, loaf: str = "rye") -> str:
                requests.post("x")
                return self.heat()
            def heat(self): ...
        class Steam(Oven):
            def heat(self): ...
        def lonely(): ...
        def asked(): ...
        """,
    "shop/main.py": """
        from shop.oven import Oven
        def run(thing):
            Oven().bake()
            thing.asked()
        """,
    "tests/test_run.py": """
        from shop.main import run
        def test_run(): run(1)
        """,
}
BAKE = "shop/oven.py#Oven.bake"


def store(shop: Shop, edges: tuple[facts.Edge, ...] = (), capsules: tuple[facts.Capsule, ...] = (), **sheet: object) -> None:
    """The repository's code, as a sync would leave it, and edges beside."""
    graph = graph_of(CODE)
    texts = {capsule.path: capsule.body for capsule in graph.capsules if capsule.kind == "module"}
    ids = repos.store_blobs(tenant_id=shop.tenant.pk, texts=[StoredText(text, "utf-8", 1) for text in texts.values()])
    rows = [factories.make_file_row(path, blob_id) for path, blob_id in zip(texts, ids.values(), strict=True)]
    place = facts.Place("shop/main.py", 2, 4)
    given = {
        "endpoints": (facts.Endpoint("POST", "/loaves", "run", place, symbol="shop/main.py#run"),),
        "dependencies": (
            facts.Dependency("requests", ">=2", facts.Place("pyproject.toml", 7), ecosystem="pypi", resolved="2.32.1"),
        ),
        **sheet,
    }
    services.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(**given),
        capsules=[*graph.capsules, *capsules], edges=sorted({*graph.edges, *edges}), files=rows,
    )  # fmt: skip


def capsule(client: Client, shop: Shop, symbol: str, more: str = "") -> str:
    response = client.get(shop.at(f"capsule/?symbol={quote(symbol)}{more}"))
    assert response.status_code == 200, symbol
    return response.content.decode()


def part(page: str, key: str) -> str:
    """A section of the page as text."""
    found = re.search(rf'<section class="ties-of" id="{key}">(.*?)</section>', page, re.S)
    return " ".join(re.sub(r"<[^>]*>", " ", found[1]).split()) if found else ""


def test_a_method_with_all_that_stands_around_it(shop: Shop, as_user) -> None:
    store(shop)
    page = capsule(as_user(shop.reader), shop, BAKE)
    assert "loaf" in part(page, "parameters") and "rye" in part(page, "parameters")
    assert part(page, "callers").startswith("Called by 1") and "shop/main.py run :3" in part(page, "callers")
    assert "Oven.heat" in part(page, "callees") and "certain" in part(page, "callees")
    outside = part(page, "external")
    assert "requests 2.32.1 · pyproject.toml" in outside and "requests.post" in outside
    assert part(page, "routes") == "Routes that lead to it POST /loaves shop/main.py:2 through 1 call"
    assert "test_run" in part(page, "tests") and "through 2 calls" in part(page, "tests")
    source = page[page.index('id="source"') :]
    assert "requests.post(&quot;x&quot;)" in source or "requests.post" in re.sub(r"<[^>]*>", "", source)
    assert f'href="{shop.at("source/shop/oven.py")}?lines=' in source and 'data-n="6"' in source


def test_a_class_and_what_extends_it(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    oven = capsule(client, shop, "shop/oven.py#Oven")
    assert "Bakes what it is given." in oven and "size" in part(oven, "attributes")
    assert "bake" in part(oven, "methods") and "Steam" in part(oven, "subclasses")
    steam = capsule(client, shop, "shop/oven.py#Steam")
    assert "Oven" in part(steam, "bases")
    heat = capsule(client, shop, "shop/oven.py#Steam.heat")
    assert "Oven.heat" in part(heat, "overrides")
    assert "Steam.heat" in part(capsule(client, shop, "shop/oven.py#Oven.heat"), "overridden")


def test_a_file_lists_what_it_defines_and_imports(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    page = capsule(client, shop, "shop/oven.py")
    assert "Oven.bake method" in part(page, "definitions") and "requests" in part(page, "imports-outside")
    assert 'id="source"' not in page
    assert "main.py" in part(capsule(client, shop, "shop/oven.py#Oven"), "imported-by")


def test_none_is_said_only_where_it_is_known(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    lonely = part(capsule(client, shop, "shop/oven.py#lonely"), "callers")
    assert (
        lonely.startswith("Called by: none Nothing in the repository calls it")
        and lonely.count("none") == 1
        and "0" not in lonely
    )
    asked = part(capsule(client, shop, "shop/oven.py#asked"), "callers")
    assert (
        "Called by: unknown There may be callers that are not known, because: 1 call of something named asked could not be followed: shop/main.py#run"
        in asked
    )
    assert "thing.asked" not in asked and "none." not in asked
    assert "asked" in capsule(client, shop, "shop/main.py#run").split("Calls not followed")[1][:200]


def test_long_lists_have_pages(shop: Shop, as_user) -> None:
    callers = tuple(factories.make_capsule(f"shop/many.py#f{number:03}") for number in range(150))
    store(shop, tuple(facts.Edge(item.symbol, "calls", "shop/oven.py#lonely", 9, "name") for item in callers), callers)
    client = as_user(shop.reader)
    first, last = (capsule(client, shop, "shop/oven.py#lonely", more) for more in ("", "&list=callers&page=99"))
    assert "f000" in part(first, "callers") and "f060" not in part(first, "callers") and "60 of 150" in part(first, "callers")
    assert "f149" in part(last, "callers") and "f119" not in part(last, "callers") and "by name only" in part(last, "callers")
    assert "Show" not in part(last, "callers") and "From the beginning" in part(last, "callers")


def test_more_rows_are_brought_where_the_button_was(shop: Shop, as_user) -> None:
    callers = tuple(factories.make_capsule(f"shop/many.py#f{number:03}") for number in range(150))
    store(shop, tuple(facts.Edge(item.symbol, "calls", "shop/oven.py#lonely", 9) for item in callers), callers)
    client = as_user(shop.reader)
    page = capsule(client, shop, "shop/oven.py#lonely")
    found = []
    while more := re.search(r'hx-get="([^"]*list=callers[^"]*)" hx-target="closest .more" hx-swap="outerHTML"', page):
        page = client.get(unescape(more[1]), headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in page and page.count("autofocus") == 1
        found += re.findall(r"<bdi>(f\d+)</bdi>", page)
    assert found == [f"f{number:03}" for number in range(60, 150)]
    for query in ("list=absent&page=2", "list=callers&page=x", "list=callers&page=-1", "list=callers&page=99999999"):
        assert client.get(shop.at(f"capsule/?symbol=shop/oven.py%23lonely&{query}")).status_code == 200, query
    odd = shop.at("capsule/?symbol=shop/oven.py%23lonely&list=reads&page=2")
    assert client.get(odd, headers={"HX-Request": "true"}).status_code == 404


def test_a_long_body_is_cut_and_leads_on(shop: Shop, as_user) -> None:
    body = "\n".join(f"line_{number}()" for number in range(1, 7_001))
    for path, kept in (("shop/long.py", True), ("shop/lost.py", False)):
        whole = factories.make_capsule(f"{path}#f", body=body, start_line=11, end_line=7_010, line=11)
        store(shop, (), (whole,))
        if kept:
            blob = factories.make_blob(shop.tenant, "\n" * 10 + body)
            row = {"object_id": factories.sha("long"), "mode": "100644", "language": "Python", "status": "analysed"}
            SourceFile.objects.create(tenant=shop.tenant, repo=shop.repo, path=path, key=text_key(path), blob=blob, **row)
        page = capsule(as_user(shop.reader), shop, whole.symbol)
        assert "line_5000()" in page and "line_5001()" not in page
        assert "Only lines 11 to 5,010 are shown here; it goes on to line 7,010." in page
        assert f'href="{shop.at(f"source/{path}")}?from=5011"' in page
    short = factories.make_capsule("shop/short.py#f")
    store(shop, (), (short,))
    assert "Read on in its file" not in capsule(as_user(shop.reader), shop, short.symbol)


def test_pages_of_the_graph_ask_little_however_much_there_is(shop: Shop, as_user, django_assert_max_num_queries) -> None:
    callers = tuple(factories.make_capsule(f"shop/many/m{number % 30}.py#f{number:04}") for number in range(2_000))
    edges = [facts.Edge(item.symbol, "calls", "shop/oven.py#lonely", 9) for item in callers]
    edges += [facts.Edge(item.symbol, "uses", "shop/oven.py#lonely", line) for item in callers[:300] for line in range(1, 10)]
    store(shop, tuple(edges), callers)
    client = as_user(shop.reader)
    for page, most in (
        ("capsule/?symbol=shop/oven.py%23Oven", 32),
        ("capsule/?symbol=shop/oven.py%23lonely", 32),
        ("capsule/?symbol=shop/oven.py%23lonely&list=used-by&page=4", 33),
        ("capsule/?symbol=shop/oven.py", 32),
        ("graph/?symbol=shop/oven.py%23lonely&depth=3", 24),
        ("graph/?symbol=shop/oven.py&depth=3", 26),
        ("graph/", 20),
        ("components/", 18),
        ("start/", 22),
    ):
        with django_assert_max_num_queries(most):
            text = client.get(shop.at(page)).content.decode()
        assert len(text) < 400_000, page
    used = part(capsule(client, shop, "shop/oven.py#lonely"), "used-by")
    assert "Referred to by 300" in used and used.count("and 3 more lines") == 60 and "60 of 300" in used
    told = part(capsule(client, shop, "shop/oven.py#lonely"), "callers")
    assert "it is handed on or stored in 2700 places" in told and "Called by 2,000" in told


def test_what_is_not_there(shop: Shop, foreign: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    for page in ("capsule/?symbol=absent", "graph/?symbol=absent", "graph/?inside=absent"):
        assert client.get(shop.at(page)).status_code == 404, page
    other = as_user(foreign.owner)
    assert other.get(shop.at(f"capsule/?symbol={quote(BAKE)}")).status_code == 404
    assert other.get(foreign.at(f"capsule/?symbol={quote(BAKE)}")).status_code == 404
    assert other.get(foreign.at(f"graph/?symbol={quote(BAKE)}")).status_code == 404


@pytest.mark.parametrize("name", ["a b", "a?b&c=d", "x#y#2", "../up", "%2F", "日本", "a\\xe9", "q\"uo'te", "<i>"])
def test_any_symbol_has_an_address(shop: Shop, as_user, name: str) -> None:
    odd = factories.make_capsule(f"shop/odd.py#{name}")
    store(shop, (facts.Edge(odd.symbol, "calls", "shop/oven.py#lonely", 2),), (odd,))
    client = as_user(shop.reader)
    page = capsule(client, shop, "shop/oven.py#lonely")
    links = re.findall(rf'href="({re.escape(shop.at("capsule/"))}\?symbol=shop%2Fodd[^"]*)"', page)
    assert links
    assert quote(odd.symbol, safe="") in links[0].replace("+", "%20")
    assert client.get(links[0]).status_code == 200
    assert client.get(shop.at(f"graph/?symbol={quote(odd.symbol)}")).status_code == 200


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_code_is_called_stays_text(shop: Shop, as_user, payload: str) -> None:
    odd = factories.make_capsule(
        f"shop/odd.py#{payload}", docstring=payload, signature=payload, decorators=(payload,), bases=(payload,),
        unresolved=((payload, 2),), attributes=(facts.Attribute(payload, payload, 1),), exports=(payload,),
    )  # fmt: skip
    store(
        shop,
        (facts.Edge(odd.symbol, "calls", "shop/oven.py#lonely", 2), facts.Edge(odd.symbol, "calls", payload, 2, "exact", True)),
        (odd,),
    )
    client = as_user(shop.reader)
    for rest in ("capsule/?symbol={}", "graph/?symbol={}&outside=1", "source/shop/oven.py#{}"):
        page = read(client.get(shop.at(rest.format(quote(odd.symbol)))).content.decode())
        assert not page.found and "img" not in page.elements, rest


def test_the_neighbourhood_as_picture_and_table(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    page = client.get(shop.at(f"graph/?symbol={quote(BAKE)}")).content.decode()
    figure = page[page.index("<figure") : page.index("</figure>")]
    assert f'<a href="{shop.at("graph/")}?symbol=shop%2Fmain.py%23run">' in figure
    assert "<title>shop/main.py: run, function</title>" in figure and 'aria-label="Around Oven.bake"' in figure
    table = page[page.index('class="ties"') :]
    assert f'href="{shop.at("capsule/")}?symbol=shop%2Fmain.py%23run"' in table and "requests.post" not in table
    deeper = client.get(
        shop.at(f"graph/?symbol={quote(BAKE)}&depth=3&direction=in&kind=calls&kind=tests&outside=1")
    ).content.decode()
    assert "test_run" in deeper and "Oven.heat" not in deeper[deeper.index('class="ties"') :]
    assert re.search(r'value="3"[^>]* checked', deeper) and re.search(r'value="in"[^>]* checked', deeper)
    outside = client.get(shop.at(f"graph/?symbol={quote(BAKE)}&outside=1")).content.decode()
    assert "requests.post" in outside[outside.index('class="ties"') :]


def test_the_form_swaps_the_piece_and_works_without_scripts(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    address = shop.at(f"graph/?symbol={quote(BAKE)}&depth=2")
    piece = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in piece and piece.strip().startswith('<div id="graph"')
    assert 'method="get"' in piece and "<button" in piece and "hx-get=" in piece
    assert client.get(shop.at("graph/?symbol=shop/oven.py&depth=9&direction=up&kind=hates")).status_code == 200


def test_many_boxes_are_grouped_and_it_is_said(shop: Shop, as_user) -> None:
    callers = tuple(factories.make_capsule(f"shop/many/m{number % 30}.py#f{number:03}") for number in range(150))
    store(shop, tuple(facts.Edge(item.symbol, "calls", "shop/oven.py#lonely", 9) for item in callers), callers)
    page = as_user(shop.reader).get(shop.at("graph/?symbol=shop/oven.py%23lonely")).content.decode()
    assert "grouped by file" in page and page.count("<tr>") < 40 and "shop/many/m7.py" in page


def test_modules_folders_and_files(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    whole = client.get(shop.at("graph/")).content.decode()
    assert "Files of" in whole and "shop/main.py" in whole[whole.index('class="ties"') :]
    folder = client.get(shop.at("graph/?inside=shop&kind=tests&kind=calls")).content.decode()
    assert "tests/" in folder[folder.index('class="ties"') :]
    file = client.get(shop.at("graph/?symbol=shop/main.py&kind=imports")).content.decode()
    assert "Around main.py" in file and "imports" in file[file.index('class="ties"') :]
    assert "No connections of these kinds" in client.get(shop.at("graph/?symbol=shop/main.py&kind=overrides")).content.decode()


def test_around_a_class_more_than_calls_is_shown_at_first(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    page = client.get(shop.at("graph/?symbol=shop/oven.py%23Oven")).content.decode()
    for kind in ("calls", "inherits", "uses", "imports", "reads_model"):
        assert re.search(rf'id="kind-{kind}"[^>]* checked', page), kind
    assert "Steam" in page[page.index('class="ties"') :]
    calls = client.get(shop.at("graph/?symbol=shop/oven.py%23Oven&kind=calls")).content.decode()
    assert not re.search(r'id="kind-inherits"[^>]* checked', calls)
    method = client.get(shop.at(f"graph/?symbol={quote(BAKE)}")).content.decode()
    assert not re.search(r'id="kind-inherits"[^>]* checked', method)


def test_components_are_drawn_with_their_ties(shop: Shop, as_user) -> None:
    parts = (
        facts.Component("shop", "shop", 2, 20, facts.Place("shop"), uses=(("core", 3),)),
        facts.Component("core", "shop/core", 1, 5, facts.Place("shop/core"), role="models"),
    )
    store(shop, components=parts)
    page = as_user(shop.reader).get(shop.at("components/")).content.decode()
    figure = page[page.index("<figure") : page.index("</figure>")]
    assert f'<a href="{shop.at("graph/")}?inside=shop%2Fcore">' in figure and "shop/core, models" in figure
    store(shop)
    assert "No components yet" in as_user(shop.reader).get(shop.at("components/")).content.decode()


def test_a_component_of_files_side_by_side_leads_to_its_largest_and_names_the_others(shop: Shop, as_user) -> None:
    parts = (
        facts.Component("oven.py", "shop/oven.py", 2, 20, facts.Place("shop/oven.py"), members=("shop/heat.py", "shop/oven.py")),
        facts.Component("shop", "shop", 1, 5, facts.Place("shop"), uses=(("oven.py", 3),)),
    )
    store(shop, components=parts)
    page = as_user(shop.reader).get(shop.at("components/")).content.decode()
    assert f'<a href="{shop.at("graph/")}?symbol=shop/oven.py">' in page.replace("%2F", "/")
    assert "+ heat.py" in page


def test_where_to_start(shop: Shop, as_user) -> None:
    bakers = tuple(facts.Edge("shop/main.py#run", "calls", BAKE, line) for line in (5, 6))
    store(shop, bakers, entry_points=(facts.EntryPoint("main", "", facts.Place("shop/main.py", 1), "shop/main.py"),))
    page = as_user(shop.reader).get(shop.at("start/")).content.decode()
    stops = page[page.index('class="stops"') :]
    assert stops.index("The program starts here.") < stops.index("<p>3 places in the code use it.</p>")
    assert f'href="{shop.at("capsule/")}?symbol=shop%2Fmain.py"' in stops and "test_run" not in stops


def test_a_source_names_its_definitions_and_the_one_that_is_marked(shop: Shop, as_user) -> None:
    store(shop)
    client = as_user(shop.reader)
    page = client.get(shop.at("source/shop/oven.py?lines=6-7")).content.decode()
    outline = page[page.index('class="file-outline"') : page.index("</details>", page.index('class="file-outline"'))]
    assert "Oven.bake" in outline and "Steam.heat" in outline and shop.at("graph/") in outline
    back = page[page.index("way-back") : page.index("</nav>", page.index("way-back"))]
    assert f'href="{shop.at("capsule/")}?symbol=shop%2Foven.py%23Oven.bake"' in back
    assert "file-outline" not in client.get(shop.at("v/1/source/shop/main.py")).content.decode()


def test_drawing_is_made_ready_beside_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_backends", [])
    warm_up().join(120)
    assert len(drawing._backends) == 1


def test_a_class_that_is_used_without_being_called_is_not_told_to_be_unused(shop: Shop, as_user) -> None:
    store(shop, (facts.Edge("shop/main.py#run", "reads_model", "shop/oven.py#Steam", 3),))
    client = as_user(shop.reader)
    steam = part(capsule(client, shop, "shop/oven.py#Steam"), "callers")
    assert steam.startswith("Called by: unknown There may be callers that are not known, because: 1 of its methods is called")
    assert "though nothing was seen to make it" in steam
    assert "No call of it was found, but it is used in other ways: see Read by." in verdict_in_words(Callers("none"), ["Read by"])
    lonely = part(capsule(client, shop, "shop/oven.py#lonely"), "callers")
    assert "Nothing in the repository calls it" in lonely and "other ways" not in lonely


def test_what_tests_use_is_told_of_a_folder_of_tests(shop: Shop, as_user, django_assert_max_num_queries) -> None:
    parts = (
        facts.Component("shop", "shop", 2, 20, facts.Place("shop")),
        facts.Component("tests", "tests", 1, 5, facts.Place("tests"), role="tests"),
    )
    store(shop, components=parts)
    client = as_user(shop.reader)
    client.get(shop.at("components/"))
    with django_assert_max_num_queries(19):
        page = client.get(shop.at("components/")).content.decode()
    row = page[page.index("<bdi>tests</bdi>") :].partition("</tr>")[0]
    assert re.search(r'<a href="[^"]*inside=shop"><bdi>shop</bdi></a> <span class="muted number">\d+<', row)


def test_calls_that_leave_for_what_has_no_name_are_told(shop: Shop, as_user) -> None:
    told = factories.make_capsule("shop/leaves.py#go", unnamed=(("items", 1), ("strip", 2)))
    store(shop, (), (told,))
    page = " ".join(re.sub(r"<[^>]*>", " ", capsule(as_user(shop.reader), shop, "shop/leaves.py#go")).split())
    assert "Calls out of the repository without a name strip × 2, items They lead to a library" in page
    assert "without a name" not in capsule(as_user(shop.reader), shop, "shop/oven.py#lonely")
