"""A script of SQL → its statements that define or change something, each with the comment above it.

Statements end at ``;``, at a line ``GO`` or ``/``, or where the next line begins with CREATE or ALTER TABLE; bodies of
routines hold semicolons of their own.  Data (INSERT, COPY) is stepped over without a look at its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from apps.engine.parsing.sql.tokens import Scanner, Token

_LINE = re.compile(
    r"[ \t]*(?:(?P<go>GO[ \t]*\d*[ \t]*;?|/)|(?P<meta>\\[^\n]*)|(?P<delimiter>DELIMITER[ \t]+(?P<mark>\S+)))[ \t]*\r?(?=\n|\Z)",
    re.I,
)
_GO_FILE = re.compile(r"^[ \t]*GO[ \t]*;?[ \t]*\r?$", re.I | re.M)
_RESUMES = re.compile(r"(?:CREATE|ALTER[ \t]+TABLE)\b", re.I)
_COPY = re.compile(r"\s*COPY\b[^;]*\bFROM\s+stdin\b", re.I)
_DOWN = re.compile(r"--\s*(?:\+goose\s+down|\+migrate\s+down|migrate:down|@down|//\s*@undo)\b", re.I)
_UP = re.compile(r"--\s*(?:\+goose\s+up|\+migrate\s+up|migrate:up|@up)\b", re.I)
_WANTED = frozenset({"create", "alter", "comment", "drop", "rename", "replace"})
_ROUTINES = frozenset({"function", "procedure", "proc", "trigger", "package", "event"})
_STRAIGHT = frozenset({
    "select", "insert", "update", "delete", "set", "exec", "execute", "declare", "with", "return", "if", "merge", "begin",
    "table", "language", "external",
})  # fmt: skip
# Values of data: no line end, nothing that opens a string, a comment or a quoted name.
_PLAIN = re.compile(r"(?:[^;'\"`$/#\-\n\[eE]|[eE](?!'))+")
_BODY = frozenset({"select", "insert", "update", "delete", "set", "begin"})
_PLAIN_BEGIN = frozenset({"tran", "transaction", "work"})
_INNER_END = frozenset({"if", "loop", "while", "repeat", "for"})
HEADER = 16  # tokens in which a statement says what it makes


@dataclass(slots=True)
class Statement:
    """`tokens` without comments and without the end mark; `broken` tells that brackets stay open."""

    tokens: list[Token] = field(default_factory=list)
    comments: list[Token] = field(default_factory=list)
    broken: bool = False


def statements(text: str) -> Iterator[Statement]:
    """The statements of a script in order.  Those that undo a migration (``-- +goose Down`` and the like) are left out."""
    scanner = Scanner(text)
    batches = _GO_FILE.search(text) is not None
    delimiter = ";"
    comments: list[Token] = []
    undoing = False
    while True:
        if _at_line_start(text, scanner.at):
            while (found := _LINE.match(text, scanner.at)) is not None:
                if found["delimiter"]:
                    delimiter = found["mark"]
                scanner.at = min(found.end() + 1, len(text))
                comments = []
                if scanner.at >= len(text):
                    return
        before = scanner.at
        token = scanner.next()
        if token is None:
            return
        if "\n" in text[before : token.start]:
            scanner.at = text.rfind("\n", before, token.start) + 1
            if _LINE.match(text, scanner.at):
                continue
            scanner.at = token.end
        if token.kind == "comment":
            undoing = not _UP.match(token.text) and (undoing or _DOWN.match(token.text) is not None)
            comments.append(token)
        elif token.kind == "word" and token.low in _WANTED:
            statement = _read(scanner, token, delimiter, batches)
            statement.comments = comments
            comments = []
            if not undoing:
                yield statement
        elif token.kind == "word":
            _step_over(scanner, token)
            comments = []
        else:
            comments = []


def _at_line_start(text: str, at: int) -> bool:
    return at == 0 or (at < len(text) and text[at - 1] == "\n")


def _step_over(scanner: Scanner, first: Token) -> None:
    """To the end of a statement that defines nothing."""
    text = scanner.text
    copy = _COPY.match(text, first.start)
    if copy is not None:
        end = text.find("\n\\.", copy.end())
        scanner.at = text.find("\n", end + 1) + 1 or len(text) if end >= 0 else scanner.at
        return
    at = scanner.at
    while True:
        plain = _PLAIN.match(text, scanner.at)
        at = scanner.at = plain.end() if plain is not None else at
        token = scanner.next()
        if token is None or (token.text == ";" and token.kind == "mark"):
            return
        if token.kind != "string" and "\n" in text[at : token.start]:
            line = text.rfind("\n", at, token.start) + 1
            if _LINE.match(text, line) or (token.start == line and _RESUMES.match(text, line)):
                scanner.at = line
                return
        at = scanner.at


def _read(scanner: Scanner, first: Token, delimiter: str, batches: bool) -> Statement:
    """One statement from its first word on."""
    text = scanner.text
    out = Statement([first])
    routine = False
    blocks = brackets = 0
    declaring = bodied = False  # variables before BEGIN; the body has begun
    at = scanner.at
    while (token := scanner.next()) is not None:
        if "\n" in text[at : token.start]:
            line = text.rfind("\n", at, token.start) + 1
            ends = _LINE.match(text, line) is not None
            resumes = token.start == line and _RESUMES.match(text, line) is not None
            if ends or (resumes and not (routine and (blocks or batches or delimiter != ";"))):
                scanner.at = line
                break
        at = scanner.at
        if delimiter != ";" and text.startswith(delimiter, token.start) and token.kind in ("mark", "body"):
            scanner.at = token.start + len(delimiter)
            break
        if token.kind == "comment":
            continue
        if token.kind == "mark":
            brackets += (token.text == "(") - (token.text == ")")
            if token.text == ";" and not blocks and not declaring and not (routine and (batches or delimiter != ";")):
                break
        out.tokens.append(token)
        if token.kind != "word":
            batches = batches and token.kind != "body"  # a body between dollars is no batch of T-SQL
            continue
        if len(out.tokens) <= HEADER and token.low in _ROUTINES and first.low == "create":
            routine = routine or _makes(out.tokens)
        elif routine:
            before = out.tokens[-2].low
            outside = not blocks and not brackets and not batches
            opens = before in ("is", "as") and token.low not in _STRAIGHT and not bodied
            declaring = declaring or (outside and (opens or token.low == "declare"))
            bodied = bodied or token.low in _BODY
            if (token.low == "case" and before != "end") or (token.low == "begin" and _next_word(scanner) not in _PLAIN_BEGIN):
                blocks += 1
                declaring = declaring and token.low != "begin"
            elif token.low == "end" and _next_word(scanner) not in _INNER_END:
                blocks = max(0, blocks - 1)
    out.broken = brackets != 0
    return out


def _makes(tokens: list[Token]) -> bool:
    """Whether the last token says what CREATE makes: nothing before it names another sort of thing."""
    return not any(token.low in ("table", "view", "type", "index", "schema", "extension", "cast", "operator") for token in tokens)


_WORD = re.compile(r"\s*([^\W\d]\w*|;)?")


def _next_word(scanner: Scanner) -> str:
    found = _WORD.match(scanner.text, scanner.at)
    return (found[1] or "").lower() if found is not None else ""
