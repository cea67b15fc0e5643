"""Words of SQL, whatever the dialect, and a cursor over those of one statement."""

from __future__ import annotations

import re
from typing import NamedTuple

_SCAN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<comment>--[^\n]*|\#(?=[ \t\n!])[^\n]*)"
    r"|(?P<block>/\*)"
    r"|(?P<dollar>\$(?:[^\W\d]\w*)?\$)"
    r"|(?P<quote>[eEnNxXbB]?')"
    r'|(?P<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\W\d][^\]\n]*\])'
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<word>[@:]{0,2}[^\W\d][\w$#]*|@+\w+|\#{1,2}[^\W\d]\w*)"
    r"|(?P<mark>.)",
    re.S,
)
_PLAIN_STRING = re.compile(r"'(?:[^']|'')*'")
_ESCAPED_STRING = re.compile(r"'(?:[^'\\]|\\.|'')*'", re.S)
_MYSQL = re.compile(r"`|\bENGINE\s*=", re.I)


class Token(NamedTuple):
    """`kind`: word (`low` is its text in lower case), name (quoted), string, body (``$$…$$``), number, mark, comment.

    `text` is without quotes for names, strings and bodies.  Offsets are characters of the script.
    """

    kind: str
    text: str
    low: str
    start: int
    end: int


class Scanner:
    """Cuts a text into tokens.  What is never closed is a mark by itself, so the rest of the text is still read."""

    def __init__(self, text: str, begin: int = 0, end: int | None = None) -> None:
        self.text = text
        self.at = begin
        self.end = len(text) if end is None else end
        self._string = _ESCAPED_STRING if _MYSQL.search(text) else _PLAIN_STRING
        self._open_block = False  # a comment that is never closed was met: there is no end for a further one either
        self._open_quote = False
        self._open_body: set[str] = set()

    def next(self) -> Token | None:
        """The next token that is no white space, None at the end."""
        while self.at < self.end:
            start = self.at
            found = _SCAN.match(self.text, start, self.end)
            if found is None:
                return None
            kind, text = str(found.lastgroup), found[0]
            if kind == "space":
                self.at = found.end()
            elif kind == "block":
                close = -1 if self._open_block else self.text.find("*/", start + 2, self.end)
                self._open_block = close < 0
                return self._make("comment", start, close + 2) if close >= 0 else self._make("mark", start, start + 1)
            elif kind == "dollar":
                return self._body(text, start)
            elif kind == "quote":
                return self._quoted(text, start)
            elif (
                kind == "name" and text[0] == "[" and start and (self.text[start - 1].isalnum() or self.text[start - 1] in "_])")
            ):
                return self._make("mark", start, start + 1)
            elif kind == "name":
                self.at = found.end()
                inner = text[1:-1].replace(text[0] * 2, text[0]) if text[0] in '"`' else text[1:-1]
                return Token("name", inner, "", start, self.at)
            else:
                return self._make(kind, start, found.end())
        return None

    def _make(self, kind: str, start: int, end: int) -> Token:
        self.at = end
        text = self.text[start:end]
        return Token(kind, text, text.lower() if kind == "word" else "", start, end)

    def _body(self, tag: str, start: int) -> Token:
        close = -1 if tag in self._open_body else self.text.find(tag, start + len(tag), self.end)
        if close < 0:
            self._open_body.add(tag)
            return self._make("mark", start, start + 1)
        self.at = close + len(tag)
        return Token("body", self.text[start + len(tag) : close], "", start, self.at)

    def _quoted(self, text: str, start: int) -> Token:
        at = start + len(text) - 1
        style = _ESCAPED_STRING if text[0] in "eE" else self._string
        found = None if self._open_quote else style.match(self.text, at, self.end)
        if found is None:
            self._open_quote = True
            return self._make("mark", start, at + 1)
        self.at = found.end()
        return Token("string", found[0][1:-1].replace("''", "'"), "", start, self.at)


class Words:
    """A cursor over the tokens of one statement; beyond the end stand empty marks."""

    def __init__(self, tokens: list[Token], at: int = 0) -> None:
        self.tokens = tokens
        self.at = at

    def peek(self, ahead: int = 0) -> Token:
        """The token that many places ahead."""
        place = self.at + ahead
        return self.tokens[place] if 0 <= place < len(self.tokens) else _END

    def done(self) -> bool:
        return self.at >= len(self.tokens)

    def take(self) -> Token:
        """The token here, and step on."""
        token = self.peek()
        self.at += 1
        return token

    def skip(self, *words: str) -> bool:
        """Step over these words if they stand here in this order."""
        if all(self.peek(ahead).low == word for ahead, word in enumerate(words)):
            self.at += len(words)
            return True
        return False

    def name(self) -> str:
        """A name with its schema, without quotes; "" (and no step) where none stands here."""
        parts: list[str] = []
        at = self.at
        while (token := self.peek()).kind in ("word", "name"):
            parts.append(token.text.lstrip("#@"))
            self.at += 1
            if self.peek().text != "." or self.peek(1).kind not in ("word", "name"):
                return ".".join(part for part in parts if part)
            self.at += 1
        self.at = at
        return ""

    def group(self) -> list[Token]:
        """What stands between brackets that open here, brackets left out; () where none open."""
        if self.peek().text != "(" or self.peek().kind != "mark":
            return []
        depth, begin = 0, self.at + 1
        while not self.done():
            token = self.take()
            if token.kind == "mark":
                depth += (token.text == "(") - (token.text == ")")
                if depth == 0:
                    return self.tokens[begin : self.at - 1]
        return self.tokens[begin:]


def pieces(tokens: list[Token]) -> list[list[Token]]:
    """Runs of tokens between the commas that stand in no brackets."""
    out: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == "mark":
            depth += (token.text == "(") - (token.text == ")")
            if token.text == "," and depth == 0:
                out.append([])
                continue
        out[-1].append(token)
    return [piece for piece in out if piece]


_END = Token("end", "", "", 0, 0)
