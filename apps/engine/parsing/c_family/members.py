"""Macros that stand among the members of a class: ``ROUTES_BEGIN``, ``ADD(Class::method, "/", Get);``, ``Q_PROPERTY(…)``.

A grammar takes them for the start of the declaration behind them, or for one whose parameters cannot be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    rb"//(?:[^\n\\]|\\.)*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.[^'\n]{0,8}|[^'\\\n]{1,4})'"
    rb"|(?:^|(?<=\n))[ \t]*#(?:[^\n\\]|\\.)*|[{}();]"
    rb"|(?:^|(?<=\n))[ \t]*([A-Z][A-Z0-9_]{2,})(?![\w:<])",
    re.S,
)
_CLASS = re.compile(rb"\b(?:class|struct|union)\s+(?:\w+::)*(\w+)[^;{}()]*\Z")
_ENUM = re.compile(rb"\benum\s+(?:class|struct)\b")
_ACCESS = re.compile(rb"(?:public|protected|private)[\w\s]*:\s*\Z")
_AFTER = re.compile(rb"[ \t]*(?:;|(?=\n|//|/\*|\Z))")
_LONGEST_HEAD = 2000  # bytes of the head of a class


@dataclass(slots=True)
class _Statement:
    """What is read of the statement that is under way."""

    start: int = 0
    written: int = 0  # bytes of it that are no comment or white space
    round: int = 0  # open parentheses


def member_macros(data: bytes) -> list[tuple[int, int]]:
    """Spans of the macros that are members themselves; a constructor of a class whose name is a macro's is none."""
    spans: list[tuple[int, int]] = []
    bodies: list[bytes] = []  # names of the classes around, b"" for braces of anything else
    here = _Statement()
    macro = -1  # the start of the one whose parentheses are open
    end = 0  # of the token before
    for match in _TOKEN.finditer(data):
        token = match[0].lstrip()
        between = data[end : match.start()].strip()
        if _ACCESS.search(between) and not here.round:
            here = _Statement(match.start())
        else:
            here.written += len(between)
        end = match.end()
        if token[:1] in b"/\"'#":
            if token[:1] in b"\"'":
                here.written += 1
        elif token == b"{":
            head = data[max(here.start, match.start() - _LONGEST_HEAD) : match.start()]
            named = _CLASS.search(head)
            bodies.append(named[1] if named is not None and not _ENUM.search(head) and not here.round else b"")
            here, macro = _Statement(end), -1
        elif token == b"}":
            if bodies:
                bodies.pop()
            here, macro = _Statement(end), -1
        elif token == b";":
            if not here.round:
                here, macro = _Statement(end), -1
        elif token == b"(":
            here.round += 1
            here.written += 1
        elif token == b")":
            here.round = max(here.round - 1, 0)
            if macro >= 0 and not here.round:
                after = _AFTER.match(data, end)
                if after is not None:
                    spans.append((macro, after.end()))
                    here = _Statement(after.end())
                macro = -1
        elif bodies and bodies[-1] not in (b"", match[1]) and not here.round:
            after = _AFTER.match(data, end)
            if not here.written and after is not None:
                spans.append((match.start(), after.end()))
                here = _Statement(after.end())
                continue
            if not here.written and data[end : end + 2].lstrip(b" \t")[:1] == b"(":
                macro = match.start()
            here.written += 1
        else:
            here.written += 1
    return spans
