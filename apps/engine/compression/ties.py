"""What calls a capsule and what it calls, in a line each, with what is known of there being more."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from apps.engine.compression import pieces
from apps.engine.compression.material import Relations
from apps.engine.compression.words import Words

TOLD = 5  # callers or callees beside a capsule
Numbered = Callable[[str], int]  # a symbol → the number it is cited by, 0 for none


def ties_told(words: Words, ties: Relations, numbered: Numbered | None = None) -> list[str]:
    """Its callers, as far as they are known, what it calls, and what of that is outside."""
    lines = [callers_told(words, ties, numbered=numbered)]
    if ties.callees:
        lines.append(f"{words['calls']}: {_listed(words, ties.callees, ties.callee_count, numbered)}")
    if ties.outside:
        lines.append(f"{words['outside']}: {_listed(words, ties.outside, len(ties.outside))}")
    return [line for line in lines if line]


def callers_told(words: Words, ties: Relations, *, with_names: bool = True, numbered: Numbered | None = None) -> str:
    """Found, proven to be none, or unknown and why."""
    perhaps = f"{words['perhaps-more']}: {ties.why}" if ties.why else ""
    if ties.callers and not with_names:
        return f"{perhaps[0].upper()}{perhaps[1:]}." if perhaps else ""
    if ties.callers:
        told = f"{words['called-by']}: {_listed(words, ties.callers, ties.caller_count, numbered)}"
        return f"{told} ({perhaps})" if perhaps else told
    if not ties.verdict:
        return ""
    return words["no-callers"] if ties.verdict == "none" else f"{words['unknown-callers']}{': ' + ties.why if ties.why else ''}."


def _listed(words: Words, symbols: Iterable[str], count: int, numbered: Numbered | None = None) -> str:
    names = []
    for symbol in list(symbols)[:TOLD]:
        number = numbered(symbol) if numbered is not None else 0
        names.append(pieces.code_span(pieces.short(symbol)) + (f" [{number}]" if number else ""))
    more = count - len(names)
    return ", ".join([*names, *([words["more"].format(count=more)] if more > 0 else [])])
