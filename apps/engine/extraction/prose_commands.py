"""Lines that a README and its like tell people to type: those in its code blocks whose purpose is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from apps.engine.extraction.roles import extension
from apps.engine.facts import Command, Document, Place
from apps.engine.manifests.typed import purposes_of

MAX_LINES = 3_000  # of one document
MAX_TYPED = 60  # of one document

_GUIDE = re.compile(r"^(?:development|develop|install|installation|getting[-_]?started|hacking|quickstart|setup|usage)\b", re.I)
_FENCE = re.compile(r"^[\s>]*(?P<fence>`{3,}|~{3,})\s*(?P<language>[\w+-]*)")
_RST_BLOCK = re.compile(r"^\s*\.\. (?:code-block|code|sourcecode)::\s*(?P<language>[\w+-]*)")
_SHELLS = frozenset({"", "bash", "sh", "shell", "zsh", "console", "shell-session", "terminal", "text", "fish"})
_CHANGES_FOLDER = re.compile(r"^cd (?P<folder>[\w./-]+)$")
_PLACEHOLDER = re.compile(r"<[\w -]+>|\.\.\.|…|\[[\w -]+\]")


def find_prose_commands(documents: Sequence[Document], texts: Mapping[str, str]) -> tuple[Command, ...]:
    """Commands of kind "prose"; `text` is what is typed, with the folder that the block went into before."""
    found: list[Command] = []
    for document in documents:
        path = document.place.path
        first_hand = document.kind in ("readme", "contributing") or _GUIDE.match(path) is not None
        if "/" in path or not first_hand or path not in texts:
            continue
        lines = texts[path].replace("\r\n", "\n").split("\n")[:MAX_LINES]
        blocks = _indented(lines) if extension(path) in ("rst", "txt") else _fenced(lines)
        typed = [command for block in blocks for command in _read(path, block)]
        found.extend(typed[:MAX_TYPED])
    return tuple(found)


def _fenced(lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """(number, line) of each block between fences that may hold a shell's lines."""
    block: list[tuple[int, str]] = []
    fence = ""
    kept = False
    for number, line in enumerate(lines, 1):
        found = _FENCE.match(line[:200])
        if not fence and found:
            fence, kept, block = found["fence"], found["language"].lower() in _SHELLS, []
        elif fence and line.strip(" >").startswith(fence):
            if kept:
                yield block
            fence = ""
        elif fence:
            block.append((number, line.lstrip(" >")))


def _indented(lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """(number, line) of each indented block behind a mark of reStructuredText."""
    block: list[tuple[int, str]] = []
    is_open = False
    for number, line in enumerate([*lines, "end"], 1):
        if line.strip() and not line[0].isspace():
            if block:
                yield block
            block, is_open = [], line.rstrip().endswith("::") and not line.startswith("..")
        elif is_open and line.strip() and not line.strip().startswith(":"):
            block.append((number, line.strip()))
        found = _RST_BLOCK.match(line[:200])
        if found:
            is_open = found["language"].lower() in _SHELLS


def _read(path: str, block: Sequence[tuple[int, str]]) -> Iterator[Command]:
    folder, start = "", 0
    cloned = any(line.strip().removeprefix("$ ").startswith(("git clone", "gh repo clone")) for _number, line in block)
    for number, line in block:
        typed = line.strip().removeprefix("$ ").strip()
        moved = _CHANGES_FOLDER.match(typed[:200])
        if moved and cloned:
            cloned = False  # into the repository itself
        elif moved:
            folder, start = moved["folder"], number
        elif typed and len(typed) <= 200 and not typed.endswith("\\") and not _PLACEHOLDER.search(typed) and purposes_of(typed):
            text = f"cd {folder} && {typed}" if folder else typed
            yield Command("prose", typed, text, Place(path, start or number, number))
