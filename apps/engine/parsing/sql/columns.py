"""Columns of a table and the constraints on them, from the tokens between a table's brackets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from apps.engine.facts import Argument, Assignment, Decorator, Value
from apps.engine.parsing.source import CUT
from apps.engine.parsing.sql.tokens import Token, Words, pieces

MAX_COLUMNS = 2000
# Words that end a column's type or a default's expression.
_STOPS = frozenset({
    "not", "null", "default", "primary", "unique", "references", "check", "constraint", "generated", "as", "collate",
    "auto_increment", "autoincrement", "identity", "comment", "on", "key", "storage", "compression", "encode", "rowguidcol",
    "sparse", "invisible", "visible", "enable", "disable", "deferrable", "initially", "charset", "first", "after", "using",
    "foreign", "exclude", "persisted", "virtual", "stored", "masked", "codec", "ttl", "distkey", "sortkey",
})  # fmt: skip
_ACTIONS = frozenset({"delete", "update"})


@dataclass(frozen=True, slots=True)
class Lines:
    """Text and the line of every offset of a script."""

    text: str
    starts: Sequence[int]

    def of(self, token: Token) -> int:
        """The line of a token's first character."""
        return bisect_right(self.starts, token.start)

    def last(self, token: Token) -> int:
        """The line of a token's last character."""
        return self.of(token) + token_text(self.text, [token]).count("\n")

    def source(self, tokens: Sequence[Token]) -> str:
        """Source from the first token to the last on one line."""
        return " ".join(token_text(self.text, tokens).split())


def token_text(text: str, tokens: Sequence[Token]) -> str:
    """Source from the first token to the last as it stands."""
    return text[tokens[0].start : tokens[-1].end] if tokens else ""


def text_value(text: str, line: int = 0) -> Value:
    """A string value."""
    return Value("string", text, line=line, end_line=line)


def names_in(tokens: list[Token]) -> list[str]:
    """First name of each piece: the columns of a constraint or index."""
    return [name for piece in pieces(tokens) if (name := Words(piece).name())]


def _names_value(names: Sequence[str], line: int) -> Value:
    return Value("list", items=tuple(text_value(name, line) for name in names), line=line, end_line=line)


def names_argument(names: Sequence[str], line: int) -> tuple[Argument, ...]:
    """Names as the one argument of a constraint."""
    return (Argument(_names_value(names, line)),)


def read_items(tokens: list[Token], lines: Lines, scope: str) -> tuple[list[Assignment], list[Decorator]]:
    """Columns and table constraints between a table's brackets, in order."""
    columns: list[Assignment] = []
    constraints: list[Decorator] = []
    for piece in pieces(tokens)[:MAX_COLUMNS]:
        constraint = table_constraint(piece, lines)
        if constraint is not None:
            constraints += constraint
        else:
            column = read_column(piece, lines, scope)
            if column is not None:
                columns.append(column)
    return columns, constraints


def table_constraint(piece: list[Token], lines: Lines) -> list[Decorator] | None:
    """The constraint that a piece of a table's body is; None for a column, () for what says nothing of the data's shape."""
    words = Words(piece)
    if words.skip("constraint"):
        if words.peek().low not in ("primary", "unique", "foreign", "check") or words.peek(1).low in (
            "primary",
            "unique",
            "foreign",
        ):
            words.name()
    elif not _begins_constraint(words):
        return None
    first = words.peek()
    line, end = lines.of(piece[0]), lines.last(piece[-1])
    if words.skip("primary", "key"):
        found = Decorator("primary key", names_argument(_listed(words), line), True, line, end)
    elif words.skip("foreign", "key"):
        own = _listed(words)
        target = _reference(words) if words.skip("references") else None
        if target is None:
            return []
        found = Decorator("foreign key", (*names_argument(own, line), *_target(*target, line)), True, line, end)
    elif words.skip("unique"):
        found = Decorator("unique", names_argument(_listed(words), line), True, line, end)
    elif words.skip("check"):
        found = Decorator("check", (Argument(text_value(lines.source(words.group())[:CUT], line)),), True, line, end)
    else:
        return [] if first is not None else None
    return [found]


def _begins_constraint(words: Words) -> bool:
    first, second = words.peek(), words.peek(1)
    if first.kind != "word":
        return False
    low, after = first.low, second.low
    if (low, after) in (("primary", "key"), ("foreign", "key"), ("period", "for")):
        return True
    if low in ("unique", "check", "exclude"):
        return second.text == "(" or after in ("key", "index", "using", "clustered", "nonclustered") or words.peek(2).text == "("
    if low in ("fulltext", "spatial", "like"):
        return low == "like" or after in ("key", "index") or words.peek(2).text == "("
    if low in ("key", "index"):
        inner = words.peek(2) if second.text == "(" else words.peek(3)
        return (second.text == "(" or words.peek(2).text == "(" or words.peek(2).low == "using") and inner.kind != "number"
    return False


def _listed(words: Words) -> list[str]:
    """The columns in the next brackets, words before them (a name, CLUSTERED, USING BTREE) stepped over."""
    for _ in range(6):
        if words.peek().text == "(":
            return names_in(words.group())
        if words.peek().low == "references" or words.done():
            break
        words.take()
    return []


def _reference(words: Words) -> tuple[str, list[str], str]:
    """Table, columns and what happens on delete, after REFERENCES."""
    table = words.name()
    columns = names_in(words.group())
    deleted = ""
    for ahead in range(12):
        if words.peek(ahead).low == "on" and words.peek(ahead + 1).low == "delete":
            deleted = words.peek(ahead + 2).low
            deleted += f" {words.peek(ahead + 3).low}" if deleted in ("set", "no") else ""
    return table, columns, deleted


def _target(table: str, columns: list[str], deleted: str, line: int) -> tuple[Argument, ...]:
    out = (Argument(text_value(table, line)), Argument(_names_value(columns, line)))
    return (*out, Argument(text_value(deleted, line), "on delete")) if deleted else out


def read_column(piece: list[Token], lines: Lines, scope: str) -> Assignment | None:
    """A column; None where no name begins the piece."""
    words = Words(piece)
    first = words.peek()
    if first.kind not in ("word", "name"):
        return None
    words.take()
    line, end = lines.of(first), lines.last(piece[-1])
    kind = read_type(words, lines)
    return Assignment(
        first.text, None, line, end, scope,
        annotation=kind, kind="field", decorators=tuple(_constraints(words, lines)),
    )  # fmt: skip


def read_type(words: Words, lines: Lines) -> str:
    """The type that stands here, with its arguments."""
    begin = words.at
    while not words.done():
        token = words.peek()
        if token.kind == "word" and token.low in _STOPS and words.at > begin:
            break
        if token.low == "character" and words.peek(1).low == "set":
            break
        if token.low in _STOPS and token.kind == "word":
            break
        if token.text == "(":
            words.group()
        elif token.kind == "string":
            break
        else:
            words.take()
    return lines.source(words.tokens[begin : words.at])


def _expression(words: Words, lines: Lines) -> str:
    """An expression up to the next constraint; at least one token."""
    begin = words.at
    while not words.done():
        token = words.peek()
        if words.at > begin and token.kind == "word" and token.low in _STOPS:
            break
        if token.text == "(":
            words.group()
        else:
            words.take()
    return lines.source(words.tokens[begin : words.at])[:CUT]


def _constraints(words: Words, lines: Lines) -> list[Decorator]:
    found: list[Decorator] = []
    while not words.done():
        token = words.peek()
        line = lines.of(token)

        def add(name: str, *arguments: Argument, line: int = line) -> None:
            found.append(Decorator(name, arguments, bool(arguments), line, line))

        if words.skip("constraint"):
            words.name()
        elif words.skip("not", "null"):
            add("not null")
        elif words.skip("primary", "key") or words.skip("primary"):
            add("primary key")
        elif words.skip("unique"):
            words.skip("key")
            add("unique")
        elif words.skip("default"):
            add("default", Argument(text_value(_expression(words, lines), line)))
        elif words.skip("references"):
            add("references", *_target(*_reference(words), line))
        elif words.skip("check"):
            add("check", Argument(text_value(lines.source(words.group())[:CUT], line)))
        elif words.skip("auto_increment") or words.skip("autoincrement") or words.skip("identity"):
            words.group()
            add("generated")
        elif words.skip("generated"):
            add("generated")
            while not words.done() and words.peek().low not in ("as", "not", "null", "primary", "unique", "references"):
                words.take()  # ALWAYS, BY DEFAULT, ON NULL
        elif words.skip("comment"):
            add("comment", Argument(text_value(words.take().text, line)))
        elif token.low == "on" and words.peek(1).low in _ACTIONS:
            words.at += 3
        else:
            words.take()
            if token.text == "(":
                words.at -= 1
                words.group()
    return found
