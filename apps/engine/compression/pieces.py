"""Pieces of Markdown out of a repository's texts: nothing in a name ends its code span, nothing in a body its fence."""

from __future__ import annotations

import re

from apps.engine.facts import Capsule
from apps.engine.facts.visible import show_hidden

_TICKS = re.compile(r"`+")
_INFO = re.compile(r"[^a-z0-9+#]+")
_LONGEST = 400  # characters of what is said in one line
_SIGNATURE = 300
_PARAGRAPH = 300


def code_span(text: str) -> str:
    """The text on one line, as code."""
    plain = one_line(text)
    ticks = "`" * (max((len(run) for run in _TICKS.findall(plain)), default=0) + 1)
    pad = " " if plain.startswith("`") or plain.endswith("`") else ""
    return f"{ticks}{pad}{plain}{pad}{ticks}"


def one_line(text: str, limit: int = _LONGEST) -> str:
    """The text on one line, cut to `limit` characters, what is hidden in it made visible."""
    plain = " ".join(show_hidden(text[: 4 * limit].replace("\r", "\n")).split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"


def fenced(body: str, language: str) -> str:
    """The body in a fence that it can't close."""
    text = show_hidden(body)
    ticks = "`" * max(3, max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    return f"{ticks}{_INFO.sub('-', language.lower()).strip('-')}\n{text}\n{ticks}"


def qualified(capsule: Capsule) -> str:
    """Its name with what it stands in; a file's path."""
    return capsule.symbol[len(capsule.path) :].lstrip("#") or capsule.path


def short(symbol: str) -> str:
    """The qualified name in a symbol, or the path that it is."""
    path, _mark, name = symbol.partition("#")
    return name or path


def span(path: str, line: int, end_line: int) -> str:
    """``path:line-end``, as code."""
    lines = f":{line}" if line and end_line <= line else f":{line}-{end_line}" if line else ""
    return code_span(f"{path}{lines}")


def signature(capsule: Capsule) -> str:
    """How it is written where it is declared, on one line; its kind and name where that is all there is."""
    return code_span(one_line(capsule.signature or f"{capsule.kind} {qualified(capsule)}", _SIGNATURE))


def owner(capsule: Capsule) -> str:
    """The class or function it stands in; "" for what stands in its file."""
    return short(capsule.parent) if capsule.parent not in ("", capsule.path) else ""


def described(capsule: Capsule) -> str:
    """The first paragraph of its documentation, on one line; "" where it has none."""
    return one_line(capsule.docstring.strip().partition("\n\n")[0], _PARAGRAPH)
