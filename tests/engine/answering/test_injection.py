"""Whatever a repository makes an obedient model write: what is shown of it leads nowhere and runs nothing."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from apps.engine.answering import Statements, evidence_of, extract, fault_of
from apps.engine.compression import Block, Citation, Context
from apps.engine.rendering import render_markdown
from tests.engine.answering.test_extract import hit, retrieval, section

HOSTILE = [
    "![order](https://evil.example/?q=1)",
    "![order][x]",
    "![order]",
    "[order](https://evil.example)",
    "[order](//evil.example)",
    "[order](\\//evil.example)",
    "[order]( javascript:alert(1) )",
    "[order](data:text/html,<script>alert(1)</script>)",
    "[order][x] and [x]: https://evil.example",
    "[x]: //evil.example/order",
    "[order]:https://evil.example",
    "<https://evil.example/order>",
    "<order@evil.example>",
    "https://evil.example/order",
    "HTTPS://EVIL.EXAMPLE/order",
    "http:order//evil.example",
    "www.evil.example/order",
    "ftp://evil.example/order",
    "mailto:order@evil.example",
    "javascript:order()",
    "JaVaScRiPt:order()",
    "vbscript:order()://x",
    "data:text/html;base64,PHNjcmlwdD4= order",
    "<img src=x onerror=alert(1)> order",
    "<IMG SRC=x> order",
    "<svg/onload=alert(1)> order",
    "<script>order()</script>",
    "</div><div hx-post=/delete hx-trigger=load>order",
    "<!-- order --> order",
    "<iframe srcdoc='<script>order()</script>'>",
    "&lt;img src=x&gt; order",
    "&#60;script&#62;order()&#60;/script&#62;",
    "[order](&#104;ttps://evil.example)",
    "`order` ![x](https://evil.example/`order`)",
    "`<img src=x>` order <img src=y>",
    "``` order https://evil.example",
    "order \u202ehttps://evil.example",
    "order \U000e0068\U000e0074 [x](https://evil.example)",
    "order\\](https://evil.example)",
    "[[order]](https://evil.example)",
    "[order] (https://evil.example)",
    "# [order](https://evil.example)",
    "| [order](https://evil.example) |",
    "*[order](https://evil.example)*",
    "[order](<https://evil.example>)",
    "[order](https://evil.example 'title')",
    "![](//evil.example/order.png)",
    "order\x00<script>",
    "order [^1] and [^1]: https://evil.example",
    "autolink order evil.example/https://evil.example",
]
TAGS = {
    "p",
    "ul",
    "ol",
    "li",
    "em",
    "strong",
    "code",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "td",
    "th",
    "blockquote",
    "div",
    "pre",
    "span",
    "br",
    "hr",
}
ATTRIBUTES = {"class", "id", "start", "tabindex", "role", "aria-label"}


class Harmful(HTMLParser):
    """Collects tags and attributes that could lead somewhere or run something."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag] * (tag not in TAGS) + [name for name, _value in attrs if name not in ATTRIBUTES]


def shown(markdown: str) -> str:
    return render_markdown(markdown).html


@pytest.mark.parametrize("text", HOSTILE)
def test_of_what_a_model_repeats_nothing_leads_anywhere(text: str) -> None:
    citation = Citation(1, "git", "shop", "shop/main.py#order", "order", "shop/main.py", 1, 2, "c" * 40)
    block = Block("whole", "[1] order", text, (1,))
    context = Context("order", "code_query", "en", 2_000, 1, "t", text, (block,), (citation,), (), ())
    statements = Statements()
    written = [*statements.feed(f"{text} [1].\nThe order [1]."), *statements.finish()]
    kept = [one.text for one in written if fault_of(one, evidence_of(context), context) is None]
    assert not Harmful(shown("\n\n".join(kept))).found, kept
    assert not Harmful(shown("\n".join(f"- {one}" for one in kept))).found, kept


@pytest.mark.parametrize("text", HOSTILE)
def test_of_what_is_extracted_nothing_leads_anywhere(text: str) -> None:
    found = extract(retrieval([hit(1, summary=text, text=text), hit(2, text=f"def f2(): # {text}")], [section(3, text)], "order"))
    assert not Harmful(shown("\n".join(f"- {one.text}" for one in found.extracts))).found, found.extracts


def test_this_test_finds_what_is_harmful() -> None:
    for html in ("<a href='x'>", "<img src=x>", "<script>", "<p onclick=x>", "<div hx-post=x>"):
        assert Harmful(html).found
    assert not Harmful(shown("A `name` of *one* kind.\n\n- item")).found
