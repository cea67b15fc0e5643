"""Kotlin that its grammar stumbles over, in words that it can read.

Every change keeps the length of the text and its lines, so that what is read from the source by its place stays what is written.
"""

from __future__ import annotations

import re

from tree_sitter import Tree

from apps.engine.parsing.grammar import Grammar

_MODIFIERS = {  # read as another modifier of this length; the words themselves are taken from the source
    b"annotation": b"protected ", b"expect": b"public", b"actual": b"public", b"data": b"open", b"inner": b"final",
    b"value": b"final", b"operator": b"internal", b"const": b"final",
}  # fmt: skip
_MODIFIED = re.compile(
    rb"\b(annotation|expect|actual|data|inner|value|operator|const|enum|protected|public|open|final|internal)\s+"
    rb"(class|interface|object|fun|companion|val|var|typealias)\b"
)
_WORDS = re.compile(rb"(?<=\s)(?:(?:public|internal|private|protected|open|abstract|sealed)\s+)+\Z")
_HIDDEN = re.compile(rb"\b(public|internal|private|protected)\s+(constructor)\b")
_ROUNDS = 4  # of definitions in definitions that were taken for calls
_MASKED_WORDS = {"annotatio": "annotation"}  # as the node of the shorter modifier has them
_SOFT = re.compile(
    rb"(?<![\w.$`@])(?:open|final|data|inner|override|abstract|sealed|internal|public|private|protected|inline|external|infix|"
    rb"operator|const|out|vararg|lateinit|tailrec)(?=\s*[=.(),:\[!?+-])"
)
_ACCESSOR = re.compile(rb"^(\s*)(get(?=\([^\S\n]*[^)\s])|set(?=\([^)\n]*[\"'.(/0-9,]))", re.M)
_APART = re.compile(rb"(\bclass\s+\w+[^\n(){:]*)\n([ \t]*(?:\w+ )*constructor\([^\n]*\n)[ \t]")
_BOUND = re.compile(
    rb"(?<![\w.$`@])(?:actual|expect)(?=\s+(?:[a-z]+\s+){0,4}(?:fun|val|var|class|interface|object|constructor|typealias)\b)"
)
_NOTED_ACCESSOR = re.compile(rb"^([ \t]*)((?:@[\w.]+(?:\([^()\n]*\))?\s+)+)(?=(?:get|set)\s*\()", re.M)
_DYNAMIC = re.compile(rb"(?<![\w.$`@])dynamic(?=\s*[:,)=.\[!?])")
_NOTED = re.compile(
    rb"(\bclass\s+\w+[^\n(){}:=]*\n\s*)((?:@[\w.]+(?:\([^()\n]*\))?\s+)+)(?=(?:public|internal|protected|private)\s+constructor\b)"
)
_DOLLARS = re.compile(rb'\$+(?=")')
_TYPE_ARGUMENTS = re.compile(rb"(?<=\w)<[\w.<>, ?*]+>(?=\s*[({])")
_CLOSED = re.compile(rb" \}")
_RENAMED = (
    (_SOFT, lambda found: found[0][:-1] + b"_"),  # a name that is a modifier elsewhere: ``final = true``
    (_ACCESSOR, lambda found: found[1] + found[2][:-1] + b"_"),  # a call, which a property stands above: ``get("/")``
    (_BOUND, lambda found: b"public"),  # behind an expression they would be its next word
    (_DYNAMIC, lambda found: b"dynamik"),  # a name that is a type elsewhere
)
_UNNOTED = (
    (_NOTED_ACCESSOR, lambda found: found[1] + _blank(found[2])),  # annotations below a property without a type
    (_NOTED, lambda found: found[1] + _blank(found[2])),  # of a primary constructor on a line of its own
)
_REARRANGED = (
    (_APART, lambda found: found[1] + b" " + found[2] + b"\n"),  # the primary constructor on a line of its own
    (_DOLLARS, lambda found: b" " * len(found[0])),  # ``$$"…"``
    (_CLOSED, lambda found: b";}"),  # a body on one line
    (_TYPE_ARGUMENTS, lambda found: b" " * len(found[0])),  # what could be comparisons
)
# Those that cost nothing, then one after another, then those that help together only.
_TRIES = (
    _RENAMED,
    *((change,) for change in (*_RENAMED, *_UNNOTED, *_REARRANGED)),
    (*_RENAMED, *_UNNOTED),
    (*_RENAMED, *_UNNOTED, *_REARRANGED),
)


def read(grammar: Grammar, data: bytes) -> Tree:
    """The tree of a file, with the fewest bytes that could not be read."""
    tree = grammar.parse(data)
    for again in range(_ROUNDS):
        changed = _unmistaken(data, tree, again > 0)
        if changed == data:
            break
        data, tree = changed, grammar.parse(changed)
    lost = _lost(tree)
    for changes in _TRIES:
        if not lost:
            break
        changed = data
        for pattern, change in changes:
            changed = pattern.sub(change, changed)
        if changed == data:
            continue
        other = grammar.parse(changed)
        left = _lost(other)
        if left < lost:
            data, tree, lost = changed, other, left
    return tree


def written(word: str) -> str:
    """A modifier as it is written, by the text of its node."""
    return _MASKED_WORDS.get(word, word)


def _unmistaken(data: bytes, tree: Tree, again: bool) -> bytes:
    """The text with other modifiers where a definition was taken for a call: ``@A data object X`` for ``data.object(X)``.

    Where that did not help, and where the word says how the body is read, the annotations in front are left out.
    """
    changed = bytearray(data)
    for found in _MODIFIED.finditer(data):
        start, end = found.span(1)
        if not _is_name(tree, start, end) or not _is_name(tree, *found.span(2)):
            continue
        other = _MODIFIERS.get(found[1])
        if other is not None and not again:
            changed[start:end] = other
            continue
        above = tree.root_node.descendant_for_byte_range(start, end)
        while above is not None and above.type != "annotated_expression":
            above = above.parent
        while above is not None and above.parent is not None and above.parent.type == "annotated_expression":
            above = above.parent
        if above is not None:
            words = _WORDS.search(data, above.start_byte, start)
            from_byte, to_byte = above.start_byte, words.start() if words is not None else start
            changed[from_byte:to_byte] = _blank(data[from_byte:to_byte])
    for found in _HIDDEN.finditer(data):
        start, end = found.span()
        if _is_name(tree, *found.span(1)) and _is_name(tree, *found.span(2)):
            changed[start:end] = _blank(found[0])
    return bytes(changed)


def _is_name(tree: Tree, start: int, end: int) -> bool:
    """Whether a word was taken for a name."""
    node = tree.root_node.descendant_for_byte_range(start, end)
    return node is not None and node.type == "identifier"


def _blank(text: bytes) -> bytes:
    return re.sub(rb"\S", b" ", text)


def _lost(tree: Tree) -> int:
    """Bytes of what could not be read."""
    if not tree.root_node.has_error:
        return 0
    lost = 0
    waiting = [tree.root_node]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            lost += max(1, node.end_byte - node.start_byte)
        elif node.has_error:
            waiting += node.children
    return lost
