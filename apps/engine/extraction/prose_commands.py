"""Lines that a README and its like tell people to type: those in its code blocks whose purpose is known."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from apps.engine.extraction.roles import extension
from apps.engine.facts import Command, Document, Place
from apps.engine.manifests.typed import purposes_of

MAX_LINES = 3_000  # of one document
MAX_TYPED = 60  # of one document

_GUIDE = re.compile(r"^(?:development|develop|install|installation|getting[-_]?started|hacking|quickstart|setup|usage)\b", re.I)
_FENCE = re.compile(r"^[\s>]*(?P<fence>`{3,}|~{3,})\s*(?P<language>[\w+-]*)")
_RST_BLOCK = re.compile(r"^\s*\.\. (?:code-block|code|sourcecode)::\s*(?P<language>[\w+-]*)")
_SHELLS = frozenset({"", "bash", "sh", "shell", "zsh", "console", "shell-session", "terminal", "text", "fish"})
_CHANGES_FOLDER = re.compile(r"^(?:cd|pushd) (?P<quote>[\"']?)(?P<folder>[\w./-]+)(?P=quote)(?: && (?P<rest>.+))?$")
_HEADING = re.compile(r"^#{1,6}\s|^(?:=+|-{3,})\s*$")
# The sentence before a block that says where it is typed: "From `./backend/` run:", "In the web folder:".
_WHERE = re.compile(
    r"\b(?:in|from|inside|within|into|to|under)\s+(?:the\s+)?(?:`(?P<marked>[\w./-]+)`|(?P<plain>[\w./-]+)\s+(?:folder|directory)\b)",
    re.I,
)
_PLACEHOLDER = re.compile(r"<[\w -]+>|\.\.\.|…|\[[\w -]+\]")


def find_prose_commands(documents: Sequence[Document], texts: Mapping[str, str]) -> tuple[Command, ...]:
    """Commands of kind "prose"; `text` is what is typed, with the folder that the block went into before."""
    found: list[Command] = []
    folders: frozenset[str] = frozenset()
    for document in documents:
        path = document.place.path
        first_hand = document.kind in ("readme", "contributing") or _GUIDE.match(path) is not None
        if "/" in path or not first_hand or path not in texts:
            continue
        lines = texts[path].replace("\r\n", "\n").split("\n")[:MAX_LINES]
        blocks = _indented(lines) if extension(path) in ("rst", "txt") else _fenced(lines)
        folders = folders or _folders(texts)
        found.extend(_commands(path, lines, blocks, folders)[:MAX_TYPED])
    return tuple(found)


def _folders(texts: Mapping[str, str]) -> frozenset[str]:
    """Every folder that holds something."""
    found: set[str] = set()
    for path in texts:
        folder = posixpath.dirname(path)
        while folder and folder not in found:
            found.add(folder)
            folder = posixpath.dirname(folder)
    return frozenset(found)


def _commands(path: str, lines: Sequence[str], blocks: Iterator[list[tuple[int, str]]], folders: frozenset[str]) -> list[Command]:
    """The commands of all blocks.  A block that only goes into a folder does so for those that follow it in its section."""
    found: list[Command] = []
    stay, since, last = "", 0, 0
    for block in blocks:
        if not block:
            continue
        first = block[0][0]
        if any(_HEADING.match(line) for line in lines[last : first - 1]):
            stay, since = "", 0
        said, at = _said_before(lines, first, folders)
        start = _Where(said, at) if said else _Where(stay, since)
        commands, end = _read(path, block, start, folders)
        found += commands
        last = block[-1][0]
        if end.folder != start.folder and not commands and all(_CHANGES_FOLDER.match(_bare(line)) for _, line in block if line):
            stay, since = end.folder, end.line
    return found


def _said_before(lines: Sequence[str], first: int, folders: frozenset[str]) -> tuple[str, int]:
    """(folder, line) that the sentence right before a block names; ("", 0) where it names none that there is."""
    for number in range(first - 1, max(0, first - 5), -1):
        line = lines[number - 1].strip(" >")
        if not line or _FENCE.match(line) or line.startswith(".. "):
            continue
        found = _WHERE.search(line[:300]) if line.endswith(":") and not _HEADING.match(line) else None
        folder = (found["marked"] or found["plain"]).removeprefix("./").strip("/") if found else ""
        return (folder, number) if folder in folders else ("", 0)
    return "", 0


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


@dataclass(frozen=True, slots=True)
class _Where:
    """The folder that commands are typed in, and the line that goes there (0: none does)."""

    folder: str = ""
    line: int = 0


def _bare(line: str) -> str:
    return line.strip().removeprefix("$ ").strip()


def _into(here: str, moved: str, folders: frozenset[str]) -> str:
    """The folder that ``cd`` leads to: below the one before it where there is such a folder, else from the top."""
    if moved == "-":
        return ""  # back to wherever it was
    moved = moved.removeprefix("./")
    there = posixpath.normpath(posixpath.join(here, moved)) if moved else here
    if there in (".", "") or there in folders or moved.startswith(".."):
        return "" if there == "." else there
    return moved.rstrip("/")


def _read(path: str, block: Sequence[tuple[int, str]], where: _Where, folders: frozenset[str]) -> tuple[list[Command], _Where]:
    found: list[Command] = []
    cloned = any(_bare(line).startswith(("git clone", "gh repo clone")) for _number, line in block)
    for number, line in block:
        typed = _bare(line)
        moved = _CHANGES_FOLDER.match(typed[:300])
        if moved and cloned:
            cloned = False  # into the repository itself
        elif moved:
            where = _Where(_into(where.folder, moved["folder"], folders), number)
        if moved:
            typed = moved["rest"] or ""
        if typed and len(typed) <= 200 and not typed.endswith("\\") and not _PLACEHOLDER.search(typed) and purposes_of(typed):
            text = f"cd {where.folder} && {typed}" if where.folder else typed
            start = where.line if where.folder and where.line else number
            found.append(Command("prose", typed, text, Place(path, start, number)))
    return found, where
