"""Conditions of the preprocessor that a grammar cannot read: those that cut through an expression or open what another closes.

Their directives are blanked out with all branches but one, so that what is left is the text one compiler run sees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    rb"//(?:[^\n\\]|\\.)*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.[^'\n]{0,8}|[^'\\\n]{1,4})'"
    rb"|(?:^|(?<=\n))[ \t]*#[ \t]*(\w+)(?:[^\n\\/]|\\.|/(?![/*]))*|[{}()\[\]]",
    re.S,
)
_OPENING = frozenset({b"if", b"ifdef", b"ifndef"})
_BETWEEN = frozenset({b"else", b"elif", b"elifdef", b"elifndef"})
_NEVER = re.compile(rb"[ \t]*#[ \t]*if[ \t]+0[ \t]*$")
# Of two branches that can't both be read, the one for other systems than most is left out.
_FOREIGN = re.compile(rb"[ \t]*#[ \t]*(?:if|ifdef)\b[ \t(]*(?:defined[ \t(]*)?_*(?:WIN|MSC_VER|MINGW|CYGWIN|OS2|VMS|DJGPP)")
_NEAR = 4000  # bytes in front of a directive that are looked at
_BACK = 50  # directives in front of it
_ENUM = re.compile(rb"\benum\b[^;{}()=]*\Z")
_ENDS = frozenset(b";{}:,")
_TAILS = _ENDS | {0, 41}  # what a branch may end with that cuts through nothing


@dataclass(slots=True)
class _Branch:
    start: int  # of its directive
    inside: int  # behind its directive
    is_even: bool = True


@dataclass(slots=True)
class _Group:
    """One condition with its branches; `depth` are the brackets open where it begins."""

    depth: list[bytes]
    before: int  # the last character in front that is no white space or comment, 0 at the start of the file
    branches: list[_Branch] = field(default_factory=list)
    after_first: list[bytes] | None = None


def blanked_conditions(data: bytes, every: bool = False, whole: bytes = b")>\"'") -> bytes:
    """The text with such conditions blanked out; `every` takes out the directives of all others too, not what is in them.

    `whole` are characters that end no statement, but behind which a condition need not cut through one.
    """
    if b"#" not in data:
        return data
    spans: list[tuple[int, int]] = []
    groups: list[_Group] = []
    depth: list[bytes] = []
    comment = (0, 0)  # the last one
    tail, tail_end = 0, -1  # what stands before the last directive, and where that ends
    for match in _TOKEN.finditer(data):
        token = match[0]
        word = match[1]
        if word is None:
            first = token[:1]
            if first == b"/":
                comment = (
                    comment[0] if not data[comment[1] : match.start()].strip() and comment[1] else match.start(),
                    match.end(),
                )
            elif first in (b"(", b"[", b"{"):
                depth.append(_kind(data, match.start(), depth) if first == b"{" else first)
            elif first in (b")", b"]", b"}"):
                if depth and len(depth) > (len(groups[-1].depth) if groups else 0):
                    depth.pop()
                else:
                    if groups:
                        groups[-1].branches[-1].is_even = False
                    if depth:
                        depth.pop()
            continue
        blank_from = comment[1] if comment[0] >= tail_end >= 0 and not data[tail_end : comment[0]].strip() else tail_end
        if tail_end < 0 or data[blank_from : match.start()].strip():  # else the two stand below each other
            tail = _before(data, match.start(), comment)
        tail_end = match.end()
        if word in _OPENING:
            made = _Group(list(depth), tail)
            made.branches.append(_Branch(match.start(), match.end()))
            groups.append(made)
        elif groups and (word in _BETWEEN or word == b"endif"):
            group = groups[-1]
            listed = tail == 44 and not (depth and depth[-1] in (b"=", b"e", b"(", b"["))  # a comma between statements
            if depth != group.depth or tail not in _TAILS or listed:
                group.branches[-1].is_even = False
            never = _NEVER.match(data[group.branches[0].start : group.branches[0].inside]) is not None
            first = data[group.branches[0].start : group.branches[0].inside]
            later = never or _FOREIGN.match(first) is not None
            if group.after_first is None and not (later and len(group.branches) == 1 and word != b"endif"):
                group.after_first = list(depth)
            if word in _BETWEEN:
                depth = list(group.depth)
                group.branches.append(_Branch(match.start(), match.end()))
                continue
            groups.pop()
            depth = group.after_first if group.after_first is not None else list(group.depth)
            if groups and not all(branch.is_even for branch in group.branches) and len(depth) < len(groups[-1].depth):
                groups[-1].branches[-1].is_even = False
            spans += _blanked(group, match.start(), match.end(), never, every, later, whole)
        elif depth and depth[-1] not in (b"{", b"e"):
            spans.append(match.span())  # a definition in the middle of a table or call
    if not spans:
        return data
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = bytes(char if char == 10 else 32 for char in data[start:end])
    return bytes(out)


def _kind(data: bytes, at: int, depth: list[bytes]) -> bytes:
    """``{`` of a block, ``=`` for that of an initialiser, ``e`` for that of an enumeration."""
    head = data[max(at - 80, 0) : at].rstrip()
    if _ENUM.search(head):
        return b"e"
    before = head[-1:]
    if before == b"=" or (depth and depth[-1] == b"=" and before in (b",", b"{", b"", b")")):
        return b"="
    return b"{"


def _before(data: bytes, at: int, comment: tuple[int, int]) -> int:
    """The last character in front of a place that is no white space, comment or directive; 0 where there is none."""
    for _ in range(_BACK):
        if comment[1] and comment[1] <= at and not data[comment[1] : at].strip():
            at = comment[0]
        text = data[max(at - _NEAR, 0) : at].rstrip()
        if not text:
            return 0
        start = text.rfind(b"\n") + 1
        while start > 1 and text[:start].rstrip().endswith(b"\\"):  # a directive of several lines
            start = text.rfind(b"\n", 0, start - 1) + 1
        opened = text.rfind(b"/*") if text.endswith(b"*/") else -1
        if opened >= 0:
            start = opened
        elif not text[start:].lstrip().startswith((b"#", b"//")):
            return text[-1]
        at = max(at - _NEAR, 0) + start
    return 0


def _blanked(group: _Group, start: int, end: int, never: bool, every: bool, later: bool, whole: bytes) -> list[tuple[int, int]]:
    """What to blank out of a group that ends with the directive at `start`."""
    uneven = not all(branch.is_even for branch in group.branches)
    inside = group.depth[-1] if group.depth else b""
    cuts = group.before not in _ENDS and group.before not in whole and group.before != 0
    if not uneven and not cuts and inside not in (b"(", b"[", b"="):
        return [(branch.start, branch.inside) for branch in group.branches] + [(start, end)] if every and not never else []
    spans = [(branch.start, branch.inside) for branch in group.branches] + [(start, end)]
    if inside == b"=" and not uneven and not cuts:
        return spans  # entries of a table stay, of all branches
    kept = 1 if later and len(group.branches) > 1 else 0
    for at, branch in enumerate(group.branches):
        if at != kept or (never and len(group.branches) == 1):
            spans.append((branch.inside, group.branches[at + 1].start if at + 1 < len(group.branches) else start))
    return spans
