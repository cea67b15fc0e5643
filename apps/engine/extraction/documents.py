"""Prose of a repository → what it says of itself: title, first paragraph, first few paragraphs, headings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from apps.engine.extraction.roles import extension, is_hidden
from apps.engine.facts import Document, FileEntry, Place

READ_CHARACTERS = 64_000  # of a README
READ_CHARACTERS_OTHERS = 24_000
_ORDER = {"readme": 0, "guide": 1, "decision": 2, "contributing": 3, "changelog": 4, "security": 5, "license": 6}
SUMMARY_CHARACTERS = 600
PARAGRAPHS = 6
HEADINGS = 40
MAX_DOCUMENTS = 200
MAX_COLLECTED = 40
MAX_ITEMS = 8

_MARKDOWN = frozenset({"md", "markdown", "mdx", "mdown"})
_READABLE = _MARKDOWN | {"rst", "txt", "adoc", "asciidoc", "org", ""}
_KINDS = (
    ("readme", re.compile(r"^readme\b")),
    ("changelog", re.compile(r"^(changelog|changes|history|news|releases?)\b")),
    ("license", re.compile(r"^(licen[sc]e|copying|unlicense)\b")),
    ("contributing", re.compile(r"^contributing\b")),
    ("security", re.compile(r"^security\b")),
)
# Rules for people or for tools, and forms to fill in: they describe nothing of the program.
_NO_GUIDES = re.compile(
    r"(?:^|/)(?:code[-_]of[-_]conduct|agents|claude|gemini|copilot-instructions|(?:pull_request|issue|discussion)_template)\b",
    re.I,
)
_POLICY_FOLDERS = frozenset({"", ".github", ".gitlab", "docs"})
_DECISIONS = re.compile(r"(?:^|/)(?:adrs?|decisions?|rfcs?)/", re.I)
_GUIDES = re.compile(r"(?:^|/)(?:docs?|documentation|guides?|wiki|handbook)/", re.I)
_ROOT_GUIDES = re.compile(
    r"^(architecture|design|install|installation|deployment|development|hacking|upgrading|releasing|support"
    r"|governance|faq|getting[-_]?started|release-notes|testing|style[-_]?guide)\b"
)
_LICENSES = (
    ("MIT License", re.compile(r"\bMIT License\b|Permission is hereby granted, free of charge", re.I)),
    ("Apache License 2.0", re.compile(r"Apache License\s+Version 2\.0", re.I)),
    ("GNU Affero General Public License v3", re.compile(r"GNU AFFERO GENERAL PUBLIC LICENSE", re.I)),
    ("GNU Lesser General Public License", re.compile(r"GNU LESSER GENERAL PUBLIC LICENSE", re.I)),
    ("GNU General Public License v3", re.compile(r"GNU GENERAL PUBLIC LICENSE\s+Version 3", re.I)),
    ("GNU General Public License v2", re.compile(r"GNU GENERAL PUBLIC LICENSE\s+Version 2", re.I)),
    ("Mozilla Public License 2.0", re.compile(r"Mozilla Public License,? Version 2\.0|Mozilla Public License Version 2", re.I)),
    ("BSD 3-Clause License", re.compile(r"Redistribution and use.{0,2000}Neither the name", re.I | re.S)),
    ("BSD 2-Clause License", re.compile(r"Redistribution and use in source and binary forms", re.I)),
    ("ISC License", re.compile(r"\bISC License\b|Permission to use, copy, modify, and/or distribute", re.I)),
    ("The Unlicense", re.compile(r"This is free and unencumbered software", re.I)),
)
LICENSE_NAMES = frozenset(name for name, _pattern in _LICENSES)
# How a paragraph starts that sends readers elsewhere or tells them what to type.
_WEAK = re.compile(
    r"[\W_]{0,8}(?:(?:see|click|need help|read|follow|check|please|visit|looking for|warning|important|caution"
    r"|contents|from the"
    r"|first|table of contents|to [a-z]+"
    r"|if you|you (?:first |will |must )?need"
    r"|make sure|run|install|clone|set|open|join|get to know|also available|translations?|hello|hi|then|now|feel free|few points"
    r"|thanks?|copyright|licen[sc]e|by running|your|download|that's"
    r"|we(?:['’]re| are) (?:(?:very|so) )?(?:excited|happy|thrilled|proud|pleased|delighted))\b"
    r"|(?:note|tags?|date|status|author|version)\b\W{0,4}:)",
    re.I,
)
# "Click is a package for …": what begins so sends nobody anywhere, and is no middle of a sentence.
_DEFINES = re.compile(
    r"(?!(?:there|here|that|this|it|these|those|what|which|who|first|note)\b)[\w.@/-]{1,60} (?:is|are) (?:an?|the)\b", re.I
)
_POINTS_AWAY = re.compile(r"\.(?:md|rst|html?|adoc|txt)\W{0,3}$", re.I)
_META = re.compile(r"(?:tags?|date|status|authors?|deciders?|version)\b\W{0,4}:", re.I)
_ASIDE_HEADING = re.compile(
    r"how to ask|question|contribut|contact|support|sponsor|licen[sc]e|contents|install|communit|acknowledg|credit|thanks|author"
    r"|donat|announc|\bnews\b|what['’]s new|now available|\bbackers?\b",
    re.I,
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_TAG = re.compile(r"<[^<>]{0,1000}>")
_HTML_HEADING = re.compile(r"<h([12])\b[^<>]{0,500}>(.{0,500}?)</h\1\s*>", re.I | re.S)
_HTML_PARAGRAPH = re.compile(r"<p\b[^<>]{0,500}>(.{0,4000}?)</p\s*>", re.I | re.S)
_ADMONITION = re.compile(r"^\s*\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*", re.I)
_ENTITY = {"&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'"}
_RST_RULE = re.compile(r"^([=\-~^\"'#*+.:_`])\1{2,}\s*$")
_MARKED_HEADING = re.compile(r"^(=|\*|#){1,5} (\S.*)$")
_RST_ROLE = re.compile(
    r":[a-z:+-]{1,40}:`([^`<]{1,300})(?:<[^>`]*>)?`|`([^`<]{1,300}?)\s*(?:<[^>`]*>)?`__?"
    r"|``([^`]{1,300})``|\*{1,2}([^*\n]{1,300})\*{1,2}"
)
_RST_SKIP = re.compile(r"^(\.\. |:[\w-]+:|\|[^|]+\|\s*$|__\s)")
_LIST_ITEM = re.compile(r"^\s*([-*+•]|\d+[.)])\s")


def document_kind(path: str) -> str:
    """readme, changelog, license, contributing, security, decision, guide, or "" for prose that is none of them."""
    folder, _, name = path.rpartition("/")
    low = name.lower()
    if extension(name) not in _READABLE and not low.startswith(("license", "licence", "copying")):
        return ""
    if _NO_GUIDES.search(path):
        return ""
    in_tool = is_hidden(path) and not path.startswith((".github/", ".gitlab/"))
    for kind, pattern in _KINDS:
        if pattern.match(low) and (kind == "readme" or not in_tool) and (kind != "security" or folder in _POLICY_FOLDERS):
            return kind
    if in_tool:
        return ""
    if _DECISIONS.search(f"{folder}/"):
        return "decision"
    if extension(name) and (_GUIDES.search(f"{folder}/") or (not folder and _ROOT_GUIDES.match(low))):
        return "guide"
    return ""


def read_documents(inventory: Sequence[FileEntry], texts: Mapping[str, str]) -> tuple[Document, ...]:
    """README files first (nearest the root first), then the other kinds in path order; at most 200."""
    found = []
    for entry in inventory:
        kind = document_kind(entry.path) if entry.status != "skipped" and entry.role != "test" else ""
        if kind and entry.path in texts:
            found.append((_ORDER[kind], entry.path.count("/"), entry.path, kind))
    return tuple(read_document(path, texts[path], kind) for _, _, path, kind in sorted(found)[:MAX_DOCUMENTS])


def read_document(path: str, text: str, kind: str) -> Document:
    """Only the first 64,000 characters of a README, 24,000 of others, are read."""
    limit = READ_CHARACTERS if kind == "readme" else READ_CHARACTERS_OTHERS
    text = text.removeprefix("\ufeff")[:limit].replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    if kind == "license":
        found = next(((name, said) for name, pattern in _LICENSES if (said := pattern.search(text))), None)
        if found is not None:
            lines = (text.count("\n", 0, found[1].start()) + 1, text.count("\n", 0, found[1].end()) + 1)
            return Document(found[0], found[0], Place(path, *lines), kind=kind)
        first = next((line.strip() for line in text.split("\n") if line.strip()), "")
        return Document(first[:120], first[:SUMMARY_CHARACTERS], Place(path, 1, 1), kind=kind)
    if extension(path.rpartition("/")[2]) in _MARKDOWN:
        parts = _markdown(text)
    else:
        parts = _plain(text)
    title = parts.title or path.rpartition("/")[2]
    telling = parts.telling(strict=kind == "readme")[:PARAGRAPHS]
    paragraphs = tuple(shorten(part.shown()) for part in telling)
    places = tuple(Place(path, part.line, part.end_line) for part in telling)
    return Document(
        title=title[:200],
        summary=paragraphs[0] if paragraphs else "",
        place=places[0] if places else Place(path, 1, 1),
        headings=tuple(parts.headings[:HEADINGS]),
        kind=kind,
        paragraphs=paragraphs,
        paragraph_places=places,
        title_place=Place(path, parts.title_line, parts.title_line) if parts.title else None,
    )


def shorten(text: str, limit: int = SUMMARY_CHARACTERS) -> str:
    """White space collapsed; cut after the last whole sentence within `limit`, else at a word, with an ellipsis."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    ends = [found.end() for found in _SENTENCE_END.finditer(flat, 0, limit)]
    if ends and ends[-1] > limit // 4:
        return flat[: ends[-1]]
    return flat[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def _is_weak(text: str) -> bool:
    """A start in lower case goes on with a sentence that a code block interrupted; an end in a file's name points there."""
    if _POINTS_AWAY.search(text) is not None:
        return True
    return _DEFINES.match(text) is None and (text[:1].islower() or _WEAK.match(text) is not None)


@dataclass(slots=True)
class _Paragraph:
    """`items` are those of the list right after it; `is_quote` stands in a block quote, `is_list` is a list without one."""

    text: str
    line: int
    end_line: int
    items: list[str] = field(default_factory=list)
    is_quote: bool = False
    is_list: bool = False
    is_aside: bool = False

    def shown(self) -> str:
        if not self.items:
            return self.text.removesuffix(":")
        items = "; ".join(item.rstrip(" .;,") for item in self.items[:MAX_ITEMS])
        return f"{self.text.rstrip(' :')}: {items}." if self.text else f"{items}."

    def tells(self, *, strict: bool) -> bool:
        """Does it say something?  Strictly: does it describe, rather than send the reader somewhere or say what to type?"""
        weak = _is_weak(self.text) if strict else _META.match(self.text) is not None
        if self.is_quote or weak or (strict and self.is_aside):
            return False
        if self.text.rstrip().endswith(":") and not self.items and _DEFINES.match(self.text) is None:
            return False
        if self.is_list:
            long = [item for item in self.items if item.count(" ") >= 1 and not _is_weak(item)]
            return len(long) >= 3 and len(long) * 2 >= len(self.items)
        words = self.text.count(" ") + 1
        return words >= 5 or (words >= 3 and self.text.endswith(".")) or any("\u3040" <= char <= "\uffdc" for char in self.text)


class _Parts:
    """What a reader finds."""

    def __init__(self) -> None:
        self.title = ""
        self.title_line = 1
        self.last_heading = ""
        self.headings: list[str] = []
        self._found: list[_Paragraph] = []

    def heading(self, text: str, level: int, line: int) -> None:
        text = " ".join(text.split())[:200]
        if not text:
            return
        self.last_heading = text
        if not self.title and level == 1 and not self.headings:
            self.title, self.title_line = text, line
        elif level <= 2 + (0 if self.title else 1):
            self.headings.append(text)

    def paragraph(self, text: str, line: int, end_line: int, *, is_quote: bool = False) -> None:
        text = _ADMONITION.sub("", text).strip()
        # Badges, links alone and lines of icons leave nothing to read.
        if len(re.sub(r"[\W\d_]", "", text)) >= 12 and len(self._found) < MAX_COLLECTED:
            self._found.append(_Paragraph(text, line, max(line, end_line), is_quote=is_quote, is_aside=self._is_aside()))

    def items(self, texts: list[str], line: int, end_line: int) -> None:
        """A list: part of the paragraph before it when that ends with a colon, else something of its own."""
        last = self._found[-1] if self._found else None
        if last and last.text.endswith(":") and last.end_line < line <= last.end_line + 2 and not last.items:
            last.items, last.end_line = texts, end_line
        elif texts and len(self._found) < MAX_COLLECTED:
            self._found.append(_Paragraph(self.last_heading, line, end_line, texts, is_list=True, is_aside=self._is_aside()))

    def rule(self) -> None:
        """A line across the page: what stood aside ends there."""
        if self._is_aside():
            self.last_heading = self.title

    def _is_aside(self) -> bool:
        return self.last_heading != self.title and _ASIDE_HEADING.search(self.last_heading) is not None

    def telling(self, *, strict: bool) -> list[_Paragraph]:
        """Paragraphs that describe; a list counts only where no paragraph does before it."""
        found = [part for part in self._found if part.tells(strict=strict)]
        prose = [part for part in found if not part.is_list]
        if found and found[0].is_list:
            return [found[0], *prose]
        return prose


def _uncommented(html: str) -> str:
    """Comments out, their line ends kept, so that lines can still be counted."""
    first, *rest = html.split("<!--")
    kept = [first]
    for part in rest:
        comment, closed, after = part.partition("-->")
        kept.append((" " + "\n" * comment.count("\n") + after) if closed else "")
    return "".join(kept)


def _untagged(html: str) -> str:
    text = _TAG.sub(" ", _uncommented(html))
    for entity, char in _ENTITY.items():
        text = text.replace(entity, char)
    return " ".join(text.split())


def _inline(token: Token) -> str:
    """Plain text of inline Markdown: images and HTML out, link texts kept unless they only hold images."""
    out = []
    for child in token.children or []:
        if child.type in ("text", "code_inline"):
            out.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            out.append(" ")
    return " ".join("".join(out).split())


def _without_front_matter(text: str) -> str:
    """Front matter blanked, so that lines stay the same."""
    if not text.startswith("---\n"):
        return text
    end = text.find("\n---", 3)
    if end < 0 or end > 5_000:
        return text
    stop = end + 4
    return "\n" * text.count("\n", 0, stop) + text[stop:]


def _tame(text: str) -> str:
    """Long runs of brackets and the like make a Markdown parser slow and mean nothing: they are cut to 50."""
    return re.sub(r"([\[\](){}<>!*_`~>|#\\$&-])\1{50,}", lambda found: found[1] * 50, text)


def _markdown(text: str) -> _Parts:
    parts = _Parts()
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 20}).enable("table")
    tokens = parser.parse(_tame(_without_front_matter(text)))
    lists = tables = quotes = 0
    items: list[str] = []
    anchors = 0
    opened: Token | None = None
    for index, token in enumerate(tokens):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists += 1
            opened = token if lists == 1 else opened
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists -= 1
            if not lists and opened is not None:
                line, end_line = opened.map or [0, 1]
                if anchors * 2 < len(items) and not tables and not quotes:
                    parts.items(items, line + 1, end_line)
                items, anchors = [], 0
        elif token.type in ("table_open", "table_close"):
            tables += 1 if token.type == "table_open" else -1
        elif token.type in ("blockquote_open", "blockquote_close"):
            quotes += 1 if token.type == "blockquote_open" else -1
        elif token.type == "heading_open" and not lists:
            inline = tokens[index + 1]
            level = int(token.tag[1])
            parts.heading(_inline(inline) or (_image_text(inline) if level == 1 else ""), level, (token.map or [0])[0] + 1)
        elif token.type == "paragraph_open" and not tables:
            inline = tokens[index + 1]
            if not lists:
                line, end_line = token.map or [0, 1]
                parts.paragraph(_inline(inline), line + 1, end_line, is_quote=quotes > 0)
            elif lists == 1 and len(items) < 50:
                items.append(_inline(inline))
                anchors += 1 if _leads_inside(inline) else 0
        elif token.type == "hr":
            parts.rule()
        elif token.type == "html_block" and not lists and not tables:
            _html(token, parts)
    return parts


def _image_text(token: Token) -> str:
    return next((child.content for child in token.children or [] if child.type == "image" and child.content), "")


def _leads_inside(token: Token) -> bool:
    """An entry of a table of contents, or a picture."""
    children = token.children or []
    links = [str(child.attrGet("href") or "") for child in children if child.type == "link_open"]
    return bool(links and links[0].startswith("#")) or not _inline(token)


def _html(token: Token, parts: _Parts) -> None:
    line, end_line = token.map or [0, 1]
    html = _uncommented(token.content[:20_000])
    for found in _HTML_HEADING.finditer(html):
        parts.heading(_untagged(found[2]), int(found[1]), line + 1 + html.count("\n", 0, found.start()))
    for found in _HTML_PARAGRAPH.finditer(html):
        shown = _untagged(found[1])
        # A row of links (menus, badges) is no sentence.
        if found[1].count("<a") < 3 or _SENTENCE_END.search(shown):
            parts.paragraph(shown, line + 1, end_line)
    if "<p" not in html and "<h" not in html and html.count("<a") < 2 and "<details" not in html:
        parts.paragraph(_untagged(html), line + 1, end_line)


def _plain(text: str) -> _Parts:
    """reStructuredText, AsciiDoc, Org and plain text: headings by their marks, paragraphs between blank lines."""
    parts = _Parts()
    lines = [line.rstrip()[:4_000] for line in text.split("\n")]
    levels: list[str] = []
    block: list[str] = []
    start = index = 0
    while index <= len(lines):
        line = lines[index] if index < len(lines) else ""
        following = lines[index + 1] if index + 1 < len(lines) else ""
        is_first = bool(line) and not block
        marked = _MARKED_HEADING.match(line) if is_first else None
        under = _RST_RULE.match(following) if is_first else None
        if is_first and _RST_RULE.match(line):
            index += 1  # an overline or a rule
            continue
        if under and len(following) >= min(len(line), 4) and not line[0].isspace():
            if following[0] not in levels:
                levels.append(following[0])
            parts.heading(_rst(line), levels.index(following[0]) + 1, index + 1)
            index += 2
            continue
        if marked:
            parts.heading(marked[2], len(line) - len(line.lstrip("=*#")), index + 1)
            index += 1
            continue
        if line:
            start = start if block else index
            block.append(line)
        elif block:
            _prose(block, start, parts)
            block = []
        index += 1
    return parts


def _prose(block: list[str], start: int, parts: _Parts) -> None:
    if block[0][0].isspace() or _RST_SKIP.match(block[0]) or _LIST_ITEM.match(block[0]):
        return
    text = " ".join(line.strip() for line in block if not _RST_SKIP.match(line))
    parts.paragraph(_rst(text), start + 1, start + len(block))


def _rst(text: str) -> str:
    return " ".join(
        _RST_ROLE.sub(lambda found: next(group for group in found.groups() if group), text).replace("::", ":").split()
    )
