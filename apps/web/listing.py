"""The files of a commit as folders, or as what a filter finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from apps.codegraph.models import SourceFile

LIMIT = 500  # rows on a page

ROLES = {
    "code": gettext_noop("code"),
    "test": gettext_noop("test"),
    "migration": gettext_noop("migration"),
    "generated": gettext_noop("generated"),
    "vendored": gettext_noop("vendored"),
    "configuration": gettext_noop("configuration"),
    "manifest": gettext_noop("manifest"),
    "documentation": gettext_noop("documentation"),
    "data": gettext_noop("data"),
    "asset": gettext_noop("asset"),
    "link": gettext_noop("link"),
    "submodule": gettext_noop("submodule"),
}


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder right below the one that is shown."""

    name: str
    path: str
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class Listing:
    """`more` counts rows that are left out; `exists` is false for a folder that holds nothing."""

    folders: tuple[Folder, ...]
    files: tuple[SourceFile, ...]
    more: int
    total: int = 0  # files below the folder, at any depth
    exists: bool = True


def folder_listing(files: Sequence[SourceFile], folder: str) -> Listing:
    """What lies right below a folder ("" = the root): folders first, each with all it holds."""
    prefix = f"{folder}/" if folder else ""
    here: list[SourceFile] = []
    below: dict[str, list[int]] = {}
    for file in files:
        if not file.path.startswith(prefix):
            continue
        name, slash, _rest = file.path[len(prefix) :].partition("/")
        if slash:
            counts = below.setdefault(name, [0, 0])
            counts[0] += 1
            counts[1] += file.lines
        else:
            here.append(file)
    folders = tuple(Folder(name, prefix + name, *counts) for name, counts in sorted(below.items()))
    total = len(here) + sum(part.files for part in folders)
    return Listing(folders, tuple(here[:LIMIT]), max(len(here) - LIMIT, 0), total, bool(here or below or not folder))


def filtered(files: Sequence[SourceFile], words: str, *, skipped_only: bool) -> Listing:
    """Files whose path holds every word, case aside; only the skipped ones if asked."""
    wanted = words.casefold().split()
    found = [
        file
        for file in files
        if (not skipped_only or file.status == "skipped") and all(word in file.path.casefold() for word in wanted)
    ]
    return Listing((), tuple(found[:LIMIT]), max(len(found) - LIMIT, 0))
