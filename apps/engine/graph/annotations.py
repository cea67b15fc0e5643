"""Annotations as written → the names of the classes a value may be an instance of."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*|\S")
_SKIP = {"None", "null", "undefined", "void", "Literal", "typing.Literal"}
# Wrappers that stand for their first argument.
_OPAQUE = {
    "Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "Awaitable", "Coroutine", "Promise", "Readonly",
    "Partial", "Union", "Mapped", "InstanceOf", "NonNullable", "ReadOnly",
}  # fmt: skip
_TYPES = {"type", "Type"}
_MOST = 200


def annotated_names(annotation: str, is_script: bool) -> tuple[list[str], bool]:
    """(names, whether the value is the class itself): none where the annotation is a container or too complex."""
    text = annotation.strip().strip("\"'").strip()
    names: list[str] = []
    is_class = False
    words = _TOKEN.findall(text[: _MOST * 4])[:_MOST]
    at, depth = 0, 0
    wanted = [True]  # at each bracket depth: whether names count here
    while at < len(words):
        word = words[at]
        following = words[at + 1] if at + 1 < len(words) else ""
        if word in ("[", "<"):
            depth += 1
            wanted.append(False)
        elif word in ("]", ">"):
            if len(wanted) > 1:
                wanted.pop()
        elif word in ("(", "{", "=", "&") or (is_script and following == "=>"):
            return [], False
        elif word == ",":
            if wanted[-1] and len(wanted) > 1 and not wanted_union(words, at):
                wanted[-1] = False
        elif word[0].isalpha() or word[0] in "_$" or ord(word[0]) > 127:
            last = word.rpartition(".")[2]
            if not wanted[-1]:
                pass
            elif following in ("[", "<"):
                if last in _OPAQUE or last in _TYPES:
                    is_class = is_class or last in _TYPES
                    at += 2
                    wanted.append(True)
                    continue
                names.append(word)
            elif (is_script and following == "[") or (word not in _SKIP and last not in _SKIP):
                names.append(word)
        at += 1
    if is_script and text.endswith("[]"):
        return [], False
    unique = sorted(set(names), key=names.index)
    return unique, is_class


def parts_of_union(annotation: str) -> list[str]:
    """The annotations that stand beside one another in ``A | B[C]`` or ``Union[A, Optional[B]]``; a single one for any other."""
    out: list[str] = []
    todo = [annotation]
    while todo and len(out) < _MOST:
        text = todo.pop(0).strip().strip("\"'").strip()
        parts = _split(text, "|")
        name, bracket, inside = text.partition("[")
        if len(parts) > 1:
            todo[:0] = parts
        elif bracket and name.rpartition(".")[2] in _UNIONS and inside.endswith("]"):
            todo[:0] = _split(inside[:-1], ",")
        elif text:
            out.append(text)
    return out


def _split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that stand in no brackets."""
    parts: list[str] = [""]
    depth = 0
    for letter in text:
        depth += (letter in "[(") - (letter in "])")
        if letter == mark and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


_UNIONS = frozenset({"Union", "Optional"})
_LISTS = frozenset({
    "list", "List", "tuple", "Tuple", "set", "Set", "frozenset", "FrozenSet", "Sequence", "MutableSequence", "Iterable",
    "Iterator", "Generator", "Collection", "AbstractSet", "MutableSet", "deque", "Deque", "AsyncIterator",
    "AsyncIterable", "AsyncGenerator", "Reversible",
})  # fmt: skip
_TABLES = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"})


def element_of(annotation: str) -> tuple[str, str, bool]:
    """(name of the container, annotation of its elements, whether they stand under keys); "" where it is no container."""
    text = annotation.strip().strip("\"'").strip()
    for ending in ("| None", "|None"):
        text = text.removesuffix(ending).rstrip()
    for wrapper in ("t.Optional[", "typing.Optional[", "Optional[", "Final[", "ClassVar[", "t.ClassVar["):
        if text.startswith(wrapper) and text.endswith("]"):
            text = text[len(wrapper) : -1]
    name, bracket, inside = text.partition("[")
    last = name.rpartition(".")[2]
    if not bracket or not inside.endswith("]") or len(text) > _MOST or not (last in _LISTS or last in _TABLES):
        return "", "", False
    parts = _split(inside[:-1], ",")
    if last in _TABLES:
        return (name, parts[1].strip(), True) if len(parts) == 2 else ("", "", False)
    if last in ("tuple", "Tuple") and (len(parts) != 2 or parts[1].strip() != "..."):
        return "", "", False
    return name, parts[0].strip(), False


def wanted_union(words: list[str], comma: int) -> bool:
    """Whether the comma stands directly inside ``Union[…]``, where every argument counts."""
    depth = 0
    for at in range(comma - 1, -1, -1):
        if words[at] in ("]", ">"):
            depth += 1
        elif words[at] in ("[", "<"):
            if depth == 0:
                return at > 0 and words[at - 1].rpartition(".")[2] == "Union"
            depth -= 1
    return False
