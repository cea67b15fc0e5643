"""Untrusted Markdown becomes HTML that can't act, in bounded time."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.engine.artifact import write_artifact
from apps.engine.facts import Diagram, DiagramEdge, DiagramNode, Place, Section
from apps.engine.rendering import (
    RelativeLinks,
    TemplateLinks,
    render_document,
    render_markdown,
    render_section,
    sanitise,
    section_headings,
)
from apps.engine.rendering.html import MARKDOWN_LIMIT
from tests.engine.artifact import sheets

ALLOWED = {
    "a", "blockquote", "br", "code", "del", "div", "em", "figcaption", "figure", "h3", "h4", "h5", "h6", "hr", "li", "ol",
    "p", "pre", "s",
    "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul", "wbr",
}  # fmt: skip
ATTRIBUTES = {"aria-label", "class", "href", "id", "rel", "role", "scope", "start", "tabindex", "title"}


class Reader(HTMLParser):
    """Collects tags, attributes and addresses."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.extend((name, value or "") for name, value in attrs)


def assert_harmless(html: str) -> None:
    reader = Reader(html)
    assert set(reader.tags) <= ALLOWED, set(reader.tags) - ALLOWED
    for name, value in reader.attributes:
        assert name in ATTRIBUTES, name
        if name == "href":
            assert re.match(r"https?://|mailto:|/t/|[\w.%-]+[/#?]|#", value), value
        if name == "id":
            assert value.startswith("doc-")


PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "</div><div hx-post=/t/x/delete hx-trigger=load>",
    "<div data-hx-get=/x>",
    "<a href=javascript:alert(1)>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](//evil.example/)",
    "[x](/t/other/delete/)",
    "[x](http://[)",
    '[x](https://evil.example/"onmouseover=alert(1))',
    '[x](https://ok.example "title\\" onclick=x")',
    "![x](http://evil.example/beacon.png)",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    "[x]: javascript:alert(1)\n\n[x]",
    "<style>*{display:none}</style>",
    "<base href=//evil>",
    "<form action=/x><input name=y>",
    "<p id=csrf name=cookie>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "`<script>`",
    "```html\n<script>alert(1)</script>\n```",
    '```"><script>\nx\n```',
    "| a |\n| --- |\n| <b onclick=x> |",
    "# <img onerror=x>",
    "<http://ok.example/'onclick='x>",
    "<javascript:alert(1)>",
    '[source](cite:known"onclick=x)',
    "[a](cite:known)](cite:known)",
    "```diagram known\n```",
    "\x00<script>",
    "<scr\x00ipt>alert(1)</scr\x00ipt>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_payloads_do_nothing(payload: str) -> None:
    citations = {"known": Place('a"onclick=x.py', 3, 5)}
    for markdown in (
        payload,
        f"Text {payload} text",
        f"> {payload}",
        f"- {payload}\n- x",
        f"### {payload}",
        f"| a |\n| - |\n| {payload} |",
    ):
        assert_harmless(
            render_markdown(markdown, prefix="s", citations=citations, links=TemplateLinks("/t/a/{path}"), diagrams={}).html
        )


@given(st.text("<>\"'=&;:/()[]!`*_#|-\\\n\t abcdefhijlnoprstvx0", max_size=150))
def test_any_markdown_is_harmless(markdown: str) -> None:
    assert_harmless(render_markdown(markdown, prefix="s").html)


@given(st.text("<>\"'=/ abcdefhijlnoprstvxdiv-", max_size=150))
def test_the_sanitiser_lets_nothing_through(html: str) -> None:
    assert_harmless(
        sanitise(f"<div class=table-box {html}><p onclick=x hx-get=/y data-hx-post=/z id=doc-a name=b style=x>{html}")
    )


def test_the_hostile_document_is_harmless_and_complete() -> None:
    text = write_artifact(sheets.hostile())
    for key, rendered in render_document(text, TemplateLinks("/t/a/r/b/source/{path}?lines={lines}#L{line}")).items():
        assert_harmless(rendered.html)
        assert rendered.html.strip(), key
        assert "](cite:" not in rendered.html.replace("](cite:pyproject", "")
    assert len(text.sections) == 10


def test_citations_show_path_and_line_and_lead_to_the_source() -> None:
    section = Section("purpose", "Purpose", "It runs [source](cite:app/a%20b.py%23main).", "")
    html = render_section(section, {"app/a b.py#main": Place("app/a b.py", 12, 20)}, RelativeLinks()).html
    assert html == ('<p>It runs <a class="cite" href="app/a%20b.py#L12-L20" title="app/a b.py:12–20">app/a b.py:12</a>.</p>\n')


def test_an_unknown_citation_is_text() -> None:
    html = render_markdown("A [source](cite:gone).", citations={}, links=RelativeLinks()).html
    assert html == "<p>A source.</p>\n"


def test_tables_scroll_and_can_be_reached_by_keyboard() -> None:
    html = render_markdown("### Parts\n\n| a | b |\n| --- | ---: |\n| 1 | `x\\|y` |\n").html
    assert '<div class="table-box" role="region" tabindex="0" aria-label="Table: Parts"><table>' in html
    assert '<td class="right"><code>x|y</code></td>' in html
    assert 'aria-label="Table: Tech Stack"' in render_markdown("| a |\n| --- |\n| 1 |\n", prefix="tech-stack").html


def test_long_names_may_break_in_cells_and_only_there() -> None:
    html = render_markdown("`shop/orders_v2.py`\n\n| a |\n|---|\n| `shop/orders_v2.py` |\n").html
    assert "<p><code>shop/orders_v2.py</code></p>" in html
    assert "<td><code>shop/<wbr>orders_<wbr>v2.<wbr>py</code></td>" in html


def test_sections_that_are_named_can_be_reached() -> None:
    html = render_markdown("Section 3 says why; section 11 does not.\n\n> See section 3.\n", links=RelativeLinks()).html
    assert '<a href="#directory-structure">Section 3</a> says why; section 11 does not.' in html
    assert html.count("<a") == 1
    assert "<a" not in render_markdown("See section 3.").html


def test_headings_have_ids_of_ours_that_never_repeat() -> None:
    section = Section("tests", "Tests", "### A b\n\n### A b\n\n### `<x>` \u202e\n\n# deep\n", "")
    rendered = render_section(section, {}, RelativeLinks())
    assert [heading.id for heading in rendered.headings] == [
        "doc-tests-a-b",
        "doc-tests-a-b--2",
        "doc-tests-x-u-202e",
        "doc-tests-deep",
    ]
    assert [heading.level for heading in rendered.headings] == [3, 3, 3, 3]
    assert rendered.headings == section_headings(section)
    assert all(f'id="{heading.id}"' in rendered.html for heading in rendered.headings)


def test_a_diagram_is_its_picture_or_its_text() -> None:
    diagram = Diagram("d", "Parts <b>", (DiagramNode("a", "</code><script>"), DiagramNode("b", "b")), (DiagramEdge("a", "b"),))
    markdown = "Before\n\n```diagram d\n```\n\nAfter\n\n```diagram other\n```\n"
    drawn = render_markdown(markdown, diagrams={"d": diagram}, pictures={"d": "<svg></svg>"}).html
    assert '<figure class="diagram" role="group" tabindex="0" aria-label="Parts &lt;b&gt;"><svg></svg>' in drawn
    assert "diagram other" not in drawn and "<p>After</p>" in drawn
    written = render_markdown(markdown, diagrams={"d": diagram}).html
    assert "flowchart LR" in written and "<script" not in written
    assert_harmless(written)


def test_hidden_characters_are_shown() -> None:
    html = render_markdown("a\u202eb `c\u200bd`").html
    assert html == '<p>a<span class="ctl">⟨U+202E⟩</span>b <code>c<span class="ctl">⟨U+200B⟩</span>d</code></p>\n'


@pytest.mark.parametrize(
    "markdown",
    [
        "[" * 8_000,
        "![" * 8_000,
        "*a " * 20_000,
        "`" * 3 + "".join("`" * (number % 60 + 1) + "a" for number in range(3_000)),
        "<a " * 20_000,
        "&" * 200_000,
        "word " * 200_000,
        "w" * 1_000_000,
        ">" * 20_000 + " deep",
        "".join(" " * number + "- a\n" for number in range(2_000)),
        "".join(f"[a{number}]: /u\n" for number in range(20_000)),
        "".join("### same\n\n" for _ in range(5_000)),
        "| a | b |\n| - | - |\n" + "| `x` | [source](cite:k) |\n" * 10_000,
        "| a | b |\n| - | - |\n" + "| x | y |\n" * 10_000,
        ("[" * 3_000 + "\n\n") * 60,
    ],
    ids=lambda markdown: f"{markdown[:12]!r}x{len(markdown)}",
)
def test_costly_markdown_is_bounded(markdown: str) -> None:
    """What would take long is shown as the text it is; what remains is linear.  The suite's own time limit is the judge."""
    html = render_markdown(markdown, prefix="x").html
    assert len(html) < 40 * len(markdown) + 1_000
    assert_harmless(html[:20_000])


def test_too_much_markdown_is_shown_plain() -> None:
    html = render_markdown("# a <b>\n" * (MARKDOWN_LIMIT // 8 + 1)).html
    assert html.startswith('<pre class="plain-markdown" tabindex="0"># a &lt;b&gt;\n')
