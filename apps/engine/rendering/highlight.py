"""Source text as HTML, line by line."""

from __future__ import annotations

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class, find_lexer_class_by_name
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound

from apps.engine.rendering.visible import escape_visibly

TEXT_LIMIT = 400_000  # characters; longer texts are shown plain
LINE_LIMIT = 4_000  # characters of one line; lexers are slow on long lines, and nobody reads them

# Our names of languages where Pygments has another.
_LEXERS = {
    "TSX": "TypeScript",
    "JSX": "JavaScript",
    "Shell": "Bash",
    "HTML": "HTML",
    "Dockerfile": "Docker",
    "Protocol Buffers": "Protocol Buffer",
    "reStructuredText": "reStructuredText",
    "Vue": "HTML",
    "Svelte": "HTML",
    "JSON5": "JSON",
    "Text": "Text only",
    "Django template": "HTML+Django/Jinja",
    "Jinja": "HTML+Django/Jinja",
    "C/C++ header": "C++",
}


@lru_cache(maxsize=128)
def _lexer(language: str) -> Lexer | None:
    if not language:
        return None
    found = find_lexer_class(_LEXERS.get(language, language))
    if found is None:
        try:
            found = find_lexer_class_by_name(language.lower())
        except ClassNotFound:
            return None
    return found(stripnl=False, stripall=False, ensurenl=False)


@lru_cache(maxsize=1024)
def css_class(token: _TokenType) -> str:
    """Pygments' short class of a token, "" for plain text, names, punctuation and white space."""
    name = next((STANDARD_TYPES[kind] for kind in reversed(token.split()) if kind in STANDARD_TYPES), "")
    return "" if name in ("n", "p", "w") else name


def source_lines(text: str) -> list[str]:
    """The lines of a text as everything here counts them: ended by line feeds, the last one perhaps without."""
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def highlight_lines(text: str, language: str) -> list[str]:
    """One HTML fragment a line, each with its tags closed; hidden characters are shown.

    Languages we have no lexer for, very long texts and very long lines come back plain.
    """
    lines = source_lines(text)
    lexer = _lexer(language)
    if lexer is None or len(text) > TEXT_LIMIT or max(map(len, lines), default=0) > LINE_LIMIT:
        return [escape_visibly(line) for line in lines]
    # Lexers turn a lone carriage return into a line feed, which would shift every line after it.
    plain = "\n".join(lines).replace("\r", "\u240d")
    out: list[str] = []
    current: list[str] = []
    size = 0
    for token, value in lexer.get_tokens(plain):
        size += len(value)
        name = css_class(token)
        for number, part in enumerate(value.split("\n")):
            if number:
                out.append("".join(current))
                current = []
            if part:
                escaped = escape_visibly(part)
                current.append(f'<span class="{name}">{escaped}</span>' if name else escaped)
    out.append("".join(current))
    if size != len(plain) or len(out) != max(len(lines), 1):
        return [escape_visibly(line) for line in lines]
    return out[: len(lines)]


def highlight(text: str, language: str) -> str:
    """`highlight_lines` joined by line feeds: line *n* of the text is line *n* of the HTML."""
    return "\n".join(highlight_lines(text, language))
