"""The document as a file: ten headings, links of every kind, nothing that breaks out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from apps.engine.artifact import write_artifact
from apps.engine.facts import SECTIONS, ArtifactText, Place, Section, path_from_bytes
from apps.engine.rendering import ForgeLinks, RelativeLinks, TemplateLinks, forge_links, to_markdown
from tests.engine.artifact import sheets

PARSER = MarkdownIt("commonmark").enable("table")


@pytest.mark.parametrize("sheet", [sheets.shop, sheets.empty, sheets.unparsed, sheets.hostile, sheets.huge])
def test_ten_sections_and_no_more(sheet) -> None:
    markdown = to_markdown(write_artifact(sheet()), RelativeLinks())
    headings = [line for line in markdown.split("\n") if line.startswith("## ")]
    assert headings == [f"## {number}. {title}" for number, (_key, title) in enumerate(SECTIONS, 1)]
    assert markdown.endswith("\n") and not markdown.endswith("\n\n")
    assert "\r" not in markdown and "cite:" not in markdown.replace("cite:pyproject", "")
    tokens = PARSER.parse(markdown)
    assert [token.tag for token in tokens if token.type == "heading_open" and token.tag in ("h1", "h2")] == ["h1"] + ["h2"] * 10


@pytest.mark.parametrize("sheet", [sheets.shop, sheets.hostile, sheets.huge])
def test_one_section_reads_as_it_does_in_the_whole(sheet) -> None:
    text = write_artifact(sheet())
    whole = to_markdown(text, RelativeLinks())
    for section in text.sections:
        heading, body = to_markdown(text, RelativeLinks(), only=section.key).split("\n\n", 1)
        assert whole.startswith(heading + "\n") and body in whole and body.count("\n## ") == 0


@pytest.mark.parametrize("sheet", [sheets.shop, sheets.hostile])
def test_without_links_the_same_places_are_named(sheet) -> None:
    text = write_artifact(sheet())
    linked, plain = to_markdown(text, RelativeLinks()), to_markdown(text, None)
    for _key, place in text.citations:
        link = f"]({RelativeLinks().source(place)})"
        assert link not in plain
        linked = linked.replace(link, "]")
    assert len(plain) < len(linked) and plain.count("`") == linked.count("`")


@pytest.mark.parametrize("sheet", [sheets.shop, sheets.hostile, sheets.huge])
def test_every_link_is_a_citation(sheet) -> None:
    text = write_artifact(sheet())
    targets = {RelativeLinks().source(place) for _key, place in text.citations}
    for token in PARSER.parse(to_markdown(text, RelativeLinks())):
        for child in token.children or ():
            assert child.type not in ("image", "html_inline"), child.content
            if child.type == "link_open":
                assert str(child.attrs["href"]) in targets
        assert token.type != "html_block"


def test_a_shop_reads_well() -> None:
    markdown = to_markdown(write_artifact(sheets.shop()), RelativeLinks())
    assert 200 <= markdown.count("\n") <= 500
    assert re.search(r"\*\*corner-shop\*\* \S+ is a web application \S+ built with Django \S+, ", markdown)
    assert "[`shop/orders/views.py:30`](shop/orders/views.py#L30-L44)" in markdown
    assert '```mermaid\nerDiagram\n  Order }o--|| Customer : "customer (many to one)"' in markdown


def test_a_huge_repository_stays_readable() -> None:
    assert to_markdown(write_artifact(sheets.huge()), RelativeLinks()).count("\n") <= 620


def test_links() -> None:
    place, odd = Place("docs/read me.md", 3, 9), Place(path_from_bytes(b"a\xff:b/\n?#.py"), 5, 5)
    assert RelativeLinks().source(place) == "docs/read%20me.md#L3-L9"
    assert RelativeLinks().source(odd) == "a%FF%3Ab/%0A%3F%23.py#L5"
    base, commit = "https://forge.example/own/repo", "c" * 40
    assert ForgeLinks(base, commit).source(place) == f"{base}/blob/{commit}/docs/read%20me.md?plain=1#L3-L9"
    assert ForgeLinks(base, commit, "gitlab").source(place) == f"{base}/-/blob/{commit}/docs/read%20me.md?plain=1#L3-9"
    assert ForgeLinks(base, commit, "gitea").source(odd) == f"{base}/src/commit/{commit}/a%FF%3Ab/%0A%3F%23.py#L5"
    assert ForgeLinks(base, commit, "bitbucket").source(place) == f"{base}/src/{commit}/docs/read%20me.md#lines-3:9"
    template = TemplateLinks("/s/{path}?lines={lines}#L{line}")
    assert template.source(place) == "/s/docs/read%20me.md?lines=3-9#L3"
    assert template.source(Place("{line}/{path}", 5, 5)) == "/s/%7Bline%7D/%7Bpath%7D?lines=5#L5"


def test_the_forge_is_told_by_its_host() -> None:
    for host, style in (
        ("github.com", "github"),
        ("gitlab.example", "gitlab"),
        ("codeberg.org", "gitea"),
        ("bitbucket.org", "bitbucket"),
    ):
        assert forge_links(f"https://user:secret@{host}/a/b.git", "c").style == style
    links = forge_links("https://user:secret@git.example:8443/a/b.git/", "c")
    assert links.base == "https://git.example:8443/a/b"


PATHS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40).filter(lambda path: path.strip() == path)


@given(PATHS, st.booleans())
def test_any_path_is_shown_and_linked_as_it_is(path: str, in_table: bool) -> None:
    path = path_from_bytes(path.encode())
    body = "| a | b |\n| - | - |\n| x | [source](cite:k) |" if in_table else "Said [source](cite:k)."
    text = ArtifactText("t", (Section("purpose", "Purpose", body, ""),), (("k", Place(path, 7, 7)),))
    found = []
    for token in PARSER.parse(to_markdown(text, RelativeLinks())):
        inside = False
        for child in token.children or ():
            inside = child.type == "link_open" or (inside and child.type != "link_close")
            if child.type == "code_inline" and inside:
                found.append(child.content)
    assert [" ".join(shown.split()) for shown in found] == [" ".join(f"{path}:7".split())]


def test_a_row_stays_a_row() -> None:
    markdown = to_markdown(write_artifact(sheets.hostile()), RelativeLinks())
    widths = []
    for block in re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE):
        rows = [len(re.findall(r"(?<!\\)\|", row)) for row in block.strip().split("\n")]
        widths.append(rows)
        assert len(set(rows)) == 1, block
    assert len(widths) > 10
