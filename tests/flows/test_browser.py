"""A reader's way through the portal in a real browser: sign in, document, citation, source, versions, diff.

The browser's console is listened to throughout: no error, no refusal by the content security policy, nothing from elsewhere.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from apps.codegraph import services as codegraph
from apps.engine.facts import Edge, Place, path_from_bytes
from apps.engine.rendering import TemplateLinks, highlight, render_document, render_markdown
from apps.repos import services
from tests import factories
from tests.web.conftest import Shop, make_shop
from tests.web.test_graph import store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread; the records are used from it all the same.
    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(autouse=True)
def _no_collected_files(settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path


@pytest.fixture
def shop() -> Shop:
    shop = make_shop("bakers")
    text = factories.make_text("Shop", "cake")
    links = TemplateLinks("/t/bakers/r/bakers-repo/v/2/source/{path}?lines={lines}#L{line}")
    html = {key: section.html for key, section in render_document(text, links).items()}
    factories.artifacts.store_html(version=shop.second, html=html)
    blob = factories.make_blob(shop.tenant, "def create_order():\n    bake()\n")
    services.store_blob_html(tenant_id=shop.tenant.pk, html={blob.pk: highlight(blob.text, "Python")})
    services.record_head(repo=shop.repo, branch="main", sha=factories.sha("cake"))
    return shop


@pytest.fixture
def page(browser: Browser, live_server) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", base_url=live_server.url)
    opened = context.new_page()
    heard: list[str] = []
    opened.on("console", lambda message: heard.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: heard.append(str(error)))
    opened.on("request", lambda sent: None if sent.url.startswith(live_server.url) else heard.append(f"asked {sent.url}"))
    yield opened
    context.close()
    assert not heard, heard


def sign_in(page: Page, name: str = "bakers-maintainer") -> None:
    page.goto("/")
    page.locator("#id_username").fill(name)
    page.locator("#id_password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_from_the_door_to_the_diff(page: Page, shop: Shop) -> None:
    sign_in(page)
    expect(page.get_by_role("heading", name="Repositories")).to_be_visible()
    page.get_by_role("link", name="bakers-repo").click()

    expect(page.get_by_role("heading", name="Purpose")).to_be_visible()
    expect(page.locator(".freshness")).to_contain_text("up to date")
    page.locator(".outline a", has_text="Tests").click()
    expect(page.locator(".outline a[aria-current]")).to_have_text("Tests")
    page.locator("a.cite").first.click()

    expect(page.locator("#L1.marked")).to_be_in_viewport()
    expect(page.locator("#L2.marked")).to_be_visible()
    assert page.locator("#L1").inner_text().strip() == "def create_order():"
    assert page.locator("#L1 .k").count() == 1
    page.locator("#L2 .no").click()
    assert page.url.endswith("?lines=2#L2")
    expect(page.locator(".line.marked")).to_have_count(1)
    page.locator("#L1 .no").click(modifiers=["Shift"])
    assert page.url.endswith("?lines=1-2#L1-L2")
    page.reload()
    expect(page.locator(".line.marked")).to_have_count(2)

    page.get_by_role("link", name="Versions", exact=True).click()
    page.get_by_label("From version 1").check()
    page.get_by_label("To version 2").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("del", has_text="bread")).to_be_visible()
    expect(page.locator("ins", has_text="cake")).to_be_visible()
    page.get_by_role("link", name="Inline").click()
    expect(page.locator("table.diff.inline")).to_be_visible()
    page.get_by_role("link", name="Commits").click()
    expect(page.locator(".commits")).to_contain_text("cake")
    assert page.url.endswith("?show=commits")
    page.go_back()
    expect(page.locator("table.diff.inline")).to_be_visible()


def test_progress_moves_by_itself_and_ends(page: Page, shop: Shop) -> None:
    sync = factories.make_sync(shop.repo, "running")
    services.enter_step(sync=sync, step="extract")
    services.report(sync=sync, step="extract", done=1, total=8, note="reading files")
    sign_in(page)
    page.goto(shop.at(f"syncs/{sync.pk}/"))
    bar = page.get_by_role("progressbar", name="Extract")
    expect(bar).to_have_js_property("value", 1)
    services.report(sync=sync, step="extract", done=5, total=8, note="reading files")
    expect(bar).to_have_js_property("value", 5)
    services.finish(sync=sync, outcome="new version", counts={"files": 8, "skipped": 0}, skipped=[])
    expect(page.get_by_text("A new version of the document was written.")).to_be_visible()


def test_on_a_phone_the_contents_stay_in_reach(page: Page, shop: Shop) -> None:
    sign_in(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(shop.at())
    expect(page.get_by_role("heading", name="1. Purpose")).to_be_visible()
    page.locator("#tests").scroll_into_view_if_needed()
    page.get_by_text("Contents", exact=True).click()
    page.locator(".outline a", has_text="Purpose").click()
    expect(page.get_by_role("heading", name="1. Purpose")).to_be_in_viewport()
    expect(page.locator(".outline")).to_be_in_viewport()
    assert page.locator(".outline").evaluate("outline => !outline.open")


LONG = "bakery_example/authentication/management/commands/create_everything_anew.py"
TABLE = f"""| Method | Path | Handler | Registered in | Handler defined in |
| --- | --- | --- | --- | --- |
| GET | `/api/{LONG}/` | `{LONG}` | [source](cite:a) | [source](cite:a) |
"""


def test_no_column_of_a_table_lies_beyond_the_edge(page: Page, shop: Shop) -> None:
    section = render_markdown(TABLE, citations={"a": Place(LONG, 12, 20)}, links=TemplateLinks("/x/{path}#L{line}"))
    factories.artifacts.store_html(version=shop.second, html={"purpose": section.html})
    sign_in(page)
    page.goto(shop.at())
    box = page.locator("#purpose .table-box")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    expect(box.locator("td").last).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 360, "height": 740})
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert "linear-gradient" in box.evaluate("box => getComputedStyle(box).backgroundImage")
    assert box.get_attribute("tabindex") == "0" and box.get_attribute("aria-label")


def test_every_page_fits_a_phone_and_both_themes(page: Page, shop: Shop) -> None:
    sign_in(page, "bakers-owner")
    page.set_viewport_size({"width": 360, "height": 740})
    rest = [
        "",
        "versions/",
        "diff/1/2/",
        "diff/1/2/?show=facts",
        "diff/1/2/?layout=inline",
        "files/",
        "source/shop/main.py",
        "syncs/",
        "start/",
        "graph/",
        "graph/?symbol=shop/main.py%23run&outside=1",
        "components/",
        "cycles/",
        "cycles/?kind=calls",
        "capsule/?symbol=shop/main.py%23run",
        "impact/?symbol=shop/oven.py%23run",
    ]
    for address in [
        *(shop.at(part) for part in rest),
        "/t/bakers/",
        "/t/bakers/add/",
        "/t/bakers/people/",
        "/t/bakers/credentials/",
    ]:
        page.goto(address)
        assert fits(page), address
    page.get_by_role("button", name="Switch between light and dark").click()
    theme = page.evaluate("document.documentElement.dataset.theme")
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == paper == "rgb(18, 20, 23)"


def test_the_keyboard_is_enough(page: Page, shop: Shop) -> None:
    sign_in(page)
    page.goto(shop.at())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("f")
    page.wait_for_url("**/files/")
    page.keyboard.press("/")
    page.keyboard.type("oven")
    expect(page.locator("#main").get_by_role("status")).to_contain_text("1 file shown")
    expect(page.locator("#files tbody tr")).to_have_count(1)
    page.get_by_label("Filter by path").blur()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Filter files")
    expect(page.get_by_text("Next, previous section")).to_be_hidden()
    page.get_by_role("button", name="Switch shortcuts off").click()
    page.keyboard.press("g")
    page.keyboard.press("d")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert "/files/" in page.url
    page.get_by_label("Team: Bakers").click()
    page.keyboard.press("Escape")
    expect(page.locator("header .menu[open]")).to_have_count(0)


def test_the_graph_is_walked_by_keyboard(page: Page, shop: Shop) -> None:
    sign_in(page)
    page.goto(shop.at("graph/?symbol=shop/main.py%23run"))
    centre, other = (page.get_by_role("link", name=f"shop/{name}.py: run, function") for name in ("main", "oven"))
    page.keyboard.press("Enter")
    expect(centre).to_be_focused()
    page.keyboard.press("2")
    page.wait_for_url("**depth=2**")
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    expect(centre).not_to_be_focused()  # the picture is a new one
    page.keyboard.press("o")
    page.wait_for_url("**direction=out**")
    expect(page.get_by_role("radio", name="callees", exact=True)).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(centre).to_be_focused()
    page.get_by_role("radio", name="2", exact=True).focus()
    page.keyboard.press("ArrowRight")  # a row of choices keeps its arrows
    page.wait_for_url("**depth=3**")
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_focused()
    page.get_by_role("region", name="Around run").focus()
    page.keyboard.press("Enter")
    expect(centre).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(other).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(other).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(centre).to_be_focused()
    page.keyboard.press("Tab")
    expect(other).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement.querySelector('path')).strokeWidth") == "3.5px"
    page.keyboard.press("Enter")
    page.wait_for_url("**symbol=shop%2Foven.py%23run**")
    expect(page.get_by_role("heading", name="Around run")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Steps of the graph")


def test_more_callers_come_without_a_new_page(page: Page, shop: Shop) -> None:
    callers = [factories.make_capsule(f"shop/many.py#f{number:03}") for number in range(70)]
    called = factories.make_capsule("shop/many.py#called")
    codegraph.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(), files=[],
        capsules=[called, *callers], edges=[Edge(item.symbol, "calls", called.symbol, 1) for item in callers],
    )  # fmt: skip
    sign_in(page)
    page.goto(shop.at("capsule/?symbol=shop/many.py%23called"))
    page.get_by_role("link", name=re.compile("Show 10 more ?: Called by")).press("Enter")
    expect(page.get_by_role("link", name="f060", exact=True)).to_be_focused()
    expect(page.get_by_role("link", name="f000", exact=True)).to_be_visible()
    assert "list=callers" not in page.url


def test_paths_that_look_like_code_or_addresses_open(page: Page, shop: Shop) -> None:
    raw = [
        b"a b.py",
        b"per%2Fcent.py",
        b"hash#mark.py",
        b"quest?ion.py",
        b"new\nline.py",
        b"back\\slash.py",
        b"<img src=x onerror=alert(1)>.py",
    ]
    paths = [path_from_bytes(name) for name in raw]
    blob = factories.make_blob(shop.tenant, "pass\n")
    codegraph.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(), capsules=[], edges=[],
        files=[factories.make_file_row(path, blob.pk) for path in paths],
    )  # fmt: skip
    sign_in(page)
    for path in paths:
        page.goto(shop.at("files/"))
        page.locator("#files a.path", has=page.locator("bdi", has_text=path)).click()
        expect(page.locator(".path-crumbs bdi").last).to_have_text(path)
        expect(page.locator("#L1")).to_contain_text("pass")


def test_without_scripts_everything_still_works(browser: Browser, live_server, shop: Shop) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url, locale="en-GB")
    page = context.new_page()
    sign_in(page)
    page.get_by_role("link", name="bakers-repo").click()
    page.locator("a.cite").first.click()
    expect(page.locator(".line.marked")).to_have_count(2)
    page.get_by_role("link", name="Versions", exact=True).click()
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("link", name="Facts").click()
    expect(page.get_by_text("No fact changed")).to_be_visible()
    page.get_by_role("button", name="Sync now").click()
    expect(page.get_by_role("heading", name="Sync ", exact=False)).to_be_visible()
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("link", name="Repositorios").first).to_be_visible()
    context.close()


def test_a_symbol_is_found_by_keyboard_and_its_picture_can_be_read(page: Page, shop: Shop) -> None:
    store(shop)
    sign_in(page)
    page.goto(shop.at("graph/"))
    page.keyboard.press("/")
    page.keyboard.type("heat")
    match = page.locator("#found a").first
    expect(match).to_contain_text("heat")
    page.keyboard.press("ArrowDown")
    expect(match).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find-symbol")).to_be_focused()
    page.keyboard.press("Enter")  # as without scripts: the page of what is found
    expect(page).to_have_url(re.compile(r"/find/\?to=graph&q=heat$"))
    page.keyboard.press("ArrowDown")
    expect(page.locator("#found a").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#found a").nth(1)).to_be_focused()
    page.locator("#found a").first.click()
    expect(page.locator("h2", has_text="Around")).to_contain_text("heat")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)
    page.goto(shop.at("graph/?kind=calls&kind=imports&kind=inherits"))
    page.locator("[data-fit]").evaluate("button => button.click()")
    widths = page.locator(".graph-picture svg:not(.icon)").evaluate(
        "svg => [svg.getBoundingClientRect().width, +svg.getAttribute('width')]"
    )
    assert widths[0] >= 0.74 * widths[1] and fits(page)


def test_the_page_of_the_api_needs_nothing_that_the_policy_forbids(page: Page) -> None:
    page.goto("/api/v1/reference")
    expect(page.locator(".info .title")).to_contain_text("Repolore")
    page.locator("[id=operations-Search-context_of] .opblock-summary-control").click()
    expect(page.locator(".opblock-body")).to_be_visible()
    expect(page.get_by_role("button", name="Authorize")).to_be_visible()
