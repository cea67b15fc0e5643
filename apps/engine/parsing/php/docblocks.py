"""Types that documentation comments give where the code declares none: ``@param``, ``@return``, ``@var``, ``@property``."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAG = re.compile(r"@(?:phpstan-|psalm-)?(param|return|var|property(?:-read|-write)?|mixin)\b[ \t]*")
_LISTED = re.compile(r"(\\?[A-Za-z_][\w\\]*)\|(\\?[A-Za-z_][\w\\]*)\[\]|(\\?[A-Za-z_][\w\\]*)\[\]\|(\\?[A-Za-z_][\w\\]*)")
_CLOSING = {"<": ">", "(": ")", "[": "]", "{": "}"}
_LONGEST = 400  # characters of a type
# Declared types that say less than a documented one may.
_VAGUE = frozenset({"", "array", "?array", "iterable", "mixed", "object", "self", "static", "callable"})


def tags(comment: str) -> Iterator[tuple[str, str, str]]:
    """(tag, type, name) of each tag that gives a type; the name keeps its ``$`` and is "" where there is none."""
    if "@" not in comment:
        return
    for found in _TAG.finditer(comment):
        end = comment.find("\n", found.end())
        rest = comment[found.end() : end if end >= 0 else len(comment)].removesuffix("*/").strip()
        kind = _type(rest)
        if not kind:
            continue
        words = rest[len(kind) :].split(None, 1)
        name = words[0].lstrip("&.").rstrip(",;") if words and words[0].lstrip("&.").startswith("$") else ""
        if kind.startswith("$"):  # the name in front of the type
            name, kind = kind, _type(rest[len(kind) :].strip())
        yield found[1], _plain(kind), name


def _plain(kind: str) -> str:
    """``$this`` as a type is "static"; ``Collection|User[]`` is the collection of those."""
    if kind == "$this":
        return "static"
    listed = _LISTED.fullmatch(kind)
    return f"{listed[1] or listed[4]}<{listed[2] or listed[3]}>" if listed else kind


def documented(declared: str, said: str) -> str:
    """The type to go by: the documented one where the declared one says nothing, or less."""
    if declared in _VAGUE:
        return said or declared
    plain = declared.lstrip("?\\").rpartition("\\")[2]
    return said if plain and "<" in said and said.lstrip("?\\").partition("<")[0].rpartition("\\")[2] == plain else declared


def _type(text: str) -> str:
    """The type that a text begins with: up to the first space outside brackets."""
    closing: list[str] = []
    for at, char in enumerate(text[:_LONGEST]):
        if char in _CLOSING:
            closing.append(_CLOSING[char])
        elif closing and char == closing[-1]:
            closing.pop()
        elif char.isspace() and not closing:
            before, after = text[:at].rstrip(), text[at:].lstrip()
            if not before.endswith(("|", "&")) and not after.startswith(("|", "&")):
                return text[:at]
    return "" if closing else text[:_LONGEST]
