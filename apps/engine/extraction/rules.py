"""What .gitattributes and .gitignore files say of a path: nearest file first, later lines win, as git reads them.

Patterns come from strangers, so matching is linear: wildcards are matched greedily with one point to come back to, never by a
regular expression that could explode.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

MAX_RULES = 2_000  # per file; more are cut
_CLASS = re.compile(r"\[([!^]?)(\]?[^\]]*)\]")

Matcher = Callable[[str], bool]
_ANY = object()  # a `**` segment
Segment = object  # Matcher or _ANY


@dataclass(frozen=True, slots=True)
class _Rule:
    segments: tuple[Segment, ...]
    include: bool = True  # false for a `!pattern`
    attributes: tuple[tuple[str, str], ...] = ()


class Rules:
    """Texts of .gitattributes and .gitignore files by canonical path → answers about paths."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._attributes: dict[str, list[_Rule]] = {}
        self._ignores: dict[str, list[_Rule]] = {}
        for path in sorted(texts):
            folder, _, name = path.rpartition("/")
            lines = texts[path].split("\n")[:MAX_RULES]
            if name == ".gitattributes":
                rules = [rule for line in lines if (rule := _attribute_rule(line))]
                self._attributes[folder] = rules[::-1]
            elif name == ".gitignore":
                rules = [rule for line in lines if (rule := _ignore_rule(line))]
                self._ignores[folder] = rules[::-1]

    def ignored(self, path: str) -> bool:
        """Would git ignore the path if it were not tracked already?"""
        for rule in _matching(self._ignores, path):
            return rule.include
        return False

    def value(self, path: str, attribute: str) -> str:
        """Value of an attribute: "true" for a bare name, "false" for ``-name``, "" if nothing is said."""
        for rule in _matching(self._attributes, path):
            for name, value in rule.attributes:
                if name == attribute:
                    return value
        return ""

    def has(self, path: str, attribute: str) -> bool:
        return self.value(path, attribute) in ("true", "1")


def _matching(by_folder: Mapping[str, Sequence[_Rule]], path: str) -> Iterator[_Rule]:
    """Rules that match, the most important first."""
    if not by_folder:
        return
    parts = path.split("/")
    for depth in range(len(parts) - 1, -1, -1):
        rules = by_folder.get("/".join(parts[:depth]))
        if rules:
            below = parts[depth:]
            for rule in rules:
                if _match_path(rule.segments, below):
                    yield rule


def _ignore_rule(line: str) -> _Rule | None:
    pattern = line.rstrip("\r")
    if not pattern.endswith("\\ "):
        pattern = pattern.rstrip()
    if not pattern or pattern.startswith("#"):
        return None
    include = not pattern.startswith("!")
    pattern = pattern if include else pattern[1:]
    folders_only = pattern.endswith("/")
    segments = _segments(pattern.rstrip("/"))
    if not segments:
        return None
    # A pattern that names a folder takes everything below it along.
    tail: tuple[Segment, ...] = (_one, _ANY) if folders_only or segments[-1] is _ANY else (_ANY,)
    return _Rule((*(segments[:-1] if segments[-1] is _ANY else segments), *tail), include)


def _attribute_rule(line: str) -> _Rule | None:
    words = line.split()
    if len(words) < 2 or words[0].startswith(("#", "[attr]", '"')):
        return None
    attributes = []
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if word.startswith("-"):
            attributes.append((word[1:], "false"))
        elif not word.startswith("!"):
            attributes.append((name, value.lower() if equals else "true"))
    segments = () if words[0].endswith("/") else _segments(words[0])
    return _Rule(segments, True, tuple(attributes)) if segments and attributes else None


def _segments(pattern: str) -> tuple[Segment, ...]:
    anchored = "/" in pattern
    pattern = pattern.lstrip("/").replace("\\ ", " ").replace("\\#", "#").replace("\\!", "!")
    parts = [part for part in pattern.split("/") if part]
    made: list[Segment] = [] if anchored else [_ANY]
    for part in parts:
        if part == "**":
            if not made or made[-1] is not _ANY:
                made.append(_ANY)
        else:
            made.append(_matcher(part))
    return tuple(made) if parts else ()


def _one(name: str) -> bool:
    return True


def _matcher(part: str) -> Matcher:
    """A function that tells whether one path segment matches; at most len(part) × len(name) steps."""
    part = re.sub(r"\*{2,}", "*", part)
    special = part.count("*") + part.count("?") + part.count("[")
    if not special:
        return part.__eq__
    if part == "*":
        return _one
    if special == 1 and "*" in part:
        head, _, tail = part.partition("*")
        return lambda name: len(name) >= len(head) + len(tail) and name.startswith(head) and name.endswith(tail)
    tokens = _tokens(part)
    return lambda name: _match_tokens(tokens, name)


def _tokens(part: str) -> list[str | tuple[bool, str]]:
    """Characters, "*" and "?" as themselves, a class as (negated, its characters)."""
    tokens: list[str | tuple[bool, str]] = []
    index = 0
    while index < len(part):
        found = _CLASS.match(part, index) if part[index] == "[" else None
        if found:
            tokens.append((bool(found[1]), _spread(found[2])))
            index = found.end()
        else:
            tokens.append(part[index])
            index += 1
    return tokens


def _spread(text: str) -> str:
    """Ranges of a class written out: ``a-c`` → ``abc``."""
    out: list[str] = []
    index = 0
    while index < len(text):
        if index + 2 < len(text) and text[index + 1] == "-" and ord(text[index]) <= ord(text[index + 2]) < 0x250:
            out.extend(chr(code) for code in range(ord(text[index]), ord(text[index + 2]) + 1))
            index += 3
        else:
            out.append(text[index])
            index += 1
    return "".join(out)


def _fits(piece: str | tuple[bool, str], char: str) -> bool:
    if isinstance(piece, tuple):
        return (char in piece[1]) != piece[0]
    return piece in ("?", char)


def _match_tokens(tokens: Sequence[str | tuple[bool, str]], name: str) -> bool:
    at = where = 0
    star = back = -1
    while where < len(name):
        if at < len(tokens) and tokens[at] == "*":
            star, back = at, where
            at += 1
        elif at < len(tokens) and _fits(tokens[at], name[where]):
            at += 1
            where += 1
        elif star >= 0:
            back += 1
            at, where = star + 1, back
        else:
            return False
    return all(piece == "*" for piece in tokens[at:])


def _match_path(segments: Sequence[Segment], parts: Sequence[str]) -> bool:
    at = where = 0
    star = back = -1
    while where < len(parts):
        segment = segments[at] if at < len(segments) else None
        if segment is _ANY:
            star, back = at, where
            at += 1
        elif callable(segment) and segment(parts[where]):
            at += 1
            where += 1
        elif star >= 0:
            back += 1
            at, where = star + 1, back
        else:
            return False
    return all(segment is _ANY for segment in segments[at:])
