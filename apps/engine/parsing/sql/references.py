"""The tables and routines that a view, a routine or a trigger names."""

from __future__ import annotations

from apps.engine.parsing.sql.tokens import Scanner, Token, Words

_BEFORE_TABLE = frozenset({"from", "join", "into", "update", "table", "references"})
_NO_TABLE = frozenset({
    "select", "set", "only", "lateral", "unnest", "values", "dual", "if", "new", "old", "inserted", "deleted", "strict",
    "current", "of", "or", "on", "nowait", "skip", "where", "as", "exists", "not", "inline", "json_table", "table",
})  # fmt: skip
# Functions that have a FROM of their own between their brackets.
_FROM_INSIDE = frozenset({"extract", "trim", "substring", "overlay", "position"})
MAX = 500  # names kept of one definition


def tables_named(tokens: list[Token], header_end: int, made: str) -> list[tuple[Token, str]]:
    """(where, name) of what is named behind the header, each name once; a body between dollars is read as well."""
    waiting: list[Token] = []
    for token in tokens:
        if token.kind == "body":
            waiting += _inside(token)
        elif token.start >= header_end or made == "trigger":
            waiting.append(token)
    own = {waiting[at].low for at in range(len(waiting) - 2) if _is_common(waiting, at)}
    found: list[tuple[Token, str]] = []
    seen: set[str] = set()
    openers: list[str] = []
    words = Words(waiting)
    listing = -1  # depth of brackets at which FROM lists tables with commas
    while not words.done() and len(found) < MAX:
        token = words.take()
        if token.kind == "mark":
            if token.text == "(":
                openers.append(words.peek(-2).low)
            elif token.text == ")" and openers:
                openers.pop()
        reads = token.low in _BEFORE_TABLE and not (openers and openers[-1] in _FROM_INSIDE)
        reads = reads and not (token.low == "from" and words.peek(-2).low == "distinct")
        reads = reads and not (
            token.low == "update" and made == "trigger" and words.peek(-2).low in ("or", "after", "before", "of")
        )
        goes_on = token.text == "," and token.kind == "mark" and listing == len(openers)
        triggered = made == "trigger" and token.low == "on" and token.start < header_end
        runs = made == "trigger" and token.low in ("function", "procedure")
        if token.kind == "word" and token.low in ("where", "select", "set", "values", "group", "order", "on", "returning"):
            listing = -1
        if not (reads or goes_on or triggered or runs):
            continue
        words.skip("only")
        words.skip("exists")
        words.skip("if", "exists")
        first = words.peek()
        if first.kind == "word" and (first.low in _NO_TABLE or first.text[:1] in "@#:"):
            continue
        name = words.name()
        listing = len(openers) if token.low == "from" or goes_on else listing
        called = words.peek().text == "(" and token.low not in ("into", "references") and not runs
        if name and not called and name.lower() not in seen and name.lower() not in own:
            seen.add(name.lower())
            found.append((first, name))
    return found


def _is_common(tokens: list[Token], at: int) -> bool:
    """``name AS (`` and ``name (a, b) AS (``: a table expression of the statement's own."""
    if tokens[at].kind != "word" or tokens[at + 1].low != "as":
        return False
    after = tokens[at + 2]
    opened = after.text == "(" or after.low in ("materialized", "not")
    return opened and at > 0 and (tokens[at - 1].low in ("with", "recursive") or tokens[at - 1].text == ",")


def _inside(body: Token) -> list[Token]:
    """Tokens of a body between dollars, at their places in the script."""
    scanner = Scanner(body.text)
    begin = body.end - (body.end - body.start - len(body.text)) // 2 - len(body.text)
    out = []
    while (token := scanner.next()) is not None:
        if token.kind != "comment":
            out.append(token._replace(start=token.start + begin, end=token.end + begin))
    return out
