"""Types as they are written, in any of the declared languages, taken apart: ``map[string]*User``, ``Optional<Owner>``."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

LONGEST = 600  # characters of a type that is looked at
LEVELS = 8

# Words in front of a type that do not change what it is.
_QUALIFIERS = frozenset({
    "const", "mut", "dyn", "impl", "final", "ref", "out", "in", "params", "some", "readonly", "struct", "enum", "class", "union",
    "typename", "volatile", "static", "unsafe", "extern", "inout", "weak", "unowned", "register", "restrict", "mutable", "this",
    "sealed", "required", "new", "vararg", "crossinline", "noinline", "reified", "consuming", "borrowing", "isolated", "any",
})  # fmt: skip
_NOTHING = frozenset({"null", "nil", "None", "undefined", "void", "Unit", "Nothing", "Void", "false"})
_TOKEN = re.compile(
    r"\s+|'\w+\b(?!')|(?P<name>\\?[^\W\d][\w$]*(?:\s*(?:\.|::|\\)\s*[^\W\d][\w$]*)*)|(?P<mark>\.\.\.|->|=>|[\[\]<>(){},?!*&|;:+=])|."
)
_SEPARATOR = re.compile(r"\s*(?:::|\\|\.)\s*")


class TypeName(msgspec.Struct, frozen=True, gc=False):
    """`name` is dotted; ``[]`` for a list of its one argument, ``()`` for several results, "" for what is no plain type."""

    name: str
    arguments: tuple["TypeName", ...] = ()


NO_TYPE = TypeName("")


@lru_cache(maxsize=20_000)
def parse_type(text: str) -> TypeName:
    """What a written type says.  A union counts where one of its members is left without ``null``."""
    if not text or len(text) > LONGEST:
        return NO_TYPE
    tokens = [match[0] for match in _TOKEN.finditer(text) if match.lastgroup]
    found, _ = _union(tokens, 0, 0)
    return found


def _union(tokens: list[str], at: int, level: int) -> tuple[TypeName, int]:
    found, at = _one(tokens, at, level)
    members = [found]
    while at < len(tokens) and tokens[at] in ("|", "&", "+"):
        more, at = _one(tokens, at + 1, level)
        members.append(more)
    if len(members) > 1 and tokens[at - 1 : at] != []:
        known = [item for item in members if item.name and item.name not in _NOTHING]
        return (known[0] if len(known) == 1 else NO_TYPE), at
    return found, at


def _one(tokens: list[str], at: int, level: int) -> tuple[TypeName, int]:
    if level > LEVELS:
        return NO_TYPE, len(tokens)
    while at < len(tokens) and (tokens[at] in ("*", "&", "?", "...", "!") or tokens[at] in _QUALIFIERS):
        if tokens[at] == "any" and not _names_follow(tokens, at + 1):
            break
        at += 1
    if at >= len(tokens):
        return NO_TYPE, at
    here = tokens[at]
    if here == "[":
        found, at = _bracketed(tokens, at + 1, level)
    elif here == "(":
        items, at = _list(tokens, at + 1, ")", level)
        found = items[0] if len(items) == 1 else TypeName("()", tuple(items))
        if at < len(tokens) and tokens[at] in ("->", "=>"):
            result, at = _union(tokens, at + 1, level + 1)
            found = TypeName("->", (result,))
    elif here in ("map", "Map") and tokens[at + 1 : at + 2] == ["["]:
        key, at = _list(tokens, at + 2, "]", level)
        value, at = _union(tokens, at, level + 1)
        found = TypeName("map", (*key[:1], value))
    elif here == "chan":
        inner, at = _union(tokens, at + 1, level + 1)
        found = TypeName("[]", (inner,))
    elif here in ("func", "fn", "Fn", "FnMut", "FnOnce") and tokens[at + 1 : at + 2] == ["("]:
        _, at = _list(tokens, at + 2, ")", level)
        found = TypeName("->")
        if at < len(tokens) and tokens[at] not in (",", ")", "]", ">", "{"):
            result, at = _union(tokens, at + (tokens[at] == "->"), level + 1)
            found = TypeName("->", (result,))
    elif here[0].isalpha() or here[0] in "_\\":
        found, at = _named(tokens, at, level)
    else:
        return NO_TYPE, at + 1
    return _suffixes(tokens, at, found)


def _names_follow(tokens: list[str], at: int) -> bool:
    return at < len(tokens) and (tokens[at][0].isalpha() or tokens[at][0] in "_(")


def _named(tokens: list[str], at: int, level: int) -> tuple[TypeName, int]:
    name = _SEPARATOR.sub(".", tokens[at]).strip(".")
    if tokens[at].startswith("\\"):  # a name from the outermost namespace of PHP
        name = f"\\{name}"
    at += 1
    while at < len(tokens) and tokens[at][0].isalpha() and name in ("unsigned", "signed", "long", "short"):
        name, at = tokens[at], at + 1
    arguments: list[TypeName] = []
    if at < len(tokens) and tokens[at] == "<":
        arguments, at = _list(tokens, at + 1, ">", level)
    elif at < len(tokens) and tokens[at] == "[" and tokens[at + 1 : at + 2] != ["]"]:
        arguments, at = _list(tokens, at + 1, "]", level)
    return TypeName(name, tuple(arguments)), at


def _bracketed(tokens: list[str], at: int, level: int) -> tuple[TypeName, int]:
    """``[]T`` and ``[3]T`` of Go, ``[T; 3]`` of Rust, ``[T]`` and ``[K: V]`` of Swift."""
    items, at = _list(tokens, at, "]", level)
    if len(items) == 2:
        return TypeName("map", tuple(items)), at
    if at < len(tokens) and (tokens[at][0].isalpha() or tokens[at] in ("*", "[", "_", "\\", "(")):
        inner, at = _union(tokens, at, level + 1)
        return TypeName("[]", (inner,)), at
    return TypeName("[]", tuple(items[:1])), at


def _list(tokens: list[str], at: int, close: str, level: int) -> tuple[list[TypeName], int]:
    """Types up to a closing bracket; what stands between them (names of results, lengths) is stepped over."""
    items: list[TypeName] = []
    while at < len(tokens) and tokens[at] != close:
        if tokens[at] in (",", ":"):
            at += 1
            continue
        if tokens[at] in (";", "="):
            while at < len(tokens) and tokens[at] not in (",", close):
                at += 1
            continue
        before = at
        found, at = _union(tokens, at, level + 1)
        if at < len(tokens) and tokens[at] not in (
            ",",
            close,
            ";",
            ":",
            "=",
        ):  # a name in front of the type: ``(n int, err error)``
            named, after = _union(tokens, at, level + 1)
            if named.name:
                found, at = named, after
        items.append(found)
        at = max(at, before + 1)
    return items, at + 1


def _suffixes(tokens: list[str], at: int, found: TypeName) -> tuple[TypeName, int]:
    while at < len(tokens):
        if tokens[at] == "[" and tokens[at + 1 : at + 2] == ["]"]:
            found, at = TypeName("[]", (found,)), at + 2
        elif (
            tokens[at] in ("?", "!", "*", "...")
            or (tokens[at] == "&" and not _names_follow(tokens, at + 1))
            or tokens[at] == "const"
        ):
            at += 1
        else:
            break
    return found, at


_GROUP = re.compile(r"[<\[]")
_NAMED = re.compile(r"(?:(?:in|out|reified|const|class|typename|comptime)\s+)*'?([A-Za-z_]\w*)\s*(?:(?:extends|:)?\s*([\w.]*))?")


def type_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Names of the type parameters behind a type's name in its signature: ``class Box<T extends A, U>`` → T, U."""
    if signature.startswith("template <"):
        return tuple(_parameters(signature, signature.index("<"))[0])
    opened = re.search(rf"\b{re.escape(name)}\s*[<\[]", signature)
    return tuple(_parameters(signature, opened.end() - 1)[0]) if opened is not None else ()


@lru_cache(maxsize=20_000)
def function_parameters(signature: str) -> dict[str, str]:
    """Type parameters of a function by its signature, with the names of their bounds ("" = none).

    They stand directly before the parameters (``Map[K, V](``, ``get<T>(``) or apart in front (``<T> T get(``, ``fun <T> get(``).
    """
    end = signature.find("(")
    for opened in _GROUP.finditer(signature, 0, max(end, 0)):
        start = opened.start()
        found, after = _parameters(signature, start)
        apart = start == 0 or not (signature[start - 1].isalnum() or signature[start - 1] in "_>]")
        if found and (apart or signature[after : after + 1] == "("):
            return found
    return {}


def _parameters(signature: str, start: int) -> tuple[dict[str, str], int]:
    """Names and bounds in the brackets that open at `start`, and the place behind them."""
    found: dict[str, str] = {}
    depth, at, begun = 0, start, start + 1
    while at < len(signature):
        char = signature[at]
        if char in "<[":
            depth += 1
        elif char in ">]" and signature[at - 1] != "-":
            depth -= 1
        if (char == "," and depth == 1) or depth == 0:
            named = _NAMED.match(signature[begun:at].strip())
            if named:
                found[named[1]] = named[2] or ""
            begun = at + 1
            if depth == 0:
                break
        at += 1
    return found, at + 1
