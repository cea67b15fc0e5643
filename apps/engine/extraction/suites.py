"""Test files → suites: where they are, what runs them, how many cases they hold, what they exercise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from apps.engine.facts import Call, Dependency, Edge, FileEntry, FileFacts, Place, TestSuite

# Imports and dependencies that name the runner, most specific first.
_RUNNERS = (
    ("playwright", "Playwright"),
    ("@playwright/test", "Playwright"),
    ("cypress", "Cypress"),
    ("vitest", "Vitest"),
    ("jest", "Jest"),
    ("mocha", "Mocha"),
    ("ava", "AVA"),
    ("pytest", "pytest"),
    ("django.test", "Django test runner"),
    ("unittest", "unittest"),
    ("node:test", "Node.js test runner"),
)
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
    ("fixtures", "fixtures"),
)
_CASE_CALLS = {"it", "test", "it.each", "test.each", "it.only", "test.only", "it.skip", "test.skip"}
_FOLDER_NAMES = {"test", "tests", "__tests__", "spec", "specs", "e2e"}


def _folder(path: str) -> str:
    """The suite a test file belongs to: the outermost folder named for tests and one level below it, else its own folder."""
    parts = path.split("/")[:-1]
    for index, part in enumerate(parts):
        if part.lower() in _FOLDER_NAMES:
            return "/".join(parts[: index + 2])
    return "/".join(parts)


def _cases(facts: FileFacts) -> int:
    cases = 0
    for definition in facts.definitions:
        if facts.language == "Python" and definition.kind in ("function", "method") and definition.name.startswith("test"):
            cases += 1
    if facts.language != "Python":
        cases += sum(1 for call in facts.calls if _is_case(call))
    return cases


def _is_case(call: Call) -> bool:
    return call.callee.kind == "name" and call.callee.text in _CASE_CALLS and len(call.arguments) >= 2


def _runner(files: Sequence[FileFacts], language: str, dependencies: set[str]) -> str:
    modules: set[str] = set()
    for facts in files:
        for imported in facts.imports:
            modules.add(imported.module)
            modules.update(f"{imported.module}.{name.name}" for name in imported.names)
    for needle, label in _RUNNERS:
        if any(module == needle or module.startswith((needle + ".", needle + "/")) for module in modules):
            return label
    if language == "Python":
        return "pytest" if {"pytest", "pytest-django"} & dependencies else "unittest"
    for needle, label in _RUNNERS:
        if needle in dependencies and label not in ("pytest", "unittest"):
            return label
    return _BY_LANGUAGE.get(language, "")


def find_suites(
    inventory: Sequence[FileEntry],
    files: Mapping[str, FileFacts],
    dependencies: Sequence[Dependency],
    edges: Sequence[Edge],
) -> tuple[TestSuite, ...]:
    """Suites by folder.  `cases` is -1 where no file of the suite is in a language that is parsed."""
    groups: dict[str, list[FileEntry]] = defaultdict(list)
    for entry in inventory:
        if entry.role == "test" and entry.status == "analysed":
            groups[_folder(entry.path)].append(entry)
    tested: dict[str, Counter[str]] = defaultdict(Counter)
    roles = {entry.path: entry.role for entry in inventory}
    for edge in edges:
        if edge.kind in ("calls", "tests", "imports") and not edge.is_external:
            source, target = edge.source.partition("#")[0], edge.target.partition("#")[0]
            if roles.get(source) == "test" and roles.get(target) == "code":
                tested[_folder(source)][target.rpartition("/")[0] or "."] += 1
    names = {dependency.name.lower() for dependency in dependencies}
    suites = []
    for folder, entries in groups.items():
        parsed = [files[entry.path] for entry in entries if entry.path in files]
        language = Counter(entry.language for entry in entries).most_common(1)[0][0]
        first = min(entries, key=lambda entry: entry.path)
        cases = sum(_cases(facts) for facts in parsed) if parsed else -1
        if parsed and not cases and len(entries) == 1:
            continue  # a lone settings file or fixture in a folder of tests
        kind = next((label for needle, label in _KINDS if needle in folder.lower().split("/")), "")
        top = sorted(tested[folder].items(), key=lambda item: (-item[1], item[0]))[:5]
        suites.append(
            TestSuite(
                path=folder or ".",
                framework=_runner(parsed, language, names),
                files=len(entries),
                cases=cases,
                place=Place(first.path, 1, 1),
                kind=kind,
                exercises=tuple(name for name, _ in top),
                source="syntax" if parsed else "folder name",
            )
        )
    return tuple(sorted(suites, key=lambda suite: suite.path))
