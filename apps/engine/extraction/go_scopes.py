"""Modules of Go that only tests need: a go.mod does not tell them apart, the imports do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from apps.engine.facts import Dependency, FileEntry, FileFacts

_TEST_FILE = "_test.go"
_NO_PACKAGE = ("_", ".")  # how folders begin that Go leaves alone
_DIRECT, _TEST = "direct", "test"


def with_test_scopes(
    dependencies: Iterable[Dependency], files: Sequence[FileEntry], facts: Mapping[str, FileFacts]
) -> list[Dependency]:
    """The dependencies, with group "test" for direct modules of Go that files ``*_test.go`` import and no other file does.

    Nothing is said below a go.mod where some file could not be read, since that file may be what needs the module.
    """
    dependencies = list(dependencies)
    modules: dict[str, set[str]] = defaultdict(set)  # by folder of the go.mod
    for item in dependencies:
        if item.ecosystem == "go":
            modules[_folder(item.place.path)].add(item.name)
    if not modules:
        return dependencies
    tested: set[tuple[str, str]] = set()
    needed: set[tuple[str, str]] = set()
    unread: set[str] = set()
    for entry in files:
        if entry.language != "Go" or entry.role == "vendored" or _is_left_alone(entry.path):
            continue
        folder = _module_folder(_folder(entry.path), modules)
        if folder is None:
            continue
        if entry.path not in facts:
            unread.add(folder)
            continue
        kept = tested if entry.path.endswith(_TEST_FILE) else needed
        for imported in facts[entry.path].imports:
            name = _module(imported.module, modules[folder])
            if name:
                kept.add((folder, name))
    only = {key for key in tested - needed if key[0] not in unread}
    return [
        replace(item, group=_TEST)
        if item.ecosystem == "go" and item.group == _DIRECT and (_folder(item.place.path), item.name) in only
        else item
        for item in dependencies
    ]


def _is_left_alone(path: str) -> bool:
    """Whether Go builds nothing of a file, whatever it imports."""
    return any(part == "testdata" or part.startswith(_NO_PACKAGE) for part in path.split("/"))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _module_folder(folder: str, modules: Mapping[str, set[str]]) -> str | None:
    """The nearest folder at or above one that holds a go.mod."""
    while folder not in modules:
        if not folder:
            return None
        folder = _folder(folder)
    return folder


def _module(imported: str, modules: set[str]) -> str:
    """The longest module that an imported package belongs to, "" for none."""
    while imported and imported not in modules:
        imported = _folder(imported)
    return imported
