"""In which branch a line stands: the condition under which a route is registered at all.

Parsed files keep no branches, so this looks at the text: indentation for Python, braces for JavaScript and TypeScript, after
strings and comments are blanked out.  Where the shape of the text is not understood a line counts as unconditional.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from apps.engine.facts import Place

MAX_TEXT = 400_000  # characters of one file
_HEADER_LINES = 12
_PYTHON_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*', re.S
)
_SCRIPT_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
    r"|(?P<before>[=(,:\[!&|?{};]\s*)/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/",
    re.S,
)
_PYTHON_HEADER = re.compile(r"(?P<word>if|elif|else)\b")
_SCRIPT_IF = re.compile(r"(?:^|[^\w$.])if\s*$")
_SCRIPT_ELSE = re.compile(r"(?P<end>\})\s*else\s*$")
# Branches that ask how a file was started, not how the program is set up.
_STARTS = ("__name__", "require.main", "module.parent", "import.meta.main")
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Branch:
    """`condition` as written, on one line; `place` is the line (or lines) that says it."""

    condition: str
    place: Place


@dataclass(frozen=True, slots=True)
class _Block:
    """A branch's own lines; `inline` where it begins on the line of its condition."""

    condition: str
    header: int
    header_end: int
    start: int
    end: int
    inline: bool = False


class Branches:
    """Remembers each file's text once it is blanked."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._python: dict[str, list[str]] = {}
        self._script: dict[str, list[_Block]] = {}

    def of(self, path: str, line: int) -> Branch | None:
        """The innermost branch around a line, None where there is none or the text is not at hand."""
        text = self._texts.get(path, "")
        if not text or len(text) > MAX_TEXT or line < 1:
            return None
        found = self._in_python(path, text, line) if path.endswith((".py", ".pyi")) else self._in_script(path, text, line)
        return None if found is None or any(word in found.condition for word in _STARTS) else found

    def _in_python(self, path: str, text: str, line: int) -> Branch | None:
        if path not in self._python:
            self._python[path] = _PYTHON_TOKEN.sub(_blank_python, text).split("\n")
        lines = self._python[path]
        if line > len(lines):
            return None
        depth = _indent(lines[line - 1])
        for number in range(line - 1, 0, -1) if depth else ():
            here = lines[number - 1]
            bare = here.strip()
            if not bare or _indent(here) >= depth or bare[0] in ")]}":
                continue
            depth = _indent(here)
            header = _PYTHON_HEADER.match(bare)
            end = _header_end(lines, number, line) if header else 0
            if header and end:
                if header["word"] != "else":
                    return Branch(_python_condition(text, number, end), Place(path, number, end))
                return self._else(path, text, lines, number, depth)
            if not depth:
                return None
        return None

    def _else(self, path: str, text: str, lines: list[str], number: int, depth: int) -> Branch | None:
        for above in range(number - 1, 0, -1):
            here = lines[above - 1]
            bare = here.strip()
            if not bare or _indent(here) > depth or bare[0] in ")]}":
                continue
            header = _PYTHON_HEADER.match(bare)
            end = _header_end(lines, above, number) if header else 0
            if header and end and header["word"] != "else" and _indent(here) == depth:
                return Branch(f"not ({_python_condition(text, above, end)})", Place(path, above, end))
            return None
        return None

    def _in_script(self, path: str, text: str, line: int) -> Branch | None:
        if path not in self._script:
            self._script[path] = _script_blocks(text)
        best: _Block | None = None
        for block in self._script[path]:
            inside = block.start < line <= block.end or (block.inline and block.header <= line <= block.end)
            if inside and (best is None or block.header >= best.header):
                best = block
        return Branch(best.condition, Place(path, best.header, best.header_end)) if best is not None else None


def _blank_python(token: re.Match[str]) -> str:
    """White space of the same shape; a string keeps its first quote, so that the line keeps its indentation."""
    first = "" if token[0].startswith("#") else token[0][0]
    return first + re.sub(r"[^\n]", " ", token[0][len(first) :])


def _blank_script(token: re.Match[str]) -> str:
    kept = token["before"] or ""
    return kept + re.sub(r"[^\n]", " ", token[0][len(kept) :])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _header_end(lines: list[str], start: int, before: int) -> int:
    """The line on which a header that begins at `start` ends with its colon, 0 if it is no header of a block."""
    depth = 0
    for number in range(start, min(start + _HEADER_LINES, before, len(lines) + 1)):
        bare = lines[number - 1].rstrip()
        depth += sum(bare.count(mark) for mark in "([{") - sum(bare.count(mark) for mark in ")]}")
        if depth <= 0 and bare.endswith(":"):
            return number
        if depth <= 0 and not bare.endswith("\\"):
            return 0
    return 0


def _python_condition(text: str, start: int, end: int) -> str:
    joined = " ".join(line.strip() for line in text.split("\n")[start - 1 : end])
    joined = re.sub(r"\s+#.*$", "", joined).rstrip().removesuffix(":").rstrip()
    bare = re.sub(r"^(?:el)?if\s*", "", joined)
    return bare[1:-1].strip() if bare.startswith("(") and _pair_of(bare) == len(bare) - 1 else bare


def _pair_of(text: str) -> int:
    """Where the bracket at the start is closed."""
    depth = 0
    for position, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if not depth:
            return position
    return -1


def _script_blocks(text: str) -> list[_Block]:
    """Every ``if (…) {…}``, ``else {…}`` and ``if (…) statement`` of a file."""
    blank = _SCRIPT_TOKEN.sub(_blank_script, text)
    starts = [0, *(position + 1 for position, char in enumerate(text) if char == "\n")]
    blocks: list[_Block] = []
    opened: list[tuple[str, int]] = []
    parens: dict[int, int] = {}  # closing → opening
    headers: dict[int, tuple[str, int, int]] = {}  # opening brace → condition, its first and last offset
    ended: dict[int, tuple[str, int, int]] = {}  # closing brace → the same

    def line_of(offset: int) -> int:
        return bisect_right(starts, offset)

    def close(header: tuple[str, int, int], start: int, end: int, *, inline: bool) -> None:
        condition, first, last = header
        blocks.append(_Block(condition, line_of(first), line_of(last), line_of(start), line_of(end), inline))

    for position, char in enumerate(blank):
        if char in "([{":
            opened.append((char, position))
            if char == "{":
                header = _header_before(text, blank, position, parens, ended)
                if header is not None:
                    headers[position] = header
        elif char in ")]}":
            if not opened or opened[-1][0] != _PAIRS[char]:
                return []  # not understood: nothing is said of this file
            start = opened.pop()[1]
            if char == ")":
                parens[position] = start
                header = _header_before(text, blank, position + 1, parens, ended)
                if header is not None and _next(blank, position + 1) not in ("{", ""):
                    close(header, position, _statement_end(blank, position + 1), inline=True)
            elif char == "}" and start in headers:
                ended[position] = headers[start]
                close(headers[start], start, position, inline=line_of(start) == line_of(position))
    return blocks


def _header_before(
    text: str, blank: str, position: int, parens: Mapping[int, int], ended: Mapping[int, tuple[str, int, int]]
) -> tuple[str, int, int] | None:
    """The condition of the ``if (…)`` or ``else`` that ends just before `position`."""
    before = blank[max(0, position - 400) : position].rstrip()
    end = max(0, position - 400) + len(before)
    if before.endswith(")"):
        start = parens.get(end - 1)
        if start is None or not _SCRIPT_IF.search(blank[max(0, start - 20) : start]):
            return None
        word = blank.rfind("if", 0, start)
        return " ".join(text[start + 1 : end - 1].split()), word, end - 1
    found = _SCRIPT_ELSE.search(before)
    if found:
        header = ended.get(end - len(before) + found.start("end"))
        if header is not None:
            return f"!({header[0]})", header[1], header[2]
    return None


def _statement_end(blank: str, position: int) -> int:
    """Where a statement without braces ends: at its semicolon, or at the end of a line that nothing continues."""
    depth, begun = 0, False
    while position < len(blank):
        char = blank[position]
        depth += (char in "([{") - (char in ")]}")
        if depth < 0 or (char == ";" and not depth):
            return position
        if char == "\n" and begun and not depth and _next(blank, position) not in (".", ")", "?", ":", ",", "&", "|"):
            return position
        begun = begun or not char.isspace()
        position += 1
    return position - 1


def _next(blank: str, position: int) -> str:
    """The next character that is no white space, "" at the end."""
    while position < len(blank) and blank[position].isspace():
        position += 1
    return blank[position : position + 1]
