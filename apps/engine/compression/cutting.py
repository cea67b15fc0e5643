"""Code that is longer than its room is cut where a statement ends.

A scan of the lines tells where that is: outside strings, comments and brackets other than those of a block, after a line that is
whole by the manners of its language.  No parser runs here, so that no text of a repository can hold up an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from apps.engine.compression.material import Count

_WINDOW = 24  # characters a token may stand for, beyond which a long body is not looked at
_AHEAD = 20  # lines looked at for what follows a statement
_SHALLOW = 0.25  # of what fits may go if the cut then falls outside of an inner block

Style = Literal["indent", "semicolon", "line"]


class _Manners(msgspec.Struct, frozen=True):
    """How a language is written.  `style`: what ends a statement; `long_quotes` begin and end strings of several lines."""

    style: Style
    comment: tuple[str, ...] = ("//",)
    block: tuple[tuple[str, str], ...] = (("/*", "*/"),)
    quotes: str = "\"'"
    long_quotes: tuple[tuple[str, str], ...] = ()
    here: str = ""  # what a text that goes on to a line with a word of its own is begun with
    braces: Literal["block", "value", "either"] = "block"


_PYTHON = _Manners("indent", ("#",), (), long_quotes=(('"""', '"""'), ("'''", "'''")), braces="value")
_SEMICOLON = _Manners("semicolon")
_RUST = _Manners("semicolon", quotes="", long_quotes=(('#"', '"#'), ('"', '"')))  # a single tick may be a lifetime
_SCRIPT = _Manners("line", long_quotes=(("`", "`"),), braces="either")
_GO = _Manners("line", long_quotes=(("`", "`"),))
_TRIPLE = _Manners("line", quotes='"', long_quotes=(('"""', '"""'),))
_HASH = _Manners("line", ("#",), (), braces="either", here="<<")
_SHELL = _Manners("line", ("#",), (), quotes="", long_quotes=(('"', '"'), ("'", "'")), here="<<")
_DASH = _Manners("semicolon", ("--",))

_LANGUAGES: Mapping[str, _Manners] = {
    **dict.fromkeys(("Python", "Cython", "Starlark", "GDScript"), _PYTHON),
    **dict.fromkeys(("C", "C++", "Objective-C", "CUDA", "C#", "Java", "Dart", "Perl", "Solidity"), _SEMICOLON),
    "PHP": _Manners("semicolon", ("//", "#"), here="<<<"),
    "Rust": _RUST,
    **dict.fromkeys(("JavaScript", "TypeScript", "TSX", "JSX", "Vue", "Svelte"), _SCRIPT),
    "Go": _GO,
    **dict.fromkeys(("Kotlin", "Swift", "Scala", "Groovy"), _TRIPLE),
    **dict.fromkeys(("Ruby", "Elixir", "R", "Makefile"), _HASH),
    **dict.fromkeys(("Shell", "Bash"), _SHELL),
    **dict.fromkeys(("SQL", "Haskell"), _DASH),
    "Lua": _Manners("line", ("--",), (("--[[", "]]"),)),
}
_OTHER = _Manners("line", ("//", "#"))

_OPEN, _CLOSE = "([{", ")]}"
_MARK = re.compile(r"[()\[\]{}\"'`/#-]")  # where something of these manners may begin
_LOOKED_AT = 200  # characters at either end of a line
_ENDS_OPEN = re.compile(
    r"(?:[,(\[=+*/%&|^~<.?:\\]|(?<!-)-|=>|->|\b(?:and|or|not|in|return|extends|implements|throws|where|guard))\Z"
)
_GOES_ON = re.compile(
    r"[.?:)\],+*/%&|=<>{]|-[^-]|(?:else|elif|elsif|catch|except|finally|rescue|ensure|then|extends|implements|where)\b"
)
_HEADER = re.compile(r"(?:def|if|unless|elsif|else|while|until|for|case|when|begin|rescue|ensure|class|module|function|then)\b")
_DO = re.compile(r"\b(?:do|then)(?: ?\|[^|]*\|)?\Z")
_LITERAL_BEFORE = re.compile(r"(?:[=(,\[?&|+<:]|\b(?:return|import|export|const|let|var))\Z")
_OF_VALUE = re.compile(r"\}\s*[),]")
_HERE = re.compile(r"[-~]? ?[\"']?([A-Za-z_]\w*)")


class Cut(msgspec.Struct, frozen=True):
    """The first `lines` lines of a body, out of `of`."""

    text: str
    lines: int
    of: int


def cut(body: str, language: str, room: int, count: Count) -> Cut | None:
    """The longest beginning of the body that ends with a statement and has `room` tokens at most.

    None where not even the first statement has room; the whole body where all of it has.
    """
    of = body.count("\n") + 1
    if len(body) <= 4 * _WINDOW * room and count(body) <= room:
        return Cut(body, of, of)
    lines = body[: _WINDOW * max(room, 0)].split("\n")
    if len(lines) < of:
        lines.pop()  # may be in part
    low, high = 0, min(len(lines), of - 1)
    while low < high:
        middle = (low + high + 1) // 2
        if count("\n".join(lines[:middle])) <= room:
            low = middle
        else:
            high = middle - 1
    found = [at for at in borders(lines[: low + _AHEAD], language) if at <= low]
    if not found:
        return None
    end = _shallowest(lines, found)
    text = "\n".join(lines[:end])
    return Cut(text, end, of) if count(text) <= room else None


def borders(lines: Sequence[str], language: str) -> list[int]:
    """Numbers of lines after which a statement has ended and nothing hangs in the air, rising."""
    manners = _LANGUAGES.get(language, _OTHER)
    scan = _Scan(manners)
    found: list[int] = []
    opening = ""  # the first line of the statement
    for at, line in enumerate(lines, start=1):
        code = scan.line(line)
        if not code or scan.is_inside:
            opening = opening or code
            continue
        following = next((after for after in lines[at : at + _AHEAD] if after.strip()), "")
        if not (opening or code).lstrip().startswith("@") and _is_ended(manners.style, code, following):
            found.append(at)
        opening = ""
    return found


def _is_ended(style: Style, code: str, following: str) -> bool:
    """Whether a line with this code, and this line after it, is the end of a statement that is no header of a block."""
    after = following[:_LOOKED_AT].lstrip()
    if code.endswith(("{", ":", "\\")):
        return False
    if style == "indent":
        return True
    if code.endswith(";"):
        return True
    if code.endswith("}"):
        return not _GOES_ON.match(after) and not _OF_VALUE.match(after)
    if style == "semicolon":
        return False
    if _ENDS_OPEN.search(code[-_LOOKED_AT:]) or _HEADER.match(code[:_LOOKED_AT].lstrip()) or _DO.search(code[-_LOOKED_AT:]):
        return False
    return not _GOES_ON.match(after)


class _Scan:
    """Where in strings, comments and brackets a text stands, line by line."""

    def __init__(self, manners: _Manners) -> None:
        self._manners = manners
        self._stack: list[str] = []  # open brackets: ( [ { of a literal, or B of a block
        self._closing = ""  # what ends the string or comment that goes on over lines
        self._here = ""  # the word that ends the text that goes on
        self._code = ""

    @property
    def is_inside(self) -> bool:
        """Whether a statement can't end here."""
        return bool(self._closing or self._here) or bool(self._stack and self._stack[-1] != "B")

    def line(self, line: str) -> str:
        """Goes over a line; returns its code: no comments, no blanks at its end, a lone quote for each string."""
        if self._here:
            self._here = "" if line.strip().rstrip(";") == self._here else self._here
            return ""
        kept: list[str] = []
        at = 0
        while at < len(line):
            if self._closing:
                end = self._end_of_long(line, at)
                if end < 0:
                    break
                is_string = any(closing == self._closing for _opening, closing in self._manners.long_quotes)
                at, self._closing = end, ""
                kept += ['"'] if is_string else []
                continue
            found = _MARK.search(line, at)
            if found is None:
                kept.append(line[at:])
                break
            kept.append(line[at : found.start()])
            at = self._step(line, found.start(), kept)
            if at < 0:
                break
        code = "".join(kept).rstrip()
        if self._manners.here and not self._closing:
            self._here = self._begun(line, code)
        self._code = code or self._code
        return code

    def _begun(self, line: str, code: str) -> str:
        """The word that ends the text begun in this line, "" if none is."""
        mark = self._manners.here
        if mark not in code:
            return ""
        found = _HERE.match(line, line.index(mark) + len(mark))
        return found[1] if found and found[1].isupper() else ""

    def _end_of_long(self, line: str, at: int) -> int:
        """Where the string or comment ends that goes on, -1 if not in this line."""
        while True:
            end = line.find(self._closing, at)
            if end < 0:
                return -1
            slashes = end - len(line[:end].rstrip("\\"))
            if slashes % 2 == 0 or self._closing in ("*/", "]]"):
                return end + len(self._closing)
            at = end + 1

    def _step(self, line: str, at: int, kept: list[str]) -> int:
        """Takes what stands at a place; returns where it goes on, -1 where the rest is a comment."""
        manners, char = self._manners, line[at]
        for opening, closing in manners.block:
            if line.startswith(opening, at):
                self._closing = closing
                return at + len(opening)
        if line.startswith(manners.comment, at) and not (char == "#" and at and line[at - 1] in "$&\\{"):
            return -1
        for opening, closing in manners.long_quotes:
            if line.startswith(opening, at):
                self._closing = closing
                return at + len(opening)
        if char in manners.quotes:
            kept.append('"')
            return _after_string(line, at)
        if char in _OPEN:
            before = "".join(kept[-8:])[-_LOOKED_AT:]
            self._stack.append(char if char != "{" or self._is_literal(before) else "B")
        elif char in _CLOSE and self._stack:
            self._stack.pop()
        kept.append(char)
        return at + 1

    def _is_literal(self, before: str) -> bool:
        """Whether a brace opens a value rather than a block, by what stands before it."""
        if self._manners.braces != "either":
            return self._manners.braces == "value"
        told = before.rstrip() or self._code[-_LOOKED_AT:]
        return bool(_LITERAL_BEFORE.search(told)) and not told.endswith("=>")


def _after_string(line: str, at: int) -> int:
    """Where it goes on after a string that ends on its line; one that doesn't is taken for a lone quote."""
    quote, after = line[at], at + 1
    while after < len(line):
        if line[after] == "\\":
            after += 2
        elif line[after] == quote:
            return after + 1
        else:
            after += 1
    return at + 1


def _shallowest(lines: Sequence[str], found: Sequence[int]) -> int:
    """Of the last borders the one before the line with the least indentation: an inner block is rather left out than halved."""
    least = found[-1] * (1 - _SHALLOW)
    near = [at for at in found if at >= least]
    return min(near, key=lambda at: (_indentation(lines, at), -at))


def _indentation(lines: Sequence[str], at: int) -> int:
    following = next((line for line in lines[at:] if line.strip()), "")
    return len(following) - len(following.lstrip()) if following else 0
