"""Test files → suites: where they are, what runs them, how many cases they hold, what they exercise."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from apps.engine.extraction.roles import is_hidden
from apps.engine.facts import Call, Command, Dependency, Edge, FileEntry, FileFacts, Place, TestSuite

HELPERS = "helpers and fixtures"

# Imports that name the runner of a file of JavaScript or TypeScript; those whose words are global are found by dependency.
_SCRIPT_RUNNERS = (
    ("@playwright/test", "Playwright"),
    ("playwright", "Playwright"),
    ("cypress", "Cypress"),
    ("vitest", "Vitest"),
    ("jest", "Jest"),
    ("@jest/globals", "Jest"),
    ("mocha", "Mocha"),
    ("ava", "AVA"),
    ("node:test", "Node.js test runner"),
)
_GLOBAL_RUNNERS = ("vitest", "jest", "mocha", "ava")
_PYTEST_FILES = frozenset({"pytest.ini", ".pytest.ini", "conftest.py"})
_PYTEST = frozenset({"pytest", "pytest-django", "pytest-asyncio"})
_BY_LANGUAGE = {
    "Go": "go test",
    "Java": "JUnit",
    "Kotlin": "JUnit",
    "Rust": "cargo test",
    "Ruby": "RSpec or minitest",
    "PHP": "PHPUnit",
}
_KINDS = (
    ("e2e", "end to end"),
    ("end-to-end", "end to end"),
    ("end_to_end", "end to end"),
    ("integration", "integration"),
    ("functional", "functional"),
    ("unit", "unit"),
)
_CASE_CALLS = {"it", "test", "it.each", "test.each", "it.only", "test.only", "it.skip", "test.skip"}
_CALLS_PYTEST = re.compile(r"(?:^|[\s/])py\.?test(?:\s|$)")
_FOLDER_NAMES = {"test", "tests", "__tests__", "spec", "specs", "e2e"}


def _folder(path: str) -> str:
    """The suite a test file belongs to: the outermost folder named for tests and one level below it, else its own folder."""
    parts = path.split("/")[:-1]
    for index, part in enumerate(parts):
        if part.lower() in _FOLDER_NAMES:
            return "/".join(parts[: index + 2])
    return "/".join(parts)


def _cases(facts: FileFacts) -> list[tuple[int, str]]:
    """(line, name) of each test case, in the order of the file."""
    if facts.language == "Python":
        found = [
            (definition.line, definition.name)
            for definition in facts.definitions
            if definition.kind in ("function", "method") and definition.name.startswith("test")
        ]
    else:
        found = [(call.line, _title(call)) for call in facts.calls if _is_case(call)]
    return sorted(found)


def _title(call: Call) -> str:
    return call.arguments[0].value.text


def _is_case(call: Call) -> bool:
    callee = call.callee
    if callee.kind == "call" and callee.call is not None:
        callee = callee.call.callee  # it.each(table)(title, body)
    return callee.kind == "name" and callee.text in _CASE_CALLS and len(call.arguments) >= 2


def _python_runner(
    inventory: Sequence[FileEntry], dependencies: set[str], files: Iterable[FileFacts], typed: Iterable[str]
) -> str:
    """What runs the Python tests of a repository: pytest runs test cases of other makes too, so it is asked for first."""
    if _PYTEST & dependencies or any(entry.path.rpartition("/")[2] in _PYTEST_FILES for entry in inventory):
        return "pytest"
    said = list(typed)
    if any(_CALLS_PYTEST.search(text) for text in said):
        return "pytest"
    if any("manage.py test" in text for text in said):
        return "Django test runner"
    modules = {imported.module for facts in files for imported in facts.imports}
    if any(module == "django.test" or module.startswith("django.test.") for module in modules):
        return "Django test runner"
    return "pytest" if "pytest" in modules else "unittest"


def _script_runner(files: Sequence[FileFacts], folder: str, dependencies: set[str]) -> str:
    modules = {imported.module for facts in files for imported in facts.imports}
    for needle, label in _SCRIPT_RUNNERS:
        if any(module == needle or module.startswith(needle + "/") for module in modules):
            return label
    labels = dict(_SCRIPT_RUNNERS)
    if "cypress" in folder.lower().split("/") and "cypress" in dependencies:
        return "Cypress"
    for needle in (*_GLOBAL_RUNNERS, "cypress", "@playwright/test", "playwright"):
        if needle in dependencies:
            return labels[needle]
    return ""


def _reached(inventory: Sequence[FileEntry], edges: Sequence[Edge]) -> dict[str, Counter[str]]:
    """{suite: {folder of code: calls and imports into it}}."""
    roles = {entry.path: entry.role for entry in inventory}
    reached: dict[str, Counter[str]] = defaultdict(Counter)
    for edge in edges:
        if edge.kind in ("calls", "tests", "imports", "uses", "inherits") and not edge.is_external:
            source, target = edge.source.partition("#")[0], edge.target.partition("#")[0]
            if roles.get(source) == "test" and roles.get(target) == "code":
                reached[_folder(source)][target.rpartition("/")[0] or "."] += 1
    return reached


def _first_case(entries: Sequence[FileEntry], files: Mapping[str, FileFacts]) -> Place:
    """The first test case of the suite's first file that has one, else the first file that is named like a test."""
    for entry in entries:
        cases = _cases(files[entry.path]) if entry.path in files else []
        if cases:
            return Place(entry.path, cases[0][0], cases[0][0])
    named = [entry for entry in entries if "test" in (name := entry.path.rpartition("/")[2].lower()) or "spec" in name]
    return Place((named or entries)[0].path, 1, 1)


def find_suites(
    inventory: Sequence[FileEntry],
    files: Mapping[str, FileFacts],
    dependencies: Sequence[Dependency],
    edges: Sequence[Edge],
    commands: Sequence[Command] = (),
) -> tuple[TestSuite, ...]:
    """Suites by folder.

    `files` of a suite are those that hold a case, `place` is its first case.  `cases` is -1 where no file of the suite is in
    a language that is parsed.  A folder whose files hold no case is of kind "helpers and fixtures".
    """
    groups: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in sorted(inventory, key=lambda entry: entry.path):
        if entry.role == "test" and entry.status == "analysed" and not is_hidden(entry.path):
            groups[_folder(entry.path)].append(entry)
    reached = _reached(inventory, edges)
    names = {dependency.name.lower() for dependency in dependencies}
    tests = [files[entry.path] for entries in groups.values() for entry in entries if entry.path in files]
    python = _python_runner(inventory, names, tests, (command.text for command in commands))
    suites = []
    for folder, entries in groups.items():
        parsed = [files[entry.path] for entry in entries if entry.path in files]
        language = Counter(entry.language for entry in entries).most_common(1)[0][0]
        counted = [len(_cases(facts)) for facts in parsed]
        cases = sum(counted) if parsed else -1
        if not cases:
            entries = [entry for entry in entries if not entry.path.endswith("__init__.py")]
            if not entries:
                continue  # only marks the folder as a package
        if parsed and language == "Python":
            runner = python
        else:
            runner = _script_runner(parsed, folder, names) if parsed else _BY_LANGUAGE.get(language, "")
        kind = next((label for needle, label in _KINDS if needle in folder.lower().split("/")), "")
        top = sorted(reached[folder].items(), key=lambda item: (-item[1], item[0]))
        suites.append(
            TestSuite(
                path=folder or ".",
                framework=runner if cases else "",
                files=sum(1 for number in counted if number) if cases > 0 else len(entries),
                cases=cases,
                place=_first_case(entries, files),
                kind=kind if cases else HELPERS,
                exercises=tuple(name for name, _ in top),
                source="syntax" if parsed else "folder name",
            )
        )
    return tuple(sorted(suites, key=lambda suite: suite.path))
