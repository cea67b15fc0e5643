"""Which files are tests, by their place or name, and which definitions are tests inside the code they test."""

from __future__ import annotations

from apps.engine.facts import Definition, FileFacts
from apps.engine.graph.modules import SIDE_FOLDERS

_FOLDERS = frozenset({"tests", "test", "__tests__", "spec", "specs", "e2e", "testing", "cypress", "__mocks__"})


def is_test(path: str) -> bool:
    """Whether a file is one of tests."""
    folder, _, name = path.lower().rpartition("/")
    stem = name.partition(".")[0]
    return (
        name.startswith("test_")
        or stem.endswith(("_test", "_tests", "_spec"))
        or ".test." in name
        or ".spec." in name
        or name in ("conftest.py", "tests.py")
        or not _FOLDERS.isdisjoint(folder.split("/"))
    )


def is_aside(path: str) -> bool:
    """Whether a file is one of tests, examples or the like: what they alone hand in is no part of the program."""
    return is_test(path) or not SIDE_FOLDERS.isdisjoint(path.split("/")[:-1])


def inner_tests(facts: FileFacts) -> tuple[str, ...]:
    """Qualified names of what a file holds for tests only: Rust's ``#[cfg(test)] mod tests``, ``#[test]``, ``#[tokio::test]``."""
    if facts.language != "Rust":
        return ()
    return tuple([item.qualname for item in facts.definitions if item.decorators and _is_for_tests(item)])


def is_inside(scope: str, tests: tuple[str, ...]) -> bool:
    """Whether a scope is one of these or stands in one."""
    return any(scope == test or scope.startswith(f"{test}.") for test in tests)


def _is_for_tests(definition: Definition) -> bool:
    for decorator in definition.decorators:
        if decorator.name.rpartition(".")[2] == "test":
            return True
        if decorator.name == "cfg" and any(item.value.text == "test" for item in decorator.arguments):
            return True
    return False
