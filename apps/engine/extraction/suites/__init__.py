"""Test files → suites: where they are, what runs them, how many cases they hold, what they exercise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from apps.engine.extraction.roles import is_hidden
from apps.engine.extraction.suites.cases import Case, cases_of, counts
from apps.engine.extraction.suites.runners import by_language, python_runner, runner_of
from apps.engine.facts import Command, Dependency, Edge, FileEntry, FileFacts, Place, TestSuite

HELPERS = "helpers and fixtures"

_KINDS = (
    ("e2e", "end to end"),
    ("end-to-end", "end to end"),
    ("end_to_end", "end to end"),
    ("integration", "integration"),
    ("functional", "functional"),
    ("feature", "functional"),
    ("unit", "unit"),
)
_REACHING = frozenset({"calls", "tests", "imports", "uses", "inherits"})
_FOLDER_NAMES = {"test", "tests", "__tests__", "spec", "specs", "e2e"}


def _folder(path: str) -> str:
    """The suite a test file belongs to: the outermost folder named for tests and one level below it, else its own folder."""
    parts = path.split("/")[:-1]
    for index, part in enumerate(parts):
        if part.lower() in _FOLDER_NAMES:
            return "/".join(parts[: index + 2])
    return "/".join(parts)


def _reached(inventory: Sequence[FileEntry], edges: Sequence[Edge]) -> dict[str, Counter[str]]:
    """{suite: {folder of code: calls and imports into it}}."""
    suites = {entry.path: _folder(entry.path) for entry in inventory if entry.role == "test"}
    folders = {entry.path: entry.path.rpartition("/")[0] or "." for entry in inventory if entry.role == "code"}
    reached: dict[str, Counter[str]] = defaultdict(Counter)
    for edge in edges:
        if edge.kind in _REACHING and not edge.is_external:
            suite = suites.get(edge.source.partition("#")[0])
            folder = folders.get(edge.target.partition("#")[0]) if suite is not None else None
            if suite is not None and folder is not None:
                reached[suite][folder] += 1
    return reached


def _first_case(entries: Sequence[FileEntry], cases: Mapping[str, Sequence[Case]]) -> Place:
    """The first test case of the suite's first file that has one, else the first file that is named like a test."""
    for entry in entries:
        if cases.get(entry.path):
            line = cases[entry.path][0][0]
            return Place(entry.path, line, line)
    named = [entry for entry in entries if "test" in (name := entry.path.rpartition("/")[2].lower()) or "spec" in name]
    return Place((named or entries)[0].path, 1, 1)


def _grouped(inventory: Sequence[FileEntry], files: Mapping[str, FileFacts]) -> dict[str, list[FileEntry]]:
    """Files of tests by suite; of Rust also those of the program that hold their tests themselves."""
    groups: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in sorted(inventory, key=lambda entry: entry.path):
        if entry.status != "analysed" or is_hidden(entry.path):
            continue
        within = entry.role == "code" and entry.language == "Rust" and entry.path in files and cases_of(files[entry.path])
        if entry.role == "test" or within:
            groups[_folder(entry.path)].append(entry)
    return groups


def find_suites(
    inventory: Sequence[FileEntry],
    files: Mapping[str, FileFacts],
    dependencies: Sequence[Dependency],
    edges: Sequence[Edge],
    commands: Sequence[Command] = (),
) -> tuple[TestSuite, ...]:
    """Suites by folder.

    `files` of a suite are those that hold a case, `place` is its first case.  `cases` is -1 where no file of the suite is in
    a language whose cases can be told.  A folder whose files hold no case is of kind "helpers and fixtures".
    """
    groups = _grouped(inventory, files)
    reached = _reached(inventory, edges)
    names = {dependency.name.lower() for dependency in dependencies}
    tests = [files[entry.path] for entries in groups.values() for entry in entries if entry.path in files]
    python = python_runner(inventory, names, tests, (command.text for command in commands))
    suites = []
    for folder, entries in groups.items():
        told = [files[entry.path] for entry in entries if entry.path in files and counts(files[entry.path].language)]
        cases = {facts.path: found for facts in told if (found := cases_of(facts))}
        language = Counter(entry.language for entry in entries).most_common(1)[0][0]
        number = sum(map(len, cases.values()))
        if not cases and not (told and counts(language)):
            number = -1
        if not cases:
            entries = [entry for entry in entries if not entry.path.endswith("__init__.py")]
            if not entries:
                continue  # only marks the folder as a package
        kind = next((label for needle, label in _KINDS if needle in folder.lower().split("/")), "")
        with_cases = [facts for facts in told if facts.path in cases]
        runner = by_language(language) if number < 0 else ""
        if with_cases:
            language = Counter(facts.language for facts in with_cases).most_common(1)[0][0]
            main = [facts for facts in with_cases if facts.language == language]
            runner = python if language == "Python" else runner_of(main, folder, names)
        top = sorted(reached[folder].items(), key=lambda item: (-item[1], item[0]))
        suites.append(
            TestSuite(
                path=folder or ".",
                framework=runner,
                files=len(cases) or len(entries),
                cases=number,
                place=_first_case(entries, cases),
                kind=kind if number else HELPERS,
                exercises=tuple(name for name, _ in top),
                source="syntax" if told else "folder name",
            )
        )
    return tuple(sorted(suites, key=lambda suite: suite.path))
