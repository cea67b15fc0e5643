"""A `.proto` file as values: messages with their fields, enumerations, services with their calls and the routes of those.

What is not understood is stepped over up to its ``;`` or its closing bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_TEXT = 4_000_000  # characters
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<word>\.?[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*)|(?P<number>\d[\w.]*)|(?P<mark>.)",
    re.S,
)
_LABELS = frozenset({"repeated", "optional", "required"})
_VERBS = frozenset({"get", "put", "post", "delete", "patch"})
_BLOCKS = {"{": "}", "(": ")", "[": "]"}


@dataclass(frozen=True, slots=True)
class Token:
    """`kind`: word, string (text without quotes), number, mark.  `doc` is the comment directly above or before it."""

    kind: str
    text: str
    line: int
    doc: str = ""


@dataclass(slots=True)
class ProtoField:
    """`label`: "", repeated, optional, required or map; `group` is the oneof it belongs to."""

    name: str
    type: str
    number: str
    line: int
    label: str = ""
    key: str = ""
    group: str = ""
    deprecated: bool = False


@dataclass(slots=True)
class Block:
    """A message or an enumeration.  `name` holds those of the messages around it: ``Order.Item``."""

    kind: str  # message | enum
    name: str
    line: int
    end_line: int = 0
    doc: str = ""
    fields: list[ProtoField] = field(default_factory=list)


@dataclass(slots=True)
class Rpc:
    """A call of a service.  `routes` are pairs of HTTP method and path."""

    name: str
    line: int
    end_line: int
    doc: str
    request: str = ""
    response: str = ""
    streams: tuple[bool, bool] = (False, False)
    routes: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class Service:
    """A service with its calls in order."""

    name: str
    line: int
    end_line: int = 0
    doc: str = ""
    rpcs: list[Rpc] = field(default_factory=list)


@dataclass(slots=True)
class ProtoFile:
    """One file; lines are 1-based."""

    package: str = ""
    blocks: list[Block] = field(default_factory=list)
    services: list[Service] = field(default_factory=list)


def read_proto(text: str) -> ProtoFile:
    """The declarations of a file; nothing of one that is larger than `MAX_TEXT`."""
    out = ProtoFile()
    if len(text) > MAX_TEXT:
        return out
    _Reader(list(_tokens(text)), out).read()
    return out


def _tokens(text: str) -> Iterator[Token]:
    line = 1
    comments: list[str] = []
    last = 0  # line the last comment ended on
    for found in _TOKEN.finditer(text):
        kind, part = str(found.lastgroup), found[0]
        if kind == "comment":
            alone = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
            comments = ([*comments, part] if last == line - 1 or not comments else [part]) if alone else comments
            last = line + part.count("\n") if alone else last
        elif kind != "space":
            doc = "\n".join(_words(comment) for comment in comments).strip() if comments and last >= line - 1 else ""
            yield Token(kind, part[1:-1] if kind == "string" else part, line, doc)
            comments = []
        line += part.count("\n")


def _words(comment: str) -> str:
    if comment.startswith("//"):
        return comment.lstrip("/").removeprefix(" ").rstrip()
    return "\n".join(part.strip().lstrip("*").strip() for part in comment[2:-2].split("\n")).strip()


class _Reader:
    """Walks the tokens once, with the blocks that are open on a stack."""

    def __init__(self, tokens: list[Token], out: ProtoFile) -> None:
        self._tokens = tokens
        self._at = 0
        self._out = out
        # (kind, name, what it is): messages, enumerations, services, oneofs and blocks nobody needs.
        self._open: list[tuple[str, str, Block | Service | None]] = []

    def read(self) -> None:
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.text == "}" and token.kind == "mark":
                self._close(token)
            elif token.kind == "word":
                self._declaration(token)
            else:
                self._at += 1
        while self._open:
            self._close(self._tokens[-1])

    def _peek(self, ahead: int = 0) -> Token:
        place = self._at + ahead
        return self._tokens[place] if place < len(self._tokens) else _END

    def _close(self, token: Token) -> None:
        self._at += 1
        if self._open:
            made = self._open.pop()[2]
            if made is not None and not made.end_line:
                made.end_line = token.line

    def _declaration(self, token: Token) -> None:
        kind = self._open[-1][0] if self._open else "file"
        opens = self._peek(1).kind == "word" and self._peek(2).text == "{"
        if kind in ("file", "message") and token.text in ("message", "enum") and opens:
            self._block(token)
        elif kind == "file" and token.text == "service" and opens:
            service = Service(self._peek(1).text, token.line, doc=token.doc)
            self._out.services.append(service)
            self._enter("service", service.name, service)
        elif kind == "message" and token.text == "oneof" and opens:
            self._enter("oneof", self._peek(1).text, None)
        elif token.text == "extend" and opens:
            self._enter("extension", self._peek(1).text, None)
        elif kind == "file" and token.text == "package" and self._peek(1).kind == "word":
            self._out.package = self._peek(1).text
            self._skip()
        elif kind == "service" and token.text == "rpc":
            self._rpc(token)
        elif kind in ("message", "oneof") and token.text not in ("option", "reserved", "extensions"):
            self._field(token)
        elif kind == "enum" and self._peek(1).text == "=" and token.text not in ("option", "reserved"):
            self._case(token)
        else:
            self._skip()

    def _enter(self, kind: str, name: str, made: Block | Service | None) -> None:
        self._open.append((kind, name, made))
        self._at += 3

    def _block(self, token: Token) -> None:
        around = [name for kind, name, _ in self._open if kind == "message"]
        name = ".".join([*around, self._peek(1).text])
        block = Block(token.text, name, token.line, doc=token.doc)
        self._out.blocks.append(block)
        self._enter(token.text, self._peek(1).text, block)

    def _holder(self) -> Block | None:
        """The message or enumeration that a field here belongs to."""
        made = next((made for _, _, made in reversed(self._open) if isinstance(made, Block)), None)
        return made

    def _field(self, token: Token) -> None:
        line, label, key = token.line, "", ""
        if token.text in _LABELS and self._peek(1).kind == "word":
            label = token.text
            self._at += 1
        kind = self._peek().text
        if kind == "map" and self._peek(1).text == "<" and self._peek(3).text == "," and self._peek(5).text == ">":
            label, key, kind = "map", self._peek(2).text, self._peek(4).text
            self._at += 5
        name, equals, number = self._peek(1), self._peek(2), self._peek(3)
        if name.kind != "word" or equals.text != "=" or number.kind != "number":
            self._skip()
            return
        group = self._open[-1][1] if self._open[-1][0] == "oneof" else ""
        made = ProtoField(name.text, kind, number.text, line, label, key, group)
        begin = self._at
        self._skip()
        options = [item.text for item in self._tokens[begin : self._at]]
        made.deprecated = any(
            part == "deprecated" and options[at + 1 : at + 3] == ["=", "true"] for at, part in enumerate(options)
        )
        holder = self._holder()
        if holder is not None:
            holder.fields.append(made)

    def _case(self, token: Token) -> None:
        holder = self._holder()
        if holder is not None:
            holder.fields.append(ProtoField(token.text, "", self._peek(2).text, token.line))
        self._skip()

    def _rpc(self, token: Token) -> None:
        begin = self._at
        self._skip()
        inside = self._tokens[begin : self._at]
        service = self._open[-1][2]
        name = inside[1].text if len(inside) > 1 else ""
        sides = [at for at, item in enumerate(inside[:12]) if item.text == "(" and at + 2 < len(inside)]
        if not name or len(sides) < 2 or not isinstance(service, Service):
            return
        types, streams = [], []
        for at in sides[:2]:
            streamed = inside[at + 1].text == "stream" and inside[at + 2].kind == "word"
            streams.append(streamed)
            types.append(inside[at + 1 + streamed].text)
        rpc = Rpc(name, token.line, inside[-1].line, token.doc, types[0], types[1], (streams[0], streams[1]))
        rpc.routes = _routes(inside)
        service.rpcs.append(rpc)

    def _skip(self) -> None:
        """To the end of this statement: behind its ``;``, or behind the block it ends with."""
        closing: list[str] = []
        self._at += 1
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind == "mark":
                if not closing and token.text == "}":
                    return
                if token.text in _BLOCKS:
                    closing.append(_BLOCKS[token.text])
                elif closing and token.text == closing[-1]:
                    closing.pop()
                    if not closing and token.text == "}":
                        # An option's value may be a block, then a semicolon follows.
                        self._at += 2 if self._peek(1).text == ";" else 1
                        return
                elif not closing and token.text == ";":
                    self._at += 1
                    return
            self._at += 1


def _routes(tokens: list[Token]) -> list[tuple[str, str]]:
    """HTTP method and path of every ``google.api.http`` option among the tokens of a call."""
    found: list[tuple[str, str]] = []
    named = False
    custom = ""
    for at, token in enumerate(tokens[:-2]):
        if token.kind == "word" and token.text == "option":
            named = tokens[at + 2].text in ("google.api.http", ".google.api.http") if at + 2 < len(tokens) else False
        if not named or token.kind != "word":
            continue
        verb = token.text.lstrip(".")
        sign, value = tokens[at + 1], tokens[at + 2]
        if value.kind != "string" or sign.text not in (":", "="):
            continue
        if verb in _VERBS:
            found.append((verb.upper(), value.text))
        elif verb == "kind":
            custom = value.text.upper()
        elif verb == "path" and custom:
            found.append((custom, value.text))
            custom = ""
    return found


_END = Token("end", "", 0)
