"""Reader of Prisma's schema language: blocks, their fields with types and attributes.  Pure; one pass over the tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_TEXT = 8_000_000  # characters of one schema file
_TOKEN = re.compile(
    r'(?P<newline>\n)|///(?P<comment>[^\n]*)|//[^\n]*|/\*.*?\*/|"(?P<string>(?:\\.|[^"\\\n])*)"'
    r"|(?P<attribute>@@?[A-Za-z_][\w.]*)|(?P<word>[A-Za-z_][\w.]*|-?\d[\w.]*)|(?P<mark>[{}()\[\],:?])",
    re.S,
)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
BLOCKS = frozenset({"model", "view", "type", "enum", "datasource", "generator"})


@dataclass(slots=True)
class Given:
    """One argument of an attribute; `name` is "" for a positional one."""

    name: str = ""
    words: list[str] = field(default_factory=list)
    is_list: bool = False


@dataclass(slots=True)
class Attribute:
    """``@relation("x", fields: [a], references: [b])``."""

    name: str
    arguments: list[Given] = field(default_factory=list)

    def words(self, name: str) -> list[str]:
        """The words of an argument, those of the first positional one for ""."""
        return next((given.words for given in self.arguments if given.name == name), [])

    def text(self) -> str:
        """The arguments as written, near enough."""
        return ", ".join(
            (f"{given.name}: " if given.name else "") + (f"[{', '.join(given.words)}]" if given.is_list else "".join(given.words))
            for given in self.arguments
        )


@dataclass(slots=True)
class Line:
    """A field of a model or a value of an enum."""

    name: str
    line: int
    type: str = ""
    is_list: bool = False
    is_optional: bool = False
    attributes: list[Attribute] = field(default_factory=list)


@dataclass(slots=True)
class Block:
    """``model User { … }``; `attributes` are those with two signs."""

    kind: str
    name: str
    line: int
    end_line: int = 0
    lines: list[Line] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)
    documentation: str = ""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind is not None:
            yield _Token(kind, match[kind], line)
        line += match[0].count("\n")


def read_schema(text: str) -> list[Block]:
    """The blocks of a schema, in order; what does not fit the language is passed over."""
    if len(text) > MAX_TEXT:
        return []
    blocks: list[Block] = []
    block: Block | None = None
    words: list[_Token] = []
    comments: list[str] = []
    depth = 0
    for token in _tokens(text):
        if block is None:
            if token.kind == "comment":
                comments.append(token.text.strip())
            elif token.kind == "word":
                words = [*words[-1:], token]
            elif token.kind == "mark" and token.text == "{" and len(words) == 2 and words[0].text in BLOCKS:
                block = Block(words[0].text, words[1].text, words[0].line, documentation=" ".join(comments))
                words, comments, depth = [], [], 0
            elif token.kind != "newline":
                words, comments = [], []
            continue
        if token.kind == "comment":
            continue
        if token.kind == "mark":
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth < 0 or (token.kind == "newline" and depth == 0):
            _line(block, words)
            words = []
            if depth < 0:
                block.end_line = token.line
                blocks.append(block)
                block = None
            continue
        if token.kind != "newline":
            words.append(token)
    return blocks


def _line(block: Block, words: list[_Token]) -> None:
    """One line of a block: a field, a value, or an attribute of the whole."""
    if not words:
        return
    first = words[0]
    if first.kind == "attribute":
        block.attributes += _attributes(words)
    elif first.kind == "word":
        line = Line(first.text, first.line)
        rest = words[1:]
        if rest and rest[0].kind == "word":
            line.type = rest[0].text
            rest = rest[1:]
            while rest and rest[0].text in ("[", "]", "?", "("):
                line.is_list = line.is_list or rest[0].text == "["
                line.is_optional = line.is_optional or rest[0].text == "?"
                if rest[0].text == "(":  # Unsupported("…")
                    while rest and rest[0].text != ")":
                        rest = rest[1:]
                rest = rest[1:]
        line.attributes = _attributes(rest)
        block.lines.append(line)


def _attributes(words: list[_Token]) -> list[Attribute]:
    found: list[Attribute] = []
    depth = brackets = 0
    given = Given()
    for token in words:
        text, is_mark = token.text, token.kind == "mark"
        if depth == 0:
            if token.kind == "attribute":
                found.append(Attribute(text))
            elif is_mark and text == "(" and found:
                depth, given = 1, Given()
            continue
        if is_mark and text in "[]":
            brackets += 1 if text == "[" else -1
            given.is_list = True
        elif is_mark and text in "()":
            depth += 1 if text == "(" else -1
            if depth and not brackets:
                given.words.append(text)
        elif is_mark and text == ":" and depth == 1 and not brackets:
            given = Given("".join(given.words))
        elif is_mark and text == "," and depth == 1 and not brackets:
            found[-1].arguments.append(given)
            given = Given()
        elif token.kind in ("word", "string") and not (brackets and depth > 1):  # [email, name(sort: Desc)]
            given.words.append(f'"{text}"' if token.kind == "string" else text)
        if depth == 0 and (given.words or given.is_list):
            found[-1].arguments.append(given)
    return found
