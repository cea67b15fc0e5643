"""Every path of a commit: what it is, whether its bytes are worth reading, and if not, why not.  Nothing is left out.

`take_inventory` decides by path, mode and size alone; `refine` corrects an entry once its text is known (generated, minified,
a Git LFS pointer, a dump, a script without an extension).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from apps.engine.extraction.generated import generated_reason, minified_reason
from apps.engine.extraction.roles import (
    CACHE_FOLDERS,
    DEPENDENCY_FOLDERS,
    HAND_WRITTEN,
    OUTPUT_FOLDERS,
    PLAIN_LANGUAGES,
    PROJECT_FILES,
    VENDOR_FOLDERS,
    VENDOR_PARENTS,
    guess,
    is_lock_file,
    is_minified_name,
)
from apps.engine.extraction.rules import Rules
from apps.engine.extraction.tree import summarise_languages, summarise_tree
from apps.engine.facts import FileEntry, ListedEntry
from apps.engine.manifests import is_manifest

__all__ = ["Inventory", "refine", "summarise_languages", "summarise_tree", "take_inventory"]

DEPENDENCIES = "dependencies of others"
BUILD_OUTPUT = "build output"
TOOL_CACHE = "files of a tool"
BINARY = "binary"
POINTER_BYTES = 1_024  # a Git LFS pointer is smaller
IGNORED_NOTE = "kept in git although .gitignore names it"

_LFS = re.compile(r"version https://git-lfs\.github\.com/spec/v1\n[^\0]{0,400}?size (\d{1,20})(?:\n|$)")
_DUMP = re.compile(
    r"^-- (PostgreSQL database dump|MySQL dump|MariaDB dump|phpMyAdmin SQL Dump)|^PRAGMA foreign_keys=OFF;\nBEGIN", re.M
)
# Rows in a dump.  One without any says what the tables are, and nothing more.
_ROWS = re.compile(r"^(?:COPY\s[^;]*\sFROM\s+stdin|INSERT\s+INTO\s)", re.M | re.I)
_LISTED_ROLES = frozenset({"documentation", "data", "asset"})


@dataclass(frozen=True, slots=True)
class Inventory:
    """`files` in path order, one a path of the commit; `wanted` pairs path and blob id of those whose bytes must be read."""

    files: tuple[FileEntry, ...]
    wanted: tuple[tuple[str, str], ...]


class _Folders:
    """Decides which folders hold other people's code or build output, by their name and their neighbours."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._names: dict[str, set[str]] = defaultdict(set)
        for path in paths:
            folder, _, name = path.rpartition("/")
            self._names[folder].add(name.lower())
        self._known: dict[str, tuple[str, str]] = {"": ("", "")}

    def verdict(self, folder: str) -> tuple[str, str]:
        """(reason, role) of the outermost folder on the way that is not worth reading, ("", "") if all are."""
        found = self._known.get(folder)
        if found is not None:
            return found
        parts = folder.split("/")
        verdict = ("", "")
        for end in range(1, len(parts) + 1):
            part = "/".join(parts[:end])
            verdict = self._known.get(part) or self._judge(parts[: end - 1], parts[end - 1])
            self._known[part] = verdict
            if verdict[0]:
                break
        self._known[folder] = verdict
        return verdict

    def _judge(self, parents: list[str], name: str) -> tuple[str, str]:
        low = name.lower()
        if low in DEPENDENCY_FOLDERS or low.endswith((".egg-info", ".dist-info")):
            return DEPENDENCIES, "vendored"
        if low in CACHE_FOLDERS or (low in ("releases", "plugins", "cache") and parents and parents[-1] == ".yarn"):
            return TOOL_CACHE, "vendored" if parents and parents[-1] == ".yarn" else "generated"
        if low not in OUTPUT_FOLDERS and low not in VENDOR_FOLDERS:
            return "", ""
        parent = "/".join(parents)
        inside = self._names.get("/".join([*parents, name]), set())
        if any(HAND_WRITTEN.match(child) for child in inside) and "modules.txt" not in inside:
            return "", ""
        beside_project = not parents or any(PROJECT_FILES.match(child) for child in self._names.get(parent, ()))
        if low in VENDOR_FOLDERS:
            known = beside_project or parents[-1].lower() in VENDOR_PARENTS
            return (DEPENDENCIES, "vendored") if known else ("", "")
        return (BUILD_OUTPUT, "generated") if beside_project else ("", "")


def take_inventory(entries: Sequence[ListedEntry], *, blob_limit: int, rules: Mapping[str, str] | None = None) -> Inventory:
    """Sort the paths of a commit.

    `blob_limit` in bytes: larger files are listed, not read.  `rules` holds the texts of .gitattributes and .gitignore files
    by canonical path.
    """
    folders = _Folders(entry.path for entry in entries)
    rulebook = Rules(rules or {})
    files, wanted = [], []
    for entry in sorted(entries, key=lambda entry: entry.path):
        found = _classify(entry, folders, rulebook, blob_limit)
        files.append(found)
        may_be_pointer = found.reason.startswith(BINARY) and entry.size < POINTER_BYTES
        if entry.kind == "blob" and (found.status != "skipped" or may_be_pointer):
            wanted.append((entry.path, entry.object_id))
    return Inventory(tuple(files), tuple(wanted))


def _classify(entry: ListedEntry, folders: _Folders, rulebook: Rules, blob_limit: int) -> FileEntry:
    folder, _, name = entry.path.rpartition("/")
    if entry.kind == "submodule":
        reason = f"another repository at {entry.object_id}, not fetched"
        return FileEntry(entry.path, "", entry.size, status="listed", role="submodule", reason=reason)
    if entry.kind == "link":
        return FileEntry(entry.path, "", entry.size, status="listed", role="link", reason="symbolic link, not followed")
    note = IGNORED_NOTE if rulebook.ignored(entry.path) else ""
    reason, folder_role = folders.verdict(folder)
    if reason:
        return FileEntry(entry.path, "", entry.size, status="skipped", role=folder_role, reason=reason, note=note)
    seen = guess(entry.path)
    role = "manifest" if seen.role != "migration" and is_manifest(entry.path) else seen.role
    made = FileEntry(entry.path, "", entry.size, role=role, note=note)
    if rulebook.has(entry.path, "linguist-vendored"):
        return replace(made, status="skipped", role="vendored", reason=f"{DEPENDENCIES} (.gitattributes says vendored)")
    if seen.binary:
        if rulebook.value(entry.path, "filter") == "lfs":
            return replace(made, status="listed", reason="stored in Git LFS, content not fetched")
        return replace(made, status="skipped", reason=f"{BINARY} ({seen.binary})")
    if entry.size > blob_limit:
        return replace(
            made, status="skipped", reason=f"larger than the limit: {entry.size:,} bytes, {blob_limit:,} are read", lines=0
        )
    if is_minified_name(name):
        return replace(made, status="skipped", role="generated", reason="minified or bundled, by its name")
    if is_lock_file(name):
        return replace(made, status="listed", reason="lock file")
    if rulebook.has(entry.path, "linguist-generated") and role != "migration":
        return replace(made, status="listed", role="generated", reason="generated (.gitattributes says so)")
    if role in _LISTED_ROLES:
        return replace(made, status="listed")
    return made


def refine(entry: FileEntry, text: str) -> FileEntry:
    """The entry once its text is known.  Only ever changes status, reason and role."""
    pointer = _LFS.match(text) if len(text) < POINTER_BYTES else None
    if pointer:
        return replace(entry, status="listed", role="data", reason=f"Git LFS pointer to {int(pointer[1]):,} bytes, not fetched")
    if entry.status == "listed" and entry.language not in PLAIN_LANGUAGES and not guess(entry.path).known:
        entry = replace(entry, status="analysed", role="code")
    if entry.path.lower().endswith(".sql") and _DUMP.search(text[:2_000]) and _ROWS.search(text):
        return replace(entry, status="skipped", role="data", reason="database dump, not kept")
    if entry.role in ("generated", "manifest", "documentation", "configuration") or is_lock_file(entry.path.rpartition("/")[2]):
        return entry
    reason = minified_reason(entry.path, text)
    if reason:
        return replace(entry, status="skipped", role="generated", reason=reason)
    if entry.role in ("code", "test", "data") and entry.status != "skipped":
        reason = generated_reason(text)
        if reason:
            return replace(entry, status="listed", role="generated", reason=reason)
    return entry
