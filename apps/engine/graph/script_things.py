"""What an expression of JavaScript or TypeScript may be while functions and objects are followed through a program."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

MOST = 400  # things one expression may be; beyond it is anything, which is nothing to go by
_TOKEN = re.compile(r"=>|\.\.\.|[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*|\"[^\"]*\"|'[^']*'|\S")
_OPEN, _CLOSE = frozenset("([{<"), frozenset(")]}>")
_DEEPEST = 6  # types in types
_LONGEST = 200  # tokens of an annotation that are read
_THROUGH = frozenset(
    {"Promise", "PromiseLike", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Awaitable", "Omit", "Pick"}
)
_LISTS = {
    "Array": "Array",
    "ReadonlyArray": "Array",
    "Set": "Set",
    "ReadonlySet": "Set",
    "Iterable": "Array",
    "IterableIterator": "Array",
    "Map": "Map",
    "ReadonlyMap": "Map",
    "WeakMap": "Map",
    "Record": "Record",
}


class Thing(NamedTuple):
    """`kind`:

    function, class (definitions), lambda (a function without a name; `name` is its place), instance (made by ``new``), typed
    (declared to be one: it may be of a class below), prototype (of a function or class), namespace, object (a literal; `name` is
    its place among the literals met), module, external (`name` is its dotted name), list (an array, set or map: `name` says
    which, `inner` what it holds), super (an instance, of which the members of the classes above are meant), native (a built-in
    method: `name` like ``Array.prototype.map``, `inner` its receiver).
    """

    kind: str
    path: str = ""
    name: str = ""
    digest: str = ""  # of what is held: things are sorted by it, as there is no whole order of sets
    inner: frozenset[Thing] = frozenset()
    is_self: bool = False  # the very object a method was called on: of the receiver's class where a call tells it


Things = frozenset[Thing]
NOTHING: Things = frozenset()


def plain(things: Things) -> Things:
    """Things that no receiver will be put in the place of: once passed or stored they may be anybody's."""
    if not any(thing.is_self for thing in things):
        return things
    return frozenset(thing._replace(is_self=False) if thing.is_self else thing for thing in things)


def holding(kind: str, name: str, inner: Things) -> Thing:
    """A thing that holds others."""
    inner = plain(inner)
    if not inner:
        return Thing(kind, "", name)
    held = "\0".join("\1".join(thing[:4]) for thing in sorted(inner))
    return Thing(kind, "", name, blake2b(held.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest(), inner)


class Type(NamedTuple):
    """A type as far as it tells what may be called: `name` of a class, interface or alias.

    `receiver` are the alternatives of a function type's ``this``.
    "[]…" holds alternatives of what is in it, "=>" a function's parameters in order: each a "," or, for a rest parameter, a
    "..." that holds its alternatives.  `returned` are those of what a function gives back.
    """

    name: str
    inner: tuple[Type, ...] = ()
    is_value: bool = False  # typeof x
    returned: tuple[Type, ...] = ()
    receiver: tuple[Type, ...] = ()


@lru_cache(maxsize=4096)
def read_type(annotation: str) -> tuple[Type, ...]:
    """The alternatives of an annotation; object types and all else that is no name or function are left out."""
    words = _TOKEN.findall(annotation[: _LONGEST * 8])[:_LONGEST]
    if words and words[0] == "<":  # type parameters of a function type
        words = words[_behind(words, 0) :]
    found, _ = _union(words, 0, 0)
    return found


def alias_of(signature: str) -> str:
    """What ``type Name<…> = …`` stands for, "" where the signature does not say."""
    depth = 0
    for at, char in enumerate(signature):
        if char in "<([{":
            depth += 1
        elif char in ")]}" or (char == ">" and signature[at - 1] != "="):
            depth -= 1
        elif char == "=" and not depth and signature[at + 1 : at + 2] != ">":
            return signature[at + 1 :]
    return ""


def _union(words: list[str], at: int, depth: int) -> tuple[tuple[Type, ...], int]:
    """The alternatives from one word on, and the word behind them."""
    out: list[Type] = []
    while at < len(words):
        word = words[at]
        if word in ("|", "&", "readonly", "keyof", "asserts"):
            at += 1
            continue
        found: tuple[Type, ...] = ()
        if word == "(" and depth < _DEEPEST:
            behind = _behind(words, at)
            if behind < len(words) and words[behind] == "=>":
                parameters, receiver = _parameters(words, at + 1, behind - 1, depth + 1)
                returned, at = _union(words, behind + 1, depth + 1)
                found = (Type("=>", parameters, returned=returned, receiver=receiver),)
            else:
                found, _ = _union(words, at + 1, depth + 1)
                at = behind
        elif word in ("{", "["):
            found, at = ((), _behind(words, at)) if word == "{" or depth >= _DEEPEST else _tuple(words, at, depth)
        elif word == "typeof" and at + 1 < len(words):
            found, at = (Type(words[at + 1], (), True),), at + 2
        elif word[0].isalpha() or word[0] in "_$":
            found, at = _named(words, at, depth)
        elif word[0] in "\"'" or word[0].isdigit():
            at += 1
        else:
            break
        while at + 1 < len(words) and words[at] == "[":
            if words[at + 1] == "]":
                found, at = (Type("[]", found),), at + 2
            else:  # what a member of the type is: ``this["name"]``
                found, at = (), _behind(words, at)
        out.extend(found)
        if at >= len(words) or words[at] not in ("|", "&"):
            break
    return tuple(out), at


def _parameters(words: list[str], at: int, end: int, depth: int) -> tuple[tuple[Type, ...], tuple[Type, ...]]:
    """The parameters of a function type between its brackets, and what its ``this`` is."""
    out: list[Type] = []
    receiver: tuple[Type, ...] = ()
    while at < end:
        is_this = words[at] == "this"
        is_rest = words[at] == "..."
        at += is_rest
        if at < end and words[at] in ("{", "["):
            at = _behind(words, at)
        else:
            at += 1
        if at < end and words[at] == "?":
            at += 1
        found: tuple[Type, ...] = ()
        if at < end and words[at] == ":":
            found, at = _union(words, at + 1, depth)
        if is_this:
            receiver = found
        else:
            out.append(Type("..." if is_rest else ",", found))
        while at < end and words[at] != ",":
            at = _behind(words, at) if words[at] in _OPEN else at + 1
        at += 1
    return tuple(out), receiver


def _named(words: list[str], at: int, depth: int) -> tuple[tuple[Type, ...], int]:
    word = words[at]
    at += 1
    inner: list[tuple[Type, ...]] = []
    if at < len(words) and words[at] == "<":
        if depth >= _DEEPEST:
            return (), _behind(words, at)
        at += 1
        while at < len(words) and words[at] != ">":
            part, after = _union(words, at, depth + 1)
            inner.append(part)
            at = after + 1 if after < len(words) and words[after] == "," else max(after, at + (after == at))
        at += 1
    if word in _THROUGH:
        return (inner[0] if inner else ()), at
    if word in _LISTS:
        return (Type(f"[]{_LISTS[word]}", inner[-1] if inner else ()),), at
    return (Type(word),), at


def _tuple(words: list[str], at: int, depth: int) -> tuple[tuple[Type, ...], int]:
    out: list[Type] = []
    at += 1
    while at < len(words) and words[at] != "]":
        part, after = _union(words, at, depth + 1)
        out.extend(part)
        at = max(after, at + 1) if after == at or (after < len(words) and words[after] != ",") else after + 1
    return (Type("[]", tuple(out)),), at + 1


def _behind(words: list[str], at: int) -> int:
    """The word behind the bracket that closes the one at `at`."""
    depth = 0
    while at < len(words):
        if words[at] in _OPEN:
            depth += 1
        elif words[at] in _CLOSE:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return at
