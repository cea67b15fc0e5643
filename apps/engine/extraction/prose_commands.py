"""Lines that a README and its like tell people to type: those in its code blocks whose purpose is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from apps.engine.extraction.roles import extension
from apps.engine.extraction.typed_where import CHANGES_FOLDER, Known, Where, bare
from apps.engine.facts import Command, Document, Place
from apps.engine.manifests.typed import purposes_of

MAX_LINES = 3_000  # of one document
MAX_TYPED = 60  # of one document

_GUIDE = re.compile(r"^(?:development|develop|install|installation|getting[-_]?started|hacking|quickstart|setup|usage)\b", re.I)
_FENCE = re.compile(r"^[\s>]*(?P<fence>`{3,}|~{3,})\s*(?P<language>[\w+-]*)")
_RST_BLOCK = re.compile(r"^\s*\.\. (?:code-block|code|sourcecode)::\s*(?P<language>[\w+-]*)")
_SHELLS = frozenset({"", "bash", "sh", "shell", "zsh", "console", "shell-session", "terminal", "text", "fish"})
_ROOT = re.compile(r"\b(?:project|repository|repo)(?:'s)? root\b|\broot (?:of the|folder|directory)\b", re.I)
_HEADING = re.compile(r"^#{1,6}\s|^(?:=+|-{3,})\s*$")
# The sentence before a block that says where it is typed: "From `./backend/` run:", "In the web folder:".
_WHERE = re.compile(
    r"\b(?:in|from|inside|within|into|to|under)\s+(?:the\s+)?(?:`(?P<marked>[\w./-]+)`|(?P<plain>[\w./-]+)\s+(?:folder|directory)\b)",
    re.I,
)
_PLACEHOLDER = re.compile(r"<[\w -]+>|(?<![/.])\.\.\.|…|\[[\w -]+\]")  # ``./...`` are all packages below


def find_prose_commands(documents: Sequence[Document], texts: Mapping[str, str]) -> tuple[Command, ...]:
    """Commands of kind "prose"; `text` is what is typed, with the folder that the block went into before."""
    found: list[Command] = []
    known: Known | None = None
    for document in documents:
        path = document.place.path
        first_hand = document.kind in ("readme", "contributing") or _GUIDE.match(path) is not None
        if "/" in path or not first_hand or path not in texts:
            continue
        lines = texts[path].replace("\r\n", "\n").split("\n")[:MAX_LINES]
        blocks = _indented(lines) if extension(path) in ("rst", "txt") else _fenced(lines)
        known = known or Known(texts)
        found.extend(_commands(path, lines, blocks, known)[:MAX_TYPED])
    return tuple(found)


def _commands(path: str, lines: Sequence[str], blocks: Iterator[list[tuple[int, str]]], known: Known) -> list[Command]:
    """The commands of all blocks.

    A block that only goes into a folder does so for those that follow it in its section.  Where a block or sentence before went
    into one to do something there, a command follows it if what it works with is in that folder.
    """
    found: list[Command] = []
    stay, last = Where(), 0
    for block in blocks:
        if not block:
            continue
        first = block[0][0]
        between = lines[last : first - 1]
        if any(_HEADING.match(line) or _ROOT.search(line[:300]) for line in between):
            stay = Where()
        said, at = _said_before(lines, first, known.folders)
        start = Where(said, at) if said else stay
        commands, end = _read(path, block, start, known)
        found += commands
        last = block[-1][0]
        only_goes = not commands and all(CHANGES_FOLDER.match(bare(line)) for _, line in block if line.strip())
        if end is not stay:
            stay = Where(end.folder, end.line, is_guess=not only_goes)
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


def _read(path: str, block: Sequence[tuple[int, str]], where: Where, known: Known) -> tuple[list[Command], Where]:
    found: list[Command] = []
    cloned = any(bare(line).startswith(("git clone", "gh repo clone")) for _number, line in block)
    for number, line in block:
        typed = bare(line)
        moved = CHANGES_FOLDER.match(typed[:300])
        if moved and cloned:
            cloned = False  # into the repository itself
        elif moved:
            where = Where(known.into(where.folder, moved["folder"]), number)
        if moved:
            typed = moved["rest"] or ""
        if typed and len(typed) <= 200 and not typed.endswith("\\") and not _PLACEHOLDER.search(typed) and purposes_of(typed):
            folder = where.folder if not where.is_guess or known.fits(where.folder, typed) else ""
            if known.lacks(folder, typed):
                continue
            text = f"cd {folder} && {typed}" if folder else typed
            found.append(Command("prose", typed, text, Place(path, where.line if folder and where.line else number, number)))
    return found, where
