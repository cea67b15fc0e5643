"""How the document's Markdown writes a citation and a diagram, and how both are found again.

A citation is ``[source](cite:<key>)`` with the key percent-encoded; a diagram is an empty fence with the info string
``diagram <key>``.  What merely looks like one inside a code span or a fence is text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

_SAFE = "/#:@!,;=+-._~$"
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_TOKEN = re.compile(r"\\.|(?P<ticks>`+)|\[(?P<label>[^\[\]\\`\n]*)\]\(cite:(?P<key>[^\s()<>\\`]+)\)", re.DOTALL)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_TICKS = re.compile(r"`+")
_DIAGRAM = re.compile(r" {0,3}`{3,}diagram ([A-Za-z0-9_.-]+)\s*\Z")


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation found in Markdown: the text of the link, and its key."""

    label: str
    key: str


@dataclass(frozen=True, slots=True)
class DiagramMark:
    """The place in Markdown where the diagram with this key stands."""

    key: str


def cite_target(key: str) -> str:
    """The link target of a citation key: ``cite:`` and the key, percent-encoded."""
    return "cite:" + quote(key.encode("utf-8", "surrogatepass"), safe=_SAFE)


def cite_link(key: str) -> str:
    """The Markdown of a citation."""
    return f"[source]({cite_target(key)})"


def cited_key(target: str) -> str:
    """The key behind a link target, "" if the target is no citation."""
    scheme, _, rest = target.partition(":")
    return unquote(rest, errors="replace") if scheme == "cite" else ""


def diagram_fence(key: str) -> str:
    """The Markdown of a diagram's place."""
    return f"```diagram {key}\n```"


def split_markdown(markdown: str) -> Iterator[str | Cite | DiagramMark]:
    """`markdown` in pieces, in order: texts as they stand, and the citations and diagrams between them."""
    for kind, text in _blocks(markdown):
        if kind == "diagram":
            yield DiagramMark(text)
        elif kind == "fence":
            yield text
        else:
            yield from _inline(text)


def _blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """Fences, diagrams and runs of text; code spans never reach across a blank line or out of a table's row."""
    text: list[str] = []
    fence: list[str] = []
    closing = ""
    for line in _LINE.findall(markdown):
        if closing:
            fence.append(line)
            stripped = line.strip()
            if stripped.startswith(closing) and not stripped.strip(closing[0]):
                whole, closing = "".join(fence), ""
                found = _DIAGRAM.match(fence[0].rstrip("\n"))
                if found and len(fence) == 2:
                    yield "diagram", found[1]
                    if line.endswith("\n"):
                        yield "fence", "\n"
                else:
                    yield "fence", whole
                fence = []
            continue
        opening = _FENCE.match(line)
        if opening and not (opening[1][0] == "`" and "`" in opening[2]):
            if text:
                yield "text", "".join(text)
                text = []
            closing, fence = opening[1], [line]
        elif line.startswith("|") or not line.strip():
            if text:
                yield "text", "".join(text)
                text = []
            yield "text", line
        else:
            text.append(line)
    if fence:
        yield "fence", "".join(fence)
    if text:
        yield "text", "".join(text)


def _inline(text: str) -> Iterator[str | Cite]:
    if "](cite:" not in text:
        yield text
        return
    runs: dict[int, list[int]] = defaultdict(list)
    for run in _TICKS.finditer(text):
        runs[len(run[0])].append(run.start())
    start = position = 0
    while found := _TOKEN.search(text, position):
        position = found.end()
        if found["ticks"]:
            starts = runs[len(found["ticks"])]
            following = bisect_right(starts, found.start())
            if following < len(starts):
                position = starts[following] + len(found["ticks"])
        elif found["key"]:
            if found.start() > start:
                yield text[start : found.start()]
            yield Cite(found["label"], unquote(found["key"], errors="replace"))
            start = position
    if start < len(text):
        yield text[start:]
