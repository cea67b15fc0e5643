"""The list of versions and the comparison of two."""

from __future__ import annotations

import dataclasses
import re

from apps.engine import facts
from apps.web.changes import changes_between, summary_between
from tests import factories
from tests.web.conftest import Shop


def with_endpoint(path: str) -> facts.FactSheet:
    sheet = factories.make_sheet()
    return dataclasses.replace(sheet, endpoints=(dataclasses.replace(sheet.endpoints[0], path=path),))


def test_versions_are_listed_with_what_they_changed(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get(shop.at("versions/")).content.decode()
    assert page.count('name="old"') == 2 and "the first version" in page
    assert "1 section" in page and shop.at("diff/1/2/") in page and "current" in page


def test_the_diff_names_the_endpoint_and_the_commit_that_touched_it(shop: Shop, as_user) -> None:
    factories.make_commit(shop.repo, "Sharpen knives", ["cake"], minute=2, paths=["KNIVES.md"])
    factories.make_commit(shop.repo, "Move orders", ["Sharpen knives"], minute=3, paths=["shop/main.py"])
    factories.make_version(shop.repo, "pie", commit="Move orders", sheet=with_endpoint("/v2/orders"))
    client = as_user(shop.reader)
    page = client.get(shop.at("diff/2/3/?show=facts")).content.decode()
    assert "POST /v2/orders" in page and "POST /orders" in page
    assert "Move orders" in page and "Sharpen knives" not in page
    commits = client.get(shop.at("diff/2/3/?show=commits")).content.decode()
    assert commits.index("Move orders") < commits.index("Sharpen knives")
    listed = re.sub(r"<[^>]*>", "", client.get(shop.at("versions/")).content.decode())
    assert "~changed: 1 endpoint" in listed


def test_an_endpoint_leads_to_the_line_that_registers_it_and_to_its_handler(shop: Shop, as_user) -> None:
    sheet = factories.make_sheet()
    places = (facts.Place("shop/main.py", 2, 2), facts.Place("shop/urls.py", 7, 8))
    added = [
        dataclasses.replace(sheet.endpoints[0], path=path, registered=place)
        for path, place in zip(("/cakes", "/pies"), places, strict=True)
    ]
    factories.make_version(shop.repo, "pie", sheet=dataclasses.replace(sheet, endpoints=(*sheet.endpoints, *added)))
    client = as_user(shop.reader)
    page = client.get(shop.at("diff/2/3/?show=facts")).content.decode()
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page))
    assert f'{shop.at("v/3/source/shop/urls.py")}?lines=7-8#L7"' in page
    assert "registered at shop/urls.py:7 · handler at shop/main.py:1" in words and "handler create_order" in words
    listed = re.sub(r"<[^>]*>", "", client.get(shop.at("versions/")).content.decode())
    assert "+added: 2 endpoints" in listed
    client.cookies["django_language"] = "es"
    assert ": 2 puntos de acceso" in re.sub(r"<[^>]*>", "", client.get(shop.at("versions/")).content.decode())


def test_citations_of_the_compared_text_lead_to_their_version(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get(shop.at("diff/1/2/")).content.decode()
    assert f'<a class="cite" href="{shop.at("v/1/source/shop/main.py")}?lines=1-2#L1">shop/main.py</a>' in page
    assert f'<a class="cite" href="{shop.at("v/2/source/shop/main.py")}?lines=1-2#L1">shop/main.py</a>' in page
    assert "#create_order" not in page


def test_unchanged_lines_unfold_without_scripts(shop: Shop, as_user) -> None:
    def text(word: str) -> facts.ArtifactText:
        made = factories.make_text("Shop", word)
        lines = "".join(f"Line {number}.\n\n" for number in range(9))
        return dataclasses.replace(
            made, sections=(dataclasses.replace(made.sections[0], markdown=lines + word), *made.sections[1:])
        )

    for word in ("rye", "spelt"):
        factories.make_version(shop.repo, word, text=text(word))
    page = as_user(shop.reader).get(shop.at("diff/3/4/")).content.decode()
    assert "<details><summary>7 unchanged lines</summary><div>Line 0.</div>" in page


def test_text_is_compared_side_by_side_and_inline(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    side = client.get(shop.at("diff/1/2/")).content.decode()
    assert 'class="diff side"' in side and "<del>bread</del>" in side and "<ins>cake</ins>" in side
    assert "9 sections did not change" in side
    inline = client.get(shop.at("diff/1/2/?layout=inline")).content.decode()
    assert 'class="diff inline"' in inline and "<ins>cake</ins>" in inline
    piece = client.get(shop.at("diff/1/2/?show=facts"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in piece and 'id="diff"' in piece


def test_unknown_history_is_said_not_hidden(shop: Shop, as_user) -> None:
    factories.make_version(shop.repo, "pie", commit="elsewhere", sheet=with_endpoint("/v2/orders"))
    client = as_user(shop.reader)
    assert "not known" in client.get(shop.at("diff/2/3/?show=facts")).content.decode()
    assert "There may be more" in client.get(shop.at("diff/2/3/?show=commits")).content.decode()


def test_one_and_the_same_version_and_none(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    assert "one and the same" in client.get(shop.at("diff/2/2/")).content.decode()
    assert client.get(shop.at("diff/1/9/")).status_code == 404
    assert client.get(shop.at("diff/?old=2&new=1"))["Location"] == shop.at("diff/1/2/")
    assert client.get(shop.at("diff/?old=2&new=%D9%A1"))["Location"] == shop.at("versions/")


def test_the_list_has_pages(shop: Shop, as_user) -> None:
    for number in range(20):
        factories.make_version(shop.repo, f"word {number}")
    client = as_user(shop.reader)
    assert "Page 1 of 2" in client.get(shop.at("versions/")).content.decode()
    assert "Version 1<" in client.get(shop.at("versions/?page=2")).content.decode()
    for odd in ("0", "-1", "x", "9" * 30, "²"):
        assert client.get(shop.at(f"versions/?page={odd}")).status_code == 200


def test_what_is_compared_is_inert(shop: Shop) -> None:
    factories.make_version(shop.repo, "<script>alert(1)</script>")
    third = factories.artifacts.ArtifactVersion.objects.get(artifact=shop.second.artifact, number=3)
    rows = changes_between(shop.repo, shop.second, third, []).sections[0].rows
    assert all("<script" not in row.new for row in rows) and any("script" in row.new for row in rows)
    assert summary_between(shop.repo, 2, third)
