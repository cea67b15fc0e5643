"""The search over everything: its page, its pieces, what it says of itself, and what it never shows."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client

from apps.engine.retrieval import Hit, Reason, Retrieval
from apps.engine.retrieval.hits import MEANING_ONLY, MOSTLY_ABSENT
from apps.repos.models import Repo
from apps.search import services as search
from apps.search.models import IndexedSource
from apps.web.excerpts import code_excerpt, prose_excerpt, words_of
from apps.web.searching import notices_of
from tests import factories
from tests.web.conftest import Shop
from tests.web.test_safety import PAYLOADS, read

HTMX = {"HX-Request": "true"}


def index(shop: Shop, *capsules, commit: str = "cake") -> None:
    """The shop's code, unless other capsules are given, and its document in the index; the branch is at `cake`."""
    given = capsules or [
        factories.make_capsule("shop/main.py#create_order", body="def create_order(loaf):\n    bake(loaf)\n"),
        factories.make_capsule("shop/oven.py#bake"),
    ]
    factories.make_passages(shop.repo, given, commit=commit)
    search.index_document(
        repo=shop.repo, commit_sha=factories.sha(commit), text=factories.make_text(shop.repo.name, "wholegrain")
    )
    Repo.objects.filter(pk=shop.repo.pk).update(head_sha=factories.sha("cake"))


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def found(client: Client, query: str, **headers: str) -> str:
    page = client.get(f"/t/bakers/search/?{query}", headers=headers).content.decode()
    return page[page.index('id="found"') : page.index("</main>") if "</main>" in page else None]


def test_what_is_found_is_listed_by_kind_with_where_it_stands_and_why(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    page = found(client, "q=create_order")
    assert 'id="hits-code"' in page and f'href="{shop.at("capsule/")}?symbol=shop%2Fmain.py%23create_order"' in page
    assert f'href="{shop.at("source/shop/main.py")}?lines=' in page and "<mark>create_order</mark>" in page
    words = text(page)
    assert "by name" in words and "place 1, score" in words and "bakers-repo" in words and factories.sha("cake")[:10] in words
    document = found(client, "q=%22wholegrain%22&kind=document")
    assert 'id="hits-document"' in document and f'href="{shop.at()}#purpose"' in document and "version 2" in text(document)


def test_page_and_piece_are_one_view_and_the_page_works_without_scripts(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    page = client.get("/t/bakers/search/?q=create_order&kind=code&role=code").content.decode()
    form = page[page.index('id="search-form"') : page.index("</form>", page.index('id="search-form"'))]
    assert 'method="get"' in form and "<button" in form and 'value="create_order"' in form
    assert 'value="code" checked' in form and '<option value="code" selected>' in form and "data-filter" in form
    piece = client.get("/t/bakers/search/?q=create_order&kind=code&role=code", headers=HTMX).content.decode()
    assert piece.strip().startswith('<div id="found"') and "<html" not in piece and piece.strip() in page


def test_the_bar_of_every_page_has_the_box_and_a_short_list(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    for address in ("/t/bakers/", shop.at(), shop.at("files/"), "/t/bakers/syncs/"):
        page = client.get(address).content.decode()
        bar = page[page.index('class="bar-search"') : page.index("</header>")]
        assert 'action="/t/bakers/search/"' in bar and "<button" in bar and 'data-go="search"' in bar, address
    assert 'class="bar-search"' not in client.get("/t/bakers/search/").content.decode()
    assert 'class="bar-search"' not in Client().get("/sign-in/").content.decode()
    short = client.get("/t/bakers/search/?q=create_order&in=bar", headers=HTMX).content.decode()
    assert "<html" not in short and 'id="found"' not in short and "<pre" not in short
    assert f'href="{shop.at("capsule/")}?symbol=shop%2Fmain.py%23create_order"' in short
    assert 'href="/t/bakers/search/?q=create_order"' in short and 'href="/t/bakers/ask/?q=create_order"' in short
    assert not text(client.get("/t/bakers/search/?q=&in=bar", headers=HTMX).content.decode())
    assert "<html" in client.get("/t/bakers/search/?q=create_order&in=bar").content.decode()


def test_suggestions_are_links_and_say_how_many_they_are(shop: Shop, as_user) -> None:
    factories.make_passages(shop.repo)
    client = as_user(shop.reader)

    def quick(query: str) -> str:
        return client.get(f"/t/bakers/search/?in=bar&q={query}", headers=HTMX).content.decode()

    assert '<p id="quick-told" hx-swap-oob="innerHTML">1 suggestion</p>' in quick("create_order&kind=code")
    assert 'hx-swap-oob="innerHTML"></p>' in quick("")
    IndexedSource.objects.filter(source_type="git").update(source_type="notes", repo=None)
    assert "create_order" in text(found(client, "q=create_order"))
    page = quick("create_order")
    assert "<section" not in page and page.count("Nothing found") == 2


def test_what_code_says_of_itself_is_shown_without_markup(shop: Shop, as_user) -> None:
    index(shop, factories.make_capsule("shop/main.py#sell", docstring="Like :meth:`~Oven.bake`, but ``loaf``."))
    assert ">Like bake, but loaf.<" in found(as_user(shop.reader), "q=sell")


def test_documentation_may_be_in_any_language(shop: Shop, as_user) -> None:
    index(shop, factories.make_capsule("README.md", kind="document", body="El horno se calienta."))
    client = as_user(shop.reader)
    assert '<p class="excerpt" lang="">' in found(client, "q=horno")
    assert '<p class="excerpt" lang="en">' in found(client, "q=wholegrain")


def test_repositories_are_found_by_name(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    assert f'<a class="match" href="{shop.at()}"' in found(client, "q=BAKERS+repo")
    assert 'id="hits-repo"' not in found(client, "q=bakers&kind=code")


def test_filters_narrow_and_are_said(shop: Shop, as_user) -> None:
    index(shop)
    other = factories.make_repo(shop.tenant, "oven")
    factories.make_passages(other)
    client = as_user(shop.reader)
    assert "/r/oven/source/" in found(client, "q=create_order")
    assert "/r/oven/source/" not in found(client, f"q=create_order&repo={shop.repo.slug}")
    assert "main.py" not in found(client, "q=create_order&path=shop/oven.py")
    nothing = found(client, "q=create_order&kind=prose")
    assert "Nothing that the filters let through" in nothing and 'href="/t/bakers/search/?q=create_order"' in nothing
    page = client.get(f"/t/bakers/search/?q=create_order&repo={other.slug}").content.decode()
    assert f'<option value="{other.slug}" selected>' in page and '<details class="more-filters" open>' in page
    for odd in ("kind=x", "role=x", "kind=code&kind=file", "repo="):
        assert client.get(f"/t/bakers/search/?q=create_order&{odd}").status_code == 200
    assert client.get("/t/bakers/search/?q=a&repo=nowhere").status_code == 404


def test_why_there_is_nothing_and_what_to_do(shop: Shop, as_user) -> None:
    client = as_user(shop.maintainer)
    assert "Nothing has been indexed yet" in found(client, "q=create_order")
    index(shop)
    assert "No document, no code and no documentation" in found(client, "q=zzqxv")
    assert "a regular expression" in found(client, "")
    empty = factories.make_tenant("empty")
    for role, words in (("maintainer", "/t/empty/add/"), ("reader", "A maintainer or owner can add one")):
        page = as_user(factories.make_member(empty, role)).get("/t/empty/search/?q=a").content.decode()
        assert "There is nothing to search yet" in page and words in page, role


def test_an_index_that_is_behind_says_how_far(shop: Shop, as_user) -> None:
    index(shop, commit="bread")
    client = as_user(shop.reader)
    words = text(found(client, "q=create_order"))
    assert words.count("1 commit behind") >= 2 and factories.sha("bread")[:10] in words
    Repo.objects.filter(pk=shop.repo.pk).update(head_sha=factories.sha("rewritten"))
    assert "new commits wait" in text(found(client, "q=create_order"))
    Repo.objects.filter(pk=shop.repo.pk).update(head_sha="")
    assert "unknown how far behind" in text(found(client, "q=create_order"))


@pytest.mark.parametrize(
    "question",
    [
        "x" * 10_000, '"open', "foo AND", "'; DROP TABLE search_passage; --", "/(a+)+$/", "/(/", "/[/", "🍞🥐", "مرحبا بالعالم",
        "\u202eabc", "%", "_", "\\", "a" * 300 + "*", "<script>", "{{ 7|add:7 }}", "?", "..", "/", "//", "#", ":1", "\ud800",
    ],
)  # fmt: skip
def test_odd_questions_find_something_nothing_or_are_refused(shop: Shop, as_user, question: str) -> None:
    index(shop)
    client = as_user(shop.reader)
    query = quote(question, errors="surrogatepass")
    for address in (f"/t/bakers/search/?q={query}", f"/t/bakers/search/?q={query}&path={query}&language={query}"):
        for headers in ({}, HTMX):
            response = client.get(address, headers=headers)
            page = response.content.decode()
            assert response.status_code in (200, 422) and not read(page).found
            assert ('class="notice warn"' in page) == (response.status_code == 422)
    assert client.get("/t/bakers/search/?q=a%00b").status_code == 400
    assert client.post("/t/bakers/search/?q=a").status_code == 405


def test_a_refusal_is_said_in_the_language_of_the_reader(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    refused = client.get("/t/bakers/search/?q=/(/", headers=HTMX)
    assert refused.status_code == 422 and "This is no regular expression" in refused.content.decode()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    assert "está mal formada" in client.get("/t/bakers/search/?q=/(/").content.decode()


def test_nothing_of_another_team_is_found(shop: Shop, foreign: Shop, as_user) -> None:
    index(shop)
    client = as_user(foreign.owner)
    assert client.get("/t/bakers/search/?q=create_order").status_code == 404
    page = client.get("/t/butchers/search/?q=create_order").content.decode()
    assert "shop/main.py" not in page and "bakers" not in page
    assert client.get(f"/t/butchers/search/?q=create_order&repo={shop.repo.slug}").status_code == 404


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_repositories_say_stays_text(shop: Shop, as_user, payload: str) -> None:
    index(shop, factories.make_capsule(f"shop/odd.py#odd{payload}", body=f"odd {payload}\n", docstring=f"Odd {payload}."))
    client = as_user(shop.reader)
    for query in ("q=shop/odd.py", "q=shop/odd.py&in=bar", f"q={quote(payload)}", f"q={quote('odd ' + payload)}"):
        for headers in ({}, HTMX):
            page = client.get(f"/t/bakers/search/?{query}", headers=headers).content.decode()
            assert not read(page).found and "img" not in read(page).elements, query


def test_a_page_costs_the_same_few_queries_however_much_is_found(shop: Shop, as_user, django_assert_max_num_queries) -> None:
    capsules = [factories.make_capsule(f"shop/m{number}.py#bake_{number:03}") for number in range(200)]
    index(shop, *capsules)
    client = as_user(shop.reader)
    client.get("/t/bakers/search/?q=bake")
    with django_assert_max_num_queries(50):
        page = client.get("/t/bakers/search/?q=bake_001").content.decode()
    assert "bake_001" in page
    with django_assert_max_num_queries(45):
        client.get("/t/bakers/search/?q=bake_001&in=bar", headers=HTMX)


def test_a_spanish_reader_gets_a_spanish_search(shop: Shop, as_user) -> None:
    index(shop, commit="bread")
    client = as_user(shop.reader)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    page = text(client.get("/t/bakers/search/?q=create_order").content.decode())
    for words in ("Buscar en todo", "Documento de arquitectura", "Más filtros", "por nombre", "1 commit de atraso", "puesto 1"):
        assert words in page, words
    for words in ("Search", "Everything", "found by", "place 1"):
        assert words not in page, words


def test_an_excerpt_shows_the_lines_that_hold_the_words() -> None:
    body = "import os\n\n\ndef other(): ...\n\n\n    def create_order(self, order):\n        '''Create it.'''\n        return order\n"
    words = words_of("How is an order created? create_order")
    assert words == ("create_order", "created", "create", "order")
    excerpt = code_excerpt(body, words, "create_order")
    assert excerpt.startswith("def <mark>create_order</mark>(self, <mark>order</mark>):\n") and excerpt.count("\n") == 2
    assert code_excerpt("\n\n  a <b>\n", (), "") == "a &lt;b&gt;"
    assert len(code_excerpt("x" * 9_000, (), "")) < 200
    prose = "## Purpose\n\n" + "word " * 200 + "the **oven** is [hot](cite:a.py#b) `now`.\n\n| a | b |\n|---|---|\n| c | d |\n"
    excerpt = prose_excerpt(prose, ("oven",))
    assert excerpt.startswith("… ") and "the <mark>oven</mark> is" in excerpt and "**" not in excerpt and len(excerpt) < 400
    assert prose_excerpt("Sells <b>bread</b> &<x>.", ()) == "Sells bread &amp;&lt;x&gt;."


def test_what_is_near_in_meaning_alone_is_said_to_be() -> None:
    near = Hit(
        1,
        1,
        "git",
        "a.py#bake",
        "bake",
        "",
        "",
        "a.py",
        1,
        2,
        "function",
        "code",
        "Python",
        1.0,
        reasons=(Reason("vector", 1, 0.3),),
    )
    by_meaning = Retrieval("zzqxv", "search", False, "en", (near,), (), (), (MEANING_ONLY,))
    assert notices_of(by_meaning) == (
        "None of these words stands anywhere: what is listed is only near in meaning, and may be beside it.",
    )
    mostly = Retrieval("kubernetes chart", "search", False, "en", (near,), (), (), (MOSTLY_ABSENT,), ("kubernetes",))
    assert notices_of(mostly) == ("No passage has these words: kubernetes. What is listed may be about something else.",)


@pytest.mark.parametrize(
    ("query", "said", "in_spanish"),
    [
        ("q=%22def+create_order%22", "by these words", "por estas palabras"),
        ("q=/def+create_%5Cw%2B/", "by the pattern", "por el patrón"),
        ("q=creat_order", "by a similar name", "por un nombre parecido"),
        ("q=%22no+such+bread%22", "Nothing holds exactly these words", "Nada contiene exactamente estas palabras"),
        ("q=/no+such+b[r]ead/", "Nothing fits this regular expression.", "Nada coincide con esta expresión regular."),
        ("q=nofile.py:10", "No file that was searched has this path.", "Ningún archivo en el que se buscó tiene esta ruta."),
        ("q=shop/main.py:9999", "Nothing stands on this line", "No hay nada en esta línea"),
    ],
)
def test_what_must_stand_as_it_is_and_what_is_not_there(shop: Shop, as_user, query: str, said: str, in_spanish: str) -> None:
    index(shop)
    client = as_user(shop.reader)
    assert said in text(found(client, query))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    assert in_spanish in text(found(client, query))
