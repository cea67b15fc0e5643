"""Searching and asking in a real browser: as one types, by keyboard, while an answer is written, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from apps.search.models import Feedback, Question
from tests import factories
from tests.flows.test_browser import _no_collected_files, browser, fits, page, shop, sign_in  # noqa: F401  # fixtures
from tests.web.conftest import Shop
from tests.web.test_search import index

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_search_of_the_bar_answers_while_one_types_and_is_walked_by_keyboard(page: Page, shop: Shop) -> None:  # noqa: F811
    index(shop, factories.make_capsule("shop/main.py#run", body="def run():\n    bake()\n"))
    sign_in(page)
    page.goto(shop.at("versions/"))
    page.keyboard.press("Control+k")
    expect(page.locator("#bar-search")).to_be_focused()
    page.keyboard.type("run")
    first = page.locator("#quick a").first
    expect(first).to_contain_text("run")
    page.keyboard.press("ArrowDown")
    expect(first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#bar-search")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#quick")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("run")
    expect(first).to_contain_text("run")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/capsule/?symbol=shop%2Fmain.py%23run")
    page.keyboard.press("Control+k")
    page.keyboard.type("main.py")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=main.py")
    expect(page.locator("#found a.match").first).to_contain_text("run")


def test_the_page_of_the_search_follows_what_is_typed_and_chosen(page: Page, shop: Shop) -> None:  # noqa: F811
    index(shop)
    sign_in(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/t/bakers/")
    page.keyboard.press("Control+k")  # there is no room for the box: its page opens
    page.wait_for_url("**/search/")
    expect(page.locator("#search-box")).to_be_focused()
    page.keyboard.type("create_order")
    match = page.locator("#found a.match").first
    expect(match).to_contain_text("create_order")
    expect(page).to_have_url(re.compile(r"/search/\?q=create_order"))
    assert fits(page)
    page.keyboard.press("ArrowDown")
    expect(match).to_be_focused()
    page.locator("#search-filters").get_by_text("Documentation", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing that the filters let through")).to_be_visible()
    expect(page).to_have_url(re.compile(r"kind=prose"))
    page.get_by_role("link", name="Search everywhere").click()
    page.locator("#found .hit-foot a").first.click()
    expect(page.locator(".line.marked").first).to_be_visible()


def test_an_answer_is_watched_cited_and_judged(page: Page, shop: Shop) -> None:  # noqa: F811
    index(shop)
    sign_in(page)
    page.goto("/t/bakers/")
    page.keyboard.press("g")
    page.keyboard.press("a")
    page.wait_for_url("**/ask/")
    page.locator("#question").fill("create_order")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No model wrote this")).to_be_visible()
    question = Question.objects.latest("pk")
    expect(page).to_have_url(re.compile(rf"/ask/{question.pk}/$"))
    expect(page.locator("#recent")).to_contain_text("create_order")
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_label("What is wrong or missing?").fill("Too short.")
    page.get_by_role("button", name="Save reason").click()
    expect(page.get_by_text("your reason is kept")).to_be_visible()
    assert (Feedback.objects.get().verdict, Feedback.objects.get().reason) == ("down", "Too short.")
    page.locator("#answer h3 a").first.click()
    expect(page.locator(".line.marked").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="create_order").first).to_be_visible()


def test_a_question_that_cannot_be_asked_says_why(page: Page, shop: Shop) -> None:  # noqa: F811
    index(shop)
    sign_in(page)
    page.goto("/t/bakers/ask/")
    page.locator("#question").fill("/(/")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This is no regular expression")
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_enabled()


def test_searching_and_asking_without_scripts(browser: Browser, live_server, shop: Shop) -> None:  # noqa: F811
    index(shop)
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url, locale="en-GB")
    opened = context.new_page()
    sign_in(opened)
    opened.locator("#bar-search").fill("create_order")
    opened.keyboard.press("Enter")
    opened.locator("#search-filters").get_by_text("Code", exact=True).click()
    opened.get_by_role("button", name="Find", exact=True).click()
    expect(opened.locator("#found a.match").first).to_contain_text("create_order")
    opened.get_by_role("link", name="Ask this as a question").click()
    opened.get_by_role("button", name="Ask", exact=True).click()
    expect(opened.get_by_text("No model wrote this")).to_be_visible()
    opened.get_by_role("button", name="Yes", exact=True).click()
    expect(opened.get_by_label("What was good about it?")).to_be_visible()
    context.close()


def test_suggestions_are_announced_and_stay_away_once_dismissed(browser: Browser, live_server, shop: Shop) -> None:  # noqa: F811
    index(shop)
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    opened = context.new_page()  # one whose console is not listened to: HTMX tells of what is aborted there
    sign_in(opened)
    opened.goto(shop.at("versions/"))
    box, told = opened.locator("#bar-search"), opened.locator("#quick-told")
    expect(box).to_have_attribute("aria-expanded", "false")
    box.fill("create_order")
    expect(told).to_have_text(re.compile("^[1-9] suggestions?$"))
    expect(box).to_have_attribute("aria-expanded", "true")
    opened.locator("h1").first.click()
    expect(box).to_have_attribute("aria-expanded", "false")
    box.fill("zzqxv")
    expect(told).to_have_text("Nothing found")

    late = []
    opened.route("**/search/?q=create_order*", lambda route: late.append(route))
    box.fill("create_order")
    opened.wait_for_timeout(500)
    opened.keyboard.press("Escape")
    with opened.expect_response("**/search/?q=&in=bar"):
        late[0].continue_()
    box.focus()
    expect(told).to_be_empty()
    expect(opened.locator("#quick")).to_be_empty()
    expect(box).to_have_attribute("aria-expanded", "false")
    context.close()


def test_the_search_keys_choose_the_box_that_can_be_seen(page: Page, shop: Shop) -> None:  # noqa: F811
    index(shop)
    sign_in(page)
    page.goto(shop.at("files/"))
    page.keyboard.press("/")
    expect(page.locator("#filter")).to_be_focused()
    page.evaluate("document.activeElement.blur(); document.querySelector('[data-filter]').hidden = true")
    page.keyboard.press("/")
    expect(page.locator("#bar-search")).to_be_focused()


def test_the_teams_links_are_all_in_view_on_a_small_screen(page: Page, shop: Shop) -> None:  # noqa: F811
    sign_in(page, "bakers-owner")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/t/bakers/")
    ends = page.locator(".team-nav a").evaluate_all("links => links.map((link) => link.getBoundingClientRect().right)")
    assert len(ends) == 6 and max(ends) <= 360 and fits(page)


def test_a_stream_that_is_refused_says_why(browser: Browser, live_server, shop: Shop) -> None:  # noqa: F811
    index(shop)
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    opened = context.new_page()
    sign_in(opened)
    opened.goto("/t/bakers/ask/")
    asks = opened.get_by_role("button", name="Ask", exact=True)
    opened.locator("#question").fill("create_order")
    opened.locator("#ask-repo").evaluate("list => { list.options[1].value = 'gone'; list.selectedIndex = 1; }")
    asks.click()
    expect(opened.get_by_role("alert")).to_contain_text("what it named is gone")
    opened.locator("[name=csrfmiddlewaretoken]").evaluate_all("fields => fields.forEach((field) => { field.value = 'x'; })")
    asks.click()
    expect(opened.get_by_role("alert")).to_contain_text("The page was open too long")
    opened.reload()
    opened.locator("#question").fill("create_order")
    signed = [cookie for cookie in context.cookies() if "session" not in cookie["name"]]
    context.clear_cookies()
    context.add_cookies(signed)
    asks.click()
    expect(opened.get_by_role("alert")).to_contain_text("You are signed out")
    expect(opened.get_by_role("alert").get_by_role("link")).to_have_attribute("href", "/sign-in/?next=%2Ft%2Fbakers%2Fask%2F")
    opened.route("**/answer-stream/", lambda route: route.fulfill(status=429, content_type="text/plain", body="Wait a minute.\n"))
    asks.click()
    expect(opened.get_by_role("alert")).to_have_text("Wait a minute.")
    context.close()


def test_an_answer_is_announced_as_it_comes_and_its_end(page: Page, shop: Shop) -> None:  # noqa: F811
    index(shop)
    sign_in(page)
    page.goto("/t/bakers/ask/")
    live = page.locator("#answer[aria-live=polite]")
    expect(live).to_be_empty()
    begun = 'event: started\ndata: {"html": "", "address": "/t/bakers/ask/"}\n\n'
    said = 'event: sentence\ndata: {"html": "<p>By the loaf.</p>", "begins": "line"}\n\n'
    sent = {"status": 200, "content_type": "text/event-stream", "body": begun + said}
    page.route("**/answer-stream/", lambda route: route.fulfill(**sent))
    page.locator("#question").fill("create_order")
    page.keyboard.press("Enter")
    expect(live).to_contain_text("By the loaf.")
    expect(live).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/answer-stream/")
    page.keyboard.press("Enter")
    expect(page.locator("#ask-told")).to_have_text("The answer is whole.")


def test_a_search_out_of_reach_says_so_where_it_found_something_before(browser: Browser, live_server, shop: Shop) -> None:  # noqa: F811
    index(shop)
    context = browser.new_context(base_url=live_server.url, locale="en-GB")
    opened = context.new_page()  # one whose console is not listened to: HTMX tells of what failed there
    sign_in(opened)
    opened.route("**/search/?q=bake*", lambda route: route.fulfill(status=503, content_type="text/html", body="<p>Away"))
    opened.route("**/search/?q=oven*", lambda route: route.abort())
    for address, box, place in (("/t/bakers/search/", "#search-box", "#found"), ("/t/bakers/", "#bar-search", "#quick")):
        opened.goto(address)
        for words in ("bake", "oven"):
            opened.locator(box).fill("create_order")
            expect(opened.locator(f"{place} a").first).to_be_visible()
            opened.locator(box).fill(words)
            expect(opened.locator(place)).to_have_text("The records can't be reached at this moment. Try again in a few seconds.")
            expect(opened.locator(place).get_by_role("alert")).to_be_visible()
    context.close()


def test_a_token_is_copied_and_can_be_revoked_on_a_phone(page: Page, shop: Shop) -> None:  # noqa: F811
    sign_in(page, "bakers-owner")
    page.set_viewport_size({"width": 360, "height": 740})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/t/bakers/assistants/")
    copy = page.get_by_role("button", name="Copy: The team's address")
    copy.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main > [role=status]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/mcp/bakers")
    expect(page.locator("#main > [role=status]")).to_be_empty()
    page.goto("/t/bakers/tokens/")
    revoke = page.get_by_role("link", name=re.compile("^Revoke")).first
    revoke.scroll_into_view_if_needed()
    expect(revoke).to_be_in_viewport(ratio=1)
    assert page.locator(".table-box").evaluate("box => box.scrollWidth <= box.clientWidth") and fits(page)
    expect(page.get_by_role("cell").first).to_be_visible()
