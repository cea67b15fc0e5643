"""What string literals mean, and documentation texts without their margins."""

from __future__ import annotations

import re

from apps.engine.parsing.source import clean

_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "a": "\a", "\n": "", "0": "\0"}
_PYTHON_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\n\\'\"abfnrtv]))")
_SCRIPT_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,8})\}|(.))", re.S)


def _char(number: int) -> str:
    return chr(number) if number < 0x110000 else "\ufffd"


def _join_surrogates(text: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return clean(text)


def python_text(body: str, raw: bool) -> str:
    """Content of a Python string literal from the text between its quotes."""
    if raw or "\\" not in body:
        return body

    def one(match: re.Match[str]) -> str:
        octal, byte, short, long, simple = match.groups()
        if octal:
            return _char(int(octal, 8))
        if simple is not None:
            return _SIMPLE.get(simple, simple)
        return _char(int(byte or short or long, 16))

    return _join_surrogates(_PYTHON_ESCAPE.sub(one, body))


def script_text(body: str) -> str:
    """Content of a JavaScript string literal or a part of a template, from the text between its quotes."""
    if "\\" not in body:
        return body

    def one(match: re.Match[str]) -> str:
        byte, short, braced, simple = match.groups()
        if simple is not None:
            return _SIMPLE.get(simple, simple)
        return _char(int(byte or short or braced, 16))

    return _join_surrogates(_SCRIPT_ESCAPE.sub(one, body))


def dedent_docstring(text: str) -> str:
    """A docstring without its margin and the empty lines around it."""
    text = text.expandtabs()
    if "\n" not in text:
        return text.strip()
    lines = text.split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    out = [lines[0].strip(), *(line[margin:].rstrip() for line in lines[1:])]
    return "\n".join(out).strip("\n")


def comment_text(comment: str) -> str:
    """The words of a ``/** … */`` or ``//`` comment, its stars and slashes taken off."""
    if comment.startswith("/*"):
        body = comment[2:-2] if comment.endswith("*/") and len(comment) >= 4 else comment[2:]
        lines = [re.sub(r"^\s*\*+ ?", "", line) if at else line.lstrip("*") for at, line in enumerate(body.split("\n"))]
        return dedent_docstring("\n".join(lines).rstrip()).strip()
    return "\n".join(re.sub(r"^\s*/{2,} ?", "", line).rstrip() for line in comment.split("\n")).strip()


_OPEN = re.compile(r"([(\[{]) ")
_CLOSE = re.compile(r",? ([)\]])")


def one_line(header: str) -> str:
    """A signature on one line: runs of white space become one space, none just inside brackets."""
    if "\n" not in header:
        return header.strip()
    return _CLOSE.sub(r"\1", _OPEN.sub(r"\1", " ".join(header.split())))
