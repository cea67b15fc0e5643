"""What runs the tests of a suite, as its imports, the manifests and what people type show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from apps.engine.facts import FileEntry, FileFacts

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
    ("@hapi/lab", "Lab"),
    ("tap", "tap"),
    ("tape", "tape"),
    ("uvu", "uvu"),
    ("@japa/runner", "Japa"),
    ("qunit", "QUnit"),
    ("bun:test", "Bun"),
    ("node:test", "Node.js test runner"),
    ("test", "Node.js test runner"),
)
_GLOBAL_RUNNERS = ("vitest", "jest", "mocha", "jasmine", "ava", "cypress", "@playwright/test", "playwright")
_PYTEST_FILES = frozenset({"pytest.ini", ".pytest.ini", "conftest.py"})
_PYTEST = frozenset({"pytest", "pytest-django", "pytest-asyncio"})
_CALLS_PYTEST = re.compile(r"(?:^|[\s/])py\.?test(?:\s|$)")
# Of the other languages: beginnings of imported modules that name one, the first that is there; else what the language has.
_BY_IMPORT = {
    "Go": (("github.com/onsi/ginkgo", "Ginkgo"),),
    "Java": (("org.testng", "TestNG"), ("org.junit", "JUnit"), ("junit", "JUnit")),
    "Kotlin": (("io.kotest", "Kotest"), ("org.testng", "TestNG"), ("org.junit", "JUnit"), ("kotlin.test", "kotlin.test")),
    "C#": (("Xunit", "xUnit"), ("NUnit", "NUnit"), ("TUnit", "TUnit"), ("Microsoft.VisualStudio.TestTools", "MSTest")),
    "Swift": (("Testing", "Swift Testing"), ("XCTest", "XCTest")),
    "C++": (
        ("gtest", "GoogleTest"), ("gmock", "GoogleTest"), ("catch2", "Catch2"), ("doctest", "doctest"),
        ("boost/test", "Boost.Test"),
    ),
}  # fmt: skip
_BY_LANGUAGE = {"Go": "go test", "Java": "JUnit", "Kotlin": "JUnit", "Rust": "cargo test", "Swift": "XCTest", "PHP": "PHPUnit"}
_BY_ATTRIBUTE = (
    (frozenset({"Fact", "Theory"}), "xUnit"),
    (frozenset({"TestMethod", "DataTestMethod"}), "MSTest"),
    (frozenset({"Test", "TestCase", "TestCaseSource"}), "NUnit"),
)


def python_runner(
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


def runner_of(files: Sequence[FileFacts], folder: str, dependencies: set[str]) -> str:
    """What runs these files of one language other than Python; `dependencies` are names in lower case, "" if nothing shows it."""
    language = files[0].language
    if language in ("JavaScript", "TypeScript", "TSX"):
        return _script_runner(files, folder, dependencies)
    if language == "Ruby":
        return _ruby_runner(files, dependencies)
    if language == "PHP":
        return _php_runner(files)
    modules = {imported.module for facts in files for imported in facts.imports}
    for start, label in _BY_IMPORT.get(language, ()):
        if any(module.startswith(start) or f"/{start}" in module for module in modules):
            return label
    if language == "C#":
        names = {item.name for facts in files for definition in facts.definitions for item in definition.decorators}
        return next((label for words, label in _BY_ATTRIBUTE if words & names), "")
    return by_language(language)


def by_language(language: str) -> str:
    """What runs the tests of a language where its files show nothing."""
    return _BY_LANGUAGE.get(language, "")


def _script_runner(files: Sequence[FileFacts], folder: str, dependencies: set[str]) -> str:
    modules = {imported.module for facts in files for imported in facts.imports}
    for needle, label in _SCRIPT_RUNNERS:
        if any(module == needle or module.startswith(needle + "/") for module in modules):
            return label
    if any(call.callee.text == "Deno.test" for facts in files for call in facts.calls):
        return "Deno"
    labels = dict(_SCRIPT_RUNNERS)
    if "cypress" in folder.lower().split("/") and "cypress" in dependencies:
        return "Cypress"
    return next((labels.get(needle, needle.title()) for needle in _GLOBAL_RUNNERS if needle in dependencies), "")


def _ruby_runner(files: Sequence[FileFacts], dependencies: set[str]) -> str:
    if any(facts.path.endswith("_spec.rb") for facts in files) and any(name.startswith("rspec") for name in dependencies):
        return "RSpec"
    modules = {imported.module for facts in files for imported in facts.imports}
    bases = {base.text for facts in files for definition in facts.definitions for base in definition.bases}
    if "test/unit" in modules or "Test.Unit.TestCase" in bases:
        return "test-unit"
    return "RSpec" if any(facts.path.endswith("_spec.rb") for facts in files) and "minitest" not in dependencies else "minitest"


def _php_runner(files: Sequence[FileFacts]) -> str:
    if any(
        definition.kind == "class" and definition.name.endswith("Cest") for facts in files for definition in facts.definitions
    ):
        return "Codeception"
    blocks = any(call.callee.text in ("it", "test") and not call.scope for facts in files for call in facts.calls)
    return "Pest" if blocks else "PHPUnit"
