"""Questions: asking with and without scripts, the answer and what it cites, last questions, what a reader thinks of it."""

from __future__ import annotations

import json
import re

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import AsyncClient, Client

from apps.engine.compression import Citation
from apps.repos.services import register_repo
from apps.search import services
from apps.search.events import Asker, Dropped, Failed, Finished, Sentence, Started
from apps.search.models import Feedback, Question
from apps.search.scope import EVERYWHERE
from apps.tenants.models import User
from apps.web.access import Team
from apps.web.asking import Pieces, answer_html, sources_of
from tests import factories
from tests.web.conftest import Shop
from tests.web.test_safety import PAYLOADS, read
from tests.web.test_search import index, text

HTMX = {"HX-Request": "true"}


def events(stream: bytes) -> list[tuple[str, dict[str, str]]]:
    blocks = [block.split("\n") for block in stream.decode().split("\n\n") if block.startswith("event: ")]
    return [(lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))) for lines in blocks]


def code(number: int, symbol: str = "shop/main.py#create_order", **values) -> Citation:
    given = {"title": "create_order", "path": "shop/main.py", "line": 1, "end_line": 2, "commit": factories.sha("cake"), **values}
    return Citation(number=number, source_type="git", repo="bakers-repo", anchor=symbol, **given)


def answered(shop: Shop, user: User, answer: str, *citations: Citation, **values) -> Question:
    question = services.open_question(tenant=shop.tenant, text="How?", scope=EVERYWHERE, asker=Asker(user_id=user.pk))
    given = {"outcome": "answered", "generator": "claude-x", "language": "en", **values}
    services.close_question(question=question, answer=answer, citations=citations, **given)
    question.refresh_from_db()
    return question


def test_without_scripts_the_form_leads_to_the_answer(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    page = client.get("/t/bakers/ask/?q=create_order").content.decode()
    form = page[page.index('id="ask-form"') : page.index("</form>", page.index('id="ask-form"'))]
    assert 'method="post"' in form and "csrfmiddlewaretoken" in form and ">create_order</textarea>" in form
    response = client.post("/t/bakers/ask/", {"q": "create_order", "repo": shop.repo.slug})
    question = Question.objects.latest("pk")
    assert response.status_code == 302 and response["Location"] == f"/t/bakers/ask/{question.pk}/"
    assert (question.user, question.tenant) == (shop.reader, shop.tenant) and question.scope == {"repos": [shop.repo.pk]}
    page = client.get(response["Location"]).content.decode()
    assert f'<a href="{shop.at("source/shop/main.py")}?lines=' in page
    assert "No model wrote this" in page and "create_order" in text(page) and factories.sha("cake")[:10] in page


def test_what_cannot_be_asked_is_said_above_the_form(shop: Shop, as_user) -> None:
    index(shop)
    client = as_user(shop.reader)
    for question, words in (("", "The question is empty"), ("/(/", "This is no regular expression")):
        response = client.post("/t/bakers/ask/", {"q": question})
        page = response.content.decode()
        assert response.status_code == 422 and words in page and f">{question}</textarea>" in page
    assert client.post("/t/bakers/ask/", {"q": "a", "repo": "nowhere"}).status_code == 404
    assert Question.objects.get() == shop.question
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    assert "La pregunta está vacía" in client.post("/t/bakers/ask/", {"q": " "}).content.decode()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(shop.reader)
    assert strict.post("/t/bakers/ask/", {"q": "a"}).status_code == 403
    assert strict.post("/t/bakers/answer-stream/", {"q": "a"}).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_the_server_streams_the_answer_in_parts_of_the_page(shop: Shop) -> None:
    async_to_sync(_streamed)(shop)


async def _streamed(shop: Shop) -> None:
    client = AsyncClient()
    await client.aforce_login(shop.reader)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    response = await client.post("/t/bakers/answer-stream/", {"q": "create_order"})
    assert response["Content-Type"] == "text/event-stream" and response["X-Accel-Buffering"] == "no"
    assert "no-cache" in response["Cache-Control"] and "private" in response["Cache-Control"]
    parts = events(b"".join([part async for part in response]))
    question = await Question.objects.alatest("pk")
    assert [name for name, _data in parts] == ["started", "finished"] and question.outcome == "nothing"
    assert parts[0][1]["address"] == f"/t/bakers/ask/{question.pk}/" and "Reuniendo los pasajes" in parts[0][1]["html"]
    refused = await client.post("/t/bakers/answer-stream/", {"q": ""})
    assert events(b"".join([part async for part in refused])) == [
        ("failed", {"html": "La pregunta está vacía: pregunta con un nombre, una ruta o una frase."})
    ]
    assert (await client.get("/t/bakers/answer-stream/")).status_code == 405


def test_a_server_without_streams_of_its_own_sends_the_same(shop: Shop, as_user) -> None:
    index(shop)
    response = as_user(shop.reader).post("/t/bakers/answer-stream/", {"q": "create_order"})
    parts = events(b"".join(response.streaming_content))
    assert parts[0][0] == "started" and parts[-1][0] == "finished" and {name for name, _data in parts[1:-1]} == {"sentence"}
    assert 'class="cited"' in parts[1][1]["html"]


def test_every_event_is_a_part_of_the_page(shop: Shop) -> None:
    pieces = Pieces(Team(shop.tenant, "reader", shop.reader), "en")
    started = Started(7, "How?", "en", "search", "claude-x", (code(1), code(2, title="<b>")))

    def piece(event) -> dict[str, str]:
        [(_name, data)] = events(pieces.sent(event))
        return data

    assert "claude-x is writing" in piece(started)["html"] and "2 passages were found" in piece(started)["html"]
    first = piece(Sentence("It calls `f[1]` <b>", (1, 2), begins="line"))
    assert (
        first["begins"] == "line" and "<code>f[1]</code> &lt;b&gt;" in first["html"] and first["html"].count('class="cited"') == 2
    )
    assert piece(Sentence("one", (), begins="item"))["html"].strip().startswith("<ul>")
    assert "<h3><bdi>A &lt;b&gt;</bdi></h3>" in piece(Sentence("said", (1,), "extracted", "A <b>", "item"))["html"]
    assert "A statement was left out" in piece(Dropped("uncited"))["html"]
    assert piece(Failed("x:y", "<b>"))["html"] == "&lt;b&gt;"
    assert events(pieces.sent(Finished("answered", "", (), "claude-x")))[0][0] == "finished"


def test_an_answer_is_rendered_and_its_numbers_open_the_sources(shop: Shop, as_user) -> None:
    question = answered(
        shop, shop.reader, "It **sells** `a[1]` [1][2]. No [9].\n\n- item [1]", code(1), code(2, "shop/gone.py#f", path="shop/gone.py"),
        Citation(3, "system_artifact", "bakers-repo", "purpose", "Purpose", "", 0, 0, factories.sha("cake")), dropped=2,
    )  # fmt: skip
    page = as_user(shop.reader).get(f"/t/bakers/ask/{question.pk}/").content.decode()
    assert '<strong>sells</strong> <code>a[1]</code> <a class="cited"' in page and "No [9]." in page
    assert page.count('class="cited"') == 3 and "2 statements were left out" in page and "Written by claude-x" in page
    assert f'href="{shop.at("source/shop/gone.py")}?lines=1-2#L1"' in page and f'href="{shop.at()}#purpose"' in page
    assert "has changed since" not in page and page.count("<h1") == 1
    piece = as_user(shop.reader).get(f"/t/bakers/ask/{question.pk}/", headers=HTMX).content.decode()
    assert piece.strip().startswith('<article id="answer"') and "<h1" not in piece and "<html" not in piece


def test_an_old_answer_says_that_the_code_has_changed_and_leads_to_where_it_is_now(shop: Shop, as_user) -> None:
    question = answered(
        shop, shop.reader, "Said [1].", code(1, "shop/main.py#run", line=90, end_line=99, commit=factories.sha("old"))
    )
    page = as_user(shop.reader).get(f"/t/bakers/ask/{question.pk}/").content.decode()
    assert "has changed since this was answered" in page and "lines=90" not in page
    assert f'href="{shop.at("source/shop/main.py")}?lines=' in page and 'value="How?"' in page


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ("unknown", "does not hold the answer"), ("nothing", "Nothing was found"), ("incomplete", "ended too early"),
        ("refused", "was not answered"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_says_so(shop: Shop, as_user, outcome: str, words: str) -> None:
    question = answered(shop, shop.reader, "", outcome=outcome)
    page = as_user(shop.reader).get(f"/t/bakers/ask/{question.pk}/").content.decode()
    assert words in page and ("/t/bakers/search/?q=How%3F" in page) == (outcome in ("unknown", "nothing"))


def test_questions_are_seen_by_who_asked_them_alone(shop: Shop, foreign: Shop, as_user) -> None:
    question = answered(shop, shop.reader, "Secret [1].", code(1))
    address = f"/t/bakers/ask/{question.pk}/"
    for user in (shop.owner, foreign.owner):
        for answer in (as_user(user).get(address), as_user(user).post(address, {"verdict": "up"})):
            assert answer.status_code == 404
    assert as_user(foreign.owner).get(f"/t/butchers/ask/{question.pk}/").status_code == 404
    own = as_user(shop.reader).get("/t/bakers/ask/").content.decode()
    assert f'href="{address}"' in own and "How?" in own
    assert address not in as_user(shop.owner).get("/t/bakers/ask/").content.decode()
    assert as_user(shop.reader).get(f"/t/bakers/ask/{10**30}/").status_code == 404


def test_a_reader_says_whether_it_was_helpful_and_why_and_takes_it_back(shop: Shop, as_user) -> None:
    question = answered(shop, shop.reader, "Said [1].", code(1))
    address = f"/t/bakers/ask/{question.pk}/"
    client = as_user(shop.reader)
    assert 'name="reason"' not in client.get(address).content.decode()
    assert client.post(address, {"verdict": "down"}).headers["Location"] == f"{address}#feedback"
    page = client.get(address).content.decode()
    assert 'value="down" aria-pressed="true"' in page and "What is wrong or missing?" in page
    piece = client.post(address, {"verdict": "down", "reason": "<b>too old"}, headers=HTMX).content.decode()
    assert piece.strip().startswith('<div id="feedback"') and 'value="&lt;b&gt;too old"' in piece and "kept for the team" in piece
    assert (Feedback.objects.get().verdict, Feedback.objects.get().reason) == ("down", "<b>too old")
    client.post(address, {"verdict": "up"})
    assert Feedback.objects.get().verdict == "up"
    client.post(address, {"verdict": "up"})
    assert not Feedback.objects.exists()
    assert client.post(address, {"verdict": "sideways"}).status_code == 422


@pytest.mark.parametrize("payload", PAYLOADS)
def test_questions_and_answers_stay_text(shop: Shop, as_user, payload: str) -> None:
    question = answered(shop, shop.reader, f"{payload} [1] `{payload}` [x]({payload}) ![i]({payload})", code(1, title=payload))
    Question.objects.filter(pk=question.pk).update(text=payload, generator=payload)
    client = as_user(shop.reader)
    for address in (f"/t/bakers/ask/{question.pk}/", "/t/bakers/ask/", f"/t/bakers/ask/?q={payload}"):
        page = read(client.get(address).content.decode())
        assert not page.found and "img" not in page.elements
    pieces = Pieces(Team(shop.tenant, "reader", shop.reader), "en")
    for event in (Sentence(payload, (1,), "extracted", payload), Failed("x:y", payload), Started(1, payload, "en", "", payload)):
        [(_name, data)] = events(pieces.sent(event))
        assert not read(data["html"]).found and "img" not in read(data["html"]).elements


def test_characters_that_stand_for_numbers_cannot_be_smuggled_in(shop: Shop) -> None:
    team = Team(shop.tenant, "reader", shop.reader)
    html = answer_html("\ue001 [1] ```[1]```", sources_of(team, [code(1)]))
    assert html.count('class="cited"') == 1 and "\ufffd" in html and "\ue001" not in html


def test_a_spanish_reader_asks_in_spanish(shop: Shop, as_user) -> None:
    question = answered(shop, shop.reader, "Vende pan [1].", code(1, commit=factories.sha("old")), language="es", dropped=1)
    client = as_user(shop.reader)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    page = re.sub(r"<[^>]*>", " ", client.get(f"/t/bakers/ask/{question.pk}/").content.decode())
    for words in ("Fuentes", "Escrito por", "¿Te ha servido?", "Tus últimas preguntas", "ha cambiado desde", "Se omitió 1"):
        assert words in page, words
    assert not [words for words in ("Sources", "Written by", "helpful", "left out") if words in page]


@pytest.mark.parametrize("verdict", ["x", "", "UP", "\0"])
def test_a_verdict_that_is_none_is_refused_in_one_sentence(shop: Shop, as_user, verdict: str) -> None:
    client = as_user(shop.owner)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    for headers in ({}, HTMX):
        response = client.post(f"/t/bakers/ask/{shop.question.pk}/", {"verdict": verdict, "reason": "a"}, headers=headers)
        assert response.status_code == 422 and "Di si la respuesta ha sido útil." in response.content.decode()
        assert ("<html" in response.content.decode()) == (not headers)
    assert not Feedback.objects.exists()


def test_passages_are_in_the_language_of_their_source(shop: Shop, as_user) -> None:
    answer = "- Orders are paid. [1]\n- Los pedidos se pagan. [2]"
    document = Citation(1, "system_artifact", "bakers-repo", "purpose", "Purpose", "", 0, 0, factories.sha("cake"))
    question = answered(shop, shop.owner, answer, document, code(2), generator="passages")
    page = as_user(shop.owner).get(f"/t/bakers/ask/{question.pk}/").content.decode()
    assert re.search(r'<div class="section-body said" lang="en">.*Orders', page)
    assert re.search(r'<div class="section-body said" lang="">.*pedidos', page)


def test_all_that_one_source_says_stands_together(shop: Shop, as_user) -> None:
    answer = "- `def sell` [1]\n- Called by: `open`. [1]\n- Nothing else. [2]"
    question = answered(shop, shop.owner, answer, code(1), code(2, "shop/oven.py#bake"), generator="passages")
    page = as_user(shop.owner).get(f"/t/bakers/ask/{question.pk}/").content.decode()
    assert page.count('<li class="hit"') == 2 and page.count('id="source-1"') == 1 and "<h3" not in page
    assert re.search(r'id="source-1".*def sell.*Called by.*id="source-2".*Nothing else', page, re.DOTALL)
    assert "<h3>" in as_user(shop.owner).get(f"/t/bakers/ask/{question.pk}/", headers=HTMX).content.decode()


def test_sources_of_repositories_with_one_name_are_told_apart(shop: Shop, as_user) -> None:
    register_repo(tenant=shop.tenant, actor=shop.owner, url="https://forge.example/north/bakers-repo", name="bakers-repo")
    question = answered(shop, shop.owner, "Said [1].", code(1, commit=factories.sha("old")))
    page = as_user(shop.owner).get(f"/t/bakers/ask/{question.pk}/").content.decode()
    own = "acme/bakers-repo"
    assert f"<span><bdi>{own}</bdi></span>" in page and f"<bdi>{own}</bdi> has changed" in page
