"""Text that a C grammar takes: words that only a preprocessor understands are blanked out, offsets stay.

Grammars know no macros: ``class EXPORT Widget {`` is a function to them, ``API int f(void)`` has an error in its head, and a
condition that opens a brace which another closes breaks all that follows.  Only text that fails to parse is looked at for more
than the first of these.
"""

from __future__ import annotations

import re

from tree_sitter import Tree

from apps.engine.parsing.c_family.conditions import blanked_conditions
from apps.engine.parsing.c_family.members import member_macros
from apps.engine.parsing.grammar import Grammar

_MACRO = rb"[A-Z][A-Z0-9_]{2,}+(?![a-z])"
_GIVEN = rb"[ \t]*+\((?:[^()\n;{}]++|\([^()\n]*+\))*+\)"
_ANGLES = rb"<(?:[^<>;{}()]++|<[^<>;{}()]*+>)*+>"
_TYPE_HEAD = re.compile(
    rb"\b(?:class|struct|union|enum(?:[ \t]++(?:class|struct))?)[ \t\n]++"
    rb"((?:(?:" + _MACRO + rb"|__(?!attribute|declspec|extension)\w++)(?:" + _GIVEN + rb")?[ \t\n]++){1,4})"
    rb"(?!final\b)[A-Za-z_]\w*+(?:::\w++)*+(?:" + _ANGLES + rb")?\s*+(?:final\b\s*+)?(?:\{|:(?!:))"
)
_FRONT = re.compile(
    rb"(?:^|(?<=[;{}]))[ \t]*+(?:(?:static|inline|extern|virtual|constexpr|friend|explicit|typedef|template[ ]*+"
    + _ANGLES
    + rb"|extern[ \t]++\"C\")\s++)*+((?:"
    + _MACRO
    + rb"(?:"
    + _GIVEN
    + rb")?+\s++){1,6})"
    rb"(?=((?:[A-Za-z_~][\w:~]*+(?:" + _ANGLES + rb")?+(?:::[\w:~]++)?+[ \t\n*&]*+){1,12}+)(\(|=|;|\[|\{|operator\b))",
    re.M,
)
_BEHIND = re.compile(
    rb"\)\s*+(?:(?:const|noexcept|override|final|volatile)\s++)*+((?:\b" + _MACRO + rb"(?:" + _GIVEN + rb")?+\s*+)++)(?=[;{])"
)
_FIELD = re.compile(
    rb"^[ \t]*+(?:(?:const|static|mutable|volatile|struct)[ \t]++)*+[A-Za-z_][\w:]*+(?:" + _ANGLES + rb")?+[ \t*&]++"
    rb"(?:const[ \t]++)?+(?!operator)(\w++)(?:\[\w*+\])?+[ \t\n]++(" + _MACRO + _GIVEN + rb")[ \t]*+(?=[;={])",
    re.M,
)
_ALONE = re.compile(rb"^[ \t]*+(" + _MACRO + rb"(?:" + _GIVEN + rb")?+)[ \t]*+(?://[^\n]*+)?$", re.M)
_SLOTS = re.compile(rb"\b(?:public|protected|private)\s+((?:Q_)?(?:slots|SLOTS))\s*:|^[ \t]*((?:signals|Q_SIGNALS)[ \t]*:)", re.M)
_DIRECTIVE = re.compile(rb"^[ \t]*+#(?:[^\n\\]|\\.)*+", re.M | re.S)
_INSIDE = re.compile(rb"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*+\"", re.S)
_CONTINUED = re.compile(rb"(?:[^\\]|\\(?!\n))+")  # up to where a line goes on
_SIGNALS = (b"slots", b"SLOTS", b"signals", b"SIGNALS")
_WORDS = re.compile(rb"[A-Za-z_~]\w*")
_MARKING = re.compile(
    rb"(?:^|_)(?:API|EXPORT|EXPORTS|INLINE|CONSTEXPR\w*|NODISCARD|DLL|PUBLIC|DEPRECATED|EXPLICIT|ATTRIBUTE|CDECL)(?:_|$)"
)
_BASIC = frozenset(
    b"void int char short long float double bool unsigned signed auto const static inline extern struct enum union class return "
    b"else case goto throw delete new typedef using operator".split()
)
_STATEMENTS = frozenset(b"return else case goto throw delete new using".split())
_LONGEST = 4_000_000  # bytes of a file that is mended
_MUCH = 0.02  # of a file in error nodes that is worth another try
_CLOSING = frozenset({"}", "#endif"})
_SWALLOWED = 200
_ERRORS = 20_000  # nodes looked at for how much of a tree is wrong


def tree_of(grammar: Grammar, data: bytes) -> tuple[Tree, bytes]:
    """The tree of a file, of the form of its text that has the least errors, and that form."""
    plain = _without(data, [match.span(1) for match in _TYPE_HEAD.finditer(data)])
    tree = grammar.parse(plain)
    if not tree.root_node.has_error or len(data) > _LONGEST:
        return tree, plain
    mended = mend(plain)
    other = grammar.parse(mended)
    if not other.root_node.has_error:
        return other, mended
    forms = [(wrong(other), 0, other, mended), (wrong(tree), 1, tree, plain)]
    if min(form[0] for form in forms) > len(data) * _MUCH:
        flat = blanked_conditions(mended, every=True)
        last = grammar.parse(flat)
        forms.append((wrong(last), 2, last, flat))
    return min(forms, key=lambda form: form[:2])[2:]


def mend(data: bytes) -> bytes:
    """The text without macros in front of and behind declarations, and with conditions that can be read."""
    data = _without(data, member_macros(data))
    spans = []
    if any(word in data for word in _SIGNALS):
        spans = [match.span(1) if match[1] else match.span(2) for match in _SLOTS.finditer(data)]
    for match in _DIRECTIVE.finditer(data):
        if b"/*" in match[0]:
            spans += [
                (match.start() + line.start(), match.start() + line.end())
                for inner in _INSIDE.finditer(match[0])
                if inner[0].startswith(b"/*") and match[0][inner.end() :].strip()
                for line in _CONTINUED.finditer(match[0], inner.start(), inner.end())
            ]
    for match in _FRONT.finditer(data):
        span = _front(match)
        if span is not None:
            spans.append(span)
    spans += [match.span(1) for match in _BEHIND.finditer(data)]
    for match in _FIELD.finditer(data):
        if match[1] not in _BASIC:
            spans.append(match.span(2))
    data = _without(data, spans)
    spans = [match.span(1) for match in _ALONE.finditer(data) if _stands_alone(data, match.start(1), match.end())]
    return blanked_conditions(_without(data, spans))


def wrong(tree: Tree) -> int:
    """Bytes of a tree that stand in error nodes, and its missing nodes.

    What lacks its end has swallowed what follows it: that counts like an error of many bytes.
    """
    total, seen = 0, 0
    waiting = [tree.root_node]
    while waiting and seen < _ERRORS:
        for child in waiting.pop().children:
            seen += 1
            if child.is_error:
                total += child.end_byte - child.start_byte
            elif child.is_missing:
                total += _SWALLOWED if child.type in _CLOSING else 1
            elif child.has_error:
                waiting.append(child)
    return total


def _without(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    if not spans:
        return data
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = bytes(char if char == 10 else 32 for char in data[start:end])
    return bytes(out)


def _front(match: re.Match[bytes]) -> tuple[int, int] | None:
    """The macros in front of a declaration that are no type: what is left has one itself."""
    words = _WORDS.findall(match[2])
    if not words or words[0] in _STATEMENTS:
        return None
    if words[0] in (b"class", b"struct", b"namespace", b"enum", b"union"):
        return match.span(1)
    named = [word for word in words if word not in (b"const", b"volatile")]
    rest = match[2].strip()
    if len(named) >= 2 and not re.fullmatch(rb"\w+(?:::~?\w+)+", rest):
        return match.span(1)
    if named and named[0] in _BASIC:
        return match.span(1)
    macros = _WORDS.findall(re.sub(rb"\([^\n]*?\)", b"", match[1]))
    if rest.startswith(b"~") or (match[3] == b"operator" and not named):
        return match.span(1)
    if all(_MARKING.search(word) for word in macros) and (match[3] == b"(" and (b"::" in rest or len(named) == 1)):
        return match.span(1)
    if len(macros) < 2:
        return None
    # ``DWORD WINAPI f(``: the first is the type unless it marks.
    first = match.start(1) + len(match[1]) - len(match[1].lstrip())
    end = first + len(macros[0])
    return (first, end) if _MARKING.search(macros[0]) else (end, match.end(1))


def _stands_alone(data: bytes, start: int, end: int) -> bool:
    """Whether a macro on a line of its own is no part of what stands around it."""
    at = start
    while True:
        before = data.rfind(b"\n", 0, at)
        line = data[data.rfind(b"\n", 0, max(before, 0)) + 1 : max(before, 0)].strip()
        if before <= 0:
            line = b""
        if line.startswith((b"//", b"/*", b"*")) or (not line and before > 0):
            at = before
            continue
        break
    continued = line.endswith(b"\\")
    ends = not line or line.startswith(b"#") or line.endswith((b";", b"}", b"{", b":", b"*/"))
    if continued or not ends:
        return False
    following = data[end : end + 400].lstrip()
    while following.startswith((b"//", b"/*")):
        cut = following.find(b"\n") if following.startswith(b"//") else following.find(b"*/") + 1
        if cut <= 0:
            break
        following = following[cut + 1 :].lstrip()
    if line.endswith(b"{") and following.startswith(b"}"):
        return False
    return not following or following[:1].isalpha() or following[:1] in (b"}", b"#", b"_", b"~", b"[", b":")
