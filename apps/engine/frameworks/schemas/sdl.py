"""A GraphQL schema as values: types with their fields, arguments and directives.

Documents of queries hold none; what is not understood is stepped over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from apps.engine.parsing.literals import dedent_docstring

MAX_TEXT = 8_000_000  # characters
_TOKEN = re.compile(
    r'(?P<space>[\s,\ufeff]+)|(?P<comment>\#[^\n]*)|(?P<block>"""(?:\\"""|.)*?""")|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<word>[A-Za-z_]\w*)|(?P<number>-?\d[\w.+-]*)|(?P<mark>.)",
    re.S,
)
_TYPES = frozenset({"type", "input", "interface", "enum", "union", "scalar"})
_STARTS = _TYPES | {"extend", "schema", "directive", "query", "mutation", "subscription", "fragment"}
_PAIRS = {"{": "}", "(": ")", "[": "]"}
ROOTS = ("query", "mutation", "subscription")


@dataclass(frozen=True, slots=True)
class Token:
    """`kind`: word, number, string, block (a description in three quotes), mark."""

    kind: str
    text: str
    line: int
    start: int
    end: int


@dataclass(slots=True)
class TypeField:
    """A field, or a value of an enumeration (without type).  `arguments` is their source on one line."""

    name: str
    type: str
    line: int
    arguments: str = ""
    default: str = ""
    deprecated: bool = False

    @property
    def named(self) -> str:
        """The type's name without lists and marks."""
        return self.type.strip("[]! ")


@dataclass(slots=True)
class SchemaType:
    """One block.  `kind`: type, input, interface, enum, union, scalar; `extends` for ``extend type``."""

    kind: str
    name: str
    line: int
    end_line: int
    doc: str = ""
    extends: bool = False
    bases: tuple[str, ...] = ()
    fields: list[TypeField] = field(default_factory=list)


@dataclass(slots=True)
class Schema:
    """The blocks of a text in order; `roots` is what a ``schema`` block calls the root types, by kind."""

    types: list[SchemaType] = field(default_factory=list)
    roots: dict[str, str] = field(default_factory=dict)


def read_schema(text: str, line: int = 1) -> Schema:
    """The blocks of a schema whose first line is `line`; nothing of one larger than `MAX_TEXT`."""
    if len(text) > MAX_TEXT:
        return Schema()
    return _Reader(text, list(_tokens(text, line))).read()


def _tokens(text: str, line: int) -> Iterator[Token]:
    for found in _TOKEN.finditer(text):
        kind, part = str(found.lastgroup), found[0]
        if kind not in ("space", "comment"):
            yield Token(kind, part, line, found.start(), found.end())
        line += part.count("\n")


class _Reader:
    def __init__(self, text: str, tokens: list[Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._at = 0

    def read(self) -> Schema:
        schema = Schema()
        doc = ""
        while self._at < len(self._tokens):
            token = self._peek()
            if token.kind in ("string", "block"):
                doc = _description(token)
                self._at += 1
                continue
            begin = token
            extends = token.text == "extend"
            self._at += extends
            token = self._peek()
            if token.text in _TYPES and self._peek(1).kind == "word":
                schema.types.append(self._type(begin, doc, extends))
            elif token.text == "schema":
                self._schema(schema)
            else:
                self._skip()
            doc = ""
        return schema

    def _peek(self, ahead: int = 0) -> Token:
        place = self._at + ahead
        return self._tokens[place] if 0 <= place < len(self._tokens) else _END

    def _skip(self) -> None:
        """To the next declaration at the outside."""
        self._at += 1
        while self._at < len(self._tokens):
            token = self._peek()
            if token.text in _PAIRS:
                self._group()
            elif token.kind in ("string", "block") or token.text in _STARTS:
                return
            else:
                self._at += 1

    def _group(self) -> tuple[int, int]:
        """Steps over brackets that open here; (first, last) place of what is inside."""
        begin = self._at + 1
        closing: list[str] = []
        while self._at < len(self._tokens):
            token = self._peek()
            self._at += 1
            if token.kind == "mark":
                if token.text in _PAIRS:
                    closing.append(_PAIRS[token.text])
                elif closing and token.text == closing[-1]:
                    closing.pop()
                    if not closing:
                        return begin, self._at - 1
        return begin, len(self._tokens)

    def _schema(self, schema: Schema) -> None:
        self._at += 1
        self._directives()
        if self._peek().text != "{":
            return
        first, last = self._group()
        inside = self._tokens[first:last]
        for at in range(len(inside) - 2):
            if inside[at].text in ROOTS and inside[at + 1].text == ":":
                schema.roots[inside[at].text] = inside[at + 2].text

    def _directives(self) -> bool:
        """Steps over ``@name(…)``; whether one of them is ``@deprecated``."""
        deprecated = False
        while self._peek().text == "@" and self._peek(1).kind == "word":
            deprecated = deprecated or self._peek(1).text == "deprecated"
            self._at += 2
            if self._peek().text == "(":
                self._group()
        return deprecated

    def _type(self, begin: Token, doc: str, extends: bool) -> SchemaType:
        kind, name = self._peek().text, self._peek(1)
        self._at += 2
        made = SchemaType(kind, name.text, begin.line, name.line, doc, extends)
        if self._peek().text == "implements":
            self._at += 1
            bases = []
            while self._peek().kind == "word" or self._peek().text == "&":
                if self._peek().text in _STARTS and self._peek(1).kind == "word":
                    break
                bases += [self._peek().text] if self._peek().kind == "word" else []
                self._at += 1
            made.bases = tuple(bases)
        self._directives()
        if kind == "union" and self._peek().text == "=":
            self._union(made)
        elif kind not in ("union", "scalar") and self._peek().text == "{":
            begin_at = self._at
            self._group()
            end = self._at
            self._at = begin_at + 1
            closing = end - 1 if self._tokens[end - 1].text == "}" else end
            while self._at < closing:
                self._field(made, closing)
            self._at = end
        made.end_line = max(made.end_line, self._tokens[self._at - 1].line)
        return made

    def _union(self, made: SchemaType) -> None:
        self._at += 1
        while self._peek().text == "|" or (self._peek().kind == "word" and self._peek(-1).text in ("|", "=")):
            if self._peek().kind == "word":
                made.fields.append(TypeField(self._peek().text, "", self._peek().line))
            self._at += 1

    def _field(self, made: SchemaType, closing: int) -> None:
        """One field of a block that ends at `closing`."""
        name = self._peek()
        self._at += 1
        if name.kind != "word":
            return
        one = TypeField(name.text, "", name.line)
        if self._peek().text == "(":
            first, last = self._group()
            one.arguments = self._source(first, last)
        if made.kind != "enum":
            if self._peek().text != ":":
                return
            self._at += 1
            begin = self._at
            while self._at < closing and self._peek().text in ("[", "]", "!"):
                self._at += 1
            self._at += self._peek().kind == "word"
            while self._at < closing and self._peek().text in ("]", "!"):
                self._at += 1
            one.type = "".join(token.text for token in self._tokens[begin : self._at])
        if self._peek().text == "=":
            self._at += 1
            begin = self._at
            if self._peek().text in _PAIRS:
                self._group()
            else:
                self._at += 1
            one.default = self._source(begin, self._at)
        one.deprecated = self._directives()
        made.fields.append(one)

    def _source(self, first: int, last: int) -> str:
        """Source of tokens on one line, descriptions left out."""
        out, end = "", -1
        for at in range(first, last):
            token = self._tokens[at]
            described = at + 1 < last and token.kind in ("string", "block") and self._tokens[at + 1].kind == "word"
            if described and self._tokens[at - 1].text not in (":", "="):
                continue
            gap = self._text[end : token.start] if end >= 0 else ""
            if "," in gap or ("\n" in gap and token.kind == "word" and self._tokens[at - 1].text not in (":", "=")):
                out += ", "
            elif gap.strip(" ") or " " in gap:
                out += " "
            out += token.text
            end = token.end
        return out


def _description(token: Token) -> str:
    if token.kind == "block":
        return dedent_docstring(token.text[3:-3].replace('\\"""', '"""')).strip()
    return token.text[1:-1]


_END = Token("end", "", 0, 0, 0)
