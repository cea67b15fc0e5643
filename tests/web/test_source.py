"""Sources: any path opens, lines are marked without any script, old versions keep theirs."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from apps.artifacts import services as artifacts
from apps.codegraph import services as codegraph
from apps.engine import facts
from apps.web.addresses import Lines, lines_of, source_address
from apps.web.code_lines import PART, code_part
from tests import factories
from tests.web.conftest import Shop

RAW_PATHS = [
    b"a file with spaces.py", b" leading.py", b"trailing .py", b"quote'\".py", b"new\nline.py", b"tab\t.py",
    b"caf\xc3\xa9.py", b"caf\x65\xcc\x81.py", b"latin\xe9.py", b"\xff\xfe.py", "日本/語.py".encode(),
    "עברית.py".encode(), "rtl\u202eevil.py".encode(), "zero\u200bwidth.py".encode(), b"-dash.py", b"--help",
    b"per%2Fcent.py", b"%2e%2e.py", b"100%.py", b"hash#mark.py", b"quest?ion.py", b"and&amp;.py", b"semi;colon.py",
    b"plus+.py", b"colon:1.py", b"pipe|.py", b"back\\slash.py", b"star*.py", b"[brackets].py", b"{braces}.py",
    b"~tilde", b"$HOME.py", b"`tick`.py", b"CON", b"nul.txt", b".hidden", b"...", b"x" * 255, b"deep/" * 20 + b"f.py",
    b"<img src=x onerror=alert(1)>.py",
]  # fmt: skip


def test_forty_odd_paths_open_and_stay_inert(shop: Shop, as_user) -> None:
    assert len(RAW_PATHS) == 40
    paths = [facts.path_from_bytes(raw) for raw in RAW_PATHS]
    assert len(set(paths)) == 40
    blob = factories.make_blob(shop.tenant, "one\ntwo\nthree\n")
    codegraph.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(), capsules=[], edges=[],
        files=[factories.make_file_row(path, blob.pk) for path in paths],
    )  # fmt: skip
    artifacts.publish_version(
        repo=shop.repo, commit_sha=factories.sha("cake"), branch="main", text=factories.make_text("odd", "odd"),
        sheet=factories.make_sheet(), digest="odd", generator="facts", files=dict.fromkeys(paths, blob.pk),
    )  # fmt: skip
    client = as_user(shop.reader)
    listed = client.get(shop.at("files/?q=.")).content.decode()
    for path in paths:
        for number in (None, 3):
            address = source_address("bakers", "bakers-repo", path, number=number, first=2, last=3)
            response = client.get(address.partition("#")[0])
            assert response.status_code == 200, (path, address)
            page = response.content.decode()
            assert 'class="line marked" id="L2"' in page
            assert "<img" not in page
        worker = f"/t/bakers/r/bakers-repo/v/3/source/{quote(path, safe='/-_.~')}?lines=2"
        assert client.get(worker).status_code == 200, path
    assert "<img" not in listed and "&lt;img src=x" in listed


def test_a_range_is_marked_by_the_server(shop: Shop, as_user) -> None:
    page = as_user(shop.reader).get(shop.at("source/shop/main.py?lines=1-2")).content.decode()
    assert re.findall(r'class="line marked" id="(L\d+)"', page) == ["L1", "L2"]
    assert f"https://forge.example/acme/bakers-repo/blob/{factories.sha('cake')}/shop/main.py#L1-L2" in page


def test_an_old_version_shows_the_text_it_was_written_from(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    factories.make_graph(shop.repo, {"shop/other.py": "pass\n"}, commit="later")
    old = client.get(shop.at("v/1/source/shop/main.py"))
    assert old.status_code == 200 and "create_order" in old.content.decode()
    assert client.get(shop.at("source/shop/main.py")).status_code == 404
    assert client.get(shop.at("v/1/source/shop/gone.py")).status_code == 404
    uncited = client.get(shop.at("v/1/source/shop/other.py")).content.decode()
    assert "not kept with it" in uncited


def test_a_file_without_text_says_why(shop: Shop, as_user) -> None:
    row = factories.make_file_row("logo.png", None, status="skipped", reason="binary, not text", role="asset")
    codegraph.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(), capsules=[], edges=[],
        files=[row],
    )  # fmt: skip
    client = as_user(shop.reader)
    assert "binary, not text" in client.get(shop.at("source/logo.png")).content.decode()
    assert "binary, not text" in client.get(shop.at("files/?skipped=1")).content.decode()


def test_folders_are_walked_and_filters_narrow(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    assert "shop/</a>" in re.sub(r"</?bdi>", "", client.get(shop.at("files/")).content.decode())
    inside = client.get(shop.at("files/?in=shop")).content.decode()
    assert "main.py" in inside and "oven.py" in inside
    assert client.get(shop.at("files/?in=nowhere")).status_code == 404
    piece = client.get(shop.at("files/?q=OVEN"), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in piece and "oven.py" in piece and "main.py" not in piece
    assert "No file matches" in client.get(shop.at("files/?q=cheese")).content.decode()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("10", Lines(10, 10)), ("10-20", Lines(10, 20)), ("L10-L20", Lines(10, 20)), ("20-10", Lines(10, 20)), ("", Lines()),
        ("x", Lines()), ("1-", Lines()), ("-1", Lines()), ("9" * 20, Lines()), ("١", Lines()), ("1\n", Lines()),
    ],
)  # fmt: skip
def test_ranges_are_read_strictly(text: str, found: Lines) -> None:
    assert lines_of(text) == found


def test_lines_keep_their_numbers_whatever_ends_them() -> None:
    for text in ("a\nb\nc", "a\nb\nc\n", "a\r\nb\r\nc\r\n"):
        assert code_part(text, "", Lines()).total == 3
    assert code_part("a\u2028b\x0cc\n", "", Lines()).total == 1
    assert code_part("", "", Lines()).total == 1


def test_highlighting_that_does_not_fit_is_not_used() -> None:
    assert "<b>" in code_part("a\nb\n", "<b>a</b>\nb", Lines()).html
    assert "<b>" not in code_part("a\nb\n", "<b>a</b>", Lines()).html
    assert "&lt;b&gt;" in code_part("<b>\n", "", Lines()).html


def test_a_long_file_comes_in_parts_and_a_long_line_is_cut() -> None:
    text = "".join(f"{number}\n" for number in range(1, 2 * PART + 2))
    first, second, third = (code_part(text, "", Lines(), start) for start in (1, PART + 1, 2 * PART + 1))
    assert (first.first, first.last, first.before, first.after) == (1, PART, 0, PART + 1)
    assert (second.first, second.before, second.after) == (PART + 1, 1, 2 * PART + 1)
    assert (third.first, third.last, third.after) == (2 * PART + 1, 2 * PART + 1, 0)
    assert code_part(text, "", Lines(PART + 7, PART + 9)).first == PART + 1
    long = code_part("x" * 100_000 + "\n", "", Lines())
    assert long.cut and len(long.html) < 10_000


def test_marks_that_turn_text_around_are_told() -> None:
    part = code_part("x = 1 # \u202e\n", "", Lines())
    assert part.turns and "\u202e" not in part.html
    assert not code_part("日本語\n", "", Lines()).turns


def test_a_source_leads_back_to_the_section_that_cites_it(shop: Shop, as_user) -> None:
    client = as_user(shop.reader)
    page = client.get(shop.at("v/2/source/shop/main.py?lines=1-2")).content.decode()
    assert f'<a href="{shop.at()}#purpose" lang="en">1. Purpose</a>' in page
    old = client.get(shop.at("v/1/source/shop/main.py?lines=2")).content.decode()
    assert f'<a href="{shop.at("v/1/")}#purpose" lang="en">1. Purpose</a>' in old
    elsewhere = client.get(shop.at("source/shop/oven.py")).content.decode()
    assert f'<a href="{shop.at()}">' in elsewhere and "Cited in" not in elsewhere


def test_withheld_secrets_are_explained(shop: Shop, as_user) -> None:
    factories.make_graph(
        shop.repo, {"shop/keys.py": "A = '<secret:api-key>'\nB = '<secret:env-value>'\n", "shop/plain.py": "x\n"}
    )
    client = as_user(shop.reader)
    assert "2 values in this file looked like secrets" in client.get(shop.at("source/shop/keys.py")).content.decode()
    assert "looked like" not in client.get(shop.at("source/shop/plain.py")).content.decode()


def test_a_folder_says_how_many_files_it_holds(shop: Shop, as_user) -> None:
    factories.make_graph(shop.repo, {"shop/a.py": "x\n", "shop/deep/b.py": "x\n", "c.py": "x\n"})
    client = as_user(shop.reader)
    assert "3 files" in client.get(shop.at("files/")).content.decode()
    inside = client.get(shop.at("files/?in=shop")).content.decode()
    assert "2 files" in inside and "3 files" not in inside


def test_spanish_says_language_and_reasons_in_spanish(shop: Shop, as_user) -> None:
    row = factories.make_file_row("logo", None, status="skipped", reason="binary", role="asset")
    codegraph.replace_graph(
        repo=shop.repo, commit_sha=factories.sha("cake"), extractor="1", sheet=factories.make_sheet(), capsules=[], edges=[],
        files=[row],
    )  # fmt: skip
    client = as_user(shop.reader)
    client.cookies["django_language"] = "es"
    page = client.get(shop.at("files/")).content.decode()
    assert "Lenguaje" in page and "binario: no es texto que se pueda leer" in page
    assert "escritos en inglés" in client.get(shop.at()).content.decode()
