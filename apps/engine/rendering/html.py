"""The one Markdown renderer and sanitiser.

Markdown comes from repositories and models, so it is untrusted: raw HTML is text, images are their alternative text, links
lead to http, https or mail addresses or to sources cited, and what comes out passes an allow-list once more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import urlsplit

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from pygments.token import STANDARD_TYPES

from apps.engine.facts import SECTIONS, ArtifactText, Diagram, Place, Section, cited_key, show_hidden
from apps.engine.rendering.diagrams import to_mermaid
from apps.engine.rendering.export import place_text
from apps.engine.rendering.highlight import highlight
from apps.engine.rendering.links import Links
from apps.engine.rendering.visible import escape_visibly

MARKDOWN_LIMIT = 300_000  # characters; longer Markdown is shown as text
MARK_LIMIT = 60_000  # characters that may open something, each costing microseconds
NESTING_LIMIT = 6_000  # openings in one paragraph (of all paragraphs: root of the sum of squares), as each looks for its end
ID_PREFIX = "doc-"

_TAGS = {
    "a", "blockquote", "br", "code", "del", "div", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "span",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul", "wbr",
}  # fmt: skip
_ATTRIBUTES = {
    "a": {"class", "href", "rel", "title"},
    "div": {"aria-label", "class", "role", "tabindex"},
    "pre": {"class", "tabindex"},
    "span": {"class"},
    "td": {"class"},
    "th": {"class", "scope"},
    "ol": {"start"},
    **{f"h{level}": {"id"} for level in range(3, 7)},
}
_CLASSES = {"table-box", "cite", "ctl", "plain-markdown", "right", "center", "left"} | {
    name for name in STANDARD_TYPES.values() if name
}
_MARKS = "[*_`<&!~\\"
_ID = re.compile(rf"{ID_PREFIX}[a-z0-9-]{{1,120}}\Z")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_SECTION = re.compile(r"\b([Ss]ection )([1-9][0-9]?)\b")
_MAY_BREAK = re.compile(r"(?<=[/._])(?=\w)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A sub-heading: its id in the page, its level (3 to 6), its text."""

    id: str
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class RenderedSection:
    """Sanitised HTML and the sub-headings in it."""

    html: str
    headings: tuple[Heading, ...] = ()


@dataclass(slots=True)
class _Page:
    """What the rules of one rendering share."""

    citations: Mapping[str, Place]
    links: Links | None
    prefix: str
    headings: list[Heading] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)
    open_links: list[bool] = field(default_factory=list)
    cited: Place | None = None
    in_cell: bool = False
    quotes: int = 0  # block quotes around: their words are not ours


def _page(env: MutableMapping[str, Any]) -> _Page:
    page = env["page"]
    assert isinstance(page, _Page)
    return page


def heading_anchor(prefix: str, text: str) -> str:
    """The id of the first heading with this text in a section (`prefix` its key, "" for none)."""
    slug = _NOT_SLUG.sub("-", text.lower()).strip("-")[:60] or "part"
    return f"{ID_PREFIX}{prefix}-{slug}" if prefix else f"{ID_PREFIX}{slug}"


def _heading_id(page: _Page, text: str) -> str:
    base = heading_anchor(page.prefix, text)
    page.taken[base] += 1
    if page.taken[base] == 1:
        return base
    return f"{base}--{page.taken[base]}"  # two dashes: no slug has them, so it can't be another heading's


def _text_of(token: Token) -> str:
    return "".join(child.content for child in token.children or () if child.type in ("text", "code_inline"))


def _short(place: Place) -> str:
    """A long path by its last two parts: the whole one stands in the link's title."""
    parts = place.path.split("/")
    shown = place.path if len(place.path) <= 40 or len(parts) < 3 else "…/" + "/".join(parts[-2:])
    return f"{shown}:{place.line}"


class _Rules(RendererHTML):
    """markdown-it's renderer, with our links, headings, tables, code and images."""

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        page, token = _page(env), tokens[idx]
        level = min(max(int(token.tag[1]), 3), 6)
        text = show_hidden(_text_of(tokens[idx + 1]))
        name = _heading_id(page, text)
        page.headings.append(Heading(name, level, text))
        return f'<h{level} id="{name}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return f"</h{min(max(int(tokens[idx].tag[1]), 3), 6)}>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        page = _page(env)
        about = page.headings[-1].text if page.headings else dict(SECTIONS).get(page.prefix, "")
        label = escape(f"Table: {about}" if about else "Table")
        return f'<div class="table-box" role="region" tabindex="0" aria-label="{label}"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return f'<th scope="col"{_alignment(tokens[idx])}>'

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        _page(env).in_cell = True
        return f"<td{_alignment(tokens[idx])}>"

    def td_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        _page(env).in_cell = False
        return "</td>\n"

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        page, href = _page(env), str(tokens[idx].attrs.get("href", ""))
        key = cited_key(href)
        if key and page.links is not None:
            place = page.citations.get(key)
            page.open_links.append(place is not None)
            if place is None:
                return ""
            page.cited = place
            address, title = escape(page.links.source(place)), escape(_span_text(place))
            return f'<a class="cite" href="{address}" title="{title}">'
        outside = _is_outside(href)
        page.open_links.append(outside)
        return f'<a href="{escape(href)}" rel="noopener noreferrer nofollow">' if outside else ""

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        page = _page(env)
        page.cited = None
        return "</a>" if page.open_links and page.open_links.pop() else ""

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        page = _page(env)
        if page.cited is not None:
            place, page.cited = page.cited, None
            return _name(page, _short(place))
        if page.links is None or page.quotes or any(page.open_links):
            return escape_visibly(tokens[idx].content)
        return _linked_sections(tokens[idx].content)

    def blockquote_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        _page(env).quotes += 1
        return "<blockquote>\n"

    def blockquote_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        _page(env).quotes -= 1
        return "</blockquote>\n"

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return f"<code>{_name(_page(env), tokens[idx].content)}</code>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return escape_visibly(_text_of(tokens[idx]) or tokens[idx].content)

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        language = tokens[idx].info.strip().split(" ")[0] if tokens[idx].info.strip() else ""
        return f'<pre tabindex="0"><code>{highlight(tokens[idx].content, language)}</code></pre>\n'

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        return f'<pre tabindex="0"><code>{escape_visibly(tokens[idx].content)}</code></pre>\n'


def _linked_sections(text: str) -> str:
    """Text in which “section 3” leads to the third section of the document."""
    out = []
    at = 0
    for found in _SECTION.finditer(text):
        if int(found[2]) <= len(SECTIONS):
            key, _title = SECTIONS[int(found[2]) - 1]
            out.append(f'{escape_visibly(text[at : found.start()])}<a href="#{key}">{found[0]}</a>')
            at = found.end()
    return "".join(out) + escape_visibly(text[at:])


def _name(page: _Page, text: str) -> str:
    """A name or path.  In a cell it may break behind a slash, a dot or an underscore, so that no column pushes others out."""
    return "<wbr>".join(map(escape_visibly, _MAY_BREAK.split(text))) if page.in_cell else escape_visibly(text)


def _alignment(token: Token) -> str:
    style = str(token.attrs.get("style", ""))
    return next((f' class="{side}"' for side in ("right", "center") if style == f"text-align:{side}"), "")


def _span_text(place: Place) -> str:
    return f"{place_text(place)}–{place.end_line}" if place.end_line > place.line else place_text(place)


def _is_outside(href: str) -> bool:
    try:
        parts = urlsplit(href)
    except ValueError:
        return False
    return (parts.scheme in ("http", "https") and bool(parts.netloc)) or parts.scheme == "mailto"


def _filter(_tag: str, attribute: str, value: str) -> str | None:
    if attribute == "class":
        return value if value in _CLASSES else None
    if attribute == "id":
        return value if _ID.match(value) else None
    return value


_PARSER = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Rules).enable(["table", "strikethrough"])


def sanitise(html: str) -> str:
    """`html` through the allow-list: no script, style, form, image, frame, event, ``data-``, ``hx-`` or foreign id."""
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=_filter,
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
        strip_comments=True,
    )


def _too_costly(markdown: str) -> bool:
    if len(markdown) > MARKDOWN_LIMIT:
        return True
    if sum(map(markdown.count, _MARKS)) > MARK_LIMIT:
        return True
    # The inline parser sees what stands between two blank lines at once, or a row of a table.
    parts = re.split(r"\n[ \t]*\n|\n(?=\|)", markdown)
    return sum(sum(map(part.count, _MARKS)) ** 2 for part in parts) > NESTING_LIMIT**2


def plain_html(markdown: str) -> str:
    """Markdown shown as the text it is."""
    return f'<pre class="plain-markdown" tabindex="0">{escape_visibly(markdown)}</pre>\n'


def _figure(diagram: Diagram | None, picture: str) -> str:
    """`picture` is an SVG that the drawing integration has made safe; without one, the diagram's text is shown."""
    if diagram is None:
        return ""
    caption = escape_visibly(diagram.title)
    body = picture or f'<pre tabindex="0"><code>{escape_visibly(to_mermaid(diagram))}</code></pre>'
    label = escape(show_hidden(diagram.title))
    opening = f'<figure class="diagram" role="group" tabindex="0" aria-label="{label}">'
    return f"{opening}{body}<figcaption>{caption}</figcaption></figure>\n"


def render_markdown(
    markdown: str,
    *,
    prefix: str = "",
    citations: Mapping[str, Place] | None = None,
    links: Links | None = None,
    diagrams: Mapping[str, Diagram] | None = None,
    pictures: Mapping[str, str] | None = None,
) -> RenderedSection:
    """Sanitised HTML of untrusted Markdown.  Ids of headings start with ``doc-<prefix>-``."""
    if _too_costly(markdown):
        return RenderedSection(plain_html(markdown))
    page = _Page(citations or {}, links, prefix)
    env: dict[str, Any] = {"page": page}
    out: list[str] = []
    waiting: list[Token] = []
    for token in _PARSER.parse(markdown, env):
        key = token.info.strip().removeprefix("diagram ").strip() if token.type == "fence" else ""
        if key and token.level == 0 and token.info.startswith("diagram ") and diagrams is not None:
            out.append(sanitise(_PARSER.renderer.render(waiting, _PARSER.options, env)))
            out.append(_figure(diagrams.get(key), (pictures or {}).get(key, "")))
            waiting = []
        else:
            waiting.append(token)
    out.append(sanitise(_PARSER.renderer.render(waiting, _PARSER.options, env)))
    return RenderedSection("".join(out), tuple(page.headings))


def render_section(
    section: Section,
    citations: Mapping[str, Place],
    links: Links,
    *,
    diagrams: Mapping[str, Diagram] | None = None,
    pictures: Mapping[str, str] | None = None,
) -> RenderedSection:
    """One section, without its own heading.  `pictures` maps a diagram's key to its safe SVG."""
    return render_markdown(
        section.markdown, prefix=section.key, citations=citations, links=links, diagrams=diagrams or {}, pictures=pictures
    )


def render_document(text: ArtifactText, links: Links, pictures: Mapping[str, str] | None = None) -> dict[str, RenderedSection]:
    """All sections by key."""
    citations, diagrams = dict(text.citations), {diagram.key: diagram for diagram in text.diagrams}
    return {
        section.key: render_section(section, citations, links, diagrams=diagrams, pictures=pictures) for section in text.sections
    }


def section_headings(section: Section) -> tuple[Heading, ...]:
    """The sub-headings of a section with the ids that `render_section` gives them."""
    if _too_costly(section.markdown):
        return ()
    page = _Page({}, None, section.key)
    tokens = _PARSER.parse(section.markdown, {})
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            text = show_hidden(_text_of(tokens[position + 1]))
            page.headings.append(Heading(_heading_id(page, text), min(max(int(token.tag[1]), 3), 6), text))
    return tuple(page.headings)
